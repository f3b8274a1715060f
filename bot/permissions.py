"""Who may do what, and where: the one place that decides."""

from __future__ import annotations

from bot.requests import Actor, Chat
from storage.people import Chat as StoredChat
from storage.people import Player
from storage.records import GameRow


def may(player: Player | None, row: GameRow) -> bool:
    """Whether ``player`` may act on the game: it is theirs."""
    return player is not None and player.id == row.player_id


def may_play_in(here: StoredChat | None, chat: Chat) -> bool:
    """Whether games are played in the place: in any, unless places were chosen for the chat.

    A thread goes with its channel.
    """
    chosen = here.places.split() if here is not None else []
    return not chosen or chat.place in chosen or chat.within in chosen


def may_set_up(actor: Actor, chat: Chat) -> bool:
    """Whether ``actor`` may change what holds for everybody in the chat."""
    return actor.manager and not chat.private
