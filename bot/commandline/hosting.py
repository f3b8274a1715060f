"""The commands with which a host keeps order among players."""

from __future__ import annotations

from typing import Annotated

import typer

from bot.commandline.ending import end

app = typer.Typer()

Platform = Annotated[str, typer.Argument(help="discord, telegram or terminal.")]
Id = Annotated[str, typer.Argument(metavar="ID", help="As the platform counts; see who.")]
OfChat = Annotated[bool, typer.Option("--chat", help="It is a server's or a group's id.")]
_NEGATIVE = {"ignore_unknown_options": True}
"""Ids of groups on Telegram begin with a minus, and are no options."""


@app.command(context_settings=_NEGATIVE)
def block(platform: Platform, who: Id, chat: OfChat = False) -> None:
    """Answer a person no more, or nobody in a chat."""
    from bot.commandline.moderation import block as body

    end(lambda: body(platform, who, chat=chat))


@app.command(context_settings=_NEGATIVE)
def unblock(platform: Platform, who: Id, chat: OfChat = False) -> None:
    """Answer them again."""
    from bot.commandline.moderation import unblock as body

    end(lambda: body(platform, who, chat=chat))


@app.command()
def blocked() -> None:
    """List who is blocked, and whose name is hidden."""
    from bot.commandline.moderation import blocked as body

    end(body)


@app.command("hide-name")
def hide_name(platform: Platform, who: Id) -> None:
    """Show a player as "a player" on every board and post."""
    from bot.commandline.moderation import hide_name as body

    end(lambda: body(platform, who))


@app.command("show-name")
def show_name(platform: Platform, who: Id) -> None:
    """Show their name again."""
    from bot.commandline.moderation import show_name as body

    end(lambda: body(platform, who))


@app.command("who")
def who_is(name: Annotated[str, typer.Argument(help="Some of a name.")]) -> None:
    """List the players of a name, with the ids that block takes."""
    from bot.commandline.moderation import who as body

    end(lambda: body(name))
