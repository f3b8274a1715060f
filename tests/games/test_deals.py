"""Deals by number and by word."""

import os
import subprocess
import sys
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import pack, texts
from games.catalogue import GAMES, find
from games.deals import (
    HIGHEST_RANDOM,
    is_prepared,
    lay_out,
    microsoft,
    random_deal,
    read_deal,
)
from games.errors import BadDeal
from games.game import Deck
from games.random_words import below, random_words
from tests.games.support import KEYS, cards, vectors

BAKERS, CALCULATION, GRIP = map(find, ("bakers-game", "calculation", "devils-grip"))


@pytest.mark.parametrize("vector", vectors(), ids=lambda v: f"{v['game']} {v['deal']}")
def test_deals_are_those_of_the_vectors(vector):
    """Microsoft numbers, other numbers and words, as another program laid them out."""
    game = find(vector["game"])
    deck = lay_out(game, read_deal(game, vector["deal"]), cards(vector.get("starters", "")))

    assert texts(deck.cards) == vector["cards"]
    game.deal(deck)


def test_deal_617_begins_as_everywhere():
    """The first row of Microsoft's deal 617, known from any FreeCell program."""
    deck = lay_out(BAKERS, "617")

    assert texts(deck.cards[:8]) == "7D AD 5C 3S 5S 8C 2D AH"


def test_starting_suits_do_not_change_the_ranks():
    """Two players with other starts face the same sequence of ranks."""
    usual = lay_out(CALCULATION, "patience")
    chosen = lay_out(CALCULATION, "patience", cards("AS 2C 3D 4H"))

    assert usual.starters == cards("AC 2D 3H 4S")
    assert [card.rank for card in usual.cards] == [card.rank for card in chosen.cards]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("617", "617"),
        (" 000617\n", "617"),
        ("0", "0"),
        ("000", "0"),
        ("9" * 18, "9" * 18),
        ("2147483648", "2147483648"),
        ("Patience", "patience"),
        ("STRASSE", "strasse"),
        ("straße", "strasse"),
        ("E\u0301TE\u0301", "été"),
        ("été", "été"),
        ("мир-2026_x", "мир-2026_x"),
        ("x" * 64, "x" * 64),
        ("daily-" + "0a" * 20, "daily-" + "0a" * 20),
    ],
)
def test_deal_texts_have_one_spelling(text, name):
    """Numbers lose leading zeros, words are folded."""
    assert read_deal(BAKERS, text) == name
    assert read_deal(BAKERS, name) == name


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        (" \t\n", "empty"),
        ("-1", "not_a_word"),
        ("+1", "not_a_word"),
        ("1e9", "not_a_word"),
        ("1.0", "not_a_word"),
        ("٣", "not_a_word"),
        ("１２", "not_a_word"),
        (str(2**63), "not_a_word"),
        (str(10**40), "not_a_word"),
        ("a b", "not_a_word"),
        ("a\x00b", "not_a_word"),
        ("q♠", "not_a_word"),
        ("_a", "not_a_word"),
        ("\udc80", "not_a_word"),
        ("x" * 65, "too_long"),
        ("9" * 1000, "too_long"),
        ("ß" * 40, "too_long"),
        ("random", "reserved"),
        ("Winnable", "reserved"),
        ("DAILY", "reserved"),
    ],
)
@pytest.mark.parametrize("key", KEYS)
def test_what_is_no_deal_is_refused(key, text, reason):
    """Each with its reason, none with another error."""
    with pytest.raises(BadDeal) as caught:
        read_deal(find(key), text)

    assert caught.value.reason == reason


@pytest.mark.parametrize(
    "text", ["easy0-x", "medium12-x", "HARD2-" + "0" * 40, "hard1-", "easy01-x"]
)
def test_prepared_deals_of_no_method_are_kept_free(text):
    """Refused in Devil's Grip, plain words elsewhere."""
    with pytest.raises(BadDeal, match="prepared"):
        read_deal(GRIP, text)

    assert read_deal(BAKERS, text) == text.casefold()


@pytest.mark.parametrize("text", ["easy1-abc", "Medium1-Straße", "HARD1-" + "0" * 40, "easy1--"])
def test_prepared_deals_are_named_like_words(text):
    """In Devil's Grip they are prepared, elsewhere shuffled like any word."""
    name = read_deal(GRIP, text)

    assert name == read_deal(BAKERS, text)
    assert is_prepared(GRIP, name)
    assert not is_prepared(BAKERS, name)
    GRIP.deal(lay_out(GRIP, name))


@given(st.text(max_size=80))
def test_any_text_is_a_deal_or_refused(text):
    """And a name that was read is read again as itself."""
    try:
        name = read_deal(GRIP, text)
    except BadDeal:
        return

    assert read_deal(GRIP, name) == name
    assert len(name) <= 64
    assert name.isprintable()


