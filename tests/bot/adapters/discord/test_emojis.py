"""The emoji theme on Discord: pictures uploaded once, boards in them, and boards without them."""

import asyncio
import json
import re
from typing import Any

import discord
import pytest
import simcord

from bot.adapters.discord.drawing import draw
from bot.adapters.discord.emojis import Shown, placed
from bot.adapters.discord.emojis.pictures import EDITION, NAMES, picture
from bot.adapters.discord.emojis.upload import FACT, REST, Emojis, synced
from bot.layouts import Controls, board_keys
from bot.look import Look
from bot.render import board, lines
from bot.replies import Block, BlockKind, Face, Live, Page, Places, Reply
from storage import Storage
from tests.bot.adapters.discord.conftest import Log, Player
from tests.bot.adapters.discord.test_writing import _body, _button
from tests.bot.adapters.discord.wire import message_faults
from tests.bot.render.samples import KEYS, many, won
from tests.tools.golden import chosen

MARK = re.compile(r"<:(\w+):(\d+)>")
_ONE = picture("empty")
_TITLE = Block(BlockKind.TITLE, "Calculation winnable-hard-1234567890 · 52/52")
_SMALL = Block(BlockKind.SMALL, "move 99 · prepared deal · assisted · K♣ to cell d; 9 cards home")
SIGNS = {
    "upload": "aren't on Discord yet",
    "permission": "Use External Emoji",
    "subidas": "Las imágenes de las cartas aún no están en Discord",
}


@pytest.fixture(autouse=True)
def _drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing all pictures takes seconds: here they are all the same."""
    monkeypatch.setattr("bot.adapters.discord.emojis.upload.picture", lambda _: _ONE)


@pytest.fixture
async def theme(env: simcord.Env, ann: Player, storage: Storage) -> Player:
    """Somebody who plays with pictures that are all there."""
    await synced(env.bot, storage)
    await env.bot._emojis.recall()
    await ann.slash("theme", theme="emoji")
    return ann


def marks(text: str, env: simcord.Env) -> list[str]:
    """The pictures of a text by name; each has its own id on Discord."""
    there = {str(each.id): each.name for each in env.backend.application_emojis.values()}
    found = MARK.findall(text)
    assert [there[number] for _, number in found] == [name for name, _ in found]
    return [name.removesuffix(EDITION) for name, _ in found]


async def test_a_board_in_pictures(theme: Player, env: simcord.Env) -> None:
    """A pile a line, in an ordinary message; a press edits it."""
    await theme.slash("play", game="bakers-game", deal="617")
    title, _, cells, homes, *columns = theme.seen.splitlines()

    assert title == "**Baker's Game #617 · 0/52**"
    assert cells.startswith("`cells` <:empty")
    assert marks(homes, env) == ["0c", "0d", "0h", "0s"]
    assert [line[:4] for line in columns] == [f"`{n}` " for n in range(1, 9)]
    assert marks(columns[0], env) == ["7d", "Td", "Th", "Kd", "4c", "4s", "Jd"]
    assert len(theme.seen) < 2000
    assert not theme.message.flags.components_v2

    await theme.press("K♣\ufe0e›a")

    assert marks(theme.seen.splitlines()[2], env) == ["Kc", "empty", "empty", "empty"]
    assert len(theme.channel.history()) == 1


async def test_devils_grip_in_pictures(theme: Player, env: simcord.Env) -> None:
    """One picture a pile under what its row collects."""
    await theme.slash("play", game="devils-grip", deal="18")
    lines = theme.seen.splitlines()

    assert lines[2] == "a · 2 5 8 J"
    assert [len(marks(lines[at], env)) for at in (3, 5, 7)] == [8, 8, 8]
    assert {name[-1] for at in (3, 5, 7) for name in marks(lines[at], env)} == {"1"}
    assert theme.message.flags.components_v2


@pytest.mark.parametrize("game", ["bakers-game", "calculation", "devils-grip"])
async def test_private_boards_and_typed_moves(
    theme: Player, zoe: Player, env: simcord.Env, game: str
) -> None:
    """Pictures stand in ephemeral messages and in answers to words, too."""
    await theme.slash("play", game=game, private=True)
    assert len(marks(theme.told, env)) > 5
    await zoe.say("theme emoji")
    await zoe.say(f"play {game} 617")
    assert len(marks(zoe.seen, env)) > 5


async def test_the_first_board_starts_the_upload(
    ann: Player, env: simcord.Env, storage: Storage
) -> None:
    """It stands in signs with a word on why; the next one is in pictures."""
    await ann.slash("theme", theme="emoji")
    assert env.backend.application_emojis == {}
    await ann.slash("play", game="calculation", deal="617")

    assert "```ansi" in ann.seen
    assert SIGNS["upload"] in ann.seen
    await env.bot._emojis._task
    assert {each.name for each in env.backend.application_emojis.values()} == {
        name + EDITION for name in NAMES
    }
    await ann.press("Turn")
    assert "```" not in ann.seen
    assert marks(ann.seen, env)
    assert await storage.read(lambda reading: reading.facts.get(FACT))


async def test_spanish(zoe: Player, env: simcord.Env) -> None:
    """The reason is told in the reader's language."""
    await zoe.say("idioma es")
    await zoe.say("tema emojis")
    await zoe.say("jugar calculation 617")

    assert SIGNS["subidas"] in zoe.seen
    await env.bot._emojis._task
    await zoe.say("tablero")
    assert "`mano` <:empty" in zoe.seen


