"""Faults of the HTTP API: a test says which requests meet them, and how often."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Fault = Callable[[web.Request, Handler], Awaitable[web.StreamResponse]]
"""Answers a request in the handler's place; it may also ask the handler."""


def answer(body: Any, status: int = 200, **headers: str) -> web.Response:
    """An answer of the content type that Discord's have, to the letter."""
    data = json.dumps(body).encode()
    return web.Response(
        body=data, status=status, headers={"Content-Type": "application/json", **headers}
    )


def refusal(status: int, code: int, message: str) -> web.Response:
    """An error as Discord words it."""
    return answer({"message": message, "code": code}, status)


def limited(seconds: float, *, everywhere: bool = False) -> Fault:
    """Status 429: come again after so many seconds, to this bucket or to anything at all."""

    async def fault(_: web.Request, __: Handler) -> web.Response:
        body = {
            "message": "You are being rate limited.",
            "retry_after": seconds,
            "global": everywhere,
        }
        scope = {"X-RateLimit-Global": "true"} if everywhere else {}
        return answer(
            body,
            429,
            Via="1.1 google",
            **{"Retry-After": str(int(seconds + 1)), "X-RateLimit-Scope": "user"} | scope,
        )

    return fault


def broken(status: int, *, done: bool = False) -> Fault:
    """A server error in words that are no JSON; ``done`` if what was asked happens all the same."""

    async def fault(request: web.Request, handler: Handler) -> web.Response:
        if done:
            await handler(request)
        return web.Response(text="<html>upstream error</html>", status=status)

    return fault


def cut(*, done: bool = False) -> Fault:
    """The connection ends in place of an answer; ``done`` if the request took effect."""

    async def fault(request: web.Request, handler: Handler) -> web.StreamResponse:
        response = await handler(request) if done else web.Response()
        assert request.transport is not None  # it still waits
        request.transport.abort()
        return response

    return fault


def garbled() -> Fault:
    """Success, in words that are no JSON."""

    async def fault(request: web.Request, handler: Handler) -> web.Response:
        await handler(request)
        return web.Response(text="<html>fine</html>")

    return fault


@dataclass
class Rule:
    """Which requests meet a fault, and how many are still to."""

    method: str
    path: re.Pattern[str]
    fault: Fault
    times: int


class Faults:
    """The faults that are switched on; of two that fit, the one switched on first."""

    def __init__(self) -> None:
        """None yet."""
        self._rules: list[Rule] = []
        self._held: list[asyncio.Event] = []

    def add(self, method: str, path: str, fault: Fault, times: int = 1) -> None:
        """The next ``times`` requests of this kind, whose path has ``path`` in it, meet it."""
        self._rules.append(Rule(method, re.compile(path), fault, times))

    def hold(self, method: str, path: str) -> asyncio.Event:
        """Give the next request of this kind no answer, and no effect, until the event."""
        until = asyncio.Event()
        self._held.append(until)

        async def fault(request: web.Request, handler: Handler) -> web.StreamResponse:
            await until.wait()
            return await handler(request)

        self.add(method, path, fault)
        return until

    def end(self) -> None:
        """Hold nothing back any more."""
        for until in self._held:
            until.set()

    def next(self, method: str, path: str) -> Fault | None:
        """The fault that a request meets, which counts as met."""
        for rule in self._rules:
            if rule.times and rule.method == method and rule.path.search(path):
                rule.times -= 1
                return rule.fault
        return None
