"""Replies as what Telegram is sent."""

from datetime import UTC, datetime

from telegram import Chat, InlineKeyboardButton, Message, MessageEntity

from bot.adapters.telegram.drawing import board_of, draw, keyboard, under
from bot.adapters.telegram.places import Spot
from bot.boards import say
from bot.replies import Block, BlockKind, Button, Live, Page, Reply, Style

GROUP = Spot(-1001)
KEY = Button("7h>8h", "1:g:1:3:m.26", Style.PRIMARY)
ASIDE = InlineKeyboardButton("Play in private", url="https://t.me/PatienceBot?start=p_x")


def labels(reply: Reply) -> list[list[str]]:
    """The labels of a reply's keyboard in a group."""
    found = draw(reply, GROUP, aside=ASIDE).keyboard
    return [[key.text for key in row] for row in found.inline_keyboard] if found else []


def board(page: Page) -> Reply:
    """A board with one key."""
    return Reply((), ((KEY,),), live=Live(1, 3, "calculation", "en", "letters", page))


def test_keys_carry_tokens_and_say_how_loud_they_are():
    """Builds and homes stand out; grey ones can be pressed, and say why not."""
    rows = ((KEY, Button("5c^", "1:g:1:3:m.5h", Style.SUCCESS)), (Button("x", "1:g:1:3:p.1"),))
    found = keyboard(rows)

    assert found is not None
    assert [[key.style for key in row] for row in found.inline_keyboard] == [
        ["primary", "success"],
        [None],
    ]
    assert found.inline_keyboard[0][0].callback_data == KEY.token


def test_there_are_never_too_many_keys():
    """Eight a row and a hundred in all, the way back among them."""
    rows = tuple(tuple(KEY for _ in range(11)) for _ in range(20))
    back = (Button("Back", "1:g:1:3:board"),)
    found = keyboard((*rows, back), ASIDE)

    assert found is not None
    sizes = [len(row) for row in found.inline_keyboard]
    assert max(sizes) <= 8
    assert sum(sizes) <= 100
    assert [row[0].text for row in found.inline_keyboard][-2:] == ["Back", "Play in private"]


def test_only_running_boards_lead_aside():
    """A question or an ended game keeps its own keys alone."""
    assert labels(board(Page.BOARD)) == [["7h>8h"], ["Play in private"]]
    assert labels(board(Page.MENU)) == [["7h>8h"], ["Play in private"]]
    assert labels(board(Page.QUESTION)) == [["7h>8h"]]
    assert labels(board(Page.ENDED)) == [["7h>8h"]]
    assert labels(say("Hello.", rows=((KEY,),))) == [["7h>8h"]]


def test_long_labels_stand_two_in_a_row():
    """Cities with their time could not be read five in a row on a phone."""
    cities = tuple(Button(f"Johannesburg 21:{n:02}", "1:p:zone") for n in range(15))
    ways = tuple(Button(each, "1:p:zone") for each in ("Europe, Africa", "America", "Asia", "UTC"))
    few = tuple(Button(each, "1:p:zone") for each in ("Guided first game", "Daily deals", "Rules"))
    found = keyboard((cities[:5], cities[5:10], cities[10:], ways, few))

    assert found is not None
    assert [len(row) for row in found.inline_keyboard] == [2] * 7 + [1, 2, 2, 3]


def test_a_refused_move_brings_no_second_keyboard():
    """The board above still has its keys."""
    assert labels(Reply((), ((KEY,),), private=True, beside=True)) == []


def test_a_record_is_a_file():
    """Its sentences stand under it."""
    blocks = (Block(BlockKind.TEXT, "Yours: <all>"), Block(BlockKind.BOARD, "[Game <x>]"))
    drawn = draw(Reply(blocks, private=True), GROUP)

    assert (drawn.document, drawn.texts) == ("[Game <x>]", ("Yours: &lt;all&gt;",))


def test_a_board_is_read_back_without_what_was_said_under_it():
    """As Telegram tells a message: texts and where in them markup is."""
    title, code, notice = "Game <1>", "7h 8h", "A hint?"
    text = f"{title}\n{code}\n{notice}"
    spans = [("bold", 0, 8), ("pre", 9, 5), ("blockquote", 15, 7)]
    message = Message(
        5,
        datetime(2026, 12, 1, tzinfo=UTC),
        Chat(7, "private"),
        text=text,
        entities=tuple(MessageEntity(*span) for span in spans),
    )
    shown = "<b>Game &lt;1&gt;</b>\n<pre><code>7h 8h</code></pre>"

    assert board_of(message) == shown
    assert under(shown, say(notice)) == f"{shown}\n<blockquote>{notice}</blockquote>"
