"""What a post tells: deals, yesterday, the last closed date, streaks; and what its buttons do."""

import re

import pytest

from bot.daily.content import news, post
from bot.daily.deals import ORDER, seal_of
from bot.i18n import texts_in
from tests.bot.conftest import Talk
from tests.bot.daily.conftest import DATES
from tests.bot.daily.test_playing import win

CLOSED, TODAY, TOMORROW, _ = DATES


async def written(  # noqa: PLR0913 - all that a post depends on
    storage, dailies, chat, day, now, *, games=ORDER, language="en"
):
    """The post of a date in a chat."""
    found = await storage.read(lambda reading: reading.people.find_chat("terminal", chat))
    chat_id = found.id if found else 0
    told = await storage.read(lambda reading: news(reading, chat_id, day, games, now))
    made = [dailies[day, game] for game in ORDER]
    return post(texts_in(language), day, made, games, told)


@pytest.fixture
async def club(conversation, dailies, clock):
    """A club in which the 30th was played: two solved Calculation, one gave up."""
    people = {name: Talk(conversation, name, "club") for name in ("ann", "bob", "carl")}
    await win(people["ann"], dailies[TODAY, "calculation"])
    await win(people["bob"], dailies[TODAY, "calculation"])
    await people["carl"].say("daily calculation")
    await people["carl"].say("d")
    await win(people["ann"], dailies[TOMORROW, "devils-grip"])
    clock.forward(hours=21)
    return people


async def test_a_first_post_holds_the_deals_alone(storage, dailies, clock):
    """Where nobody has played there is no yesterday to tell of."""
    reply = await written(storage, dailies, "chat:new", TODAY, clock())

    assert reply.text.splitlines() == [
        "Patience · Mon 30 Nov 2026",
        "3 fresh deals, and each can be won.",
        *(line for line in reply.text.splitlines() if line[:1] in "♥♣♠"),
        "First try counts · till 1 Dec 12:00 UTC",
        "Seal " + seal_of([dailies[TODAY, game].deal for game in ORDER]),
    ]
    assert [b.label for row in reply.rows[:3] for b in row] == [
        "Baker's Game",
        "Calculation",
        "Devil's Grip",
    ]
    assert not reply.private


async def test_yesterday_is_told_so_far(club, storage, dailies, clock):
    """How many solved it, the best with their moves, who met par, and who is in a row."""
    reply = await written(storage, dailies, "chat:club", TOMORROW, clock())

    par = dailies[TODAY, "calculation"].par
    assert club
    assert "Yesterday, so far" in reply.text
    assert f"♣ 2 of 3 solved · \u2068ann\u2069 {par}, \u2068bob\u2069 {par}" in reply.text
    bars = r"   [▁▂▃▄▅▆▇█]{10} \u2068ann\u2069 · 0:00 · clean ✓"
    assert re.search(bars, reply.text), reply.text
    assert f"par {par} met by \u2068ann\u2069, \u2068bob\u2069" in reply.text
    assert "In a row: \u2068ann\u2069 2" in reply.text
    assert "Seal" in reply.text
    assert not any(dailies[TODAY, game].deal in reply.text for game in ORDER)


async def test_once_closed_it_is_final(club, storage, dailies, clock):
    """Without "so far" after the close, and the winning line is a press away."""
    clock.forward(hours=5)
    reply = await written(storage, dailies, "chat:club", TOMORROW, clock())

    assert "so far" not in reply.text
    assert "Yesterday" in reply.text
    line = next(b for row in reply.rows for b in row if b.label == "Winning lines")
    shown = await club["carl"].press(line)
    assert "Winning line of Baker's Game, 30 Nov · 0/" in shown.text


async def test_a_hidden_player_is_in_no_post(club, storage, dailies, clock):
    """Neither among the best nor in a row."""
    await club["ann"].say("mydata hide")
    reply = await written(storage, dailies, "chat:club", TOMORROW, clock())

    assert "ann" not in reply.text
    assert "\u2068bob\u2069" in reply.text


async def test_chosen_games_and_spanish(club, storage, dailies, clock):
    """A chat that wants one game reads of one, in its own language."""
    reply = await written(
        storage, dailies, "chat:club", TOMORROW, clock(), games=("calculation",), language="es"
    )

    assert club
    assert "Solitarios · mar 1 dic 2026" in reply.text
    assert "Un reparto nuevo, y se puede ganar." in reply.text
    assert "Devil" not in reply.text
    assert "2 de 3 resueltos" in reply.text


async def test_buttons_play_for_whoever_presses(club, storage, dailies, clock):
    """A press starts the presser's own game, and a long post keeps within the platforms' limits."""
    reply = await written(storage, dailies, "chat:club", TOMORROW, clock())
    dan = Talk(club["ann"].conversation, "dan", "club")

    shown = await dan.press(reply.rows[1][0])

    assert (shown.game.key, shown.game.deal) == ("calculation", "daily 2026-12-01")
    assert shown.live is not None
    assert shown.live.secret, "for its player alone"
    assert len(reply.text) < 1500
    tokens = [b.token for row in reply.rows for b in row]
    assert len(set(tokens)) == len(tokens)
    assert all(len(token) <= 64 for token in tokens)
