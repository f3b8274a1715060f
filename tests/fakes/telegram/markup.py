"""HTML as Telegram reads it: text, and entities counted in UTF-16 code units."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from tests.fakes.telegram.description import LIMITS
from tests.fakes.telegram.refusals import wrong

_KINDS = {
    "b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline",
    "ins": "underline", "s": "strikethrough", "strike": "strikethrough", "del": "strikethrough",
    "code": "code", "pre": "pre", "blockquote": "blockquote", "a": "text_link",
    "tg-spoiler": "spoiler", "span": "spoiler",
}  # fmt: skip
_TAG = re.compile(r"<(/?)([a-zA-Z0-9-]*)((?:\s+[^<>]*)?)>")
_SIGN = re.compile(r"&(?:(lt|gt|amp|quot)|#(\d+)|#x([0-9a-fA-F]+));")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_ATTRIBUTE = re.compile(r"([\w-]+)(?:=(?:\"([^\"]*)\"|'([^']*)'))?")
_MONOSPACE = ("code", "pre")


@dataclass(frozen=True)
class Text:
    """What people see: plain text, and what is set how."""

    plain: str
    entities: tuple[dict[str, Any], ...] = ()


def units(text: str) -> int:
    """A text's length as Telegram counts it."""
    return len(text.encode("utf-16-le")) // 2


def text_of(value: str, mode: str | None, most: int, *, empty: str) -> Text:
    """The text of a message or caption; refuses what can't be parsed, is empty or is too long."""
    if mode not in (None, "HTML"):
        raise wrong("unsupported parse_mode")
    text = _trimmed(parsed(value) if mode else Text(value))
    if not text.plain:
        raise wrong(empty)
    if units(text.plain) > most:
        raise wrong("message caption is too long" if most == 1024 else "message is too long")
    if len(text.entities) > LIMITS["message.entities"]["max"]:
        raise wrong(f"{len(text.entities)} entities, of which Telegram would drop some")
    return text


def parsed(html: str) -> Text:
    """Text and entities of the subset of HTML that Telegram knows; raises Refused."""
    reader = _Reader(html)
    while reader.at < len(html):
        reader.step()
    return reader.text()


class _Reader:
    def __init__(self, html: str) -> None:
        self.html = html
        self.at = 0
        self._plain: list[str] = []
        self._length = 0
        self._open: list[tuple[str, str, int]] = []
        self._entities: list[dict[str, Any]] = []

    @property
    def _byte(self) -> int:
        return len(self.html[: self.at].encode())

    def step(self) -> None:
        """Read a sign, or a tag."""
        sign = self.html[self.at]
        if sign == "<":
            self._tag()
        elif sign == "&" and (named := _SIGN.match(self.html, self.at)):
            name, decimal, hexadecimal = named.groups()
            self._put(
                _NAMED[name] if name else chr(int(decimal or hexadecimal, 10 if decimal else 16))
            )
            self.at = named.end()
        else:
            end = min((each for each in map(self._next, "<&") if each > 0), default=len(self.html))
            self._put(self.html[self.at : end])
            self.at = end

    def _next(self, sign: str) -> int:
        return self.html.find(sign, self.at + 1)

    def _put(self, text: str) -> None:
        self._plain.append(text)
        self._length += units(text)

    def _tag(self) -> None:
        tag = _TAG.match(self.html, self.at)
        if tag is None:
            raise _unparsed(f"Unclosed start tag at byte offset {self._byte}")
        closing, name, attributes = tag[1], tag[2].lower(), tag[3]
        if not closing:
            self._begin(name, attributes)
        elif not self._open:
            raise _unparsed(f"Unexpected end tag at byte offset {self._byte}")
        elif self._open[-1][0] != name:
            expected = self._open[-1][0]
            raise _unparsed(
                f'Unmatched end tag at byte offset {self._byte}, expected "</{expected}>", '
                f'found "</{name}>"'
            )
        else:
            self._end(*self._open.pop())
        self.at = tag.end()

    def _begin(self, name: str, attributes: str) -> None:
        if name not in _KINDS:
            raise _unparsed(f'Unsupported start tag "{name}" at byte offset {self._byte}')
        given = {key: first or second for key, first, second in _ATTRIBUTE.findall(attributes)}
        if name == "span" and given.get("class") != "tg-spoiler":
            raise _unparsed(f'Tag "span" must have class "tg-spoiler" at byte {self._byte}')
        around = [each[0] for each in self._open]
        if any(each in _MONOSPACE for each in around) and (around[-1], name) != ("pre", "code"):
            raise wrong(f"a {name} within {around[-1]}, which Telegram would drop")
        self._open.append((name, given.get("href", ""), self._length))

    def _end(self, name: str, address: str, start: int) -> None:
        within_pre = name == "code" and any(each[0] == "pre" for each in self._open)
        if self._length == start or within_pre:
            return
        entity = {"type": _KINDS[name], "offset": start, "length": self._length - start}
        self._entities.append(entity | ({"url": address} if name == "a" else {}))

    def text(self) -> Text:
        """All that was read."""
        if self._open:
            name = self._open[-1][0]
            raise _unparsed(f'Can\'t find end tag corresponding to start tag "{name}"')
        ordered = sorted(self._entities, key=lambda each: (each["offset"], -each["length"]))
        return Text("".join(self._plain), tuple(ordered))


def _unparsed(sentence: str) -> Exception:
    return wrong(f"can't parse entities: {sentence}")


def _trimmed(text: Text) -> Text:
    """Without white space at either end, as it is kept and shown."""
    before = units(text.plain) - units(text.plain.lstrip())
    plain = text.plain.strip()
    end = units(plain)
    cut = []
    for each in text.entities:
        start = max(0, each["offset"] - before)
        stop = min(end, each["offset"] + each["length"] - before)
        if stop > start:
            cut.append(each | {"offset": start, "length": stop - start})
    return Text(plain, tuple(cut))
