"""Every picture of the emoji theme, drawn to be read at 22 pixels.

White cards in four colours, clubs green and diamonds blue. A pile of Devil's Grip has a bar for
each of its cards, and is green when complete, amber when complete in a wrong row.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from io import BytesIO

from PIL import Image, ImageDraw

from bot.adapters.discord.emojis.shapes import SCALE, Box, rank_mask, suit_mask
from bot.render.faces import BACK, EMPTY, home_name, name_of, pile_name
from games.cards import RANKS, Card, Suit, pack
from games.catalogue.devils_grip import HEIGHT, STEP

EDITION = "a"
"""Part of each emoji's name. Another letter when pictures change has them all uploaded anew."""

SIDE = 128
_BIG = SIDE * SCALE
_CARD: Box = (6, 1, 121, 126)
_ROUND = 18
_LOWEST = 2
"""The lowest rank of Devil's Grip."""

WHITE, BLACK, GREY = (255, 255, 255), (17, 17, 17), (128, 132, 142)
GREEN, AMBER, EDGE = (24, 116, 68), (236, 166, 0), (176, 180, 190)
NAVY, SKY = (36, 62, 140), (120, 150, 226)
INK = {
    Suit.CLUBS: (0, 122, 48),
    Suit.DIAMONDS: (14, 78, 204),
    Suit.HEARTS: (204, 16, 40),
    Suit.SPADES: BLACK,
}
Colour = tuple[int, int, int]


class _Page:
    """A picture in the making; places are told in pixels of the finished one."""

    def __init__(self) -> None:
        self.image = Image.new("RGBA", (_BIG, _BIG))
        self.draw = ImageDraw.Draw(self.image)

    def card(self, fill: Colour, edge: Colour) -> None:
        """A card with round corners, with an edge that a white page shows."""
        self.draw.rounded_rectangle(_big(_CARD), _ROUND * SCALE, fill, edge, 3 * SCALE)

    def mask(self, mask: Image.Image, centre: tuple[float, float], ink: Colour) -> None:
        """Paint through ``mask``."""
        x, y = (round(each * SCALE) for each in centre)
        self.image.paste(ink, (x - mask.width // 2, y - mask.height // 2), mask)

    def rank(self, text: str, box: Box, ink: Colour) -> None:
        """A rank as large as ``box`` allows, in its middle."""
        left, top, right, bottom = box
        mask = rank_mask(text, round((right - left) * SCALE), round((bottom - top) * SCALE))
        self.mask(mask, ((left + right) / 2, (top + bottom) / 2), ink)

    def suit(self, suit: Suit, side: float, centre: tuple[float, float], ink: Colour) -> None:
        """A suit of that height."""
        self.mask(suit_mask(suit, round(side * SCALE)), centre, ink)

    def png(self) -> bytes:
        """The picture in its own size."""
        file = BytesIO()
        self.image.reduce(SCALE).save(file, "PNG", optimize=True)
        return file.getvalue()


def _big(box: Box) -> Box:
    left, top, right, bottom = (each * SCALE for each in box)
    return left, top, right, bottom


def _rank(card: Card) -> str:
    return "10" if card.rank == 10 else RANKS[card.rank - 1]


def _card(card: Card) -> bytes:
    page, ink = _Page(), INK[card.suit]
    page.card(WHITE, EDGE)
    page.rank(_rank(card), (13, 10, 114, 78), ink)
    page.suit(card.suit, 42, (63.5, 101), ink)
    return page.png()


def _pile(top: Card, height: int, *, astray: bool) -> bytes:
    """Rank and suit side by side over the bars."""
    page, ink, paper, edge = _Page(), INK[top.suit], WHITE, EDGE
    if height == HEIGHT:
        ink, paper = (BLACK, AMBER) if astray else (WHITE, GREEN)
        edge = paper
    page.card(paper, edge)
    page.rank(_rank(top), (12, 14, 68, 90), ink)
    page.suit(top.suit, 44, (93, 60), ink)
    for number in range(height):
        left = 14 + 26 * number
        page.draw.rounded_rectangle(_big((left, 102, left + 20, 115)), 4 * SCALE, ink)
    return page.png()


def _empty() -> bytes:
    page = _Page()
    _dashes(page)
    return page.png()


def _home(suit: Suit) -> bytes:
    page = _Page()
    _dashes(page)
    page.suit(suit, 62, (63.5, 64), GREY)
    return page.png()


def _dashes(page: _Page) -> None:
    """A dashed edge: a solid one, interrupted."""
    page.draw.rounded_rectangle(_big(_CARD), _ROUND * SCALE, None, GREY, 7 * SCALE)
    left, top, right, bottom = _CARD
    for number in range(4):
        across, down = 30 + 22 * number, 28 + 23 * number
        for box in (
            (across - 5, top, across + 5, top + 9), (across - 5, bottom - 9, across + 5, bottom),
            (left, down - 5, left + 9, down + 5), (right - 9, down - 5, right, down + 5),
        ):  # fmt: skip
            page.draw.rectangle(_big(box), (0, 0, 0, 0))


def _back() -> bytes:
    page = _Page()
    page.card(WHITE, EDGE)
    page.draw.rounded_rectangle(_big((17, 12, 110, 115)), 9 * SCALE, NAVY)
    for row in range(4):
        for column in range(4):
            page.suit(Suit.DIAMONDS, 22, (29 + 23 * column, 26 + 25 * row), SKY)
    return page.png()


def _all() -> dict[str, Callable[[], bytes]]:
    found: dict[str, Callable[[], bytes]] = {BACK.name: _back, EMPTY.name: _empty}
    found |= {home_name(suit): partial(_home, suit) for suit in Suit}
    found |= {name_of(card): partial(_card, card) for card in pack()}
    for top in pack(lowest=_LOWEST):
        for height in range(1, (top.rank - _LOWEST) // STEP + 2):
            for astray in (False, True) if height == HEIGHT else (False,):
                name = pile_name(top, height, astray=astray)
                found[name] = partial(_pile, top, height, astray=astray)
    return found


_DRAWN = _all()
NAMES = tuple(_DRAWN)
"""The names of all pictures, as ``Face`` has them."""


def picture(name: str) -> bytes:
    """A picture as PNG, 128 pixels square; raises KeyError for a name not in ``NAMES``."""
    return _DRAWN[name]()
