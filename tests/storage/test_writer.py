"""Works: whole or not at all, one after another, many to a commit."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import IntegrityError, OperationalError

from storage import Storage, Unavailable, UnitOfWork
from tests.storage.conftest import Scene


class Oops(Exception):
    """A failure of the test's own."""


def _rename(player_id: int, name: str) -> Any:
    async def work(unit: UnitOfWork) -> str:
        return (await unit.people.set(player_id, name=name)).name

    return work


async def _name(storage: Storage, player_id: int) -> str:
    player = await storage.read(lambda work: work.people.player(player_id))
    assert player is not None
    return player.name


async def test_a_failing_work_stores_nothing(scene: Scene) -> None:
    """Its exception comes back and its changes don't."""
    visit = await scene.visit()

    async def failing(unit: UnitOfWork) -> None:
        await unit.people.set(visit.player.id, name="Eve")
        raise Oops

    with pytest.raises(Oops):
        await scene.storage.write(failing)

    assert await _name(scene.storage, visit.player.id) == "Ann"
    assert await scene.storage.write(_rename(visit.player.id, "Bea")) == "Bea"


async def test_works_at_once_share_a_commit_but_not_a_failure(scene: Scene) -> None:
    """A failing work among others takes back its own changes only."""
    visits = [await scene.visit(str(number)) for number in range(20)]
    commits = 0

    def count(*_: object) -> None:
        nonlocal commits
        commits += 1

    async def rename(number: int) -> str:
        async def work(unit: UnitOfWork) -> str:
            player = await unit.people.set(visits[number].player.id, name=f"new {number}")
            if number % 3 == 0:
                raise Oops
            return player.name

        return await scene.storage.write(work)

    event.listen(scene.storage._writers.sync_engine, "commit", count)
    answers = await asyncio.gather(*(rename(n) for n in range(20)), return_exceptions=True)

    for number, answer in enumerate(answers):
        kept = await _name(scene.storage, visits[number].player.id)
        if number % 3 == 0:
            assert (kept, type(answer)) == (str(number), Oops)
        else:
            assert (kept, answer) == (f"new {number}", f"new {number}")
    assert commits == 1


async def test_an_answer_comes_after_its_commit(scene: Scene) -> None:
    """What was told can be read by everybody."""
    visit = await scene.visit()

    async def told(number: int) -> None:
        name = await scene.storage.write(_rename(visit.player.id, f"{number}"))
        assert int(await _name(scene.storage, visit.player.id)) >= int(name)

    await asyncio.gather(*(told(number) for number in range(30)))


async def test_a_reading_work_sees_one_moment(scene: Scene) -> None:
    """What is written meanwhile isn't seen half."""
    visit = await scene.visit()
    read, written = asyncio.Event(), asyncio.Event()

    async def twice(work: Any) -> tuple[str, str]:
        first = await work.people.player(visit.player.id)
        read.set()
        await written.wait()
        return first.name, (await work.people.player(visit.player.id)).name

    reading = asyncio.create_task(scene.storage.read(twice))
    await read.wait()
    await scene.storage.write(_rename(visit.player.id, "Bea"))
    written.set()

    assert await reading == ("Ann", "Ann")


async def test_a_reading_work_cannot_write(scene: Scene) -> None:
    """Readers are refused by the database itself."""
    visit = await scene.visit()

    async def sly(work: Any) -> None:
        unit = UnitOfWork(work.people._connection, bytes)
        await unit.people.set(visit.player.id, name="Eve")

    with pytest.raises(Unavailable, match=r"read-?only"):
        await scene.storage.read(sly)


async def test_a_cancelled_work_is_rolled_back(scene: Scene) -> None:
    """Whoever gives up leaves nothing behind, and the writer goes on."""
    visit = await scene.visit()
    changed, go_on = asyncio.Event(), asyncio.Event()

    async def slow(unit: UnitOfWork) -> None:
        await unit.people.set(visit.player.id, name="Eve")
        changed.set()
        await go_on.wait()

    writing = asyncio.create_task(scene.storage.write(slow))
    await changed.wait()
    waiting = asyncio.create_task(scene.storage.write(_rename(visit.player.id, "Zoe")))
    following = asyncio.create_task(scene.storage.write(lambda unit: unit.people.chat(1)))
    await asyncio.sleep(0)
    writing.cancel()
    waiting.cancel()
    go_on.set()
    ended = await asyncio.gather(writing, waiting, following, return_exceptions=True)

    assert [type(end).__name__ for end in ended] == ["CancelledError", "CancelledError", "Chat"]
    assert await _name(scene.storage, visit.player.id) == "Ann"


