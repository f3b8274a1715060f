"""Facts from ``tests/data``, positions by chance, and the codes of each game written out."""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path
from typing import Any

from games.cards import Card, parse_card
from games.catalogue import find
from games.deals import lay_out
from games.game import Deck, Game
from games.record import write_record

DATA = Path(__file__).parent.parent / "data"
KEYS = ("bakers-game", "calculation", "devils-grip")
HIDING = ("calculation", "devils-grip")


def vectors() -> list[dict[str, str]]:
    """Deals as two other programs make them."""
    return json.loads((DATA / "deal-vectors.json").read_text(encoding="utf-8"))


def lines() -> list[dict[str, Any]]:
    """Lines of play and what they lead to."""
    text = (DATA / "positions.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def won(key: str) -> str:
    """Won games of one kind, many records in one text."""
    return (DATA / "records" / f"{key}.txt").read_text(encoding="utf-8")


def cards(text: str) -> tuple[Card, ...]:
    """Cards in a row: ``cards("AC TH")``."""
    return tuple(parse_card(word) for word in text.split())


def dealt(key: str, deal: str = "1") -> Any:
    """The position a deal starts with."""
    game = find(key)
    return game.deal(lay_out(game, deal))


def play(game: Game[Any], position: Any, codes: str) -> Any:
    """The position after some codes."""
    for code in codes.split():
        position = game.play(position, game.parse(code))
    return position


def fresh(key: str, rng: random.Random) -> Any:
    """The start of a deal by chance."""
    return dealt(key, str(rng.randrange(1, 10**9)))


def wander(key: str, rng: random.Random, steps: int) -> Any:
    """A position that ``steps`` random moves lead to, swaps among them; fewer if the game ends."""
    game, position = find(key), fresh(key, rng)
    for _ in range(steps):
        move = chance(game, position, rng)
        if move is None:
            break
        position = game.play(position, move)
    return position


def chance(game: Game[Any], position: Any, rng: random.Random) -> Any:
    """A legal move by chance, turns less often than others; a swap now and then; None at the end.

    Random play alone would be through the stock before anything happened.
    """
    moves = game.legal_moves(position)
    if not moves:
        return None
    if rng.random() < 0.1 and (swaps := game.swaps(position)):
        return rng.choice(swaps)
    busy = [move for move in moves if move.code != "d"]
    return rng.choice(busy if busy and rng.random() < 0.8 else moves)


def held(position: Any) -> list[Card]:
    """Every card that a position holds, wherever it lies; homes of Baker's Game as their cards."""
    found: list[Card] = []
    for name in position.__dataclass_fields__:
        value = getattr(position, name)
        if name == "homes":
            found += [Card(rank, suit) for suit, top in _suits(value) for rank in _ranks(top)]
        elif name == "heights":
            pass  # only the tops of Calculation's foundations are kept: see its own test
        elif value is not None:
            found += _flat(value)
    return found


def _suits(homes: tuple[int, ...]) -> Any:
    return zip((card.suit for card in cards("AC AD AH AS")), homes, strict=True)


def _ranks(top: int) -> range:
    return range(1, top + 1)


def _flat(value: Any) -> list[Card]:
    if value is None:
        return []
    if isinstance(value, Card):
        return [value]
    return [card for part in value for card in _flat(part)]


def codes(key: str) -> list[str]:
    """Every canonical code of a game as FORMATS.md has it, legal or not."""
    places = [row + column for row, column in product("abc", "12345678")]
    match key:
        case "bakers-game":
            columns = ["".join(pair) for pair in product("12345678", "12345678abcdh")]
            return columns + ["".join(pair) for pair in product("abcd", "12345678h")]
        case "calculation":
            hand = ["".join(pair) for pair in product("fw", "1234")]
            return ["d", *hand, *(f"w{w}f{f}" for w, f in product("1234", "1234"))]
        case _:
            pairs = [(x, y) for x, y in product(places, places) if x != y]
            swaps = [f"{x}={y}" for x, y in pairs if x < y]
            return ["d", *(x + y for x, y in pairs), *("w" + x for x in places), *swaps]


def record(row: dict[str, Any], result: str | None = None) -> str:
    """A line of ``positions.jsonl`` as a record."""
    game = find(row["game"])
    headers = {"Result": result} if result else {}
    moves = [game.parse(code) for code in row["moves"].split()]
    if "deal" in row:
        return write_record(row["game"], row["deal"], Deck(()), moves, headers)
    deck = Deck(cards(row["cards"]), cards(row.get("starters", "")))
    return write_record(row["game"], None, deck, moves, headers)
