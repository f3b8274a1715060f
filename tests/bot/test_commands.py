"""Commands: every one works in both languages, everywhere, and none of them can be missed."""

from pathlib import Path

import pytest

from bot.commands import BY_WORD, COMMANDS, split_command
from bot.i18n import texts_in
from bot.reading.words import fold
from games.catalogue import GAMES
from tests.bot.conftest import Talk

WANTED = {
    "play": "jugar", "move": "mover", "board": "tablero", "games": "partidas",
    "undo": "deshacer", "redo": "rehacer", "restart": "reiniciar", "resign": "rendirse",
    "count": "contar", "auto": "automático", "finish": "terminar", "tidy": "ordenar",
    "top": "clasificación", "stats": "estadísticas", "share": "compartir",
    "replay": "repetición", "export": "exportar", "rules": "reglas", "help": "ayuda",
    "settings": "ajustes", "language": "idioma", "privacy": "privacidad", "mydata": "misdatos",
    "start": "inicio", "waste": "descarte", "link": "vincular", "unlink": "desvincular",
}  # fmt: skip


def test_the_commands_there_must_be():
    """Each has its Spanish name, with or without accents, with or without a slash."""
    for english, spanish in WANTED.items():
        expected = BY_WORD[english]
        for word in (english, spanish, fold(spanish), f"/{spanish}", spanish.upper()):
            assert split_command(word)[0] is expected, word


def test_accents_change_no_name():
    """A name is the same word with its accents and without."""
    assert {fold(each.written) for each in COMMANDS} == {each.spanish for each in COMMANDS}
    assert WANTED.items() <= {each.name: each.written for each in COMMANDS}.items()


def test_no_two_commands_share_a_word():
    """A word names one command."""
    words = [word for each in COMMANDS for word in (each.name, each.spanish, *each.others)]

    assert len(words) == len(set(words))


def test_no_command_word_is_a_move():
    """Nobody who types a move's code gets a command instead."""
    for game in GAMES:
        position = game.table(game.deal(_deck(game)))
        codes = {move.code for move in (*position.moves, *position.swaps)}
        assert not codes & set(BY_WORD)


def _deck(game):
    from games.deals import lay_out  # noqa: PLC0415 - only here

    return lay_out(game, "1")


@pytest.mark.parametrize("language", ["en", "es"])
async def test_help_tells_every_command(conversation, language):
    """Help lists each command in the reader's language, first its own name."""
    talk = Talk(conversation, "ann", language=language)

    pages = [(await talk.say("help")).text]
    while "More" in (labels := [button.label for button in talk.buttons]) or "Más" in labels:
        pages.append((await talk.press(talk.buttons[-1])).text)
    assert all(len(page.splitlines()) <= 20 for page in pages)
    assert len(pages) > 1
    assert (await talk.say("help 2")).text == pages[1]
    text = "\n".join(pages)

    for command in COMMANDS:
        own = command.name if language == "en" else command.written
        assert any(line.startswith(own) for line in text.splitlines()), own
        assert texts_in(language)(command.summary) in text


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("running", [False, True])
async def test_every_command_answers(conversation, language, running):
    """With a game or without one, in private or in a group, each command says something."""
    for chat in (None, "club"):
        for command in COMMANDS:
            talk = Talk(conversation, f"{command.name}{chat}{running}", chat, language=language)
            if running:
                await talk.say("play calculation 617")
                await talk.say("d")
            reply = await talk.say(command.spanish if language == "es" else command.name)
            assert reply.text


def test_readme_names_every_option_of_play():
    """The README's command table and the program agree."""
    readme = (Path(__file__).parents[2] / "README.md").read_text()

    for word in ("--user", "--chat", "--lang", "--theme", "--swaps", "replay", "deal", "moves"):
        assert word in readme
