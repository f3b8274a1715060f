"""``patience daily``: nothing before the close, everything after it."""

import json
import re

import pytest

from bot.daily.deals import ORDER
from tests.bot.test_commandline import answers, run

EARLY, LATE = "2026-11-20", "2099-01-01"


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    """A host's database with a closed date and one to come."""
    return f"sqlite:///{tmp_path_factory.mktemp('host') / 'daily.db'}"


@pytest.fixture(autouse=True)
def made(database, monkeypatch):
    """Two dates made by a host with a secret of their own."""
    monkeypatch.setenv("DATABASE_URL", database)
    monkeypatch.setenv("DAILY_SECRET", "told to nobody, and long enough for it")
    for first in (EARLY, LATE):
        status, rows = answers("daily", "make", "--first", first, "--days", "1")
        assert (status, [row["game"] for row in rows]) == (0, list(ORDER))


def shown(day):
    """What ``daily show`` tells as JSON."""
    status, [row] = answers("daily", "show", day)
    assert status == 0
    return row


def test_a_date_to_come_shows_par_and_seal_alone():
    """Neither text nor line is told in any form before the close."""
    row = shown(LATE)

    assert (row["closed"], len(row["seal"])) == (False, 64)
    assert all(set(game) == {"game", "difficulty", "par"} for game in row["games"])
    text = run("daily", "show", LATE)[1]
    assert "daily-" not in text
    assert not re.search("(easy|medium|hard)1-", text)
    assert run("daily", "show", LATE, "--records")[0] == 1
    assert run("daily", "verify", LATE)[0] == 1


def test_making_ahead_tells_no_deal():
    """Not even the host sees tomorrow's deals by the way."""
    status, rows = answers("daily", "make", "--first", "2099-01-02", "--days", "1")

    assert status == 0
    assert "daily-" not in json.dumps(rows)
    assert all(row["seconds"] >= 0 for row in rows)
    status, rows = answers("daily", "make", "--first", "2099-01-02", "--days", "1")
    assert [row["seconds"] for row in rows] == [None] * 3


def test_a_closed_date_verifies_with_and_without_the_database(tmp_path, monkeypatch):
    """Texts, seal and records are enough for anyone; without records the lines are found anew."""
    row = shown(EARLY)
    records = tmp_path / "lines.txt"
    records.write_text(run("daily", "show", EARLY, "--records")[1])
    deals = " ".join(game["deal"] for game in row["games"])
    assert run("daily", "verify", EARLY)[0] == 0
    assert run("daily", "verify", EARLY, "--seal", row["seal"])[0] == 0

    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/none.db")
    public = ["daily", "verify", EARLY, "--deals", deals, "--seal", row["seal"]]

    assert answers(*public)[1] == [{"date": EARLY, "right": True, "wrong": []}]
    assert run(*public, str(records))[0] == 0
    assert not (tmp_path / "none.db").exists()


def test_what_does_not_fit_is_told(tmp_path):
    """A seal of other texts, a text of another shape, a line that breaks off."""
    row = shown(EARLY)
    deals = [game["deal"] for game in row["games"]]
    records = tmp_path / "lines.txt"
    lines = run("daily", "show", EARLY, "--records")[1]
    records.write_text(lines.replace("won", "unfinished").split("\n\n", 2)[0] + "\n\n1h\n")

    def wrong(day, texts, seal, *more):
        given = ["--deals", " ".join(texts), "--seal", seal]
        status, [answer] = answers("daily", "verify", day, *given, *more)
        assert status == (0 if answer["right"] else 1)
        return [(each["what"], each["game"]) for each in answer["wrong"]]

    assert wrong(EARLY, deals, "0" * 64) == [("seal", "")]
    assert ("text", "devils-grip") in wrong("2026-11-22", deals, row["seal"])
    assert wrong(EARLY, [*deals[:2], "1"], row["seal"]) == [("seal", ""), ("text", "devils-grip")]
    found = wrong(EARLY, deals, row["seal"], str(records))
    assert found in ([("line", "bakers-game")], [("unwon", "bakers-game")])


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "yesterday"],
        ["verify", EARLY, "--deals", "a b", "--seal", "0"],
        ["verify", EARLY, "--deals", "a b c"],
        ["make", "--days", "0"],
    ],
)
def test_wrong_usage_is_one_line(arguments):
    """Status 2 and what to write instead."""
    status, out, err = run("daily", *arguments)

    assert (status, out, err.count("\n")) == (2, "", 1)


def test_a_date_nobody_made_is_told():
    """It has no dailies, and none are made by asking."""
    status, _, err = run("daily", "show", "2098-01-01")

    assert (status, "not made here" in err) == (1, True)


def test_a_database_that_is_not_there_is_told(monkeypatch, tmp_path):
    """None is made by asking."""
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/new.db")

    status, _, err = run("daily", "show", EARLY)

    assert (status, "there is no such file" in err) == (1, True)
    assert list(tmp_path.iterdir()) == []
