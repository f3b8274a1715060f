"""Refusals: why, then where the card would fit."""

import random
import re
from dataclasses import replace
from functools import cache

import pytest

from bot.look import Look
from bot.render import refusal
from games.cards import Card, Suit, parse_card
from games.catalogue import find
from games.catalogue.bakers_game import BakersPosition
from games.catalogue.devils_grip import GripPosition
from games.errors import IllegalMove, Reason, Refusal
from games.moves import Move
from games.table import Pile, PileKind, Table
from tests.bot.render.samples import KEYS, LOOKS, many, won

EN, ES = Look("letters"), Look("letters", "es")
SHORTEST, LONGEST = 8, 200  # a notice over a Telegram board holds no more


def cards(text):
    """Cards of a text in their usual spelling."""
    return tuple(parse_card(word) for word in text.split())


def refused(game, position, code, look=EN):
    """What is said of ``code``, which the rules refuse in ``position``."""
    with pytest.raises(IllegalMove) as error:
        game.play(position, game.parse(code))
    return refusal(error.value.refusal, game.table(position), look)


BAKERS = find("bakers-game")
TABLE = BakersPosition(
    (1, 0, 0, 0),
    (Card(13, Suit.CLUBS), None, None, None),
    tuple(map(cards, ("2C", "7H", "8C", "9S", "8H", "KD", "QS", "TC"))),
)


def test_the_example_of_the_rules():
    """The seven of hearts on the eight of clubs, in each look and language."""
    assert refused(BAKERS, TABLE, "23") == (
        "7h goes only on 8h; column 3 ends in 8c. It fits 8h in column 5."
    )
    assert refused(BAKERS, TABLE, "23", ES) == (
        "7h solo va sobre 8h; la columna 3 acaba en 8c. Cabe sobre 8h, en la columna 5."
    )
    assert refused(BAKERS, TABLE, "23", Look("words")) == (
        "7 of hearts goes only on 8 of hearts; column 3 ends in 8 of clubs. "
        "It fits 8 of hearts in column 5."
    )


def test_bakers_game_says_what_would_be_right():
    """Kings, homes, taken cells, and the next best place for the card."""
    assert refused(BAKERS, TABLE, "67") == (
        "Kd goes only to an empty column; column 7 ends in Qs. Cell b is free."
    )
    assert refused(BAKERS, TABLE, "7h") == "Qs can't go home yet: As comes first. Cell b is free."
    assert refused(BAKERS, TABLE, "2a") == "Cell a already holds Kc. It fits 8h in column 5."
    assert (
        refused(BAKERS, TABLE, "12") == "2c goes only on 3c; column 2 ends in 7h. It can go home."
    )
    emptied = replace(TABLE, columns=((), *TABLE.columns[1:]))
    assert refused(BAKERS, emptied, "34") == (
        "8c goes only on 9c; column 4 ends in 9s. Column 1 is free."
    )
    assert refused(BAKERS, emptied, "12") == "Column 1 is empty."
    assert refused(BAKERS, emptied, "b2") == "Cell b is empty."


def test_devils_grip_says_what_would_be_right():
    """Steps of three, tops of rows, cards that begin a pile, and empty places."""
    grip = find("devils-grip")
    singles = cards("5S 2S 2H JC KD 8S " + "7D " * 17)
    position = GripPosition((*((card,) for card in singles), ()), (), ())
    assert refused(grip, position, "a1a3") == (
        "5s goes only on 2s; the top card of a3 is 2h. It fits 2s in a2."
    )
    assert refused(grip, position, "a6a4").startswith("Nothing goes on Jc: J, Q and K end their")
    assert refused(grip, position, "a2a1") == "2s begins a pile and goes on no other card."
    assert refused(grip, position, "a1c8").startswith("c8 is empty, and an empty place takes no")
    assert refused(grip, position, "a1=c8") == "c8 is empty: a swap needs two piles."
    assert refused(grip, position, "d") == "The stock is empty."
    assert refused(grip, position, "wa1") == "The waste is empty."
    assert refused(grip, position, "c8a1") == "There is no card in c8."


def test_calculation_says_what_would_be_right():
    """What a foundation wants, and the card that has to be placed first."""
    game = find("calculation")
    turned = won("calculation")[1].position
    assert refused(game, turned, "f2") == "F2 wants 4, not 3s. Every waste pile takes it."
    assert refused(game, turned, "d") == "3s is in hand: place it first. Every waste pile takes it."
    assert refused(game, turned, "w1f1") == "There is no card in W1."
    start = won("calculation")[0].position
    assert refused(game, start, "f2") == "No card is in hand: turn one first."
    assert refused(game, won("calculation")[-1].position, "f2") == (
        "No card is in hand, and the stock is empty."
    )


@pytest.mark.parametrize("reason", Reason)
@pytest.mark.parametrize("key", [*KEYS, "golf"])
def test_every_reason_has_a_sentence_in_both_languages(reason, key):
    """Whatever a game refuses for, there is a sentence, and the Spanish one is Spanish."""
    seven, eight = parse_card("7H"), parse_card("8C")
    filled = Refusal(reason, "xyz", seven, eight, "a", 3, 2)
    bare = Refusal(reason, card=seven, onto=eight)
    table = won(key)[3].table if key in KEYS else UNKNOWN
    for case in (filled, bare):
        english, spanish = refusal(case, table, EN), refusal(case, table, ES)
        assert english != spanish
        for text in (english, spanish):
            assert SHORTEST <= len(text) <= LONGEST
            assert text[-1] == "."
            assert not set(text) & set("{}")


UNKNOWN = Table("golf", (Pile("a", PileKind.COLUMN, cards("8C")),), (Move("ab", "a", "b"),))


@cache
def codes_of(key):
    """Every code that the samples of a game play somewhere."""
    return frozenset(move.code for each in many(key) for move in each.table.moves)


def illegal(sample, count):
    """A few codes of the game that can't be played here."""
    wrong = sorted(codes_of(sample.game.key) - {move.code for move in sample.table.moves})
    return random.Random(sample.game.describe(sample.position)).sample(
        wrong, min(count, len(wrong))
    )


@pytest.mark.parametrize("key", KEYS)
def test_whatever_the_rules_refuse_can_be_said(key):
    """Illegal codes of many positions get their sentence, short enough for a notice."""
    game = find(key)
    for number, sample in enumerate(many(key)[::16]):
        look = LOOKS[number % len(LOOKS)]
        for code in illegal(sample, 30):
            text = refused(game, sample.position, code, look)
            assert SHORTEST <= len(text) <= LONGEST


@pytest.mark.parametrize("key", KEYS)
def test_a_refusal_names_only_cards_that_can_be_seen_or_are_wanted(key):
    """The stock can't come up in a sentence: turned around, it changes nothing."""
    game = find(key)
    if not game.hides:
        return
    for sample in many(key)[::60]:
        other = replace(sample.position, stock=sample.position.stock[::-1])
        for code in illegal(sample, 30):
            assert refused(game, sample.position, code) == refused(game, other, code)


def test_advice_is_a_legal_move():
    """The column that a refusal recommends takes the card."""
    for sample in many("bakers-game")[::20]:
        legal = {move.code for move in sample.table.moves}
        for source in "12345678":
            for target in "12345678":
                if source == target or source + target in legal:
                    continue
                text = refused(BAKERS, sample.position, source + target)
                for column in re.findall(r"It fits \w+ in column (\d)|Column (\d) is free", text):
                    assert source + "".join(column) in legal
