"""What links into the bot open: a game to play, or one that somebody passed on."""

from __future__ import annotations

from dataclasses import replace

from bot import links, tokens
from bot.boards import say
from bot.daily.rules import kept_secret
from bot.handlers import challenge_taking, daily, daily_play, keeping, starting
from bot.handlers.daily_waits import waits
from bot.handlers.missing import game_buttons
from bot.handlers.shared import join, shared_game
from bot.permissions import may
from bot.replies import Button, Reply, Style
from bot.scene import Scene
from bot.sessions import AtHand
from bot.titles import TITLES

PAGE = "sh"
"""Short, since a token holds 40 signs."""
_SHOW, _PLAY, _MOVES = "s", "p", "r"


async def open_link(scene: Scene, text: str) -> Reply | None:
    """What a link opens, or None when ``text`` isn't one of ours."""
    # Following a link is a press: doing so twice is no yes to what was asked.
    scene.typed = False
    match links.decode(text):
        case links.Play(game, words):
            return await starting.play_command(scene, " ".join((game, *words)))
        case links.Daily(game, day, chat_id) as link if game in TITLES:
            if chat_id:
                await join(scene, link)
            return await daily_play.play_daily(scene, game, day)
        case links.Challenge() as link:
            return await challenge_taking.take_up_linked(scene, link)
        case links.Shared() as link:
            return await _opened(scene, link, _MOVES if link.moves else _SHOW, ("0",))
    return None


async def shared_page(scene: Scene, arguments: tuple[str, ...]) -> Reply | None:
    """What a button under a shared game does, or None for a page there isn't."""
    if len(arguments) < 3:
        return None
    number, seal, action, *rest = arguments
    link = links.decode(f"s_{number}_{seal}")
    return await _opened(scene, link, action, rest) if isinstance(link, links.Shared) else None


async def _opened(
    scene: Scene, link: links.Shared, action: str, rest: list[str] | tuple[str, ...]
) -> Reply | None:
    found = await shared_game(scene, link)
    if found is None:
        return say(scene.t("That game is gone."), rows=game_buttons(), private=True)
    row = found.row
    match action, rest:
        case "s", _:
            return await _shown(scene, link, found)
        case "p", [] if row.daily is not None:
            return await daily.daily_command(scene, f"{row.game} {row.daily}")
        case "p", []:
            return await starting.play_command(scene, f"{row.game} {row.deal} {row.starters}")
        case "r", _ if kept_secret(row, scene.now):
            return say(waits(scene, row), private=True)
        case "r", _ if row.challenge is not None and not may(scene.player, row):
            sentence = scene.t("That game is for a challenge: its moves wait until all have ended.")
            return say(sentence, private=True)
        case "r", [step, *_] if step.isdigit():
            return await keeping.replay(scene, found, int(step[:6]), _steps(link))
    return None


async def _shown(scene: Scene, link: links.Shared, found: AtHand) -> Reply:
    """What was shared, with keys to play the same deal and to look how it was played."""
    t = scene.t
    reply = await keeping.share(scene, found)
    keys = (
        Button(t("Play this deal"), _token(link, _PLAY), Style.PRIMARY),
        Button(t("Replay"), _token(link, _MOVES, "0")),
    )
    return replace(reply, rows=(keys,))


def _steps(link: links.Shared) -> keeping.Steps:
    def token(step: int, number: int) -> tokens.Token:
        return _page(link, _MOVES, str(step), str(number))

    return token


def _token(link: links.Shared, *arguments: str) -> str:
    return tokens.encode(_page(link, *arguments))


def _page(link: links.Shared, *arguments: str) -> tokens.OnPage:
    return tokens.OnPage(PAGE, (tokens.base36(link.game_id), link.seal, *arguments))
