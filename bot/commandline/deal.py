"""``patience deal``: shows a deal."""

from __future__ import annotations

from bot.commandline.faults import about_deal
from bot.commandline.output import DONE, USAGE, fail, show, show_json
from bot.look import Look
from bot.render import board
from bot.titles import find_game, title
from games.cards import parse_card, texts
from games.catalogue import GAMES, find
from games.deals import lay_out, read_deal
from games.errors import BadDeal


def deal(game_name: str, text: str, starters_text: str | None, *, as_json: bool) -> int:
    """Lay out deal ``text`` and show it; the exit status."""
    key, rest = find_game(game_name.split())
    if key is None or rest:
        return fail(f"no such game: {game_name[:40]}; {_known()}", USAGE)
    game = find(key)
    try:
        starters = tuple(parse_card(word) for word in (starters_text or "").split())
        name = read_deal(game, text)
        deck = lay_out(game, name, starters)
        position = game.deal(deck)
    except BadDeal as error:
        return fail(about_deal(error), USAGE)
    except ValueError:
        return fail(about_deal(BadDeal("starters")), USAGE)
    if as_json:
        answer = {"game": key, "deal": name, "cards": [card.text for card in deck.cards]}
        if deck.starters:
            answer["starters"] = [card.text for card in deck.starters]
        show_json(answer)
    else:
        show(f"{title(key)} {name}")
        show(board(game.table(position), Look("letters", "en")))
        show(texts(deck.cards))
    return DONE


def _known() -> str:
    return "there are " + ", ".join(game.key for game in GAMES)
