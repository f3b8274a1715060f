"""Links into the bot: what goes in comes out, within what Telegram takes."""

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot import links
from bot.links import Play, Shared
from games.catalogue import GAMES

GAME = st.sampled_from([game.key for game in GAMES])
WORD = st.text(st.characters(exclude_categories=["Z", "C"]), min_size=1, max_size=12)
SEALED = st.builds(
    Shared,
    st.integers(0, 36**12 - 1),
    st.from_regex(r"[0-9a-f]{16}", fullmatch=True),
    st.booleans(),
)
LINKS = st.builds(Play, GAME, st.lists(WORD, max_size=3).map(tuple)) | SEALED


@given(LINKS)
def test_a_link_reads_back_as_what_it_was(link):
    """Numbers, words in any alphabet, chosen starters; or it is too long and says so."""
    try:
        text = links.encode(link)
    except ValueError:
        assume(False)

    assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", text)
    assert links.decode(text) == link


@pytest.mark.parametrize(
    ("link", "text"),
    [
        (Play("bakers-game"), "p_bakers-game"),
        (Play("bakers-game", ("11982",)), "p_bakers-game_11982"),
        (Play("calculation", ("617", "AH", "2D")), "p_calculation_617_AH_2D"),
        (Play("calculation", ("niño",)), "q_calculation_bmnDsW8"),
        (Shared(617, "0123456789abcdef"), "s_h5_0123456789abcdef"),
        (Shared(617, "0123456789abcdef", moves=True), "r_h5_0123456789abcdef"),
    ],
)
def test_links_stay_what_they_are(link, text):
    """Links that people have passed on keep working."""
    assert (links.encode(link), links.decode(text)) == (text, link)


@given(st.text(max_size=80))
def test_nothing_else_is_a_link(text):
    """Any text decodes to a link that leads back to it, or to nothing."""
    link = links.decode(text)

    assert link is None or links.decode(links.encode(link)) == link


@pytest.mark.parametrize(
    "text", ["", "hello", "p_", "p_<b>", "q_calculation_", "q_calculation_*", "q_calculation_/w"]
)
def test_odd_links_are_none(text):
    """Broken ones are told apart from those that work."""
    assert links.decode(text) is None


def test_a_seal_is_for_one_game_and_one_key():
    """A link to another game, or from another program, opens nothing."""
    link = Shared(617, links.seal(b"key", 617))

    assert links.sealed(b"key", link)
    assert not links.sealed(b"yek", link)
    assert not links.sealed(b"key", Shared(618, link.seal))


def test_a_link_that_is_too_long_is_refused():
    """Telegram takes 64 signs."""
    with pytest.raises(ValueError, match="no link"):
        links.encode(Play("calculation", ("x" * 60,)))
