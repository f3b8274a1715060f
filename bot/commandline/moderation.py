"""``patience block`` and its kin: whom the bot doesn't answer, whose name it doesn't show."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

from bot.admission.moderation import EVERY
from bot.commandline.asked import Misused
from bot.commandline.database import open_existing, with_database
from bot.commandline.output import DONE, NO, fail, printable, show
from storage import Storage
from storage.moderation import Kind, Measure

PLATFORMS = ("discord", "telegram", "terminal")
MOST = 50
_NUMBER = re.compile(r"-?[0-9]{1,20}", re.ASCII)
_KINDS: dict[Kind, str] = {"person": "person", "chat": "chat", "name": "name of"}

Work = Callable[[Storage], Awaitable[int]]


def block(platform: str, external_id: str, *, chat: bool) -> int:
    """Answer a person no more, or nobody in a chat; the exit status."""
    kind: Kind = "chat" if chat else "person"
    _check(platform, external_id)
    if external_id.startswith("-") and not chat:
        raise Misused(f"{external_id} is a group's id: add --chat")

    async def work(storage: Storage) -> int:
        known = await _known(storage, kind, platform, external_id)
        new = await storage.write(
            lambda uow: uow.moderation.decide(kind, platform, external_id, datetime.now(UTC))
        )
        said = "is blocked" if new else "was blocked already"
        show(f"{_named(kind, platform, external_id)} {said}{_unknown(known)}")
        _tell_when()
        return DONE

    return _on_database(work)


def unblock(platform: str, external_id: str, *, chat: bool) -> int:
    """Answer them again; the exit status, 1 if they weren't blocked."""
    kind: Kind = "chat" if chat else "person"
    return _lift(kind, platform, external_id, "is blocked no more", "isn't blocked")


def hide_name(platform: str, external_id: str) -> int:
    """Show a player as “a player” everywhere; the exit status."""
    _check(platform, external_id)

    async def work(storage: Storage) -> int:
        known = await _known(storage, "name", platform, external_id)
        new = await storage.write(
            lambda uow: uow.moderation.decide("name", platform, external_id, datetime.now(UTC))
        )
        said = "is hidden" if new else "was hidden already"
        show(f"{_named('name', platform, external_id)} {said}{_unknown(known)}")
        show("what stands in the chats already stays as it is: delete it there")
        _tell_when()
        return DONE

    return _on_database(work)


def show_name(platform: str, external_id: str) -> int:
    """Show a player's name again; the exit status, 1 if it wasn't hidden."""
    return _lift("name", platform, external_id, "is shown when they next play", "isn't hidden")


def blocked() -> int:
    """List every measure, the oldest first; the exit status."""

    async def work(storage: Storage) -> int:
        every = await storage.read(lambda reading: reading.moderation.every())
        for each in every:
            show(_line(each))
        if not every:
            show("nobody is blocked, and no name is hidden")
        return DONE

    return _on_database(work)


def who(part: str) -> int:
    """List those whose name holds ``part``, with the ids that ``block`` takes; 1 if nobody's."""

    async def work(storage: Storage) -> int:
        found = await storage.read(lambda reading: reading.moderation.called(part, MOST + 1))
        for each in found[:MOST]:
            show(f"{each.platform} {each.external_id}  {printable(each.name)}")
        if len(found) > MOST:
            show(f"there are more than {MOST}: say more of the name")
        return DONE if found else fail(f"nobody here is called {printable(part)}", NO)

    return _on_database(work)


def _lift(kind: Kind, platform: str, external_id: str, done: str, none: str) -> int:
    _check(platform, external_id)

    async def work(storage: Storage) -> int:
        named = _named(kind, platform, external_id)
        if not await storage.write(lambda uow: uow.moderation.lift(kind, platform, external_id)):
            return fail(f"{named} {none}", NO)
        show(f"{named} {done}")
        return DONE

    return _on_database(work)


def _check(platform: str, external_id: str) -> None:
    """Raise Misused for what can be nobody's: a measure about it would never show an effect."""
    if platform not in PLATFORMS:
        raise Misused(f"no such platform: {platform[:20]} (there are {', '.join(PLATFORMS)})")
    if not external_id or (platform != "terminal" and not _NUMBER.fullmatch(external_id)):
        raise Misused(
            f"{external_id[:40]!r} is no id of {platform.title()}: that is a number, "
            "and `patience who NAME` finds those of players"
        )


async def _known(storage: Storage, kind: Kind, platform: str, external_id: str) -> bool:
    """Whether they have played here."""
    if kind == "chat":
        chat = await storage.read(lambda reading: reading.people.find_chat(platform, external_id))
        return chat is not None
    return await storage.read(lambda reading: reading.people.knows(platform, external_id))


def _unknown(known: bool) -> str:
    return (
        "" if known else ", though nobody of that id has played here so far: see that it is right"
    )


def _named(kind: Kind, platform: str, external_id: str) -> str:
    return f"the {_KINDS[kind]} {platform} {printable(external_id)}"


def _line(each: Measure) -> str:
    about = printable(each.external_id) or "(data deleted, a mark stays)"
    kind = "name hidden" if each.kind == "name" else f"{each.kind} blocked"
    return f"{each.at:%Y-%m-%d}  {kind:<14}  {each.platform} {about}"


def _tell_when() -> None:
    show(f"a bot that runs knows it within {EVERY.seconds} seconds")


def _on_database(work: Work) -> int:
    async def run() -> int:
        storage = await open_existing()
        try:
            return await work(storage)
        finally:
            await storage.close()

    return with_database(lambda: asyncio.run(run()))
