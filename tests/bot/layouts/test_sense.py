"""What a press means, game by game, on tables set by hand."""

from bot.layouts import Ask, Controls, Play, Refused, board_keys, press
from bot.look import Look
from games.cards import Card, Suit, parse_card
from games.catalogue import find
from games.catalogue.bakers_game import BakersPosition
from games.catalogue.calculation import CalculationPosition
from games.catalogue.devils_grip import GripPosition
from games.errors import Reason
from games.moves import Move
from games.table import Pile, PileKind, Table

LETTERS, WORDS = Look("letters"), Look("words")


def cards(text):
    """Cards of a text in their usual spelling."""
    return tuple(parse_card(word) for word in text.split())


def labels(table, look=LETTERS):
    """The label of each place."""
    places = board_keys(table, look, Controls()).places
    return {place: key.label for place, key in places.items()}


def played(pressed):
    """The codes that a press plays."""
    assert isinstance(pressed, Play)
    return [move.code for move in pressed.moves]


def answers(pressed):
    """The labels of the keys that answer a question, Back left out."""
    assert isinstance(pressed, Ask)
    return [key.label for row in pressed.rows for key in row][:-1]


def bakers(columns, cells="", homes=(0, 0, 0, 0)):
    """A table of Baker's Game; columns are separated by commas."""
    piles = tuple(cards(column) for column in columns.split(","))
    held = (*cards(cells), None, None, None, None)[:4]
    return find("bakers-game").table(BakersPosition(homes, held, piles))


def test_bakers_order_of_sense():
    """Home or same suit, then a run onto its suit, then a cell."""
    table = bakers("AC,7H,8H,9S 8S 7S,TS,KD,QC,KH")
    assert labels(table) == {
        "1": "Ac^", "2": "7h>8h", "3": "8h>a", "4": "9s>Ts", "5": "Ts>a", "6": "Kd>a",
        "7": "Qc>a", "8": "Kh>a", "a": ">a", "b": ">b", "c": ">c", "d": ">d",
    }  # fmt: skip
    assert played(press(table, "p.1", LETTERS)) == ["1h"]
    assert played(press(table, "p.2", LETTERS)) == ["23"]
    assert played(press(table, "p.4", LETTERS)) == ["4a", "4b", "45", "b5", "a5"]
    assert played(press(table, "x.4.5.3", LETTERS)) == ["4a", "4b", "45", "b5", "a5"]
    assert played(press(table, "p.3", LETTERS)) == ["3a"]


def test_bakers_columns_when_the_cells_are_full():
    """Without a cell an empty column takes the card; without either there is none."""
    table = bakers("2C,7H,,9S,TD,KD,QC,KH", "4D 6D 8D QD")
    assert labels(table)["1"] == "2c>3"
    assert labels(table)["a"] == "4d>3"
    full = bakers("2C,7H,3S,9S,TD,KD,QC,KH", "4D 6D 8D QD")
    pressed = press(full, "p.1", LETTERS)
    assert isinstance(pressed, Refused)
    assert pressed.refusal.reason is Reason.NO_ROOM
    assert labels(full)["1"] == "2c"


def test_bakers_asks_where_a_card_fits_twice():
    """Home and a column of its suit: the player says which."""
    table = bakers("AC,2C,3S,9S,TD,KD,QC,KH", homes=(0, 0, 0, 0))
    assert labels(table)["1"] == "Ac>?"
    pressed = press(table, "p.1", LETTERS)
    assert answers(pressed) == ["Ac>2c", "Ac^"]
    assert pressed.question == "Where does Ac go?"


def test_bakers_empty_places_ask_who_comes():
    """The twelve places stay, cells can't come to cells, and runs come to empty columns."""
    table = bakers("AC,2C 9H 8H,3S,9S,TD,,QC,KH", "4D")
    column = answers(press(table, "p.6", LETTERS))
    assert column[:12] == [
        "Ac>6", "8h>6", "3s>6", "9s>6", "Td>6", ">6", "Qc>6", "Kh>6", "4d>6", ">b", ">c", ">d",
    ]  # fmt: skip
    assert column[12:] == ["9h>6"]
    assert played(press(table, "x.2.6.2", LETTERS))[-1] == "b6"
    cell = press(table, "p.b", LETTERS)
    assert answers(cell)[5:9] == [">6", "Qc>b", "Kh>b", "4d"]
    reasons = {
        code: press(table, f"m.{code}", LETTERS).refusal.reason for code in ("ab", "6b", "bb")
    }
    assert reasons == {
        "ab": Reason.CELL_TO_CELL,
        "6b": Reason.NO_CARD,
        "bb": Reason.SAME_PLACE,
    }


