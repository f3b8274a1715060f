"""Groups: several players, topics, those who hide, what the bot doesn't hear, who moves out."""

import pytest

from tests.bot.adapters.telegram.conftest import Env, Player
from tests.fakes.telegram import Chat


async def test_several_players_side_by_side(ann: Player, bob: Player) -> None:
    """Each board is its player's; a reply to another's board moves in one's own game."""
    await ann.say("/play bakers-game 617")
    hers = ann.message
    await bob.say("/play bakers-game 140")
    his = bob.message
    await ann.press("Kc>a", hers)
    await bob.say("1a", reply_to=his)
    assert "#617" in hers.plain
    assert "move 1" in hers.plain
    assert "#140" in bob.seen
    assert "move 1" in bob.seen

    await bob.say("2b", reply_to=hers)
    assert "#140" in bob.seen
    assert "move 2" in bob.seen
    assert "move 1" in hers.plain


@pytest.fixture
def forum(env: Env, ann: Player, bob: Player) -> Chat:
    """A group of topics."""
    return env.world.group("Forum", ann.user, bob.user, forum=True)


async def test_topics_and_general(env: Env, ann: Player, bob: Player, forum: Chat) -> None:
    """Each answer stays where it was asked for; General has no number."""
    cards, chess = (env.world.topic(forum, name, ann.user) for name in ("Cards", "Chess"))
    players = [
        Player(env, ann.user, forum, cards),
        Player(env, bob.user, forum, chess),
        Player(env, env.world.user("cid"), forum),
    ]
    for number, player in enumerate(players, start=1):
        await player.say(f"/play bakers-game {number}")
    for number, player in enumerate(players, start=1):
        assert [each.plain.split(" ·")[0] for each in player.messages] == [
            f"Baker's Game #{number}"
        ]
        await player.press_id(next(v for k, v in player.actions.items() if k.startswith("m.")))
        assert f"#{number}" in player.seen
        assert "move 1" in player.seen
        await player.answer("undo")
        assert "move 0" in player.seen

    said = env.api.made("sendMessage")
    assert {each.values.get("message_thread_id") for each in said} == {cards.id, chess.id, None}


async def test_talk_in_a_topic_is_not_for_the_bot(env: Env, ann: Player, forum: Chat) -> None:
    """Even in a topic that it was told everything of: only commands and answers to it are."""
    env.world.bot_is("administrator", forum, ann.user)
    cards = env.world.topic(forum, "Cards", ann.user)
    player = Player(env, ann.user, forum, cards)
    for text in ("7h 8h", "play", "hello", "/play@OtherBot", "/unheardof"):
        await player.say(text)
    hers = await player.say("what a game")
    await player.say("26", reply_to=hers)

    assert player.messages == []


@pytest.mark.parametrize(
    "command", ["/play@PatienceBot", "/PLAY@patiencebot", "/Jugar@PATIENCEBOT"]
)
async def test_a_command_with_our_name(command: str, ann: Player) -> None:
    """In any case of letters, and in either language."""
    await ann.say(f"{command} bakers-game 617")
    assert ann.seen.startswith("Baker's Game #617")


async def test_others_commands_are_not_ours(env: Env, ann: Player) -> None:
    """Neither addressed ones nor those that no game knows."""
    env.world.bot_is("administrator", ann.room, ann.user)
    for text in ("/play@OtherBot", "/ban bob", "/", "//play", "/ play"):
        await ann.say(text)
    assert ann.messages == []


async def test_those_who_hide_own_no_game(ann: Player) -> None:
    """Anonymous administrators and channels are told why; what is nobody's own is shown."""
    channel = Chat(-1009, "channel", "News")
    for hidden in (ann.room, channel):
        before = len(ann.messages)
        await ann.say("/play bakers-game", as_chat=hidden)
        assert "needs a player" in ann.seen
        await ann.say("/rules calculation", as_chat=hidden)
        assert "Calculation" in ann.seen
        assert len(ann.messages) == before + 2


async def test_a_group_becomes_a_supergroup(env: Env, bob: Player) -> None:
    """In the middle of a game: it goes on in the new chat, and the group's figures come along."""
    group = env.world.group("Few", bob.user, kind="group")
    player = Player(env, bob.user, group)
    await player.say("/play bakers-game 617")
    old = player.message
    await player.press("Kc>a")
    grown = env.world.migrate(group)
    await env.flush()

    there = Player(env, bob.user, grown)
    query = env.world.press(bob.user, old, "4h>b")
    await env.flush()
    assert len(query.answers) == 1
    assert "move 2" in there.seen
    await there.answer("undo")
    assert "move 1" in there.seen
    assert await _plays_in(env, bob, grown)
    assert not await _plays_in(env, bob, group)


