"""Messages that wait to be written, and what becomes of those that can't be."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace

import structlog
import telegram
from telegram import LinkPreviewOptions, ReplyParameters
from telegram.constants import ParseMode

from bot.adapters.live import LiveBoards
from bot.adapters.telegram.drawing import Drawn, draw
from bot.adapters.telegram.faults import Fault, Kind
from bot.adapters.telegram.moves import Moves
from bot.adapters.telegram.outbox import Job, Outbox
from bot.adapters.telegram.places import Spot
from bot.adapters.telegram.shutout import ShutOut
from bot.boards import say
from bot.i18n import texts_in
from bot.recent import Recent
from bot.replies import Live
from storage.records import Board

log = structlog.get_logger(__name__)

FILE = "patience.txt"
NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


@dataclass(frozen=True, slots=True)
class Letter:
    """Something to write at a spot: in place of message ``over``, else as a new one.

    ``live`` tells that it is the live board of a game, ``answers`` which message it answers.
    ``unsent`` is done when whoever it is for can't be written to.
    """

    spot: Spot
    drawn: Drawn
    language: str
    live: Live | None = None
    over: int | None = None
    answers: int | None = None
    unsent: Callable[[], None] | None = None


@dataclass(slots=True)
class Sending:
    """Writes letters through the outbox."""

    bot: telegram.Bot
    outbox: Outbox
    live: LiveBoards
    shut_out: ShutOut
    moves: Moves
    _numbers: itertools.count[int] = field(default_factory=itertools.count)
    _newest: Recent[int, tuple[int, int]] = field(default_factory=lambda: Recent(4096))
    """By game: the ``seq`` of its newest board, and the number of the letter that has it."""
    _told: Recent[Spot, bool] = field(default_factory=lambda: Recent(1024))

    def put(self, letter: Letter) -> None:
        """Write it in its turn; a board that a newer one of its game has overtaken is not."""
        number = next(self._numbers)
        if letter.live is not None:
            game, seq = letter.live.game_id, letter.live.seq
            newest = self._newest.get(game)
            if newest is not None and seq < newest[0]:
                return
            self._newest.put(game, (seq, number))
        *first, last = letter.drawn.texts or ("",)
        for text in first:
            self._enqueue(replace(letter, drawn=Drawn((text,)), live=None), next(self._numbers))
            letter = replace(letter, over=None, answers=None)
        self._enqueue(replace(letter, drawn=replace(letter.drawn, texts=(last,))), number)

    def _enqueue(self, letter: Letter, number: int) -> None:
        async def run() -> None:
            await self._write(letter)

        async def failed(fault: Fault) -> None:
            if not stale():
                await self._failed(letter, fault)

        def stale() -> bool:
            if letter.live is None:
                return False
            newest = self._newest.get(letter.live.game_id)
            return newest is not None and newest[1] != number

        chat = self.here(letter.spot).chat
        self.outbox.put(chat, _key(letter, number), Job(run, failed, stale))

    def here(self, spot: Spot) -> Spot:
        """The spot under the chat's present id."""
        return replace(spot, chat=self.moves.now(spot.chat))

    # Calls

    async def _write(self, letter: Letter) -> None:
        spot, drawn = self.here(letter.spot), letter.drawn
        if spot != letter.spot:
            # Messages of the old chat have no number in the new one, or another's.
            letter = replace(letter, over=None, answers=None)
        if letter.over is not None:
            await self.bot.edit_message_text(
                drawn.texts[0],
                chat_id=spot.chat,
                message_id=letter.over,
                parse_mode=ParseMode.HTML,
                link_preview_options=NO_PREVIEW,
                reply_markup=drawn.keyboard,
            )
            message = letter.over
        elif drawn.document:
            message = (await self._send_document(spot, letter)).message_id
        else:
            message = (await self._send(spot, letter)).message_id
        if letter.live is not None:
            await self._is_live(letter.live, Board(spot.text, str(message)))

    async def _send(self, spot: Spot, letter: Letter) -> telegram.Message:
        return await self.bot.send_message(
            spot.chat,
            letter.drawn.texts[0],
            message_thread_id=spot.topic,
            parse_mode=ParseMode.HTML,
            link_preview_options=NO_PREVIEW,
            reply_parameters=_answering(letter),
            reply_markup=letter.drawn.keyboard,
        )

    async def _send_document(self, spot: Spot, letter: Letter) -> telegram.Message:
        return await self.bot.send_document(
            spot.chat,
            letter.drawn.document.encode(),
            filename=FILE,
            caption=letter.drawn.texts[0] or None,
            message_thread_id=spot.topic,
            parse_mode=ParseMode.HTML,
            reply_parameters=_answering(letter),
            reply_markup=letter.drawn.keyboard,
        )

    async def _is_live(self, live: Live, board: Board) -> None:
        """Note where the live board stands; the one that gave way loses its keys."""
        before = await self.live.put(live.game_id, board)
        if before is not None:
            self.strip(before, live.game_id)

    def strip(self, board: Board, game: int = 0) -> None:
        """Take the keys off a board, unless it is the live one of its ``game`` again by then."""
        spot = Spot.read(board.channel)
        if self.here(spot) != spot:
            return  # its message has no number in the new chat

        async def run() -> None:
            if not game or await self.live.where(game) != board:
                await self.bot.edit_message_reply_markup(spot.chat, int(board.message))

        async def failed(fault: Fault) -> None:
            log.debug("old_board_kept", chat=spot.chat, kind=fault.kind.name)

        self.outbox.put(spot.chat, ("keys", board.message), Job(run, failed, chore=True))

    # Refusals

    async def _failed(self, letter: Letter, fault: Fault) -> None:
        spot = self.here(letter.spot)
        match fault.kind:
            case Kind.NOT_THERE if letter.over is not None:
                self.put(replace(letter, over=None))
            case Kind.MOVED:
                await self.moves.moved(letter.spot.chat, fault.chat)
                self.put(letter)
            case Kind.NO_TOPIC:
                self._tell_elsewhere(letter)
            case Kind.SHUT_OUT:
                self.outbox.drop(spot.chat)
                await self.shut_out.note(spot.chat, fault.words)
                if letter.unsent is not None:
                    letter.unsent()
            case _:
                log.warning("not_delivered", chat=spot.chat, kind=fault.kind.name, why=fault.words)

    def _tell_elsewhere(self, letter: Letter) -> None:
        """One line in the General topic about one that is closed or gone."""
        spot = self.here(letter.spot)
        log.info("topic_closed", chat=spot.chat, topic=spot.topic)
        if spot.topic is None or self._told.get(spot):
            return
        self._told.put(spot, True)
        t = texts_in(letter.language)
        sentence = t("The topic is closed to me; the game is safe. /board shows it here.")
        general = Spot(spot.chat)
        self.put(Letter(general, draw(say(sentence), general), letter.language))


def _key(letter: Letter, number: int) -> Hashable:
    """Under one key only the newest state is written: a message's, or a game's new board."""
    if letter.over is not None:
        return "over", letter.over
    return ("game", letter.live.game_id) if letter.live is not None else ("new", number)


def _answering(letter: Letter) -> ReplyParameters | None:
    if letter.answers is None:
        return None
    return ReplyParameters(letter.answers, allow_sending_without_reply=True)