def test_bakers_in_words():
    """The same keys as sentences."""
    table = bakers("AC,7H,8H,9S 8S 7S,TS,KD,QC,", "KC")
    said = labels(table, WORDS)
    assert said["1"] == "Ace of clubs home"
    assert said["2"] == "7 of hearts on 8 of hearts"
    assert said["4"] == "9 of spades on 10 of spades"
    assert said["8"] == "To column 8"
    assert said["a"] == "King of clubs to column 8"


def calculation(tops, heights, hand, wastes, stock="5C"):
    """A table of Calculation."""
    held = parse_card(hand) if hand else None
    piles = tuple(cards(waste) for waste in wastes.split(","))
    return find("calculation").table(
        CalculationPosition(cards(tops), heights, held, piles, cards(stock))
    )


def test_calculation_with_a_card_in_hand():
    """Foundations name the rank they want, wastes the card they get."""
    table = calculation("4H 7C QD JH", (4, 10, 4, 6), "9S", "8C JS,5C 9D,AS,")
    assert labels(table) == {
        "f1": "F1 5", "f2": "F2 9?", "f3": "F3 2", "f4": "F4 2",
        "w1": "9s>W1", "w2": "9s>W2", "w3": "9s>W3", "w4": "9s>W4",
    }  # fmt: skip
    pressed = press(table, "p.f2", LETTERS)
    assert pressed.question == "Which 9 goes to F2?"
    assert answers(pressed) == ["9s in hand", "9d on W2"]
    assert press(table, "p.f1", LETTERS).refusal.wants == 5
    assert press(table, "p.s", LETTERS).refusal.reason is Reason.HAND_FULL
    assert played(press(table, "p.w4", LETTERS)) == ["w4"]


def test_calculation_with_a_free_hand():
    """A waste gives its top to the one foundation that wants it, or asks."""
    table = calculation("4H 7C QD JH", (4, 10, 4, 6), "", "8C JS,5C 9D,2S,")
    assert labels(table)["w1"] == "W1"
    assert labels(table)["w2"] == "9d>F2"
    assert labels(table)["w3"] == "2s>?"
    assert labels(table)["f3"] == "F3 2"
    assert played(press(table, "p.w2", LETTERS)) == ["w2f2"]
    assert answers(press(table, "p.w3", LETTERS)) == ["2s>F3", "2s>F4"]
    assert press(table, "p.w1", LETTERS).refusal.reason is Reason.NO_ROOM
    assert press(table, "p.w4", LETTERS).refusal.reason is Reason.NO_CARD
    assert played(press(table, "p.s", LETTERS)) == ["d"]


def test_calculation_at_its_end():
    """A complete foundation says so; an empty stock turns nothing."""
    table = calculation("KH 7C QD JH", (13, 10, 4, 6), "", ",9D,,", "")
    assert labels(table)["f1"] == "F1 ok"
    assert press(table, "p.f1", LETTERS).refusal.wants is None
    assert press(table, "p.s", LETTERS).refusal.reason is Reason.STOCK_EMPTY
    assert labels(table, WORDS)["f1"] == "F1 is complete"


def grip(first, waste="", stock="2C 2C 2C"):
    """A table of Devil's Grip whose first piles are given, the others kings of clubs."""
    piles = tuple(cards(pile) for pile in first.split(","))
    filled = (*piles, *((Card(13, Suit.CLUBS),) for _ in range(24 - len(piles))))
    return find("devils-grip").table(GripPosition(filled, cards(waste), cards(stock)))


def joins(table, look=LETTERS):
    """The joins of a board with their actions."""
    return {key.label: key.action for key in board_keys(table, look, Controls()).joins}


