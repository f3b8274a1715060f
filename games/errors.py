"""What can be wrong with a move, a deal or a record, as data.

Sentences are made of these once, in ``bot.render.refusals``; nothing here is for a person's eyes
but ``str(error)``, which logs and the command line may show.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.cards import Card


class Reason(StrEnum):
    """Why a move is refused. The comment names the fields of ``Refusal`` that are filled."""

    NOT_A_CODE = "not_a_code"  # code
    NO_CARD = "no_card"  # place: the source is empty
    SAME_PLACE = "same_place"  # place: source and target are one
    OTHER_SUIT = "other_suit"  # card, onto, place: same suit needed
    WRONG_RANK = "wrong_rank"  # card, onto, place: needs the neighbouring rank
    FOUNDATION_WANTS = "foundation_wants"  # card, place, wants (a rank; None: complete)
    CELL_TAKEN = "cell_taken"  # card, onto, place
    CELL_TO_CELL = "cell_to_cell"  # place: the cell that was meant to take the card
    HAND_EMPTY = "hand_empty"  # nothing was turned
    HAND_FULL = "hand_full"  # card: place this one first
    STOCK_EMPTY = "stock_empty"
    TOP_OF_ROW = "top_of_row"  # card, onto, place: nothing goes on J, Q, K
    EMPTY_PLACE = "empty_place"  # card, place: an empty place takes no card
    SWAP_EMPTY = "swap_empty"  # place: a swap needs two piles
    NO_ROOM = "no_room"  # card, onto, place, count: so many may go at once
    GAME_OVER = "game_over"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why one move can't be played: the reason and what a sentence about it needs."""

    reason: Reason
    code: str = ""
    card: Card | None = None
    onto: Card | None = None
    place: str = ""
    wants: int | None = None
    count: int | None = None


class IllegalMove(ValueError):
    """A move that the rules refuse; ``refusal`` says why."""

    def __init__(self, refusal: Refusal) -> None:
        """Keep the refusal as data."""
        super().__init__(f"{refusal.code}: {refusal.reason}")
        self.refusal = refusal


class BadDeal(ValueError):
    """A deal text, a pack or starters that can't be used.

    ``reason`` is a stable word (``empty``, ``too_long``, ``not_a_word``, ``reserved``,
    ``prepared``, ``not_a_card``, ``wrong_card``, ``missing_card``, ``doubled_card``,
    ``starters``, ``disagree``); ``detail`` the offending text, shortened.
    """

    def __init__(self, reason: str, detail: str = "") -> None:
        """Keep reason and detail as data."""
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason
        self.detail = detail
