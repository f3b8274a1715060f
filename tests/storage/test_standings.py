"""Leaderboards: what counts, who ranks where, and whose name is shown."""

import tempfile
from collections import Counter
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Table, select

from storage import Storage, periods
from storage.models import NO_LEFTOVER, levels, standings
from storage.people import Visit
from storage.records import Figures, Standing
from tests.storage.conftest import NOW, Scene

GOLF = (0, "golf", "all")


async def _page(storage: Storage, board: tuple[int, str, str] = GOLF) -> tuple[Standing, ...]:
    return await storage.read(lambda work: work.standings.page(*board, 0, 50))


async def _own(
    storage: Storage, visit: Visit, board: tuple[int, str, str] = GOLF
) -> Standing | None:
    return await storage.read(lambda work: work.standings.own(*board, visit.player.id))


async def _rows(storage: Storage, table: Table = standings) -> list[Any]:
    async def work(reading: Any) -> list[Any]:
        statement = select(table).order_by(*table.primary_key)
        return list((await reading.people._connection.execute(statement)).all())

    return await storage.read(work)


def test_windows_have_names() -> None:
    """Weeks are ISO weeks with the ISO year."""
    assert periods.containing(date(2026, 11, 30)) == ("all", "d2026-11-30", "w2026-49", "m2026-11")
    assert periods.of_week(date(2027, 1, 1)) == "w2026-53"


async def test_a_solve_counts_once(scene: Scene) -> None:
    """The second solve of a deal by the same player changes nothing; another's counts."""
    ann, bob = await scene.visit("ann"), await scene.visit("bob")

    assert [await scene.solve(ann), await scene.solve(ann), await scene.solve(bob)] == [
        True,
        False,
        True,
    ]
    assert [line.solved for line in await _page(scene.storage)] == [1, 1]


async def test_a_solve_reaches_every_board_it_belongs_to(scene: Scene) -> None:
    """Here and everywhere, this game and all, all time, day, week and month: and no other."""
    visit = await scene.visit()
    await scene.solve(visit)

    boards = {(row.scope, row.game, row.period) for row in await _rows(scene.storage)}

    assert boards == {
        (scope, game, period)
        for scope in (0, visit.chat.id)
        for game in ("", "golf")
        for period in ("all", "d2026-11-30", "w2026-49", "m2026-11")
    }


async def test_equals_share_a_rank(scene: Scene) -> None:
    """Solved, then clean, then leftover; ties are numbered 1 2 2 4."""
    won = {"ann": [True, True], "bob": [True, False], "cat": [False, True], "dan": [True]}
    visits = {}
    for who, solves in won.items():
        visits[who] = await scene.visit(who)
        for number, clean in enumerate(solves):
            await scene.solve(visits[who], str(number), clean=clean)

    page = await _page(scene.storage)

    assert [line.rank for line in page] == [1, 2, 2, 4]
    assert [(line.solved, line.clean) for line in page] == [(2, 2), (2, 1), (2, 1), (1, 1)]
    owns = [await _own(scene.storage, visits[who]) for who in won]
    assert [own and own.rank for own in owns] == [1, 2, 2, 4]
    second = await scene.storage.read(lambda work: work.standings.page(*GOLF, 2, 1))
    assert [line.rank for line in second] == [2]


async def test_leftover_parts_equals_and_ranks_the_unsolved(scene: Scene) -> None:
    """Fewer cards left is better; having none recorded is last."""
    ann, bob, cat = [await scene.visit(who) for who in ("ann", "bob", "cat")]
    await _lose(scene, ann, 5)
    await _lose(scene, ann, 9)
    await _lose(scene, bob, 3)
    await scene.solve(cat, "1")

    page = await _page(scene.storage)

    assert [(line.rank, line.solved, line.leftover) for line in page] == [
        (1, 1, None),
        (2, 0, 3),
        (3, 0, 5),
    ]
    assert await scene.storage.read(lambda work: work.standings.count(*GOLF)) == 3
    assert len(await _page(scene.storage, (0, "", "all"))) == 1


