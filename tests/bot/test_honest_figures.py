"""Tries, clean marks, solves and boards mean what ARCHITECTURE.md says."""

import random

import pytest

from bot import tokens
from games.catalogue import find
from games.deals import lay_out
from games.game import Outcome
from storage.records import GameRow
from tests.bot.conftest import NOON, Talk, deal_to, session_at

WON_DEAL = "20"
WON_LINE = (
    "2h 8h 8h 3a 3h 1h 37 3h 3h 6h 32 34 61 6h 6b 6h 65 8c 5d 58 "
    "d8 5d b5 d3 4b 43 b3 5b 51 b1 5h 7b 75 b5 8b 8d 86 d6 b6 8h "
    "7b 7h 3h 3h 3h 7d 7h 5h 5h 5h bh d3 2b 23 b3 82 c8 2b 28 b8 "
    "2h 8h 8h 8h 21 2h 4h 4h 1h 1h 1h 1h 1h 1b 1h 1h 5h 21 a1 47 "
    "b4 4a 47 a7 4h 4h 3h 3h 3h 1h 1h 1h 1h 6h 6h 6h 7h 7h 7h 7h"
)


async def _row(storage, talk) -> GameRow:
    found = await session_at(storage, talk)
    assert found is not None
    return found[0]


async def _win(talk: Talk) -> None:
    await talk.say(f"play bakers-game {WON_DEAL}")
    await talk.say(WON_LINE)
    if talk.reply.game.outcome == "playing":
        await talk.say("finish")
    assert talk.reply.game.outcome == "won"


async def test_a_win_is_counted_at_once_and_once(conversation, storage):
    """Won by the last move: it stands on every board; the same deal won again adds nothing."""
    talk = Talk(conversation, "ann", "club")

    await _win(talk)
    first = (await talk.say("top")).text
    await talk.say("restart")
    await _win(talk)

    assert "1   1     1  you" in first
    assert (await talk.say("top")).text == first
    assert "2 played, 2 won" in (await talk.say("stats")).text
    assert (await _row(storage, talk)).attempt == 2


async def test_a_win_is_not_undone(conversation):
    """After the win undo changes nothing."""
    talk = Talk(conversation, "ann")
    await _win(talk)
    before = talk.reply.game

    reply = await talk.say("undo")

    assert "won" in reply.text
    assert reply.game == before


async def test_clean_until_an_undo_past_a_hidden_card(conversation, storage):
    """The first such undo is asked about and does nothing; said again, it takes the mark off."""
    talk = Talk(conversation, "ann")
    await talk.say("play calculation 617")
    before = await talk.say("d")

    asked = await talk.say("undo")
    assert asked.game == before.game
    assert not (await _row(storage, talk)).assisted

    await talk.say("undo")
    assert (await _row(storage, talk)).assisted
    assert talk.reply.game.seq == 2

    await talk.say("d")
    await talk.say("undo")
    assert talk.reply.game.position.endswith("S:48")


async def test_the_yes_button_does_what_was_asked(conversation, storage):
    """Yes undoes, No shows the board and keeps the mark."""
    talk = Talk(conversation, "ann")
    await talk.say("play devils-grip 5")
    await talk.say("d")

    await talk.say("undo")
    await talk.press("No")
    assert not (await _row(storage, talk)).assisted
    await talk.press("Undo")
    undo = talk.buttons[0].token.removesuffix("!")
    await talk.press_token(undo)
    assert not (await _row(storage, talk)).assisted, "a double tap is no yes"
    await talk.press("Yes")

    assert (await _row(storage, talk)).assisted
    assert talk.reply.game.position.endswith("S:72")


async def test_undo_in_the_open_costs_nothing(conversation, storage):
    """Baker's Game hides nothing: undo and restart keep the try and its mark."""
    talk = Talk(conversation, "ann")
    await talk.say("play bakers-game 617")
    start = talk.position
    await talk.say("1a 2b")
    await talk.say("undo")
    await talk.say("restart")
    row = await _row(storage, talk)

    assert talk.position == start
    assert (row.assisted, row.attempt, row.status) == (False, 1, "running")
    await talk.say("redo")
    assert "JD" in talk.position


async def test_undoing_a_swap_costs_nothing(conversation, storage):
    """A swap shows no card, so its undo is free in Devil's Grip too."""
    talk = Talk(conversation, "ann")
    await talk.say("play devils-grip 5")
    await talk.say("a1=c3")
    await talk.say("undo")

    assert not (await _row(storage, talk)).assisted


