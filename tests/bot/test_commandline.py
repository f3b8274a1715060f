"""``patience deal``, ``replay`` and ``moves``: statuses, one-line errors, JSON and odd pipes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli import app
from games.cards import texts
from games.catalogue import find
from games.deals import lay_out

_ROOT = Path(__file__).parents[2]

DATA = Path(__file__).parents[1] / "data"
KEYS = ["bakers-game", "calculation", "devils-grip"]
GOOD = '[Game "calculation"]\n[Deal "1"]\n\nd w1\n\n'
ILLEGAL = '[Game "calculation"]\n[Deal "1"]\n\nd d\n\n'
STATE = {"game", "deal", "outcome", "foundation", "leftover", "position", "moves"}


def run(*arguments, given=""):
    """Status, lines of standard output and standard error of a command in this process."""
    done = CliRunner().invoke(app, list(arguments), input=given, prog_name="patience")
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout, done.stderr


def answers(*arguments, given=""):
    """Status and objects of a command with ``--json``; nothing is on standard error."""
    status, out, err = run(*arguments, "--json", given=given)
    assert err == ""
    return status, [json.loads(line) for line in out.splitlines()]


def refused(*arguments, given=""):
    """The one line on standard error of a command that ends with status 2 and says no more."""
    status, out, err = run(*arguments, given=given)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert err.startswith("patience: ")
    assert err.rstrip("\n").isprintable()
    return err


def process(*arguments, given, stdout=subprocess.PIPE, **environment):
    """The program in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        input=given,
        stdout=stdout,
        stderr=subprocess.PIPE,
        env={**os.environ, **environment},
        check=False,
        timeout=60,
    )


# deal


@pytest.mark.parametrize("key", KEYS)
def test_a_deal_as_json(key):
    """One object: game, deal in its one spelling, cards in dealing order, starts if there are."""
    deck = lay_out(find(key), "617")
    status, [row] = answers("deal", key, " 0617 ")

    assert status == 0
    assert (row["game"], row["deal"], " ".join(row["cards"])) == (key, "617", texts(deck.cards))
    assert row.get("starters") == (["AC", "2D", "3H", "4S"] if key == "calculation" else None)


@pytest.mark.parametrize("key", KEYS)
def test_a_deal_for_people(key):
    """Its name, a board and the cards."""
    status, out, err = run("deal", key, "Straße")

    assert (status, err) == (0, "")
    assert "strasse" in out.splitlines()[0]
    assert out.splitlines()[-1] == texts(lay_out(find(key), "strasse").cards)


@pytest.mark.parametrize("starters", ["AH 2H 3H 4C", "ah 2h 3h 4c", "1♥ 2♥ 3♥ ♣4"])
def test_starts_are_read_as_people_write_them(starters):
    """In any accepted spelling of the cards."""
    status, [row] = answers("deal", "calculation", "617", "--starters", starters)

    assert status == 0
    assert row["starters"] == ["AH", "2H", "3H", "4C"]
    assert len({*row["cards"], *row["starters"]}) == 52


@pytest.mark.parametrize("starters", ["AC", "AC 2D 3H 4X", "2D AC 3H 4S", "AC 2D 3H 4S 5S"])
def test_wrong_starts_are_refused(starters):
    """With an example of right ones."""
    assert "AC 2D 3H 4S" in refused("deal", "calculation", "1", "--starters", starters)


@pytest.mark.parametrize("key", ["bakers-game", "devils-grip"])
def test_games_without_starts_refuse_them(key):
    """Nothing is ignored in silence."""
    assert "Calculation" in refused("deal", key, "1", "--starters", "AC 2D 3H 4S")


@pytest.mark.parametrize(
    "text",
    ["", " ", "x" * 65, "9" * 41, "1e9", "٣", "a b", "a\x07b", "a\nb", "\x1b[31m", "q♠", "a\udc80",
     "random", "Legend"],
)  # fmt: skip
def test_refused_deal_texts(text):
    """Status 2, one printable line with an example, nothing on standard output."""
    line = refused("deal", "calculation", text)

    assert "617" in line or "patience" in line.removeprefix("patience: ")
    assert "\x1b" not in line


