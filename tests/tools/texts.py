"""Sentences in the code against the catalogues: ``make texts`` adds what is missing.

It prints what has no translation yet and drops what the code doesn't say any more.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from bot.i18n import LANGUAGES
from bot.i18n.texts import LOCALES

BOT = Path(__file__).resolve().parents[2] / "bot"
KEYWORDS = {"t": None, "N_": None, "plural": (1, 2)}

REVISED = datetime(2026, 11, 30, tzinfo=UTC)
"""A fixed date, so that nothing but sentences changes the file."""

Sentence = str | tuple[str, ...]


def said() -> dict[Sentence, list[tuple[str, int]]]:
    """Every sentence of the code with the places that say it."""
    found: dict[Sentence, list[tuple[str, int]]] = {}
    rows = extract_from_dir(BOT, keywords=KEYWORDS, method_map=[("**.py", "python")])
    for file, line, sentence, _, _ in rows:
        if sentence:
            found.setdefault(sentence, []).append((f"bot/{file}", line))
    return dict(sorted(found.items(), key=lambda item: (item[1][0], str(item[0]))))


def catalogue(language: str) -> Catalog:
    """The catalogue of a language as it stands on the disk."""
    path = LOCALES / language / "LC_MESSAGES" / "patience.po"
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as source:
        return read_po(source, locale=language)


def untranslated(language: str) -> Iterator[Sentence]:
    """Sentences that ``language`` doesn't have."""
    there = catalogue(language)
    for sentence in said():
        message = there.get(sentence)
        strings = message.string if message else ""
        if not strings or (not isinstance(strings, str) and not all(strings)):
            yield sentence


def update(language: str) -> None:
    """Rewrite the catalogue in the order of the code, keeping every translation still said."""
    old = catalogue(language)
    new = Catalog(
        locale=language,
        project="Patience in chat",
        version="1",
        header_comment="# What the bot says, in another language. `make texts` keeps it in order.",
        last_translator="the developers",
        language_team=language,
        msgid_bugs_address="CONTRIBUTING.md",
        fuzzy=False,
    )
    # CLDR's third Spanish form is for whole millions, which no sentence here counts to.
    new.mime_headers = [("Plural-Forms", "nplurals=2; plural=(n != 1);")]
    for sentence, places in said().items():
        message = old.get(sentence)
        new.add(sentence, message.string if message else None, locations=[(places[0][0], None)])
    path = LOCALES / language / "LC_MESSAGES" / "patience.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    new.revision_date = new.creation_date = REVISED
    with path.open("wb") as target:
        write_po(target, new, width=100, omit_header=False, sort_output=False)


def main() -> None:
    """Update every catalogue; exit status 1 when a sentence is still missing."""
    missing = False
    for language in LANGUAGES:
        if language == "en":
            continue
        update(language)
        for sentence in untranslated(language):
            missing = True
            print(f"{language}: {sentence}")  # noqa: T201 - a tool that reports
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
