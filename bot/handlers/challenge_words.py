"""Whom ``challenge`` names, and which game and deal."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.boards import say
from bot.handlers.asked_deals import RANDOM
from bot.handlers.wished_deals import wish_of
from bot.names import clean
from bot.reading.words import fold
from bot.replies import Reply
from bot.requests import Person
from bot.scene import Scene
from bot.titles import find_game
from storage import Reading
from storage.challenges import Invitation

MOST = 9
"""So many people can be named at once."""
_MENTION = re.compile(r"<@!?([0-9]{1,20})>")
_HANDLE = re.compile(r"@([A-Za-z][A-Za-z0-9_]{1,31})")
_ROBOT = "bot"
"""What the public names of robots end with, and nobody else's, where people have such names."""
_NUMBER = re.compile(r"#?[0-9][0-9.,]*")
_DAILY = frozenset({"daily", "dailies", "diario", "diarios"})


@dataclass(frozen=True, slots=True)
class Asked:
    """Who is challenged, to which game if one is named, and the words about the deal."""

    named: tuple[Invitation, ...]
    game: str | None
    deal: tuple[str, ...]


def names_of(scene: Scene) -> frozenset[str]:
    """What the platform calls who asks: their id, and their public name after an ``@``."""
    actor = scene.actor
    return frozenset(
        {actor.external_id, *([f"@{actor.handle.casefold()}"] if actor.handle else ())}
    )


async def read(scene: Scene, words: str) -> Asked | Reply:
    """What the words ask for, or what is wrong with them."""
    people, rest = _mentioned(scene, words.split())
    if scene.chat.calls == "names":
        called, rest = _called(rest)
        people += called
    if not people and scene.answers is not None:
        people.append(scene.answers)
    if (wrong := await _wrong(scene, people)) is not None:
        return say(wrong, private=True)
    if any(fold(word) in _DAILY for word in rest):
        sentence = scene.t("A daily has a table of its own: “daily table” shows it.")
        return say(sentence, private=True)
    key, deal = find_game(rest)
    if key is None and rest and not _is_deal(rest[0]):
        return say(_unknown(scene, rest[0]), private=True)
    named = {each.external_id: _invited(scene, each) for each in people}
    return Asked(tuple(named.values()), key, tuple(deal))


def _invited(scene: Scene, person: Person) -> Invitation:
    hidden = scene.services.moderation.hides_name(scene.actor.platform, person.external_id)
    return Invitation(person.external_id, "" if hidden else clean(person.name))


def _mentioned(scene: Scene, words: list[str]) -> tuple[list[Person], list[str]]:
    """Whom the words mention, and the other words."""
    known = {each.external_id: each for each in scene.people}
    people, rest = [], []
    for word in words:
        mention, handle = _MENTION.fullmatch(word), _HANDLE.fullmatch(word)
        if mention is not None and mention[1] in known:
            people.append(known[mention[1]])
        elif handle is not None and scene.chat.calls == "handles":
            name = handle[1]
            robot = name.casefold().endswith(_ROBOT)
            people.append(Person(f"@{name.casefold()}", f"@{name}", robot))
        else:
            rest.append(word)
    return people, rest


def _called(words: list[str]) -> tuple[list[Person], list[str]]:
    """The names that the words begin with, up to a game or a deal."""
    for count, word in enumerate(words):
        if find_game(words[count:])[0] is not None or _is_deal(word) or fold(word) in _DAILY:
            return [_by_name(each) for each in words[:count]], words[count:]
    return [_by_name(each) for each in words], []


def _by_name(word: str) -> Person:
    name = word.removeprefix("@")
    return Person(name, name)


def _is_deal(word: str) -> bool:
    """Whether a word without a game is about the deal: mere words may be names as well."""
    return bool(_NUMBER.fullmatch(word)) or word.casefold() in RANDOM or wish_of([word]) is not None


async def _wrong(scene: Scene, people: list[Person]) -> str | None:
    t, own = scene.t, names_of(scene)
    if len(people) > MOST:
        return t("At most {n} people at once.", n=MOST)
    for each in people:
        if each.external_id in own:
            return t("You are in it anyway: name somebody else.")
        if each.robot:
            return t("{name} is a bot, and bots play no patience.", name=clean(each.name))
        if scene.chat.calls == "names" and not await _plays(scene, each):
            return t("Nobody called “{name}” has played here.", name=clean(each.name))
    return None


async def _plays(scene: Scene, person: Person) -> bool:
    chat = scene.chat

    async def work(reading: Reading) -> bool:
        who = (person.external_id, chat.platform, chat.external_id)
        return await reading.people.recognise(chat.platform, *who) is not None

    return await scene.services.storage.read(work)


def _unknown(scene: Scene, word: str) -> str:
    return scene.t(
        "I don't know “{word}”. Mention people, then name the game: “{example}”.",
        word=word[:40],
        example=scene.t("challenge calculation 617"),
    )
