"""Every sentence is said in every language, and the tools see all of them."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from bot.i18n import LANGUAGES, nearest, texts_in
from tests.tools.texts import BOT, KEYWORDS, catalogue, said, untranslated

OTHERS = [language for language in LANGUAGES if language != "en"]


def _literals() -> set[str]:
    """Sentences as the syntax tree has them, whatever an extractor overlooks."""
    found: set[str] = set()
    for path in Path(BOT).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                first = node.args[0]
                if name in KEYWORDS and isinstance(first, ast.Constant):
                    found.add(str(first.value))
    return found


def test_no_sentence_hides_from_the_extractor():
    """What the code says by its syntax tree is what ``make texts`` collects."""
    collected = {each if isinstance(each, str) else each[0] for each in said()}

    assert _literals() - {""} == collected


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_translated(language):
    """No sentence is missing in a language."""
    assert list(untranslated(language)) == []


@pytest.mark.parametrize("language", OTHERS)
def test_translations_fill_the_same_fields(language):
    """A translation names the fields its sentence names, no more and no fewer."""
    for message in catalogue(language):
        if not message.id:
            continue
        ids = [message.id] if isinstance(message.id, str) else list(message.id)
        strings = [message.string] if isinstance(message.string, str) else list(message.string)
        wanted = {field for each in ids for field in _fields(each)}
        for string in strings:
            assert _fields(string) <= wanted, message.id
        assert _fields(strings[-1]) == _fields(ids[-1]), message.id


def _fields(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


@pytest.mark.parametrize("language", OTHERS)
def test_the_catalogue_holds_nothing_unsaid(language):
    """``make texts`` was run: no sentence is kept that the code says no more."""
    kept = {
        message.id if isinstance(message.id, str) else tuple(message.id)
        for message in catalogue(language)
        if message.id
    }

    assert kept == set(said())


def test_spanish_uses_its_own_quotes():
    """Curly English quotes don't slip into Spanish sentences."""
    strings = [str(message.string) for message in catalogue("es") if message.id]

    assert [each for each in strings if re.search("[“”]", each)] == []


def test_a_client_gets_the_nearest_language():
    """Regional tags find their language, unknown ones get English."""
    tags = {"es-419": "es", "es_ES.UTF-8": "es", "ES": "es", "en-GB": "en", "de": "en", "": "en"}

    assert {tag: nearest(tag) for tag in tags} == tags
    assert texts_in("xx").language == "en"