async def test_a_cancelled_work_among_others_spares_them(scene: Scene) -> None:
    """Only its own savepoint goes."""
    one, two = await scene.visit("one"), await scene.visit("two")
    changed, go_on = asyncio.Event(), asyncio.Event()

    async def slow(unit: UnitOfWork) -> None:
        await unit.people.set(one.player.id, name="Eve")
        changed.set()
        await go_on.wait()

    writing = asyncio.create_task(scene.storage.write(slow))
    other = asyncio.create_task(scene.storage.write(_rename(two.player.id, "Bea")))
    await changed.wait()
    writing.cancel()
    await asyncio.sleep(0)
    go_on.set()

    assert await other == "Bea"
    assert await _name(scene.storage, one.player.id) == "One"
    assert await _name(scene.storage, two.player.id) == "Bea"


async def test_a_cancelled_reader_leaves_the_others_alone(scene: Scene) -> None:
    """Its connection is replaced."""
    visit = await scene.visit()
    started, never = asyncio.Event(), asyncio.Event()

    async def endless(work: Any) -> None:
        await work.people.player(visit.player.id)
        started.set()
        await never.wait()

    for _ in range(10):
        started.clear()
        reading = asyncio.create_task(scene.storage.read(endless))
        await started.wait()
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)

    assert await _name(scene.storage, visit.player.id) == "Ann"


async def test_a_work_may_not_wait_for_another(scene: Scene) -> None:
    """That would wait for itself for ever."""
    visit = await scene.visit()

    async def nested(_unit: UnitOfWork) -> None:
        await scene.storage.write(_rename(visit.player.id, "Eve"))

    with pytest.raises(RuntimeError, match="wait for another"):
        await scene.storage.write(nested)


async def test_a_failing_commit_fails_every_work_in_it(scene: Scene) -> None:
    """Nobody is told of what the disk didn't take, and the next work finds a writer."""
    visits = [await scene.visit(str(number)) for number in range(5)]

    def full(_connection: object) -> None:
        event.remove(scene.storage._writers.sync_engine, "commit", full)
        raise OperationalError("COMMIT", None, Exception("database or disk is full"))

    event.listen(scene.storage._writers.sync_engine, "commit", full)
    answers = await asyncio.gather(
        *(scene.storage.write(_rename(visit.player.id, "Eve")) for visit in visits),
        return_exceptions=True,
    )

    assert [type(answer) for answer in answers] == [Unavailable] * 5
    assert [await _name(scene.storage, v.player.id) for v in visits] == [str(n) for n in range(5)]
    assert await scene.storage.write(_rename(visits[0].player.id, "Bea")) == "Bea"


async def test_breaking_a_constraint_is_the_callers_mistake(scene: Scene) -> None:
    """It isn't dressed up as a failing disk."""
    visit = await scene.visit()
    assert visit.chat is not None
    nowhere = replace(visit, chat=replace(visit.chat, id=99))

    with pytest.raises(IntegrityError):
        await scene.storage.write(lambda unit: unit.people.set_current(nowhere, None))


async def test_a_stopping_program_answers_those_who_wait(scene: Scene) -> None:
    """A writer stopped in the middle rolls back and leaves nobody waiting."""
    visit = await scene.visit()
    changed, never = asyncio.Event(), asyncio.Event()

    async def slow(unit: UnitOfWork) -> None:
        await unit.people.set(visit.player.id, name="Eve")
        changed.set()
        await never.wait()

    writing = asyncio.create_task(scene.storage.write(slow))
    await changed.wait()
    task = scene.storage._writer._task
    assert task is not None
    task.cancel()
    ended = await asyncio.gather(writing, task, return_exceptions=True)

    assert [type(end).__name__ for end in ended] == ["Unavailable", "CancelledError"]
    assert await _name(scene.storage, visit.player.id) == "Ann"
    assert await scene.storage.write(_rename(visit.player.id, "Bea")) == "Bea"
