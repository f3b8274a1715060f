"""``patience deal``: shows a deal."""

from __future__ import annotations

from bot.commandline.asked import game_named
from bot.commandline.faults import about_deal
from bot.commandline.output import DONE, USAGE, fail, show, show_json
from bot.look import Look
from bot.render import board
from bot.titles import title
from games.cards import Card, texts
from games.deals import lay_out, read_deal
from games.errors import BadDeal
from games.notation import read_card


def deal(game_name: str, text: str, starters_text: str | None, *, as_json: bool) -> int:
    """Lay out deal ``text`` and show it; the exit status."""
    game = game_named(game_name)
    try:
        starters = _starters(starters_text or "")
        name = read_deal(game, text)
        deck = lay_out(game, name, starters)
        position = game.deal(deck)
    except BadDeal as error:
        return fail(about_deal(error), USAGE)
    if as_json:
        answer = {"game": game.key, "deal": name, "cards": [card.text for card in deck.cards]}
        if deck.starters:
            answer["starters"] = [card.text for card in deck.starters]
        show_json(answer)
    else:
        show(f"{title(game.key)} {name}")
        show(board(game.table(position), Look("letters", "en")))
        show(texts(deck.cards))
    return DONE


def _starters(text: str) -> tuple[Card, ...]:
    """The cards as people write them; raises BadDeal."""
    cards = [read_card(word) for word in text.split()]
    if None in cards:
        raise BadDeal("starters", text)
    return tuple(card for card in cards if card is not None)
