"""Undo, redo, endings: a game is a deck and a list of events."""

import random
from dataclasses import replace

import pytest

from games.catalogue import find
from games.catalogue.devils_grip import GripPosition
from games.deals import lay_out
from games.errors import IllegalMove
from games.game import Outcome
from games.session import COUNT, RESIGN, Event, NothingToDo, Session
from tests.games.support import KEYS, WHOLE, cards, inventory, plays, walk


def begin(key, deal="617"):
    """A fresh game."""
    game = find(key)
    return Session.start(game, lay_out(game, deal))


def act(session, codes):
    """One action of these codes; the session after it."""
    return session.act([session.game.parse(code) for code in codes.split()])[0]


class Diary:
    """A session that keeps all its events."""

    def __init__(self, session):
        self.session, self.events = session, []

    def do(self, change, *arguments):
        """One change and its events."""
        self.session, events = getattr(self.session, change)(*arguments)
        self.events += events

    def again(self):
        """The session that the events alone lead to."""
        return Session.replay(self.session.game, self.session.deck, self.events)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seed", range(8))
def test_events_alone_rebuild_the_game(key, seed):
    """After any mixture of moves, undo, redo and restart; ``seq`` counts them without a gap."""
    rng, diary = random.Random(seed), Diary(begin(key, str(seed + 1)))
    for _ in range(150):
        session = diary.session
        change = rng.choices(["act", "undo", "redo", "restart"], [8, 4, 3, 0.2])[0]
        choices = session.game.legal_moves(session.position)
        try:
            diary.do(
                *(
                    ("act", [rng.choice(choices)])
                    if change == "act" and choices
                    else ("undo",)
                    if change == "act"
                    else (change,)
                )
            )
        except NothingToDo:
            assert not (session.actions if change != "redo" else session.undone)

    assert diary.again() == diary.session
    assert [event.seq for event in diary.events] == list(range(1, len(diary.events) + 1))
    assert diary.session.seq == len(diary.events)


@pytest.mark.parametrize("key", KEYS)
def test_undo_and_redo_pass_the_same_positions(key):
    """All the way back to the deal and forward again."""
    rng = random.Random(3)
    session = begin(key, "5")
    kept = [session.position]
    for _ in range(60):
        choices = session.game.legal_moves(session.position)
        if not choices:
            break
        session, _ = session.act([rng.choice(choices)])
        kept.append(session.position)

    assert list(session.positions()) == kept
    for position in reversed(kept[:-1]):
        session, _ = session.undo()
        assert session.position == position
    with pytest.raises(NothingToDo):
        session.undo()
    for position in kept[1:]:
        session, _ = session.redo()
        assert session.position == position
    with pytest.raises(NothingToDo):
        session.redo()


def test_going_home_twice_and_undo_lose_no_card():
    """At 2,000 random points: the pack stays whole and every listed move is accepted."""
    game, rng, points = find("bakers-game"), random.Random(1), 0
    whole = WHOLE["bakers-game"]
    while points < 2000:
        for position, _ in walk(game, rng, 60):
            points += 1
            session = replace(Session.start(game, lay_out(game, "1")), position=position)
            source = rng.choice("12345678abcd")
            after = session
            for _ in range(2):
                if plays(game, after.position, source + "h"):
                    after = act(after, source + "h")
            assert inventory(game, after.position) == whole
            for _ in after.actions:
                after = after.undo()[0]
                assert inventory(game, after.position) == whole
            assert after.position == position
            for move in game.legal_moves(position):
                assert plays(game, position, move.code)


def test_undo_over_the_end_of_the_stock_and_redo_give_the_same_cards():
    """Ten back and ten forward, the same at each index."""
    session = act(begin("devils-grip"), "d")
    while session.position.stock:
        session = act(session, "d")
    kept = session.positions()
    for index in range(1, 11):
        session = session.undo()[0]
        assert session.position == kept[-1 - index]
        assert session.positions() == kept[: len(kept) - index]
    for _ in range(10):
        session = session.redo()[0]

    assert session.positions() == kept


