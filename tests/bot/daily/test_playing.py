"""Playing dailies: what counts, what is practice, and what nobody hears before the close."""

import json
import random
from datetime import date, timedelta

import pytest
from sqlalchemy import delete

from bot import tokens
from bot.daily.dates import closes
from bot.daily.deals import ORDER
from bot.daily.ranking import ranked
from bot.daily.standing import results, table
from games.cards import texts
from games.catalogue import find
from games.deals import lay_out
from games.game import Outcome
from storage.dailies import DailyTable
from storage.models import daily_ends
from tests.bot.conftest import Talk, converse, session_at
from tests.bot.daily.conftest import DATES

CLOSED, TODAY, TOMORROW, LATER = DATES
HINTS = {"bakers-game": "Baker's Game", "calculation": "Calculation", "devils-grip": "Devil's Grip"}


async def win(talk, daily, moves=None):
    """Play the line of a daily, or so many codes of it, each as a message of its own."""
    await talk.say(f"daily {daily.game} {daily.day}")
    await talk.say("settings autoturn off")
    await talk.say(f"daily {daily.game} {daily.day}")
    for code in daily.line.split()[:moves]:
        await talk.say(f"={code}" if daily.game == "bakers-game" else code)
        if talk.reply.game and talk.reply.game.outcome != "playing":
            break
    return talk.reply


@pytest.fixture
def ann(conversation, dailies):  # noqa: ARG001 - they are to be stored
    """Somebody in a club, where dailies are made."""
    return Talk(conversation, "ann", "club")


async def test_the_page_shows_todays_deals(ann):
    """Date, difficulty, par, seal, and a button that plays each."""
    reply = await ann.say("daily")

    assert "Daily · Mon 30 Nov 2026" in reply.text
    assert [b.label for b in ann.buttons[:3]] == list(HINTS.values())
    assert "par " in reply.text
    assert "prepared, easy" in reply.text
    assert "till 1 Dec 12:00 UTC" in reply.text
    await ann.press("Calculation")
    assert ann.reply.game.deal == "daily 2026-11-30"
    assert "Calculation daily 2026-11-30 · 4/52" in ann.reply.text


@pytest.mark.parametrize("game", ORDER)
async def test_the_published_line_wins_and_counts(ann, dailies, game):
    """Played while open: solved, clean, first of one, a day of a streak, and par told."""
    await win(ann, dailies[TODAY, game])

    assert ann.reply.game.outcome == "won"
    page = (await ann.say("daily")).text
    assert "solved, clean ✓" in page
    assert "place 1 of 1" in page
    assert "1 day in a row · best 1" in page
    table = (await ann.say(f"daily table {game}")).text
    assert "1 of 1 solved · so far" in table
    assert "  1 " in table


async def test_going_on_with_a_daily(ann):
    """Asked for again it is the same game; a free game of the kind runs beside it."""
    await ann.say("play calculation 617")
    await ann.say("d")
    await ann.say("daily calculation")
    await ann.say("d")
    position = ann.position

    await ann.say("play calculation")
    assert ann.reply.game.deal == "617"
    await ann.say("daily calculation today")

    assert (ann.reply.game.deal, ann.position) == ("daily 2026-11-30", position)
    assert (await ann.say("games")).text.count("Calculation") == 2


async def test_later_tries_are_practice(ann, dailies, storage):
    """After the first try has ended the deal may be played again, and nothing of it ranks."""
    await ann.say("daily calculation")
    await ann.say("d")
    await ann.say("resign")
    await ann.say("yes")

    await win(ann, dailies[TODAY, "calculation"])

    assert ann.reply.game.outcome == "won"
    row, _ = await session_at(storage, ann)
    assert (row.practice, row.assisted, row.attempt) == (True, True, 2)
    assert "you: 4 of 52" in (await ann.say("daily")).text
    assert "0 of 1 solved" in (await ann.say("daily table calculation")).text


async def test_restarting_ends_the_first_try(ann, storage):
    """Where cards are hidden the next try is practice."""
    await ann.say("daily calculation")
    await ann.say("d")
    await ann.say("restart")
    await ann.say("yes")

    row, _ = await session_at(storage, ann)
    assert (row.daily, row.practice) == (TODAY, True)


