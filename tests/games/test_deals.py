"""Deals: the same text gives the same cards, everywhere and for ever."""

import os
import random
import subprocess
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import pack, texts
from games.catalogue import find
from games.deals import RESERVED, below, lay_out, microsoft, random_deal, read_deal, shuffled
from games.errors import BadDeal
from games.game import Deck
from tests.games.samples import KEYS, cards, vectors

GRIP = find("devils-grip")
BAKERS = find("bakers-game")
CALCULATION = find("calculation")


@pytest.mark.parametrize("row", vectors(), ids=lambda row: f"{row['game']}-{row['deal'].strip()}")
def test_deals_are_as_others_make_them(row):
    """Number and word deals equal those that independent programs computed."""
    game = find(row["game"])
    deck = lay_out(game, read_deal(game, row["deal"]), cards(row.get("starters", "")))

    assert texts(deck.cards) == row["cards"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("617", "617"),
        (" 0617\n", "617"),
        ("0", "0"),
        ("000", "0"),
        ("9" * 18, "9" * 18),
        ("2147483647", "2147483647"),
        ("2147483648", "2147483648"),
        ("Hello", "hello"),
        ("Straße", "strasse"),
        ("STRASSE", "strasse"),
        ("Cafe\u0301", "café"),
        ("CAFÉ", "café"),
        ("Ñandú-1_x", "ñandú-1_x"),
        ("İstanbul", "i̇stanbul"),
        ("हिन्दी", "हिन्दी"),
        ("x٣", "x٣"),
        ("x" * 64, "x" * 64),
        ("e\u0301" * 64, "é" * 64),
        ("ᄒ\u1161ᆫ" * 64, "한" * 64),
        ("random1", "random1"),
        ("daily-" + "0f" * 20, "daily-" + "0f" * 20),
    ],
)
def test_a_deal_text_has_one_spelling(text, name):
    """Trimmed, folded, leading zeros dropped; the spelling is read as itself."""
    for game in (BAKERS, CALCULATION, GRIP):
        assert read_deal(game, text) == name
        assert read_deal(game, name) == name


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        (" \t\n", "empty"),
        ("-1", "not_a_word"),
        ("+1", "not_a_word"),
        ("1.5", "not_a_word"),
        ("1e9", "not_a_word"),
        ("1,234", "not_a_word"),
        ("9" * 19, "not_a_word"),
        (str(10**40), "not_a_word"),
        ("9" * 65, "too_long"),
        ("٣", "not_a_word"),
        ("６１７", "not_a_word"),
        ("²", "not_a_word"),
        ("_a", "not_a_word"),
        ("\u0301a", "not_a_word"),
        ("a b", "not_a_word"),
        ("a\x07b", "not_a_word"),
        ("a\x00", "not_a_word"),
        ("a\u200bb", "not_a_word"),
        ("a\u202eb", "not_a_word"),
        ("a\udc80", "not_a_word"),
        ("q♠", "not_a_word"),
        ("🂡", "not_a_word"),
        ("x" * 65, "too_long"),
        ("ß" * 33, "too_long"),
        ("a" + "\u0301\u0316" * 1_000_000, "too_long"),
        *((word, "reserved") for word in sorted(RESERVED)),
        ("Random", "reserved"),
        (" LEGEND ", "reserved"),
    ],
)
def test_what_is_no_deal(text, reason):
    """Refused with a reason, at once, and with a short printable detail."""
    for game in (BAKERS, CALCULATION, GRIP):
        with pytest.raises(BadDeal) as refused:
            read_deal(game, text)
        assert refused.value.reason == reason
        assert len(refused.value.detail) <= 21
        assert refused.value.detail.isprintable()


def test_reserved_words_are_those_of_the_format():
    """The list is closed: one more would take a deal away from somebody."""
    assert sorted(RESERVED) == "daily easy hard legend medium random winnable".split()


@pytest.mark.parametrize(
    "text", ["easy1-x", "MEDIUM12-abc", "hard1-" + "0f" * 20, "easy0-", "hard999-_"]
)
def test_prepared_deals_are_kept_for_later(text):
    """Devil's Grip never shuffles a text that a method of preparing may claim; others do."""
    with pytest.raises(BadDeal) as refused:
        read_deal(GRIP, text)
    assert refused.value.reason == "prepared"
    assert read_deal(BAKERS, text) == read_deal(CALCULATION, text) == text.lower()


@pytest.mark.parametrize(
    "text", ["easy-x", "easyish1-x", "easy1", "hard1x-", "xeasy1-y", "easy1_x"]
)
def test_what_only_looks_prepared_is_shuffled(text):
    """Only ``easy``, ``medium`` or ``hard``, digits and a hyphen are kept back."""
    assert read_deal(GRIP, text) == text


@given(st.text(max_size=70))
def test_any_text_is_read_or_refused(text):
    """No text breaks the reader; what it reads it reads again as the same."""
    for game in (BAKERS, CALCULATION, GRIP):
        try:
            name = read_deal(game, text)
        except BadDeal:
            continue
        assert read_deal(game, name) == name
        assert 1 <= len(name) <= 64
        assert read_deal(game, f" {unicodedata.normalize('NFD', text)} ") == name
        assert len(lay_out(game, name).cards) == {"devils-grip": 96, "calculation": 48}.get(
            game.key, 52
        )


