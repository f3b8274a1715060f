"""Codes, joining two players into one, and parting them again."""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Table, select

from storage import Storage
from storage.challenges import NewChallenge
from storage.dailies import Reminder
from storage.models import challenge_entries, games, levels, reminders, solves, standings
from storage.people import CodeTrouble, Identity, Offer, Visit
from storage.records import NewSolve
from storage.repositories.codes import MOST_WRONG, WRONG_WITHIN
from storage.repositories.linking import united
from tests.storage.conftest import NOW, SELDOM, Scene, address, on_sqlite, url_of

CODE = "ABCD2345"
LIFETIME = timedelta(minutes=10)
HIDING = frozenset({"golf"})


class People(Scene):
    """Two people, and what they do about each other."""

    async def known(self, who: str, chat: str = "club") -> Visit:
        """Who that is now."""
        found = await self.storage.read(
            lambda work: work.people.recognise("discord", who, "discord", chat)
        )
        assert found is not None
        return found

    async def give(self, visit: Visit, code: str = CODE, now: datetime = NOW) -> None:
        """They get a code."""
        await self.storage.write(
            lambda work: work.codes.give(visit.player.id, code, now + LIFETIME)
        )

    async def take(
        self, who: Identity, code: str = CODE, now: datetime = NOW
    ) -> Offer | CodeTrouble:
        """Somebody says a code."""
        return await self.storage.write(lambda work: work.codes.take(who, code, now))

    async def join(self, who: Identity, now: datetime = NOW) -> bool:
        """They say yes to what it offers."""
        return await self.storage.write(lambda work: work.linking.join(who, now, HIDING))

    async def link(self, owner: str, other: str) -> Visit:
        """The whole of it: ``other`` joins ``owner``, whose visit afterwards this is."""
        await self.give(await self.known(owner))
        joining = (await self.known(other)).identity
        assert isinstance(await self.take(joining), Offer)
        assert await self.join(joining)
        return await self.known(owner)

    async def part(self, who: Identity) -> bool:
        """That identity goes its own way."""
        return await self.storage.write(lambda work: work.linking.part(who, NOW, HIDING))

    async def rows(self, table: Table) -> list[dict[str, Any]]:
        """Everything in a table."""

        async def work(reading: Any) -> list[dict[str, Any]]:
            statement = select(table).order_by(*table.primary_key)
            return [
                dict(row._mapping)
                for row in (await reading.people._connection.execute(statement)).all()
            ]

        return await self.storage.read(work)


