"""Where in a chat games are played: chosen by who manages it, and what others are told."""

from __future__ import annotations

import re
from collections.abc import Callable

from bot import tokens
from bot.boards import text
from bot.names import clean, isolated
from bot.replies import Block, BlockKind, Button, Reply, Rows
from bot.scene import Scene
from storage import UnitOfWork

MOST = 19
"""So many places can be chosen; with buttons for each they fit a page."""
WORDS = frozenset("places channels channel topics lugares canales canal temas".split())
_ADD = frozenset("add allow anadir anade agregar permitir".split())
_REMOVE = frozenset("remove forbid quitar quita prohibir".split())
_ALL = frozenset("all everywhere todos todas".split())
_HERE = frozenset("here aqui".split())
_NAMED = re.compile(r"<?#?(-?[0-9]{1,20})>?")

Chosen = tuple[str, ...]


def chosen(scene: Scene) -> Chosen:
    """The places that were chosen, gone ones too; none is everywhere."""
    return tuple(scene.here.places.split()) if scene.here is not None else ()


def elsewhere(scene: Scene) -> Reply:
    """Where to play, for somebody in a place where games aren't played."""
    t, left = scene.t, _left(scene)
    if not left:
        gone = t(
            "The places chosen for games are gone. Whoever manages this chat can choose others "
            "with “setup”."
        )
        return Reply((text(gone),), private=True, aside=True)
    sentence = t("Games are played in {places}.", places=_listed(left))
    return Reply((Block(BlockKind.TEXT, sentence, places=left),), private=True, aside=True)


async def change(scene: Scene, words: tuple[str, ...]) -> tuple[Block, ...]:
    """``add [place…]``, ``remove [place…]`` or ``all``; no place is this one. What is wrong."""
    t = scene.t
    do, *more = words
    here = scene.chat.within or scene.chat.place
    if not here:
        return (text(t("There is only one place in this chat.")),)
    if do in _ALL and not more:
        await _choose(scene, lambda _: ())
        return ()
    if do not in _ADD | _REMOVE:
        return (text(t("Say add, remove or all.")),)
    named = [here if each in _HERE else each for each in more] or [here]
    places = tuple(map(_place, named))
    for place, name in zip(places, named, strict=True):
        if not place or (do in _ADD and _gone(scene, place)):
            return (text(_unknown(scene, name)),)
    if do in _REMOVE:
        await _choose(scene, lambda before: tuple(each for each in before if each not in places))
    else:
        now = await _choose(scene, lambda before: tuple(dict.fromkeys((*before, *places))))
        if len(now) > MOST:
            return (text(t("At most {n} places can be chosen.", n=MOST)),)
    return ()


def _place(name: str) -> str:
    found = _NAMED.fullmatch(name)
    return found[1] if found is not None else ""


def _unknown(scene: Scene, name: str) -> str:
    return scene.t(
        "I know no place “{name}” here. Name it by a mention or by its number; a thread goes with "
        "its channel.",
        name=name[:40],
    )


async def drop_gone(scene: Scene) -> tuple[Block, ...]:
    """Take places that are gone off the list, and say so.

    The last ones stay: an empty list would open every place to games.
    """
    gone = tuple(each for each in chosen(scene) if _gone(scene, each))
    if not gone or not _left(scene):
        return ()
    await _choose(scene, lambda before: tuple(each for each in before if each not in gone))
    sentence = scene.t.plural(
        "{n} place is gone and was taken off the list.",
        "{n} places are gone and were taken off the list.",
        len(gone),
    )
    return (text(sentence),)


async def shown(scene: Scene) -> tuple[Block, ...]:
    """Where games are played."""
    t, left = scene.t, _left(scene)
    if not scene.chat.place:
        return ()
    if not chosen(scene):
        return (text(t("games: in every place")),)
    if not left:
        return (text(t("games: nowhere, since the places chosen for them are gone")),)
    sentence = t("games: in {places}", places=_listed(left))
    example = t("Other places: “setup channels add”, and a mention of each.")
    return (
        Block(BlockKind.TEXT, sentence, places=left),
        Block(BlockKind.SMALL, example),
    )


async def rows(scene: Scene) -> Rows:
    """Buttons for this place, for everywhere, and for each other place on the list."""
    t, now = scene.t, chosen(scene)
    here = scene.chat.within or scene.chat.place
    if not here:
        return ()
    if here in now:
        first = [_button(t("Not here"), "remove", here)]
    else:
        first = [_button(t("Also here") if now else t("Only here"), "add")]
    if now:
        first.append(_button(t("Everywhere"), "all"))
    others = [
        _button(t("Not in {place}", place=name), "remove", place)
        for place in now
        if place != here and (name := _name(scene, place))
    ]
    return (tuple(first), *(tuple(others[n : n + 3]) for n in range(0, len(others), 3)))


async def _choose(scene: Scene, change: Callable[[Chosen], Chosen]) -> Chosen:
    """Store the changed list where it isn't too long; it, in either case."""
    chat = scene.chat

    async def work(uow: UnitOfWork) -> Chosen:
        known = await uow.people.find_chat(chat.platform, chat.external_id)
        now = change(tuple(known.places.split()) if known else ())
        if len(now) <= MOST:
            scene.here = await uow.people.set_chat(
                chat.platform,
                chat.external_id,
                private=chat.private,
                now=scene.now,
                places=" ".join(now),
            )
        return now

    return await scene.services.storage.write(work)


def _left(scene: Scene) -> Chosen:
    return tuple(each for each in chosen(scene) if not _gone(scene, each))


def _gone(scene: Scene, place: str) -> bool:
    known = scene.chat.known_places
    return known is not None and known.called(place) is None


def _name(scene: Scene, place: str) -> str:
    known = scene.chat.known_places
    name = known.called(place) if known is not None else place
    return isolated(f"#{clean(name)}") if name else ""


def _listed(places: Chosen) -> str:
    return ", ".join(f"#{place}" for place in places)


def _button(label: str, *arguments: str) -> Button:
    return Button(label, tokens.encode(tokens.OnPage("setup", ("places", *arguments))))