async def _lose(scene: Scene, visit: Visit, leftover: int, **more: Any) -> None:
    told = {"kind": more.pop("kind", "shuffled"), "game": more.pop("game", "golf")}
    game = await scene.game(visit, deal=f"lost {leftover}", **told)
    changes = {"status": "lost", "leftover": leftover, "ended_at": NOW} | more
    row = await scene.play(game, "a", **changes)
    await scene.storage.write(lambda work: work.solves.keep_leftover(row))


@pytest.mark.parametrize(
    "more", [{"helped": True}, {"status": "resigned"}, {"kind": "prepared"}, {"ended_at": None}]
)
async def test_leftovers_that_do_not_rank(scene: Scene, more: dict[str, Any]) -> None:
    """Helped, resigned, prepared or unended games rank nothing."""
    await _lose(scene, await scene.visit(), 4, **more)

    assert await _page(scene.storage) == ()


async def test_prepared_and_easy_deals_are_counted_apart(scene: Scene) -> None:
    """They fill columns of their own; with nothing else there is no rank."""
    visit = await scene.visit()
    await scene.solve(visit, "1", kind="prepared")
    await scene.solve(visit, "2", kind="easy")

    own = await _own(scene.storage, visit)

    assert own is not None
    assert (own.rank, own.solved, own.prepared, own.easy) == (None, 0, 1, 1)
    assert await _page(scene.storage) == ()


async def test_names_are_shown_where_allowed(scene: Scene) -> None:
    """Here by name; everywhere only by one's own choice; one's own line always."""
    ann, bob = await scene.visit("ann"), await scene.visit("bob")
    for visit in (ann, bob):
        await scene.solve(visit)
    await scene.storage.write(lambda work: work.people.set(ann.player.id, named_everywhere=True))

    here = await _page(scene.storage, (ann.chat.id, "golf", "all"))
    everywhere = await _page(scene.storage)

    assert [(line.name, line.named) for line in here] == [("Ann", True), ("Bob", True)]
    assert [(line.name, line.named) for line in everywhere] == [("Ann", True), ("", False)]
    own = await _own(scene.storage, bob)
    assert own is not None
    assert (own.name, own.named) == ("Bob", False)


async def test_a_hidden_player_takes_no_line_and_no_rank(scene: Scene) -> None:
    """Others see boards as if they weren't there; they see the rank they would have."""
    ann, bob = await scene.visit("ann"), await scene.visit("bob")
    await scene.solve(ann, "1")
    await scene.storage.write(lambda work: work.people.set(ann.player.id, hidden=True))
    await scene.solve(ann, "2")
    await scene.solve(bob, "1")

    page = await _page(scene.storage)
    own = await _own(scene.storage, ann)

    assert [(line.rank, line.player_id) for line in page] == [(1, bob.player.id)]
    assert own is not None
    assert (own.rank, own.solved, own.named) == (1, 2, False)
    await scene.storage.write(lambda work: work.people.set(ann.player.id, hidden=False))
    assert [line.rank for line in await _page(scene.storage)] == [1, 2]


async def test_an_empty_board(scene: Scene) -> None:
    """Nobody there: no lines, no own line."""
    visit = await scene.visit()

    assert await _page(scene.storage) == ()
    assert await _own(scene.storage, visit) is None


async def test_windows_long_past_are_dropped(scene: Scene) -> None:
    """All time, the running windows and the ones before stay."""
    visit = await scene.visit()
    for back in (0, 2, 40, 400):
        await scene.solve(visit, str(back), day=NOW.date() - timedelta(days=back))

    await scene.storage.write(lambda work: work.standings.prune(NOW.date()))

    kept = {row.period for row in await _rows(scene.storage)}
    days, weeks = {"d2026-11-28", "d2026-11-30"}, {"w2026-48", "w2026-49"}
    assert kept == {"all", "m2026-10", "m2026-11"} | days | weeks