async def test_a_second_try_at_a_seen_deal_is_assisted(conversation, storage):
    """Restart asks, ends the try and begins one that is not clean once it is played."""
    talk = Talk(conversation, "ann")
    await talk.say("play calculation 617")
    await talk.say("d")
    await talk.say("restart")
    assert talk.reply.game.position.endswith("S:47")
    await talk.say("restart")
    assert talk.reply.game.position.endswith("S:48")
    await talk.say("d")
    row = await _row(storage, talk)

    assert (row.attempt, row.assisted) == (2, True)
    assert "1 restarted" in (await talk.say("stats")).text


async def test_looking_at_a_deal_is_no_try(conversation, storage):
    """A board that nobody played on is no try: the next one is still the first."""
    talk = Talk(conversation, "ann")
    await talk.say("play calculation 617")
    await talk.say("play calculation 618")
    await talk.say("play calculation 617")
    await talk.say("d")
    row = await _row(storage, talk)

    assert (row.attempt, row.assisted) == (1, False)


async def test_an_offered_deal_starts_by_button_or_by_the_same_words(conversation):
    """Another deal of a kind under way asks: go on, or give up and start."""
    talk = Talk(conversation, "ann")
    await talk.say("play calculation 617")
    await talk.say("d")
    asked = await talk.say("play calculation 9")
    assert asked.game.deal == "617"
    await talk.press("Go on")
    assert talk.reply.game.deal == "617"
    again = await talk.say("play calculation 9")
    assert again.game.deal == "617"
    start = next(each for each in talk.buttons if each.label == "Give up, start")
    await talk.say("w1")
    assert (await talk.press(start)).game.deal == "617", "the offer was for the board before"
    await talk.press("Give up, start")
    assert (talk.reply.game.deal, talk.reply.game.seq) == ("9", 0)
    await talk.say("d")
    await talk.say("play calculation 10")
    await talk.say("play calculation 10")
    assert talk.reply.game.deal == "10"
    assert "2 resigned" in (await talk.say("stats")).text


@pytest.mark.parametrize(
    ("language", "words", "deal"),
    [
        ("en", "Go on", "617"),
        ("en", "give up, START!", "9"),
        ("en", "give up", "9"),
        ("es", "seguir", "617"),
        ("es", "Abandonar y empezar", "9"),
    ],
)
async def test_an_offered_deal_is_answered_by_the_words_of_its_buttons(
    conversation, language, words, deal
):
    """What stands on a button may be typed, and what nobody can read leaves the question open."""
    talk = Talk(conversation, "ann", language=language)
    await talk.say("play calculation 617")
    await talk.say("d")
    await talk.say("play calculation 9")
    await talk.say("hmm, what?")

    assert (await talk.say(words)).game.deal == deal


@pytest.mark.parametrize("beside", [False, True])
@pytest.mark.parametrize(
    "between",
    ["stats", "top", "help", "no", "go on", "play", "play calculation", "play bakers-game 1",
     "play calculation 0", "=", "Calculation"],
)  # fmt: skip
async def test_what_is_done_instead_ends_an_offer(conversation, between, beside):
    """Saying it again is no yes then, be another game at hand or none; said at once it is."""
    talk = Talk(conversation, "ann")
    for line in ("play calculation 7", "d", "play bakers-game 617", "78"):
        await talk.say(line)
    if not beside:
        await talk.say("resign")
        await talk.say("yes")
    elif between == "Calculation":
        between = "1a"
    await talk.say("play calculation 99")
    await (talk.press("Go on") if between == "=" else talk.say(between))

    assert "give it up and start #99" in (await talk.say("play calculation 99")).text
    assert "Calculation #7" in (await talk.say("games")).text
    assert (await talk.say("yes")).game is None or talk.reply.game.deal != "99"
    await talk.say("play calculation 99")
    assert (await talk.say("play calculation 99")).game.deal == "99"


@pytest.mark.parametrize(
    ("said", "deal"),
    [("yes", "99"), ("no", "7"), ("hm, what?", "99"), ("calculation 99", "99")],
)
async def test_an_offer_with_no_game_at_hand_is_answered(conversation, said, deal):
    """By a yes or no, also after what nobody can read, or by saying the same again."""
    talk = Talk(conversation, "ann")
    for line in ("play calculation 7", "d", "play bakers-game 617", "78", "resign", "yes"):
        await talk.say(line)
    await talk.say("calculation 99")
    await talk.say(said)
    if said.startswith("hm"):
        await talk.say("yes")

    assert talk.reply.game.deal == deal
    assert ("Calculation #7" in (await talk.say("games")).text) is (deal == "7")


