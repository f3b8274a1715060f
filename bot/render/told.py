"""What just happened, for the small line under the title."""

from __future__ import annotations

from bot.look import Look
from bot.render.paper import signs_of
from bot.render.places import BAKERS, CALCULATION, going
from games.cards import Card
from games.moves import Move
from games.table import Table

Moves = tuple[Move, ...]
Standing = dict[str, list[Card]]
"""The cards of Baker's columns and cells while moves are retraced."""


def describe_moves(before: Table, after: Table, moves: Moves, look: Look) -> str:
    """One line about ``moves``, which led from ``before`` to ``after``; empty for no moves."""
    if not moves:
        return ""
    match before.game:
        case "bakers-game":
            return _bakers(before, moves, look)
        case "calculation":
            return _calculation(before, after, moves, look)
        case "devils-grip":
            return _grip(before, after, moves, look)
    return _anygame(before, moves, look)


def _anygame(before: Table, moves: Moves, look: Look) -> str:
    first, *more = moves
    card = before.pile(first.source).top
    name = look.card(card) if card is not None else first.source
    return _and_more(going(name, first.target, before.game, look), len(more), look)


def _and_more(text: str, more: int, look: Look) -> str:
    if not more:
        return text
    rest = look.t.plural("then {n} more move", "then {n} more moves", more)
    return f"{text}; {rest}"


# Baker's Game


def _bakers(before: Table, moves: Moves, look: Look) -> str:
    """A move or a run, then how many cards went home with it."""
    standing = {pile.name: list(pile.cards) for pile in before.piles}
    head, homes = _split_homes(moves)
    parts = []
    if head:
        parts.append(_moved(standing, head, look))
    elif len(homes) == 1:
        parts.append(going(look.card(standing[homes[0].source][-1]), "h", BAKERS, look))
        homes = ()
    if homes:
        parts.append(look.t.plural("{n} card home", "{n} cards home", len(homes)))
    return "; ".join(parts)


def _split_homes(moves: Moves) -> tuple[Moves, Moves]:
    """What comes before the last unbroken stretch of moves home, and that stretch."""
    cut = len(moves)
    while cut and moves[cut - 1].target == "h":
        cut -= 1
    return moves[:cut], moves[cut:]


def _moved(standing: Standing, moves: Moves, look: Look) -> str:
    """One card, or a run that came to rest in one column; else the number of moves."""
    first = moves[0]
    if len(moves) == 1:
        return going(look.card(standing[first.source][-1]), first.target, BAKERS, look)
    start = {name: list(cards) for name, cards in standing.items()}
    for move in moves:
        card = standing[move.source].pop()
        if move.target != "h":
            standing[move.target].append(card)
    gained = {
        name: cards[len(start[name]) :]
        for name, cards in standing.items()
        if len(cards) > len(start[name])
    }
    if len(gained) == 1 and "h" not in {move.target for move in moves}:
        ((target, run),) = gained.items()
        if start[first.source][-len(run) :] == run:
            return going(_stretch(run[0], run[-1], look), target, BAKERS, look)
    return look.t.plural("{n} move", "{n} moves", len(moves))


def _stretch(first: Card, last: Card, look: Look) -> str:
    """A run by its two ends: ``9♥–7♥``."""
    if first == last:
        return look.card(first)
    if look.spoken:
        return look.t(
            "{first} to {last} of {suit}",
            first=look.rank(first.rank),
            last=look.rank(last.rank),
            suit=look.suit(first),
        )
    return look.card(first) + signs_of(look).until + look.card(last)


# Calculation


def _calculation(before: Table, after: Table, moves: Moves, look: Look) -> str:
    """The placement, or how many cards went up, and the card that was turned after it."""
    placed = [move for move in moves if move.source != "s"]
    parts = []
    if len(placed) == 1 and placed[0] == moves[0]:
        card = before.pile(placed[0].source).top
        assert card is not None  # the move was legal
        parts.append(going(look.card(card), placed[0].target, CALCULATION, look))
    elif placed and all(move.target.startswith("f") for move in placed):
        count = len(placed)
        parts.append(
            look.t.plural("{n} card to the foundations", "{n} cards to the foundations", count)
        )
    elif placed:
        parts.append(look.t.plural("{n} move", "{n} moves", len(placed)))
    hand = after.pile("t").top
    if moves[-1].source == "s" and hand is not None:
        parts.append(look.t("turned {cards}", cards=look.card(hand)))
    return "; ".join(parts)


# Devil's Grip


def _grip(before: Table, after: Table, moves: Moves, look: Look) -> str:
    first = moves[0]
    if all(move.swap for move in moves):
        return _swapped(moves, look)
    if first.source == "s":
        text = _turned(before, after, moves, look)
    else:
        text = _joined(before, first, look)
        if len(moves) == 1:
            text += _refilled(after, first, look)
    return _and_more(text, len(moves) - 1, look)


def _swapped(moves: Moves, look: Look) -> str:
    if len(moves) > 1:
        return look.t.plural("{n} swap", "{n} swaps", len(moves))
    return look.t("swapped {one} and {other}", one=moves[0].source, other=moves[0].target)


def _turned(before: Table, after: Table, moves: Moves, look: Look) -> str:
    """The packet in the order it was turned; only counted when moves went on from there."""
    if len(moves) > 1:
        count = min(3, before.pile("s").hidden)
        return look.t.plural("{n} card turned", "{n} cards turned", count)
    packet = after.pile("w").cards[before.pile("w").size :]
    return look.t("turned {cards}", cards=", ".join(look.card(card) for card in packet))


def _joined(before: Table, move: Move, look: Look) -> str:
    cards = before.pile(move.source).cards
    onto = before.pile(move.target).top
    assert onto is not None  # an empty place takes no card
    run = cards[-1:] if move.source == "w" else cards
    return look.t(
        "{cards} joined {card} in {place}",
        cards=_stretch(run[0], run[-1], look),
        card=look.card(onto),
        place=move.target,
    )


def _refilled(after: Table, move: Move, look: Look) -> str:
    """The card that came up in the place left empty, if the stock still had one."""
    card = after.pile(move.source).top
    if move.source == "w" or card is None:
        return ""
    came = look.t("{card} came up in {place}", card=look.card(card), place=move.source)
    return f"; {came}"
