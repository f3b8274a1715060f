"""A group that its platform calls by another id from now on."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from storage.dailies import Schedule
from storage.records import Board
from tests.storage.conftest import NOW, Scene


async def _move(scene: Scene, old: str = "club", new: str = "super") -> bool:
    return await scene.storage.write(lambda work: work.moved_chats.move("discord", old, new))


async def _board_of(scene: Scene, chat: str) -> list[tuple[str, int]]:
    """Names and solves on the leaderboard of a chat."""

    async def work(reading: Any) -> list[tuple[str, int]]:
        found = await reading.people.find_chat("discord", chat)
        lines = await reading.standings.page(found.id, "", "all", 0, 10) if found else ()
        return [(line.name, line.solved) for line in lines]

    return await scene.storage.read(work)


async def test_a_moved_chat_keeps_all_that_is_its_own(scene: Scene) -> None:
    """Members, current games, settings and leaderboard stand under the new id."""
    visit = await scene.visit()
    game = await scene.game(visit)
    await scene.solve(visit, "1")
    await scene.storage.write(lambda work: work.people.set_current(visit, game.id))
    await scene.storage.write(
        lambda work: work.people.set_chat(
            "discord", "club", private=False, now=NOW, language="es", places="7"
        )
    )

    assert await _move(scene)

    there = await scene.storage.read(
        lambda work: work.people.recognise("discord", "ann", "discord", "super")
    )
    assert there is not None
    assert there.chat is not None
    assert (there.chat.id, there.chat.language, there.chat.places) == (visit.chat_id, "es", "7")
    assert (there.member, there.current_game) == (True, game.id)
    assert await _board_of(scene, "super") == [("Ann", 1)]
    assert (await scene.visit(chat="club")).chat_id != visit.chat_id


async def test_a_chat_moves_once(scene: Scene) -> None:
    """Both notices of a move and a refused message say so; the first one does it."""
    visit = await scene.visit()

    assert [await _move(scene) for _ in range(3)] == [True, False, False]
    assert (await scene.visit(chat="super")).chat_id == visit.chat_id


async def test_what_came_under_the_new_id_first_is_added(scene: Scene) -> None:
    """Games, solves, members and ranks of both are one chat's, and nothing counts twice."""
    ann = await scene.visit()
    await scene.solve(ann)
    ann_later = await scene.visit(chat="super")
    bob = await scene.visit("bob", "super")
    game = await scene.game(bob)
    newer = await scene.game(ann_later, deal="618")
    await scene.solve(bob)
    await scene.solve(ann_later, "619")
    await scene.storage.write(lambda work: work.people.set_current(ann_later, newer.id))

    assert await _move(scene)

    there = await scene.visit(chat="super")
    assert (there.chat_id, there.current_game) == (ann.chat_id, newer.id)
    assert await _board_of(scene, "super") == [("Ann", 2), ("Bob", 1)]
    assert (await scene.row(game.id)).chat_id == ann.chat_id


async def test_boards_of_a_moved_chat_are_forgotten(scene: Scene) -> None:
    """Their numbers may be other messages' there; boards elsewhere stay."""
    visit = await scene.visit()
    here, there = await scene.game(visit), await scene.game(visit, deal="2")
    boards = {here.id: Board("club", "7"), there.id: Board("club2", "8")}
    for game, board in boards.items():
        await scene.storage.write(lambda work, g=game, b=board: work.boards.put(g, "discord", b))

    await _move(scene)

    found = [
        await scene.storage.read(lambda work, g=game: work.boards.where(g, "discord"))
        for game in boards
    ]
    assert found == [None, boards[there.id]]


@pytest.mark.parametrize("stray", [False, True])
async def test_the_daily_post_moves_along(scene: Scene, stray: bool) -> None:
    """Where, when and what was posted; what was set in the new group already is what holds."""
    day, later = date(2026, 12, 1), date(2026, 12, 2)
    club = await scene.visit()
    first = Schedule(club.chat_id, "", "UTC", 540, "", True, "", NOW, day)

    async def set_up(schedule: Schedule, on: date) -> None:
        await scene.storage.write(lambda work: work.schedules.put(schedule))
        games = ("golf", "clock")
        await scene.storage.write(
            lambda work: work.schedules.claim(schedule, on, games, f"{on}", NOW)
        )

    await set_up(first, day)
    second = first
    if stray:
        newer = await scene.visit(chat="super")
        second = Schedule(newer.chat_id, "7", "Europe/Madrid", 600, "golf", True, "", NOW, later)
        await set_up(second, day)
        await set_up(second, later)
        await scene.storage.write(
            lambda work: work.people.set_chat(
                "discord", "super", private=False, now=NOW, language="es"
            )
        )

    assert await _move(scene)

    async def work(reading: Any) -> Any:
        chat = await reading.people.find_chat("discord", "super")
        claims = [await reading.schedules.claims(chat.id, each) for each in (day, later)]
        return chat, await reading.schedules.get(chat.id), claims

    chat, schedule, claims = await scene.storage.read(work)
    assert chat.id == club.chat_id
    assert chat.language == ("es" if stray else None)
    assert schedule == replace(second, chat_id=chat.id)
    assert [{each.nonce for each in some} for some in claims] == [
        {str(day)},
        {str(later)} if stray else set(),
    ]
