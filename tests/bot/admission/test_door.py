"""Who is not listened to, through the core."""

from dataclasses import replace
from pathlib import Path

from bot.admission.floods import Floods, Limit
from bot.conversation import Conversation
from storage import Storage
from storage.moderation import Kind
from storage.people import Visit
from tests.bot.conftest import NOON, Clock, Talk
from tests.storage.conftest import Scene as StoredScene


async def decide(storage: Storage, kind: Kind, who: str, platform: str = "terminal") -> None:
    """What ``patience block`` and ``hide-name`` do."""
    await storage.write(lambda uow: uow.moderation.decide(kind, platform, who, NOON))


async def lift(storage: Storage, kind: Kind, who: str) -> None:
    """And take back."""
    assert await storage.write(lambda uow: uow.moderation.lift(kind, "terminal", who))


def guarded(conversation: Conversation) -> Conversation:
    """The same with a limit on what one person may ask."""
    return Conversation(replace(conversation._services, floods=Floods(Limit())))


async def test_a_blocked_person_meets_silence(conversation: Conversation, storage: Storage) -> None:
    """Whatever they say or press, in private and before others; others are answered as ever."""
    ann, bob = Talk(conversation, "ann", "club"), Talk(conversation, "bob", "club")
    await ann.say("play bakers-game 617")
    key = ann.buttons[0].token
    await decide(storage, "person", "ann")
    conversation._services.clock.forward(seconds=6)

    for reply in (
        await ann.say("play"),
        await ann.press_token(key),
        await Talk(conversation, "ann").say("help"),
        await ann.say("mydata"),
    ):
        assert (reply.unsaid, reply.rows, reply.private) == (True, (), True)
    assert not (await bob.say("play bakers-game 617")).unsaid
    assert await conversation.ignores(ann.actor, ann.chat)
    assert not await conversation.ignores(bob.actor, bob.chat)
    assert await conversation.suggest(ann.actor, ann.chat, "k") == ()


async def test_their_data_stays_theirs(conversation: Conversation, storage: Storage) -> None:
    """In private a blocked person still sees, exports and deletes what is kept of them."""
    ann = Talk(conversation, "ann")
    await ann.say("play bakers-game 617")
    await decide(storage, "person", "ann")
    conversation._services.clock.forward(seconds=6)

    assert "1 decision of this bot's host" in (await ann.say("misdatos")).text
    assert '"kind": "person"' in (await ann.press("Export")).text
    assert not (await ann.say("privacy")).unsaid
    await ann.say("mydata delete")
    assert "deleted" in (await ann.press("Delete it all")).text
    assert (await ann.say("play")).unsaid, "the block stays"
    [measure] = await storage.read(lambda reading: reading.moderation.every())
    assert (measure.kind, measure.external_id) == ("person", "")
    await lift(storage, "person", "ann")
    conversation._services.clock.forward(seconds=6)
    assert not (await ann.say("play")).unsaid


async def test_a_blocked_chat_is_silent_for_all(
    conversation: Conversation, storage: Storage
) -> None:
    """Elsewhere its people play on."""
    await decide(storage, "chat", "chat:club")

    assert (await Talk(conversation, "ann", "club").say("play")).unsaid
    assert not (await Talk(conversation, "ann", "other").say("play")).unsaid
    assert not (await Talk(conversation, "ann").say("play")).unsaid


async def test_another_process_decides(
    conversation: Conversation, storage: Storage, clock: Clock, tmp_path: Path
) -> None:
    """While the bot runs a decision holds after five seconds, and so does taking it back."""
    ann = Talk(conversation, "ann")
    await ann.say("play")
    other = await Storage.open(f"sqlite:///{tmp_path / 'test.db'}")
    await decide(other, "person", "ann")
    clock.forward(seconds=5)
    assert (await ann.say("play")).unsaid
    await lift(other, "person", "ann")
    await other.close()
    clock.forward(seconds=5)
    assert not (await ann.say("play")).unsaid
    del storage


