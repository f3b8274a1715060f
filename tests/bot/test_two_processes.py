"""Several processes at one database, and several presses at once in one process."""

import asyncio
import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from bot.conversation import Conversation
from bot.requests import Press
from storage import Storage
from tests.bot.conftest import Nursery, Program, Talk, converse, session_at

MOVED_ON = "The board had moved on"
PRESSES = 20


def rows(file: Path, sql: str) -> list[tuple[Any, ...]]:
    """What a query finds in the file."""
    with closing(sqlite3.connect(file)) as database:
        return database.execute(sql).fetchall()


def answers_at_once(programs: list[Program], line: str) -> list[dict[str, Any]]:
    """Everybody is sent the line before anybody is heard."""
    for program in programs:
        program.write(line)
    return [program.answer() for program in programs]


def a_move(answer: dict[str, Any]) -> str:
    """The token of the first button that plays a move at once."""
    return next(each["token"] for each in answer["buttons"] if ":m." in each["token"])


@pytest.mark.parametrize(("key", "count"), [("bakers-game", 2), ("calculation", 8)])
def test_of_several_processes_pressing_at_once_one_plays(
    tmp_path: Path, nursery: Nursery, key: str, count: int
) -> None:
    """Each token is played once; the others are shown the board as it came to be."""
    file = tmp_path / "test.db"
    programs = [nursery.play(file, "ann") for _ in range(count)]
    programs[0].ask(f"play {key} 617")
    for _ in range(PRESSES):
        shown = [program.ask("board") for program in programs]
        assert all(each == shown[0] for each in shown)
        if shown[0]["game"]["outcome"] != "playing":
            break
        answers = answers_at_once(programs, f"!{a_move(shown[0])}")
        late = [each for each in answers if MOVED_ON in each["text"]]
        assert len(late) == count - 1
        assert all(each["game"] == answers[0]["game"] for each in answers)
        assert all(each["buttons"] == answers[0]["buttons"] for each in answers)
        assert answers[0]["game"]["seq"] > shown[0]["game"]["seq"]
    assert [program.end() for program in programs] == [0] * count
    ((seq, events),) = rows(
        file, "SELECT games.seq, count(*) FROM games JOIN events ON game_id = id GROUP BY id"
    )
    assert seq == events


def test_typed_moves_at_once_are_played_once_or_refused(tmp_path: Path, nursery: Nursery) -> None:
    """The same code typed in two processes leaves a game that its events explain."""
    file = tmp_path / "test.db"
    programs = [nursery.play(file, "ann") for _ in range(2)]
    programs[0].ask("play bakers-game 1")
    for program in programs:
        program.ask("board")
    for code in ("=1a", "=28", "=3b", "=undo", "undo"):
        answers = answers_at_once(programs, code)
        assert all("wrong" not in each["text"] for each in answers)
    fresh = programs[0].ask("board")
    assert fresh == programs[1].ask("board")
    for program in programs:
        program.end()
    ((seq, events),) = rows(file, "SELECT games.seq, count(*) FROM games, events")
    assert seq == events == fresh["game"]["seq"]


@pytest.mark.parametrize("line", ["play calculation 617", "play calculation"])
@pytest.mark.parametrize("count", [2, 8])
def test_starting_at_once_leaves_one_running_game(
    tmp_path: Path, nursery: Nursery, line: str, count: int
) -> None:
    """Newcomers in several processes come to be one player with one running game of the kind."""
    file = tmp_path / "test.db"
    programs = [nursery.play(file, "ann") for _ in range(count)]
    answers = answers_at_once(programs, line)
    assert all(each["game"]["key"] == "calculation" for each in answers)
    assert rows(file, "SELECT count(*) FROM games WHERE status = 'running'") == [(1,)]
    assert rows(file, "SELECT count(*) FROM players") == [(1,)]
    boards = [program.ask("board") for program in programs]
    assert all(each == boards[0] for each in boards)
    for program in programs:
        program.end()


