"""Challenges: entries, the games that count, ends and claims; linking, moving and deleting."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from storage import Storage
from storage.challenges import Challenge, Invitation, NewChallenge
from storage.people import Visit
from tests.storage.conftest import NOW
from tests.storage.test_linking import People


class Field(People):
    """People who challenge each other to golf."""

    async def challenge(self, by: Visit, *named: str, deal: str = "617") -> int:
        """A challenge by somebody."""
        new = NewChallenge(
            chat_id=by.chat_id,
            place="7",
            language="en",
            game="golf",
            deal=deal,
            kind="shuffled",
            cards="AH 2D",
            starters="",
            anybody=not named,
            made_at=NOW,
        )
        invitations = [Invitation(who, who.title()) for who in named]
        return await self.storage.write(
            lambda work: work.challenges.add(new, by.identity.id, invitations)
        )

    async def enter(self, number: int, visit: Visit) -> None:
        """Somebody takes it up."""
        names = [visit.identity.external_id]
        await self.storage.write(
            lambda work: work.challenges.join(number, visit.identity.id, names, NOW)
        )

    async def count(self, visit: Visit, **more: Any) -> int:
        """A game of theirs, and whether it counts is seen."""
        game = await self.game(visit, status="running", **more)
        await self.storage.write(lambda work: work.challenges.count(game))
        return game.id

    async def whole(self, number: int = 1) -> Challenge:
        """The challenge as it stands."""
        found = await self.storage.read(lambda work: work.challenges.get(number))
        assert found is not None
        return found

    async def games(self, number: int = 1) -> dict[str, int | None]:
        """Whose game is which."""
        entries = (await self.whole(number)).entries
        return {each.name: each.game.id if each.game else None for each in entries}


@pytest.fixture
def field(storage: Storage) -> Field:
    """A database with nobody in it yet."""
    return Field(storage)


async def test_the_first_game_played_since_counts(field: Field) -> None:
    """Another deal, practice, and an unplayed one that gave way don't."""
    ann, bob = await field.visit("ann"), await field.visit("bob")
    await field.challenge(ann, "bob")
    await field.enter(1, bob)
    assert (await field.whole()).invitations == ()
    await field.count(ann, deal="618")
    await field.count(ann, practice=True)
    await field.count(ann, starters="AH")
    assert await field.games() == {"Ann": None, "Bob": None}

    await field.count(ann)
    second = await field.count(ann)
    await field.play(await field.row(second), "a")
    third = await field.count(ann)

    assert await field.games() == {"Ann": second, "Bob": None}
    assert [(await field.row(each)).challenge for each in (second, third)] == [1, 1]


async def test_the_end_lets_all_be_seen(field: Field) -> None:
    """Once: invitations go, games are kept back no more, nothing is counted any more."""
    ann = await field.visit("ann")
    number = await field.challenge(ann, "bob")
    game = await field.count(ann)

    ends = [
        await field.storage.write(lambda work: work.challenges.close(number, NOW)) for _ in "ab"
    ]

    whole = await field.whole()
    assert ends == [True, False]
    assert (whole.closed_at, whole.invitations, whole.told) == (NOW, (), "")
    assert (await field.row(game)).challenge is None
    later = await field.count(ann)
    assert (await field.row(later)).challenge is None


async def test_one_claims_the_result(field: Field) -> None:
    """A claim given back can be made again; one that is settled can't be."""
    ann = await field.visit("ann")
    number = await field.challenge(ann)
    write = field.storage.write
    assert not await write(lambda work: work.challenges.claim(number, "a", NOW))
    await write(lambda work: work.challenges.close(number, NOW))

    assert await write(lambda work: work.challenges.claim(number, "a", NOW))
    assert not await write(lambda work: work.challenges.claim(number, "b", NOW))
    assert not await write(lambda work: work.challenges.settle(number, "b", "sent"))
    assert await write(lambda work: work.challenges.settle(number, "a", ""))
    assert await write(lambda work: work.challenges.claim(number, "b", NOW))
    assert await write(lambda work: work.challenges.settle(number, "b", "sent"))
    assert not await write(lambda work: work.challenges.claim(number, "c", NOW))
    assert await field.storage.read(lambda work: work.challenges.to_tell(["discord"], 9)) == ()


async def test_joined_players_have_one_entry(field: Field) -> None:
    """That which plays; parted again each has its own, and no game of another's."""
    ann, bob = await field.visit("ann"), await field.visit("bob")
    await field.challenge(ann)
    await field.enter(1, bob)
    bobs = await field.count(bob)
    await field.play(await field.row(bobs), "a")

    await field.link("ann", "bob")
    assert await field.games() == {"Ann": bobs}
    [entry] = (await field.whole()).entries
    assert (entry.identity_id, entry.challenger) == (bob.identity.id, True)

    await field.part((await field.known("bob")).identity)
    assert await field.games() == {"Ann": None, "Bob": bobs}


