"""An HTTP API that limits, fails and breaks off: boards are right in the end, moves made once."""

from collections.abc import Callable

import pytest

from bot.adapters.discord import Bot
from bot.adapters.discord.connection import ENOUGH
from bot.conversation import Conversation
from storage import Storage
from tests.bot.adapters.discord.conftest import Log
from tests.bot.adapters.discord.loopback.conftest import KING, codes, first_board, running
from tests.fakes.clock import Hurried, LoopClock
from tests.fakes.discord import FakeDiscord
from tests.fakes.discord.faults import Fault, broken, cut, garbled, limited

CALLBACK, POST = r"/callback$", r"^/channels/[0-9]+/messages$"
Rules = dict[str, tuple[Callable[[], Fault], int]]
"""A fault by its name, and how many requests meet it."""

_PASSING: Rules = {
    "429 of a bucket": (lambda: limited(0.5), 3),
    "429 of everything": (lambda: limited(0.5, everywhere=True), 1),
    "500": (lambda: broken(500), 1),
    "502": (lambda: broken(502), 1),
    "a broken connection": (cut, 1),
}
_DONE: Rules = {
    "502, though it was done": (lambda: broken(502, done=True), 1),
    "a broken connection, though it was done": (lambda: cut(done=True), 1),
}
_LASTING: Rules = {
    "429 for long": (lambda: limited(5), 1),
    "500 for long": (lambda: broken(500), 5),
    "broken connections": (cut, 2),
}


@pytest.mark.parametrize("name", _PASSING | _DONE)
@pytest.mark.usefixtures("bot")
async def test_an_answer_to_a_press_gets_through(
    name: str, discord: FakeDiscord, storage: Storage, log: Log
) -> None:
    """In time: the press is answered, the board is right, the move is made once."""
    board = await first_board(discord)
    fault, times = (_PASSING | _DONE)[name]
    discord.faults.add("POST", CALLBACK, fault(), times)
    press = await discord.press(discord.ann, board, KING)
    await discord.until(lambda: "move 1" in board["content"])
    await discord.answered(press)

    assert press.answers == [7]
    assert await codes(storage) == ["3a"]
    _only_limits(log)


@pytest.mark.parametrize("name", _LASTING)
@pytest.mark.usefixtures("bot")
async def test_an_answer_that_comes_too_late_goes_into_the_channel(
    name: str, discord: FakeDiscord, storage: Storage, log: Log
) -> None:
    """Discord has given the press up by then; the board is right all the same."""
    board = await first_board(discord)
    fault, times = _LASTING[name]
    discord.faults.add("POST", CALLBACK, fault(), times)
    press = await discord.press(discord.ann, board, KING)
    await discord.until(lambda: "move 1" in board["content"])

    assert press.answers == []
    assert await codes(storage) == ["3a"]
    _only_limits(log)


@pytest.mark.parametrize("name", _PASSING | _DONE)
@pytest.mark.usefixtures("bot")
async def test_a_board_is_posted_once(
    name: str, discord: FakeDiscord, storage: Storage, log: Log
) -> None:
    """A typed move posts a board: one, whatever came between, and the older gives way."""
    board = await first_board(discord)
    fault, times = (_PASSING | _DONE)[name]
    discord.faults.add("POST", POST, fault(), times)
    await discord.say(discord.ann, "3a")
    await discord.until(lambda: board["components"] == [])

    assert ["move 1" in each["content"] for each in discord.boards] == [False, True]
    assert await codes(storage) == ["3a"]
    _only_limits(log)


@pytest.mark.usefixtures("bot")
async def test_a_global_limit_is_kept_by_everybody(
    discord: FakeDiscord, hurried: Hurried, log: Log
) -> None:
    """Posts of others wait with the one that was limited, then all come."""
    people = [discord.world.person(name) for name in ("bob", "cai", "dee")]
    discord.faults.add("POST", POST, limited(2, everywhere=True))
    for number, person in enumerate(people, 1):
        await discord.slash(person, "play", game="bakers-game", deal=str(number))
    await discord.until(lambda: len(discord.boards) == len(people))

    assert hurried.naps == [2]
    assert discord.count("POST", "/messages") == len(people) + 1
    _only_limits(log)


@pytest.mark.usefixtures("bot")
async def test_a_board_that_the_channel_never_takes(discord: FakeDiscord, storage: Storage) -> None:
    """It becomes the answer to the command, for everybody: nobody is left to wait."""
    discord.faults.add("POST", POST, broken(500), 5)
    slash = await discord.slash(discord.ann, "play", game="bakers-game", deal="617")
    await discord.answered(slash)
    await discord.until(lambda: discord.count("DELETE", "/messages/@original"))
    [board] = discord.boards
    assert "#617" in board["content"]

    assert slash.answers == [5]
    assert await codes(storage) == []


