"""What card faces are made of: suits as outlines of our own, ranks as bold figures."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

from PIL import Image, ImageDraw, ImageFont

from games.cards import Suit

SCALE = 4
"""Everything is drawn so much larger and then reduced: that smooths the edges."""

Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""

_FIGURE, _BOLD = 400, 16
"""The size that ranks are written in before they are fitted, and how much they are thickened."""
_NARROWEST = 0.62
"""How far a rank of two figures may be narrowed to stay tall."""


def _heart() -> list[Point]:
    """The well-known curve, fitted into a square of side one."""
    points = []
    for step in range(120):
        turn = step * pi / 60
        across = 16 * sin(turn) ** 3
        up = 13 * cos(turn) - 5 * cos(2 * turn) - 2 * cos(3 * turn) - cos(4 * turn)
        points.append((0.5 + across / 32, (12 - up) / 29))
    return points


_HEART = _heart()
_DIAMOND = [(0.5, 0.0), (0.95, 0.5), (0.5, 1.0), (0.05, 0.5)]
_LEAF = [(x, 0.86 * (1 - y)) for x, y in _HEART]
"""A heart upside down: a spade without its stem."""
_STEM = [(0.5, 0.5), (0.56, 0.84), (0.7, 1.0), (0.3, 1.0), (0.44, 0.84)]
_CLOVER = ((0.5, 0.24), (0.25, 0.6), (0.75, 0.6))
_CLOVER_RADIUS = 0.24


@cache
def suit_mask(suit: Suit, side: int) -> Image.Image:
    """A suit in a square of ``side``: white where it is to be painted."""
    mask = Image.new("L", (side, side))
    draw = ImageDraw.Draw(mask)

    def fill(outline: list[Point]) -> None:
        draw.polygon([(x * (side - 1), y * (side - 1)) for x, y in outline], fill=255)

    match suit:
        case Suit.HEARTS:
            fill(_HEART)
        case Suit.DIAMONDS:
            fill(_DIAMOND)
        case Suit.SPADES:
            fill(_LEAF)
            fill(_STEM)
        case Suit.CLUBS:
            radius = _CLOVER_RADIUS * side
            for x, y in _CLOVER:
                draw.circle((x * side, y * side), radius, fill=255)
            fill([(0.4, 0.4), (0.6, 0.4), (0.6, 0.7), (0.4, 0.7)])
            fill(_STEM)
    return mask


@cache
def rank_mask(text: str, width: int, height: int) -> Image.Image:
    """A rank as tall as ``height``, narrowed to ``width`` if need be."""
    font = ImageFont.load_default(_FIGURE)
    left, top, right, bottom = font.getbbox(text, stroke_width=_BOLD)
    page = Image.new("L", (int(right - left) + 4, int(bottom - top) + 4))
    draw = ImageDraw.Draw(page)
    draw.text((2 - left, 2 - top), text, fill=255, font=font, stroke_width=_BOLD)
    figure = page.crop(page.getbbox())
    natural = figure.width * height / figure.height
    wide = min(natural, width)
    tall = height if wide >= natural * _NARROWEST else height * wide / (natural * _NARROWEST)
    return figure.resize((round(wide), round(tall)), Image.Resampling.LANCZOS)
