"""What Discord would say about a request: its own description, and the limits that this lacks."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

DATA = Path(__file__).parents[3] / "data" / "discord"
LIMITS = json.loads((DATA / "limits.json").read_text("utf-8"))
_API = json.loads((DATA / "openapi-v10.json").read_text("utf-8"))
_NAME = "urn:discord"
_REGISTRY = Registry().with_resource(_NAME, Resource(_API, DRAFT202012))
BUTTON, SELECT, ROW, TEXT = 2, 3, 1, 10
COMMAND_NAME = re.compile(r"[-_'\w]{1,32}\Z")


def faults(method: str, path: str, body: Any) -> Iterator[str]:
    """Everything that Discord would refuse of a request with a body."""
    operation = _operation(method.lower(), path)
    if operation is None:
        yield f"no such request: {method} {path}"
        return
    body = _with_textual_ids(body)
    alike = (*operation, json.dumps(_shape(body)))
    if alike not in _SOUND:
        yield from (
            f"{method} {path}: {error.json_path} {error.message[:300]}"
            for error in _validator(*operation).iter_errors(body)
        )
        _SOUND.add(alike)
    if path.endswith("/commands"):
        yield from _command_faults(body)
    elif path.endswith("/emojis"):
        yield from _emoji_faults(body)
    elif isinstance(body, dict):
        message = body.get("data", body) if path.endswith("/callback") else body
        if body.get("type") not in (8, 9):
            yield from message_faults(message or {})


_IDS = ("message_id", "channel_id", "guild_id", "recipient_id")


def _with_textual_ids(value: Any) -> Any:
    """discord.py writes some ids as numbers, which Discord takes though its file doesn't."""
    if isinstance(value, dict):
        return {
            key: str(each)
            if isinstance(each, int) and (key in _IDS or (key == "id" and "filename" in value))
            else [str(who) for who in each]
            if key == "users" and "parse" in value
            else _with_textual_ids(each)
            for key, each in value.items()
        }
    if isinstance(value, list):
        return [_with_textual_ids(each) for each in value]
    return value


_STEPS = (0, 1, 32, 45, 80, 100, 2000, 4000)
_SOUND: set[tuple[str, str, str]] = set()
"""Kinds of bodies looked at already: a whole game sends hundreds that differ in words alone."""


def _shape(value: Any) -> Any:
    """A body with what the description tells apart: types, numbers, and lengths near a limit.

    How a button looks is left out: each style was seen with the first bodies.
    """
    if isinstance(value, dict):
        return {
            key: _shape(each) for key, each in value.items() if key not in ("style", "disabled")
        }
    if isinstance(value, list):
        return sorted({json.dumps(_shape(each)) for each in value}), len(value)
    if isinstance(value, str):
        kind = "number" if value.isdigit() else "text"
        return kind, next((most for most in _STEPS if len(value) <= most), len(value))
    return value


@cache
def _templates() -> list[tuple[str, re.Pattern[str]]]:
    def parameters(template: str) -> int:
        return template.count("{")

    return [
        (template, re.compile(re.sub(r"\{[^}]+\}", "[^/]+", template) + r"\Z"))
        for template in sorted(_API["paths"], key=parameters)
    ]


@cache
def _operation(method: str, path: str) -> tuple[str, str] | None:
    for template, pattern in _templates():
        if pattern.match(path) and method in _API["paths"][template]:
            return template, method
    return None


@cache
def _validator(template: str, method: str) -> Draft202012Validator:
    where = template.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")
    if "requestBody" not in _API["paths"][template][method]:
        return Draft202012Validator({})
    pointer = f"{_NAME}#/paths/{where}/{method}/requestBody/content/application~1json/schema"
    return Draft202012Validator({"$ref": pointer}, registry=_REGISTRY)


def message_faults(message: dict[str, Any]) -> Iterator[str]:
    """Limits of a message that no schema states."""
    items = list(_items(message.get("components") or ()))
    content = message.get("content") or ""
    if len(content) > LIMITS["message.content"]["max"]:
        yield f"content of {len(content)} signs"
    if "```" in content and not re.search(r"```ansi\n[^`]*\n```", content):
        yield "a code block that doesn't close"
    allowed = message.get("allowed_mentions") or {}
    if content and (
        allowed.get("parse") != [] or allowed.get("replied_user") or allowed.get("roles")
    ):
        yield f"mentions allowed: {allowed}"
    if any(f"<@{each}>" not in content for each in allowed.get("users") or ()):
        yield f"somebody is told of it who isn't named: {allowed}"
    ids = [item["custom_id"] for item in items if "custom_id" in item]
    if len(set(ids)) < len(ids):
        yield f"custom ids twice: {ids}"
    for item in items:
        yield from _item_faults(item)
    if message.get("flags", 0) & LIMITS["message.v2_flag"]["value"]:
        yield from _layout_faults(content, items)
    elif sum(item["type"] == ROW for item in items) > 5 or any(i["type"] == TEXT for i in items):
        yield "too many rows, or a text, in a message that is no layout"


def _item_faults(item: dict[str, Any]) -> Iterator[str]:
    custom_id, label = item.get("custom_id", "x"), item.get("label", "x")
    if not 1 <= len(custom_id) <= LIMITS["custom_id"]["max"]:
        yield f"custom id of {len(custom_id)} signs"
    if not 1 <= len(label) <= LIMITS["button.label"]["max"]:
        yield f"label of {len(label)} signs: {label!r}"
    if item["type"] == ROW and not 1 <= len(item["components"]) <= 5:
        yield f"a row of {len(item['components'])}"
    if item["type"] == SELECT and not 1 <= len(item["options"]) <= 25:
        yield f"a select of {len(item['options'])} options"


def _layout_faults(content: str, items: list[dict[str, Any]]) -> Iterator[str]:
    text = sum(len(item["content"]) for item in items if item["type"] == TEXT)
    if content or text > LIMITS["message.v2_total_text"]["max"]:
        yield f"a layout with content, or with {text} signs of text"
    if len(items) > LIMITS["message.v2_components_total"]["max"]:
        yield f"{len(items)} components"


def _items(components: Any) -> Iterator[dict[str, Any]]:
    for component in components:
        yield component
        yield from _items(component.get("components") or ())


def _command_faults(commands: list[dict[str, Any]]) -> Iterator[str]:
    if len(commands) > LIMITS["command.chat_input.global_max"]["max"]:
        yield f"{len(commands)} commands"
    for command in commands:
        texts = list(_texts(command))
        if sum(map(len, texts)) > LIMITS["command.total_text"]["max"]:
            yield f"{command['name']}: too much text"
        if "\ufe0e" in "".join(texts):
            yield f"{command['name']}: a variation selector"
        for name in (command, *command.get("options", ())):
            for each in (name["name"], *(name.get("name_localizations") or {}).values()):
                if not COMMAND_NAME.match(each) or each != each.lower():
                    yield f"{command['name']}: a name {each!r}"
            for each in (
                name["description"],
                *(name.get("description_localizations") or {}).values(),
            ):
                if not 1 <= len(each) <= LIMITS["command.description"]["max"]:
                    yield f"{command['name']}: a description of {len(each)}"


def _emoji_faults(emoji: dict[str, Any]) -> Iterator[str]:
    limits = LIMITS["emoji.application"]
    if not re.match(limits["name_regex"], emoji["name"]):
        yield f"an emoji named {emoji['name']!r}"
    head, _, data = emoji["image"].partition(",")
    if head != "data:image/png;base64" or len(b64decode(data)) > limits["max_bytes"]:
        yield f"{emoji['name']}: {head} of {len(data)} signs"


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
