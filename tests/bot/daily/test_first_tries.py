"""Linking, unlinking and deleting give nobody a second first try, nor a clock that begins anew."""

import re
from datetime import timedelta

import pytest

from tests.bot.conftest import Talk, session_at
from tests.bot.daily.conftest import DATES

TODAY = DATES[1]


@pytest.fixture
def ann(conversation, dailies):  # noqa: ARG001 - they are to be stored
    """Somebody on Discord, where dailies are made."""
    return Talk(conversation, "1", name="Ann", platform="discord")


@pytest.fixture
def ana(conversation):
    """The same person on Telegram, unless told otherwise."""
    return Talk(conversation, "2", name="Ana", platform="telegram")


async def link(owner, other):
    """Both become one player."""
    code = re.search(r"link (\S+)", (await owner.say("link")).text)
    await other.say(f"link {code[1]}")
    await other.press("Yes")
    assert "Joined" in other.reply.text


async def unlink(talk):
    """They part from their only other account."""
    await talk.say("unlink")
    await talk.press("Yes")
    assert "Parted" in talk.reply.text


async def delete(talk):
    """All that is kept about them goes."""
    await talk.say("mydata delete")
    await talk.press("Delete it all")


async def try_and_resign(talk, game="calculation"):
    """One move at today's daily, then no more."""
    await talk.say(f"daily {game}")
    await talk.say("d" if game == "calculation" else talk.first_move)
    await talk.say("resign")
    await talk.say("yes")


async def tried(talk, game="calculation"):
    """How many first tries the table of today everywhere tells of, and the reader's line."""
    await talk.say(f"daily table {game}")
    await talk.press("everywhere")
    found = re.search(r"of (\d+) solved", talk.reply.text)
    return int(found[1]), " you" in talk.reply.text


async def test_practice_never_ranks_after_parting(ann, ana, storage):
    """What one account began as practice is no first try when the first has gone with the other."""
    await link(ann, ana)
    await try_and_resign(ann)
    await try_and_resign(ana)
    row, _ = await session_at(storage, ana)
    assert (row.attempt, row.unranked) == (2, True)
    assert await tried(ann) == (1, True)

    await unlink(ann)

    row, _ = await session_at(storage, ana)
    assert (row.attempt, row.unranked) == (1, True)
    assert await tried(ann) == (1, True)
    assert await tried(ana) == (1, False)


async def test_parted_accounts_share_one_first_try(ann, ana, storage):
    """Who was one with the player of a first try begins practice, and joined again it still is."""
    await link(ann, ana)
    await try_and_resign(ann)
    await unlink(ann)

    await ana.say("daily calculation")

    row, _ = await session_at(storage, ana)
    assert row.practice
    await ana.say("d")
    assert await tried(ana) == (1, False)
    await link(ann, ana)
    assert await tried(ann) == (1, True)
    assert await tried(ana) == (1, True)


async def test_the_first_try_stays_where_it_was_begun(ann, ana):
    """Parting from an account that practised takes nobody's first try."""
    await link(ann, ana)
    await try_and_resign(ana)
    await try_and_resign(ann)

    await unlink(ann)

    assert await tried(ana) == (1, True)
    assert await tried(ann) == (1, False)


async def test_what_was_known_is_passed_on(conversation, ann, ana, storage):
    """Through a chain of accounts too, and from one that was deleted before it was linked."""
    bea = Talk(conversation, "3", name="Bea", platform="discord")
    await link(ann, ana)
    await try_and_resign(ann)
    await unlink(ana)
    await delete(ana)
    await link(ana, bea)
    await unlink(bea)

    for talk in (ana, bea):
        await talk.say("daily calculation")
        row, _ = await session_at(storage, talk)
        assert row.practice


async def test_a_waiting_board_is_no_way_round(ann, ana, storage):
    """A daily shown before accounts were joined is practice once the other has tried it."""
    for talk in (ana, ann):
        await talk.say("daily calculation")
    await link(ann, ana)
    for words in ("d", "resign", "yes"):
        await ann.say(words)
    await ana.say("d")
    row, _ = await session_at(storage, ana)
    assert (row.practice, row.unranked) == (True, True)

    await unlink(ann)

    assert await tried(ana) == (1, False)


async def test_a_try_that_was_helped_while_joined_ranks_no_more(ann, ana, storage):
    """What no first try may do, done while it counted as the second, takes it off for good."""
    await ann.say("daily calculation")
    await ann.say("d")
    await ana.say("daily calculation")
    await ana.say("d")
    await link(ann, ana)
    assert "calculation" in (await ana.say("games")).text.lower()
    row, _ = await session_at(storage, ana)
    assert row.attempt == 2
    await ana.say("undo")
    await ana.say("yes")
    row, _ = await session_at(storage, ana)
    assert row.unranked

    await unlink(ann)

    assert await tried(ana) == (1, False)


@pytest.mark.parametrize("way", ["delete", "unlink", "join"])
async def test_the_clock_runs_from_the_first_look(ann, ana, storage, clock, way):
    """However the deal was looked at before, nothing sets the clock to nought."""
    if way == "unlink":
        await link(ann, ana)
    await ann.say("daily bakers-game")
    seen, _ = await session_at(storage, ann)
    clock.forward(minutes=90)
    other = ana
    match way:
        case "delete":
            await delete(ann)
            other = ann
        case "unlink":
            await unlink(ann)
        case "join":
            await ana.say("daily bakers-game")
            await link(ann, ana)

    await other.say("daily bakers-game")
    row, session = await session_at(storage, other)
    await other.say(session.game.table(session.position).moves[0].code)

    row, _ = await session_at(storage, other)
    assert (row.practice, row.attempt) == (False, 1)
    assert row.started_at == seen.started_at
    assert row.seconds == timedelta(minutes=90).total_seconds()


async def test_deleting_leaves_no_way_to_a_second_first_try(ann, ana, storage, clock):
    """Deleted while joined both are known; deleted twice, with time between, they still are."""
    await link(ann, ana)
    await try_and_resign(ann)
    await delete(ann)
    for talk in (ann, ana):
        await talk.say("daily calculation")
        row, _ = await session_at(storage, talk)
        assert (row.practice, row.unranked) == (True, True)
    clock.forward(minutes=5)
    await delete(ana)
    await ana.say("daily calculation")
    row, _ = await session_at(storage, ana)
    assert row.practice
    assert await tried(ana) == (0, False)


async def test_begun_after_the_close_it_is_practice(ann, storage, clock):
    """A board shown while the date was open is no first try when its first move comes too late."""
    await ann.say("daily calculation")
    clock.forward(days=1)
    await ann.say("d")

    row, _ = await session_at(storage, ann)
    assert (row.daily, row.practice, row.unranked) == (TODAY, True, True)