async def test_nothing_offered_takes_no_such_words(conversation):
    """“give up” answers an offer and nothing else."""
    talk = Talk(conversation, "ann")
    await talk.say("play calculation 617")
    await talk.say("give up")

    assert (await talk.say("board")).game.deal == "617"


async def test_resigning_asks_and_is_final(conversation):
    """Resign needs a second word at the same board; then no game is current."""
    talk = Talk(conversation, "ann")
    await talk.say("play bakers-game 617")
    await talk.say("1a")
    await talk.say("resign")
    await talk.say("2b")
    assert (await talk.say("resign")).game is not None
    assert (await talk.say("resign")).game is None
    assert "No game" in (await talk.say("board")).text


async def test_one_undo_takes_back_all_that_followed(conversation):
    """A placement and the card that came up by itself are one action; so is a run."""
    talk = Talk(conversation, "ann")
    await talk.say("play calculation 617")
    await talk.say("d")
    before = talk.position
    await talk.say("w1")
    assert talk.position.endswith("S:46")
    await talk.say("undo")
    await talk.say("undo")

    assert talk.position == before


async def test_count_up_ends_a_grip_and_ranks_it(conversation, storage):
    """A Devil's Grip that can't go on is counted: lost, with its leftover on the board."""
    game = find("devils-grip")
    for number in range(1, 200):
        deck = lay_out(game, str(number))
        position, line = _turned_out(game, game.deal(deck))
        if game.may_count_up(position):
            break
    talk = Talk(conversation, "ann", "club")
    await deal_to(talk, "devils-grip", deck, str(number))
    await talk.say("play devils-grip")
    await talk.say(" ".join(line))
    left = game.score(position).leftover
    await talk.say("count")
    row = await _row(storage, talk)

    assert (row.status, row.ending, row.leftover) == ("lost", "count", left)
    assert f"{left} cards left over" in talk.reply.text
    assert str(left) in (await talk.say("top devils-grip")).text
    assert "over" in (await talk.say("undo")).text


def _turned_out(game, position):
    """Greedy joins, then turns, until nothing of the waste fits and the stock is gone."""
    line = []
    while True:
        moves = [m for m in game.legal_moves(position) if m.source == "w"]
        moves = moves or [m for m in game.legal_moves(position) if m.code == "d"]
        if not moves or game.outcome(position) is not Outcome.PLAYING:
            return position, line
        line.append(moves[0].code)
        position = game.play(position, moves[0])


async def test_a_lost_game_can_be_taken_back(conversation, storage):
    """A dead end in Baker's Game is no end of the try: undo opens it again, still clean."""
    talk = Talk(conversation, "ann")
    await _lose(talk)
    assert (await _row(storage, talk)).status == "lost"
    await talk.say("undo")
    row = await _row(storage, talk)

    assert (row.status, row.assisted, row.ended_at) == ("running", False, None)


async def test_boards_rank_ties_and_windows(conversation, clock):
    """Equals share a rank, windows go by the UTC date of the win, one's own row is always there."""
    for name in ("ann", "bo", "cy"):
        await _win(Talk(conversation, name, "club"))
    clock.now = NOON.replace(month=12, day=15)
    await _win(Talk(conversation, "dee", "club"))
    talk = Talk(conversation, "eve", "club")
    await talk.say("play calculation 1")

    board = (await talk.say("top all")).text
    month = (await talk.say("top month bakers-game")).text

    assert [line.split()[0] for line in board.splitlines()[2:6]] == ["1", "1", "1", "1"]
    assert "dee" in month and "ann" not in month  # noqa: PT018 - one board
    assert "solved none" in board
    assert "a player" in (await talk.say("top everywhere")).text


async def test_here_is_where_the_win_was_made(conversation):
    """A solve counts in the chat of its winning move, not in others."""
    await _win(Talk(conversation, "ann", "club"))
    other = Talk(conversation, "ann", "elsewhere")
    await other.say("play calculation 1")

    assert "Nobody yet" in (await other.say("top here")).text
    assert "you" in (await other.say("top everywhere")).text