def test_negative_numbers_are_refused():
    """Behind ``--`` as a deal text, without it as an option: by one line each."""
    assert "-1" in refused("deal", "calculation", "--", "-1")
    assert "-1" in refused("deal", "calculation", "-1")


def test_prepared_deals_of_no_method_are_refused_in_devils_grip_alone():
    """They are kept for a method to come."""
    assert "prepared" in refused("deal", "devils-grip", "easy2-abc")
    assert run("deal", "devils-grip", "easy1-abc")[0] == 0
    assert run("deal", "bakers-game", "easy2-abc")[0] == 0


@pytest.mark.parametrize("game", ["chess", "", "bakers-game 617", "\x1b[31mred", "x" * 1000])
def test_unknown_games_are_refused(game):
    """The line tells which there are, and stays a short one."""
    line = refused("deal", game, "1")

    assert all(key in line for key in KEYS)
    assert len(line) < 150


# replay


@pytest.mark.parametrize("key", KEYS)
def test_replaying_won_games(key):
    """Files with many records: an object each, in their order."""
    file = DATA / "records" / f"{key}.txt"
    status, rows = answers("replay", str(file), str(file))

    assert status == 0
    assert len(rows) == 2 * file.read_text().count("[Game")
    for row in rows:
        assert set(row) == STATE
        assert (row["game"], row["outcome"]) == (key, "won")
        assert row["foundation"] == (96 if key == "devils-grip" else 52)
        assert row["leftover"] == (0 if key == "devils-grip" else None)
        assert row["moves"] > 20


def test_a_bad_record_between_good_ones():
    """Each gets its own answer; the status says that one was wrong."""
    status, [first, second, third] = answers("replay", given=GOOD + ILLEGAL + GOOD)

    assert status == 1
    assert first == third
    assert "error" not in first
    assert {key: second["error"][key] for key in ("index", "move", "reason")} == {
        "index": 2, "move": "d", "reason": "hand_full"}  # fmt: skip
    assert second["error"]["message"]
    assert second["moves"] == 1
    assert second["position"].endswith("S:47")
    assert (second["outcome"], second["foundation"]) == ("playing", 4)


@pytest.mark.parametrize(
    ("text", "reason", "game"),
    [
        ('[Game "chess"]\n[Deal "1"]\n\n', "unknown_game", "chess"),
        ('[Deal "1"]\n\n', "no_game", None),
        ('[Game "bakers-game"]\n\n', "no_deal", "bakers-game"),
        ('[Game "bakers-game"]\n[Cards "AC AC"]\n\n', "doubled_card", "bakers-game"),
        ('[Game "bakers-game"]\n[Cards "AC ZZ"]\n\n', "not_a_card", "bakers-game"),
        ('[Game "bakers-game"]\n[Deal "a b"]\n\n', "not_a_word", "bakers-game"),
        ('[Game "bakers-game"]\n[Game "calculation"]\n\n', "header_twice", "bakers-game"),
    ],
)
def test_records_without_a_state(text, reason, game):
    """Everything that there is none of is null, and no move is at fault."""
    status, [row] = answers("replay", given=text)

    assert status == 1
    assert set(row) == {*STATE, "error"}
    assert (row["error"]["reason"], row["error"]["index"], row["error"]["move"]) == (
        reason, None, None)  # fmt: skip
    assert "\n" not in row["error"]["message"]
    assert row["game"] == game
    assert [row[key] for key in ("deal", "outcome", "foundation", "leftover", "position")] == [
        None] * 5  # fmt: skip
    assert row["moves"] == 0


def test_a_wrong_result_keeps_the_state():
    """The moves are right, what is claimed of them is not."""
    status, [row] = answers("replay", given=GOOD.replace("\n\nd", '\n[Result "won"]\n\nd'))

    assert status == 1
    assert (row["error"]["index"], row["error"]["reason"]) == (None, "wrong_result")
    assert (row["moves"], row["outcome"]) == (2, "playing")


