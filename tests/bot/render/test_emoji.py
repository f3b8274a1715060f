"""The emoji theme's lines: nothing missing, nothing hidden told, in pictures and in plain signs."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from bot.layouts import Ask, Controls, board_keys, is_on_table, press
from bot.look import SUIT_SIGNS, TEXT_STYLE, THEMES, Look
from bot.render import board, lines
from bot.render.faces import BACK, EMPTY
from bot.replies import Face
from games.cards import RANKS, Card, Suit
from games.catalogue.devils_grip import ROWS, complete, home_row
from games.table import PileKind
from tests.bot.render.samples import KEYS, many
from tests.bot.render.test_boards import UNKNOWN

LOOKS = (Look("emoji", "en"), Look("emoji", "es"))
ENGLISH = LOOKS[0]


def pictured(table, look=ENGLISH):
    """The lines in pictures."""
    return lines(table, look, pictures=True)


def signed(table, look=ENGLISH):
    """The lines in plain signs, each one text."""
    return ["".join(line) for line in lines(table, look, pictures=False)]


def names(line):
    """The pictures of a line."""
    return [part.name for part in line if isinstance(part, Face)]


def card(name):
    """The card of a picture; None for the places and backs that are no card."""
    return Card(RANKS.index(name[0]) + 1, Suit("cdhs".index(name[1]))) if name[0] in RANKS else None


def cards(found):
    """The cards among pictures."""
    return tuple(each for each in map(card, found) if each is not None)


def written(text):
    """The cards in a text of plain signs."""
    return tuple(
        Card(10 if rank == "10" else RANKS.index(rank) + 1, Suit(SUIT_SIGNS.index(suit)))
        for rank, suit in re.findall(rf"(10|[A2-9JQK])([{SUIT_SIGNS}])", text)
    )


def lying(table):
    """What a player sees, by pile."""
    return {pile.name: pile.cards for pile in table.piles if pile.cards}


@pytest.mark.parametrize("key", KEYS)
def test_other_themes_have_no_lines(key):
    """Their boards are one text, and the emoji theme's own text is the board in suits."""
    table = many(key)[7].table
    for theme in THEMES:
        for pictures in (True, False):
            assert bool(lines(table, Look(theme), pictures=pictures)) == (theme == "emoji")
    assert board(table, ENGLISH) == board(table, Look("suits"))


@pytest.mark.parametrize("key", KEYS)
def test_pictures_can_be_read_back(key):
    """Each visible card stands in its own pile exactly as often as it lies there."""
    read = {"bakers-game": read_bakers, "calculation": read_calculation, "devils-grip": read_grip}
    for sample in many(key)[::2]:
        found = read[key](pictured(sample.table))
        assert {name: held for name, held in found.items() if held} == lying(sample.table)


def read_bakers(found):
    """The piles of Baker's Game in pictures; all cells and homes have one, empty or not."""
    cells, homes, *columns = found
    assert [len(names(line)) for line in (cells, homes)] == [4, 4]
    piles = {name: cards([held]) for name, held in zip("abcd", names(cells), strict=True)}
    piles |= {f"h{name[1]}": cards([name]) for name in names(homes)}
    assert [name[1] for name in names(homes)] == list("cdhs")
    return piles | {line[0].strip(): cards(names(line)) for line in columns}


def read_calculation(found):
    """The piles of Calculation in pictures."""
    assert len(found) == 9
    piles = {line[0].strip().lower(): cards(names(line))[::-1] for line in found}
    return {"t" if name == "hand" else name: held for name, held in piles.items()}


def read_grip(found):
    """The piles of Devil's Grip in pictures, each unfolded from its top and its height."""
    piles = {}
    for number, row in enumerate(ROWS):
        (rail,), places = found[2 * number : 2 * number + 2]
        assert rail.startswith(f"{row} · ")
        assert len(names(places)) == 8
        for place, name in enumerate(names(places), 1):
            piles[f"{row}{place}"] = unfolded(name, row)
    if len(found) > 7:
        piles["w"] = cards(names(found[7]))[::-1]
    return piles


def unfolded(name, row):
    """All cards of a pile's picture."""
    if name == EMPTY.name:
        return ()
    top, height = card(name), int(name[2])
    if height in (0, 4):
        assert (ROWS[row][-1] == top.rank) == (height == 4)
        height = 4
    return tuple(Card(top.rank - 3 * step, top.suit) for step in reversed(range(height)))


@pytest.mark.parametrize("key", ["bakers-game", "calculation"])
def test_signs_can_be_read_back(key):
    """Line by line the same cards as in pictures, in the same order."""
    for sample in many(key)[::5]:
        expected = [cards(names(line)) for line in pictured(sample.table)]
        if key == "bakers-game":
            expected[:2] = [(*expected[0], *expected[1])]
        assert [written(line) for line in signed(sample.table)] == expected