async def test_without_the_permission_the_board_is_in_signs(
    theme: Player, env: simcord.Env, club: Any
) -> None:
    """And names it, in answer to a command, to a press and to words."""
    without = discord.PermissionOverwrite(use_external_emojis=False)
    theme.channel = club.create_text_channel("plain", overwrites={env.bot.user: without})
    await theme.slash("play", game="calculation", deal="617")
    assert "```ansi" in theme.seen
    assert SIGNS["permission"] in theme.seen
    for act in (theme.press("Turn"), theme.say("w1")):
        await act
        assert SIGNS["permission"] in theme.seen
        assert not MARK.search(theme.seen)


async def test_an_upload_goes_on_where_it_broke_off(
    env: simcord.Env, storage: Storage, log: Log
) -> None:
    """What is there stays; a last attempt without anything missing uploads nothing."""
    for name in NAMES[:60]:
        await env.bot.create_application_emoji(name=name + EDITION, image=b"\x89PNG\r\n\x1a\n")
    before = dict(env.backend.application_emojis)
    sent = asyncio.Event()

    async def sleep(seconds: float) -> None:
        assert seconds == REST
        sent.set()

    emojis = Emojis(env.bot, storage, sleep)
    env.inject_error("POST", "/applications/*/emojis", status=403)
    emojis._begin()
    assert emojis._task is not None
    await emojis._task

    assert sent.is_set()
    assert log.take() == ["403 0 emojis_not_uploaded"]
    there = env.backend.application_emojis
    assert before.items() <= there.items()
    assert len(there) == len({each.name for each in there.values()}) == len(NAMES)
    assert (await synced(env.bot, storage)).uploaded == 0


