"""Hints and verdicts as sentences; the figures are the solver's."""

from __future__ import annotations

from dataclasses import replace

from bot.look import Look
from bot.render.told import describe_moves
from games.catalogue.devils_grip import PACKET
from games.moves import Move
from games.solvers.solver import Assessment, Hint, Prospect, Why
from games.table import PileKind, Table


def hint_sentence(hint: Hint, table: Table, look: Look, *, dealt: bool = False) -> str:
    """The move with its reason, or why there is none; ``dealt``: no move was made yet."""
    t = look.t
    if hint.move is None:
        return _no_move(hint, look, dealt=dealt)
    move = named_move(hint.move, table, look)
    match hint.why:
        case Why.SAFE:
            return t("{move}. That never loses a win.", move=move)
        case Why.WINS:
            return t.plural(
                "{move}. This wins: {n} move to go.",
                "{move}. This wins: {n} moves to go.",
                hint.left,
                move=move,
            )
        case Why.PLAYED_OUT:
            return _played_out(hint, move, table, look)
        case Why.ONLY:
            return _only(hint.move, move, table, look)
        case Why.SUFFICES:
            card = look.card(hint.card) if hint.card is not None else ""
            return t("{move}. There is room for every {card} still to come.", move=move, card=card)
        case Why.CONTESTED:
            return t("{move}. The best of the joins, though another card may want it.", move=move)
        case Why.TIDY:
            return t("{move}. Complete piles go to their rows.", move=move)
    return t("{move}. No join is worth more now.", move=move)


def _only(chosen: Move, move: str, table: Table, look: Look) -> str:
    t = look.t
    if len(table.moves) == 1:
        return t("{move}. Nothing else fits now.", move=move)
    if chosen.source == "s":
        return t("{move}. What can be played now can wait for it.", move=move)
    return t("{move}. Any other move comes to the same.", move=move)


def _no_move(hint: Hint, look: Look, *, dealt: bool) -> str:
    t = look.t
    match hint.why:
        case Why.NO_WIN if dealt:
            return t("This deal can't be won: that is proved.")
        case Why.NO_WIN:
            return t("No win is left from here: that is proved. “undo” goes back.")
        case Why.COUNT:
            return t("Nothing can lower the score any more: count up.")
        case Why.OVER:
            return t("This game is over.")
    return t("Not decided: the search ended at its limit. That says nothing against the game.")


def _played_out(hint: Hint, move: str, table: Table, look: Look) -> str:
    t = look.t
    said = t.plural(
        "{move}. Played out {n} time with the unseen cards shuffled: {share} % won.",
        "{move}. Played out {n} times with the unseen cards shuffled: {share} % won.",
        hint.games,
        move=move,
        share=percent(hint.wins, hint.games),
    )
    if hint.second is None:
        return said
    second = t(
        "Second best: {move} ({share} %).",
        move=named_move(hint.second, table, look),
        share=percent(hint.second_wins, hint.games),
    )
    return f"{said} {second}"


def percent(part: int, whole: int) -> int:
    """Whole per cents; 0 and 100 only where they are exact."""
    if whole <= 0 or part <= 0:
        return 0
    return 100 if part >= whole else min(99, max(1, round(100 * part / whole)))


def named_move(move: Move, table: Table, look: Look) -> str:
    """A move of this table in words, with nothing of what it would turn up."""
    if move.source == "s":
        if table.of(PileKind.HAND):
            return look.t("Turn the next card")
        count = min(PACKET, table.pile("s").hidden)
        return look.t.plural("Turn {n} card", "Turn {n} cards", count)
    if move.swap:
        return look.t("Swap {one} and {other}", one=move.source, other=move.target)
    if table.of(PileKind.PLACE):
        return _join(move, table, look)
    # What the move would turn up is nobody's business yet: all is empty after it.
    unseen = replace(table, piles=tuple(replace(pile, cards=()) for pile in table.piles))
    return describe_moves(table, unseen, (move,), look)


def _join(move: Move, table: Table, look: Look) -> str:
    onto = table.pile(move.target).top
    cards = table.pile(move.source).cards
    assert onto is not None  # an empty place takes no card
    card = cards[-1] if move.source == "w" else cards[0]
    return look.t(
        "{card} onto {other} in {place}",
        card=look.card(card),
        other=look.card(onto),
        place=move.target,
    )


def check_sentence(found: Assessment, look: Look, *, hidden: bool) -> str:
    """What can be said of the game; ``hidden`` tells that some cards aren't seen yet."""
    t = look.t
    match found.prospect, hidden:
        case Prospect.WINNABLE, False:
            return t("Winnable: a way to win is found from here.")
        case Prospect.WINNABLE, True:
            return t("Winnable: every order of the unseen cards can be won.")
        case Prospect.UNWINNABLE, False:
            return t("Unwinnable: no way to win is left from here, and that is proved.")
        case Prospect.UNWINNABLE, True:
            return t("Unwinnable: no order of the unseen cards can be won, and that is proved.")
        case Prospect.OPEN, _:
            return _open(found, look)
    return t("Not decided: the search ended at its limit. That says nothing against the game.")


def _open(found: Assessment, look: Look) -> str:
    t = look.t
    said = t("Open: nothing is proved for every order of the unseen cards.")
    if not found.games:
        return said
    played = t.plural(
        "Played out {n} time with them shuffled: {share} % won.",
        "Played out {n} times with them shuffled: {share} % won.",
        found.games,
        share=percent(found.wins, found.games),
    )
    return f"{said} {played}"