@pytest.fixture(params=SELDOM)
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new database."""
    return await address(request, tmp_path)


@pytest.fixture
def people(storage: Storage) -> People:
    """A database with nobody in it yet."""
    return People(storage)


# Codes


async def test_a_code_tells_whom_it_joins(people: People) -> None:
    """Name, platform and how many games they played; nothing is joined by that."""
    ann, bob = await people.visit("ann"), await people.visit("bob")
    await people.solve(ann)
    await people.game(ann, deal="618")
    await people.give(ann)

    offer = await people.take(bob.identity)

    assert isinstance(offer, Offer)
    assert [(each.name, each.platform) for each in offer.identities] == [("Ann", "discord")]
    assert offer.games == 1
    assert (await people.known("bob")).player.id == bob.player.id


@on_sqlite
async def test_a_code_is_nowhere_in_the_file(people: People, tmp_path: Path) -> None:
    """Only its keyed hash is stored."""
    await people.give(await people.visit())
    await people.storage.close()

    assert CODE.encode() not in (tmp_path / "test.db").read_bytes()


async def test_an_expired_code_joins_nobody(people: People) -> None:
    """Neither when it is said nor when the question is answered too late."""
    ann, bob = await people.visit("ann"), await people.visit("bob")
    await people.give(ann)
    assert await people.take(bob.identity, now=NOW + LIFETIME) == "wrong"
    assert isinstance(await people.take(bob.identity), Offer)

    assert not await people.join(bob.identity, NOW + LIFETIME)
    assert (await people.known("bob")).player.id == bob.player.id


async def test_a_newer_code_makes_the_older_one_void(people: People) -> None:
    """One open code a player."""
    ann, bob = await people.visit("ann"), await people.visit("bob")
    await people.give(ann, "OLDER234")
    await people.give(ann)

    assert await people.take(bob.identity, "OLDER234") == "wrong"
    assert isinstance(await people.take(bob.identity), Offer)


async def test_a_code_is_of_who_took_it_up_first(people: People) -> None:
    """Whoever saw it over a shoulder comes too late, and it joins once."""
    ann, bob, eve = [await people.visit(who) for who in ("ann", "bob", "eve")]
    await people.give(ann)

    first, second = await asyncio.gather(people.take(bob.identity), people.take(eve.identity))
    assert isinstance(first, Offer)
    assert second == "wrong"
    assert [await people.join(each.identity) for each in (eve, bob)] == [False, True]
    assert not await people.join((await people.known("bob")).identity)
    assert await people.take(eve.identity) == "wrong"


async def test_an_own_code_joins_nobody(people: People) -> None:
    """It isn't used up by that, and doesn't count as wrong."""
    ann, bob = await people.visit("ann"), await people.visit("bob")
    await people.give(ann)

    assert {await people.take(ann.identity) for _ in range(MOST_WRONG + 1)} == {"own"}
    assert isinstance(await people.take(bob.identity), Offer)


async def test_guessing_is_limited(people: People) -> None:
    """After five wrong codes even the right one isn't looked at, for an hour."""
    ann, bob = await people.visit("ann"), await people.visit("bob")
    later = NOW + WRONG_WITHIN
    wrong = [await people.take(bob.identity, f"WRONG{n}") for n in range(MOST_WRONG)]
    await people.give(ann)

    assert set(wrong) == {"wrong"}
    assert await people.take(bob.identity) == "too_many"
    await people.give(ann, now=later)
    assert isinstance(await people.take(bob.identity, now=later), Offer)


async def test_codes_that_were_seen_or_refused_are_void(people: People) -> None:
    """By whoever took them up, by being said before others, by time."""
    ann, bob = await people.visit("ann"), await people.visit("bob")
    write = people.storage.write
    for void in (
        lambda work: work.codes.refuse(bob.identity.id),
        lambda work: work.codes.void(CODE),
        lambda work: work.codes.prune(NOW + LIFETIME),
    ):
        await people.give(ann)
        await people.take(bob.identity)
        await write(void)
        assert not await people.join(bob.identity)


# Joining


async def test_one_player_remains(people: People) -> None:
    """Both identities lead to the player whose code it was, in every chat they act in."""
    ann, bob = await people.visit("ann"), await people.visit("bob", "pub")

    joined = await people.link("ann", "bob")

    there = await people.known("bob", "pub")
    assert (joined.player.id, there.player.id) == (ann.player.id, ann.player.id)
    assert (joined.member, there.member) == (True, True)
    assert await people.storage.read(lambda work: work.people.player(bob.player.id)) is None
    everybody = await people.storage.read(lambda work: work.people.identities(ann.player.id))
    assert [each.name for each in everybody] == ["Ann", "Bob"]
    assert (joined.identity.news, there.identity.news) == (True, False)


async def test_of_two_solves_of_one_deal_the_earlier_counts(people: People) -> None:
    """One row on the leaderboard, and the later solve is no clean first try any more."""
    ann, bob = await people.visit("ann"), await people.visit("bob")
    await people.solve(ann)
    await people.solve(bob)
    await people.solve(bob, "618")

    joined = await people.link("ann", "bob")

    counted = [(row["deal"], row["clean"]) for row in await people.rows(solves)]
    assert counted == [("617", True), ("618", True)]
    page = await people.storage.read(lambda work: work.standings.page(0, "golf", "all", 0, 9))
    assert [(line.player_id, line.solved) for line in page] == [(joined.player.id, 2)]
    assert [row["attempt"] for row in await people.rows(games)] == [1, 2, 1]


