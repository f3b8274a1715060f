"""The language of a chat: for everybody there who hasn't chosen their own."""

from __future__ import annotations

from bot import tokens
from bot.boards import text
from bot.handlers.settings import LANGUAGE_NAMES, LANGUAGE_WORDS, spoken
from bot.i18n import LANGUAGES
from bot.replies import Block, Button, Rows, Style
from bot.scene import Scene
from storage import UnitOfWork

WORDS = frozenset("language lang idioma".split())
OWN = "own"
_OWN = frozenset({OWN, "auto", "none", "propio", "ninguno"})


async def change(scene: Scene, words: tuple[str, ...]) -> tuple[Block, ...]:
    """A language's name or tag, or ``own`` for what each person's client speaks; what is wrong."""
    word = words[0]
    language = LANGUAGE_WORDS.get(word)
    if language is None and word not in _OWN:
        return (text(spoken(scene, unknown=word)),)
    chat = scene.chat

    async def work(uow: UnitOfWork) -> None:
        scene.here = await uow.people.set_chat(
            chat.platform, chat.external_id, private=chat.private, now=scene.now, language=language
        )

    await scene.services.storage.write(work)
    return ()


async def shown(scene: Scene) -> tuple[Block, ...]:
    """The language as it is set."""
    language = scene.here.language if scene.here is not None else None
    name = LANGUAGE_NAMES[language] if language in LANGUAGE_NAMES else scene.t("each their own")
    return (text(scene.t("language: {name}", name=name)),)


async def rows(scene: Scene) -> Rows:
    """A button for each language, and one for none."""
    now = scene.here.language if scene.here is not None else None
    names = {code: LANGUAGE_NAMES[code] for code in LANGUAGES} | {OWN: scene.t("Each their own")}
    return (tuple(_button(name, value, value == (now or OWN)) for value, name in names.items()),)


def _button(label: str, value: str, chosen: bool) -> Button:
    token = tokens.encode(tokens.OnPage("setup", ("language", value)))
    return Button(label, token, Style.PRIMARY if chosen else Style.PLAIN)
