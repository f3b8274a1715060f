"""Hints, checks, practice and reviews in the conversation, with the real solvers behind them."""

import asyncio
import random
from collections.abc import Hashable
from dataclasses import replace

import pytest

from bot import tokens
from bot.conversation import Conversation
from bot.scene import Services
from bot.workers import Job, StillThinking, TooMany, TooSlow
from games.catalogue import find
from games.deals import lay_out
from games.game import Deck, Outcome
from games.solvers import Limits, Verdict
from games.solvers import find as solver_of
from storage.records import Legend
from tests.bot.conftest import NOON, Clock, Inline, Talk, compiled_once, deal_to, session_at

WINNABLE, LOST = "1", "10"
"""Deals of Baker's Game, by the lists in tests/data."""


class Narrow(Inline):
    """Solvers that may look at one position only."""

    async def ask(self, who: Hashable, job: Job):
        """The answer within that."""
        compiled_once()
        return replace(job, limits=Limits(nodes=1)).run()


class Refusing(Inline):
    """Solvers that give no answer."""

    def __init__(self, trouble: type[Exception]) -> None:
        self.trouble = trouble

    async def ask(self, who: Hashable, job: Job):
        """None."""
        raise self.trouble


def converse_with(solvers, storage) -> Conversation:
    """A conversation that asks these solvers."""
    return Conversation(Services(storage, Clock(), random.Random(1).randrange, solvers))


async def row_of(storage, talk):
    """The stored row of the current game."""
    found = await session_at(storage, talk)
    assert found is not None
    return found[0]


@pytest.mark.parametrize("key", ["bakers-game", "calculation", "devils-grip"])
@pytest.mark.parametrize("language", ["en", "es"])
async def test_the_first_hint_is_asked_about(conversation, storage, key, language):
    """The question does nothing; yes shows a legal move with its reason and takes the mark off."""
    word, yes = {"en": ("hint", "yes"), "es": ("pista", "sí")}[language]
    talk = Talk(conversation, "ann", language=language)
    await talk.say(f"play {key} 1")
    asked = await talk.say(word)
    assert asked.game.hint is None
    assert not (await row_of(storage, talk)).assisted

    told = await talk.say(yes)

    assert told.private
    assert (await row_of(storage, talk)).assisted
    session = (await session_at(storage, talk))[1]
    table = session.game.table(session.position)
    assert told.game.hint in {move.code for move in table.moves}
    again = await talk.say(word)
    assert again.game.hint == told.game.hint
    assert again.text == told.text
    assert (await talk.say("board")).game.hint is None


async def test_the_same_message_again_is_a_yes(conversation):
    """As the question says; a second press of the button is none."""
    talk = Talk(conversation, "ann")
    board = await talk.say("play bakers 1")
    for _ in range(2):
        await talk.press_token(
            next(b for row in board.rows for b in row if b.label == "Hint").token
        )
        assert talk.reply.game.hint is None
    assert (await talk.say("hint")).game.hint is not None


async def test_the_only_move_is_called_so(conversation):
    """At the first card nothing waits: turning it is all that can be done."""
    talk = Talk(conversation, "ann")
    await talk.say("play calculation 617")
    await talk.say("hint")
    assert "Nothing else fits now." in (await talk.say("yes")).text


async def test_play_it_plays_the_hint(conversation):
    """The button under a hint plays its move."""
    talk = Talk(conversation, "ann")
    await talk.say("play bakers 1")
    await talk.say("hint")
    hinted = (await talk.say("hint")).game

    played = await talk.press("Play it")

    game = find("bakers-game")
    position = game.deal(lay_out(game, "1"))
    assert played.game.position == game.describe(game.play(position, game.parse(hinted.hint)))


async def test_hints_alone_win_and_never_come_back(conversation):
    """Following nothing but hints wins a winnable deal without seeing a position twice."""
    talk = Talk(conversation, "ann")
    seen = [(await talk.say("play bakers 1")).game.position]
    await talk.say("hint")
    while talk.reply.game.outcome == "playing":
        code = (await talk.say("hint")).game.hint
        assert code is not None
        seen.append((await talk.say(f"={code}")).game.position)

    assert talk.reply.game.outcome == "won"
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("language", ["en", "es"])
async def test_undecided_is_never_called_lost(storage, language):
    """A winnable deal under a tiny limit: not decided, in these words, and the mark stays."""
    talk = Talk(converse_with(Narrow(), storage), "ann", language=language)
    said = {"en": "Not decided", "es": "Sin decidir"}[language]
    bad = ("unwinnable", "lost", "no win", "imposible", "perdi", "no se puede", "ya no")
    await talk.say(f"play bakers {WINNABLE}")
    for word in ("check", "hint"):
        await talk.say(word)
        told = (await talk.say(word)).text
        assert told.startswith(said)
        assert not any(each in told.lower() for each in bad)
    await talk.say("=1a")
    await talk.say("resign")
    await talk.say("yes")
    told = (await talk.say("review")).text
    assert told.startswith(said)
    assert not any(each in told.lower() for each in bad)


