"""Refusals carry what a sentence needs: the fields that ``games.errors`` promises, no others."""

import re
from pathlib import Path

import pytest

import games.errors
from games.catalogue import find
from games.errors import IllegalMove, Reason
from tests.games.support import CODES, KEYS, refused, walked

ALSO_TRIED = {
    "bakers-game": ["ab", "aa", "zz", "2H"],
    "calculation": ["w1w2", "zz", ""],
    "devils-grip": ["a1a1", "b2=b2", "zz", "a1s"],
}
FIELDS = ("card", "onto", "place", "wants", "count")


def promised():
    """The fields that the comment beside each reason names."""
    source = Path(games.errors.__file__).read_text("utf-8")
    found = re.findall(r"^    \w+ = \"(\w+)\"(?:  # (.*))?$", source, re.MULTILINE)
    return {
        Reason(word): {name for name in FIELDS if re.search(rf"\b{name}\b", comment.split(":")[0])}
        for word, comment in found
    }


PROMISED = promised()


def filled(refusal):
    """The fields that a refusal fills."""
    return {name for name in FIELDS if getattr(refusal, name) not in (None, "")}


def test_every_reason_is_described():
    """One line each."""
    assert set(PROMISED) == set(Reason)


@pytest.mark.parametrize("key", KEYS)
def test_refusals_fill_what_their_reason_promises(key):
    """Every code that is not listed, at positions of random play."""
    game, met = find(key), set()
    for position in walked(key, 600, seed=6)[::12]:
        listed = {move.code for move in (*game.legal_moves(position), *game.swaps(position))}
        for code in [*CODES[key], *ALSO_TRIED[key]]:
            if code in listed:
                continue
            refusal = refused(game, position, code)
            expected = PROMISED[refusal.reason]
            if refusal.reason is Reason.FOUNDATION_WANTS and refusal.wants is None:
                expected = expected - {"wants"}  # the foundation is complete
            assert refusal.code == code
            assert filled(refusal) == expected, refusal
            met.add(refusal.reason)

    assert len(met) >= 4


@pytest.mark.parametrize("key", KEYS)
def test_an_error_tells_code_and_reason(key):
    """For logs."""
    with pytest.raises(IllegalMove, match=r"^zz: not_a_code$"):
        find(key).parse("zz")