async def test_deleting_oneself_leaves_no_second_first_try(conversation, storage):
    """After ``mydata delete`` nothing names the player, and a tried deal is a second try."""
    talk = Talk(conversation, "ann", "club")
    await _win(talk)
    await talk.say("mydata delete")
    await talk.press("Delete it all")
    assert talk.reply.game is None
    assert "Nobody yet" in (await Talk(conversation, "bo", "club").say("top")).text
    await _win(talk)

    assert (await _row(storage, talk)).attempt == 2
    assert "1   1     0  you" in (await talk.say("top")).text


@pytest.mark.parametrize("key", ["bakers-game", "calculation", "devils-grip"])
async def test_the_share_block_tells_no_card(conversation, key):
    """A finished game's share block has its result and a line that starts the same deal."""
    talk = Talk(conversation, "ann")
    await talk.say(f"play {key} 617")
    await talk.say("d") if key != "bakers-game" else await talk.say("1a")
    await talk.say("resign")
    await talk.say("resign")
    text = (await talk.say("share")).text

    plain = (await talk.say("share words")).text

    for said in (text, plain):
        assert f"/play {key} 617" in said
        assert "♥" not in said
        assert "JD" not in said
    place = "in place" if key == "devils-grip" else "home"
    assert f"▁▁▁▁▁▁▁▁▁▁ cards {place}" in text
    assert f"Cards {place} after each tenth: {', '.join(['4'] * 10)}." in plain or key[0] != "c"
    assert plain.isascii() or not {*"▁▂▃▄▅▆▇█"} & {*plain}


async def test_a_share_block_names_chosen_starts(conversation):
    """Without them the command would deal something else."""
    talk = Talk(conversation, "ann")
    await talk.say("play calculation 617 AH 2D 3S 4C")
    await talk.say("d")
    await talk.say("resign")
    await talk.say("resign")

    assert (await talk.say("share")).text.endswith("/play calculation 617 AH 2D 3S 4C")


async def test_a_replay_steps_through_the_kept_line(conversation):
    """Start, forward, end and back show the boards of the line."""
    talk = Talk(conversation, "ann")
    await _win(talk)
    await talk.say("replay")
    first = talk.reply.text
    await talk.press("End")
    last = talk.reply.text
    await talk.press("Start")

    assert talk.reply.text == first
    assert last != first


async def test_an_export_is_a_record_that_checks(conversation):
    """The exported text replays to the same win."""
    from games.record import check, read_records  # noqa: PLC0415 - only here

    talk = Talk(conversation, "ann", name='An"n\\ [x]')
    await _win(talk)
    (record,) = read_records((await talk.say("export")).text)
    checked = check(record)

    assert checked.fault is None
    assert record.headers["Result"] == "won"
    assert checked.game.outcome(checked.position) is Outcome.WON


async def test_auto_as_a_setting_plays_after_every_move(conversation):
    """With auto on, safe moves follow each move and come back with one undo; the board says so."""
    talk = Talk(conversation, "ann")
    await talk.say("settings auto on")
    await talk.say("play bakers-game 20")
    start = talk.position
    await talk.say("3a")

    assert "auto on" in talk.reply.text
    assert talk.reply.game.seq > 1
    await talk.say("undo")
    assert talk.position == start


async def test_a_known_player_is_known_in_every_chat(conversation):
    """Settings, figures, games and data follow a player into a chat they never acted in."""
    talk = Talk(conversation, "ann", "club")
    await talk.say("language es")
    await talk.say("play bakers-game 617")
    await talk.say("1a")
    elsewhere = Talk(conversation, "ann", "elsewhere")

    assert "jugada" in (await elsewhere.say("jugar bakers-game")).text
    third = Talk(conversation, "ann", "third")
    assert "partidas: 1" in (await third.say("stats")).text
    assert "617" in (await third.say("partidas")).text
    assert "guardo de ti" in (await third.say("misdatos")).text


async def test_a_lost_game_stays_lost_while_another_runs(conversation, storage):
    """One running game of a kind: undo of a lost one waits until the other has ended."""
    talk = Talk(conversation, "ann")
    await _lose(talk)
    undo = next(each for each in talk.buttons if each.label == "Undo")
    await talk.say("play bakers-game 2")
    await talk.say("1a")

    assert "#2 is running" in (await talk.press(undo)).text
    assert (await _row(storage, talk)).deal == "2"


