"""Games won from the first move to the last: by buttons alone, by text alone."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import simcord

from bot.conversation import Conversation
from bot.sessions import AtHand
from games.catalogue import find
from games.game import Outcome
from games.record import check as played
from games.record import read_records
from games.session import Session
from storage import Reading, Storage
from tests.bot.adapters.discord.conftest import Player, bot_of, buttons_of
from tests.bot.conftest import converse, deal_to

DATA = Path(__file__).parents[3] / "data" / "won"
ENDED = ["New game", "Same deal", "Share", "Replay"]
KEYS = ("bakers-game", "calculation", "devils-grip")


class Won:
    """A game of cards that are known to win, dealt to somebody who has yet to see it."""

    def __init__(self, key: str, player: Player, storage: Storage, talk: Any) -> None:
        [record] = read_records((DATA / f"{key}.txt").read_text("utf-8"))
        self.codes = record.codes
        self.deck = played(record).deck
        self.game = find(key)
        self.player = player
        self.storage = storage
        self.talk = talk
        self.number = 0

    async def begin(self) -> None:
        """Deal it."""
        assert self.deck is not None
        self.number = (await deal_to(self.talk, self.game.key, self.deck, "617")).id

    async def session(self) -> Session:
        """The game as it is stored."""

        async def work(reading: Reading) -> AtHand:
            row = await reading.games.get(self.number)
            assert row is not None
            sessions = self.talk.conversation._services.sessions
            return await sessions.at_hand(row, reading.games.events)

        return (await self.storage.read(work)).session

    @property
    def actions(self) -> dict[str, str]:
        """The newest board's buttons that can be pressed: custom ids by action."""
        return {
            button.custom_id.split(":", 4)[4]: button.custom_id
            for button in buttons_of(self.player.message)
            if not button.disabled
        }

    async def press_towards(self, goal: Any, before_each: Callable[[], Awaitable[None]]) -> None:
        """Come to ``goal``, up to places, with one press or two."""
        session = await self.session()
        moves = [
            move
            for move in self.game.legal_moves(session.position)
            if self.game.canonical(self.game.play(session.position, move)) == goal
        ]
        assert moves, "no legal move leads on"
        codes = {f"m.{move.code}" for move in moves}
        if not codes & set(self.actions):
            places = {f"p.{name}" for move in moves for name in (move.target, move.source)}
            for place in sorted(places & set(self.actions)):
                await before_each()
                await self.player.press_id(self.actions[place])
                if codes & set(self.actions) or await self.at(goal):
                    break
                await self.player.press_id(self.actions["board"])
        if not await self.at(goal):
            await before_each()
            await self.player.press_id(self.actions[min(codes & set(self.actions))])
        assert await self.at(goal)

    async def at(self, goal: Any) -> bool:
        """Whether the stored position is the goal, up to places."""
        return bool(self.game.canonical((await self.session()).position) == goal)


async def _by_buttons(won: Won, between: Callable[[], Awaitable[None]]) -> list[str]:
    """Play the whole record, each move in a press or two; the board as seen after each move."""
    key, player = won.game.key, won.player
    await player.slash("settings")
    await player.press("autoturn: on", player.result.response.message)
    await won.begin()
    await player.slash("play", game=key)
    board, seen = player.message.id, []
    position = (await won.session()).position
    for code in won.codes:
        move = won.game.parse(code)
        position = won.game.play(position, move)
        if not move.swap and (await won.session()).outcome is not Outcome.WON:
            await won.press_towards(won.game.canonical(position), between)
            seen.append(player.seen)
    assert player.message.id == board
    return seen


async def _nothing() -> None:
    """What happens between two presses of a quiet game."""


@pytest.mark.parametrize("key", KEYS)
async def test_won_by_buttons(
    key: str, ann: Player, bob: Player, env: simcord.Env, storage: Storage
) -> None:
    """No word is typed: every move of a record is one press or two on the board as it stands.

    The same game, with the program begun anew before each press, shows the very same boards.
    """
    talk, presses = converse(storage), 0

    async def restart() -> None:
        nonlocal presses
        presses += 1
        await env.restart_bot(bot_of(converse(storage), storage))

    won = Won(key, ann, storage, ann.sitting(talk))
    quiet = await _by_buttons(won, _nothing)
    assert (await won.session()).outcome is Outcome.WON
    assert [b.label for b in buttons_of(ann.message)] == ENDED
    assert ("The Devil lets go" if key == "devils-grip" else "Beautifully done") in ann.seen

    shaken = await _by_buttons(Won(key, bob, storage, bob.sitting(talk)), restart)
    assert [each.replace("bob", "ann") for each in shaken] == quiet
    assert presses >= len(shaken) > 50


@pytest.mark.parametrize("key", KEYS)
async def test_won_by_text(
    key: str, zoe: Player, storage: Storage, conversation: Conversation
) -> None:
    """No button is pressed: a message of several moves after the other, in a private chat."""
    won = Won(key, zoe, storage, zoe.sitting(conversation))
    await zoe.say("settings autoturn off")
    await won.begin()
    codes = [code for code in won.codes if not won.game.parse(code).swap]
    for start in range(0, len(codes), 6):
        await zoe.say(" ".join(codes[start : start + 6]))

    assert (await won.session()).outcome is Outcome.WON
    assert [b.label for b in buttons_of(zoe.message)] == ENDED
    boards = [each for each in zoe.channel.history() if each.author.bot]
    assert [each for each in boards[:-1] if buttons_of(each)] == boards[:1]