def test_a_record_of_cards_has_no_deal():
    """``deal`` is null for ``Cards``, also where the state is known."""
    deck = texts(lay_out(find("bakers-game"), "1").cards)
    status, [row] = answers("replay", given=f'[Game "bakers-game"]\n[Cards "{deck}"]\n\n')

    assert (status, row["deal"], row["outcome"]) == (0, None, "playing")


@pytest.mark.parametrize("command", ["replay", "moves"])
def test_no_record_is_no_answer(command):
    """Empty input is neither an answer nor an error."""
    assert run(command) == (0, "", "")
    assert run(command, given="; just a note\n") == (0, "", "")


def test_replay_for_people_says_it_in_a_line_each():
    """Without ``--json``, right and wrong ones alike; control characters do not get through."""
    status, out, _ = run("replay", given=GOOD + ILLEGAL + '[Game "a\x1b[31mb"]\n\n')

    assert status == 1
    assert len(out.splitlines()) == 3
    assert "wrong" not in out.splitlines()[0]
    assert "move 2" in out.splitlines()[1]
    assert "\x1b" not in out


# moves


def test_moves_are_sorted_and_swaps_come_when_asked_for():
    """All that is legal where the record ends."""
    start = '[Game "devils-grip"]\n[Deal "1"]\n\n'
    _, [plain] = answers("moves", given=start)
    _, [all_of_them] = answers("moves", "--swaps", given=start)

    assert set(plain) == {"moves"}
    assert plain["moves"] == sorted(plain["moves"])
    assert "d" in plain["moves"]
    assert not any("=" in code for code in plain["moves"])
    assert all_of_them["moves"] == sorted(all_of_them["moves"])
    assert len(all_of_them["moves"]) == len(plain["moves"]) + 24 * 23 // 2


def test_moves_of_a_record_that_breaks_off():
    """What was legal before the fault, and the fault itself."""
    status, [row, none] = answers("moves", given=ILLEGAL + '[Game "chess"]\n\n')

    assert status == 1
    assert row["moves"] == ["w1", "w2", "w3", "w4"]
    assert (row["error"]["index"], row["error"]["reason"]) == (2, "hand_full")
    assert (none["moves"], none["error"]["reason"]) == ([], "unknown_game")


def test_moves_for_people():
    """A line of codes for each record."""
    assert run("moves", given=GOOD) == (0, "d\n", "")


# files, pipes and encodings


@pytest.mark.parametrize("command", ["replay", "moves"])
def test_files_that_cannot_be_read(command, tmp_path):
    """A missing file, a folder, no text: one line that names it, status 2."""
    latin = tmp_path / "latin.txt"
    latin.write_bytes('[Game "x"] ; ñ'.encode("latin-1"))
    missing = str(tmp_path / "missing.txt")

    assert missing in refused(command, missing)
    assert str(tmp_path) in refused(command, str(tmp_path))
    assert f"{latin} is not UTF-8" in refused(command, str(latin))
    assert "standard input" in refused(command, given=b"\xff\xfe[\x00")


def test_what_was_read_before_a_bad_file_is_answered(tmp_path):
    """Then the line says what is wrong with the next."""
    good = tmp_path / "good.txt"
    good.write_text(GOOD)
    status, out, err = run("replay", "--json", str(good), str(tmp_path / "missing.txt"))

    assert status == 2
    assert json.loads(out)["moves"] == 2
    assert err.count("\n") == 1


@pytest.mark.parametrize("prefix", ["\ufeff", "\ufeff\n\n", "; note\n\n"])
def test_marks_and_notes_before_the_first_header(prefix, tmp_path):
    """Editors' byte order marks are read over, in each of several files."""
    file = tmp_path / "one.txt"
    file.write_text(prefix + GOOD.replace("\n", "\r\n"), encoding="utf-8", newline="")
    status, rows = answers("replay", str(file), str(file))

    assert (status, [row["moves"] for row in rows]) == (0, [2, 2])


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nosuch"],
        ["nos\nuch"],
        ["deal"],
        ["replay", "--nosuch"],
        ["deal", "x"],
        ["moves", "--swaps=2"],
    ],
)
def test_wrong_usage(arguments):
    """One line that tells where help is."""
    assert "patience -h" in refused(*arguments)