async def test_a_first_try_after_the_others_is_none(people: People) -> None:
    """Who saw the hidden cards under another name knew them; parting gives the mark back."""
    ann, bob = await people.visit("ann"), await people.visit("bob")
    lost = await people.game(ann)
    await people.play(lost, "a", seen_hidden=True, status="lost", ended_at=NOW)
    await people.solve(bob)
    won = (await people.rows(games))[1]["id"]

    await people.link("ann", "bob")
    told = await people.row(won)
    assert (told.attempt, told.known, told.clean_solve) == (2, True, False)
    assert [row["clean"] for row in await people.rows(solves)] == [False]

    await people.part((await people.known("bob")).identity)
    told = await people.row(won)
    assert (told.attempt, told.known, told.clean_solve) == (1, False, True)
    assert [row["clean"] for row in await people.rows(solves)] == [True]


async def test_settings_of_the_codes_owner_win_where_they_are_set(people: People) -> None:
    """Else the other's hold; of what others see the more careful choice does."""
    ann, bob = await people.visit("ann"), await people.visit("bob")
    write = people.storage.write
    await write(lambda work: work.people.set(ann.player.id, theme="words", named_everywhere=True))
    await write(
        lambda work: work.people.set(
            bob.player.id, theme="suits", language="es", autoturn=False, auto=True, hidden=True
        )
    )

    player = (await people.link("ann", "bob")).player

    assert (player.theme, player.language, player.zone) == ("words", "es", None)
    assert (player.autoturn, player.auto) == (False, True)
    assert (player.named_everywhere, player.hidden) == (False, True)
    assert united(player, ann.player) == united(player, player)
    page = await people.storage.read(lambda work: work.standings.page(0, "golf", "all", 0, 9))
    assert page == ()


async def test_a_linked_player_keeps_one_name(people: People) -> None:
    """Each identity may be renamed; the player's name is that of the one they are called by."""
    await people.visit("ann")
    await people.visit("bob")
    await people.link("ann", "bob")

    async def renamed(who: str, name: str) -> Visit:
        return await people.storage.write(
            lambda work: work.people.welcome(
                "discord", who, name, "discord", "club", private=False, now=NOW
            )
        )

    bob, ann = await renamed("bob", "Bobby"), await renamed("ann", "Anna")
    assert (bob.identity.name, bob.player.name) == ("Bobby", "Ann")
    assert (ann.identity.name, ann.player.name) == ("Anna", "Anna")


async def test_marks_of_deleted_selves_unite(people: People) -> None:
    """A deal tried and forgotten under one name is no first try under the other."""
    ann = await people.visit("ann")
    await people.play(await people.game(ann), "a")
    await people.storage.write(lambda work: work.own_data.delete(ann.player.id, NOW))
    await people.visit("ann")
    bob = await people.visit("bob")
    await people.solve(bob)

    joined = await people.link("ann", "bob")

    row = (await people.rows(games))[0]
    assert (row["attempt"], row["known"]) == (2, True)
    await people.storage.write(lambda work: work.own_data.delete(joined.player.id, NOW))
    for who in ("ann", "bob"):
        again = await people.visit(who)
        tries = await people.storage.read(
            lambda work, visit=again: work.games.tries(visit.player.id, "golf", "617")
        )
        assert (tries.count, tries.seen_hidden) == (2, True)


# Parting


async def test_each_gets_back_what_it_began(people: People) -> None:
    """Also what it began after the joining; no bare move belongs to another's game."""
    ann, bob = await people.visit("ann"), await people.visit("bob", "pub")
    anns = await people.game(ann)
    await people.link("ann", "bob")
    bob = await people.known("bob", "pub")
    bobs = await people.game(bob, deal="618")
    for game in (bobs, anns):
        await people.storage.write(lambda work, id_=game.id: work.people.set_current(bob, id_))

    assert await people.part(bob.identity)

    bob, ann = await people.known("bob", "pub"), await people.known("ann")
    owners = {row["id"]: row["player_id"] for row in await people.rows(games)}
    assert owners == {anns.id: ann.player.id, bobs.id: bob.player.id}
    assert ann.player.id != bob.player.id
    assert bob.current_game is None
    assert (ann.player.name, bob.player.name) == ("Ann", "Bob")


async def test_both_keep_the_settings(people: People) -> None:
    """What was set for both holds for each."""
    await people.visit("ann")
    await people.visit("bob")
    joined = await people.link("ann", "bob")
    await people.storage.write(
        lambda work: work.people.set(joined.player.id, language="es", hidden=True)
    )

    await people.part(joined.identity)

    both = [(await people.known(who)).player for who in ("ann", "bob")]
    assert [(each.name, each.language, each.hidden) for each in both] == [
        ("Ann", "es", True),
        ("Bob", "es", True),
    ]