async def test_check_says_what_is_proved(conversation, storage):
    """Winnable with a way, unwinnable by complete search; the answer takes the mark off."""
    talk = Talk(conversation, "ann")
    for deal, word in ((WINNABLE, "Winnable"), (LOST, "Unwinnable")):
        await talk.say(f"play bakers {deal}")
        assert (await talk.say("check")).text.startswith("The answer takes")
        assert (await talk.say("check")).text.startswith(word)
        assert (await row_of(storage, talk)).assisted
        await talk.say("resign")


async def test_check_is_open_where_the_stock_is_unseen(conversation):
    """At the start of Calculation nothing is proved; the fair player's share is told."""
    talk = Talk(conversation, "ann")
    await talk.say("play calculation 1")
    await talk.say("check")

    assert (await talk.say("check")).text.startswith("Open: nothing is proved")


async def test_no_win_is_left(conversation):
    """A hint in a lost position says so and offers the way back."""
    talk = Talk(conversation, "ann")
    await talk.say(f"play bakers {LOST}")
    await talk.say("hint")
    assert (await talk.say("hint")).text.startswith("This deal can't be won")
    assert [b.label for b in talk.buttons] == ["New game", "Board"]
    await talk.say("=1a")
    told = await talk.say("hint")

    assert told.text.startswith("No win is left")
    assert told.game.hint is None
    assert [b.label for b in talk.buttons] == ["Undo", "Board"]


@pytest.mark.parametrize("trouble", [StillThinking, TooMany, TooSlow])
async def test_no_answer_takes_nothing(storage, trouble):
    """When solvers give no answer the player is told, and keeps the clean mark."""
    talk = Talk(converse_with(Refusing(trouble), storage), "ann")
    await talk.say("play bakers 1")
    for word in ("hint", "check"):
        await talk.say(word)
        told = await talk.say(word)
        assert told.private
        assert told.game.hint is None
    assert not (await row_of(storage, talk)).assisted


async def test_a_move_played_while_the_solver_thinks(storage):
    """The hint for a board that has moved on isn't shown, and the live board is."""
    talk = Talk(converse_with(Inline(), storage), "ann")
    other = Talk(talk.conversation, "ann")

    class Playing(Inline):
        async def ask(self, who: Hashable, job: Job):
            """The answer, once the player has moved elsewhere."""
            await other.say("=1a")
            return await super().ask(who, job)

    talk.conversation = converse_with(Playing(), storage)
    await talk.say("play bakers 1")
    await talk.say("hint")

    told = await talk.say("hint")

    assert "moved on" in told.text
    assert told.game.seq == 1
    assert not (await row_of(storage, talk)).assisted


async def test_a_slow_solver_holds_nobody_up(storage):
    """While one player's question is open, they and others play on."""
    release = asyncio.Event()

    class Slow(Inline):
        async def ask(self, who: Hashable, job: Job):
            """The answer, when the test says so."""
            await release.wait()
            return await super().ask(who, job)

    conversation = converse_with(Slow(), storage)
    ann, bob = Talk(conversation, "ann"), Talk(conversation, "bob")
    await ann.say("play bakers 1")
    await ann.say("hint")
    waiting = asyncio.create_task(ann.say("hint"))
    await asyncio.sleep(0)

    await bob.say("play bakers 1")
    assert (await bob.say("=1a")).game.seq == 1
    await ann.say("play calculation 1")
    assert (await ann.say("=d")).game.seq >= 1

    release.set()
    assert (await waiting).hint is not None


async def test_help_before_the_first_move_is_not_forgotten(conversation, storage):
    """Helped at the start, given up, dealt again: the next try is assisted."""
    talk = Talk(conversation, "ann")
    await talk.say("play bakers 1")
    await talk.say("hint")
    await talk.say("hint")
    await talk.say("resign")
    await talk.say("play bakers 1")
    await talk.say("=1a")

    row = await row_of(storage, talk)
    assert (row.attempt, row.assisted) == (1, True)


async def test_the_oracle_speaks_in_practice_only(conversation, storage):
    """Before that it says how to get there; practice is asked about and marks the game."""
    talk = Talk(conversation, "ann")
    await talk.say("play calculation 1")
    refused = await talk.say("hint oracle")
    assert refused.game.hint is None
    assert not (await row_of(storage, talk)).assisted
    assert "for good" in (await talk.press("Practice")).text
    assert "Practice" in (await talk.press("Yes")).text
    row = await row_of(storage, talk)
    assert (row.assisted, row.practice) == (True, True)

    told = await talk.say("hint oracle")

    assert "This wins" in told.text
    assert told.game.hint == "d"