@pytest.mark.parametrize("arguments", [["-h"], ["--help"], ["deal", "-h"]])
def test_help_is_no_error(arguments):
    """It comes on standard output, with status 0."""
    status, out, err = run(*arguments)

    assert (status, err) == (0, "")
    assert "Usage: patience" in out


def test_python_m_bot_is_patience():
    """Standard input, JSON and the status, as a process."""
    done = process("replay", "--json", given=(GOOD + ILLEGAL).encode())

    assert done.returncode == 1
    assert done.stderr == b""
    assert [json.loads(line)["moves"] for line in done.stdout.splitlines()] == [2, 1]


def test_any_encoding_of_the_output_will_do():
    """Names that an output cannot show are escaped."""
    record = '[Game "ñ☃"]\n\n'.encode()
    as_json = process("replay", "--json", given=record, PYTHONIOENCODING="ascii")
    plain = process("replay", given=record, PYTHONIOENCODING="ascii")

    assert (as_json.returncode, as_json.stderr) == (1, b"")
    assert json.loads(as_json.stdout)["game"] == "ñ☃"
    assert (plain.returncode, plain.stderr) == (1, b"")
    assert plain.stdout.isascii()


def test_a_reader_that_goes_away_is_no_error():
    """``patience replay … | head -1`` ends quietly."""
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "replay", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as program:
        program.stdout.close()
        program.stdin.write((GOOD * 500).encode())
        program.stdin.close()
        complaint = program.stderr.read()

    assert (program.returncode, complaint) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("arguments", [["deal", "bakers-game", "1"], ["replay", "--json"]])
def test_a_full_disk_is_one_line(arguments):
    """Never a traceback, also not when the program ends."""
    with Path("/dev/full").open("wb") as full:
        done = process(*arguments, given=GOOD.encode(), stdout=full)

    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="a shell closes the pipes")
@pytest.mark.parametrize(("pipe", "name"), [("<&-", b"input"), (">&-", b"output")])
def test_closed_pipes_are_one_line(pipe, name):
    """A program started without standard input or output says so."""
    done = subprocess.run(
        f'"$PYTHON" -m bot replay {pipe}',
        shell=True,
        input=GOOD.encode(),
        capture_output=True,
        env={**os.environ, "PYTHON": sys.executable},
        check=False,
    )

    assert done.returncode == 2
    assert done.stderr == b"patience: standard " + name + b" is closed\n"


@pytest.mark.parametrize(
    "command",
    ["backup x", "daily show 2026-12-01", "daily make", "legends devils-grip", "emojis sync"],
)
def test_a_setting_that_can_not_be_read(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command that needs the settings names it on one line."""
    monkeypatch.setenv("DISCORD_TEST_GUILD", "north")
    line = "patience: a setting can't be used: DISCORD_TEST_GUILD must be a server's id, a number\n"
    assert refused(*command.split()) == line


def test_a_file_of_settings_that_can_not_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As some editors save it, in another encoding: one line, for every command."""
    (tmp_path / ".env").write_text("DISCORD_TEST_GUILD=1", encoding="utf-16")
    monkeypatch.chdir(tmp_path)
    told = "patience: .env can't be read: save it as UTF-8 text that the bot's user may read\n"
    assert refused("blocked") == told


def test_play_with_a_setting_that_can_not_be_read() -> None:
    """The same where a game would begin."""
    done = process("play", given=b"", DISCORD_TEST_GUILD="north")
    line = (
        b"patience: a setting can't be used: DISCORD_TEST_GUILD must be a server's id, a number\n"
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", line)


def test_what_needs_no_database_loads_none() -> None:
    """Commands over records start at once: nothing slow is imported that they don't use."""
    slow = "('sqlalchemy', 'numba', 'discord', 'telegram', 'textual')"
    told = f"import sys, bot.commandline.deal; print([m for m in {slow} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", told], capture_output=True, text=True, check=True, cwd=_ROOT
    )
    assert done.stdout.strip() == "[]"
