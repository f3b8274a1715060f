"""Cards as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import Card, Suit, pack, parse_card
from games.notation import read_card

TEN, ACE = Card(10, Suit.HEARTS), Card(1, Suit.SPADES)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("TH", TEN),
        ("th", TEN),
        ("10h", TEN),
        ("10♥", TEN),
        ("10♥\ufe0f", TEN),
        ("10♡", TEN),
        ("h10", TEN),
        ("♥\ufe0eT", TEN),
        ("１０Ｈ", TEN),
        (" tH ", TEN),
        ("1s", ACE),
        ("♤a", ACE),
        ("ａ♠", ACE),
    ],
)
def test_every_accepted_spelling_is_read(text, card):
    """FORMATS.md, "Cards"."""
    assert read_card(text) == card


@pytest.mark.parametrize(
    "text",
    ["", "T", "H", "11H", "0H", "HH", "TT", "10", "TH5", "1 0H", "٣H", "H10H", "Tħ", "x" * 99],
)
def test_what_is_no_card_is_none(text):
    """Neither a guess nor an error."""
    assert read_card(text) is None


@given(st.text())
def test_any_text_at_all_is_read_or_none(text):
    """No text raises."""
    card = read_card(text)

    assert card is None or read_card(card.text) == card


def test_canonical_texts_go_out_and_come_back():
    """All 52, through both readers."""
    assert [parse_card(card.text) for card in pack()] == list(pack())
    assert [read_card(card.text) for card in pack()] == list(pack())


@pytest.mark.parametrize("text", ["", "th", "10H", "T♥", "TH "])
def test_canonical_reading_is_strict(text):
    """What people type is for the other reader."""
    with pytest.raises(ValueError, match="not a card"):
        parse_card(text)
