"""``patience solve``, ``hint`` and ``legends``: verdicts with lines that replay, plain errors."""

import json

import pytest

from games.catalogue import find
from games.deals import lay_out
from games.game import Outcome
from games.record import check, read_records, write_record
from storage import Storage
from tests.bot.test_commandline import ILLEGAL, answers, refused, run

BAKERS = '[Game "bakers-game"]\n[Deal "{deal}"]\n\n{moves}\n\n'


def replayed(game_key, deal, codes, before=()):
    """The outcome after a line, by the rules alone."""
    game = find(game_key)
    position = game.deal(lay_out(game, deal))
    for code in (*before, *codes):
        position = game.play(position, game.parse(code))
    return game.outcome(position)


def test_deals_by_number_and_range():
    """A row for each deal in order; a winnable one carries a line that wins."""
    status, rows = answers("solve", "--game", "bakers-game", "--deals", "9-11,1")

    assert status == 0
    assert [row["deal"] for row in rows] == ["9", "10", "11", "1"]
    verdicts = ["winnable", "unwinnable", "winnable", "winnable"]
    assert [row["verdict"] for row in rows] == verdicts
    assert rows[1]["moves"] is None
    for row in (rows[0], rows[2], rows[3]):
        assert replayed("bakers-game", row["deal"], row["moves"]) is Outcome.WON
        assert row["nodes"] > 0
        assert row["seconds"] >= 0


def test_records_are_solved_from_where_they_end():
    """The line goes on from there; a won record needs no move more."""
    _, (row,) = answers("solve", "--game", "bakers-game", "--deals", "1")
    begun = row["moves"][:9]
    _, (row,) = answers("solve", given=BAKERS.format(deal="1", moves=" ".join(begun)))
    assert replayed("bakers-game", "1", row["moves"], begun) is Outcome.WON

    won = BAKERS.format(deal="1", moves=" ".join([*begun, *row["moves"]]))
    _, (row,) = answers("solve", given=won)

    assert (row["verdict"], row["moves"]) == ("winnable", [])


def test_a_wrong_record_is_told_and_the_next_are_solved():
    """Status 1; the wrong one has no verdict but its error."""
    impossible = '[Game "bakers-game"]\n[Cards "AC AC"]\n\n\n'
    given = ILLEGAL + impossible + BAKERS.format(deal="1", moves="")

    status, rows = answers("solve", given=given)

    assert status == 1
    assert [row["verdict"] for row in rows] == [None, None, "winnable"]
    assert rows[0]["error"]["index"] == 2
    assert rows[1]["error"]["reason"] == "doubled_card"


@pytest.mark.parametrize("key", ["bakers-game", "calculation", "devils-grip"])
def test_no_time_is_undecided(key):
    """A limit of 0 searches nothing and claims nothing."""
    status, rows = answers("solve", "--game", key, "--deals", "1,2", "--seconds", "0")

    assert status == 0
    assert {(row["verdict"], row["moves"]) for row in rows} == {("undecided", None)}


def test_prepared_deals_are_winnable_at_once():
    """The line is known, so no time is needed."""
    arguments = ("--game", "devils-grip", "--deals", "hard1-abc", "--seconds", "0")

    _, (row,) = answers("solve", *arguments)

    assert row["verdict"] == "winnable"
    assert replayed("devils-grip", "hard1-abc", row["moves"]) is Outcome.WON


@pytest.mark.parametrize(
    "arguments",
    [
        ("--game", "bakers-game"),
        ("--deals", "1"),
        ("--game", "chess", "--deals", "1"),
        ("--game", "bakers-game", "--deals", "5-1"),
        ("--game", "bakers-game", "--deals", "1-99999999999"),
        ("--game", "bakers-game", "--deals", "random"),
        ("--game", "bakers-game", "--deals", ""),
        ("--game", "bakers-game", "--deals", "1", "--seconds", "-1"),
        ("--game", "bakers-game", "--deals", "1", "--seconds", "nan"),
        ("--game", "bakers-game", "--deals", "1", "--seconds", "soon"),
    ],
)
def test_wrong_usage_of_solve(arguments):
    """One line, status 2."""
    assert refused("solve", *arguments)


def test_solve_in_words():
    """Without --json each deal is a line for people."""
    status, out, _ = run("solve", "--game", "bakers", "--deals", "10")
    assert status == 0
    assert out.startswith("bakers-game 10: unwinnable, ")


@pytest.mark.parametrize("key", ["bakers-game", "calculation", "devils-grip"])
@pytest.mark.parametrize("oracle", [False, True])
def test_hint_names_a_legal_move(key, oracle):
    """Fair by default; the oracle on request says so."""
    game = find(key)
    deal = "easy1-abc" if key == "devils-grip" else "1"
    record = write_record(key, deal, lay_out(game, deal), (), {})

    status, (row,) = answers("hint", *(["--oracle"] if oracle else []), given=record)

    assert status == 0
    assert row["kind"] == ("oracle" if oracle else "fair")
    moves = game.legal_moves(game.deal(lay_out(game, deal)))
    assert row["move"] in {move.code for move in moves}
    assert row["reason"]


def test_hints_asked_one_by_one_win_without_a_cycle():
    """Each call knows only the record so far, and yet the line never comes back."""
    codes = []
    while True:
        record = BAKERS.format(deal="1", moves=" ".join(codes))
        _, (row,) = answers("hint", given=record)
        if row["move"] is None:
            break
        codes.append(row["move"])
        assert len(codes) < 200

    assert row["why"] == "over"
    assert replayed("bakers-game", "1", codes) is Outcome.WON


def test_hint_for_a_wrong_record():
    """Status 1 and the error; no hint from a position nobody can be in."""
    status, (row,) = answers("hint", given=ILLEGAL)

    assert status == 1
    assert row["move"] is None
    assert row["error"]["index"] == 2


@pytest.mark.parametrize(
    "arguments", [("bakers-game",), ("chess",), ("devils-grip", "--seconds", "0")]
)
def test_wrong_usage_of_legends(arguments):
    """One line, status 2."""
    assert refused("legends", *arguments)


@pytest.mark.slow
async def test_legends_are_found_and_kept(tmp_path, monkeypatch):
    """A search of some minutes finds natural winners; what it tells is what the database has."""
    url = f"sqlite:///{tmp_path}/test.db"
    monkeypatch.setenv("DATABASE_URL", url)
    status, out, _ = run("legends", "devils-grip", "--seconds", "300", "--json")
    found = [json.loads(line) for line in out.splitlines()]

    assert status == 0
    assert found
    storage = await Storage.open(url)
    assert await storage.read(lambda work: work.legends.count("devils-grip")) == len(found)
    await storage.close()
    for row in found:
        assert replayed("devils-grip", row["deal"], row["moves"]) is Outcome.WON


def test_records_written_here_are_sound():
    """The records of these tests are what they seem."""
    (record,) = read_records(BAKERS.format(deal="1", moves="1a 2b"))
    assert check(record).fault is None