async def test_a_lost_first_try_stays_lost_after_practice(ann, storage):
    """What practice at the deal tells helps no first try: it isn't opened again by an undo."""
    await ann.say("daily bakers-game")
    row, session = await session_at(storage, ann)
    position, seed = session.position, random.Random(7)
    while session.game.outcome(position) is Outcome.PLAYING:
        move = seed.choice(session.game.table(position).moves)
        position = session.game.along(position, (move,))[-1]
        await ann.say(f"={move.code}")
    row, _ = await session_at(storage, ann)
    assert row.status == "lost"
    await ann.say("daily bakers-game")
    await ann.say(session.game.table(session.position).moves[0].code)
    await ann.say("resign")
    await ann.say("yes")
    await ann.press_token(tokens.encode(tokens.OnGame(row.id, row.seq, "board")))

    assert "stays as it ended" in (await ann.say("undo")).text

    assert (await session_at(storage, ann))[0].status == "lost"


async def test_the_first_try_goes_back_past_no_hidden_card(ann):
    """Undo past a turned card is refused, not asked about; the next try may."""
    await ann.say("daily calculation")
    await ann.say("d")

    refused = await ann.say("undo")

    assert refused.private
    assert "not in the first try" in refused.text
    assert (await ann.say("practice")).text.startswith("The first try at a daily is no practice")
    await ann.say("restart")
    await ann.say("yes")
    await ann.say("d")
    assert "undone" in (await ann.say("undo")).text


async def test_an_unplayed_daily_waits(ann, clock, storage):
    """Resigning before the first move deals nothing anew: the clock runs from the first look."""
    await ann.say("daily bakers-game")
    before, _ = await session_at(storage, ann)
    clock.forward(minutes=30)
    await ann.say("resign")
    await ann.say("daily bakers-game")

    after, _ = await session_at(storage, ann)
    assert (after.id, after.started_at) == (before.id, before.started_at)


async def test_what_is_not_open_is_not_played(ann):
    """A date to come begins later, one that nobody made isn't there, nonsense is told."""
    assert "begins 1 Dec 10:00 UTC" in (await ann.say(f"daily calculation {LATER}")).text
    assert ann.reply.game is None
    assert "There is no daily of" in (await ann.say("daily 2020-02-02")).text
    assert "I don't know “chess”" in (await ann.say("daily chess")).text
    assert "begins" in (await ann.say("daily 2999-12-31")).text
    for token in (
        "1:p:daily.play.d.29991231",
        "1:p:daily.table.c.29991231.world.9999",
        "1:p:daily.table.x.1",
        "1:p:daily.line.b.20261202",
    ):
        assert (await ann.press_token(token)).text
        assert ann.reply.game is None


async def test_tomorrow_is_open_where_it_has_begun(ann):
    """The date that begins first at UTC+14 can be played from then on by everybody."""
    assert date(2026, 12, 1) == TOMORROW
    await ann.say(f"daily devils-grip {TOMORROW}")

    assert ann.reply.game.deal == "daily 2026-12-01"


def secrets_of(dailies, day):
    """What tells a daily's cards: its text, and any long stretch of its dealing order."""
    for game in ORDER:
        daily = dailies[day, game]
        order = texts(lay_out(find(game), daily.deal).cards)
        yield daily.deal.partition("-")[2]
        yield order[:60]
        yield order[-60:]


@pytest.mark.parametrize("game", ORDER)
async def test_nothing_tells_the_cards_before_the_close(ann, dailies, clock, game):
    """Whatever is asked about an open daily, at every stage of it, shows neither text nor order."""
    heard = []
    known = list(secrets_of(dailies, TODAY))

    async def ask_everything():
        for words in (
            "board", "games", "export", "mydata export", "mydata", "share", "replay", "review",
            "review " + game, "stats", "hint oracle", "practice", "yes", "hint oracle", "daily",
            f"daily table {game}", "daily archive", "undo", "help",
        ):  # fmt: skip
            await ann.say(words)
            heard.append(ann.reply.text)
            heard.append(json.dumps([b.token + b.label for b in ann.buttons]))
            heard.append(str(ann.reply.game))
        await ann.press_token(f"1:p:daily.line.{game[0]}.{TODAY:%Y%m%d}.here.999")
        heard.append(ann.reply.text)

    await ann.say(f"daily {game}")
    await ask_everything()
    await win(ann, dailies[TODAY, game], 5)
    await ask_everything()
    await ann.say("resign")
    await ann.say("yes")
    await ask_everything()
    assert [each for each in known if any(each in text for text in heard)] == []

    clock.forward(days=1)
    await ann.say("mydata export")
    assert dailies[TODAY, game].deal in ann.reply.text
    assert dailies[TODAY, game].deal in (await ann.say(f"export {game}")).text
    assert dailies[TODAY, game].deal in (await ann.say(f"daily {TODAY}")).text