@pytest.mark.parametrize("deal", ["0", "2147483647", "2147483648", "999999999999999999", "word"])
@pytest.mark.parametrize("key", KEYS)
def test_every_deal_is_the_whole_pack(key, deal):
    """Also at both ends of Microsoft's numbers."""
    game = find(key)
    deck = lay_out(game, deal)

    assert sorted(deck.cards) == sorted(game.ordered_pack(deck.starters))
    assert lay_out(game, deal) == deck


def test_random_deals_are_numbers_that_people_can_pass_on():
    """Both ends of the range."""
    assert random_deal(lambda _: 0) == "1"
    assert random_deal(lambda bound: bound - 1) == str(HIGHEST_RANDOM)


def test_numbers_below_a_bound_pass_over_words_that_would_favour_some():
    """The words from 2^32 - (2^32 mod 48) on are rejected."""
    limit = 2**32 - 2**32 % 48

    assert below(48, iter([2**32 - 1, limit, limit - 1])) == 47
    assert below(48, iter([0])) == 0


def test_random_words_go_on_without_end():
    """Eight words a digest, then the next digest."""
    words = [word for word, _ in zip(random_words(b"x"), range(20), strict=False)]

    assert len(set(words)) == 20
    assert all(0 <= word < 2**32 for word in words)


@pytest.mark.parametrize(
    ("deck", "reason"),
    [
        (Deck(pack()[:-1]), "missing_card"),
        (Deck((*pack()[:-1], pack()[0])), "doubled_card"),
        (Deck((*pack(), pack()[0])), "doubled_card"),
        (Deck(()), "missing_card"),
    ],
)
def test_a_wrong_pack_is_not_dealt(deck, reason):
    """The reason names the fault."""
    with pytest.raises(BadDeal) as caught:
        BAKERS.deal(deck)

    assert caught.value.reason == reason


def test_a_card_of_another_pack_is_named():
    """Devil's Grip has no aces; Calculation's stock has no starts."""
    with pytest.raises(BadDeal, match="wrong_card: AC"):
        GRIP.deal(Deck(pack()))
    with pytest.raises(BadDeal, match="wrong_card: AC"):
        CALCULATION.deal(Deck(pack()))


def test_long_texts_are_refused_at_once():
    """Marks in the wrong order would take minutes to sort; the refusal names a short part."""
    for text in ("a" + "\u0301\u0316" * 1_000_000, "x\x1b" * 10_000, "é" * 10**6):
        with pytest.raises(BadDeal, match="too_long") as caught:
            read_deal(GRIP, text)
        assert len(caught.value.detail) <= 21
        assert caught.value.detail.isprintable()


@pytest.mark.parametrize("letter", ["e\u0301", "\u1112\u1161\u11ab", "ω\u0314\u0342"])
def test_a_word_may_be_spelt_with_many_signs(letter):
    """What counts are the 64 characters that are left when marks have joined their letters."""
    assert len(read_deal(GRIP, letter * 64)) == 64


def test_microsoft_numbers_end_at_their_last():
    """1 and 2^31-1 are Microsoft's; 0 and 2^31 are shuffled like any other text."""
    for number in (1, 2**31 - 1):
        assert lay_out(BAKERS, str(number)).cards == microsoft(pack(), number)
    for number in (0, 2**31, 10**17):
        assert lay_out(BAKERS, str(number)).cards != microsoft(pack(), number)


@pytest.mark.parametrize(
    "text", ["easy-x", "easyish1-x", "easy1", "hard1x-", "xeasy1-y", "easy1_x"]
)
def test_what_only_looks_prepared_is_shuffled(text):
    """Only ``easy``, ``medium`` or ``hard``, digits and a hyphen are kept back."""
    assert read_deal(GRIP, text) == text


@pytest.mark.parametrize("starters", ["AC", "AC 2D 3H 4S"])
@pytest.mark.parametrize("game", [BAKERS, GRIP], ids=lambda game: game.key)
def test_games_without_starts_take_none(game, starters):
    """Starts that would be ignored in silence are refused."""
    with pytest.raises(BadDeal, match="starters"):
        lay_out(game, "1", cards(starters))


@pytest.mark.parametrize("starters", ["AC", "2C AD 3H 4S", "AC 2C 3C 5C", "AC 2D 3H 4S 5C"])
def test_starters_are_an_ace_a_two_a_three_and_a_four(starters):
    """In this order, any suits."""
    with pytest.raises(BadDeal, match="starters"):
        lay_out(CALCULATION, "1", cards(starters))


@pytest.mark.parametrize("seed", ["0", "1", "random"])
def test_deals_do_not_depend_on_the_hash_seed(seed):
    """The same in a fresh process, whatever Python's hashes are."""
    program = (
        "from games.catalogue import GAMES\n"
        "from games.deals import lay_out\n"
        "from games.cards import texts\n"
        "for game in GAMES:\n"
        "    for deal in ('617', 'patience'):\n"
        "        print(texts(lay_out(game, deal).cards))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )

    here = [texts(lay_out(game, deal).cards) for game in GAMES for deal in ("617", "patience")]
    assert done.stdout.splitlines() == here


def test_a_bound_of_one_takes_any_word():
    """Nothing is rejected when every word fits."""
    assert below(1, count(2**32 - 1)) == 0
