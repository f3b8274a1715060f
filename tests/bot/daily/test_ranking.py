"""Ranks and ties, by tables made by hand."""

from bot.daily.ranking import Result, own, ranked


def result(name, *, solved=False, clean=True, moves=0, seconds=0, **more):
    """Somebody's first try, ended and listed unless told otherwise; ids follow the alphabet."""
    told = {"lost": not solved, "open": False, "foundation": 52 if solved else 0, "leftover": None}
    return Result(
        player_id=ord(name[0]),
        name=name,
        named=True,
        solved=solved,
        clean=clean,
        moves=moves,
        seconds=seconds,
        **{"listed": True, **told, **more},
    )


def table(*results):
    """Ranks and names."""
    return [(each.rank, each.result.name) for each in ranked(results)]


def test_solved_clean_moves_time_then_score():
    """Each figure decides where those before it are equal."""
    rows = [
        result("f", foundation=40),
        result("d", solved=True, clean=False, moves=80, seconds=10),
        result("c", solved=True, moves=99, seconds=600),
        result("b", solved=True, moves=98, seconds=700),
        result("a", solved=True, moves=98, seconds=699),
        result("e", foundation=41),
    ]

    assert table(*rows) == list(enumerate("abcdef", 1))


def test_equal_results_share_a_rank():
    """1 2 2 4, among the solved and among the unsolved."""
    rows = [
        result("a", solved=True, moves=90, seconds=5),
        result("b", solved=True, moves=91, seconds=5),
        result("c", solved=True, moves=91, seconds=5),
        result("d", solved=True, moves=92, seconds=5),
        result("e", foundation=30, moves=7, seconds=1),
        result("f", foundation=30, moves=3, seconds=2),
        result("g", foundation=29),
    ]

    assert [rank for rank, _ in table(*rows)] == [1, 2, 2, 4, 5, 5, 7]


def test_what_is_left_over_ranks_lost_games_first():
    """In Devil's Grip a counted-up game is better than one given up, whatever lay where."""
    rows = [
        result("d", lost=False, leftover=70),
        result("b", leftover=9, foundation=0),
        result("a", leftover=4, foundation=12),
        result("c", lost=False, leftover=3),
        result("w", solved=True, clean=False, leftover=0, moves=72),
    ]

    assert [name for _, name in table(*rows)] == ["w", "a", "b", "c", "d"]


def test_open_tries_stand_last_without_a_rank():
    """Who still plays takes no place."""
    rows = [result("a", open=True, foundation=51), result("b", foundation=3)]

    assert table(*rows) == [(1, "b"), (None, "a")]
    assert own(rows, ord("a")).rank is None


def test_a_hidden_player_takes_no_rank_and_knows_their_own():
    """Others' ranks are as if they weren't there; theirs is the one they would have."""
    rows = [
        result("a", solved=True, moves=90),
        result("h", solved=True, moves=91, listed=False),
        result("b", solved=True, moves=92),
    ]

    assert table(*rows) == [(1, "a"), (2, "b")]
    assert own(rows, ord("h")).rank == 2
    assert own(rows, ord("b")).rank == 2
    assert own(rows, ord("x")) is None
