"""The single door: a request goes in, one reply comes out, whatever happens between.

Order of a press: decode the token, load the game, check who presses, compare ``seq``, act,
commit, draw. What is shown is always what is stored.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace

import structlog

from bot import tokens
from bot.actions import act, asks_first
from bot.admission import door
from bot.boards import board_reply, named, say, secret, view
from bot.commands import BY_WORD, Command, help_page, split_command
from bot.daily.reminder import PAGE as REMIND
from bot.handlers import (
    accounts,
    challenge_closing,
    challenge_tokens,
    challenging,
    chat_places,
    daily,
    guide,
    helping,
    history,
    leaderboards,
    linking,
    opening,
    own_data,
    reminding,
    seating,
    settings,
    setup,
    starting,
    turns,
    unlinking,
    zone_choice,
)
from bot.handlers.missing import game_buttons, no_game, unknown_button
from bot.handlers.suggesting import Suggestion, suggestions
from bot.names import isolated, plain
from bot.permissions import may
from bot.reading.words import fold
from bot.replies import Reply
from bot.requests import Actor, Chat, Message, Press, Request
from bot.scene import Scene, Services
from bot.sessions import AtHand, Unreadable
from bot.titles import TITLES, find_game
from storage import DamagedDatabase, Reading, Stale, Unavailable
from storage.people import Player

log = structlog.get_logger(__name__)


class Conversation:
    """Answers requests; safe to call from many tasks at once."""

    def __init__(self, services: Services) -> None:
        """Keep what the core is given."""
        self._services = services

    async def handle(self, request: Request) -> Reply:
        """Exactly one reply to ``request``; never raises for anything a player can cause."""
        scene = self._scene(request)
        try:
            if (shut := await door.turned_away(scene, request)) is not None:
                return replace(shut, look=scene.look)
            await scene.recognise()
            reply = await accounts.with_news(scene, await self._answer(scene, request))
            reply = await reminding.with_end(scene, reply)
        except (Unavailable, DamagedDatabase):
            log.warning("database_unavailable", exc_info=True)
            return say(
                scene.t("The database can't be reached now; nothing was lost. Please try again."),
                private=True,
            )
        except Exception:
            number = secrets.token_hex(4)
            log.exception("unexpected_error", error_id=number)
            return say(
                scene.t(
                    "Something went wrong here; your game is as it was. Error {id}.", id=number
                ),
                private=True,
            )
        reply = replace(reply, ended=tuple(scene.ended), look=scene.look)
        current = scene.current
        if reply.live is not None:
            reply = replace(reply, secret=reply.live.secret)
        elif reply.private and current is not None and _acts_on_game(reply):
            # Refusals and hints name its cards.
            reply = replace(reply, secret=reply.secret or secret(scene, current.row))
        shown = current is not None and current.row.status in ("running", "won", "lost")
        game = view(current, reply.hint) if shown and current else None
        return replace(reply, game=game)

    async def ignores(self, actor: Actor, chat: Chat) -> bool:
        """Whether nobody listens to them just now: then nothing needs to be asked or prepared."""
        return await door.is_ignored(self._services, actor, chat)

    async def suggest(
        self, actor: Actor, chat: Chat, begun: str, most: int = 25
    ) -> tuple[Suggestion, ...]:
        """Moves that a message begun so may become; none when anything fails. Plays nothing."""
        scene = Scene(self._services, actor, chat, self._services.clock())
        try:
            if not await door.may_complete(scene):
                return ()
            await scene.recognise()
            return suggestions(scene, begun[:100], most)
        except (Unavailable, DamagedDatabase):
            log.warning("database_unavailable", exc_info=True)
        except Exception:
            log.exception("unexpected_error", error_id=secrets.token_hex(4))
        return ()

    def _scene(self, request: Request) -> Scene:
        scene = Scene(self._services, request.actor, request.chat, self._services.clock())
        if isinstance(request, Message):
            return replace(scene, people=request.people, answers=request.answers)
        return replace(scene, typed=False)

    async def _answer(self, scene: Scene, request: Request) -> Reply:
        try:
            if isinstance(request, Press):
                return await self._press(scene, request)
            return await self._message(scene, request)
        except Stale as stale:
            return await _moved_on(scene, stale.game_id)
        except turns.Occupied as occupied:
            other = named(occupied.row)
            return say(scene.t("{game} is running now; finish or resign it first.", game=other))
        except turns.TriedSince as tried:
            sentence = scene.t("{game} stays as it ended: you have tried its deal again since.",
                               game=named(tried.row))  # fmt: skip
            return say(sentence, private=True)
        except Unreadable as unreadable:
            log.exception("unreadable_game", game_id=unreadable.game_id)
            return say(
                scene.t("That game can't be read any more. Which one shall it be?"),
                rows=game_buttons(),
                private=True,
            )

    async def _message(self, scene: Scene, message: Message) -> Reply:
        text = plain(message.text).strip()
        command, rest = split_command(text[:4000])
        said = fold(text[:8]).strip(" .!")
        yes = said in _YES if said in _YES | _NO else starting.answer(scene, text[:80])
        if yes is not None and (reply := await _settled(scene, yes=yes)) is not None:
            return reply
        if command is None and _names_game(scene, text):
            command, rest = BY_WORD["play"], text
        if (refused := _turned_away(scene, command)) is not None:
            return refused
        if yes is not None:
            return await _answered(scene, yes=yes)
        read = command is not None or turns.is_move(scene, text)
        word = command.name if command else "move"
        # What nobody can read leaves games alone, and what was asked about them.
        await accounts.let_go(scene, word if read else starting.QUESTION)
        if read:
            await history.let_go(scene, word)
        if command is not None:
            return await command.run(scene, rest)
        return await turns.typed(scene, text)

    async def _press(self, scene: Scene, press: Press) -> Reply:
        token = tokens.decode(press.token)
        await accounts.let_go(scene, token.name if isinstance(token, tokens.OnPage) else "")
        match token:
            case tokens.OnGame():
                return _turned_away(scene, None) or await _on_board(scene, token)
            case tokens.OnPage(name, arguments):
                refused = _turned_away(scene, BY_WORD.get(_PART_OF.get(name, name)))
                return refused or await _page(scene, name, arguments) or unknown_button(scene)
            case tokens.OnSetting(name, value):
                return await settings.change(scene, name, value)
        return unknown_button(scene)


def _names_game(scene: Scene, text: str) -> bool:
    """Whether a message is the bare name of a game to start, with or without a deal."""
    key, more = find_game(text[:80].split())
    return scene.current is None and key is not None and len(text) > 1 and len(more) < 2


def _acts_on_game(reply: Reply) -> bool:
    keys = (tokens.decode(button.token) for row in reply.rows for button in row)
    return any(isinstance(key, tokens.OnGame) for key in keys)


def _turned_away(scene: Scene, command: Command | None) -> Reply | None:
    """Why a command, or with None a move, is not for this place or this person; None if it is."""
    if not scene.playable and (command is None or not command.anywhere):
        return chat_places.elsewhere(scene)
    return setup.not_for_you(scene) if command is not None and command.managing else None


_YES = frozenset("yes si y ok vale".split())
_NO = frozenset("no nope".split())


async def _settled(scene: Scene, *, yes: bool) -> Reply | None:
    """A typed yes or no to what was not asked about the game at hand, if that came last."""
    for answered in _ANSWERED:
        if (reply := await answered(scene, yes=yes)) is not None:
            return reply
    return None


_ANSWERED = (
    linking.answered, unlinking.answered, challenge_closing.answered, own_data.answered,
    starting.answered,
)  # fmt: skip


async def _answered(scene: Scene, *, yes: bool) -> Reply:
    """A typed yes or no to what was asked last about the current game."""
    at_hand = scene.current
    if at_hand is None:
        return no_game(scene)
    word, _, seq = (at_hand.row.asked or "").partition(".")
    if not asks_first(word) or (seq and seq != str(at_hand.row.seq)):
        return board_reply(scene, at_hand, before=(scene.t("Nothing was asked."),))
    return await act(scene, at_hand, word if yes else "no", yes=yes)


async def _page(scene: Scene, name: str, arguments: tuple[str, ...]) -> Reply | None:
    match name, arguments:
        case "play", (key,) if key in TITLES:
            return await starting.play_command(scene, key)
        case "rules", (key,) if key in TITLES:
            return helping.rules(scene, key)
        case "help", ("daily",):
            return helping.daily_rules(scene)
        case "help", (number,) if number.isdigit():
            return help_page(scene, int(number[:6]))
    page = _PAGES.get(name)
    return await page(scene, arguments) if page else None


_PAGES: dict[str, Callable[[Scene, tuple[str, ...]], Awaitable[Reply | None]]] = {
    "top": leaderboards.top_page,
    guide.PAGE: guide.guide_page,
    "mydata": own_data.mydata_page,
    "daily": daily.daily_page,
    REMIND: reminding.remind_page,
    zone_choice.PAGE: settings.zone_page,
    opening.PAGE: opening.shared_page,
    challenge_tokens.PAGE: challenging.challenge_page,
    "link": linking.link_page,
    "unlink": unlinking.unlink_page,
    "setup": setup.setup_page,
}


_PART_OF = {REMIND: "settings", zone_choice.PAGE: "settings"}
"""The commands that pages of other names belong to: they go where those go."""


async def _on_board(scene: Scene, token: tokens.OnGame) -> Reply:
    at_hand, owner = await _load(scene, token.game_id)
    if at_hand is None:
        return say(scene.t("That game is gone."), rows=game_buttons(), private=True)
    action = token.action.removesuffix("!")
    if not may(scene.player, at_hand.row):
        name = isolated(owner.name) if owner and owner.name else scene.t("a player")
        return say(
            scene.t("This is {name}'s game. Start your own?", name=name),
            rows=game_buttons(),
            private=True,
        )
    if action == "board":
        return await seating.go_on(scene, at_hand.row)
    if at_hand.row.seq != token.seq:
        return await _moved_on(scene, token.game_id)
    return await act(scene, at_hand, action, yes=token.action.endswith("!"))


async def _load(scene: Scene, game_id: int) -> tuple[AtHand | None, Player | None]:
    if scene.current is not None and scene.current.row.id == game_id:
        return scene.current, scene.player

    async def work(reading: Reading) -> tuple[AtHand | None, Player | None]:
        row = await reading.games.get(game_id)
        if row is None:
            return None, None
        owner = await reading.people.player(row.player_id)
        return await scene.services.sessions.at_hand(row, reading.games.events), owner

    return await scene.services.storage.read(work)


async def _moved_on(scene: Scene, game_id: int) -> Reply:
    """The live board, for a press or a message that came too late."""

    async def work(reading: Reading) -> AtHand | None:
        row = await reading.games.get(game_id)
        if row is None:
            return None
        return await scene.services.sessions.at_hand(row, reading.games.events)

    fresh = await scene.services.storage.read(work)
    if fresh is None:
        return say(scene.t("That game is gone."), rows=game_buttons(), private=True)
    if scene.current is not None and scene.current.row.id == game_id:
        scene.current = fresh
    return board_reply(scene, fresh, before=(scene.t("The board had moved on; here it is."),))
