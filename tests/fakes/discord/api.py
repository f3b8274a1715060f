"""The HTTP API: what each request does, and a list of them all."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tests.fakes.discord.faults import Faults, Handler, answer, refusal
from tests.fakes.discord.gateway import Gateway
from tests.fakes.discord.interactions import Interactions
from tests.fakes.discord.world import Payload, World, edited

ROOT = "/api/v10"
BODY = web.RequestKey[Any]("body", object)
ROOM = {
    "X-RateLimit-Bucket": "messages",
    "X-RateLimit-Limit": "5",
    "X-RateLimit-Remaining": "4",
    "X-RateLimit-Reset-After": "1.000",
}
"""What a channel says of its limit: without it a client has one post under way at a time."""


@dataclass(frozen=True)
class Request:
    """A request that came in: its path begins after the API's own."""

    method: str
    path: str
    body: Any


class Api:
    """Answers requests about the world."""

    def __init__(
        self,
        world: World,
        gateway: Gateway,
        faults: Faults,
        clock: Callable[[], float],
        changed: Callable[[], None],
    ) -> None:
        """``changed`` is called when a request comes and when it is answered."""
        self._world = world
        self._gateway = gateway
        self._faults = faults
        self._clock = clock
        self._changed = changed
        self.interactions = Interactions(world)
        self.requests: list[Request] = []

    def application(self) -> web.Application:
        """The server's paths."""
        app = web.Application(middlewares=[self._watched])
        channel = f"{ROOT}/channels/{{channel:[0-9]+}}/messages"
        emojis = f"{ROOT}/applications/{{application}}/emojis"
        hook = f"{ROOT}/webhooks/{{application}}/{{token}}"
        app.add_routes(
            [
                web.get("/gateway/", self._gateway.connect),
                web.get(f"{ROOT}/gateway/bot", self._gateway_bot),
                web.get(f"{ROOT}/users/@me", self._me),
                web.get(f"{ROOT}/oauth2/applications/@me", self._application),
                web.get(f"{ROOT}/users/@me/guilds", self._guilds),
                web.get(f"{ROOT}/guilds/{{guild:[0-9]+}}", self._guild),
                web.get(f"{ROOT}/guilds/{{guild:[0-9]+}}/channels", self._guild),
                web.get(f"{ROOT}/guilds/{{guild:[0-9]+}}/members/{{user:[0-9]+}}", self._guild),
                web.put(f"{ROOT}/applications/{{application}}/commands", self._commands),
                web.get(emojis, self._emojis),
                web.post(emojis, self._new_emoji),
                web.delete(f"{emojis}/{{emoji:[0-9]+}}", self._no_emoji),
                web.post(f"{ROOT}/interactions/{{id}}/{{token}}/callback", self._callback),
                web.post(hook, self._follow),
                web.route("*", f"{hook}/messages/@original", self._original),
                web.post(channel, self._say),
                web.patch(f"{channel}/{{message:[0-9]+}}", self._edit),
                web.delete(f"{channel}/{{message:[0-9]+}}", self._delete),
            ]
        )
        return app

    @web.middleware
    async def _watched(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Keep the request, check who asks, and let a fault answer that is switched on."""
        if not request.path.startswith(ROOT):
            return await handler(request)
        path = request.path.removeprefix(ROOT)
        request[BODY] = await _body(request)
        self.requests.append(Request(request.method, path, request[BODY]))
        self._changed()
        try:
            # Interactions carry a token of their own.
            known = path.startswith(("/interactions/", "/webhooks/"))
            if not known and request.headers.get("Authorization") != f"Bot {self._gateway.token}":
                return refusal(401, 0, "401: Unauthorized")
            fault = self._faults.next(request.method, path)
            return await (fault(request, handler) if fault else handler(request))
        finally:
            self._changed()

    async def _gateway_bot(self, _: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        shards = self._gateway.shards
        return answer({"url": self._gateway.url, "shards": shards, "session_start_limit": limit})

    async def _me(self, _: web.Request) -> web.Response:
        return answer(self._world.bot)

    async def _guilds(self, _: web.Request) -> web.Response:
        named = ("id", "name", "features")
        guilds = self._world.guilds.values()
        return answer(
            [
                {name: guild[name] for name in named}
                | {"icon": None, "owner": False, "permissions": guild["roles"][0]["permissions"]}
                for guild in guilds
            ]
        )

    async def _guild(self, request: web.Request) -> web.Response:
        """A server, its channels, or the bot as its member."""
        guild = self._world.guilds.get(int(request.match_info["guild"]))
        if guild is None:
            return refusal(404, 10004, "Unknown Guild")
        if request.path.endswith("/channels"):
            return answer(guild["channels"])
        return answer(guild["members"][0] if "user" in request.match_info else guild)

    async def _application(self, _: web.Request) -> web.Response:
        world = self._world
        return answer(
            {
                "id": str(world.application),
                "name": "Patience",
                "description": "",
                "icon": None,
                "bot_public": world.public,
                "bot_require_code_grant": False,
                "verify_key": "",
                "flags": world.flags,
                "owner": world.bot,
                "team": None,
            }
        )

    async def _commands(self, request: web.Request) -> web.Response:
        world = self._world
        world.commands = [
            each
            | {
                "id": str(world.id()),
                "application_id": str(world.application),
                "version": str(world.id()),
                "default_member_permissions": None,
            }
            for each in request[BODY]
        ]
        return answer(world.commands)

    async def _emojis(self, _: web.Request) -> web.Response:
        return answer({"items": self._world.emojis})

    async def _new_emoji(self, request: web.Request) -> web.Response:
        world, name = self._world, request[BODY]["name"]
        if any(each["name"] == name for each in world.emojis):
            return refusal(400, 50035, "Invalid Form Body")
        world.emojis.append({"id": str(world.id()), "name": name, "animated": False})
        return answer(world.emojis[-1], 201)

    async def _no_emoji(self, request: web.Request) -> web.Response:
        gone = request.match_info["emoji"]
        self._world.emojis = [each for each in self._world.emojis if each["id"] != gone]
        return web.Response(status=204)

    async def _callback(self, request: web.Request) -> web.Response:
        token = request.match_info["token"]
        return self.interactions.callback(token, request[BODY], self._clock())

    async def _follow(self, request: web.Request) -> web.Response:
        return self.interactions.follow(request.match_info["token"], request[BODY])

    async def _original(self, request: web.Request) -> web.Response:
        token = request.match_info["token"]
        return self.interactions.original(token, request.method, request[BODY] or {})

    async def _say(self, request: web.Request) -> web.Response:
        channel, body = request.match_info["channel"], request[BODY]
        if int(channel) not in self._world.channels:
            return refusal(404, 10003, "Unknown Channel")
        if body.get("enforce_nonce"):
            said = (m for m in self._world.shown(channel) if m.get("nonce") == body["nonce"])
            if (before := next(said, None)) is not None:
                return answer(before, **ROOM)
        return answer(self._world.message(channel, self._world.bot, body), **ROOM)

    async def _edit(self, request: web.Request) -> web.Response:
        message = self._message(request)
        if message is None:
            return refusal(404, 10008, "Unknown Message")
        return answer(edited(message, request[BODY]))

    async def _delete(self, request: web.Request) -> web.Response:
        message = self._message(request)
        if message is None:
            return refusal(404, 10008, "Unknown Message")
        del self._world.messages[int(message["id"])]
        return web.Response(status=204)

    def _message(self, request: web.Request) -> Payload | None:
        return self._world.messages.get(int(request.match_info["message"]))


async def _body(request: web.Request) -> Any:
    """The JSON of a request, that beside files included; None without any."""
    if request.content_type == "multipart/form-data":
        return json.loads(str((await request.post())["payload_json"]))
    return await request.json() if request.can_read_body else None
