"""What goes wrong between Telegram and the bot: nothing is lost, nothing is played twice."""

import pytest

from games.record import read_records
from tests.bot.adapters.logs import Log
from tests.bot.adapters.telegram.conftest import Env, Player
from tests.bot.conftest import converse


async def test_updates_that_come_twice(zoe: Player, env: Env) -> None:
    """A message and a press, again at once and again after a restart: each is played once."""
    await zoe.say("/play calculation 617")
    env.world.updates.hold()
    env.world.say(zoe.user, zoe.room, "d")
    updates = env.world.updates.release()
    for _ in range(2):
        env.world.updates.again(*updates, *updates)
        await env.flush()
        await env.restart()
    env.world.updates.again(*updates)
    await env.flush()
    assert await _codes(zoe) == ["d"]

    await zoe.say("board")
    env.world.updates.hold()
    key = next(brings for action, brings in zoe.actions.items() if action.startswith("m.w"))
    query = env.world.press(zoe.user, zoe.message, data=key)
    updates = env.world.updates.release()
    env.world.updates.again(*updates, *updates)
    await env.flush()
    assert len(query.answers) == 1
    assert len([each for each in await _codes(zoe) if each != "d"]) == 1


async def _codes(player: Player) -> list[str]:
    """The moves of the game as it is stored."""
    await player.say("export")
    document = player.message.document
    assert document is not None
    [record] = read_records(document[1].decode())
    return list(record.codes)


async def test_late_and_out_of_order(zoe: Player, env: Env) -> None:
    """Presses that were made on one board and come in any order: one is played."""
    await zoe.say("/play bakers-game 617")
    env.world.updates.hold()
    queries = [env.world.press(zoe.user, zoe.message, each) for each in ("Kc>a", "4h>a", "Jd>a")]
    held = env.world.updates.release()
    await env.forward(seconds=10)
    env.world.updates.again(*reversed(held))
    await env.flush()

    assert [len(each.answers) for each in queries] == [1, 1, 1]
    assert "move 1" in zoe.seen
    assert "\nJd .. .. ..|" in zoe.seen


async def test_an_update_of_a_later_day(zoe: Player, env: Env, log: Log) -> None:
    """What the library can't read is left out, once; what came around it is played."""
    await zoe.say("/play calculation 617")
    env.world.updates.hold()
    env.world.say(zoe.user, zoe.room, "d")
    env.world.updates.add("message", {"message_id": "of a later day"})
    env.world.say(zoe.user, zoe.room, "undo")
    env.world.say(zoe.user, zoe.room, "board")
    env.world.updates.again(*env.world.updates.release())
    await env.flush()

    assert "1 move" not in zoe.seen
    assert env.world.updates.pending == 0
    assert ["update_unreadable" in each for each in log.take()] == [True]


async def test_presses_too_old_to_answer(zoe: Player, env: Env) -> None:
    """Telegram has forgotten them; the move is made all the same."""
    await zoe.say("/play bakers-game 617")
    env.world.updates.hold()
    query = env.world.press(zoe.user, zoe.message, "Kc>a")
    await env.forward(minutes=5)
    env.world.updates.again(*env.world.updates.release())
    await env.flush()

    assert query.answers == []
    assert "move 1" in zoe.seen


async def test_edited_messages_move_nothing(zoe: Player, ann: Player, env: Env) -> None:
    """Neither where the bot asked not to hear of them, nor where it hears."""
    for player in (zoe, ann):
        await player.say("/play bakers-game 617")
        said = await player.say("4a", reply_to=player.message)
        assert "move 1" in player.seen
        before = len(player.messages)
        env.world.edit(said, "4b")
        env.world.updates.again({"update_id": 99 + said.id, "edited_message": said.json()})
        await env.flush()
        assert "move 1" in player.seen
        assert len(player.messages) == before


