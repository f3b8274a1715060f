"""No faster than Telegram stands: the newest board wins, and no chat waits for another."""

from typing import Any

from bot.requests import Message
from tests.bot.adapters.telegram.conftest import Env, Player, at_home


async def _tap(player: Player, env: Env) -> None:
    """Press a key that moves, as the game is now, not as Telegram shows it."""
    sitting: Any = player.sitting()
    reply = await env.conversation.handle(Message(sitting.actor, sitting.chat, "board"))
    keys = {b.token.split(":", 4)[4]: b.token for row in reply.rows for b in row}
    board = next(each for each in player.messages if each.buttons)
    done = "undo" if "m.3a" not in keys else "m.3a"
    env.world.press(player.user, board, data=keys[done])
    await env.settle()


async def test_sixty_taps_a_minute_in_a_group(env: Env, ann: Player) -> None:
    """No flood: edits of the board are merged; the last one shows the game as it is."""
    zoe = at_home(env, "zoe")
    await ann.say("/play bakers-game 617")
    await zoe.say("/play bakers-game 617")
    await env.forward(minutes=1)
    for second in range(60):
        await _tap(ann, env)
        if second % 10 == 5:
            before, zoe_key = env.time.now, "undo" if "move" in zoe.seen else "m.3a"
            env.world.press(zoe.user, zoe.message, data=zoe.actions[zoe_key])
            await env.settle()
            # Her board is there at once, whatever waits for the group.
            assert env.time.now == before
            assert ("move 1" in zoe.seen) == (zoe_key == "m.3a")
        await env.forward(seconds=1)
    await env.flush()

    assert all(len(query.answers) == 1 for query in env.world.queries.values())
    shown = ann.seen
    await ann.say("/board")
    assert shown.splitlines()[2:] == ann.seen.splitlines()[2:]
    edits = [e for e in env.api.made("editMessageText") if e.values["chat_id"] == ann.room.id]
    assert len(edits) <= 21


async def test_ten_players_in_one_group(env: Env, ann: Player) -> None:
    """Twenty messages a minute are for all of them together: none is refused or forgotten."""
    players = [ann]
    for number in range(9):
        user = env.world.user(f"p{number}", language_code="en")
        players.append(Player(env, user, ann.room))
    for number, player in enumerate(players, start=1):
        env.world.say(player.user, player.room, f"/play bakers-game {number}")
    await env.flush()
    boards = [each.plain.split(" ·")[0] for each in ann.messages]

    assert sorted(boards) == sorted(f"Baker's Game #{number}" for number in range(1, 11))


async def test_many_chats_at_once(env: Env) -> None:
    """Sixty private chats are served within a few seconds: thirty messages a second, not more."""
    begun = env.time.now
    players = [at_home(env, f"p{number}") for number in range(60)]
    for player in players:
        env.world.say(player.user, player.room, "/play bakers-game 617")
    await env.flush()

    assert all("Baker's Game #617" in player.seen for player in players)
    sent = [each.at for each in env.api.made("sendMessage")]
    assert len(sent) == 60
    assert sent[-1] - begun.timestamp() < 5
