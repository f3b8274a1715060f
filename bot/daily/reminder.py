"""A player's reminder of the dailies: when it comes next, and what it says."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date, datetime

from bot import tokens
from bot.boards import text
from bot.daily.dates import last_closed
from bot.daily.schedule import next_post_at
from bot.daily.streaks import streak
from bot.daily.words import closing, day_name, described
from bot.daily.zones import zone_of
from bot.handlers.daily_tokens import PLAY, SHOW, button, letter
from bot.i18n import Texts
from bot.replies import Block, BlockKind, Button, Reply, Style
from bot.titles import TITLES
from storage import UnitOfWork
from storage.dailies import Daily, Reminder

PAGE = "remind"
"""The name under which buttons find the page of the reminder."""
EVENING = 18 * 60
"""The time of a reminder for which none was chosen."""
MOST_REFUSED = 3
"""After so many dates in a row on which it couldn't be sent it is off."""


def planned(reminder: Reminder, zone: str | None, now: datetime) -> Reminder:
    """The reminder with the next one that comes, of a date that wasn't claimed before."""
    if not reminder.on:
        return replace(reminder, next_at=None, next_day=None)
    due = next_post_at(zone_of(zone or "UTC"), reminder.minute, now)
    while reminder.day is not None and due.day <= reminder.day:
        due = next_post_at(zone_of(zone or "UTC"), reminder.minute, due.at)
    return replace(reminder, next_at=due.at, next_day=due.day)


async def plan_anew(uow: UnitOfWork, player_id: int, now: datetime) -> None:
    """Let the reminder of somebody whose zone may have changed come at its time there."""
    player, reminder = await uow.people.player(player_id), await uow.reminders.get(player_id)
    if player is not None and reminder is not None:
        await uow.reminders.put(planned(reminder, player.zone, now))


def reminder_reply(
    t: Texts, day: date, made: Sequence[Daily], solved: Collection[date], now: datetime
) -> Reply:
    """What is said: the deals that are open, what becomes of the streak, buttons to play."""
    blocks = [
        Block(BlockKind.TITLE, t("Daily · {date}", date=day_name(t, day))),
        text(t("You asked to be reminded: you haven't played these yet.")),
        text("\n".join(f"{TITLES[each.game]} · {described(t, each)}" for each in made)),
        *(text(said) for said in _at_stake(t, solved, now)),
        Block(BlockKind.SMALL, t("First try counts · till {moment}", moment=closing(t, day))),
    ]
    play = tuple(
        (button(TITLES[each.game], PLAY, letter(each.game), day, style=Style.PRIMARY),)
        for each in made
    )
    off = Button(t("No more reminders"), tokens.encode(tokens.OnPage(PAGE, ("off",))))
    return Reply(tuple(blocks), (*play, (button(t("Daily"), SHOW, day=day), off)))


def _at_stake(t: Texts, solved: Collection[date], now: datetime) -> tuple[str, ...]:
    run = streak(solved, last_closed(now))
    if not run.current:
        return ()
    days = t.plural("{n} day in a row", "{n} days in a row", run.current)
    if run.freezes:
        freezes = t.plural("{n} freeze in hand", "{n} freezes in hand", run.freezes)
        return (t("{days}: a missed date costs a freeze ({freezes}).", days=days, freezes=freezes),)
    return (t("{days}: a missed date ends that.", days=days),)
