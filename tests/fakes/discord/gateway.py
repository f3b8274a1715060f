"""The gateway: sessions over websockets, which outlive the connections that they are heard on."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import zstandard
from aiohttp import WSMsgType, web

from tests.fakes.discord.world import Payload, World

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11


class _Zlib:
    def __init__(self) -> None:
        self._stream = zlib.compressobj()

    def __call__(self, text: bytes) -> bytes:
        return self._stream.compress(text) + self._stream.flush(zlib.Z_SYNC_FLUSH)


class _Zstd:
    def __init__(self) -> None:
        self._stream = zstandard.ZstdCompressor().compressobj()

    def __call__(self, text: bytes) -> bytes:
        begun = self._stream.compress(text)
        return begun + self._stream.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)


_COMPRESSED = {"zlib-stream": _Zlib, "zstd-stream": _Zstd}


class Link:
    """One connection; what is sent on it is compressed if its client asked for that."""

    def __init__(self, request: web.Request) -> None:
        """Not answered yet."""
        self.socket = web.WebSocketResponse()
        self._request = request
        compressed = _COMPRESSED.get(request.query.get("compress", ""))
        self._compress: Callable[[bytes], bytes] | None = compressed() if compressed else None

    async def send(self, op: int, data: Any = None, **more: Any) -> None:
        """Send a message; a connection that has ended takes it and forgets it."""
        if self.socket.closed:
            return
        text = json.dumps({"op": op, "d": data, "s": None, "t": None, **more})
        if self._compress is None:
            await self.socket.send_str(text)
        else:
            await self.socket.send_bytes(self._compress(text.encode()))

    def drop(self) -> None:
        """End it without a word."""
        if self._request.transport is not None:
            self._request.transport.abort()


@dataclass
class Session:
    """What one shard hears: every event so far, and the connection if there is one."""

    id: str
    shard: int
    events: list[tuple[str, Payload]] = field(default_factory=list)
    link: Link | None = None

    async def replay(self, link: Link, after: int) -> None:
        """Send the events after that number, those that come meanwhile too; then stay."""
        number = after
        while number < len(self.events):
            name, data = self.events[number]
            number += 1
            await link.send(DISPATCH, data, s=number, t=name)
        self.link = link


class Gateway:
    """All sessions, and how clients came by them."""

    def __init__(self, world: World, changed: Callable[[], None]) -> None:
        """``changed`` is called whenever something happened that somebody may wait for."""
        self._world = world
        self._changed = changed
        self.url = ""
        self.token = ""
        self.shards = 1
        self.sessions: dict[int, Session] = {}
        self.opened: list[str] = []
        self.closed: list[int | None] = []
        """The codes with which clients ended their connections, None for no farewell."""
        self.beats = 0
        self.interval = 41250
        """Milliseconds from heartbeat to heartbeat."""
        self.refuses = 0
        """A code with which whoever identifies is turned away."""
        self.refused = 0
        """So many connections fail from now on, as where a network is away."""

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """Serve one connection until it ends."""
        if self.refused:
            self.refused -= 1
            return web.Response(status=503)
        link = Link(request)
        await link.socket.prepare(request)
        await link.send(HELLO, {"heartbeat_interval": self.interval})
        async for message in link.socket:
            if message.type is WSMsgType.TEXT:
                await self._heard(link, json.loads(message.data))
        self.closed.append(link.socket.close_code)
        for session in self.sessions.values():
            if session.link is link:
                session.link = None
        self._changed()
        return link.socket

    async def _heard(self, link: Link, message: Payload) -> None:
        data = message["d"]
        match message["op"]:
            case 1:
                self.beats += 1
                await link.send(ACK)
            case 2:
                await self._identify(link, data)
            case 6:
                await self._resume(link, data)
        self._changed()

    async def _identify(self, link: Link, data: Payload) -> None:
        self.opened.append("IDENTIFY")
        refused = self.refuses or (4004 if data["token"] != self.token else 0)
        if refused:
            await link.socket.close(code=refused)
            return
        shard, shards = data.get("shard", (0, 1))
        mine = [g for g in self._world.guilds.values() if (int(g["id"]) >> 22) % shards == shard]
        session = Session(f"session{len(self.opened)}", shard)
        ready = {
            "v": 10,
            "user": self._world.bot,
            "guilds": [{"id": guild["id"], "unavailable": True} for guild in mine],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "application": {"id": str(self._world.application), "flags": 0},
            "shard": [shard, shards],
        }
        session.events += [("READY", ready), *(("GUILD_CREATE", guild) for guild in mine)]
        self.sessions[shard] = session
        await session.replay(link, 0)

    async def _resume(self, link: Link, data: Payload) -> None:
        self.opened.append("RESUME")
        for session in self.sessions.values():
            if session.id == data["session_id"] and data["token"] == self.token:
                await session.replay(link, data["seq"])
                await self._tell(session, "RESUMED", {"_trace": []})
                return
        await link.send(INVALID, False)

    async def _tell(self, session: Session, name: str, data: Payload) -> None:
        session.events.append((name, data))
        if session.link is not None:
            await session.link.send(DISPATCH, data, s=len(session.events), t=name)

    # What a test does

    async def emit(self, name: str, data: Payload, guild: int | None = None) -> None:
        """Let an event happen; a shard without a connection hears it when it resumes."""
        shard = 0 if guild is None else (guild >> 22) % self.shards
        await self._tell(self.sessions[shard], name, data)

    @property
    def ready(self) -> bool:
        """Whether every shard is connected."""
        linked = [each for each in self.sessions.values() if each.link is not None]
        return len(linked) == self.shards

    def link(self, shard: int = 0) -> Link:
        """The connection of a shard, which is taken to have ended from now on."""
        session = self.sessions[shard]
        link, session.link = session.link, None
        assert link is not None  # it is connected
        return link

    def drop(self, shard: int = 0) -> None:
        """End a shard's connection without a word."""
        self.link(shard).drop()

    async def close(self, code: int, shard: int = 0) -> None:
        """End a shard's connection with a code."""
        await self.link(shard).socket.close(code=code)

    async def reconnect(self, shard: int = 0) -> None:
        """Tell a shard to come again (opcode 7)."""
        await self.link(shard).send(RECONNECT)

    async def invalidate(self, *, resumable: bool, shard: int = 0) -> None:
        """Tell a shard that its session is no good now, or for ever (opcode 9)."""
        link = self.link(shard)
        if not resumable:
            del self.sessions[shard]
        await link.send(INVALID, resumable)
