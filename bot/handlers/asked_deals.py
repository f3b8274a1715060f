"""The deal that somebody asks for in chat: a number, a word, a random one, chosen starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.scene import Scene
from games.cards import Card
from games.deals import is_prepared, lay_out, random_deal, read_deal
from games.errors import BadDeal
from games.game import Deck, Game
from games.notation import read_card
from storage.records import Kind

RANDOM = frozenset({"random", "azar", "aleatorio"})


@dataclass(frozen=True, slots=True)
class Wanted:
    """A deal that somebody asked for; ``practice`` games count as assisted from the start."""

    game: Game[Any]
    deal: str
    deck: Deck
    kind: Kind = "shuffled"
    practice: bool = False


def wanted_deal(scene: Scene, game: Game[Any], words: Sequence[str]) -> Wanted:
    """The deal that ``words`` ask for, a random one for none; raises BadDeal."""
    deal_text, starters = _split(game, words)
    if deal_text is None:
        deal = random_deal(scene.services.randbelow)
    else:
        deal = read_deal(game, deal_text)
    kind: Kind = "prepared" if is_prepared(game, deal) else "shuffled"
    return Wanted(game, deal, lay_out(game, deal, starters), kind)


def _split(game: Game[Any], words: Sequence[str]) -> tuple[str | None, tuple[Card, ...]]:
    """Deal text and chosen starters; raises BadDeal for words that are neither."""
    if not words:
        return None, ()
    deal, cards = words[0], words[1:]
    if cards and not game.check_starters(()):
        raise BadDeal("not_a_word", " ".join(words))
    starters = tuple(_starter(word) for word in cards)
    chosen = None if deal.casefold() in RANDOM else _number_or_word(deal)
    return chosen, starters


def _starter(word: str) -> Card:
    card = read_card(word)
    if card is None:
        raise BadDeal("starters", word)
    return card


def _number_or_word(text: str) -> str:
    """A number as people write it in chat (``#1234``, ``1,234``, full width) as its digits."""
    plain = text.removeprefix("#").translate(_FULL_WIDTH)
    groups = plain.replace(",", ".").split(".")
    grouped = (
        len(groups) > 1
        and len(groups[0]) in (1, 2, 3)
        and all(len(group) == 3 for group in groups[1:])
    )
    joined = "".join(groups) if grouped else plain
    return joined if joined.isascii() and joined.isdigit() else text


_FULL_WIDTH = {0xFF10 + digit: str(digit) for digit in range(10)} | {0xFF03: "", 0xFF0C: ","}


def deal_refusal(scene: Scene, game: Game[Any], error: BadDeal) -> str:
    """Why a deal text can't be used, with an example."""
    t = scene.t
    example = t("play {game} 617", game=game.key)
    match error.reason:
        case "prepared" | "reserved":
            return t(
                "“{text}” is no deal yet. Try “{example}”.", text=error.detail, example=example
            )
        case "starters":
            return t(
                "The starts are an ace, a 2, a 3 and a 4, in this order: “{example}”.",
                example=t("play calculation 617 AH 2D 3S 4C"),
            )
    return t(
        "A deal is a number of up to 18 digits or one word of up to 64 letters: “{example}”.",
        example=example,
    )