async def test_a_game_that_went_with_another_identity_counts_no_more(field: Field) -> None:
    """Begun by one account for the entry of the other: parting parts them."""
    await field.visit("ann")
    await field.visit("bob")
    ann = await field.link("ann", "bob")
    await field.challenge(ann)
    bob = await field.known("bob")
    bobs = await field.count(bob)
    assert await field.games() == {"Ann": bobs}

    await field.part(bob.identity)

    assert await field.games() == {"Ann": None}


async def test_it_goes_with_its_chat(field: Field) -> None:
    """A chat that is called otherwise from now on keeps what was made under either id."""
    ann = await field.visit("ann")
    await field.challenge(ann)
    await field.challenge(await field.visit("ann", "super"), deal="618")

    await field.storage.write(lambda work: work.moved_chats.move("discord", "club", "super"))

    assert {(await field.whole(n)).chat.external_id for n in (1, 2)} == {"super"}


async def test_whose_they_are(field: Field) -> None:
    """Made, taken up or named in; of one chat or all; not those declined or over."""
    ann, bob = await field.visit("ann"), await field.visit("bob", "pub")
    await field.challenge(ann, "bob")
    await field.challenge(bob, deal="618")
    await field.challenge(ann, "bob", deal="619")
    await field.storage.write(lambda work: work.challenges.decline(3, ["bob"]))

    async def of(who: Visit, chat: int | None = None) -> list[int]:
        names = [who.identity.external_id]
        found = await field.storage.read(
            lambda work: work.challenges.of(who.player.id, "discord", names, chat, 9)
        )
        return [each.id for each in found]

    assert await of(ann) == [3, 1]
    assert await of(bob) == [2, 1]
    assert await of(bob, ann.chat_id) == [1]
    await field.storage.write(lambda work: work.challenges.close(1, NOW))
    assert await of(bob) == [2]
    own = await field.storage.read(lambda work: work.challenges.made(ann.player.id))
    assert len(own) == 1


async def test_quiet_ones_are_looked_at(field: Field) -> None:
    """Those whose time is over, and those that wait for nobody; the oldest first."""
    ann = await field.visit("ann")
    for deal in ("617", "618"):
        await field.challenge(ann, deal=deal)
    game = await field.count(ann)
    await field.play(await field.row(game), "a")

    async def quiet(since: datetime = NOW + timedelta(days=1)) -> list[int]:
        found = await field.storage.read(lambda work: work.challenges.quiet(["discord"], since, 9))
        return [each.id for each in found]

    before = NOW - timedelta(days=1)
    assert await quiet() == [1, 2]
    assert await quiet(before) == [], "they wait to be taken up"
    for number, deal in ((3, "619"), (4, "617")):
        await field.challenge(ann, "bob", deal=deal)
        await field.storage.write(lambda work, n=number: work.challenges.decline(n, ["bob"]))
    assert await quiet(before) == [3, 4]
    game = await field.count(ann, deal="619")
    await field.play(await field.row(game), "a")
    assert await quiet(before) == [4]
    await field.storage.write(lambda work: work.games.close_idle(NOW + timedelta(days=99)))
    assert await quiet(before) == [3, 4]


async def test_nothing_is_left_of_who_is_deleted(field: Field) -> None:
    """Their entry, the invitations that name them; a challenge with nobody in it goes too."""
    ann, bob = await field.visit("ann"), await field.visit("bob")
    await field.challenge(ann, "bob", "eve")
    await field.challenge(bob, deal="618")

    await field.storage.write(lambda work: work.own_data.delete(bob.player.id, NOW))

    assert [each.who for each in (await field.whole()).invitations] == ["eve"]
    assert await field.storage.read(lambda work: work.challenges.get(2)) is None
    await field.storage.write(lambda work: work.own_data.delete(ann.player.id, NOW))
    assert await field.storage.read(lambda work: work.challenges.get(1)) is None


async def test_a_challenge_that_goes_with_its_chat_keeps_nothing_back(field: Field) -> None:
    """Made in private and passed on: who deletes that chat leaves the others' games to be seen."""
    ann, bob = await field.visit("ann", "ann", private=True), await field.visit("bob")
    await field.challenge(ann)
    await field.enter(1, bob)
    bobs = await field.count(bob)
    assert (await field.row(bobs)).challenge == 1

    await field.storage.write(lambda work: work.own_data.delete(ann.player.id, NOW))

    assert await field.storage.read(lambda work: work.challenges.get(1)) is None
    assert (await field.row(bobs)).challenge is None