def test_one_undo_takes_back_a_whole_action():
    """A run of several single moves, with its own moves kept one by one."""
    game = find("bakers-game")
    session = begin("bakers-game", "1")
    after, events = session.act([game.parse("1a"), game.parse("2b"), game.parse("3c")])

    assert [(e.seq, e.action, e.code) for e in events] == [
        (1, 1, "1a"), (2, 1, "2b"), (3, 1, "3c")]  # fmt: skip
    assert [move.code for move in after.line] == ["1a", "2b", "3c"]
    assert after.undo()[0].position == session.position


def test_one_undo_takes_back_a_join_with_its_refill_and_a_swap():
    """Each is one action."""
    game = find("devils-grip")
    start = GripPosition(
        tuple((card,) for card in cards("2S 5S 8D")) + ((),) * 21, (), cards("QD 3C")
    )
    session = replace(begin("devils-grip"), position=start)
    joined = act(session, "a2a1")
    swapped = act(joined, "a1=a3")

    assert joined.position.piles[1] == cards("QD")
    assert swapped.undo()[0].position == joined.position
    assert swapped.undo()[0].undo()[0].position == start
    assert game.reveals(start, game.parse("a2a1"))


def test_an_illegal_step_changes_nothing():
    """The whole action is refused."""
    session = begin("calculation")

    with pytest.raises(IllegalMove):
        act(session, "d d")
    assert session == begin("calculation")
    with pytest.raises(NothingToDo):
        session.act([])


def test_a_new_move_forgets_what_was_undone():
    """Redo then has nothing to bring back."""
    session = act(act(begin("bakers-game", "1"), "1a"), "2b").undo()[0]

    with pytest.raises(NothingToDo):
        act(session, "3c").redo()


def test_restart_goes_back_to_the_deal_and_forward_again():
    """It is an undo of everything, redone step by step."""
    played = act(act(begin("bakers-game", "1"), "1a"), "2b")
    restarted, events = played.restart()

    assert [event.code for event in events] == ["s"]
    assert restarted.position == begin("bakers-game", "1").position
    assert restarted.redo()[0].redo()[0].position == played.position
    with pytest.raises(NothingToDo):
        begin("bakers-game").restart()


def test_hidden_cards_are_remembered():
    """Whether the next undo would pass one, and whether a kept move showed one."""
    session = begin("calculation")
    turned = act(session, "d")
    placed = act(turned, "w1")

    assert (session.undo_reveals, session.seen_hidden) == (False, False)
    assert (turned.undo_reveals, turned.seen_hidden) == (True, True)
    assert (placed.undo_reveals, placed.seen_hidden) == (False, True)
    assert not placed.restart()[0].seen_hidden
    assert act(session, "d w1").undo_reveals


def test_a_card_that_went_back_to_the_stock_is_hidden_again():
    """After turn and undo nothing can be placed, and the refusal names no card."""
    session = act(begin("calculation"), "d").undo()[0]

    with pytest.raises(IllegalMove) as caught:
        act(session, "w1")
    assert caught.value.refusal.card is None


def test_resigning_ends_a_game_once():
    """The rules still say what they say of the position."""
    session, events = act(begin("bakers-game", "1"), "1a").end(RESIGN)

    assert [event.code for event in events] == [RESIGN]
    assert session.ending == RESIGN
    for ending in (RESIGN, COUNT):
        with pytest.raises(NothingToDo):
            session.end(ending)


def test_counting_up_needs_a_game_that_may_be_counted():
    """Then it is lost, and replays so."""
    session = begin("devils-grip")
    with pytest.raises(NothingToDo):
        session.end(COUNT)
    start = GripPosition(piles_of("2S", "5S"), cards("KD"), ())
    counted, _ = replace(session, position=start).end(COUNT)

    assert counted.outcome is Outcome.LOST
    with pytest.raises(NothingToDo):
        counted.end(RESIGN)


def piles_of(*texts):
    """These piles and empty places."""
    return tuple(cards(text) for text in texts) + ((),) * (24 - len(texts))


def test_events_that_break_the_rules_are_refused():
    """A stored list that no game gives."""
    session = begin("calculation")

    with pytest.raises(IllegalMove):
        Session.replay(session.game, session.deck, [Event(1, 1, "w1")])
