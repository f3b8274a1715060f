"""Streaks and freezes through the database: weeks of one player, by a table made by hand."""

from datetime import UTC, date, datetime, timedelta

import pytest

from bot.daily.dates import closes
from bot.daily.deals import ORDER
from games.session import Event
from storage.dailies import Daily
from storage.records import GameChanges, NewGame, NewSolve
from tests.bot.conftest import NOON, Talk
from tests.bot.test_linking import linked

WEEKS = """
day  who does what                     what “daily” shows once the date has closed

  1  ann calculation                   1 day in a row · best 1
  2  ann calculation, ann devils-grip  2 days in a row · best 2
  3  ann calculation practice          3 days in a row · best 3
  4  ann calculation lost              0 days in a row · best 3
  5  ann bakers-game late              0 days in a row · best 3
  6  ann calculation                   1 day in a row · best 3
  7  ann calculation                   2 days in a row · best 3
  8  ann bakers-game                   3 days in a row · best 3
  9  ann calculation                   4 days in a row · best 4
 10  ann devils-grip                   5 days in a row · best 5
 11  ann calculation                   6 days in a row · best 6
 12  ann calculation                   7 days in a row · best 7
 13  ann calculation                   8 days in a row · best 8
 14  ann calculation                   9 days in a row · best 9
 15  ann calculation                   10 days in a row · best 10 · 1 freeze in hand
 16  -                                 10 days in a row · best 10
 17  ann calculation                   11 days in a row · best 11
 18  ana calculation                   0 days in a row · best 11
 19  ann calculation                   1 day in a row · best 11
 20  link, ana devils-grip             14 days in a row · best 14
 21  ann bakers-game, ana bakers-game  15 days in a row · best 15
 22  unlink                            0 days in a row · best 11
 23  ann calculation, ana bakers-game  1 day in a row · best 11
 24  link                              0 days in a row · best 15
 25  ann calculation                   1 day in a row · best 15
 26  delete                            nothing
 27  -                                 nothing
 28  ann calculation                   1 day in a row · best 1
"""


def rows():
    """The table: a date, what happens on it, and what is shown."""
    for line in WEEKS.splitlines()[3:]:
        day, deeds, shown = line[:3], line[5:39], line[39:]
        told = [each.split() for each in deeds.split(",")]
        yield date(2026, 12, int(day)), [each for each in told if each != ["-"]], shown


@pytest.fixture
async def dailies(storage):
    """A daily of each game for every date of the table; nobody looks at their cards."""
    for day, *_ in rows():
        for game in ORDER:
            daily = Daily(
                day=day,
                game=game,
                deal=f"{game}-{day}",
                attempt=1,
                line="",
                par=90,
                difficulty="easy",
                made_at=NOON,
            )
            await storage.write(lambda uow, daily=daily: uow.dailies.add(daily))


async def play(talk, clock, day, game, how=""):
    """Somebody's try at a daily, stored as it ends: won, lost, late, or won by a second try."""
    now = clock()
    end = closes(day) if how == "late" else now + timedelta(minutes=9)

    async def work(uow):
        actor, chat = talk.actor, talk.chat
        who = actor.platform, actor.external_id, actor.name, chat.platform, chat.external_id
        visit = await uow.people.welcome(*who, private=True, now=now)
        row = await uow.games.add(
            NewGame(
                player_id=visit.player.id,
                identity_id=visit.identity.id,
                chat_id=visit.chat.id,
                game=game,
                deal=f"{game}-{day}",
                cards="",
                starters="",
                rules_version=1,
                started_at=now,
                status="running",
                daily=day,
            )
        )
        status = "lost" if how == "lost" else "won"
        changes = GameChanges(
            status=status, moves=90, first_move_at=now, last_move_at=end, ended_at=end
        )
        await uow.games.append(row.id, row.seq, (Event(1, 1, "a"),), changes, end)
        row = await uow.games.get(row.id)
        if row.solved:
            await uow.solves.record(NewSolve.of(row))

    await talk.conversation._services.storage.write(work)


async def test_weeks_of_one_player(conversation, clock, dailies):
    """Any try while open counts, one a date; joining and parting accounts and deleting recount."""
    assert dailies is None
    ann = Talk(conversation, "1", name="Ann", platform="discord")
    ana = Talk(conversation, "2", name="Ana", platform="telegram")
    people = {"ann": ann, "ana": ana}
    for day, deeds, expected in rows():
        clock.now = datetime(day.year, day.month, day.day, 20, tzinfo=UTC)
        for deed in deeds:
            match deed:
                case ["link"]:
                    await linked(ann, ana)
                case ["unlink"]:
                    await ana.say("unlink")
                    await ana.press("Yes")
                case ["delete"]:
                    await ann.say("mydata delete")
                    await ann.press("Delete it all")
                case [who, game, "practice"]:
                    await play(people[who], clock, day, game, "lost")
                    await play(people[who], clock, day, game)
                case [who, *rest]:
                    await play(people[who], clock, day, *rest)
        clock.now = closes(day)
        page = (await ann.say("daily")).text.splitlines()
        shown = [line for line in page if "in a row" in line]
        assert (day, shown or ["nothing"]) == (day, [expected])
