"""The command line: ``patience`` (also ``python -m bot``); FORMATS.md names its commands."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from bot.commandline import hosting
from bot.commandline.ending import end


class Commands(TyperGroup):
    """The commands; wrong usage is answered by one line and status 2 (FORMATS.md)."""

    def main(self, *args: Any, **settings: Any) -> Any:
        """Run one command and exit with its status."""
        from bot.commandline.output import NO, USAGE, fail

        try:
            status = super().main(*args, **{**settings, "standalone_mode": False})
        except typer.TyperException as error:
            status = fail(f"{error.format_message().rstrip('.')}; patience -h tells more", USAGE)
        except typer.Abort:
            status = fail("interrupted", NO)
        sys.exit(status)


app = typer.Typer(
    cls=Commands,
    help="Calculation, Devil's Grip and Baker's Game, played with people in chat.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

AsJson = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
Files = Annotated[list[Path] | None, typer.Argument(help="Records; standard input if none.")]


@app.command()
def deal(
    game: Annotated[str, typer.Argument(help="bakers-game, calculation or devils-grip.")],
    deal: Annotated[str, typer.Argument(help="A number or a word, such as 617.")],
    starters: Annotated[
        str | None, typer.Option(help="Calculation's four starts, such as 'AC 2D 3H 4S'.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show a deal."""
    from bot.commandline.deal import deal as body

    end(lambda: body(game, deal, starters, as_json=as_json))


@app.command()
def replay(files: Files = None, as_json: AsJson = False) -> None:
    """Check records move by move."""
    from bot.commandline.replay import replay as body

    end(lambda: body(files or (), as_json=as_json))


@app.command()
def moves(
    files: Files = None,
    swaps: Annotated[bool, typer.Option("--swaps", help="Devil's Grip swaps too.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the legal moves at the end of each record."""
    from bot.commandline.moves import moves as body

    end(lambda: body(files or (), swaps=swaps, as_json=as_json))


@app.command()
def play(  # noqa: PLR0913, PLR0917 - the options of the command
    user: Annotated[str | None, typer.Option(help="Your name; by default your login.")] = None,
    chat: Annotated[str | None, typer.Option(help="A chat's name; else a private one.")] = None,
    lang: Annotated[str | None, typer.Option(help="en or es.")] = None,
    theme: Annotated[str | None, typer.Option(help="letters, suits, emoji or words.")] = None,
    lines: Annotated[
        bool, typer.Option("--lines", help="A plain prompt, nothing redrawn.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Play in this terminal; a message a line when the input is no terminal."""
    from bot.commandline.play import play as body

    end(lambda: body(user, chat, lang, theme, as_json=as_json, lines=lines))


@app.command()
def serve() -> None:
    """Play on Discord and Telegram, with the tokens from the environment or .env."""
    from bot.commandline.serve import serve as body

    end(body)


@app.command()
def solve(
    files: Files = None,
    game: Annotated[str | None, typer.Option(help="With --deals: the game.")] = None,
    deals: Annotated[str | None, typer.Option(help="Deals such as 1-1000 or 617,618.")] = None,
    seconds: Annotated[float, typer.Option(help="At most so long a deal.")] = 10.0,
    as_json: AsJson = False,
) -> None:
    """Tell whether a game can be won from where its record ends, every card known."""
    from bot.commandline.solve import solve as body

    end(lambda: body(files or (), game, deals, seconds, as_json=as_json))


@app.command()
def hint(
    files: Files = None,
    oracle: Annotated[bool, typer.Option("--oracle", help="Look at hidden cards.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show a good next move where a record ends, by what its player sees."""
    from bot.commandline.hint import hint as body

    end(lambda: body(files or (), oracle=oracle, as_json=as_json))


@app.command()
def legends(
    game: Annotated[str, typer.Argument(help="devils-grip: elsewhere most deals can be won.")],
    seconds: Annotated[float, typer.Option(help="How long to search.")] = 60.0,
    as_json: AsJson = False,
) -> None:
    """Look for shuffled deals that can be won, and keep them in the database."""
    from bot.commandline.legends import legends as body

    end(lambda: body(game, seconds, as_json=as_json))


@app.command()
def doctor() -> None:
    """Look at everything the bot needs, and say what to mend."""
    from bot.commandline.doctor import doctor as body

    end(body)


@app.command()
def backup(file: Annotated[Path, typer.Argument(help="Where the copy goes.")]) -> None:
    """Copy the database to a file while the bot goes on."""
    from bot.commandline.backup import backup as body

    end(lambda: body(file))


@app.command()
def restore(file: Annotated[Path, typer.Argument(help="A copy that backup made.")]) -> None:
    """Put a copy back in place of the database; the bot must be stopped."""
    from bot.commandline.backup import restore as body

    end(lambda: body(file))


@app.command()
def move(
    address: Annotated[str, typer.Argument(help="As DATABASE_URL is to be, of an empty database.")],
) -> None:
    """Copy all there is to another database, such as PostgreSQL; the bot must be stopped."""
    from bot.commandline.backup import move as body

    end(lambda: body(address))


app.add_typer(hosting.app)

emojis = typer.Typer(help="Card pictures of the emoji theme on Discord.")
app.add_typer(emojis, name="emojis")


@emojis.command("sync")
def emojis_sync() -> None:
    """Upload the pictures that are missing, with DISCORD_TOKEN from the environment or .env."""
    from bot.commandline.emojis import sync as body

    end(body)


daily = typer.Typer(help="The dailies of a date: their seal, and their deals once it has closed.")
app.add_typer(daily, name="daily")

Day = Annotated[str, typer.Argument(help="A date such as 2026-12-01.", metavar="DATE")]


@daily.command("show")
def daily_show(
    day: Day,
    records: Annotated[bool, typer.Option("--records", help="As records, for verify.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show what may be known of a date: par and seal, the deals once it has closed."""
    from bot.commandline.daily import show_day as body

    end(lambda: body(day, records=records, as_json=as_json))


@daily.command("verify")
def daily_verify(
    day: Day,
    files: Annotated[list[Path] | None, typer.Argument(help="Records of winning lines.")] = None,
    deals: Annotated[str | None, typer.Option(help="The three published texts.")] = None,
    seal: Annotated[str | None, typer.Option(help="The seal that was posted.")] = None,
    as_json: AsJson = False,
) -> None:
    """Check a closed date: the seal is that of its deals, and each of them can be won."""
    from bot.commandline.daily import verify_day as body

    end(lambda: body(day, deals, seal, files or (), as_json=as_json))


@daily.command("make")
def daily_make(
    first: Annotated[str | None, typer.Option(help="The first date; today if none.")] = None,
    days: Annotated[int, typer.Option(help="How many dates.")] = 7,
    as_json: AsJson = False,
) -> None:
    """Make dailies ahead and print how long each deal took; no deal is shown."""
    from bot.commandline.daily_make import make_days as body

    end(lambda: body(first, days, as_json=as_json))


def main() -> None:
    """The entry point of ``patience``."""
    app(prog_name="patience")