@pytest.mark.usefixtures("bot")
async def test_an_answer_that_is_lost_is_owned_up_to(discord: FakeDiscord, log: Log) -> None:
    """Where neither channel nor answer takes a board, whoever waits is told."""
    discord.faults.add("POST", POST, broken(500), 5)
    discord.faults.add("POST", r"^/webhooks/", broken(500), 5)
    slash = await discord.slash(discord.ann, "play", game="bakers-game", deal="617")
    await discord.answered(slash)
    await discord.until(lambda: slash.told["content"].startswith("My answer got lost on the way"))

    assert slash.followups == []
    [line] = log.take()
    assert "not_delivered" in line


@pytest.mark.usefixtures("bot")
async def test_an_answer_out_of_turn_shows_no_older_board(
    discord: FakeDiscord, storage: Storage
) -> None:
    """An answer that Discord took its time for comes through after a newer one."""
    board = await first_board(discord)
    late = discord.faults.hold("POST", CALLBACK)
    slow = await discord.press(discord.ann, board, KING)
    await discord.until(lambda: discord.count("POST", "/callback") == 2)
    stale = await discord.answered(await discord.press(discord.ann, board, KING))
    assert "The board had moved on" in board["content"]
    await discord.answered(await discord.press(discord.ann, board, "4♥\ufe0e›b"))
    assert "move 2" in board["content"]
    late.set()
    await discord.answered(slow)
    assert "move 1" in board["content"], "the late answer shows an older board"
    await discord.until(lambda: "move 2" in board["content"])

    assert stale.answers == [7]
    assert await codes(storage) == ["3a", "4b"]


@pytest.mark.usefixtures("bot")
async def test_an_answer_that_never_comes_holds_nobody_else(
    discord: FakeDiscord, storage: Storage
) -> None:
    """While Discord answers one player's press, command and message with silence, others play."""
    board = await first_board(discord)
    discord.faults.hold("POST", CALLBACK)
    discord.faults.hold("POST", POST)
    await discord.press(discord.ann, board, KING)
    await discord.until(lambda: discord.count("POST", "/callback") == 2)
    await discord.say(discord.ann, "4b")
    await discord.until(lambda: discord.count("POST", "/messages") == 2)
    bob = discord.world.person("bob")
    await discord.slash(bob, "play", game="bakers-game", deal="140")
    theirs = await discord.until(lambda: len(discord.boards) == 2 and discord.board)
    press = await discord.press_id(
        bob, theirs, theirs["components"][0]["components"][0]["custom_id"]
    )
    await discord.answered(press)
    discord.faults.end()
    await discord.until(lambda: len(discord.boards) == 3)

    assert await codes(storage) == ["3a", "4b"]


@pytest.mark.usefixtures("bot")
async def test_a_channel_that_never_answers_is_given_up(
    discord: FakeDiscord, loop_clock: LoopClock
) -> None:
    """After a minute the board becomes the answer to the command."""
    discord.faults.hold("POST", POST)
    slash = await discord.slash(discord.ann, "play", game="bakers-game", deal="617")
    await discord.until(lambda: discord.count("POST", "/messages"))
    loop_clock.forward(ENOUGH)
    await discord.until(lambda: "#617" in slash.told["content"])


@pytest.mark.parametrize("fault", [limited(3600), broken(500), broken(503)])
@pytest.mark.usefixtures("hurried")
async def test_commands_that_can_not_be_told_stop_nobody(
    fault: Fault, discord: FakeDiscord, conversation: Conversation, storage: Storage, log: Log
) -> None:
    """The bot starts without waiting for an hour; the next start tries again."""
    discord.faults.add("PUT", "/commands", fault, 5)
    async with running(Bot(conversation, storage), discord):
        await discord.until(lambda: discord.gateway.ready)
        await first_board(discord)

    assert any("commands_not_synced" in each for each in log.take())
    assert discord.world.commands == []


@pytest.mark.usefixtures("bot")
async def test_words_that_are_no_answer(discord: FakeDiscord, storage: Storage, log: Log) -> None:
    """Success in words that nobody understands is logged, and the game goes on."""
    board = await first_board(discord)
    discord.faults.add("POST", CALLBACK, garbled())
    await discord.press(discord.ann, board, KING)
    await discord.until(lambda: "move 1" in board["content"])
    await discord.answered(await discord.press(discord.ann, board, "4♥\ufe0e›b"))

    assert await codes(storage) == ["3a", "4b"]
    assert any("discord_error" in each for each in log.take())


def _only_limits(log: Log) -> None:
    """Nothing is worth a warning but rate limits, which discord.py tells."""
    assert all("rate limit" in each.lower() for each in log.take())
