"""The application on its screen: what is seen, said and pressed, and how it ends."""

import asyncio

import pytest
from textual.app import App
from textual.events import Key
from textual.worker import WorkerFailed

from bot.adapters.terminal.ink import board as inked
from bot.adapters.terminal.talk import Talk as Log
from bot.conversation import Conversation
from bot.replies import Reply
from bot.requests import Message, Request
from games.catalogue import find
from games.solvers.solver import Hint, Why
from storage import Storage
from tests.bot.adapters.slow import Late
from tests.bot.adapters.terminal.conftest import sitting
from tests.bot.conftest import _FAULTS, Clock, Talk, converse

SCRIPTS = {
    "a start, a move, its undo": ["play bakers-game 617", "7 8", "d", "undo", "board"],
    "bad input": ["play calculation 617", "xyzzy", "9h on the moon", "f1", "99"],
    "questions": ["play devils-grip 617", "hint", "no", "resign", "no", "resign", "resign"],
    "pages": ["rules calculation", "help", "top", "stats", "settings", "mydata", "share"],
    "settings": ["play bakers-game 3", "theme suits", "theme words", "language es", "menu?"],
    "switching": ["play bakers-game 3", "8 h", "play bakers-game 4", "yes", "games", "play"],
}


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
async def test_the_same_dialogs_as_line_mode(
    script: list[str],
    language: str,
    conversation: Conversation,
    storage: Storage,
    clock: Clock,
) -> None:
    """All that line mode answers is on the screen: in the talk, on the board, or on a button."""
    async with sitting(conversation, language=language) as there:
        other = Talk(converse(storage, clock), "bob", language=language)
        await other.say("start")
        for line in script:
            reply = await other.say(line)
            await there.type(line)

            seen = "\n".join((there.head, there.board, *there.talk)).replace("ann", "bob")
            for block in reply.blocks:
                assert block.text.replace("\ufe0e", "") in seen.replace("\ufe0e", "")
            labels = [button.label for button in other.buttons]
            assert there.labels[: len(labels)] == labels


async def test_at_80_by_24_board_and_buttons_are_in_view(conversation: Conversation) -> None:
    """Nothing has to be scrolled to play the two games whose boards are low."""
    async with sitting(conversation) as there:
        for game in ("bakers-game", "calculation"):
            await there.type(f"play {game} 617")
            board = there.app.query_one("#board")
            assert there.app.query_one("#pane").region.contains_region(board.region)
            assert there.app.query_one("#pad").region.contains_region(there.keypad.region)


async def test_a_higher_board_is_scrolled_beside_its_buttons(conversation: Conversation) -> None:
    """Devil's Grip starts within 24 lines; where it grows its pane scrolls, by keyboard as well."""
    async with sitting(conversation, size=(80, 8)) as there:
        await there.type("play devils-grip 617")
        await there.press("shift+tab", "end")

        pane = there.app.query_one("#pane")
        assert pane.has_focus
        assert pane.scroll_offset.y == pane.max_scroll_y > 0


@pytest.mark.parametrize("size", [(40, 20), (64, 24), (120, 40), (200, 60), (20, 6)])
async def test_resizing_keeps_everything(size: tuple[int, int], conversation: Conversation) -> None:
    """In any size the board's lines stay whole where they fit, and the input line is in view."""
    async with sitting(conversation) as there:
        await there.type("play bakers-game 617")
        before = there.board
        await there.pilot.resize_terminal(*size)
        await there.settled()

        assert there.board == before
        assert there.app.screen.region.contains_region(there.app.query_one("#saying").region)
        if size[0] >= 40:
            assert there.app.query_one("#board").size.width >= 23
        await there.type("undo")
        assert there.talk[-1]


async def test_buttons_by_mouse_signs_and_arrows(conversation: Conversation) -> None:
    """The same button three ways: a click, its sign, the arrow keys and Enter."""
    async with sitting(conversation) as there:
        await there.type("play bakers-game 617")
        start = there.board
        boards = []
        await there.click(6)
        boards.append(there.board)
        await there.type("undo")
        assert there.board == start
        await there.press("tab", "7")
        boards.append(there.board)
        await there.press("u")
        assert there.board == start
        await there.press("up", "up", "up", "up", "left", "left", "left")
        await there.press("down", "right", "right", "enter")
        boards.append(there.board)

        assert boards[0] != start
        assert boards == [boards[0]] * 3
        assert there.talk[-2] == "> Jh>Qh"


@pytest.mark.parametrize("language", ["en", "es"])
async def test_signs_are_typed_where_no_board_is(language: str, conversation: Conversation) -> None:
    """The first menu tells a newcomer a letter for each game; on a board letters are moves."""
    async with sitting(conversation, language=language) as there:
        await there.type("C")
        assert there.head.startswith("Calculation")
        menu = there.labels
        await there.type("m")
        assert there.labels == menu, "a letter on a board is no button"