def test_signs_of_devils_grip_tell_every_pile():
    """Runs by suit, complete piles counted, those out of row named; the waste in full."""
    for sample in many("devils-grip")[::5]:
        table, text = sample.table, signed(sample.table)
        told = Counter()
        for line in (each for each in text if each[0] in SUIT_SIGNS):
            for run in line[2:].split(" · "):
                told[line[0], run.partition(" (")[0]] += 1
        assert told == Counter(runs(table))
        strays = [
            f"{pile.name}›{home_row(pile.cards)}"
            for pile in table.of(PileKind.PLACE)
            if complete(pile.cards) and home_row(pile.cards) != pile.name[0]
        ]
        assert re.findall(r"[abc][1-8]›[abc]", "\n".join(text)) == strays
        assert written(text[-2]) == table.pile("w").cards[::-1]


def runs(table):
    """Each run as it is written, and the number of complete piles of a suit."""
    piles = [pile.cards for pile in table.of(PileKind.PLACE) if pile.cards]
    whole = Counter(pile[0].suit for pile in piles if complete(pile))
    for pile in piles:
        if not complete(pile):
            yield SUIT_SIGNS[pile[0].suit], "-".join(ENGLISH.rank(each.rank) for each in pile)
    yield from ((SUIT_SIGNS[suit], f"✓×{count}") for suit, count in whole.items())


def test_unlike_piles_with_one_top_are_told_by_their_place():
    """The grid of buttons shows tops alone."""
    seen = 0
    for sample in many("devils-grip")[::5]:
        table = sample.table
        open_ = [p for p in table.of(PileKind.PLACE) if p.cards and not complete(p.cards)]
        held = [pile.cards for pile in table.of(PileKind.PLACE)]
        text = "\n".join(signed(table))
        for pile in open_:
            unlike = any(each and each[-1] == pile.top and each != pile.cards for each in held)
            assert (f"({pile.name})" in text) == unlike
            seen += unlike
    assert seen > 20


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_calculation_lists_every_rank_a_foundation_still_wants(look):
    """With a mark where a card that fits lies open, as on the monospace board."""
    for sample in many("calculation")[::5]:
        goals = {move.target for move in sample.table.moves}
        for text in (signed(sample.table, look), [line[-1] for line in pictured(sample.table)]):
            for pile, line in zip(sample.table.of(PileKind.FOUNDATION), text[:4], strict=True):
                wanted = re.findall(r"10|[A2-9JQK]\b", line.partition("→")[2])
                assert pile.size + len(wanted) == 13
                assert ("›" in line) == (pile.name in goals)


@pytest.mark.parametrize("key", ["calculation", "devils-grip"])
@pytest.mark.parametrize("pictures", [True, False])
def test_lines_say_nothing_of_the_stock(key, pictures):
    """Turning the stock around changes no face; its cards are one back and a number."""
    for sample in many(key)[::20]:
        other = replace(sample.position, stock=sample.position.stock[::-1])
        found = lines(sample.table, ENGLISH, pictures=pictures)
        assert lines(sample.game.table(other), ENGLISH, pictures=pictures) == found
        backs = sum(part == BACK for line in found for part in line)
        assert backs == (pictures and bool(sample.position.stock))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_signs_fit_a_message_and_ask_for_no_flat_sign(key, look):
    """Telegram takes 4,096 signs; title and sentences need some of them too."""
    for sample in many(key)[::7]:
        text = "\n".join(signed(sample.table, look))
        assert len(text) <= 1000
        assert TEXT_STYLE not in text
        assert not re.search(r" $|  |\b[TJ]?T[♣♦♥♠]", text, re.MULTILINE)


def test_a_game_without_a_drawing_is_listed():
    """A new game shows all its piles before anybody draws it."""
    assert [names(line) for line in pictured(UNKNOWN)] == [
        ["Ah"] * 30, ["empty"], ["back"], ["back", "Qc"],
    ]  # fmt: skip
    assert signed(UNKNOWN)[1:] == ["x2. □", "stock. (24)", "y. (3) Q♣"]


def test_ten_is_short_on_buttons_only():
    """A label has five columns; a sentence has room."""
    ten = Card(10, Suit.HEARTS)
    assert ENGLISH.card(ten) == f"10♥{TEXT_STYLE}"
    asked = 0
    for sample in many("calculation")[::3]:
        for key in board_keys(sample.table, ENGLISH, Controls()).places.values():
            assert "10" not in key.label
            done = press(sample.table, key.action, ENGLISH) if is_on_table(key.action) else None
            if isinstance(done, Ask):
                assert not re.search(r"\bT\b", done.question)
                assert not [each.label for row in done.rows for each in row if "10" in each.label]
                asked += "10" in done.question
    assert asked
