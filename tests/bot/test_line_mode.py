"""Line mode as programs see it, and bad input of every kind."""

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from wcwidth import wcswidth

from bot.conversation import Conversation
from bot.look import THEMES
from bot.replies import Reply
from storage import Storage
from tests.bot.conftest import ROOT, Nursery, Program, Talk, boards_of, converse, session_at

WIDEST = 23
KEYS = ("bakers-game", "calculation", "devils-grip")


def command(
    database: Path, *arguments: str, lines: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    """The command itself, from its start to its end."""
    return subprocess.run(
        [sys.executable, "-m", "bot", "play", *arguments],
        cwd=ROOT,
        env=os.environ | {"DATABASE_URL": f"sqlite:///{database}", "LC_ALL": "C.UTF-8"},
        input=lines,
        capture_output=True,
        timeout=120,
        check=False,
    )


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a database will be."""
    return tmp_path / "test.db"


@pytest.fixture
def ann(file: Path, nursery: Nursery) -> Program:
    """Ann's program over that database."""
    return nursery.play(file, "ann")


def stored(file: Path) -> list[tuple[Any, ...]]:
    """Every game and event."""
    with closing(sqlite3.connect(file)) as database:
        return [
            *database.execute("SELECT id, player_id, game, deal, status, seq FROM games"),
            *database.execute("SELECT * FROM events"),
        ]


# The format


def test_keys_and_types(ann: Program) -> None:
    """An answer has exactly the keys that the format names, and so have its parts."""
    nothing = ann.ask("board")
    assert set(nothing) == {"text", "buttons", "private", "game"}
    assert nothing["game"] is None
    answer = ann.ask("play calculation 617")
    assert set(answer) == {"text", "buttons", "private", "game"}
    assert answer["private"] is False
    assert all(set(each) == {"label", "token"} for each in answer["buttons"])
    game = answer["game"]
    assert set(game) == {"key", "deal", "seq", "position", "outcome"}
    assert (game["key"], game["deal"], game["seq"]) == ("calculation", "617", 0)
    assert game["outcome"] == "playing"
    assert game["position"].startswith("F:A 2 3 4 | T:- | 1: | 2: | 3: | 4: | S:48")
    assert ann.ask("nonsense")["private"] is True


def test_the_command_itself(file: Path) -> None:
    """Started as people start it, even with a name that is no text, it answers and ends well."""
    done = command(file, "--json", "--user", "\udcff", lines=b"play bakers-game 1\n=1a\n")
    assert (done.returncode, done.stderr) == (0, b"")
    answers = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert [each["game"]["seq"] for each in answers] == [0, 1]


def test_one_answer_a_line_at_once(ann: Program) -> None:
    """A program may wait for each answer before it sends the next line, or send many."""
    assert ann.ask("play bakers-game 1")["game"]["seq"] == 0
    for number, code in enumerate(("=1a", "=28", "=3b"), 1):
        assert ann.ask(code)["game"]["seq"] == number
    ann.write(*["undo"] * 3, "", "   ", "board")
    assert [ann.answer()["game"]["seq"] for _ in range(6)] == [4, 5, 6, 6, 6, 6]
    assert ann.end() == 0


@pytest.mark.parametrize(
    "lines", [b"", b"board", b"board\n", b"board\r\n", b"bo\x00ard\x0b\x0c\x1c\x85\n", b"\xff\xfe"]
)
def test_end_of_input_is_success(file: Path, nursery: Nursery, lines: bytes) -> None:
    """Each line is answered, the last one without a line end too; then the status is 0."""
    done = nursery.run(file, "--json", "--user", "ann", lines=lines)
    assert done.status == 0
    assert done.errors == b""
    answers = done.out.decode().splitlines()
    assert len(answers) == bool(lines)
    assert all(json.loads(each)["text"] for each in answers)


def test_a_carriage_return_inside_a_line_is_part_of_it(ann: Program) -> None:
    """A line ends with a line feed and with nothing else, so answers stay in step."""
    ann.write("one\rtwo\x0bthree\x0cfour\x85five\u2028six", "play bakers-game 1")
    assert ann.answer()["game"] is None
    assert ann.answer()["game"]["deal"] == "1"


def test_answers_hold_no_other_line_ends(ann: Program) -> None:
    """Whatever is echoed, a reader that splits at every kind of line end finds one object."""
    signs = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
    for line in (
        f"a{signs}b",
        f"settings x{signs}y",
        f"top q{signs}",
        f"play calculation w{signs}",
    ):
        ann.write(line)
        raw = ann.answers.readline().decode()
        assert len(raw.splitlines()) == 1
        json.loads(raw)


def test_text_without_json(file: Path, nursery: Nursery) -> None:
    """Without ``--json`` the same conversation is readable, its buttons numbered from 1."""
    done = nursery.run(file, "--user", "ann", lines=b"play bakers-game 1\n.2\n")
    text = done.out.decode()
    assert done.status == 0
    assert ".1 6s>a" in text
    assert ".2 9c>Tc" in text
    assert "move 1 · 9c on Tc" in text or "move 1" in text


def test_tokens_press_buttons(ann: Program) -> None:
    """``!TOKEN`` does what its button says, with blanks about it too."""
    answer = ann.ask("play bakers-game 1")
    token = next(each["token"] for each in answer["buttons"] if each["label"] == "9c>Tc")
    assert ann.ask(f"!{token} ")["game"]["seq"] == 1
    assert "moved on" in ann.ask(f"!{token}")["text"]


def test_play_with_and_without_a_slash(ann: Program) -> None:
    """Both are the same command, in both languages."""
    words = ("play bakers-game 1", "/play bakers-game 1", "/jugar bakers-game 1", "JUGAR BAKER 1")
    games = [ann.ask(line)["game"] for line in words]
    assert games == [games[0]] * 4


def test_chat_names_the_place(file: Path, nursery: Nursery) -> None:
    """In a chat several people play, each their own game; a private talk knows it too."""
    ann = nursery.play(file, "ann", "--chat", "club")
    bo = nursery.play(file, "bo", "--chat", "club")
    private = nursery.play(file, "ann")
    ann.ask("play bakers-game 1")
    ann.ask("=1a")
    assert bo.ask("board")["game"] is None
    assert bo.ask("play bakers-game 1")["game"]["seq"] == 0
    assert private.ask("board")["game"] is None
    assert private.ask("play bakers-game")["game"]["seq"] == 1
    assert ann.ask("board")["game"]["seq"] == 1


@pytest.mark.parametrize(("language", "said"), [("en", "Which game"), ("es", "¿")])
def test_both_languages(file: Path, nursery: Nursery, language: str, said: str) -> None:
    """``--lang`` chooses the language of every sentence; settings are understood in both."""
    program = nursery.play(file, "ann", "--lang", language)
    assert said in program.ask("play")["text"]
    program.ask("settings autoturn off")
    program.ask("play calculation 617")
    program.ask("=d")
    assert program.ask("=w1")["game"]["seq"] == 2
    program.ask("ajustes autoturn on")
    assert program.ask("=d")["game"]["seq"] == 3
    assert program.ask("=w1")["game"]["seq"] == 5


def test_unknown_language_and_theme_are_wrong_usage(file: Path, nursery: Nursery) -> None:
    """One line on standard error and status 2."""
    for arguments in (("--lang", "fr"), ("--theme", "neon")):
        done = nursery.run(file, "--json", *arguments)
        assert done.status == 2
        assert done.out == b""
        assert done.errors.count(b"\n") == 1


# Bad buttons


def test_other_peoples_buttons(file: Path, nursery: Nursery, ann: Program) -> None:
    """They are told privately whose game it is and offered their own; nothing is stored."""
    shown = ann.ask("play bakers-game 1")["buttons"]
    bo = nursery.play(file, "bo")
    before = stored(file)
    for button in shown:
        answer = bo.ask(f"!{button['token']}")
        assert answer["private"]
        assert "\u2068ann\u2069's game" in answer["text"]
        assert answer["game"] is None
        assert len(answer["buttons"]) == 3
    assert stored(file) == before


def test_old_buttons(file: Path, ann: Program) -> None:
    """A press on an older board moves nothing and shows the live one."""
    old = ann.ask("play bakers-game 1")["buttons"]
    ann.ask("=1a")
    live = ann.ask("board")
    before = stored(file)
    for button in old:
        answer = ann.ask(f"!{button['token']}")
        assert "The board had moved on" in answer["text"]
        assert answer["buttons"] == live["buttons"]
        assert answer["game"] == live["game"]
    assert stored(file) == before


def test_buttons_of_deleted_games(file: Path, ann: Program) -> None:
    """A game that was never played goes away with the next; its buttons say so."""
    gone = ann.ask("play bakers-game 1")["buttons"]
    ann.ask("play bakers-game 2")
    before = stored(file)
    for button in gone:
        assert "gone" in ann.ask(f"!{button['token']}")["text"]
    assert stored(file) == before


def test_buttons_after_all_data_was_deleted(file: Path, ann: Program) -> None:
    """Nothing is left to press, and nobody else gets the old number."""
    shown = ann.ask("play bakers-game 1")["buttons"]
    ann.ask("=1a")
    delete = ann.ask("mydata delete")["buttons"][0]["token"]
    assert ann.ask(f"!{delete}")["game"] is None
    assert stored(file) == []
    for button in shown:
        assert "gone" in ann.ask(f"!{button['token']}")["text"]
    ann.ask("play bakers-game 1")
    for button in shown:
        assert "gone" in ann.ask(f"!{button['token']}")["text"]


BAD_TOKENS = (
    "", " ", "!", ":", "::::", "1", "1:g", "1:g:1", "1:g:1:0", "1:g:1:0:", "1:g:1:0:zz",
    "1:g:1:0:m.", "1:g:1:0:m.zz", "1:g:1:0:m.9h", "1:g:1:0:x.1.2.99", "1:g:1:0:x.1.2",
    "1:g:1:0:p.z", "1:g:1:0:p.h", "1:g:1:0:q.a1", "1:g:1:0:replay", "1:g:1:0:replay.-1",
    "1:g:1:0:replay.99999999999999999999", "1:g:1:0:undo!!", "1:g:1:-1:undo",
    "1:g:-1:0:undo", "1:g:1:00000000000:undo", "1:g:zzzzzzzzzzzz:0:undo",
    "1:g:1:999999999:undo", "1:g:1:٣:undo", "1:g:1:0:m.1a\n", "1:g:1:0:start", "1:p:",
    "1:p:play", "1:p:play.chess", "1:p:rules.x", "1:p:top", "1:p:top.any.all.here.x",
    "1:p:top.any.all.here.99999999999999999999", "1:p:top.any.ever.here.0",
    "1:p:mydata.delete.yes.99", "1:p:mydata.nothing", "1:p:../../etc", "1:s:language.fr",
    "1:s:theme.neon", "1:s:auto.maybe", "1:s:id.1", "1:s:name.x", "1:s:hidden.on", "1:s:auto",
    "1:d:today", "2:g:1:0:undo", "0:g:1:0:undo", "١:g:1:0:undo", "1:g:1:0:undo" * 1000,
    "x" * 10_000, "\x00", "'; DROP TABLE games; --", "☃",
)  # fmt: skip


async def test_malformed_and_huge_tokens(conversation: Conversation, storage: Storage) -> None:
    """Each gets a short answer and changes no game."""
    ann = Talk(conversation, "ann")
    bo = Talk(conversation, "bo")
    await ann.say("play bakers-game 1")
    await bo.say("play bakers-game 2")
    before = await session_at(storage, ann)
    for token in BAD_TOKENS:
        for talk in (ann, bo):
            reply = await talk.press_token(token)
            assert len(reply.text) < 2000, token
    assert await session_at(storage, ann) == before


# Bad words

LONG = 10_000
BAD_WORDS = (
    "", " ", "\t", "x" * LONG, "7h " * (LONG // 3), "26 " * (LONG // 3), "=" * LONG, "a" * 1999,
    "play " + "x" * LONG, "play bakers-game " + "9" * LONG, "games " + "1" * LONG,
    "move " + "z" * LONG, "games 001" + "0" * 5000, "settings " + "x" * LONG,
    "settings auto " + "x" * LONG, "language " + "x" * LONG, "theme " + "x" * LONG,
    "top " + "x" * LONG, "help " + "x" * LONG, "rules " + "x" * LONG, "share " + "x" * LONG,
    "stats " + "x" * LONG, "mydata " + "x" * LONG, "\x00", "\x1b[31mred\x1b[0m", "\x07\x08\x7f",
    "7h\x008h", "a\x1b]0;title\x07b", "\ud7ff\ue000", "settings \x1b[31m", "play \x1b[31m",
    "play calculation \x1b[31m", "top \x1b[31m", "help \x1b[31m", "26 \x1b[31m", "1a \x1b[31m",
    "🂡🂮", "👩‍👩‍👧‍👦", "🇪🇸", "7♥️ 8♥️", "1a 👩‍👩‍👧‍👦", "z̷͎̈́a̸l̴g̶ò̵" * 50,
    "\u202e7h 8h", "1a \u202ereversed", "שלום", "1a שלום", "مرحبا", "\u2066\u2067\u2068",
    "%s %d {0} {n}", "1a %(name)s {words}", "<b>bold</b>", "`code` *star* _under_", "@everyone",
    "'; DROP TABLE games; --",
)  # fmt: skip


def harmless(reply: Reply) -> bool:
    """Whether a text leaves terminal and chat as they are."""
    text = reply.text
    isolates = text.count("\u2068") - text.count("\u2069")
    controls = [sign for sign in text if ord(sign) < 32 and sign != "\n"]
    turned = [sign for sign in text if sign in "\u202a\u202b\u202d\u202e\u2066\u2067\x7f\x85"]
    return not controls and not turned and isolates == 0


@pytest.mark.parametrize("language", ["en", "es"])
async def test_nonsense_of_every_kind(
    conversation: Conversation, storage: Storage, language: str
) -> None:
    """One friendly text, short and harmless; what isn't a move changes nothing."""
    talk = Talk(conversation, "ann", language=language)
    for words in BAD_WORDS:
        reply = await talk.say(words)
        assert len(reply.text) < 4000
        assert harmless(reply), (words, reply.text)
        assert reply.game is None
    await talk.say("play bakers-game 1")
    for words in BAD_WORDS:
        found = await session_at(storage, talk)
        assert found is not None
        reply = await talk.say(words)
        assert len(reply.text) < 4000
        assert harmless(reply), (words, reply.text)
        after = await session_at(storage, talk)
        if not words.startswith("1a"):
            assert after == found, words
        elif after != found:
            await talk.say("undo")


BAD_DEALS = (
    "-1", "1e9", "1.5", "9" * 41, str(10**40), "9" * 5000, "٣", "١٢٣", "³", "½", "Ⅷ", "x" * 65,
    "1x", "a\x07b", "q♠", "🂡", "-", "_", "--help", "random!", "daily", "DAILY",
    "' OR 1=1", "<b>", "é" * 65,
)  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
async def test_deals_that_are_none(conversation: Conversation, key: str) -> None:
    """A friendly line with an example, and no game begins."""
    talk = Talk(conversation, "ann")
    for deal in BAD_DEALS:
        reply = await talk.say(f"play {key} {deal}")
        assert reply.game is None, deal
        assert f"play {key} 617" in reply.text, deal
        assert harmless(reply)
    reply = await talk.say("play devils-grip easy2-5")
    assert reply.game is None


@pytest.mark.parametrize(
    ("said", "deal"),
    [
        ("0", "0"), ("000617", "617"), ("#617", "617"), ("1,234", "1234"), ("1.234", "1234"),
        ("９９", "99"), ("2147483648", "2147483648"), ("9" * 18, "9" * 18), ("Árbol", "árbol"),
        ("STRASSE", "strasse"), ("straße", "strasse"), ("x" * 64, "x" * 64), ("easy1", "easy1"),
        ("e\u0301t\u00e9", "\u00e9t\u00e9"), ("日本", "日本"),
    ],
)  # fmt: skip
async def test_deals_in_every_spelling(conversation: Conversation, said: str, deal: str) -> None:
    """A number or a word is read as one deal text however it is written."""
    reply = await Talk(conversation, "ann").say(f"play calculation {said}")
    assert reply.game is not None
    assert reply.game.deal == deal


# Names

NAMES = (
    "<b>", "</pre><script>", "&amp;", "_*[`](x)", "```", "a\nb\nc", "a\r\nb", "\t", "",
    "\u202eevil", "שלום", "مرحبا\u202e", "\u200b\u200d", "x" * 200, "👩‍👩‍👧‍👦" * 40,
    "z\u0337\u034e" * 90, "字" * 200, "\x1b[31mred", "\x00", "'; DROP TABLE players; --",
    '"]\n[Game "x"', "{name} %s",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
async def test_names_cannot_break_a_board(conversation: Conversation, name: str) -> None:
    """Board lines keep within their width, records stay records, texts stay harmless."""
    talk = Talk(conversation, "ann", "club", name=name)
    for key in KEYS:
        for theme in THEMES[:2]:
            await talk.say(f"theme {theme}")
            reply = await talk.say(f"play {key} 617")
            (board,) = boards_of(reply)
            assert max(wcswidth(line.replace("\ufe0e", "")) for line in board.split("\n")) <= WIDEST
            assert harmless(reply)
    for words in ("export", "top", "stats", "share", "mydata", "games", "help", "privacy"):
        assert harmless(await talk.say(words)), words
    record = boards_of(await talk.say("export"))[0]
    assert [line[:6] for line in record.split("\n")].count("[Game ") == 1
    assert all(line.startswith("[") or not line for line in record.split("\n"))
    other = Talk(conversation, "bo", "club")
    board = await talk.say("board")
    told = await other.press(board.rows[0][0])
    assert harmless(told)
    assert len(told.text.split("\n")) == 1


@pytest.mark.parametrize("name", ["\u202e<b>`" + "x" * 200, "a\nb", "\udcff", "é"])
def test_names_given_to_the_program(file: Path, nursery: Nursery, name: str) -> None:
    """Any name that a shell can pass is taken, even one that is no text."""
    done = nursery.run(file, "--json", "--user", name, lines=b"play bakers-game 1\n=1a\nexport\n")
    assert done.status == 0
    assert done.errors == b""
    answers = [json.loads(line) for line in done.out.decode().splitlines()]
    assert [each["game"]["seq"] for each in answers] == [0, 1, 1]


# Databases


def test_a_newer_database_is_refused(file: Path, nursery: Nursery, ann: Program) -> None:
    """One line on standard error, status 1, and the file as it was."""
    ann.ask("play bakers-game 1")
    ann.end()
    with closing(sqlite3.connect(file)) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = file.read_bytes()
    done = nursery.run(file, "--json", "--user", "ann", lines=b"board\n")
    assert done.status == 1
    assert done.out == b""
    assert done.errors.count(b"\n") == 1
    assert b"newer" in done.errors
    assert file.read_bytes() == before


@pytest.mark.parametrize("kind", ["text", "noise", "half", "header", "other"])
def test_a_damaged_file_is_reported_and_left(
    file: Path, nursery: Nursery, ann: Program, kind: str
) -> None:
    """One line on standard error, status 1, and not a byte of it changed."""
    ann.ask("play bakers-game 1")
    ann.end()
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = file.read_bytes()
    file.unlink()
    if kind == "other":
        with closing(sqlite3.connect(file)) as database:
            database.execute("CREATE TABLE recipes (name TEXT)")
        damaged = file.read_bytes()
    else:
        damaged = {
            "text": b"dear diary, today I lost at patience\n" * 100,
            "noise": bytes(number * 7919 % 251 for number in range(20_000)),
            "half": whole[:5000],
            "header": b"\0" * 100 + whole[100:],
        }[kind]
        file.write_bytes(damaged)
    done = nursery.run(file, "--json", "--user", "ann", lines=b"board\n")
    assert done.status == 1
    assert done.out == b""
    assert done.errors.count(b"\n") == 1
    assert b"Traceback" not in done.errors
    assert file.read_bytes() == damaged


def test_a_page_that_went_bad_is_told_and_nothing_is_lost(
    file: Path, nursery: Nursery, ann: Program
) -> None:
    """Damage found while playing is a sentence, not a traceback; the program goes on."""
    ann.ask("play bakers-game 1")
    ann.ask("=1a")
    ann.end()
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        ((page,),) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'events'")
        ((size,),) = database.execute("PRAGMA page_size")
    with file.open("r+b") as bytes_:
        bytes_.seek((page - 1) * size)
        bytes_.write(b"\xff" * size)
    done = nursery.run(file, "--json", "--user", "ann", lines=b"board\n=2a\nboard\n")
    assert b"Traceback" not in done.out
    if done.status:
        assert done.status == 1
        assert done.errors.count(b"\n") == 1
    else:
        answers = [json.loads(line) for line in done.out.decode().splitlines()]
        assert len(answers) == 3
        assert all("database" in each["text"] for each in answers)


def test_a_folder_that_cannot_be_written(tmp_path: Path, nursery: Nursery) -> None:
    """A database in a place that is no folder is one line and status 1."""
    (tmp_path / "file").write_text("not a folder")
    done = nursery.run(tmp_path / "file" / "test.db", "--json", lines=b"board\n")
    assert done.status == 1
    assert done.errors.count(b"\n") == 1


async def test_many_newcomers_with_odd_names_at_once(storage: Storage) -> None:
    """Fifty people who begin together are fifty players."""
    conversation = converse(storage)
    talks = [Talk(conversation, f"p{number}", "club", name="<b>") for number in range(50)]
    await asyncio.gather(*(talk.say("play calculation 617") for talk in talks))
    assert all(talk.seq == 0 for talk in talks)
