"""Games as decks and events."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import event

from storage import Stale, Storage
from storage.records import Legend, Tries
from tests.storage.conftest import NOW, Scene, happenings, on_sqlite


async def test_a_deal_comes_back_as_it_was(scene: Scene) -> None:
    """Long numbers and words in any script are kept to the letter."""
    visit = await scene.visit()
    deals = ["9" * 40, "ñandú-🂡-" * 7 + "é", "0"]

    games = [await scene.game(visit, deal=deal, starters="3S") for deal in deals]

    assert [(await scene.row(game.id)).deal for game in games] == deals
    assert games == [await scene.row(game.id) for game in games]
    assert (games[0].status, games[0].seq, games[0].attempt) == ("offered", 0, 1)


async def test_events_and_figures_grow_together(scene: Scene) -> None:
    """An action's events, the row's figures and its time are stored as one."""
    game = await scene.game(await scene.visit())

    after = await scene.play(game, "a1", "b2", moves=2, foundation=3)

    assert (after.seq, after.moves, after.foundation) == (2, 2, 3)
    assert after.active_at == NOW + timedelta(seconds=1)
    events = await scene.storage.read(lambda work: work.games.events(game.id))
    assert [(e.seq, e.action, e.code) for e in events] == [(1, 1, "a1"), (2, 1, "b2")]


async def test_an_old_board_changes_nothing(scene: Scene) -> None:
    """Who expects another number gets Stale, and neither event nor figure is stored."""
    game = await scene.game(await scene.visit())
    after = await scene.play(game, "a1")

    with pytest.raises(Stale) as refused:
        await scene.play(game, "b2", moves=99)

    assert (refused.value.game_id, refused.value.expected_seq) == (game.id, 0)
    assert after == await scene.row(game.id)


async def test_a_game_that_is_gone_is_stale(scene: Scene) -> None:
    """A press on a deleted game is an old press."""
    game = await scene.game(await scene.visit())
    await scene.storage.write(lambda work: work.games.discard(game.id, NOW))

    with pytest.raises(Stale):
        await scene.storage.write(
            lambda work: work.games.append(game.id, 0, happenings(1, "a1"), {}, NOW)
        )


@pytest.mark.parametrize("first", [0, 2])
async def test_gaps_in_events_are_a_mistake(scene: Scene, first: int) -> None:
    """Events are numbered without holes."""
    game = await scene.game(await scene.visit())

    with pytest.raises(ValueError, match="numbered"):
        await scene.storage.write(
            lambda work: work.games.append(game.id, 0, happenings(first, "a1"), {}, NOW)
        )


async def test_no_events_are_a_mistake(scene: Scene) -> None:
    """Figures alone are changed by ``update``."""
    game = await scene.game(await scene.visit())

    with pytest.raises(ValueError, match="at least one"):
        await scene.storage.write(lambda work: work.games.append(game.id, 0, [], {}, NOW))

    await scene.storage.write(lambda work: work.games.update(game.id, asked="hint"))
    assert ((await scene.row(game.id)).asked, (await scene.row(game.id)).seq) == ("hint", 0)


async def test_a_number_is_never_given_twice(scene: Scene) -> None:
    """An old button of a deal taken away can't open a newer game."""
    visit = await scene.visit()
    gone = await scene.game(visit)
    await scene.storage.write(lambda work: work.games.discard(gone.id, NOW))

    assert (await scene.game(visit)).id > gone.id


async def test_only_unplayed_deals_are_taken_away(scene: Scene) -> None:
    """A try stays on record."""
    game = await scene.play(await scene.game(await scene.visit()), "a1")

    await scene.storage.write(lambda work: work.games.discard(game.id, NOW))

    assert game == await scene.row(game.id)


async def test_lists_of_games(scene: Scene) -> None:
    """Running, offered and latest ones, each list with the freshest first."""
    ann, bob = await scene.visit("ann"), await scene.visit("bob")
    offered = await scene.game(ann)
    golf = await scene.play(await scene.game(ann), "a")
    klondike = await scene.play(await scene.game(ann, game="klondike"), "a")
    won = await scene.play(await scene.game(ann), "a", status="won")
    await scene.play(await scene.game(bob), "a")
    who, storage = ann.player.id, scene.storage

    async def ids(question: Any) -> list[int]:
        return [game.id for game in await storage.read(question)]

    assert await ids(lambda work: work.games.running(who)) == [klondike.id, golf.id]
    assert await ids(lambda work: work.games.running(who, "golf")) == [golf.id]
    assert await ids(lambda work: work.games.offered(who, "golf")) == [offered.id]
    assert await ids(lambda work: work.games.offered(who, "klondike")) == []
    assert await ids(lambda work: work.games.latest(who, 2)) == [won.id, klondike.id]


async def test_tries_begin_with_a_move(scene: Scene) -> None:
    """A deal only looked at is no try; a hidden card seen in one is remembered."""
    visit = await scene.visit()

    async def tries() -> Tries:
        return await scene.storage.read(
            lambda work: work.games.tries(visit.player.id, "golf", "617")
        )

    first = await scene.game(visit)
    assert await tries() == Tries(0, seen_hidden=False)
    await scene.play(first, "a", seen_hidden=True)
    assert await tries() == Tries(1, seen_hidden=True)
    assert (await scene.game(visit)).attempt == 2
    assert (await scene.game(visit, deal="618")).attempt == 1
    assert (await scene.game(visit, game="klondike")).attempt == 1


