"""Presses and commands: what the bot hears of them, and how it may answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from tests.fakes.discord.faults import answer, refusal
from tests.fakes.discord.world import (
    ALL_PERMISSIONS,
    EPHEMERAL,
    LOADING,
    Payload,
    World,
    edited,
    member,
)

COMMAND, PRESS = 2, 3
MESSAGE, DEFERRED, DEFERRED_EDIT, EDIT = 4, 5, 6, 7
IN_TIME = 3.0
"""Seconds after which an interaction that nobody acknowledged is forgotten."""
_KINDS: dict[type, int] = {str: 3, int: 4, bool: 5}


@dataclass
class Interaction:
    """Something that a person did, and what came of it."""

    payload: Payload
    at: float
    """When it happened, by the server's clock."""
    answers: list[int] = field(default_factory=list)
    """Types of the callbacks that were taken: one at most."""
    waited: float | None = None
    """Seconds from the deed to the callback."""
    message: Payload | None = None
    """The original response, or the message that was pressed."""
    followups: list[Payload] = field(default_factory=list)

    @property
    def token(self) -> str:
        """The part of addresses that names it."""
        return str(self.payload["token"])

    @property
    def told(self) -> Payload:
        """The newest message of an answer."""
        told = self.followups[-1] if self.followups else self.message
        assert told is not None  # it was answered
        return told


class Interactions:
    """All interactions by their tokens."""

    def __init__(self, world: World) -> None:
        """None yet."""
        self._world = world
        self._all: dict[str, Interaction] = {}

    def make(self, channel: Payload, user: Payload, at: float, **more: Any) -> Interaction:
        """Something ``user`` does in ``channel``: ``type``, ``data``, perhaps ``message``."""
        made = self._world.id()
        payload = {
            "id": str(made),
            "application_id": str(self._world.application),
            "token": f"token{made}",
            "version": 1,
            "guild_id": channel["guild_id"],
            "channel_id": channel["id"],
            "channel": channel | {"permissions": ALL_PERMISSIONS},
            "member": member(user),
            "app_permissions": ALL_PERMISSIONS,
            "locale": "en-US",
            "guild_locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": {"0": channel["guild_id"]},
            "context": 0,
            "attachment_size_limit": 10_485_760,
            **more,
        }
        interaction = Interaction(payload, at)
        self._all[interaction.token] = interaction
        return interaction

    def find(self, token: str) -> Interaction | None:
        """The interaction of that token."""
        return self._all.get(token)

    def callback(self, token: str, body: Payload, now: float) -> web.Response:
        """The first answer; late ones and second ones are refused."""
        interaction = self._all.get(token)
        if interaction is None or (not interaction.answers and now - interaction.at > IN_TIME):
            return refusal(404, 10062, "Unknown interaction")
        if interaction.answers:
            return refusal(400, 40060, "Interaction has already been acknowledged.")
        kind = body["type"]
        interaction.answers.append(kind)
        interaction.waited = now - interaction.at
        pressed = interaction.payload.get("message")
        interaction.message = self._world.messages[int(pressed["id"])] if pressed else None
        data = body.get("data") or {}
        told: Payload = {"id": interaction.payload["id"], "type": interaction.payload["type"]}
        if kind == EDIT:
            assert interaction.message is not None  # only messages with buttons are pressed
            edited(interaction.message, data)
        elif kind in (MESSAGE, DEFERRED):
            flags = data.get("flags", 0) | (LOADING if kind == DEFERRED else 0)
            interaction.message = self._said(interaction, data | {"flags": flags})
        found: Payload = {"interaction": told}
        if kind in (MESSAGE, EDIT, DEFERRED):
            assert interaction.message is not None  # as above
            told["response_message_id"] = interaction.message["id"]
            found["resource"] = {"type": kind, "message": interaction.message}
        return answer(found)

    def follow(self, token: str, body: Payload) -> web.Response:
        """A message after the first answer; the first one takes the place of one awaited."""
        interaction = self._all.get(token)
        if interaction is None or not interaction.answers:
            return refusal(404, 10015, "Unknown Webhook")
        if interaction.message is not None and interaction.message["flags"] & LOADING:
            return answer(edited(interaction.message, body))
        interaction.followups.append(self._said(interaction, body))
        return answer(interaction.followups[-1])

    def original(self, token: str, method: str, body: Payload) -> web.Response:
        """Look at the first answer, change it or take it away."""
        interaction = self._all.get(token)
        message = interaction.message if interaction and interaction.answers else None
        if message is None or int(message["id"]) not in self._world.messages:
            return refusal(404, 10008, "Unknown Message")
        if method == "DELETE":
            del self._world.messages[int(message["id"])]
            return web.Response(status=204)
        # Whether only one person sees it was settled by the first answer.
        return answer(
            edited(message, body | {"flags": body.get("flags", 0) | message["flags"] & EPHEMERAL})
        )

    def _said(self, interaction: Interaction, body: Payload) -> Payload:
        channel = interaction.payload["channel_id"]
        return self._world.message(channel, self._world.bot, body)


def options_of(given: dict[str, Any]) -> list[Payload]:
    """The options of a command as they are sent."""
    return [
        {"name": name, "type": _KINDS[type(value)], "value": value} for name, value in given.items()
    ]