async def test_a_flood_is_told_once(conversation: Conversation, clock: Clock) -> None:
    """Privately, in their language; then silence, and after a while all is as before."""
    talk = Talk(guarded(conversation), "ann", "club", language="es")
    await talk.say("jugar bakers-game 617")
    replies = [await talk.say("tablero") for _ in range(60)]

    told = [each for each in replies if each.private and not each.unsaid]
    assert len(told) == 1
    assert told[0].text.startswith("Ha sido demasiado de golpe, así que no escucho")
    assert (told[0].aside, told[0].rows) == (True, ())
    assert [each.unsaid for each in replies] == [False] * 30 + [True] * 30
    clock.forward(seconds=5)
    assert (await talk.say("tablero")).live is not None


async def test_a_flood_of_one_holds_up_nobody(conversation: Conversation, clock: Clock) -> None:
    """Neither others in the same group nor the moves that a completion would make."""
    open_to_all = guarded(conversation)
    ann, bob = (Talk(open_to_all, name, "club") for name in ("ann", "bob"))
    await bob.say("play bakers-game 617")
    for _ in range(200):
        await ann.say("help")
    for _ in range(20):
        assert not (await bob.say("board")).unsaid
    assert await open_to_all.suggest(bob.actor, bob.chat, "")
    for _ in range(200):
        await open_to_all.suggest(bob.actor, bob.chat, "")
    assert await open_to_all.suggest(bob.actor, bob.chat, "") == ()
    assert not (await bob.say("board")).unsaid, "completions are counted by themselves"
    del clock


async def test_nobody_is_held_up_under_a_shared_account(conversation: Conversation) -> None:
    """Administrators who hide behind their group are all one account: groups are kept apart."""
    open_to_all = guarded(conversation)
    club, other = (Talk(open_to_all, "1087968824", chat) for chat in ("club", "other"))
    for talk in (club, other):
        talk.actor = replace(talk.actor, veiled=True)
    for _ in range(100):
        await club.say("rules")

    assert (await club.say("rules")).unsaid
    assert not (await other.say("rules")).unsaid


async def test_a_hidden_name_is_shown_nowhere(conversation: Conversation, storage: Storage) -> None:
    """Neither to others who press nor on leaderboards; shown again, it returns with a visit."""
    bad, bob = Talk(conversation, "bad", "club"), Talk(conversation, "bob", "club")
    await bad.say("play bakers-game 617")
    key = bad.buttons[0].token
    assert "bad" in (await bob.press_token(key)).text
    await decide(storage, "name", "bad")
    conversation._services.clock.forward(seconds=6)

    assert "This is a player's game" in (await bob.press_token(key)).text
    await bad.press_token(key)
    assert "bad" not in (await bob.press_token(key)).text
    await lift(storage, "name", "bad")
    conversation._services.clock.forward(seconds=6)
    await bad.say("play calculation")
    assert "bad" in (await bob.press_token(key)).text


async def test_a_hidden_name_is_on_no_leaderboard(
    conversation: Conversation, storage: Storage
) -> None:
    """Nor is that of somebody who had never played before it was hidden."""
    await decide(storage, "name", "new", "discord")
    scene, bob = StoredScene(storage), Talk(conversation, "bob", "club", platform="discord")
    await bob.say("play calculation")
    await Talk(conversation, "new", "club", platform="discord").say("play calculation")
    for deal, who in enumerate(("bad", "new")):
        visit = await scene.visit(who, "chat:club") if who == "bad" else await _known(storage, who)
        await scene.solve(visit, str(deal), game="calculation")
    assert "Bad" in (await bob.say("top here")).text
    await decide(storage, "name", "bad", "discord")

    text = (await bob.say("top here")).text
    assert text.count("a player") == 2
    assert "bad" not in text.casefold()


async def _known(storage: Storage, who: str) -> Visit:
    visit = await storage.read(
        lambda reading: reading.people.recognise("discord", who, "discord", "chat:club")
    )
    assert visit is not None
    assert (visit.player.name, visit.identity.name) == ("", "")
    return visit
