"""Every kind of button is pressed, wherever it shows up, in both languages.

What is sent is held against Discord's description when a test ends, and nothing may be logged.
"""

from typing import Any

import discord
import pytest
import simcord

from bot.adapters.discord.emojis.pictures import picture
from bot.conversation import Conversation
from bot.i18n import texts_in
from storage import Storage
from tests.bot.adapters.discord.conftest import (
    Altered,
    Crowded,
    Player,
    buttons_of,
    solved_by,
    text_of,
)
from tests.bot.adapters.won import KEYS, Won

ONE = picture("empty")
LAST = frozenset({"mydata.delete.yes"})
"""Pressed when there is nothing left to press."""
SEEDS = (
    "settings", "top", "stats", "help", "rules", "mydata", "games", "link", "replay", "share",
    "daily", "setup",
)  # fmt: skip


SURE = frozenset(
    "autotoggle board check hint keep m menu redo resign restart review rules share start theme "
    "type undo help mydata play top mydata.export mydata.hide mydata.show mydata.delete.yes "
    "setup.places.add setup.places.remove setup.language.own "
    "theme.emoji theme.letters theme.suits theme.words".split()
)
"""What is met whichever way curiosity goes. Rarer buttons have tests of their own."""
MENU = ("menu", "undo menu", "other", "undo", "hint")
"""Ways into a game's own pages."""


def kind(custom_id: str) -> str:
    """What a button does, without the game, the cards and the dates it does it to."""
    _, form, rest = custom_id.partition("~")[0].split(":", 2)
    tail = rest.split(":")[-1]
    word, *arguments = tail.split(".")
    if form == "g" or word in ("play", "help", "top", "rules"):
        # A question's answer is another button than the question.
        return word + "!" * (tail.endswith("!") and not word.endswith("!"))
    return ".".join((word, *(each for each in arguments if each.isalpha())))


def _plays(custom_id: str) -> bool:
    return kind(custom_id) in ("m", "x")


class Curious:
    """Somebody who presses whatever they have not pressed yet."""

    def __init__(self, player: Player, language: str) -> None:
        self.player = player
        self.t = texts_in(language)
        self.pressed = {"language.es", "language.en", "setup.language.es", "setup.language.en"} - {
            f"language.{language}",
            f"setup.language.{language}",
        }

    def seen(self) -> list[discord.Message]:
        """The newest messages of the bot, those that nobody else sees among them."""
        result, me = self.player.result, self.player.env.bot.user.id
        told = [each for each in (result.response, *result.followups) if each is not None]
        alone = [each.message for each in told if each.ephemeral]
        newest = reversed(self.player.channel.history()[-4:])
        return [*alone, *(each for each in newest if each.author.id == me)]

    def look(self, *, late: bool) -> tuple[str, str, discord.Message] | None:
        """A button of a new kind, if one is to be seen; all is in the reader's language."""
        found = None
        for message in self.seen():
            labels = [button.label for button in buttons_of(message)]
            lines = [line.removeprefix("-# ") for line in text_of(message).splitlines()]
            for said in (*labels, *lines):
                assert self.t(said) == said, f"English to a Spanish reader: {said} in {labels}"
            for button in buttons_of(message):
                what = kind(button.custom_id)
                if found is None and not button.disabled and what not in self.pressed and (
                    late or what not in LAST
                ):  # fmt: skip
                    found = (what, button.custom_id, message)
        return found

    async def press_all(self, *, late: bool = False) -> None:
        """Press until nothing new is left to press."""
        while (found := self.look(late=late)) is not None:
            what, custom_id, message = found
            self.pressed.add(what)
            result = await self.player.press_id(custom_id, message)
            assert result.acknowledged, what
            if what == "type":
                await self.player.actor.submit_modal(result, {"move": "?"})

    async def exhaust(self, key: str, seed: str) -> None:
        """Go where ``seed`` leads again and again, until nothing new is met on the way."""
        before = -1
        while before < len(self.pressed):
            before = len(self.pressed)
            if seed in MENU:
                await self.player.slash("play", game=key)
                if seed == "other":
                    custom_ids = [b.custom_id for b in buttons_of(self.player.message)]
                    await self.player.press_id(next(filter(_plays, custom_ids)))
                    await self.player.slash("play", game=key, deal=str(before + 1))
                for step in seed.split():
                    found = [b.custom_id for b in buttons_of(self.player.message) if not b.disabled]
                    for custom_id in [each for each in found if each.endswith(f":{step}")][:1]:
                        await self.player.press_id(custom_id)
            elif seed == "delete":
                await self.player.slash("mydata", do="delete")
            else:
                await self.player.slash(seed)
            await self.press_all(late=seed == "delete")

    async def give_up(self, key: str) -> None:
        """End the game that runs."""
        await self.player.slash("play", game=key)
        await self.player.slash("resign")
        notice = self.player.result.response
        if notice is not None and (buttons := buttons_of(notice.message)):
            await self.player.press_id(buttons[0].custom_id, notice.message)
        await self.press_all()


async def _till_nearly_won(won: Won, player: Player) -> None:
    for setting in ("autoturn", "auto"):
        await player.slash("settings", setting=setting, value="off")
    await won.begin()
    await player.slash("play", game=won.game.key)
    codes = [code for code in won.codes if not won.game.parse(code).swap][:-3]
    for start in range(0, len(codes), 20):
        await player.slash("move", moves=" ".join(codes[start : start + 20]))


@pytest.fixture(autouse=True)
def _drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing all pictures takes seconds: here they are all the same."""
    monkeypatch.setattr("bot.adapters.discord.emojis.upload.picture", lambda _: ONE)


@pytest.fixture(params=["en-GB", "es-ES"])
def reader(request: Any, env: simcord.Env, club: Any, altered: Altered) -> Curious:
    """Somebody who manages a server, and whose client speaks the one language or the other."""
    altered.payload["locale"] = request.param
    role = club.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    member = club.add_member(env.create_user("ann"), roles=[role])
    return Curious(Player(env, member, club.create_text_channel("cards")), request.param[:2])


@pytest.mark.parametrize("key", KEYS)
async def test_every_button(
    key: str, reader: Curious, storage: Storage, conversation: Conversation
) -> None:
    """On boards, menus, questions, notices and pages, at the start, near the end and after it."""
    if key != "bakers-game":
        solved_by(conversation, Crowded())
    ann = reader.player
    won = Won(key, ann, storage, ann.sitting(conversation))
    await reader.give_up(key)
    for _ in range(2):
        for seed in (*SEEDS, *MENU):
            await reader.exhaust(key, seed)
        await reader.give_up(key)
        await _till_nearly_won(won, ann)
        await reader.exhaust(key, "menu")
    await reader.give_up(key)
    await reader.exhaust(key, "delete")

    assert SURE - reader.pressed == set()
