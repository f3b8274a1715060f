"""The Bot API over HTTP: one token, one world, and faults that a test switches on."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tests.fakes.telegram import asking, sending
from tests.fakes.telegram.description import File, known, read
from tests.fakes.telegram.refusals import Refused
from tests.fakes.telegram.world import World

TOKEN = "4242:loopback-secret"
Method = Callable[[World, dict[str, Any]], Any | Awaitable[Any]]
METHODS: dict[str, Method] = {
    "getMe": asking.get_me,
    "getUpdates": asking.get_updates,
    "setWebhook": asking.set_webhook,
    "deleteWebhook": asking.delete_webhook,
    "getWebhookInfo": asking.get_webhook_info,
    "answerCallbackQuery": asking.answer_callback_query,
    "setMyCommands": asking.set_my_commands,
    "getMyCommands": asking.get_my_commands,
    "deleteMyCommands": asking.delete_my_commands,
    "setMyDescription": asking.set_my_description,
    "getMyDescription": asking.get_my_description,
    "setMyShortDescription": asking.set_my_short_description,
    "getMyShortDescription": asking.get_my_short_description,
    "getChat": asking.get_chat,
    "getChatMember": asking.get_chat_member,
    "getChatAdministrators": asking.get_chat_administrators,
    "sendChatAction": asking.send_chat_action,
    "leaveChat": asking.leave_chat,
    "sendMessage": sending.send_message,
    "sendDocument": sending.send_document,
    "editMessageText": sending.edit_message_text,
    "editMessageReplyMarkup": sending.edit_message_reply_markup,
    "deleteMessage": sending.delete_message,
}


@dataclass(frozen=True)
class Call:
    """A call, and the refusal it met if it did."""

    method: str
    values: dict[str, Any]
    at: float
    refused: Refused | None = None


class BotApi:
    """A server on 127.0.0.1.

    ``faults`` is what no sound program sends; a test leaves it empty. ``broken`` is the status of
    every answer while Telegram is down, ``refuse`` that of single methods.
    """

    def __init__(self, world: World) -> None:
        """Nobody listens yet."""
        self.world = world
        self.calls: list[Call] = []
        self.faults: list[str] = []
        self.broken = 0
        self.refuse: dict[str, int] = {}
        self.busy = 0
        self._called = asyncio.Event()
        self._rests = asyncio.Event()
        self._runner: web.AppRunner | None = None
        self._port = 0

    @property
    def address(self) -> str:
        """Where the API is, without the ``/bot`` that its calls begin with."""
        return f"http://127.0.0.1:{self._port}"

    async def start(self) -> None:
        """Listen; after ``stop`` at the same address as before."""
        app = web.Application(client_max_size=60 * 1024**2)
        app.router.add_route("*", "/bot{token}/{method}", self._answer)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port)
        await site.start()
        self._port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Take no connection any more."""
        if self._runner is not None:
            self.world.updates.let_go()
            await self._runner.cleanup()
            self._runner = None

    async def close(self) -> None:
        """Stop for good."""
        self.world.updates.stop()
        await self.stop()

    async def until(self, done: Callable[[], bool]) -> None:
        """Wait for calls that lead to this."""
        while not done():
            self._called.clear()
            await self._called.wait()

    async def rest(self) -> None:
        """Come back when no call is under way."""
        while self.busy:
            self._rests.clear()
            await self._rests.wait()

    def made(self, *methods: str) -> list[Call]:
        """The calls of these methods, oldest first."""
        return [each for each in self.calls if each.method in methods]

    @property
    def floods(self) -> list[Call]:
        """The calls that were too much at once."""
        return [each for each in self.calls if each.refused and each.refused.code == 429]

    async def _answer(self, request: web.Request) -> web.Response:
        if request.match_info["token"] != TOKEN:
            code, told = (
                (401, "Unauthorized") if ":" in request.match_info["token"] else (404, "Not Found")
            )
            return web.json_response(
                {"ok": False, "error_code": code, "description": told}, status=code
            )
        method = known(request.match_info["method"])
        if status := self.broken or self.refuse.get(method or "", 0):
            return web.Response(status=status, text="<html>Bad Gateway</html>")
        counted = method != "getUpdates"
        self.busy += counted
        try:
            return await self._carried_out(method or request.match_info["method"], request)
        finally:
            self.busy -= counted
            self._rests.set()

    async def _carried_out(self, method: str, request: web.Request) -> web.Response:
        values: dict[str, Any] = {}
        refused = None
        result: Any = None
        try:
            values = self._read(method, await _form(request))
            result = METHODS[method](self.world, values)
            if inspect.isawaitable(result):
                result = await result
        except Refused as error:
            refused = error
            if error.fault:
                self.faults.append(f"{method}: {error}")
        self.calls.append(Call(method, values, self.world.now(), refused))
        self._called.set()
        if refused is not None:
            return web.json_response(refused.body, status=refused.code)
        return web.json_response({"ok": True, "result": result})

    @staticmethod
    def _read(method: str, form: dict[str, Any]) -> dict[str, Any]:
        if method not in METHODS:
            raise Refused("Not Found", 404, fault=True)
        values, found = read(method, form)
        if found:
            raise Refused(f"Bad Request: {found[0]}", fault=True)
        return values


async def _form(request: web.Request) -> dict[str, Any]:
    """The parameters, from wherever Telegram takes them; files in place of what names them."""
    form: dict[str, Any] = dict(request.query)
    if request.content_type == "application/json":
        return form | await request.json()
    for name, value in (await request.post()).items():
        if isinstance(value, web.FileField):
            form[name] = File(value.file.read())
            form[name].name = value.filename
            value.file.close()
        else:
            form[name] = value
    for name, value in list(form.items()):
        if isinstance(value, str) and value.startswith("attach://"):
            form[name] = form.pop(value.removeprefix("attach://"), value)
    return form