async def test_after_the_close_it_is_the_archive(ann, dailies):
    """A closed date is practice: no rank, no day of a streak; the line can be stepped through."""
    await win(ann, dailies[CLOSED, "bakers-game"])

    assert ann.reply.game.outcome == "won"
    page = (await ann.say(f"daily {CLOSED}")).text
    assert "you:" not in page
    assert "in a row" not in page
    assert dailies[CLOSED, "bakers-game"].deal in page
    assert "✓··" in (await ann.say("daily archive")).text
    await ann.say(f"daily {CLOSED}")
    await ann.press("Winning lines")
    await ann.press("End")
    total = len(dailies[CLOSED, "bakers-game"].line.split())
    assert f"· {total}/{total}" in ann.reply.text


@pytest.mark.parametrize("busy", [False, True])
async def test_a_published_line_wins_nothing_clean(ann, dailies, storage, busy):
    """A closed daily's deal, played as a free game, is one whose winning line can be read."""
    daily = dailies[CLOSED, "bakers-game"]
    if busy:
        await ann.say("play bakers-game 617")
        await ann.say("3a")
    await ann.say(f"play bakers-game {daily.deal}")
    if busy:
        await ann.say(f"play bakers-game {daily.deal}")
    for code in daily.line.split():
        await ann.say(f"={code}")

    assert ann.reply.game.outcome == "won"
    found = await session_at(storage, ann)
    assert found is not None
    assert found[0].deal == daily.deal
    assert found[0].assisted