async def test_who_is_alone_parts_from_nobody(people: People) -> None:
    """Nothing changes."""
    ann = await people.visit("ann")

    assert not await people.part(ann.identity)
    assert await people.known("ann") == ann


# Any history


@dataclass
class Story:
    """Whatever two people may do, and the same told apart from the program."""

    people: People
    chance: random.Random
    at: datetime = NOW
    linked: bool = False
    begun: dict[int, str] = field(default_factory=dict)
    entered: set[str] = field(default_factory=set)

    async def step(self) -> None:
        """Something happens."""
        self.at += timedelta(minutes=self.chance.randrange(1, 3000))
        who = self.chance.choice(("ann", "bob"))
        kind = self.chance.choices(("play", "enter", "link", "part"), (8, 1, 2, 2))[0]
        if kind == "enter":
            await self._enter(who)
        elif kind == "play":
            await self._play(who)
        elif kind == "link" and not self.linked:
            await self.people.link(*self.chance.sample(("ann", "bob"), 2))
            self.linked = True
        elif kind == "part" and self.linked:
            await self.people.part((await self.people.known(who)).identity)
            self.linked = False

    async def _enter(self, who: str) -> None:
        """They make a challenge on one of the deals, or take it up."""
        visit = await self.people.visit(who)
        new = NewChallenge(
            chat_id=visit.chat_id, place="", language="en", game="golf", deal="2",
            kind="shuffled", cards="", starters="", anybody=True, made_at=self.at,
        )  # fmt: skip

        async def work(uow: Any) -> None:
            if await uow.challenges.get(1) is None:
                await uow.challenges.add(new, visit.identity.id, [])
            else:
                await uow.challenges.join(1, visit.identity.id, [], self.at)

        await self.people.storage.write(work)
        self.entered.add(who)

    async def _play(self, who: str) -> None:
        chat = self.chance.choice(("club", "pub"))
        visit = await self.people.visit(who, chat)
        game = await self.people.game(
            visit,
            game=self.chance.choice(("golf", "open")),
            deal=self.chance.choice(("1", "2", "3")),
            started_at=self.at,
        )
        self.begun[game.id] = who
        await self.people.storage.write(lambda uow: uow.challenges.count(game))
        if self.chance.random() < 0.1:
            return

        async def work(uow: Any) -> None:
            tries = await uow.games.tries(visit.player.id, game.game, game.deal)
            status = self.chance.choice(("won", "won", "lost", "resigned", "running"))
            await uow.games.update(
                game.id,
                status=status,
                first_move_at=self.at,
                last_move_at=self.at + timedelta(seconds=9),
                ended_at=None if status == "running" else self.at,
                moves=self.chance.randrange(9),
                leftover=self.chance.randrange(9),
                helped=self.chance.random() < 0.3,
                seen_hidden=game.game == "golf" and self.chance.random() < 0.7,
                attempt=tries.count + 1,
                known=game.game == "golf" and tries.seen_hidden,
            )
            row = await uow.games.get(game.id)
            if status == "won":
                await uow.solves.record(NewSolve.of(row))
            elif status == "lost":
                await uow.solves.keep_leftover(row)

        await self.people.storage.write(work)

    async def told_apart(self) -> tuple[Any, Any]:
        """Which try of whom each game was and what of it counts, by a model of its own."""
        rows = await self.people.rows(games)
        owners = {row["id"]: "both" if self.linked else self.begun[row["id"]] for row in rows}
        tried: defaultdict[tuple[str, str, str], list[dict[str, Any]]] = defaultdict(list)
        for row in sorted(rows, key=lambda row: row["id"]):
            if row["first_move_at"] is not None:
                tried[owners[row["id"]], row["game"], row["deal"]].append(row)
        numbers, counted = {}, {}
        for key, tries in tried.items():
            for place, row in enumerate(tries):
                seen = any(other["seen_hidden"] for other in tries[:place])
                numbers[row["id"]] = (place + 1, seen)
                if row["status"] == "won" and key not in counted:
                    counted[key] = (row["id"], place == 0 and not row["helped"])
        return numbers, counted