async def test_told_to_wait_in_mid_game(ann: Player, zoe: Player, env: Env) -> None:
    """The chat waits as long as it is told, the newest board wins, and others don't wait."""
    await ann.say("/play bakers-game 617")
    await zoe.say("/play bakers-game 617")
    env.world.flood.ban(ann.room.id, 40)
    for label in ("Kc>a", "4h>b", "Jh>Qh"):
        query = env.world.press(ann.user, ann.message, data=await _key(ann, env, label))
        await env.settle()
        assert len(query.answers) == 1
    env.world.press(zoe.user, zoe.message, "Kc>a")
    await env.forward(seconds=5)
    assert "move 1" in zoe.seen
    assert "move 1" not in ann.seen, "the banned chat waits, and nobody else"
    await env.flush()

    assert "move 3" in ann.seen
    edits = [e for e in env.api.made("editMessageText") if e.values["chat_id"] == ann.room.id]
    assert len([each for each in edits if each.refused is None]) == 1
    floods = env.take_floods()
    assert len(floods) == 1, "nobody asks again before the time is over"


async def _key(player: Player, env: Env, label: str) -> str:
    """What the key of the game's present board brings, whatever Telegram shows."""
    from bot.requests import Message  # noqa: PLC0415

    sitting = player.sitting()
    reply = await env.conversation.handle(Message(sitting.actor, sitting.chat, "board"))
    return next(b.token for row in reply.rows for b in row if b.label == label)


@pytest.mark.parametrize("how", ["502", "refused"])
async def test_telegram_is_down_for_a_minute(how: str, zoe: Player, env: Env, log: Log) -> None:
    """The bot asks ever more slowly, says so once, and what was said meanwhile is answered."""
    await zoe.say("/play bakers-game 617")
    if how == "502":
        env.api.broken = 502
        env.world.updates.let_go()
    else:
        await env.api.stop()
    await env.forward(seconds=20)
    env.world.say(zoe.user, zoe.room, "4a")
    env.world.press(zoe.user, zoe.message, "Kc>a")
    await env.forward(seconds=40)
    [line] = log.take()
    assert "unreachable" in line
    env.api.broken = 0
    if how == "refused":
        await env.api.start()
    await env.forward(minutes=1)
    await env.flush()

    assert "move 1" in zoe.seen
    assert log.take() == []


async def test_down_while_an_answer_is_written(zoe: Player, env: Env, log: Log) -> None:
    """The move is stored; its board is shown when Telegram answers again."""
    await zoe.say("/play bakers-game 617")
    await env.forward(seconds=5)
    env.api.refuse["editMessageText"] = 502
    query = env.world.press(zoe.user, zoe.message, "Kc>a")
    await env.forward(seconds=20)
    assert len(query.answers) == 1
    assert "new deal" in zoe.seen
    await env.api.stop()
    del env.api.refuse["editMessageText"]
    await env.forward(seconds=30)
    await env.api.start()
    await env.forward(minutes=1)
    await env.flush()
    log.take()

    assert "move 1" in zoe.seen


async def test_two_copies_of_the_program(zoe: Player, env: Env, log: Log) -> None:
    """Each says so in one line and backs off; no move is played twice."""
    await zoe.say("/play calculation 617")
    await env.start(converse(env.storage, env.time))
    for _ in range(4):
        await env.forward(seconds=15)
    env.world.updates.hold()
    env.world.say(zoe.user, zoe.room, "d")
    held = env.world.updates.release()
    for _ in range(8):
        # Whichever copy asks next is given it again.
        env.world.updates.again(*held)
        await env.forward(seconds=20)
    assert await _codes(zoe) == ["d"]
    lines = log.take()
    assert ["another_copy" in each for each in lines] == [True, True], "a line a copy"


async def test_a_wrong_token(world_of: Env) -> None:
    """One sentence for the host, without the token."""
    from bot.adapters.telegram import Bot, Unwelcome  # noqa: PLC0415

    bot = Bot(
        world_of.conversation, world_of.storage, token="1:wrong", api_base=world_of.api.address
    )
    with pytest.raises(Unwelcome) as error:
        await bot.run()
    await bot.finish()
    assert error.value.token_at_fault
    assert "wrong" not in str(error.value)
