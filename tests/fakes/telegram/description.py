"""Telegram's own description of its Bot API: a call's fields, their types and lengths."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[2] / "data" / "telegram"
LIMITS: dict[str, Any] = json.loads((DATA / "limits.json").read_text("utf-8"))
_API = json.loads((DATA / "bot-api-10.1.json").read_text("utf-8"))
_LENGTH = re.compile(r"(\d+)-(\d+) (characters|bytes)(?! after entit)")
_ONE_OF = re.compile(r"ust be one of ([^.]*)\.")
_ONLY = re.compile(r"(?:must be|always) \"?(\w+)\"?\Z")
_ARRAY = "Array of "


class File(bytes):
    """A file's contents as they were sent; ``name`` is what it is called."""

    name: str


def known(method: str) -> str | None:
    """The method's name as it is written, however a program writes it; None without one."""
    return _METHODS.get(method.lower())


def read(method: str, form: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """A call's values in their types, and everything that the description has against them."""
    fields = {each["name"]: each for each in _API["methods"][method]["fields"]}
    values, found = {}, [f"{name}: no such parameter" for name in form if name not in fields]
    for name, field in fields.items():
        if name in form:
            values[name] = _read(form[name], field["types"])
            found += _against_field(values[name], field, name)
        elif field["required"]:
            found.append(f"{name}: missing")
    return values, found


def against(value: Any, name: str) -> list[str]:
    """Everything that the description of type ``name`` has against a value."""
    return list(_against(value, name, name))


def _read(value: Any, types: list[str]) -> Any:
    """The text of a form field as the value it stands for."""
    if not isinstance(value, str) or isinstance(value, File):
        return value
    with suppress(ValueError):
        if types != ["String"]:
            return json.loads(value)
    return value


def _against_field(value: Any, field: dict[str, Any], where: str) -> Iterator[str]:
    tried = [list(_against(value, each, where)) for each in field["types"]]
    if all(tried):
        yield from max(tried, key=_depth)
    elif isinstance(value, str):
        yield from _against_text(value, field.get("description", ""), where)


def _depth(found: list[str]) -> int:
    """How far a value went well: of several types the one that was meant fails deepest."""
    return max(each.partition(":")[0].count(".") for each in found)


def _against(value: Any, name: str, where: str) -> Iterator[str]:
    if name.startswith(_ARRAY):
        if not isinstance(value, list):
            yield f"{where}: no list: {value!r}"
            return
        for number, each in enumerate(value):
            yield from _against(each, name.removeprefix(_ARRAY), f"{where}[{number}]")
    elif name == "InputFile":
        if not isinstance(value, File):
            yield f"{where}: no file"
    elif name in _PLAIN:
        if type(value) not in _PLAIN[name] or (name == "True" and value is not True):
            yield f"{where}: not of type {name}: {value!r}"
    else:
        yield from _against_object(value, _API["types"][name], where)


def _against_object(value: Any, kind: dict[str, Any], where: str) -> Iterator[str]:
    if "subtypes" in kind:
        tried = [list(_against(value, each, where)) for each in kind["subtypes"]]
        if all(tried):
            yield f"{where}: no {kind['name']}: {value!r}"
        return
    if not isinstance(value, dict):
        yield f"{where}: no {kind['name']}: {value!r}"
        return
    fields = {each["name"]: each for each in kind.get("fields", ())}
    yield from (f"{where}.{name}: no such field" for name in value if name not in fields)
    for name, field in fields.items():
        if name in value:
            yield from _against_field(value[name], field, f"{where}.{name}")
        elif field["required"]:
            yield f"{where}.{name}: missing"


def _against_text(value: str, description: str, where: str) -> Iterator[str]:
    if length := _LENGTH.search(description):
        least, most = int(length[1]), int(length[2])
        size = len(value.encode()) if length[3] == "bytes" else len(value)
        if not least <= size <= most:
            yield f"{where}: {size} {length[3]}, not {least}-{most}"
    if listed := _ONE_OF.search(description):
        allowed = re.findall(r"\"(\w+)\"", listed[1])
        if value not in allowed:
            yield f"{where}: {value!r} is none of {allowed}"
    if (only := _ONLY.search(description)) and value != only[1]:
        yield f"{where}: {value!r} is not {only[1]!r}"


_METHODS = {name.lower(): name for name in _API["methods"]}
_PLAIN: dict[str, tuple[type, ...]] = {
    "Integer": (int,),
    "Float": (int, float),
    "String": (str,),
    "Boolean": (bool,),
    "True": (bool,),
}
