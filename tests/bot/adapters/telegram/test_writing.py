"""Blocks as Telegram's HTML: shown as they are, and never too long."""

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.adapters.telegram.writing import ANSWER, answer, parted, units, written
from bot.replies import Block, BlockKind, Face

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\0"), max_size=300)
KINDS = st.sampled_from(BlockKind)


class Shown(HTMLParser):
    """What of a text is seen, and its tags."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""
        self.tags: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, _: object) -> None:
        """Open a tag."""
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        """Show a text."""
        self.text += data


def one(*blocks: Block, **more: object) -> str:
    """The only message that blocks become."""
    [html] = written(blocks, **more)
    return html


@given(TEXTS, KINDS)
def test_a_text_is_shown_as_it_is(text, kind):
    """No tag and no entity comes out of what people write; black suits in boards turn white."""
    block = Block(kind, text.translate({ord(sign): None for sign in "♣♦♥♠\ufe0e"}))
    shown = Shown(one(block))

    assert shown.text == block.text
    assert set(shown.tags) <= {"b", "i", "pre", "code"}


@pytest.mark.parametrize("name", ["<b>", "</pre>", "&amp;", "_*[`](", "</code></pre><a href='x'>"])
def test_names_break_nothing(name):
    """They stand in a board and in a sentence as they were given."""
    shown = Shown(one(Block(BlockKind.BOARD, f" 1 {name}"), Block(BlockKind.TEXT, name)))

    assert shown.text == f" 1 {name}\n{name}"
    assert shown.tags == ["pre", "code"]


def test_how_each_kind_is_set():
    """Titles bold, small lines in italics, boards in a code block that phones align."""
    html = one(
        Block(BlockKind.TITLE, "A"),
        Block(BlockKind.SMALL, "B"),
        Block(BlockKind.BOARD, "C"),
        Block(BlockKind.TEXT, "D"),
    )

    assert html == "<b>A</b>\n<i>B</i>\n<pre><code>C</code></pre>\nD"


def test_suits_in_a_board_are_white():
    """Black ones become pictures there, and columns stand no more."""
    board = Block(BlockKind.BOARD, "7♠\ufe0e 8♥\ufe0e T♦\ufe0e A♣\ufe0e")

    assert Shown(one(board)).text == "7♤ 8♡ T♢ A♧"


def test_a_board_of_words_is_no_code():
    """Screen readers read it as sentences."""
    assert one(Block(BlockKind.BOARD, "Cells: b."), spoken=True) == "Cells: b."


def test_a_board_of_signs_stands_outside_code():
    """Lines of faces are told by their texts."""
    block = Block(BlockKind.BOARD, "7h", lines=(("4. ", Face("2h", "2♥"), " Q♣"), ("5. ",)))

    assert one(block) == "4. 2♥ Q♣\n5. "


def test_topics_become_links():
    """A place that a sentence names can be gone to; longer numbers are other places."""
    block = Block(BlockKind.TEXT, "Play in #4 <here>, not #45.", places=("4",))

    assert one(block, topics="https://t.me/c/77/") == (
        'Play in <a href="https://t.me/c/77/4">#4</a> &lt;here&gt;, not #45.'
    )


@given(st.text(st.sampled_from("a<🂡 \n"), max_size=400), st.integers(2, 60))
def test_long_texts_part_and_lose_nothing(text, limit):
    """Each stretch is short enough in Telegram's own count; only line ends between them go."""
    parts = list(parted(text, limit))

    assert all(units(part) <= limit for part in parts)
    assert "".join(parts).replace("\n", "") == text.replace("\n", "")


@given(st.lists(st.builds(Block, KINDS, TEXTS), max_size=20), st.integers(50, 400))
def test_messages_are_never_too_long(blocks, limit):
    """Whatever the blocks, counted without markup."""
    assert all(units(Shown(html).text) <= limit for html in written(blocks, limit=limit))


def test_long_texts_part_at_paragraphs_first():
    """Then at lines, then between words."""
    assert list(parted("aa bb\ncc\n\ndd ee", 14)) == ["aa bb\ncc", "dd ee"]
    assert list(parted("aa bb\ncc dd", 9)) == ["aa bb", "cc dd"]
    assert list(parted("aa bb cc", 6)) == ["aa bb", " cc"]


def test_an_answer_to_a_press_is_short():
    """At most 200 units, on one line; a cut shows."""
    assert answer("one\ntwo") == "one two"
    assert units(answer("🂡 " * 200)) <= ANSWER
    assert answer("word " * 100).endswith("…")