_DEED = st.tuples(
    st.sampled_from(["ann", "bob"]),
    st.sampled_from(["club", "pub"]),
    st.sampled_from(["golf", "klondike"]),
    st.sampled_from(["1", "2", "3"]),
    st.integers(0, 9),
    st.booleans(),
    st.sampled_from(["shuffled", "prepared", "easy", "lost"]),
)


@settings(max_examples=25, deadline=None)
@given(deeds=st.lists(_DEED, min_size=1, max_size=8), hide=st.booleans())
async def test_boards_kept_are_boards_rebuilt(deeds: list[tuple[Any, ...]], *, hide: bool) -> None:
    """Adding up as it happens and counting anew from what is stored give the same rows and ranks.

    So do hiding and deleting.
    """
    with tempfile.TemporaryDirectory() as folder:
        storage = await Storage.open(f"sqlite:///{folder}/test.db")
        scene = Scene(storage)
        for who, chat, game, deal, number, clean, kind in deeds:
            visit = await scene.visit(who, chat)
            day = NOW.date() - timedelta(days=number)
            if kind == "lost":
                await _lose(scene, visit, number, game=game, helped=not clean)
            else:
                await scene.solve(visit, deal, game=game, day=day, clean=clean, kind=kind)
        await storage.write(lambda work: work.people.set(1, hidden=hide))
        kept = await _rows(storage)
        counted = await _levels(storage)
        for player_id in {row.player_id for row in kept}:
            await storage.write(lambda work, who=player_id: work.standings.rebuild(who))
        rebuilt = await _rows(storage)
        recounted = await _levels(storage)
        await storage.write(lambda work: work.own_data.delete(1, NOW))
        left = await _levels(storage)
        await storage.close()

    assert kept == rebuilt
    assert counted == recounted == _levels_of(kept)
    assert left == _levels_of([row for row in kept if row.player_id != 1])


async def _levels(storage: Storage) -> dict[Any, int]:
    return {tuple(row[:-1]): row.players for row in await _rows(storage, levels)}


def _levels_of(rows: list[Any]) -> dict[Any, int]:
    return Counter(
        (row.period, row.scope, row.game, row.solved, row.clean, row.leftover)
        for row in rows
        if row.listed and (row.solved or row.leftover < NO_LEFTOVER)
    )


async def test_figures_of_a_player(scene: Scene) -> None:
    """Tries with a move are counted by how they ended; best figures come from the right ones."""
    visit = await scene.visit()
    second = NOW + timedelta(seconds=1)
    await scene.game(visit)
    await scene.play(
        await scene.game(visit),
        "a",
        status="won",
        moves=40,
        foundation=52,
        last_move_at=NOW + timedelta(seconds=75),
    )
    await scene.play(
        await scene.game(visit),
        "a",
        status="won",
        moves=50,
        helped=True,
        last_move_at=NOW + timedelta(seconds=60, milliseconds=900),
    )
    await scene.play(await scene.game(visit), "a", status="lost", leftover=7, moves=3)
    for status in ("resigned", "restarted", "unfinished", "running"):
        await scene.play(await scene.game(visit), "a", status=status, leftover=1, moves=1)
    await scene.play(await scene.game(visit, game="klondike"), "a", last_move_at=second)

    golf, klondike = await scene.storage.read(lambda work: work.figures.of(visit.player.id))

    assert golf == Figures(
        game="golf",
        played=7,
        won=2,
        lost=1,
        resigned=1,
        restarted=1,
        unfinished=1,
        running=1,
        clean=1,
        best_moves=40,
        best_seconds=60,
        least_leftover=7,
        best_foundation=52,
    )
    assert (klondike.played, klondike.running, klondike.best_seconds) == (1, 1, None)
