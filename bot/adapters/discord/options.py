"""What each slash command asks for, in both languages.

The words of the options, in their order, become the text that a person would type after the
command's name.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.daily.schedule import ROTATION
from bot.handlers.chat_language import OWN
from bot.handlers.settings import LANGUAGE_NAMES, THEME_NAMES
from bot.i18n import N_
from bot.titles import TITLES


@dataclass(frozen=True, slots=True)
class Option:
    """An option: its names, what it is for, and what it may hold.

    ``choices`` pairs what is typed with what is shown. A ``flag`` is yes or no and says its own
    name when it is yes. ``suggested`` options are completed while they are typed. A ``channel`` is
    picked from those of the server, for ``posts`` from those to write in, a ``person``
    from who is there. ``lead`` stands before the value in what is typed.
    """

    name: str
    spanish: str
    about: str
    choices: tuple[tuple[str, str], ...] = ()
    flag: bool = False
    number: bool = False
    suggested: bool = False
    required: bool = False
    channel: bool = False
    posts: bool = False
    person: bool = False
    lead: str = ""


PRIVATE = Option("private", "privado", N_("only you see the board"), flag=True)
"""Decides who sees the answer, and is no part of the text."""

_GAME = Option("game", "juego", N_("which game"), tuple(TITLES.items()))
_REMIND = Option(
    "remind", "avisar", N_("a word in private at this time, such as 20:30; or off"), lead="remind"
)
_DEAL = N_("a number or a word; or winnable, easy, hard; none is random")
_ON_OFF = (("on", N_("on")), ("off", N_("off")))

OPTIONS: dict[str, tuple[Option, ...]] = {
    "play": (
        _GAME,
        Option("deal", "reparto", _DEAL),
        PRIVATE,
    ),
    "move": (
        Option(
            "moves", "jugadas", N_("one move or several, such as 7h 8h"), suggested=True,
            required=True,
        ),
    ),
    "waste": (Option("move", "jugada", N_("where the waste's card goes, such as b3")),),
    "games": (Option("number", "número", N_("which one to go on with"), number=True),),
    "hint": (Option("oracle", "oráculo", N_("in practice: look at hidden cards"), flag=True),),
    "review": (_GAME,),
    "top": (
        _GAME,
        Option(
            "time", "tiempo", N_("since when"),
            (("today", N_("today")), ("week", N_("this week")), ("month", N_("this month")),
             ("all", N_("ever"))),
        ),
        Option(
            "place", "lugar", N_("whose solves"),
            (("here", N_("here")), ("everywhere", N_("everywhere"))),
        ),
    ),
    "daily": (
        _GAME,
        Option("date", "fecha", N_("a date such as 2026-12-01; today if none")),
        Option(
            "page", "pagina", N_("something else than today's deals"),
            (("table", N_("Standings")), ("archive", N_("Archive"))),
        ),
        _REMIND,
    ),
    "challenge": (
        Option("who", "quien", N_("who to challenge; everybody if none"), person=True),
        Option("second", "segundo", N_("somebody else"), person=True),
        Option("third", "tercero", N_("somebody else"), person=True),
        _GAME,
        Option("deal", "reparto", _DEAL),
        Option(
            "do", "hacer", N_("a new round of the last one, or an end"),
            (("again", N_("the last one again: a new deal")), ("close", N_("end one of yours"))),
        ),
    ),
    "stats": (_GAME,),
    "share": (_GAME, Option("words", "palabras", N_("without bars, in plain words"), flag=True)),
    "replay": (_GAME,),
    "rules": (_GAME,),
    "help": (Option("command", "orden", N_("a command to explain"), suggested=True),),
    "settings": (
        Option(
            "setting", "ajuste", N_("what to change"),
            (("autoturn", N_("turn cards by itself")), ("auto", N_("play safe moves by itself")),
             ("named", N_("show my name everywhere"))),
        ),
        Option("value", "valor", N_("on or off"), _ON_OFF),
        Option(
            "zone", "zona", N_("your time zone, such as Europe/Madrid"), suggested=True,
            lead="zone",
        ),
        _REMIND,
    ),
    "language": (
        Option(
            "language", "idioma", N_("yours from now on"),
            tuple(LANGUAGE_NAMES.items()),
        ),
    ),
    "theme": (
        Option(
            "theme", "tema", N_("how cards look"),
            tuple(THEME_NAMES.items()),
        ),
    ),
    "mydata": (
        Option(
            "do", "hacer", N_("what to do with it"),
            (("export", N_("hand it over")), ("hide", N_("take me off leaderboards")),
             ("show", N_("put me back on leaderboards")), ("delete", N_("delete it all"))),
        ),
    ),
    "link": (Option("code", "codigo", N_("what “link” on your other account told you")),),
    "unlink": (Option("number", "numero", N_("which account to part"), number=True),),
    "setup": (
        Option(
            "language", "idioma", N_("for everybody who hasn't chosen their own"),
            (*LANGUAGE_NAMES.items(), (OWN, N_("each their own"))), lead="language",
        ),
        Option(
            "allow", "permitir", N_("a channel where games are played"), channel=True,
            lead="channels add",
        ),
        Option(
            "forbid", "prohibir", N_("a channel to take off the list"), channel=True,
            lead="channels remove",
        ),
        Option(
            "everywhere", "todos", N_("games are played in every channel"), flag=True,
            lead="channels",
        ),
        Option(
            "daily", "diario", N_("whether the dailies are posted every day"),
            (*_ON_OFF, ("now", N_("today's at once"))), lead="daily",
        ),
        Option(
            "post", "publicar", N_("the channel where they are posted"), channel=True, posts=True,
            lead="daily in",
        ),
        Option("time", "hora", N_("when they are posted, such as 9:30"), lead="daily at"),
        Option(
            "zone", "zona", N_("the time zone, such as Europe/Madrid"), suggested=True,
            lead="daily zone",
        ),
        Option(
            "games", "juegos", N_("of which games"),
            (("all", N_("all three")), (ROTATION, N_("one a day, in turn")), *TITLES.items()),
            lead="daily games",
        ),
    ),
}  # fmt: skip

ALONE = frozenset(
    "settings language theme privacy mydata link unlink export help rules stats waste games".split()
)
"""Commands whose answer is for who asked: nobody else is to be bothered, or to see it."""
PERSONAL = frozenset({"mydata", "export"})
"""Commands whose answer goes to a private chat when they are typed before others."""
BOARDS = frozenset({"play", "board"})
"""Commands that decide anew whether a board is for its player alone."""
