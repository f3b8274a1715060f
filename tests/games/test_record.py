"""Games as text: many records at once, bad ones among them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import texts
from games.catalogue import find
from games.deals import lay_out
from games.game import Deck, Outcome
from games.record import check, read_records, write_record
from tests.games.support import DATA, KEYS, cards, told

BAKERS = find("bakers-game")
ENDED = {
    "bakers-game": "won",
    "calculation": "won",
    "devils-grip": "won",
}


def checked(text):
    """Every record of a text, played through."""
    return [check(record) for record in read_records(text)]


def fault(text):
    """What is wrong with the only record of a text: reason and detail."""
    [one] = checked(text)
    assert one.fault is not None
    return one.fault.reason, one.fault.detail


def record(moves="", **headers):
    """A record of these headers and moves."""
    heads = [f'[{name} "{value}"]' for name, value in headers.items()]
    return "\n".join((*heads, "", moves, ""))


@pytest.mark.parametrize("key", KEYS)
def test_won_games_are_won(key):
    """Records that another program checked, many in a file."""
    found = checked((DATA / "records" / f"{key}.txt").read_text())

    assert len(found) > 2
    for one in found:
        assert one.fault is None
        assert one.game.outcome(one.position) is Outcome.WON
        assert one.moves == len(one.record.codes)


@pytest.mark.parametrize("key", KEYS)
def test_records_go_out_and_come_back(key):
    """What is written is read as the same game, by deal and by cards."""
    for one in checked((DATA / "records" / f"{key}.txt").read_text()):
        line = [one.game.parse(code) for code in one.record.codes]
        headers = {"Player": 'Ann "\\" O’Hara\nJr', "Result": "won", "Assisted": "yes"}
        [again] = checked(write_record(key, one.deal, one.deck, line, headers))

        assert again.fault is None
        assert (again.deck, again.position, again.deal) == (one.deck, one.position, one.deal)
        assert again.record.headers["Player"] == 'Ann "\\" O’Hara Jr'


def test_the_example_of_the_formats():
    """Comments go, line ends don't matter, headers come in any order."""
    text = '[Deal "617"]\r\n[Game "bakers-game"]\r\n\r\n1a 1b ; 7d first\r1c\r\n; a note\n1d\n'
    [one] = checked(text)

    assert one.fault is None
    assert one.record.codes == ("1a", "1b", "1c", "1d")
    assert (one.deal, one.moves) == ("617", 4)


def test_no_record_is_no_answer():
    """Nothing, blank lines and comments."""
    assert checked("") == checked("\n \n\ufeff\n") == checked("; only a note\n") == []


def test_a_record_may_have_no_moves():
    """And the next header line after a blank one begins the next."""
    text = record(Game="bakers-game", Deal="1") + '[Game "calculation"]\n[Deal "2"]'
    first, second = checked(text)

    assert (first.game.key, first.moves, first.fault) == ("bakers-game", 0, None)
    assert (second.game.key, second.deal, second.fault) == ("calculation", "2", None)


def test_a_bad_record_does_not_spoil_the_next():
    """Whatever is wrong with it."""
    good = record("d", Game="calculation", Deal="1")
    for bad in ("[Game bakers]\n\n1a\n", "1a 1b\n", record("zz", Game="calculation", Deal="1")):
        first, second = checked(bad + "\n" + good)
        assert first.fault is not None
        assert second.fault is None


def test_a_wrong_move_is_told_with_its_number_and_the_position_before_it():
    """Moves before it stand."""
    [one] = checked(record("d w1 d d w2", Game="calculation", Deal="1"))

    assert (one.fault.index, one.fault.move, one.fault.reason) == (4, "d", "hand_full")
    assert one.moves == 3
    assert one.game.describe(one.position).endswith("S:46")


@pytest.mark.parametrize("code", ["D", "1A", "zz9", "１a", "d;", "u"])
def test_codes_are_lower_case_and_exact(code):
    """Nothing else is a code, undo neither."""
    [one] = checked(record(f"x {code}".split()[1], Game="bakers-game", Deal="1"))

    if code == "d;":  # a comment ends the code
        assert one.record.codes == ("d",)
    assert (one.fault.index, one.fault.reason) == (1, "not_a_code")


SHORT = texts(lay_out(BAKERS, "1").cards[:-1])
WHOLE = texts(lay_out(BAKERS, "1").cards)


