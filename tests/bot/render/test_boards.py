"""Boards: nothing missing, nothing too wide, the same in every theme."""

import re
from dataclasses import replace

import pytest
from wcwidth import wcswidth

from bot.look import Look
from bot.render import board, waste
from games.cards import RANKS, Card, Suit, parse_card
from games.catalogue.devils_grip import ROWS, complete, home_row
from games.moves import Move
from games.table import Pile, PileKind, Table
from tests.bot.render.samples import KEYS, LOOKS, many
from tests.tools.golden import files

TALLEST = {"bakers-game": 23, "calculation": 19, "devils-grip": 26}
LETTERS, SUITS = Look("letters"), Look("suits")
SEEN = [look for look in LOOKS if not look.spoken]
SPOKEN = [look for look in LOOKS if look.spoken]


def test_golden_boards():
    """The drawn files are what is drawn now; `make golden` redraws them."""
    for path, text in files():
        assert path.read_text(encoding="utf-8") == text, path.name


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("look", SEEN, ids=str)
def test_no_line_is_wider_than_23_columns(key, look):
    """Every board fits a phone, in width and in height, without blanks at the ends of lines."""
    for sample in many(key)[::3]:
        lines = board(sample.table, look).split("\n")
        assert max(map(wcswidth, lines)) <= 23
        assert len(lines) <= TALLEST[key]
        assert not any(line.endswith(" ") for line in lines)


@pytest.mark.parametrize("key", KEYS)
def test_letters_are_ascii_and_suits_are_the_same_board(key):
    """The two monospace themes differ in signs only."""
    same = str.maketrans("♣♦♥♠─│┬┴›→·", "cdhs-|++>>.", "\ufe0e")
    for sample in many(key)[::3]:
        letters = board(sample.table, LETTERS)
        assert letters.isascii()
        assert board(sample.table, SUITS).translate(same) == letters


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("look", SPOKEN, ids=str)
def test_spoken_boards_are_short(key, look):
    """A board in words stays within what one can listen to, and names no sign."""
    for sample in many(key)[::3]:
        text = board(sample.table, look)
        assert len(text) <= 900
        assert not set(text) & set("♣♦♥♠›→·│─{}")


@pytest.mark.parametrize("key", KEYS)
def test_the_board_can_be_read_back(key):
    """Each visible card stands in its own pile exactly as often as it lies there."""
    read = {"bakers-game": read_bakers, "calculation": read_calculation, "devils-grip": read_grip}
    for sample in many(key)[::2]:
        expected = {pile.name: pile.cards for pile in sample.table.piles if pile.cards}
        assert read[key](board(sample.table, LETTERS)) == expected


def read_bakers(text):
    """The piles of a drawn Baker's Game."""
    _, held, _, _, *hanging = text.split("\n")
    cells, homes = held.split("|")
    piles = {name: cards(cell) for name, cell in zip("abcd", cells.split(), strict=True)}
    piles |= {"h" + home[1]: cards(home) for home in homes.split()}
    for number in range(8):
        column = " ".join(line[3 * number : 3 * number + 2] for line in hanging)
        piles[str(number + 1)] = cards(column)
    return {name: held for name, held in piles.items() if held}


def read_calculation(text):
    """The piles of a drawn Calculation."""
    lines = text.split("\n")
    piles = {line[:2].lower(): cards(line[3:5]) for line in lines[1:5]}
    piles["t"] = cards(lines[6].removeprefix("in hand").split()[0])
    name = ""
    for line in lines[8:]:
        name = line[:2].lower().strip() or name
        piles[name] = (*cards(line[2:])[::-1], *piles.get(name, ()))
    return {name: held for name, held in piles.items() if held}


def read_grip(text):
    """The piles of a drawn Devil's Grip; a complete one is told by its mark."""
    grid, lying = re.split(r"\n-{23}\n", text)
    piles = {}
    for part in re.split(r"\n(?=[abc] --)", grid)[1:]:
        rail, tops, *below = part.split("\n")
        for number in range(8):
            top, *ranks = (line[3 * number : 3 * number + 2].strip() for line in (tops, *below))
            piles[f"{rail[0]}{number + 1}"] = hung(rail[0], top, [rank for rank in ranks if rank])
    piles["w"] = cards(lying.partition("\n")[2])[::-1]
    return {name: held for name, held in piles.items() if held}


