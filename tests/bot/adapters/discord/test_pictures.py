"""Card pictures: one for every face, each unlike all others, to be read at 22 pixels."""

from functools import cache
from io import BytesIO
from itertools import combinations

import numpy as np
import pytest
from PIL import Image

from bot.adapters.discord.emojis.pictures import EDITION, INK, NAMES, SIDE, WHITE, picture
from bot.look import Look
from bot.render import lines
from bot.replies import Face
from games.cards import RANKS, Suit
from tests.bot.adapters.discord.wire import LIMITS
from tests.bot.render.samples import KEYS, many
from tests.tools.golden import PICTURES, sheet

EMOJI = LIMITS["emoji.application"]
SMALL = 22
CARDS = [rank + suit for rank in RANKS for suit in "cdhs"]


@cache
def drawn(name, side=SIDE):
    """A picture on Discord's dark page, as figures."""
    image = Image.open(BytesIO(picture(name))).resize((side, side), Image.Resampling.LANCZOS)
    page = Image.new("RGBA", image.size, (49, 51, 56))
    page.alpha_composite(image)
    return np.asarray(page.convert("RGB"), dtype=np.int16)


def apart(one, other):
    """How many of the small pictures' points differ plainly."""
    return int((np.abs(drawn(one, SMALL) - drawn(other, SMALL)).max(axis=2) > 60).sum())


def luminance(colour):
    """Relative luminance by WCAG."""
    part = [
        c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in np.array(colour) / 255
    ]
    return float(np.dot(part, (0.2126, 0.7152, 0.0722)))


def contrast(one, other):
    """Contrast ratio by WCAG."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_names():
    """Every card, back, empty places, and 48 singles, 60 runs and 24 complete piles of the Grip."""
    piles = [name for name in NAMES if len(name) == 3 and name[0] in RANKS]
    heights = [name[2] for name in piles]
    assert len(set(NAMES)) == len({name.lower() for name in NAMES}) == len(NAMES)
    assert set(CARDS) | {"back", "empty", "0c", "0d", "0h", "0s"} == set(NAMES) - set(piles)
    assert heights.count("1") == 48
    assert heights.count("2") + heights.count("3") == 60
    assert heights.count("4") == heights.count("0") == 12
    assert all(len(name + EDITION) <= EMOJI["name_max"] for name in NAMES)


@pytest.mark.parametrize("key", KEYS)
def test_every_face_of_a_board_has_a_picture(key):
    """Whatever the position."""
    found = {
        part.name
        for sample in many(key)[::3]
        for line in lines(sample.table, Look("emoji"), pictures=True)
        for part in line
        if isinstance(part, Face)
    }
    assert found <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_size(name):
    """As Discord wants them."""
    data = picture(name)
    image = Image.open(BytesIO(data))
    assert (image.format, image.size, image.mode) == ("PNG", (SIDE, SIDE), "RGBA")
    assert len(data) < EMOJI["max_bytes"]


def test_no_two_are_alike_at_22_pixels():
    """Bars differ in a few points, suits and ranks in many."""
    for one, other in combinations(NAMES, 2):
        assert apart(one, other) >= 3, (one, other)
    for rank in RANKS:
        for one, other in combinations([rank + suit for suit in "cdhs"], 2):
            assert apart(one, other) > 20, (one, other)
    for suit in "cdhs":
        for one, other in combinations([rank + suit for rank in RANKS], 2):
            assert apart(one, other) >= 8, (one, other)


def test_suits_differ_by_more_than_colour():
    """Shapes differ where nobody sees the colours."""
    for rank in RANKS:
        grey = {suit: drawn(rank + suit, SMALL).min(axis=2) < 128 for suit in "cdhs"}
        for one, other in combinations(grey, 2):
            assert (grey[one] ^ grey[other]).sum() >= 4, (rank, one, other)


@pytest.mark.parametrize("suit", Suit)
def test_four_colours_stand_out(suit):
    """4.5 to 1 against the card, as WCAG asks of text; each its own hue."""
    assert contrast(INK[suit], WHITE) >= 4.5
    for rank in RANKS:
        points = drawn(rank + "cdhs"[suit])
        inked = (np.abs(points - np.array(INK[suit])).max(axis=2) < 12).sum()
        assert inked > 0.08 * SIDE * SIDE


@pytest.mark.parametrize("name", [name for name in NAMES if name[-1] in "04" and name[0] in "JQK"])
def test_complete_piles_are_green_and_strays_amber(name):
    """With figures that stand out from either."""
    red, green, blue = corner = tuple(drawn(name)[64, 10])
    assert (red > 200 and blue < 60) if name[-1] == "0" else (green > red and green > blue)
    figure = WHITE if name[-1] == "4" else (17, 17, 17)
    assert contrast(figure, corner) >= 4.5


@pytest.mark.parametrize("name", [name for name in NAMES if name[-1] in "1234" and len(name) == 3])
def test_a_bar_for_each_card(name):
    """Counted along the foot of the picture."""
    row = drawn(name)[108].astype(int)
    paper = np.abs(row - drawn(name)[96, 64]).max(axis=1) < 40
    inside = paper[10:118]
    bars = int((np.diff(inside.astype(int)) == -1).sum())
    assert bars == int(name[-1])


def test_golden_pictures():
    """They are those of the kept sheet; `make golden` lays it out anew for a new EDITION only."""
    kept = np.asarray(Image.open(PICTURES).convert("RGB"), dtype=np.int16)
    now = np.asarray(sheet().convert("RGB"), dtype=np.int16)
    assert EDITION in PICTURES.stem
    assert kept.shape == now.shape
    assert np.abs(kept - now).mean() < 0.5