async def test_a_new_edition_replaces_the_old_one(
    env: simcord.Env, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And leaves alone what isn't ours; until then boards are in signs."""
    await synced(env.bot, storage)
    await env.bot.create_application_emoji(name="our_logo", image=b"\x89PNG\r\n\x1a\n")
    monkeypatch.setattr("bot.adapters.discord.emojis.upload.EDITION", "b")
    emojis = Emojis(env.bot, storage)
    await emojis.recall()
    assert emojis.shown is None

    assert (await synced(env.bot, storage)).uploaded == len(NAMES)
    names = {each.name for each in env.backend.application_emojis.values()}
    assert names == {"our_logo", *(name + "b" for name in NAMES)}


async def test_a_start_sees_whether_the_pictures_are_still_there(
    env: simcord.Env, storage: Storage
) -> None:
    """Somebody may have deleted them; nothing is asked where they were never needed."""
    emojis = Emojis(env.bot, storage)
    await emojis.recall()
    assert (emojis.shown, emojis._task) == (None, None)
    await synced(env.bot, storage)
    gone = next(iter(env.backend.application_emojis))
    await env.bot.http.delete_application_emoji(env.bot.application_id, gone)
    await emojis.recall()
    assert emojis.shown is not None
    assert emojis._task is not None
    await emojis._task

    assert len(env.backend.application_emojis) == len(NAMES)
    assert str(gone) not in json.dumps(emojis.shown.marks)


async def test_a_rate_limit_is_waited_for(env: simcord.Env, storage: Storage) -> None:
    """As long as Discord asks for."""
    slept, refused = [], discord.RateLimited(42.0)

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def busy() -> Any:
        env.bot.__dict__.pop("fetch_application_emojis")
        raise refused

    env.bot.fetch_application_emojis = busy
    emojis = Emojis(env.bot, storage, sleep)
    emojis._begin()
    assert emojis._task is not None
    await emojis._task

    assert slept == [42.0]
    assert emojis.shown is not None


async def test_leaving_in_the_middle_of_an_upload(env: simcord.Env, storage: Storage) -> None:
    """Nothing is waited for."""
    emojis = Emojis(env.bot, storage)
    await emojis.close()
    emojis._begin()
    await emojis.close()

    assert emojis._task is not None
    assert emojis._task.cancelled()


@pytest.mark.usefixtures("theme")
async def test_replays_are_in_pictures(zoe: Player, env: simcord.Env) -> None:
    """Each step of them."""
    for text in ("theme emoji", "play bakers-game 617", "3a", "resign", "yes", "replay"):
        await zoe.say(text)
    assert marks(zoe.seen, env)[:4] == ["empty"] * 4
    await zoe.press("End")
    assert marks(zoe.seen, env)[1:4] == ["empty"] * 3
    assert marks(zoe.seen, env)[0] in NAMES[6:58]


@pytest.mark.parametrize("look", [Look("emoji", "en"), Look("emoji", "es")], ids=str)
@pytest.mark.parametrize("key", KEYS)
def test_every_board_is_shown_in_pictures(key: str, look: Look) -> None:
    """Won games whole, and the largest boards: V2 where they must, never in signs for length."""
    shown = Shown({name: f"<:{name}{EDITION}:{10**18 + n}>" for n, name in enumerate(NAMES)})
    for sample in (*won(key), *many(key)[::37], chosen(key)["widest"]):
        table = sample.table
        text = Block(BlockKind.BOARD, board(table, look), lines(table, look, pictures=True))
        found = board_keys(table, look, Controls(can_undo=True, can_redo=True, can_tidy=True))
        by_name = [
            {name: _button(key) for name, key in each.items()}
            for each in (found.places, found.controls)
        ]
        places = Places(by_name[0], by_name[1], tuple(map(_button, found.joins)))
        live = Live(36**6, 1234, key, look.language, look.theme, Page.BOARD, places)
        reply = placed(Reply((_TITLE, _SMALL, text), live=live), shown, look.language)
        assert reply.blocks[2].lines
        drawn = draw(reply)
        assert list(message_faults(_body(drawn))) == []
        if key != "devils-grip" and sample in won(key):
            assert not drawn.wide


def test_a_board_too_long_for_pictures_is_in_signs() -> None:
    """Discord takes 4,000 signs at most."""
    face = Face("7h", "7♥")
    board = Block(BlockKind.BOARD, "the board", ((face,) * 200,))
    title = Block(BlockKind.TITLE, "x")
    shown = Shown({"7h": "<:7ha:1234567890123456789>"})
    [first, second, why] = placed(Reply((title, board)), shown, "es").blocks

    assert (first, second) == (title, Block(BlockKind.BOARD, "the board"))
    assert why.text.startswith("En imágenes este tablero es demasiado largo")
