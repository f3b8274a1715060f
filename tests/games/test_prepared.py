"""Prepared deals of Devil's Grip: always the same, always winnable."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import texts
from games.catalogue import find
from games.deals import lay_out, read_deal
from games.game import Outcome
from games.prepared import LEVELS, Construction, prepared_cards, prepared_line
from tests.games.support import DATA

GRIP = find("devils-grip")
VECTORS = json.loads((DATA / "prepared-vectors.json").read_text("utf-8"))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["deal"])
def test_prepared_deals_are_those_of_the_vectors(vector):
    """For ever: another calibration is another version."""
    text = read_deal(GRIP, vector["deal"])

    assert texts(lay_out(GRIP, text).cards) == vector["cards"]
    assert " ".join(move.code for move in prepared_line(text)) == vector["line"]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(sorted(LEVELS)), st.text(st.sampled_from("abcxyz0189-_é"), min_size=1))
def test_every_prepared_deal_is_won_by_its_line(level, word):
    """By single legal moves, whatever the word."""
    text = f"{level}1-{word}"[:64]
    position = GRIP.deal(lay_out(GRIP, text))
    for move in prepared_line(text):
        assert GRIP.outcome(position) is Outcome.PLAYING
        position = GRIP.play(position, move)

    assert GRIP.outcome(position) is Outcome.WON


def test_levels_and_words_make_different_deals():
    """The whole text counts."""
    names = [f"{level}1-{word}" for level in LEVELS for word in ("a", "b", "1")]

    assert len({prepared_cards(name) for name in names}) == len(names)


def test_lines_tidy_at_the_end_alone():
    """Swaps come when nothing else is left, so that they can be left to the chat."""
    for vector in VECTORS:
        codes = vector["line"].split()
        swaps = [number for number, code in enumerate(codes) if "=" in code]
        assert swaps == list(range(len(codes) - len(swaps), len(codes)))
        assert len(swaps) < 24


def test_nothing_can_be_undone_at_the_start_of_a_deal():
    """24 single cards, no waste: no reversed move is left. A won game has the play alone."""
    built = Construction()
    assert built.choices(LEVELS["easy"]) == (LEVELS["easy"].play, 0, 0)

    built.piles = [pile[:1] for pile in built.piles]
    assert built.choices(LEVELS["easy"]) == (0, 0, 0)