async def test_a_reopened_grip_ranks_no_more(conversation):
    """The leftover of a lost Devil's Grip leaves the board when the loss is taken back."""
    talk = Talk(conversation, "ann", "club")
    for number in range(1, 400):
        line = _greedy_loss(number)
        if line:
            break
    await talk.say(f"play devils-grip {number}")
    await talk.say(" ".join(line))
    assert talk.reply.game.outcome == "lost"
    assert "1   0     0" in (await talk.say("top devils-grip")).text
    await talk.say("board")
    await talk.say("undo")
    await talk.say("undo")

    assert "Nobody yet" in (await talk.say("top devils-grip")).text


def _greedy_loss(number: int) -> list[str]:
    """A line of joins and turns to a lost end without idle joins, or nothing."""
    game = find("devils-grip")
    position, line = game.deal(lay_out(game, str(number))), []
    while game.outcome(position) is Outcome.PLAYING:
        moves = game.legal_moves(position)
        move = next((each for each in moves if each.code != "d"), moves[0])
        line.append(move.code)
        position = game.play(position, move)
    return line if game.outcome(position) is Outcome.LOST else []


async def _lose(talk: Talk) -> None:
    game = find("bakers-game")
    rng = random.Random(1)
    position, line = game.deal(lay_out(game, "1")), []
    while game.outcome(position) is Outcome.PLAYING:
        move = rng.choice(game.legal_moves(position))
        line.append(move.code)
        position = game.play(position, move)
    await talk.say("play bakers-game 1")
    await talk.say(" ".join(line))
    assert talk.reply.game.outcome == "lost"


async def test_typed_yes_and_no_answer_what_was_asked(conversation):
    """Yes does it, no keeps the game; with nothing asked nothing happens."""
    talk = Talk(conversation, "ann")
    await talk.say("play bakers-game 617")
    await talk.say("1a")
    assert "Nothing was asked" in (await talk.say("yes")).text
    await talk.say("resign")
    assert (await talk.say("no")).game is not None
    assert "Nothing was asked" in (await talk.say("sí")).text
    await talk.say("play bakers-game 9")
    assert (await talk.say("no")).game.deal == "617"
    await talk.say("play bakers-game 9")
    assert (await talk.say("yes")).game.deal == "9"


async def test_a_question_is_forgotten_when_something_else_is_said(conversation):
    """The same words long after the question ask again instead of giving the game up."""
    talk = Talk(conversation, "ann")
    await talk.say("play bakers-game 617")
    await talk.say("1a")
    for words in ("resign", "play bakers-game 9"):
        await talk.say(words)
        await talk.say("board")
        assert (await talk.say(words)).game.deal == "617"
        await talk.say("board")


def _lost(game, deck):
    """Codes that lead to a loss."""
    for seed in range(500):
        chance, position, codes = random.Random(seed), game.deal(deck), []
        while game.outcome(position) is Outcome.PLAYING and len(codes) < 300:
            move = chance.choice(game.table(position).moves)
            position = game.along(position, (move,))[-1]
            codes.append(move.code)
        if game.outcome(position) is Outcome.LOST:
            return codes
    raise AssertionError("never lost")


@pytest.mark.parametrize("back", ["undo", "restart"])
async def test_what_a_later_try_told_does_not_help_a_lost_one(conversation, storage, back):
    """A lost game can be taken up again, but not once its deal was tried again, with a hint."""
    talk = Talk(conversation, "ann")
    await talk.say(f"play bakers-game {WON_DEAL}")
    row, session = await session_at(storage, talk)
    await talk.say(" ".join(f"={code}" for code in _lost(session.game, session.deck)))
    assert (await _row(storage, talk)).status == "lost"
    lost = await _row(storage, talk)
    await talk.say(f"play bakers-game {WON_DEAL}")
    await talk.say(WON_LINE.split(maxsplit=1)[0])
    await talk.say("hint")
    await talk.say("yes")
    await talk.say("resign")
    await talk.say("yes")
    await talk.press_token(tokens.encode(tokens.OnGame(lost.id, lost.seq, "board")))

    assert "stays as it ended" in (await talk.say(back)).text

    assert await _row(storage, talk) == lost
    assert row.id == lost.id


@pytest.mark.parametrize("between", [None, "no", "stats", "press"])
async def test_deleting_is_answered_by_yes_or_no(conversation, between):
    """As any question: only a yes said next deletes."""
    talk = Talk(conversation, "ann")
    await talk.say("play calculation 617")
    await talk.say("d")
    await talk.say("mydata delete")
    if between is not None:
        await (talk.press("No") if between == "press" else talk.say(between))
    await talk.say("yes")
    kept = "What I keep about you" in (await talk.say("mydata")).text
    assert kept is (between is not None)