@pytest.mark.parametrize("seed", range(25))
async def test_any_history_is_what_its_games_say(tmp_path: Path, seed: int) -> None:
    """Play, link, play on, part, again: tries, solves and boards are as made from scratch.

    Every game stays with who began it, and none is lost or doubled.
    """
    storage = await Storage.open(url_of(tmp_path))
    people = People(storage)
    story = Story(people, random.Random(seed))
    await people.visit("ann")
    await people.visit("bob")
    for _ in range(25):
        await story.step()

    numbers, counted = await story.told_apart()
    rows = {row["id"]: row for row in await people.rows(games)}
    ids = {who: (await people.known(who)).player.id for who in ("ann", "bob")}
    assert set(rows) == set(story.begun)
    assert (ids["ann"] == ids["bob"]) == story.linked
    assert {each: row["player_id"] for each, row in rows.items()} == {
        each: ids[who] for each, who in story.begun.items()
    }
    assert {each: (rows[each]["attempt"], rows[each]["known"]) for each in numbers} == numbers
    owners = {"both": ids["ann"], **ids}
    assert {
        (row["player_id"], row["game"], row["deal"]): (row["game_id"], row["clean"])
        for row in await people.rows(solves)
    } == {(owners[who], game, deal): told for (who, game, deal), told in counted.items()}

    entries = await people.rows(challenge_entries)
    names = {(await people.known(who)).identity.id: who for who in ("ann", "bob")}
    assert {names[row["identity_id"]] for row in entries} == story.entered
    challenge = await storage.read(lambda work: work.challenges.get(1))
    found = challenge.entries if challenge else ()
    assert {each.player_id for each in found} == {ids[who] for who in story.entered}
    assert all(each.game is None or each.game.player_id == each.player_id for each in found)

    boards = [await people.rows(table) for table in (standings, levels)]
    for player_id in set(ids.values()):
        await storage.write(lambda work, who=player_id: work.standings.rebuild(who))
    assert [await people.rows(table) for table in (standings, levels)] == boards
    await storage.close()


# Reminders


async def _reminded(people: People, who: str, minute: int, day: date | None = None) -> None:
    """Somebody wants a reminder, the last one on that date."""
    visit = await people.visit(who)
    reminder = Reminder(visit.player.id, visit.identity.id, minute, "en", day=day)
    await people.storage.write(lambda work: work.reminders.put(reminder))


async def _reminder(people: People, who: str) -> tuple[int, str, date | None] | None:
    """When somebody is reminded, which of their names is written to, the last date."""

    async def work(reading: Any) -> tuple[int, str, date | None] | None:
        visit = await reading.people.recognise("discord", who, "discord", "club")
        found = await reading.reminders.get(visit.player.id)
        if found is None:
            return None
        theirs = await reading.people.identities(visit.player.id)
        return found.minute, *[e.name for e in theirs if e.id == found.identity_id], found.day

    return await people.storage.read(work)


@pytest.mark.parametrize("both", [True, False])
async def test_one_reminder_is_kept_and_no_date_comes_twice(people: People, both: bool) -> None:
    """Of two that of who gave the code, else the only one; it comes after both last dates."""
    late, early = date(2026, 12, 1), date(2026, 11, 30)
    await people.visit("ann")
    if both:
        await _reminded(people, "ann", 540, early)
    await _reminded(people, "bob", 600, late)

    await people.link("ann", "bob")

    assert await _reminder(people, "ann") == ((540, "Ann", late) if both else (600, "Bob", late))
    assert len(await people.rows(reminders)) == 1


@pytest.mark.parametrize("leaving", ["ann", "bob"])
async def test_a_reminder_goes_with_who_is_written_to(people: People, leaving: str) -> None:
    """Whichever of the two parts from the other."""
    await people.visit("ann")
    await _reminded(people, "bob", 600)
    await people.link("ann", "bob")

    assert await people.part((await people.known(leaving)).identity)

    assert await _reminder(people, "bob") == (600, "Bob", None)
    assert await _reminder(people, "ann") is None
