"""Every sentence in the player's language.

Sentences are written in English where they are used, as ``t("You have {count} games", count=3)``
or ``t.plural("{n} card", "{n} cards", n)``; the Spanish stands in ``bot/locales/es``. Constants
are marked with ``N_`` and translated when shown. ``make texts`` collects new sentences.
"""

from __future__ import annotations

import gettext
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LANGUAGES = ("en", "es")
LOCALES = Path(__file__).resolve().parents[1] / "locales"


def N_(message: str) -> str:  # noqa: N802 - the name gettext tools look for
    """Mark a constant for translation; it is translated where it is shown."""
    return message


class Texts:
    """The sentences of one language."""

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        """Keep the catalogue; use ``texts_in`` to get one."""
        self.language = language
        self._catalogue = catalogue

    def __call__(self, message: str, /, **fields: object) -> str:
        """The sentence in this language with its ``{fields}`` filled in."""
        # gettext keeps its header under the empty message.
        sentence = self._catalogue.gettext(message) if message else ""
        return sentence.format(**fields) if fields else sentence

    def plural(self, one: str, many: str, n: int, /, **fields: object) -> str:
        """The sentence for ``n`` things; ``{n}`` is filled in."""
        return self._catalogue.ngettext(one, many, n).format(n=n, **fields)


@cache
def texts_in(language: str) -> Texts:
    """The sentences of ``language``, one of ``LANGUAGES``; any other tag gives English."""
    if language not in LANGUAGES:
        language = "en"
    if language == "en":
        return Texts("en", gettext.NullTranslations())
    path = LOCALES / language / "LC_MESSAGES" / "patience.po"
    compiled = BytesIO()
    with path.open("rb") as source:
        write_mo(compiled, read_po(source, locale=language))
    compiled.seek(0)
    return Texts(language, gettext.GNUTranslations(compiled))


def nearest(tag: str) -> str:
    """The supported language of a client's tag: ``es-419`` gives ``es``, unknown ones ``en``."""
    language = tag.replace("_", "-").split("-")[0].casefold()
    return language if language in LANGUAGES else "en"