def hung(row, top, ranks):
    """A pile from its top card and what hangs beneath."""
    if top == "..":
        return ()
    (card,) = cards(top)
    if ranks and (ranks[0] == "ok" or ranks[0].startswith(">")):
        row = row if ranks[0] == "ok" else ranks[0][1]
        assert ROWS[row][-1] == card.rank
        return tuple(Card(rank, card.suit) for rank in ROWS[row])
    return (*(Card(RANKS.index(rank) + 1, card.suit) for rank in reversed(ranks)), card)


def cards(text):
    """Every card that stands in a text."""
    return tuple(parse_card(found.upper()) for found in re.findall(r"[A2-9TJQK][cdhs]", text))


def test_calculation_lists_every_rank_a_foundation_still_wants():
    """What is on a foundation and what it lists make the whole order; a mark says it fits now."""
    for sample in many("calculation")[::2]:
        table = sample.table
        goals = {move.target for move in table.moves}
        for line in board(table, LETTERS).split("\n")[1:5]:
            pile = table.pile(line[:2].lower())
            wanted = "" if "complete" in line else line[5:].replace(" ", "").lstrip(">")
            assert pile.size + len(wanted) == 13
            assert (line[7:8] == ">") == (pile.name in goals)


def test_spoken_bakers_game_says_every_card_once():
    """Stretches of a suit unfold to the cards of each column, open card first."""
    for sample in many("bakers-game")[::3]:
        lines = board(sample.table, Look("words")).split("\n")
        said = {line[0]: unfold(line[3:-1]) for line in lines if line[1] == ":"}
        expected = {
            pile.name: [Look("words").card(card) for card in reversed(pile.cards)]
            for pile in sample.table.of(PileKind.COLUMN)
            if pile.cards
        }
        assert said == expected


def unfold(text):
    """``3, 4 of hearts`` as two cards."""
    found = []
    for stretch in re.findall(r"((?:[^ ]+, )*[^ ]+) of (\w+)", text):
        found += [f"{rank} of {stretch[1]}" for rank in stretch[0].split(", ")]
    return found


def test_spoken_devils_grip_names_every_place_once():
    """Complete piles, runs and empty places: each place is said exactly once."""
    for sample in many("devils-grip")[::5]:
        for look in SPOKEN:
            text = board(sample.table, look)
            for pile in sample.table.of(PileKind.PLACE):
                assert len(re.findall(rf"\b{pile.name}\b", text)) == 1
            astray = sum(
                complete(pile.cards) and home_row(pile.cards) != pile.name[0]
                for pile in sample.table.of(PileKind.PLACE)
            )
            assert len(re.findall(r"to row|a la fila", text)) == astray


def test_the_whole_waste_can_be_heard():
    """The board reads twelve cards of the waste and says how many follow; `waste` reads all."""
    table = max((each.table for each in many("devils-grip")), key=lambda t: t.pile("w").size)
    size = table.pile("w").size

    assert size > 40
    assert f"{size - 12} more cards" in board(table, Look("words"))
    ranks = re.findall(r"\b(?:\d+|jack|queen|king)\b", waste(table, Look("words")))
    assert len(ranks) == size + 1  # and the count itself


@pytest.mark.parametrize("key", ["calculation", "devils-grip"])
@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_a_board_says_nothing_of_the_stock(key, look):
    """Turning the stock around changes no sign on the board."""
    for sample in many(key)[::20]:
        other = replace(sample.position, stock=sample.position.stock[::-1])
        assert board(sample.game.table(other), look) == board(sample.table, look)


ACE, QUEEN = Card(1, Suit.HEARTS), Card(12, Suit.CLUBS)
UNKNOWN = Table(
    "golf",
    (
        Pile("x1", PileKind.COLUMN, (ACE,) * 30),
        Pile("x2", PileKind.COLUMN),
        Pile("stock", PileKind.STOCK, hidden=24),
        Pile("y", PileKind.WASTE, (QUEEN,), covered=3),
    ),
    (Move("x1y", "x1", "y"),),
)


def test_a_game_without_a_drawing_is_listed():
    """A new game shows all its piles before anybody draws it."""
    for look in SEEN:
        text = board(UNKNOWN, look)
        assert text.count(look.card(ACE)) == 30
        assert text.count(look.card(QUEEN)) == 1
        assert "(24)" in text
        assert max(map(wcswidth, text.split("\n"))) <= 23

    spoken = board(UNKNOWN, Look("words"))
    assert "x2: empty." in spoken
    assert "stock: 24 more cards." in spoken
    assert "y: queen of clubs, 3 more cards." in spoken
