"""Solver processes under faults: an answer or a clear error each time, nothing left behind."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import structlog
from structlog.testing import LogCapture

from bot.workers import Died, StillThinking, TooMany, TooSlow, Wait, Workers, tell_me
from bot.workers.jobs import Check
from games.catalogue import find
from games.deals import lay_out
from games.solvers.solver import Prospect
from tests.bot.workers.jobs import Announce, Devour, Fail, Spin, Tell, at_once, never, slow


@pytest.fixture
async def workers() -> AsyncIterator[Workers]:
    """One process that has nothing to compile."""
    pool = Workers(1, waiting=50, grace=0.3, start=at_once)
    yield pool
    await pool.close()


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that another process does; the test's own time limit ends it."""
    while not condition():  # noqa: ASYNC110 - the other process raises no event here
        await asyncio.sleep(0.01)


async def appears(file: Path) -> int:
    """The number a process wrote into ``file``, once it has."""
    await until(file.exists)
    return int(file.read_text("ascii"))  # noqa: ASYNC240 - a few bytes


def runs(pid: int) -> bool:
    """Whether a process is there, a zombie included."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def ends(pid: int) -> None:
    """Wait until a process is gone, reaped and all."""
    await until(lambda: not runs(pid))


async def test_one_process_answers_one_after_the_other(workers: Workers) -> None:
    """The same process serves everybody; each gets their own answer."""
    answers = await asyncio.gather(*(workers.ask(n, Tell(str(n))) for n in range(20)))

    assert [word for _, word in answers] == [str(n) for n in range(20)]
    assert len({pid for pid, _ in answers}) == 1


async def test_fifty_requests_at_once_are_all_answered(workers: Workers) -> None:
    """Fifty players are served; one who asks twice, and one too many, are told so at once."""
    asked = [asyncio.create_task(workers.ask(n, Tell())) for n in range(50)]
    await asyncio.sleep(0)

    with pytest.raises(StillThinking):
        await workers.ask(7, Tell())
    asked.append(asyncio.create_task(workers.ask(50, Tell())))
    await asyncio.sleep(0)
    with pytest.raises(TooMany):
        await workers.ask(51, Tell())

    assert len(await asyncio.gather(*asked)) == 51
    await workers.ask(7, Tell())


async def test_who_waits_is_told(workers: Workers) -> None:
    """Those who get a place hear that they wait, and for what; who is turned away hears nothing."""
    heard: list[Wait] = []

    async def ask(who: str) -> None:
        tell_me(heard.append)
        await workers.ask(who, Tell())

    await asyncio.create_task(ask("ann"))
    await asyncio.create_task(ask("ann"))
    assert heard == [Wait.READY, Wait.ANSWER]
    asked = [asyncio.create_task(ask("bob")) for _ in range(2)]
    with pytest.raises(StillThinking):
        await asyncio.gather(*asked)
    await asked[0]
    await workers.ask("ann", Tell())
    assert heard == [Wait.READY, *[Wait.ANSWER] * 2]


async def test_who_came_first_is_served_first(workers: Workers) -> None:
    """One who asks again and again is served in turn, behind those who waited meanwhile."""
    served: list[str] = []

    async def ask(who: str, times: int) -> None:
        for _ in range(times):
            await workers.ask(who, Tell())
            served.append(who)

    await asyncio.gather(ask("ann", 4), ask("bob", 1), ask("cat", 2))

    assert served == ["ann", "bob", "cat", "ann", "cat", "ann", "ann"]


async def test_one_who_gives_up_while_it_starts() -> None:
    """Whoever comes after them is served as soon as the kernels are compiled."""
    pool = Workers(1, grace=0.3, start=slow)
    try:
        waiting = asyncio.create_task(pool.ask("ann", Tell()))
        await until(lambda: pool._slots[0]._started is not None)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert (await pool.ask("bob", Tell("on")))[1] == "on"
    finally:
        await pool.close()


async def test_a_search_that_ignores_its_limit_is_ended(workers: Workers) -> None:
    """The kernel may misbehave: its process goes, and the next request finds a new one."""
    with pytest.raises(TooSlow):
        await workers.ask("ann", Spin())

    assert (await workers.ask("ann", Tell("on")))[1] == "on"


async def test_a_process_killed_in_mid_search(workers: Workers, tmp_path: Path) -> None:
    """The one who waited is told, the others are served by a new process; no zombie is left."""
    searching = asyncio.create_task(workers.ask("ann", Announce(str(tmp_path / "pid"))))
    pid = await appears(tmp_path / "pid")
    waiting = asyncio.create_task(workers.ask("bob", Tell("on")))

    os.kill(pid, signal.SIGKILL)

    with pytest.raises(Died):
        await searching
    assert (await waiting)[1] == "on"
    await ends(pid)


async def test_a_process_killed_while_it_rests(workers: Workers) -> None:
    """The death is noticed when the next request comes, which is served."""
    pid, _ = await workers.ask("ann", Tell())
    os.kill(pid, signal.SIGKILL)
    await ends(pid)

    other, _ = await _persist(workers)

    assert other != pid


async def _persist(workers: Workers) -> tuple[int, str]:
    """An answer by somebody who asks again as the answer to ``Died`` says."""
    for _ in range(5):
        try:
            return await workers.ask("ann", Tell())
        except Died:
            continue
    raise AssertionError("asked five times")


async def test_a_cancelled_request_gives_its_process_up(workers: Workers, tmp_path: Path) -> None:
    """Who goes away leaves nothing running."""
    searching = asyncio.create_task(workers.ask("ann", Announce(str(tmp_path / "pid"))))
    pid = await appears(tmp_path / "pid")

    searching.cancel()
    with pytest.raises(asyncio.CancelledError):
        await searching

    assert (await workers.ask("ann", Tell("on")))[1] == "on"
    await ends(pid)


async def test_one_cancelled_while_waiting_costs_nothing(workers: Workers, tmp_path: Path) -> None:
    """Their place in the queue is given up; the search under way goes on."""
    searching = asyncio.create_task(workers.ask("ann", Announce(str(tmp_path / "pid"))))
    pid = await appears(tmp_path / "pid")
    waiting = asyncio.create_task(workers.ask("bob", Tell()))
    await asyncio.sleep(0)

    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting

    assert runs(pid)
    searching.cancel()
    assert (await workers.ask("bob", Tell("on")))[1] == "on"


async def test_too_much_memory_is_refused() -> None:
    """A real process, warmed: the search fails, the process lives, and memory stays in bounds."""
    pool = Workers(1)
    try:
        await pool.warm()
        pid, _ = await pool.ask("ann", Tell())
        with pytest.raises(Died):
            await pool.ask("ann", Devour())
        assert (await pool.ask("ann", Tell()))[0] == pid
        game = find("bakers-game")
        table = game.table(game.deal(lay_out(game, "1")))
        assert (await pool.ask("ann", Check(table))).prospect is Prospect.WINNABLE
    finally:
        await pool.close()
    assert not runs(pid)


async def test_a_fault_in_a_solver_comes_through(workers: Workers) -> None:
    """It is no trouble of the pool: the door's own error with its number is for it."""
    with pytest.raises(ValueError, match="a fault"):
        await workers.ask("ann", Fail())

    await workers.ask("ann", Tell())


async def test_a_process_that_cannot_start() -> None:
    """The request is answered, not left hanging."""
    pool = Workers(1, start=never)
    try:
        with pytest.raises(Died):
            await pool.ask("ann", Tell())
    finally:
        await pool.close()


@pytest.mark.parametrize("writable", [True, False])
async def test_a_cache_that_cannot_be_kept_is_told_once(
    monkeypatch: pytest.MonkeyPatch, *, writable: bool
) -> None:
    """Solvers work all the same; hosts read once why every start is slow."""
    logs = LogCapture()
    structlog.configure(processors=[logs])
    monkeypatch.setattr("bot.workers.process.keeps_cache", _yes if writable else _no)
    pool = Workers(2, grace=0.3, start=at_once)
    try:
        await pool.warm()
        with pytest.raises(TooSlow):
            await pool.ask("ann", Spin())
        await pool.ask("ann", Tell())
    finally:
        await pool.close()

    told = [entry["event"] for entry in logs.entries]
    assert told.count("solver_cache_not_kept") == (0 if writable else 1)


def _yes() -> bool:
    return True


def _no() -> bool:
    return False