def test_a_fresh_database_is_made_once(tmp_path: Path, nursery: Nursery) -> None:
    """Eight processes that find no file agree on one, and none fails."""
    file = tmp_path / "folder" / "test.db"
    with ExitStack() as ends:
        programs = [nursery.play(file, f"p{number}") for number in range(8)]
        for program in programs:
            ends.callback(program.end)
        answers = answers_at_once(programs, "play bakers-game 1")
        assert all(each["game"]["seq"] == 0 for each in answers)
    assert [program.status for program in programs] == [0] * 8


async def at_once(talk: Talk, token: str) -> list[str]:
    """The texts of as many presses of one token, all under way together."""
    request = Press(talk.actor, talk.chat, token)
    replies = await asyncio.gather(
        *(talk.conversation.handle(request) for _ in range(PRESSES)),
    )
    return [reply.text for reply in replies]


@pytest.mark.parametrize("key", ["bakers-game", "calculation", "devils-grip"])
async def test_twenty_presses_at_once_in_one_process(
    conversation: Conversation, storage: Storage, key: str
) -> None:
    """One of them is played; the rest hear that the board had moved on."""
    talk = Talk(conversation, "ann")
    await talk.say(f"play {key} 617")
    for _ in range(3):
        before = await session_at(storage, talk)
        assert before is not None
        moves = [button for button in talk.buttons if ":m." in button.token]
        told = await at_once(talk, moves[0].token)
        assert sum(MOVED_ON in text for text in told) == PRESSES - 1
        after = await session_at(storage, talk)
        assert after is not None
        assert len(after[1].actions) == len(before[1].actions) + 1
        await talk.say("board")


async def test_the_same_undo_pressed_twice_goes_back_once(
    conversation: Conversation, storage: Storage
) -> None:
    """A double tap on Undo takes back one thing."""
    talk = Talk(conversation, "ann")
    await talk.say("play bakers-game 1")
    for code in ("=1a", "=28", "=3b"):
        await talk.say(code)
    undo = next(button for button in talk.buttons if button.token.endswith(":undo"))
    await at_once(talk, undo.token)
    found = await session_at(storage, talk)
    assert found is not None
    assert [move.code for move in found[1].line] == ["1a", "28"]


async def test_starting_what_was_offered_twice_at_once(
    conversation: Conversation, storage: Storage
) -> None:
    """A double tap on "Give up, start" gives up the old game and starts the new one, once."""
    talk = Talk(conversation, "ann")
    await talk.say("play bakers-game 1")
    await talk.say("=1a")
    await talk.say("play bakers-game 2")
    start = talk.buttons[1]
    told = await at_once(talk, start.token)
    assert all("went wrong" not in text for text in told)
    await talk.say("board")
    found = await session_at(storage, talk)
    assert found is not None
    row, session = found
    assert (row.deal, row.status, row.ending, session.seq) == ("2", "running", "", 0)
    assert not session.ending
    await talk.say("=1a")
    assert talk.seq == 1


@pytest.mark.parametrize("action", ["again", "new", "resign!", "restart!"])
async def test_ends_and_beginnings_pressed_at_once(
    conversation: Conversation, storage: Storage, action: str
) -> None:
    """However often they are pressed together, at most one game of the kind runs afterwards."""
    talk = Talk(conversation, "ann")
    await talk.say("play calculation 617")
    await talk.say("w1")
    stem = talk.buttons[0].token.rsplit(":", 1)[0]
    told = await at_once(talk, f"{stem}:{action}")
    assert all("went wrong" not in text for text in told)
    visit = await storage.read(
        lambda reading: reading.people.recognise("terminal", "ann", "terminal", "private:ann")
    )
    assert visit is not None
    running = await storage.read(lambda reading: reading.games.running(visit.player.id))
    assert len(running) <= 1


async def test_a_newcomer_who_writes_twenty_messages_at_once(storage: Storage) -> None:
    """They become one player with one running game, and every message gets an answer."""
    talk = Talk(converse(storage), "ann")
    replies = await asyncio.gather(*(talk.say("play devils-grip 617") for _ in range(PRESSES)))
    assert all(reply.game is not None and reply.game.deal == "617" for reply in replies)
    export = await talk.say("mydata")
    assert export.text.rstrip().endswith("1 game.")
