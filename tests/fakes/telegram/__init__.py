"""A Telegram of its own on the loopback: the Bot API over HTTP, and a world of people in chats.

``server.BotApi`` is the HTTP part, ``world.World`` what people see and do. Each call is held
against Telegram's own description and limits; what breaks them is refused as Telegram refuses it
and kept in ``BotApi.faults``, so that a test fails even where the bot swallows the refusal.
"""

from tests.fakes.telegram.people import Chat, Sent, User
from tests.fakes.telegram.refusals import Refused
from tests.fakes.telegram.server import TOKEN, BotApi
from tests.fakes.telegram.world import World

__all__ = ["TOKEN", "BotApi", "Chat", "Refused", "Sent", "User", "World"]
