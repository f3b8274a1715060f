"""What the games are called, and by which words people call them."""

from __future__ import annotations

from bot.reading.words import fold

TITLES = {
    "bakers-game": "Baker's Game",
    "calculation": "Calculation",
    "devils-grip": "Devil's Grip",
}
"""The original titles, kept in every language (RULES.md)."""

_CALLED = {
    "bakers-game": "bakers-game bakers-games bakers baker bg b",
    "calculation": "calculation calc calculo calculacion broken-intervals c",
    "devils-grip": "devils-grip devils devil grip dg d",
}
_BY_NAME = {name: key for key, names in _CALLED.items() for name in names.split()}
_LONGEST_NAME = 3


def title(key: str) -> str:
    """The game's title; a game without one is called by its key."""
    return TITLES.get(key, key)


def find_game(words: list[str]) -> tuple[str | None, list[str]]:
    """The game that the first words name, and the words that follow; None when they name none."""
    plain = [fold(word).replace("'", "").replace("’", "") for word in words]
    for count in range(min(_LONGEST_NAME, len(words)), 0, -1):
        key = _BY_NAME.get("-".join(plain[:count]))
        if key is not None:
            return key, words[count:]
    return None, words


def game_among(words: list[str]) -> tuple[str | None, list[str]]:
    """The game that is named last among the words, and the words that name none, in order."""
    game, others, said = None, [], words
    while said:
        key, rest = find_game(said)
        if key is None:
            others.append(said[0])
            rest = said[1:]
        game, said = key or game, rest
    return game, others