async def test_a_review_finds_the_move_that_lost_and_goes_back_there(conversation, storage):
    """Halving finds it; the game from there is practice, and the lost one stays as it was."""
    talk = Talk(conversation, "ann")
    await talk.say(f"play bakers {WINNABLE}")
    game = find("bakers-game")
    position = game.deal(lay_out(game, WINNABLE))
    line = []
    while game.outcome(position) is Outcome.PLAYING and len(line) < 60:
        move = game.legal_moves(position)[len(line) % 2 - 1]
        line.append(move.code)
        position = game.play(position, move)
        await talk.say(f"={move.code}")
    if talk.reply.game.outcome == "playing":
        await talk.say("resign")
        await talk.press("Yes")

    told = await talk.say("review")

    assert told.private
    assert "what lost it: " in told.text
    kept = int(told.text.split("After move ")[1].split()[0])
    before = await talk.press("Go back there")
    row = await row_of(storage, talk)
    assert (row.practice, row.assisted, row.moves) == (True, True, kept)
    assert "practice" in before.text
    assert (await talk.say("check")).text.startswith("Winnable")
    await talk.say(f"={line[kept]}")
    assert (await talk.say("check")).text.startswith("Unwinnable")


async def test_a_deal_that_could_never_be_won(conversation):
    """The review says so, and offers no way back."""
    talk = Talk(conversation, "ann")
    await talk.say(f"play bakers {LOST}")
    await talk.say("=1a")
    await talk.say("resign")
    await talk.say("yes")

    told = await talk.say("review")

    assert told.text.startswith("This deal could not be won from the start")
    assert [b.label for b in talk.buttons] == ["Board"]


async def test_a_review_of_devils_grip_tells_the_par(conversation):
    """The least leftover found with every card known, told once the game is over."""
    talk = Talk(conversation, "ann")
    await talk.say("play devils-grip 617")
    await talk.say("d")
    await talk.say("resign")
    await talk.say("yes")

    told = (await talk.say("review")).text

    assert "least leftover found for this deal" in told
    assert 0 <= int(told.splitlines()[-1].split()[0]) < 40


async def test_a_review_waits_for_the_end(conversation):
    """In a running game it points at check instead."""
    talk = Talk(conversation, "ann")
    await talk.say("play bakers 1")
    assert "after the end" in (await talk.say("review")).text


@pytest.mark.parametrize("key", ["bakers-game", "calculation"])
@pytest.mark.parametrize("wish", ["winnable", "ganable", "easy", "fácil", "hard"])
async def test_wished_deals(storage, key, wish):
    """A random deal that answers the wish; chosen easy ones are counted apart."""
    talk = Talk(converse_with(Inline(), storage), "ann")

    await talk.say(f"play {key} {wish}")

    row = await row_of(storage, talk)
    assert row.deal.isdigit()
    assert row.kind == ("easy" if wish in ("easy", "fácil") else "shuffled")
    game = find(key)
    grade = solver_of(key).grade(game.deal(lay_out(game, row.deal)), Limits())
    assert grade.verdict is Verdict.WINNABLE
    wished = {"easy": "easy", "fácil": "easy", "hard": "hard"}.get(wish)
    assert wished in (None, grade.difficulty)


async def test_an_easy_deal_stays_one(storage):
    """Asked for by number after it was shown, it is still counted apart."""
    talk = Talk(converse_with(Inline(), storage), "ann")
    await talk.say("play calculation easy")
    deal = (await row_of(storage, talk)).deal
    await talk.say("resign")

    await talk.say(f"play calculation {deal}")

    assert (await row_of(storage, talk)).kind == "easy"


@pytest.mark.parametrize(
    ("wish", "level"),
    [("easy", "easy"), ("medio", "medium"), ("hard", "hard"), ("winnable", "medium")],
)
async def test_wished_deals_of_devils_grip_are_prepared(conversation, storage, wish, level):
    """They are made, and the board always says so."""
    talk = Talk(conversation, "ann")

    shown = await talk.say(f"play devils-grip {wish}")

    row = await row_of(storage, talk)
    assert row.deal.startswith(f"{level}1-")
    assert row.kind == "prepared"
    assert "prepared deal" in shown.text


