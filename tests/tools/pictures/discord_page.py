"""Discord's messages as a page: sizes and colours of its dark theme, its markdown as far as used.

What goes in are messages as the API gives them, so that the pictures show what was really sent.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable
from typing import Any

Images = Callable[[str], str]
"""The address of an application emoji's picture, by the emoji's name."""

_STYLE = """
body { margin: 0; background: #313338; color: #dbdee1; font: 16px/22px "DejaVu Sans"; }
.page { padding: 16px 0 0; font-size: 15px; }
.message { position: relative; padding: 2px 16px 2px 72px; margin-bottom: 17px; }
.narrow .message { padding-left: 64px; padding-right: 12px; }
.avatar { position: absolute; left: 16px; top: 4px; width: 40px; height: 40px; border-radius: 50%;
  background: #23764f; color: #fff; font: 26px/40px "DejaVu Sans"; text-align: center; }
.narrow .avatar { left: 12px; }
.author { color: #f2f3f5; font-weight: bold; }
.app { background: #5865f2; color: #fff; border-radius: 3px; padding: 1px 5px; margin-left: 4px;
  font: bold 10px/14px "DejaVu Sans"; vertical-align: 1px; }
.when { color: #949ba4; font-size: 12px; margin-left: 6px; }
.small { color: #949ba4; font-size: 13px; line-height: 18px; }
pre { font: 14px/18px "DejaVu Sans Mono"; background: #2b2d31; border: 1px solid #1e1f22;
  border-radius: 4px; padding: 7px; margin: 6px 0; max-width: 90%; white-space: pre-wrap; }
.red { color: #dc322f; } .grey { color: #4f545c; }
code { font: 13px "DejaVu Sans Mono"; background: #2b2d31; padding: 1px 3px; border-radius: 3px; }
img.emoji { width: 22px; height: 22px; vertical-align: bottom; object-fit: contain; }
.row { display: flex; flex-wrap: wrap; margin-top: 4px; }
button { font: 14px/16px "DejaVu Sans"; color: #fff; background: #4e5058; border: 0; height: 32px;
  border-radius: 3px; padding: 2px 16px; margin: 4px 8px 4px 0; min-width: 60px; }
.narrow button { padding: 2px 12px; }
button.b1 { background: #5865f2; } button.b3 { background: #248046; }
button.b4 { background: #da373c; } button:disabled { opacity: .5; }
.select { background: #1e1f22; color: #949ba4; border-radius: 4px; height: 40px; width: 400px;
  max-width: 100%; font: 14px/40px "DejaVu Sans"; padding: 0 12px; box-sizing: border-box; }
.only { color: #949ba4; font-size: 12px; margin-top: 4px; }
.reference { color: #949ba4; font-size: 13px; margin-bottom: 3px; }
.file { background: #2b2d31; border: 1px solid #1e1f22; border-radius: 8px; padding: 10px; }
"""
_TOKEN = re.compile(
    r"```(?:ansi)?\n(?P<code>.*?)\n?```|\\(?P<plain>.)|\*\*(?P<bold>.+?)\*\*"
    r"|`(?P<inline>[^`]+)`|<a?:(?P<emoji>\w+):\d+>|<#(?P<channel>\d+)>|(?P<line>\n)",
    re.DOTALL,
)
_COLOURS = {"31": '<span class="red">', "30": '<span class="grey">', "0": "</span>"}


def page(messages: Iterable[dict[str, Any]], images: Images, *, width: int) -> str:
    """A page ``width`` pixels wide with the messages one under the other."""
    narrow = " narrow" if width < 480 else ""
    shown = "".join(_message(each, images) for each in messages)
    return (
        f'<!doctype html><meta charset="utf-8"><style>{_STYLE}</style>'
        f'<div class="page{narrow}" style="width:{width}px">{shown}</div>'
    )


def _message(message: dict[str, Any], images: Images) -> str:
    author = html.escape(message["author"].get("global_name") or message["author"]["username"])
    bot = message["author"].get("bot")
    app = '<span class="app">APP</span>' if bot else ""
    only = '<div class="only">Only you can see this</div>' if message.get("flags", 0) & 64 else ""
    return (
        f'<div class="message"><div class="avatar">{"♠" if bot else author[:1]}</div>'
        f'<span class="author">{author}</span>{app}<span class="when">Today at 12:00</span>'
        f"<div>{marked(message.get('content') or '', images)}</div>"
        f"{''.join(_component(each, images) for each in message.get('components', ()))}{only}</div>"
    )


def _component(component: dict[str, Any], images: Images) -> str:
    match component["type"]:
        case 1:
            inner = "".join(_component(each, images) for each in component["components"])
            return f'<div class="row">{inner}</div>'
        case 2:
            off = " disabled" if component.get("disabled") else ""
            label = html.escape(component.get("label", ""))
            return f'<button class="b{component["style"]}"{off}>{label}</button>'
        case 3:
            return f'<div class="select">{html.escape(component["placeholder"])}</div>'
        case 10:
            return f"<div>{marked(component['content'], images)}</div>"
    raise ValueError(f"no picture of a component of type {component['type']}")


def marked(text: str, images: Images) -> str:
    """Markdown as HTML; lines that begin with ``-#`` are small."""
    found, position, pieces = "", 0, []
    for match in _TOKEN.finditer(text):
        pieces.append(html.escape(text[position : match.start()]))
        pieces.append(_piece(match, images))
        position = match.end()
    pieces.append(html.escape(text[position:]))
    for line in "".join(pieces).split("<br>"):
        small = line.startswith("-# ")
        shown = f'<div class="small">{line[3:]}</div>' if small else f"<div>{line}</div>"
        found += shown if line else ""
    return found


def _piece(match: re.Match[str], images: Images) -> str:
    match match.lastgroup:
        case "code":
            return f"<pre>{_ansi(match['code'])}</pre>"
        case "bold":
            return f"<b>{marked(match['bold'], images)[5:-6]}</b>"
        case "inline":
            return f"<code>{html.escape(match['inline'])}</code>"
        case "emoji":
            return f'<img class="emoji" src="{images(match["emoji"])}">'
        case "channel":
            return "<b>#cards</b>"
        case "line":
            return "<br>"
    return html.escape(match["plain"])


def _ansi(code: str) -> str:
    return re.sub(r"\x1b\[(\d+)m", lambda found: _COLOURS[found[1]], html.escape(code))