async def test_signs_are_typed_over_pages_of_a_board(conversation: Conversation) -> None:
    """Over a question or a page a letter presses the button that shows it, and 0 leads back."""
    async with sitting(conversation, "play calculation 617", "d") as there:
        board = there.labels
        for line, sign in (("resign", "n"), ("help", "0"), ("settings", "0")):
            await there.type(line)
            assert there.labels != board
            await there.type(sign)
            assert there.labels == board
        await there.type("d")
        assert "> d" in there.talk, "on the board it is a move"


async def test_escape_goes_back_and_question_mark_helps(conversation: Conversation) -> None:
    """Escape empties the line, leaves questions and pages, and ends at the input line."""
    async with sitting(conversation) as there:
        await there.type("play bakers-game 617")
        board = there.labels
        await there.press(*"why?")
        assert there.labels == board
        await there.press("escape", "question_mark")
        assert any("play" in line for line in there.talk[-1].splitlines())
        assert there.labels == ["More", "Back"]
        await there.press("escape")
        assert there.labels == board
        await there.type("hint")
        assert there.labels == ["Yes", "No"]
        await there.press("escape")
        assert there.labels == board
        await there.type("yes")
        assert "Nothing was asked." in there.talk
        await there.press("tab", "escape")
        assert there.app.query_one("#saying").has_focus


@pytest.mark.parametrize(
    ("question", "answer"),
    [("play calculation 99", "play calculation 99"), ("play calculation 99", "yes"),
     ("mydata delete", "yes")],
)  # fmt: skip
@pytest.mark.parametrize("key", ["escape", "0"])
async def test_a_question_that_was_left_is_open_no_more(
    conversation: Conversation, question: str, answer: str, key: str
) -> None:
    """What would have answered it does nothing, nor is anything said of leaving it."""
    async with sitting(conversation, "play calculation 7", "d", "play bakers-game 617") as there:
        board = there.labels
        await there.type(question)
        assert there.labels[-1] == "Back"
        said = there.talk
        await (there.press(key) if key == "escape" else there.type(key))
        assert (there.labels, there.talk) == (board, said)
        await there.type(answer)
        await there.type("games")
        assert "Calculation #7" in there.talk[-1]


async def test_wrong_input_loses_nothing(conversation: Conversation) -> None:
    """One clear sentence; the board and its buttons stay as they were."""
    async with sitting(conversation) as there:
        await there.type("play bakers-game 617")
        board, labels = there.board, there.labels
        for line in ("[bold]x[/]", "7h 8h", ".99", "/", "ñ"):
            said = len(there.talk)
            await there.type(line)
            assert (there.board, there.labels) == (board, labels)
            assert len(there.talk) == said + 2, line
            assert there.talk[said] == f"> {line}"


async def test_earlier_lines_come_back(conversation: Conversation) -> None:
    """The arrows up and down walk over what was typed."""
    async with sitting(conversation) as there:
        await there.type("rules calculation")
        await there.type("stats")
        line = there.app._saying
        seen = []
        for key in ("up", "up", "up", "down", "down"):
            await there.press(key)
            seen.append(line.value)
        assert seen == ["stats", "rules calculation", "rules calculation", "stats", ""]


async def test_lines_sent_without_a_pause_stay_apart(conversation: Conversation) -> None:
    """A line is what stood there at Enter, whatever was typed before it could be answered."""
    lines = ["play bakers-game 617", "1a", "why?", "undo", "quit now", "", "2b", "?", "stats"]
    async with sitting(conversation) as there:
        for key in "\r".join(lines) + "\r":
            there.app.post_message(
                Key("enter" if key == "\r" else "question_mark" if key == "?" else key, key)
            )
        for _ in range(20):
            await there.settled()

        said = [line[2:] for line in there.talk if line.startswith("> ")]
        assert said == [line for line in lines if line]


async def test_words_are_read_from_top_to_bottom(conversation: Conversation) -> None:
    """In words one thing stands under the other, as wide as the screen, without lines drawn."""
    async with sitting(conversation, "theme words", "play bakers-game 617") as there:
        board, pad = there.app.query_one("#board"), there.app.query_one("#pad")

        assert board.region.width > 70
        assert pad.region.y >= there.app.query_one("#pane").region.bottom
        assert not set("─│┬┴›|") & set(there.board)
        assert "Jack of hearts on queen of hearts" in there.labels
        await there.type("theme letters")
        assert board.region.width == 23


async def test_the_language_changes_at_once(conversation: Conversation) -> None:
    """What the application itself says follows the player's language."""
    async with sitting(conversation, language="es") as there:
        assert "ayuda" in str(there.app._foot.content)
        await there.type("language en")
        assert "help" in str(there.app._foot.content)


