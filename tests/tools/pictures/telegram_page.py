"""Telegram's messages as a page: sizes and colours of its dark theme, entities as far as used.

What goes in are messages as the Bot API gives them, so that the pictures show what was sent.
"""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import Any

_STYLE = """
body { margin: 0; background: #0e1621; color: #fff; font: 15px/20px "DejaVu Sans"; }
.page { padding: 8px; box-sizing: border-box; }
.message { margin-bottom: 8px; }
.bubble { background: #182533; border-radius: 12px; padding: 8px 11px; width: fit-content;
  max-width: 100%; box-sizing: border-box; white-space: pre-wrap; overflow-wrap: anywhere; }
.keys .bubble { width: 100%; }
.theirs .bubble { background: #2b5278; margin-left: auto; }
.who { color: #65aadd; font-weight: bold; font-size: 13px; }
pre { font: 14px/18px "DejaVu Sans Mono"; background: #12202d; border-left: 3px solid #65aadd;
  border-radius: 4px; padding: 6px 8px; margin: 4px 0; overflow: hidden; white-space: pre; }
code { font: 14px "DejaVu Sans Mono"; color: #8ab7db; }
pre code { color: #fff; }
i { color: #b4c3d1; }
a { color: #65aadd; }
.when { color: #6d7f8f; font-size: 11px; text-align: right; }
.row { display: flex; gap: 4px; margin-top: 4px; }
button { flex: 1 1 0; min-width: 0; background: #2b3b4d; color: #fff; border: 0; height: 38px;
  border-radius: 7px; font: 14px "DejaVu Sans"; padding: 0 2px; overflow: hidden; }
button.primary { background: #2f6ea5; } button.success { background: #2a7d4f; }
button.danger { background: #a03b40; }
"""
_TAGS = {
    "bold": ("<b>", "</b>"),
    "italic": ("<i>", "</i>"),
    "code": ("<code>", "</code>"),
    "pre": ("<pre>", "</pre>"),
    "text_link": ("<a>", "</a>"),
    "bot_command": ("<a>", "</a>"),
    "blockquote": ("<i>", "</i>"),
}


def page(messages: Iterable[dict[str, Any]], *, width: int) -> str:
    """A page ``width`` pixels wide with the messages one under the other."""
    shown = "".join(map(_message, messages))
    return (
        f'<!doctype html><meta charset="utf-8"><style>{_STYLE}</style>'
        f'<div class="page" style="width:{min(width, 480)}px">{shown}</div>'
    )


def _message(message: dict[str, Any]) -> str:
    rows = message.get("reply_markup", {}).get("inline_keyboard", ())
    theirs = "" if message["from"].get("is_bot") else " theirs"
    keyboard = "".join(f'<div class="row">{"".join(map(_button, row))}</div>' for row in rows)
    name = html.escape(message["from"]["first_name"])
    group = message["chat"]["type"] != "private"
    who = f'<div class="who">{name}</div>' if group else ""
    text = set_as_html(message.get("text", ""), message.get("entities", ()))
    return (
        f'<div class="message{theirs}{" keys" if rows else ""}"><div class="bubble">{who}{text}'
        f'<div class="when">12:00</div></div>{keyboard}</div>'
    )


def _button(button: dict[str, Any]) -> str:
    return f'<button class="{button.get("style", "")}">{html.escape(button["text"])}</button>'


def set_as_html(text: str, entities: Iterable[dict[str, Any]]) -> str:
    """A text with its entities, whose places are counted in UTF-16 code units, as HTML."""
    opening: dict[int, str] = {}
    closing: dict[int, str] = {}
    for entity in sorted(entities, key=lambda each: -each["length"]):
        before, after = _TAGS.get(entity["type"], ("", ""))
        start, end = entity["offset"], entity["offset"] + entity["length"]
        opening[start] = opening.get(start, "") + before
        closing[end] = after + closing.get(end, "")
    pieces, at = [], 0
    for sign in text:
        pieces.append(closing.get(at, "") + opening.get(at, "") + html.escape(sign))
        at += len(sign.encode("utf-16-le")) // 2
    # A line break beside a block is shown by the block itself.
    whole = "".join((*pieces, closing.get(at, "")))
    return whole.replace("</pre>\n", "</pre>").replace("\n<pre>", "<pre>")