async def _plays_in(env: Env, player: Player, room: Chat) -> bool:
    """Whether somebody's moves in a chat would be moves of a game."""
    told = await env.storage.read(
        lambda reading: reading.people.recognise(
            "telegram", str(player.user.id), "telegram", str(room.id)
        )
    )
    return told is not None and told.current_game is not None


async def test_a_move_that_nobody_announced(env: Env, bob: Player) -> None:
    """The refusal alone tells the new chat: the answer arrives there."""
    group = env.world.group("Few", bob.user, kind="group")
    player = Player(env, bob.user, group)
    await player.say("/play bakers-game 617")
    env.world.updates.hold()
    env.world.migrate(group)
    query = env.world.press(bob.user, player.message, "Kc>a")
    *moved, press = env.world.updates.release()
    env.world.updates.again(press)
    await env.flush()
    there = Player(env, bob.user, env.world.chats[group.migrated_to or 0])
    assert len(query.answers) == 1
    assert "move 1" in there.seen
    env.world.updates.again(*moved)
    await env.flush()
    assert len(there.messages) == 1


async def test_a_closed_topic(env: Env, ann: Player, forum: Chat) -> None:
    """One line in General, and the game is safe."""
    cards = env.world.topic(forum, "Cards", ann.user)
    inside, general = Player(env, ann.user, forum, cards), Player(env, ann.user, forum)
    await inside.say("/play bakers-game 617")
    cards.closed = True
    await inside.answer("4a")
    await inside.answer("4b")
    assert len(general.messages) == 1
    assert "topic is closed" in general.seen
    await general.say("/board")
    assert "move 2" in general.seen


async def test_thrown_out_and_let_in_again(env: Env, ann: Player) -> None:
    """Nothing is sent meanwhile; afterwards the game goes on."""
    await ann.say("/play bakers-game 617")
    board = ann.message
    env.world.bot_is("kicked", ann.room, ann.user)
    await env.flush()
    calls = len(env.api.calls)
    query = env.world.press(ann.user, board, "Kc>a")
    await env.flush()
    assert len(query.answers) == 1
    assert len(env.api.calls) - calls < 6
    env.world.bot_is("member", ann.room, ann.user)
    await ann.say("/board")
    assert "move 1" in ann.seen


async def test_blocked_and_let_in_again(env: Env, zoe: Player) -> None:
    """Somebody who blocks the bot is left in peace, and comes back to their game."""
    await zoe.say("/play bakers-game 617")
    env.world.say(zoe.user, zoe.room, "4a")
    env.world.bot_is("blocked", zoe.room, zoe.user)
    await env.flush()
    env.world.bot_is("member", zoe.room, zoe.user)
    await zoe.say("/start")
    assert "move 1" in zoe.seen


async def test_no_right_to_write(ann: Player) -> None:
    """Moves are kept, and shown once it may write."""
    await ann.say("/play bakers-game 617")
    ann.room.may_write = False
    await ann.answer("4a")
    ann.room.may_write = True
    await ann.say("/board")
    assert "move 1" in ann.seen


async def test_what_is_for_one_person_is_told_alone(env: Env, ann: Player) -> None:
    """An export goes to the private chat; a stranger is told to open that first."""
    await ann.say("/play bakers-game 617")
    await ann.say("/mydata export")
    assert "private" in ann.seen
    assert ann.message.buttons[0]["url"].startswith("https://t.me/PatienceBot?start=")
    home = Player(env, ann.user, env.world.private(ann.user))
    await home.say("/start hello")
    before = len(ann.messages)
    await ann.say("/mydata export")
    assert len(ann.messages) == before
    assert home.message.document


async def test_play_in_private(env: Env, ann: Player) -> None:
    """A board in a group has a link to go on alone, which works."""
    await ann.say("/play bakers-game 617")
    [link] = [each["url"] for each in ann.message.buttons if "url" in each]
    payload = link.partition("?start=")[2]
    home = Player(env, ann.user, env.world.private(ann.user))
    await home.say(f"/start {payload}")
    assert home.seen.startswith("Baker's Game")


async def test_nothing_of_other_messages_is_kept(env: Env, ann: Player) -> None:
    """What people say among themselves is stored nowhere, even where the bot hears it."""
    env.world.bot_is("administrator", ann.room, ann.user)
    await ann.say("the treasure lies under the oak")
    await ann.say("/play bakers-game 617")
    assert b"treasure" not in env.stored()
    assert b"617" in env.stored()
