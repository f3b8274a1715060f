"""How a place is said in a sentence, by itself and as the goal of a card."""

from __future__ import annotations

from bot.look import Look

BAKERS, CALCULATION, GRIP = "bakers-game", "calculation", "devils-grip"


def place(name: str, game: str, look: Look) -> str:
    """A place without an article: ``column 3``, ``cell a``, ``foundation``, ``F2``, ``a5``."""
    t = look.t
    match game, name[:1]:
        case "bakers-game", "h":
            return t("foundation")
        case "bakers-game", "a" | "b" | "c" | "d":
            return t("cell {name}", name=name)
        case "bakers-game", _:
            return t("column {name}", name=name)
        case "calculation", "f" | "w":
            return name.upper()
        case "calculation", "t":
            return t("hand")
        case "devils-grip", "w":
            return t("waste")
        case (("calculation" | "devils-grip"), "s"):
            return t("stock")
    return name


def going(card: str, target: str, game: str, look: Look) -> str:
    """A card and where it goes: ``K♣ to cell d``, ``5♣ home``, ``9♠ to F2``."""
    t = look.t
    match game, target[:1]:
        case "bakers-game", "h":
            return t("{card} home", card=card)
        case "bakers-game", "a" | "b" | "c" | "d":
            return t("{card} to cell {name}", card=card, name=target)
        case "bakers-game", _:
            return t("{card} to column {name}", card=card, name=target)
    return t("{card} to {place}", card=card, place=place(target, game, look))


def begin(sentence: str, look: Look) -> str:
    """A sentence with a capital: only spoken cards would start it with a small letter."""
    return sentence[:1].upper() + sentence[1:] if look.spoken else sentence
