"""Bringing answers to Telegram: in place, under a board, to one person, or as a new message.

Whatever fails here has no bearing on the game, which is stored before its answer is delivered.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import telegram
from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot import links, tokens
from bot.adapters.telegram.drawing import Drawn, board_of, draw, is_document, keyboard, under
from bot.adapters.telegram.places import AnyMessage, Spot, spot_of
from bot.adapters.telegram.sending import Letter, Sending
from bot.adapters.telegram.ways import Way, asks, way_of_press
from bot.adapters.telegram.writing import ANSWER, units
from bot.boards import say
from bot.i18n import texts_in
from bot.recent import Recent
from bot.replies import Live, Reply
from storage.records import Board


@dataclass(frozen=True, slots=True)
class Told:
    """What whoever pressed is told alone; ``aloud`` stays until it is put away."""

    text: str = ""
    aloud: bool = False


NOTHING = Told()
SHORT = 100
"""So many signs can be read before a passing answer is gone."""


class Delivery:
    """Delivers replies; ``link`` is what deep links to the bot begin with."""

    def __init__(self, sending: Sending, link: str) -> None:
        """Write through ``sending``."""
        self._sending = sending
        self._link = link
        self._boards = Recent[int, tuple[str, InlineKeyboardMarkup | None]](1024)
        """By game: its newest board, without what was said under it, and its keys."""

    def _clear(self, reply: Reply, besides: AnyMessage | None = None) -> None:
        """Take the keys off boards of games that went away with the reply.

        A message that is written anew anyway is left out.
        """
        kept = besides and _at(besides)
        for board in reply.ended:
            if board != kept:
                self._sending.strip(board)

    # Typed messages

    def message(
        self, said: telegram.Message, reply: Reply, language: str, *, personal: bool
    ) -> None:
        """Answer a typed message; ``personal`` answers go to their private chat with the bot."""
        spot = spot_of(said)
        self._clear(reply)
        alone = personal or reply.secret or reply.aside or is_document(reply)
        if spot.group and alone and said.sender_chat is None and said.from_user is not None:
            self._alone(spot, said.from_user.id, reply, language, answers=said.message_id)
            return
        answers = said.message_id if spot.group else None
        self._put(Letter(spot, self._drawn(spot, reply), language, reply.live,
                         answers=answers))  # fmt: skip

    def _alone(
        self, here: Spot, user: int, reply: Reply, language: str, *, answers: int | None = None
    ) -> None:
        """Write to who asked before others; where that can't be, say where to ask again."""
        spot = Spot(user)

        def unsent() -> None:
            t = texts_in(language)
            sentence = t("That is for you alone: ask me in our private chat.")
            key = InlineKeyboardButton(t("Private chat"), url=f"{self._link}{links.HELLO}")
            drawn = replace(draw(say(sentence), here), keyboard=InlineKeyboardMarkup([[key]]))
            if reply.aside:
                drawn = draw(reply, here)
            self._sending.put(Letter(here, drawn, language, answers=answers))

        drawn = self._drawn(spot, reply)
        self._put(Letter(spot, drawn, language, reply.live, unsent=unsent))

    # Presses

    async def press(  # noqa: PLR0913 - a press and its answer, each part named
        self,
        message: AnyMessage,
        user: int,
        token: tokens.Token | None,
        reply: Reply,
        language: str,
        *,
        answered: bool,
    ) -> Told:
        """Answer ``user``'s press on ``message``; what to tell them, as the answer to the press."""
        spot = spot_of(message)
        if reply.secret and spot.group:
            self._clear(reply, message)
            self._alone(spot, user, reply, language)
            t = texts_in(language)
            return Told(t("That is for you alone: see our private chat."))
        way = way_of_press(token, reply, answered=answered, group=spot.group)
        self._clear(reply, message)
        letter = Letter(spot, self._drawn(spot, reply), language, reply.live)
        if way is Way.TOLD:
            return _told(reply)
        if way is Way.ANEW:
            self._put(letter)
            return NOTHING
        letter = replace(letter, over=message.message_id)
        if way is Way.EDIT or not isinstance(token, tokens.OnGame):
            self._put(letter)
            return NOTHING
        if await self._sending.live.where(token.game_id) != _at(message):
            # A notice about a board gives way to what it asked for.
            self._put(letter)
            return NOTHING
        return self._beneath(letter, token, message, reply, keys_only=way is Way.KEYS)

    def _beneath(
        self,
        letter: Letter,
        token: tokens.OnGame,
        message: AnyMessage,
        reply: Reply,
        *,
        keys_only: bool,
    ) -> Told:
        """Leave the board, and put the reply's sentences under it, or its keys alone."""
        board, keys = self._board(token, message)
        if not board:
            self._put(replace(letter, over=None))
            return NOTHING
        if reply.rows and (asks(reply) or not reply.private):
            keys = keyboard(reply.rows)
        told, text = NOTHING, under(board, reply)
        if keys_only and units(reply.text) <= ANSWER:
            told, text = replace(_told(reply), aloud=True), board
        self._put(replace(letter, drawn=Drawn((text,), keys)))
        return told

    def _board(
        self, token: tokens.OnGame, message: AnyMessage
    ) -> tuple[str, InlineKeyboardMarkup | None]:
        """The board that was pressed, and its keys; empty if nobody knows what it looked like."""
        kept = self._boards.get(token.game_id)
        if kept is not None:
            return kept
        if isinstance(message, telegram.Message) and message.text:
            return board_of(message), message.reply_markup
        return "", None

    # Within

    def _put(self, letter: Letter) -> None:
        if letter.live is not None:
            self._boards.put(letter.live.game_id, (letter.drawn.texts[-1], letter.drawn.keyboard))
        self._sending.put(letter)

    def _drawn(self, spot: Spot, reply: Reply) -> Drawn:
        aside = self._aside(reply.live) if reply.live and spot.group else None
        return draw(reply, spot, aside=aside, link=self._link)

    def _aside(self, live: Live) -> InlineKeyboardButton:
        """The way to go on alone: groups may be written to only 20 times a minute."""
        t = texts_in(live.language)
        payload = links.encode(links.Play(live.game))
        return InlineKeyboardButton(t("Play in private"), url=f"{self._link}{payload}")


def _at(message: AnyMessage) -> Board:
    return Board(spot_of(message).text, str(message.message_id))


def _told(reply: Reply) -> Told:
    return Told(reply.text, aloud=len(reply.text) > SHORT)
