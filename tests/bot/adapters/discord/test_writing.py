"""Replies as Discord's messages: nothing of anybody's words is markup, all is within limits."""

import re
from itertools import islice
from typing import Any

import pytest

from bot.adapters.discord.drawing import Drawn, draw
from bot.adapters.discord.ids import Ids, game_of, modal_id
from bot.adapters.discord.rows import fitted
from bot.adapters.discord.writing import code_block, escaped
from bot.layouts import Ask, Controls, Key, board_keys, in_core_rows, is_on_table, menu_keys, press
from bot.render import board
from bot.replies import Block, BlockKind, Button, Live, Page, Places, Reply, Rows
from bot.tokens import OnGame, encode
from tests.bot.adapters.discord.wire import message_faults
from tests.bot.render.samples import KEYS, LOOKS, many

LONGEST = "Baker's Game winnable-hard-1234567890123456789012345678 · 52/52"
TOLD = "move 999 · prepared deal · try 12 · practice · auto on · " + "K♣\ufe0e to cell d, " * 12


def _button(key: Key) -> Button:
    return Button(key.label, encode(OnGame(36**6, 123456, key.action)), key.style)


def _body(drawn: Drawn) -> dict[str, Any]:
    body: dict[str, Any] = {"content": drawn.content, "flags": 32768 if drawn.wide else 0}
    body["components"] = drawn.view.to_components() if drawn.view else []
    return body | {"allowed_mentions": {"parse": []}}


def _reply(table: Any, look: Any, page: Page, rows: Rows, places: Places | None) -> Reply:
    blocks = (
        Block(BlockKind.TITLE, LONGEST),
        Block(BlockKind.SMALL, TOLD),
        Block(BlockKind.BOARD, board(table, look)),
    )
    live = Live(36**6, 123456, table.game, look.language, look.theme, page, places)
    return Reply(blocks, rows, live=live)


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("key", KEYS)
def test_every_page_is_within_the_limits(key: str, look: Any) -> None:
    """Boards, menus and questions of positions from all over, in each theme and language."""
    able = Controls(can_undo=True, can_redo=True, can_tidy=True, may_count_up=True)
    for sample in islice(many(key), 0, None, 61):
        table = sample.table
        found = board_keys(table, look, able)
        places = Places(
            {name: _button(each) for name, each in found.places.items()},
            {name: _button(each) for name, each in found.controls.items()},
            tuple(map(_button, found.joins)),
        )
        core = in_core_rows(key, found, look)
        pages = [(Page.BOARD, core, places), (Page.MENU, menu_keys(look, able), None)]
        every = (*found.places.values(), *found.joins)
        asked = [press(table, each.action, look) for each in every if is_on_table(each.action)]
        pages += [(Page.QUESTION, each.rows, None) for each in asked if isinstance(each, Ask)]
        for page, rows, by_place in pages:
            buttons = tuple(tuple(map(_button, row)) for row in rows)
            for wide in (False, True):
                drawn = draw(_reply(table, look, page, buttons, by_place), wide=wide)
                assert list(message_faults(_body(drawn))) == []
                assert drawn.wide is (wide or (key == "devils-grip" and page is Page.BOARD))


@pytest.mark.parametrize(
    "name",
    [
        "<@123>", "@everyone", "**bold**", "_*[`](x", "```", "||spoiler||", "# big", "- list",
        "> quote", "1. one", "https://bad.example", "discord.gg/abc", "<:a:1>", "-# small", "~~x~~",
        "\\", "[a](https://b)",
    ],
)  # fmt: skip
def test_names_are_shown_as_they_are(name: str) -> None:
    """Every sign that could mean something is escaped, and none is lost."""
    text = escaped(name)

    assert re.sub(r"\\(.)", r"\1", text).replace("\u2060", "") == name
    assert not re.search(r"(?<!\\)[*_`|<>\[\]@~]", text.replace("\\\\", ""))
    assert not re.match(r"\s*([#>+-] |\d+\.|-# )", text)
    assert not re.search(r"(?<!\\)://", text)
    assert "discord.gg" not in text


def test_a_code_block_can_not_be_left() -> None:
    """Nor does colour change what it says."""
    text = "``` A♥\ufe0e ─── x"
    block = code_block(text)

    assert block.count("```") == 2
    assert "\x1b[31mA♥\ufe0e\x1b[0m" in block
    plain = re.sub(r"\x1b\[\d+m", "", block).splitlines()[1]
    assert plain == text.replace("`", "ˋ")


def test_long_documents_go_along_as_files() -> None:
    """A record or an export is handed over whole."""
    document = "x" * 5000
    drawn = draw(Reply((Block(BlockKind.BOARD, document),), private=True))

    assert (drawn.content, drawn.document) == ("", document)
    assert "file" in drawn.sending()
    assert len(drawn.editing()["attachments"]) == 1


def test_long_sentences_are_cut() -> None:
    """Rather than refused."""
    drawn = draw(Reply((Block(BlockKind.TEXT, "*" * 3000),)))

    assert drawn.content is not None
    assert len(drawn.content) <= 2000
    assert drawn.content.endswith("…")


@pytest.mark.parametrize("count", [1, 5, 15, 16, 24, 25, 40])
def test_any_number_of_buttons_fits(count: int) -> None:
    """In at most five rows of five; the last ones stay, a way back among them."""
    rows = tuple((Button(str(number), f"1:p:{number}"),) for number in range(count))
    found = fitted(rows)
    labels = [button.label for row in found for button in row]

    assert len(found) <= 5
    assert all(len(row) <= 5 for row in found)
    assert labels == [str(number) for number in range(count)][-25:]


def test_ids_are_given_once() -> None:
    """One message may carry a token twice, but no custom id."""
    ids = Ids(notice=True)

    assert [ids.give("1:p:play") for _ in range(3)] == ["1:p:play~n", "1:p:play~n1", "1:p:play~n2"]
    assert game_of(modal_id("1:g:zz:0:type")) == 35 * 36 + 35
    assert [game_of(each) for each in ("1:m:x", "other", "1:m:")] == [None, None, None]
