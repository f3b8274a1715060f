"""How what is kept about a player is told."""

import re

import pytest

from bot.handlers.kept import KINDS, told
from bot.i18n import LANGUAGES, texts_in
from storage import Storage
from tests.bot.conftest import Talk


async def test_every_table_is_told(storage: Storage) -> None:
    """What the export holds has words in the summary, and the summary has no more."""
    held = await storage.read(lambda reading: reading.own_data.export(1))

    assert list(KINDS) == list(held)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [1, 2])
def test_the_words_are_peoples(language: str, count: int) -> None:
    """No table's name shows, and all kinds stand there, the many with their number."""
    said = told(texts_in(language), {name: [None] * count for name in KINDS})

    assert len(said.split(", ")) == len(KINDS)
    assert "_" not in said
    assert len(re.findall(str(count), said)) == len(KINDS) - len(("player", "reminders"))


async def test_the_summary_is_in_the_players_language(conversation) -> None:
    """Each hears it in theirs."""
    talk = Talk(conversation, "ana", language="es")
    await talk.say("jugar calculation 617")
    await talk.say("d")

    said = (await talk.say("misdatos")).text

    assert "tu nombre y tus ajustes, 1 cuenta, 1 chat en el que juegas, 1 partida" in said
    assert re.search("games|player|identities", said) is None


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("tema azul", "No hay ningún tema «azul»."),
        ("ajustes tema azul", "No hay ningún tema «azul»."),
        ("idioma fr", "No hablo «fr». Hablo"),
        ("retar", "«retar @Ana calculation»"),
        ("diario mañanita", "«diario calculation 2026-12-01»"),
        ("clasificación nunca", "«clasificación calculation semana todos»"),
        ("ajustes voltear quizá", "«ajustes voltear no»"),
    ],
)
async def test_wrong_words_are_named_and_examples_are_in_the_players_language(
    conversation, said: str, heard: str
) -> None:
    """What is unknown is said, and an example can be typed as it stands."""
    talk = Talk(conversation, "ana", language="es")

    assert heard in (await talk.say(said)).text


@pytest.mark.parametrize(
    "example",
    [
        "jugar calculation 617 AH 2D 3S 4C",
        "clasificación calculation semana todos",
        "ajustes voltear no",
        "diario calculation 2026-11-30",
    ],
)
async def test_spanish_examples_are_understood(conversation, example: str) -> None:
    """No example is answered by another example."""
    talk = Talk(conversation, "ana", language="es")

    assert "«" not in (await talk.say(example)).text
