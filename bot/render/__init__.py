"""Drawing: a Table becomes text, for the eye or the ear. Nothing here sees a hidden card."""

from bot.render.boards import board, lines
from bot.render.cheers import cheer
from bot.render.hints import check_sentence, hint_sentence, named_move
from bot.render.places import going, place
from bot.render.refusals import refusal
from bot.render.spoken import waste
from bot.render.told import describe_moves

__all__ = [
    "board",
    "check_sentence",
    "cheer",
    "describe_moves",
    "going",
    "hint_sentence",
    "lines",
    "named_move",
    "place",
    "refusal",
    "waste",
]