async def test_help_with_a_deal_nobody_has_played_is_remembered(scene: Scene) -> None:
    """Taking such a deal away ends it instead; it is no try, but the next one knows."""
    visit = await scene.visit()
    game = await scene.game(visit)
    await scene.storage.write(lambda work: work.games.update(game.id, helped=True))

    await scene.storage.write(lambda work: work.games.discard(game.id, NOW))

    tries = await scene.storage.read(lambda work: work.games.tries(visit.player.id, "golf", "617"))
    assert tries == Tries(0, seen_hidden=False, helped=True)
    assert await scene.storage.read(lambda work: work.games.running(visit.player.id)) == ()


async def test_legends_are_kept_once_and_in_order(scene: Scene) -> None:
    """A deal found again adds nothing; numbers beyond the last have none."""
    found = [Legend(game="golf", deal=deal, line="a b", found_at=NOW) for deal in ("9", "7")]

    kept = [
        await scene.storage.write(lambda work, legend=legend: work.legends.add(legend))
        for legend in (*found, found[0])
    ]

    assert kept == [True, True, False]
    assert await scene.storage.read(lambda work: work.legends.count("golf")) == 2
    assert await scene.storage.read(lambda work: work.legends.nth("golf", 0)) == found[1]
    assert await scene.storage.read(lambda work: work.legends.nth("golf", 2)) is None


async def test_idle_games_are_closed(scene: Scene) -> None:
    """Those untouched since a moment become unfinished, ended when they were touched last."""
    visit = await scene.visit()
    idle = await scene.play(await scene.game(visit), "a")
    won = await scene.play(await scene.game(visit), "a", status="won")
    storage = scene.storage

    assert await storage.write(lambda work: work.games.close_idle(idle.active_at)) == 0
    later = idle.active_at + timedelta(days=1)
    assert await storage.write(lambda work: work.games.close_idle(later)) == 1

    closed = await scene.row(idle.id)
    assert (closed.status, closed.ended_at) == ("unfinished", idle.active_at)
    assert (await scene.row(won.id)).status == "won"


@contextmanager
def _statements(storage: Storage) -> Iterator[list[tuple[str, Any]]]:
    said: list[tuple[str, Any]] = []

    def listen(*heard: Any) -> None:
        said.append((heard[2], heard[3]))

    engines = [storage._readers.sync_engine, storage._writers.sync_engine]
    for engine in engines:
        event.listen(engine, "before_cursor_execute", listen)
    yield said
    for engine in engines:
        event.remove(engine, "before_cursor_execute", listen)


@on_sqlite
async def test_every_look_up_goes_by_an_index(scene: Scene) -> None:
    """No statement of a press reads a table from end to end."""
    visit = await scene.visit()
    game = await scene.play(await scene.game(visit), "a")
    storage, who = scene.storage, visit.player.id
    questions: list[Any] = [
        lambda work: work.people.recognise("discord", "ann", "discord", "club"),
        lambda work: work.people.player(who),
        lambda work: work.games.get(game.id),
        lambda work: work.games.events(game.id),
        lambda work: work.games.running(who),
        lambda work: work.games.running(who, "golf"),
        lambda work: work.games.offered(who, "golf"),
        lambda work: work.games.latest(who, 5),
        lambda work: work.games.tries(who, "golf", "617"),
        lambda work: work.figures.of(who),
        lambda work: work.standings.page(0, "golf", "all", 0, 10),
        lambda work: work.standings.own(0, "golf", "all", who),
        lambda work: work.standings.count(0, "golf", "all"),
        lambda work: work.own_data.export(who),
        lambda work: work.games.count_running(),
        lambda work: work.games.running(who, "golf", NOW.date()),
        lambda work: work.solves.milestone(game),
        lambda work: work.dailies.of(NOW.date()),
        lambda work: work.dailies.days(NOW.date(), 0, 10),
        lambda work: work.dailies.tries(NOW.date(), "golf", NOW),
        lambda work: work.dailies.tries(NOW.date(), "golf", NOW, visit.chat_id),
        lambda work: work.dailies.own(who, [NOW.date()]),
        lambda work: work.dailies.solved(who),
        lambda work: work.dailies.solved_here(visit.chat_id),
        lambda work: work.schedules.due(["discord", "telegram"], NOW, 500),
        lambda work: work.schedules.unconfirmed(["discord", "telegram"], NOW),
    ]
    changes: list[Any] = [
        lambda work: work.games.close_idle(NOW),
        lambda work: work.games.append(game.id, 1, happenings(2, "b"), {"moves": 2}, NOW),
        lambda work: work.people.set(who, hidden=False),
        lambda work: work.standings.rebuild(who),
        lambda work: work.standings.prune(NOW.date()),
    ]
    await scene.solve(visit, "9")
    with _statements(storage) as said:
        for question in questions:
            await storage.read(question)
        for change in changes:
            await storage.write(change)

    async def plans(work: Any) -> list[str]:
        connection, lines = work.people._connection, []
        for statement, parameters in said:
            if statement.startswith(("SELECT", "UPDATE", "DELETE")):
                values = parameters[0] if isinstance(parameters, list) else parameters
                rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
                lines += [f"{row.detail} <- {statement}" for row in rows]
        return lines

    lines = await storage.read(plans)
    assert len(lines) > 30
    scans = [line for line in lines if line.startswith("SCAN") and "CONSTANT" not in line]
    # What the host has decided are few rows, read when somebody asks for their own data.
    few = ("SCAN moderation ",)
    assert [
        line for line in scans if "INDEX ix_games_idle" not in line and not line.startswith(few)
    ] == []
    # Those that hold little are there for these questions.
    for index in ("ix_games_idle", "ix_games_daily", "ix_daily_schedules_next",
                  "ix_daily_posts_claimed"):  # fmt: skip
        assert [line for line in lines if f"INDEX {index}" in line] != [], index
