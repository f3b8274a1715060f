"""What Telegram takes as a keyboard under a message."""

from __future__ import annotations

import json
from typing import Any

from tests.fakes.telegram.description import LIMITS
from tests.fakes.telegram.refusals import wrong

_ACTIONS = (
    "url", "callback_data", "web_app", "login_url", "switch_inline_query",
    "switch_inline_query_current_chat", "switch_inline_query_chosen_chat", "copy_text",
    "callback_game", "pay",
)  # fmt: skip


def keyboard(markup: Any) -> dict[str, Any] | None:
    """The inline keyboard, None where it has no button; raises Refused."""
    if markup is None:
        return None
    rows = [row for row in markup.get("inline_keyboard", ()) if row]
    buttons = [button for row in rows for button in row]
    size = len(json.dumps(markup, ensure_ascii=False, separators=(",", ":")).encode())
    if (
        len(buttons) > LIMITS["inline_keyboard.buttons_total"]["max"]
        or size > LIMITS["inline_keyboard.json_bytes"]["max"]
    ):
        raise wrong("reply markup is too long")
    if any(len(row) > LIMITS["inline_keyboard.per_row"]["max"] for row in rows):
        raise wrong("a row of more than 8 buttons, which phones cut")
    for button in buttons:
        _check(button)
    return {"inline_keyboard": rows} if rows else None


def _check(button: dict[str, Any]) -> None:
    if not button["text"].strip():
        raise wrong("text buttons are unallowed in the inline keyboard")
    actions = [each for each in _ACTIONS if each in button]
    if len(actions) != 1:
        raise wrong(f"button {button['text']!r} has {len(actions)} actions, not one")
    data = button.get("callback_data", "x").encode()
    if not LIMITS["callback_data"]["min"] <= len(data) <= LIMITS["callback_data"]["max"]:
        raise wrong("BUTTON_DATA_INVALID")
    if not button.get("url", "https://").startswith(("https://", "http://", "tg://")):
        raise wrong(f"inline keyboard button URL {button['url']!r} is invalid: Wrong HTTP URL")