@pytest.mark.parametrize("no_colour", [True, False])
async def test_no_color_means_none(
    no_colour: bool, conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With NO_COLOR nothing is coloured; without it red only repeats a suit's letter."""
    if no_colour:
        monkeypatch.setenv("NO_COLOR", "1")
    else:
        monkeypatch.delenv("NO_COLOR", raising=False)
    async with sitting(conversation, "play bakers-game 617") as there:
        strips = there.app.screen._compositor.render_strips()
        coloured = {
            segment.text.strip()
            for strip in strips
            for segment in strip.apply_filter(
                there.app._filters[-1], there.app.screen.styles.background
            )
            if segment.style and segment.style.color and not segment.style.color.is_default
        }
        assert ("Jd" in coloured) is not no_colour
        assert not no_colour or coloured <= {""}


def test_colours_repeat_signs() -> None:
    """Red are hearts and diamonds, in letters and in signs; numbers and words are not."""
    found = inked("2 7h Ts|Kd .h head 5♥\ufe0e 3♠\ufe0e Td")
    red = [found.plain[span.start : span.end] for span in found.spans if span.style == "ansi_red"]

    assert red == ["7h", "Kd", ".h", "5♥", "Td"]


# Answers that take their time


HINT = Hint(find("bakers-game").parse("4h"), Why.ONLY)


async def test_a_slow_solver_holds_up_nothing(storage: Storage, clock: Clock) -> None:
    """Moves go on while a solver thinks; its late answer is told, and the board keeps its keys."""
    solver = Late(HINT)
    conversation = converse(storage, clock, solver)
    async with sitting(conversation, "guide bakers-game", patience=0) as there:
        await there.pilot.press(*"hint", "enter")
        await solver.asked.wait()
        await there.pilot.pause()
        assert there.talk[-1] == "One moment…"
        before = there.board
        await there.pilot.press(*"8a", "enter")
        while there.board == before:
            await there.pilot.pause()
        board, labels = there.board, there.labels
        solver.may.set()
        await there.settled()

        assert any("moved on" in line for line in there.talk[-4:])
        assert (there.board, there.labels) == (board, labels)


class Slow:
    """A conversation whose answers to one word wait until they are let go; no solver is asked."""

    def __init__(self, conversation: Conversation, word: str) -> None:
        self.conversation = conversation
        self.word = word
        self.asked = list[str]()
        self.may_answer = asyncio.Event()

    async def __call__(self, request: Request) -> Reply:
        """Answer, as soon as it may."""
        assert isinstance(request, Message)
        self.asked.append(request.text)
        if request.text == self.word:
            await self.may_answer.wait()
        return await self.conversation.handle(request)


async def test_a_slow_move_keeps_its_place(conversation: Conversation) -> None:
    """However long a database takes: moves are made in the order in which they were typed."""
    slow = Slow(conversation, "8a")
    async with sitting(conversation, "play bakers-game 617", handle=slow, patience=0) as there:
        await there.pilot.press(*"8a", "enter", *"8b", "enter")
        while "One moment…" not in there.talk:
            await there.pilot.pause()
        await there.pilot.press(*"undo", "enter")
        await there.pilot.pause()
        assert slow.asked == ["8a"]
        slow.may_answer.set()
        await there.settled()

        assert slow.asked == ["8a", "8b", "undo"]
        assert [line for line in there.talk if line[0] == ">"] == ["> 8a", "> 8b", "> undo"]


async def test_leaving_gives_up_what_was_asked(storage: Storage, clock: Clock) -> None:
    """The program ends at once while a solver still thinks."""
    solver = Late(HINT)
    conversation = converse(storage, clock, solver)
    async with sitting(conversation, "guide bakers-game", patience=0) as there:
        await there.pilot.press(*"hint", "enter")
        await solver.asked.wait()
        await there.pilot.press("ctrl+q")
        app: App[None] = there.app
    assert app.return_code == 0


# The end


@pytest.mark.parametrize("way", [["ctrl+c"], ["ctrl+q"], [*"quit", "enter"], [*"salir", "enter"]])
async def test_ways_out(way: list[str], conversation: Conversation) -> None:
    """Each ends the program, from the middle of a line and from the buttons as well."""
    async with sitting(conversation, "play bakers-game 617") as there:
        if len(way) == 1:
            await there.pilot.press("tab")
        await there.pilot.press(*way)
        app: App[None] = there.app
    assert app.return_code == 0
    assert not app.is_running


async def test_a_crash_leaves_one_line(
    conversation: Conversation,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What nobody expected ends the program with a sentence and an id, not with a traceback."""

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    terminal = sitting(conversation)
    there = await terminal.__aenter__()
    app = there.app
    monkeypatch.setattr(Log, "add", broken)
    await there.pilot.press(*"stats", "enter")
    with pytest.raises(WorkerFailed):
        await terminal.__aexit__(None, None, None)
    assert "ZeroDivisionError" in _FAULTS.pop()
    assert app.return_code == 1
    [line] = capsys.readouterr().err.splitlines()
    assert "your game is as it was. Error " in line