def test_equal_joins_share_a_key():
    """Twins on twins lead to one position up to places: one key, named by cards."""
    assert joins(grip("8S,8S,5S,5S")) == {"8s>5s": "m.a1a3"}


def test_unlike_twins_are_named_by_place():
    """The side whose piles differ goes by place; both sides may."""
    assert joins(grip("8S,5S,2S 5S")) == {"8s>a2": "m.a1a2", "8s>a3": "m.a1a3"}
    assert list(joins(grip("8S,8S JS,5S"))) == ["a1>5s", "a2>5s"]
    assert list(joins(grip("8S,8S JS,5S,2S 5S"))) == ["a1>a3", "a1>a4", "a2>a3", "a2>a4"]


def test_the_waste_joins_first():
    """The waste's top is one more source, named W."""
    table = grip("5S,2S 5S,QD,9D", waste="3H 8S")
    assert list(joins(table)) == ["W>a1", "W>a2", "Qd>9d"]
    assert answers(press(table, "p.w", LETTERS)) == ["W>a1", "W>a2"]
    assert played(press(grip("5S", waste="8S"), "p.w", LETTERS)) == ["wa1"]
    assert press(grip("5S", waste="9S"), "p.w", LETTERS).refusal.reason is Reason.NO_ROOM
    assert press(grip("5S"), "p.w", LETTERS).refusal.reason is Reason.NO_CARD
    assert next(iter(joins(table, WORDS))) == "8 of spades from the waste on 5 of spades (a1)"


def test_two_taps_join_or_swap():
    """The second page marks what the chosen pile goes onto; all others swap."""
    table = grip("8S,5S,,2H")
    page = press(table, "q.a1", LETTERS)
    assert page.question == "8s (a1) is chosen: > joins, any other swaps."
    first = page.rows[0]
    assert [key.label for key in first[:4]] == ["8s", ">5s", "..", "2h"]
    assert [key.action for key in first[:4]] == ["m.a1=a1", "m.a1a2", "m.a1=a3", "m.a1=a4"]
    assert [len(row) for row in page.rows] == [8, 8, 8, 1]
    assert played(press(table, "m.a1a2", LETTERS)) == ["a1a2"]
    assert played(press(table, "m.a1=a4", LETTERS)) == ["a1=a4"]
    assert press(table, "m.a1=a3", LETTERS).refusal.reason is Reason.SWAP_EMPTY
    assert press(table, "p.a3", LETTERS).refusal.reason is Reason.EMPTY_PLACE
    other = press(table, "q.a4", LETTERS)
    assert other.rows[0][0].action == "m.a1=a4"  # the place that comes first is named first
    assert other.question == "2h (a4) is chosen: any other pile swaps places with it."


def test_turning_the_last_cards():
    """The key says how many cards come, and greys with the stock."""
    assert board_keys(grip("8S"), LETTERS, Controls()).controls["turn"].label == "Turn 3"
    short = board_keys(grip("8S", stock="2C"), LETTERS, Controls()).controls["turn"]
    assert (short.label, short.action) == ("Turn 1", "m.d")
    table = grip("8S", stock="")
    assert board_keys(table, LETTERS, Controls()).controls["turn"].action == "p.s"
    assert press(table, "p.s", LETTERS).refusal.reason is Reason.STOCK_EMPTY


def test_a_game_without_a_layout_is_playable():
    """A new game gets a key for each pile that can move, and a second page for its goals."""
    piles = tuple(Pile(name, PileKind.COLUMN, cards("7H")) for name in ("x", "y", "z"))
    moves = (Move("xy", "x", "y"), Move("xz", "x", "z"), Move("zy", "z", "y"))
    table = Table("golf", piles, moves)
    assert labels(table) == {"x": "x 7h", "z": "z 7h>y"}
    assert answers(press(table, "p.x", LETTERS)) == ["x 7h>y", "x 7h>z"]
    assert played(press(table, "p.z", LETTERS)) == ["zy"]
    assert press(table, "p.y", LETTERS).refusal.reason is Reason.NO_CARD
    assert answers(press(table, "p.x", WORDS))[0] == "x 7 of hearts to y"