async def test_a_win_after_the_close_changes_no_table(ann, dailies, clock):
    """A try that was under way then stands with the score it had."""
    daily = dailies[TODAY, "bakers-game"]
    codes = daily.line.split()
    await win(ann, daily, len(codes) // 2)
    half = ann.reply.text
    clock.forward(days=1)
    frozen = (await ann.say(f"daily table bakers-game {TODAY}")).text
    await ann.say(f"daily bakers-game {TODAY}")
    for code in codes[len(codes) // 2 :]:
        await ann.say(f"={code}")

    assert ann.reply.game.outcome == "won", half
    assert (await ann.say(f"daily table bakers-game {TODAY}")).text == frozen
    assert "0 of 1 solved" in frozen
    assert "in a row" not in (await ann.say(f"daily {TOMORROW}")).text


@pytest.mark.parametrize("game", ORDER)
async def test_playing_on_after_the_close_leaves_the_table_to_the_database(
    ann, dailies, clock, storage, game
):
    """Moves, undoing, giving up, starting over: all stands as it did, without a move replayed."""
    codes = dailies[TODAY, game].line.split()
    others = [Talk(ann.conversation, who, "club") for who in ("bob", "cid", "dan")]
    for number, talk in enumerate((ann, *others)):
        await win(talk, dailies[TODAY, game], len(codes) // 2 + number)
    clock.forward(days=1)

    async def work(reading):
        every = await results(reading, TODAY, game, clock())
        which = DailyTable(TODAY, game, closes(TODAY), going_on=False)
        page = await reading.daily_tables.page(which, None, 0, 9)
        found = await table(reading, TODAY, game, clock(), None, size=9)
        return page.totals.played_on, found.lines, ranked(every)

    _, before, pure = await storage.read(work)
    assert before == pure
    for talk, said in zip((ann, *others), ("", "resign", "restart", "undo"), strict=True):
        await talk.say(f"daily {game} {TODAY}")
        await talk.say(said or f"={codes[len(codes) // 2]}")
        if talk.reply.rows and talk.reply.rows[0][0].label == "Yes":
            await talk.press("Yes")
    played_on, after, pure = await storage.read(work)

    assert (played_on, after) == (0, pure)
    assert [(each.rank, each.result.player_id, each.result.foundation) for each in after] == [
        (each.rank, each.result.player_id, each.result.foundation) for each in before
    ]


async def test_what_was_played_on_before_ends_were_kept_stands_as_at_the_close(
    ann, dailies, clock, storage
):
    """Going on once more keeps nothing: how it stood at the close only its moves tell by then."""
    codes = dailies[TODAY, "calculation"].line.split()
    await win(ann, dailies[TODAY, "calculation"], len(codes) // 2)

    async def scores(reading):
        found = await table(reading, TODAY, "calculation", clock(), None, size=9)
        return [each.result.foundation for each in found.lines]

    before = await storage.read(scores)
    clock.forward(days=1)
    await ann.say(f"daily calculation {TODAY}")
    for code in codes[len(codes) // 2 : -8]:
        await ann.say(code)
    await storage.write(lambda uow: uow.games._connection.execute(delete(daily_ends)))
    await ann.say(codes[-8])

    assert f" · {before[0]}/52" not in ann.reply.text
    assert await storage.read(scores) == before


async def test_deleting_gives_no_second_first_try(ann, storage):
    """A keyed mark remains: who comes back plays today's deal as practice."""
    await ann.say("daily calculation")
    await ann.say("d")
    await ann.say("mydata delete")
    await ann.press("Delete it all")

    await ann.say("daily calculation")

    row, _ = await session_at(storage, ann)
    assert row.practice
    await ann.say("d")
    assert "Nobody yet" in (await ann.say("daily table calculation")).text


async def test_here_and_everywhere(conversation, dailies, ann):
    """A chat's table holds who acts there, wherever they played; others see names as chosen."""
    bob, carl = Talk(conversation, "bob", "club"), Talk(conversation, "carl", "pub")
    elsewhere = Talk(conversation, "bob", "pub")
    await bob.say("help")
    await bob.say("play bakers-game 1")
    for talk in (elsewhere, carl):
        await talk.say("daily calculation")
        await talk.say("d")
        await talk.say("resign")
        await talk.say("yes")
    await win(ann, dailies[TODAY, "calculation"])

    club = (await ann.say("daily table calculation")).text
    pub = (await carl.say("daily table calculation")).text

    assert "1 of 2 solved" in club
    assert "bob" in club
    assert "carl" not in club
    assert "0 of 2 solved" in pub
    await ann.press("everywhere")
    assert "1 of 3 solved" in ann.reply.text
    assert "bob" not in ann.reply.text
    await ann.say("daily calculation everywhere")
    assert "1 of 3 solved" in ann.reply.text
    assert "1 of 2 solved" in (await ann.say("diario calculation aquí")).text
    await bob.say("mydata hide")
    hidden = (await ann.say("daily table calculation")).text
    assert "bob" not in hidden


async def test_a_table_of_hidden_players(dailies, ann, conversation):
    """Who hides is in nobody's table but their own, which still tells how many there are."""
    await win(ann, dailies[TODAY, "calculation"])
    await ann.say("mydata hide")

    others = (await Talk(conversation, "bob", "club").say("daily table calculation")).text

    assert "1 of 1 solved" in others
    assert "doesn't want to be shown" in others
    assert others.count("\n") == 2
    assert "  1  " in (await ann.say("daily table calculation")).text
    assert ann.reply.text.endswith(" you")


async def test_one_process_and_another_show_the_same(ann, dailies, storage, clock):
    """Nothing about a daily is kept in memory."""
    await win(ann, dailies[TODAY, "devils-grip"], 20)
    fresh = Talk(converse(storage, clock), "ann", "club")

    assert (await fresh.say("board")).text == (await ann.say("board")).text
    assert (await fresh.say("daily")).text == (await ann.say("daily")).text


async def test_a_streak_over_dates(ann, dailies, clock):
    """Two dates that are open at once make two days in a row; a missed one ends them."""
    await win(ann, dailies[TOMORROW, "devils-grip"])
    await win(ann, dailies[TODAY, "devils-grip"])
    assert "2 days in a row · best 2" in (await ann.say("daily")).text

    clock.now += timedelta(days=3)
    assert "0 days in a row · best 2" in (await ann.say(f"daily {TODAY}")).text


async def test_what_is_passed_on_tells_figures_alone(ann, dailies, clock):
    """A share block has date, par, time, bars and the streak; a replay is for its player's eyes."""
    daily = dailies[TODAY, "calculation"]
    won = await win(ann, daily)
    assert f"Par is {daily.par}. " in won.text.replace("\n", " ")
    assert "1 day in a row." in won.text

    lines = (await ann.say("share")).text.splitlines()

    assert lines[:2] == ["Patience daily · 30 Nov 2026", "Calculation: solved, clean ✓"]
    assert lines[2] == f"{daily.par} moves (par {daily.par}) · 0:00"
    assert lines[3].endswith("cards home")
    assert lines[4:] == ["1 day in a row · /daily calculation 2026-11-30"]
    assert (await ann.say("replay")).private
    clock.forward(days=1)
    assert not (await ann.say("replay")).private


async def test_a_daily_counts_on_the_board_of_every_chat_of_its_player(ann, dailies, conversation):
    """Solved in private it is on the club's board, also of who comes there only afterwards."""
    at_home, late = Talk(conversation, "ann"), Talk(conversation, "bob")
    await ann.say("play bakers-game 617")
    for talk in (at_home, late):
        await talk.say("daily calculation")
        await win(talk, dailies[TODAY, "calculation"])
    board = (await ann.say("top calculation here")).text
    assert "you" in board
    assert "bob" not in board

    await Talk(conversation, "bob", "club").say("play bakers-game 617")

    assert "bob" in (await ann.say("top calculation here")).text
