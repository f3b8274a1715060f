"""Every command: its words in both languages, what it does, and who does it.

To add one, write its handler and add a line here; help, the words people type and the tests that
ask for a Spanish name and summary follow from it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.boards import board_reply, say
from bot.handlers import (
    assists,
    challenging,
    daily,
    daily_tokens,
    guide,
    helping,
    hints,
    history,
    keeping,
    leaderboards,
    linking,
    listing,
    opening,
    own_data,
    reviewing,
    settings,
    setup,
    starting,
    stats,
    turns,
    unlinking,
)
from bot.handlers.missing import no_game
from bot.i18n import N_
from bot.look import Look
from bot.reading.words import fold
from bot.render import waste
from bot.replies import Reply
from bot.scene import Scene
from bot.sessions import AtHand

Handler = Callable[[Scene, str], Awaitable[Reply]]


@dataclass(frozen=True, slots=True)
class Command:
    """A command: English and Spanish name, other words for it, a summary, arguments, handler.

    ``accented`` is the Spanish name where it has accents, which some platforms can't write.
    ``anywhere`` works where no games are played; ``managing`` is for who manages the chat.
    """

    name: str
    spanish: str
    summary: str
    run: Handler
    others: tuple[str, ...] = ()
    usage: str = ""
    anywhere: bool = False
    managing: bool = False
    accented: str = ""

    @property
    def written(self) -> str:
        """The Spanish name as Spanish writes it."""
        return self.accented or self.spanish


def _on_game(act: Callable[[Scene, AtHand], Awaitable[Reply]]) -> Handler:
    """A handler for the current game, wherever there is one."""

    async def run(scene: Scene, words: str) -> Reply:
        del words
        return await act(scene, scene.current) if scene.current else no_game(scene)

    return run


async def _board(scene: Scene, at_hand: AtHand) -> Reply:
    return board_reply(scene, at_hand)


async def _move(scene: Scene, words: str) -> Reply:
    if not words.strip():
        return await _on_game(_board)(scene, words)
    return await turns.typed(scene, words)


async def _start(scene: Scene, words: str) -> Reply:
    if (opened := await opening.open_link(scene, words.strip())) is not None:
        return opened
    hello = scene.t("Welcome to Patience in chat! “play” starts a game, “help” lists what I know.")
    if scene.current is not None and scene.current.open:
        return board_reply(scene, scene.current, before=(hello,))
    menu = await starting.menu(scene)
    today = daily_tokens.button(scene.t("Daily deals"), daily_tokens.SHOW)
    offers = (guide.guide_button(scene), today)
    return say(hello, *(block.text for block in menu.blocks), rows=(*menu.rows, offers))


async def _waste(scene: Scene, words: str) -> Reply:
    if words.strip():
        return await turns.typed(scene, f"w {words}")
    return await _on_game(_read_waste)(scene, words)


async def _read_waste(scene: Scene, at_hand: AtHand) -> Reply:
    names = {pile.name for pile in at_hand.table.piles}
    spoken = Look("words", scene.look.language)
    read = (waste(at_hand.table, spoken),) if "w" in names else ()
    return board_reply(scene, at_hand, after=read)


PAGE = 16
"""Commands on a page of help: with the words around them they fit 24 lines."""


async def _help(scene: Scene, words: str) -> Reply:
    asked = BY_WORD.get(fold(words).strip().removeprefix("/"))
    if asked is not None:
        return helping.help_page(scene, [_help_line(scene, asked)], pages=1)
    return help_page(scene, int(words[:6]) - 1 if words[:6].isascii() and words.isdigit() else 0)


def help_page(scene: Scene, number: int) -> Reply:
    """A page of the commands from 0; beyond the last it is the last."""
    pages = -(-len(COMMANDS) // PAGE)
    number = max(0, min(number, pages - 1))
    lines = [_help_line(scene, each) for each in COMMANDS[number * PAGE : (number + 1) * PAGE]]
    return helping.help_page(scene, lines, number, pages=pages)


def _help_line(scene: Scene, command: Command) -> str:
    own, other = command.name, command.written
    if scene.look.language == "es":
        own, other = other, own
    usage = f" {scene.t(command.usage)}" if command.usage else ""
    return f"{own}{usage} – {scene.t(command.summary)} ({other})"


COMMANDS = (
    Command(
        "play", "jugar", N_("start a game, or go on with the one that runs"),
        starting.play_command, ("new", "nueva", "juego", "p"), N_("[game] [deal]"),
    ),
    Command(
        "start", "inicio", N_("a greeting, and where you are"), _start, ("hello", "hi", "hola"),
    ),
    Command("move", "mover", N_("play one move or several"), _move, ("m", "mueve"), N_("7h 8h")),
    Command("board", "tablero", N_("show the board again"), _on_game(_board), ("show", "mesa")),
    Command("waste", "descarte", N_("read the whole waste out"), _waste, (), N_("[move]")),
    Command(
        "games", "partidas", N_("list your running games and switch between them"),
        listing.games_command, (), N_("[number]"),
    ),
    Command(
        "undo", "deshacer", N_("take back the last thing you did"), _on_game(history.undo), ("u",)
    ),
    Command("redo", "rehacer", N_("bring back what you undid"), _on_game(history.redo)),
    Command("restart", "reiniciar", N_("start this deal again"), _on_game(history.restart)),
    Command("resign", "rendirse", N_("give the game up"), _on_game(history.resign), ("abandonar",)),
    Command(
        "count", "contar", N_("count up a Devil's Grip that can't go on"),
        _on_game(history.count_up),
    ),
    Command(
        "hint", "pista", N_("a good next move, and why"), hints.hint_command, (), N_("[oracle]"),
    ),
    Command("check", "comprobar", N_("can this still be won?"), _on_game(hints.check)),
    Command(
        "practice", "practicar", N_("let the oracle see every card, for practice"),
        _on_game(hints.practice),
    ),
    Command(
        "review", "repasar", N_("where your last game was lost, and back there"),
        reviewing.review_command, ("repaso",), N_("[game]"),
    ),
    Command(
        "auto", "automatico", N_("play every safe move once"), _on_game(assists.auto),
        accented="automático",
    ),
    Command(
        "finish", "terminar", N_("play it home when only safe moves remain"),
        _on_game(assists.finish),
    ),
    Command("tidy", "ordenar", N_("swap complete piles into their rows"), _on_game(assists.tidy)),
    Command(
        "daily", "diario", N_("today's deals for everybody, your standing, past dates"),
        daily.daily_command, (), N_("[game] [date] [table|archive] [remind 20:30|off]"),
    ),
    Command(
        "challenge", "retar", N_("play one deal against others; without words how it stands"),
        challenging.challenge_command, ("vs", "reto"), N_("[who] [game] [deal] | again | close"),
    ),
    Command(
        "top", "clasificacion", N_("the leaderboard"), leaderboards.top_command,
        ("leaderboard", "ranking"), N_("[game] [today|week|month|all] [here|everywhere]"),
        accented="clasificación",
    ),
    Command(
        "stats", "estadisticas", N_("your figures"), stats.stats_command, (), N_("[game]"),
        accented="estadísticas",
    ),
    Command(
        "share", "compartir", N_("a block about your last game, without spoilers"),
        keeping.share_command, (), N_("[game] [words]"),
    ),
    Command(
        "replay", "repeticion", N_("step through your last game"), keeping.replay_command,
        (), N_("[game]"), accented="repetición",
    ),
    Command("export", "exportar", N_("the game as a record"), keeping.export_command),
    Command(
        "guide", "guia", N_("a first game, told move by move"), guide.guide_command,
        ("tutorial",), N_("[game]"), accented="guía",
    ),
    Command("rules", "reglas", N_("how a game goes"), helping.rules_command, (), N_("[game]")),
    Command("help", "ayuda", N_("this list, or one command"), _help, ("?",), N_("[command]"),
            anywhere=True),
    Command(
        "settings", "ajustes", N_("language, theme, autoturn, auto, name"),
        settings.settings_command, (), N_("[setting] [value]"), anywhere=True,
    ),
    Command(
        "language", "idioma", N_("choose your language"), settings.language_command,
        ("lang",), "en|es", anywhere=True,
    ),
    Command(
        "theme", "tema", N_("choose how cards look"), settings.theme_command,
        (), "letters|suits|emoji|words", anywhere=True,
    ),
    Command(
        "privacy", "privacidad", N_("what is kept about you"), helping.privacy_command,
        anywhere=True,
    ),
    Command(
        "mydata", "misdatos", N_("see, export, hide or delete what is kept about you"),
        own_data.mydata_command, (), N_("[export|hide|show|delete]"), anywhere=True,
    ),
    Command(
        "link", "vincular", N_("join your accounts on several platforms into one player"),
        linking.link_command, (), N_("[code]"), anywhere=True,
    ),
    Command(
        "unlink", "desvincular", N_("part joined accounts; each gets back the games it began"),
        unlinking.unlink_command, (), N_("[number]"), anywhere=True,
    ),
    Command(
        "setup", "configurar",
        N_("for managers: this chat's language, its daily post, and where games are played"),
        setup.setup_command, ("configuracion",),
        N_("[language en|es|own] [channels add|remove|all] [daily on|off|here|9:30]"),
        anywhere=True, managing=True,
    ),
)  # fmt: skip

BY_WORD = {
    word: command
    for command in COMMANDS
    for word in (command.name, command.spanish, *command.others)
}


def split_command(text: str) -> tuple[Command | None, str]:
    """The command that a message starts with, if it does, and the words after it."""
    first, rest = (*text.split(None, 1), "", "")[:2]
    return BY_WORD.get(fold(first).removeprefix("/")), rest.strip()