@pytest.mark.parametrize(
    ("text", "reason", "detail"),
    [
        (record(Deal="1"), "no_game", ""),
        (record(Game="chess", Deal="1"), "unknown_game", "chess"),
        (record(Game="bakers-game"), "no_deal", ""),
        (record(Game="bakers-game", Deal="random"), "reserved", "random"),
        (record(Game="bakers-game", Deal=""), "empty", ""),
        (record(Game="bakers-game", Cards=""), "missing_card", "AC"),
        (record(Game="bakers-game", Cards=SHORT), "missing_card", WHOLE[-2:]),
        (record(Game="bakers-game", Cards=SHORT + " JD"), "doubled_card", "JD"),
        (record(Game="bakers-game", Cards=SHORT + " X1"), "not_a_card", "X1"),
        (record(Game="devils-grip", Cards="AC " + WHOLE), "wrong_card", "AC"),
        (record(Game="bakers-game", Deal="2", Cards=WHOLE), "disagree", "2"),
        (record(Game="bakers-game", Deal="1", Cards=SHORT), "missing_card", WHOLE[-2:]),
        ('[Game "bakers-game"]\n[Game "bakers-game"]\n\n', "header_twice", "Game"),
        ('[Game "bakers-game]\n\n', "bad_header", '[Game "bakers-game]'),
        ('[Game "bakers-game"]\n1a\n', "no_blank_line", "1a"),
        (record(Game="calculation", Deal="1", Starters="AC"), "starters", "AC"),
        (record(Game="calculation", Deal="1", Starters="AC 2D 3H xx"), "not_a_card", "xx"),
    ],
)
def test_what_is_wrong_is_named(text, reason, detail):
    """No move is at fault then."""
    assert fault(text) == (reason, detail)
    assert checked(text)[0].fault.index is None


def test_comments_may_follow_a_header_and_stand_between_headers():
    """A semicolon within a value is none."""
    [one] = checked('; first\n[Game "calculation"] ; a note\n; more\n[Deal "1"]\n[Who "a;b"]\n\nd')

    assert (one.fault, one.moves, one.record.headers["Who"]) == (None, 1, "a;b")


def test_cards_are_read_as_people_write_them():
    """In either case, with signs and tens."""
    written = WHOLE.lower().replace("t", "10").replace("s", "♠\ufe0f")
    [one] = checked(record(Game="bakers-game", Deal="1", Cards=written))

    assert one.fault is None
    assert fault(record(Game="calculation", Deal="1", Starters="ac 2d 3h")) == (
        "starters",
        "AC 2D 3H",
    )


def test_byte_order_marks_of_files_in_a_row_are_read_over():
    """As when files are joined into one."""
    one = "\ufeff" + record("d", Game="calculation", Deal="1")

    assert [each.fault for each in checked(one + one)] == [None, None]


def test_starters_are_for_calculation():
    """Elsewhere they are an error, not read over."""
    given = record(Game="bakers-game", Deal="1", Starters="AC 2D 3H 4S")

    assert fault(given) == ("starters", "AC 2D 3H 4S")


def test_deal_and_cards_may_agree():
    """Then the deal names the game."""
    [one] = checked(record(Game="bakers-game", Deal=" 0001 ", Cards=WHOLE))

    assert (one.fault, one.deal) == (None, "1")


def test_cards_of_calculation_leave_the_starts_out():
    """With or without their header."""
    for row in told():
        if row["game"] == "calculation" and "cards" in row:
            starters = cards(row["starters"])
            deck = Deck(cards(row["cards"]), starters)
            given = {"Game": "calculation", "Cards": row["cards"]}
            [bare] = checked(record(**given))
            [full] = checked(record(Starters=row["starters"], **given))

            assert bare.deck == full.deck == deck
            assert (bare.deal, bare.fault, full.fault) == (None, None, None)


def test_unknown_headers_are_kept_and_ignored():
    """In any writing."""
    [one] = checked('[Game "bakers-game"]\n[ Opinión  "¡uf!" ]\n[Deal "1"]\n\n')

    assert one.fault is None
    assert one.record.headers["Opinión"] == "¡uf!"


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        ("won", "wrong_result"),
        ("lost", "wrong_result"),
        ("drawn", "unknown_result"),
        ("", "unknown_result"),
        ("resigned", None),
        ("unfinished", None),
    ],
)
def test_the_result_is_what_the_moves_give(result, reason):
    """Of a game that goes on."""
    [one] = checked(record("1a", Game="bakers-game", Deal="1", Result=result))

    assert (one.fault and one.fault.reason) == reason


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("result", ["lost", "resigned", "unfinished"])
def test_a_won_game_is_nothing_else(key, result):
    """Another result is an error."""
    text = (DATA / "records" / f"{key}.txt").read_text()
    for one in checked(text):
        line = [one.game.parse(code) for code in one.record.codes]
        written = write_record(key, one.deal, one.deck, line, {"Result": result})
        assert fault(written) == ("wrong_result", result)


def test_devils_grip_may_be_counted_up_as_lost():
    """With the stock gone and no waste card fitting, though joins are left."""
    deal = find("devils-grip")
    lines = [(str(n), " ".join(["d"] * 24)) for n in range(1, 40)]
    results = set()
    for name, moves in lines:
        [plain] = checked(record(moves, Game="devils-grip", Deal=name))
        [lost] = checked(record(moves, Game="devils-grip", Deal=name, Result="lost"))
        outcome, may = deal.outcome(plain.position), deal.may_count_up(plain.position)
        results.add((outcome, may))
        assert (lost.fault is None) == (outcome is Outcome.LOST or may)

    assert (Outcome.PLAYING, True) in results
    assert (Outcome.PLAYING, False) in results


@given(st.text(alphabet=st.sampled_from('[]"\\; \n\rGame Deal1abd\ufeff—'), max_size=60))
def test_any_text_is_read(text):
    """Whatever it says, no error is raised."""
    for one in checked(text):
        assert one.fault is not None