def test_microsoft_numbers_end_at_their_last():
    """1 and 2^31-1 are Microsoft's; 0 and 2^31 are shuffled like any other text."""
    ordered = pack()
    for number in (1, 2**31 - 1):
        assert lay_out(BAKERS, str(number)).cards == microsoft(ordered, number)
    for number in (0, 2**31, 10**17):
        prefix = f"patience-deal-v1\0bakers-game\0{number}\0".encode()
        assert lay_out(BAKERS, str(number)).cards == shuffled(ordered, prefix)
        assert lay_out(BAKERS, str(number)).cards != microsoft(ordered, number)


def test_starters_leave_the_ranks_alone():
    """The shuffle of Calculation is blind to suits: other starts, the same ranks in turn."""
    usual = lay_out(CALCULATION, "617")
    other = lay_out(CALCULATION, "617", cards("AS 2S 3S 4S"))

    assert usual.starters == cards("AC 2D 3H 4S")
    assert [card.rank for card in usual.cards] == [card.rank for card in other.cards]
    assert usual.cards != other.cards


@pytest.mark.parametrize("starters", ["AC", "2D AC 3H 4S", "AC 2D 3H 5S", "AC 2D 3H 4S 5C", "KC"])
def test_starters_are_an_ace_to_a_four(starters):
    """Anything else is refused; games without starts refuse any."""
    for game in (CALCULATION, BAKERS, GRIP):
        with pytest.raises(BadDeal) as refused:
            lay_out(game, "1", cards(starters))
        assert refused.value.reason == "starters"


def test_games_without_starts_take_none():
    """Not even Calculation's."""
    for game in (BAKERS, GRIP):
        assert lay_out(game, "1").starters == ()
        with pytest.raises(BadDeal):
            lay_out(game, "1", cards("AC 2D 3H 4S"))


@pytest.mark.parametrize("key", KEYS)
def test_a_wrong_pack_is_named(key):
    """A doubled, missing or foreign card is told by name."""
    game = find(key)
    deck = lay_out(game, "1")
    first, rest = deck.cards[0], deck.cards[1:]
    # In Devil's Grip a twin is no double: the card must come a third time.
    copies = tuple(card for card in rest if card == first)

    def refused(changed):
        with pytest.raises(BadDeal) as error:
            game.deal(Deck(changed, deck.starters))
        return error.value.reason, error.value.detail

    assert refused(rest) == ("missing_card", first.text)
    assert refused(deck.cards + (first,)) == ("doubled_card", first.text)
    other = next(card for card in rest if card != first)
    swapped = (first, *(first if card == other else card for card in rest))
    assert refused(swapped)[0] == "doubled_card"
    assert refused(swapped)[1] == first.text
    assert len(copies) == (1 if key == "devils-grip" else 0)
    if key != "bakers-game":
        foreign = cards("AC")[0]
        assert refused((foreign, *rest)) == ("wrong_card", "AC")


def test_random_deals_are_numbers_people_can_pass_on():
    """1 to 1,000,000,000, whatever the source draws."""
    bounds = []

    def draw(bound):
        bounds.append(bound)
        return 0

    assert random_deal(draw) == "1"
    assert random_deal(lambda bound: bound - 1) == "1000000000"
    assert bounds == [1_000_000_000]


def test_words_that_would_favour_some_cards_are_passed_over():
    """For a bound of three the highest word is dropped: 2^32 leaves one over."""
    assert below(3, iter([2**32 - 1, 5])) == 2
    assert below(3, iter([2**32 - 2])) == 2
    assert below(2, iter([2**32 - 1])) == 1


@pytest.mark.parametrize("seed", ["0", "1", "random"])
def test_deals_do_not_depend_on_the_process(seed):
    """A fresh process with any hash seed deals the same."""
    program = (
        "from games.catalogue import GAMES\n"
        "from games.cards import texts\n"
        "from games.deals import lay_out, read_deal\n"
        "for game in GAMES:\n"
        "    for deal in ('617', '0', 'ñandú'):\n"
        "        print(texts(lay_out(game, read_deal(game, deal)).cards))\n"
    )
    here = [
        texts(lay_out(find(key), deal).cards)
        for key in ("bakers-game", "calculation", "devils-grip")
        for deal in ("617", "0", "ñandú")
    ]

    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", program],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )

    assert done.stdout.splitlines() == here


@pytest.mark.parametrize("key", KEYS)
def test_every_deal_is_the_whole_pack(key):
    """Two hundred deals by chance hold each card as often as the pack does, and differ."""
    game, rng = find(key), random.Random(key)
    decks = [lay_out(game, str(rng.randrange(10**18))) for _ in range(200)]

    assert {tuple(sorted(deck.cards)) for deck in decks} == {tuple(sorted(game.ordered_pack()))}
    assert len({deck.cards for deck in decks}) == len(decks)