async def test_legends_come_from_the_database(conversation, storage):
    """Without one that is said; with one it is dealt, as a shuffled deal."""
    talk = Talk(conversation, "ann")
    assert (await talk.say("play devils-grip legend")).game is None
    legend = Legend(game="devils-grip", deal="617", line="d", found_at=NOON)
    await storage.write(lambda uow: uow.legends.add(legend))

    await talk.say("jugar devils-grip leyenda")

    row = await row_of(storage, talk)
    assert (row.deal, row.kind) == ("617", "shuffled")


@pytest.mark.parametrize("word", ["hint", "check"])
@pytest.mark.parametrize(
    ("key", "codes"), [("calculation", "d w1 d w2 d w3 d"), ("devils-grip", "d d")]
)
async def test_unseen_cards_change_no_word(storage, key, codes, word):
    """Games that look alike get the same answer in the same words, whatever the stock holds."""
    game = find(key)
    deck = lay_out(game, "1")
    position = game.deal(deck)
    for code in codes.split():
        position = game.play(position, game.parse(code))
    seen = len(deck.cards) - len(position.stock)
    told = set()
    for number in range(6):
        hidden = list(deck.cards[seen:])
        random.Random(number).shuffle(hidden)
        talk = Talk(converse_with(Inline(), storage), f"{number}")
        await talk.say("settings autoturn off")
        await deal_to(talk, key, Deck((*deck.cards[:seen], *hidden), deck.starters), "same")
        await talk.say(f"play {key}")
        await talk.say(codes)
        await talk.say(word)
        told.add((await talk.say(word)).text)

    assert len(told) == 1
    assert talk.reply.game.hint is not None or word == "check"


async def test_a_reviewed_game_is_not_clean_again(storage, conversation):
    """Lost, reviewed, undone: that asks first, and whatever comes of it is assisted."""
    talk = Talk(conversation, "ann")
    await lose_bakers(talk)
    await talk.say("review")
    assert not (await row_of(storage, talk)).assisted

    asked = await talk.say("undo")
    assert "reviewed" in asked.text
    await talk.say("undo")

    row = await row_of(storage, talk)
    assert (row.status, row.assisted) == ("running", True)


async def test_going_back_spoils_the_lost_try_too(storage, conversation):
    """Practice from the middle, given up, and the old try undone: it is assisted."""
    talk = Talk(conversation, "ann")
    board = await lose_bakers(talk)
    await talk.say("review")
    await talk.press("Go back there")
    await talk.say("resign")
    if talk.buttons and talk.buttons[0].label == "Yes":
        await talk.say("yes")

    await talk.press(next(b for row in board.rows for b in row if b.label == "Undo"))
    await talk.press("Yes")

    row = await row_of(storage, talk)
    assert (row.status, row.attempt, row.assisted) == ("running", 1, True)


async def test_a_review_tells_nothing_of_a_deal_not_played(storage, conversation):
    """Neither an offered deal nor one that is being played is looked into, whatever is pressed."""
    talk = Talk(conversation, "ann")
    await talk.say("play calculation 1")
    await talk.say("d")
    first = await row_of(storage, talk)
    await talk.say("play calculation 2")

    for game_id, action in (
        (first.id + 1, "review"),
        (first.id + 1, "back.0"),
        (first.id, "review"),
    ):
        token = tokens.encode(
            tokens.OnGame(game_id, first.seq if game_id == first.id else 0, action)
        )
        told = (await talk.press_token(token)).text
        assert not any(word in told for word in ("could", "proved", "decided")), told


async def test_a_late_yes_answers_nothing(storage, conversation):
    """A bare yes belongs to the message just before; the same word again still counts."""
    talk = Talk(conversation, "ann")
    await talk.say("play bakers 1")
    await talk.say("hint")
    await talk.say("=1a")

    await talk.say("ok")

    assert not (await row_of(storage, talk)).assisted
    assert (await talk.say("hint")).text.startswith("No win is left")


async def test_practice_is_of_no_use_where_all_lies_open(storage, conversation):
    """In Baker's Game it takes no mark."""
    talk = Talk(conversation, "ann")
    await talk.say("play bakers 1")

    assert "lies open" in (await talk.say("practice")).text
    assert not (await row_of(storage, talk)).assisted


async def lose_bakers(talk):
    """Lose a winnable deal by playing on blindly; the board it ends with."""
    await talk.say(f"play bakers {WINNABLE}")
    game = find("bakers-game")
    position, count = game.deal(lay_out(game, WINNABLE)), 0
    rng = random.Random(5)
    while game.outcome(position) is Outcome.PLAYING:
        move = rng.choice([m for m in game.legal_moves(position) if m.source.isdigit()] or [None])
        if move is None or count > 400:
            break
        position, count = game.play(position, move), count + 1
        await talk.say(f"={move.code}")
    assert game.outcome(position) is Outcome.LOST
    return talk.reply
