"""``challenge``: several people on one deal; what its words and its buttons lead to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.boards import say
from bot.handlers import challenge_again, challenge_closing
from bot.handlers.challenge_looking import as_it_stands, find_challenge, new_rows, overview
from bot.handlers.challenge_making import make
from bot.handlers.challenge_taking import concerns, decline, play
from bot.handlers.challenge_tokens import AGAIN, CLOSE, END, LOOK, NO, PLAY
from bot.handlers.challenge_words import Asked, read
from bot.reading.words import fold
from bot.replies import Reply
from bot.scene import Scene
from bot.titles import TITLES
from storage.challenges import Challenge

_NUMBER = 12
"""Signs of a button's number, at most."""


async def challenge_command(scene: Scene, words: str) -> Reply:
    """``challenge [who…] [game] [deal]``, ``again``, ``close``; else those that go on."""
    said = " ".join(fold(words).split())
    if not said and scene.answers is None:
        return await overview(scene)
    if said in challenge_again.WORDS:
        return await challenge_again.again_command(scene)
    if said in challenge_closing.WORDS:
        return await challenge_closing.close_command(scene)
    asked = await read(scene, words)
    if isinstance(asked, Reply):
        return asked
    game = asked.game or await _usual_game(scene)
    if game is None:
        return _which_game(scene, asked)
    return await make(scene, game, asked.deal, asked.named)


async def challenge_page(scene: Scene, arguments: tuple[str, ...]) -> Reply | None:
    """What a button about a challenge does; None where it names nothing."""
    match arguments:
        case ["new", game] if game in TITLES:
            return await make(scene, game, (), ())
        case [action, number] if number.isalnum() and number.isascii() and len(number) < _NUMBER:
            found = await find_challenge(scene, int(number, 36))
            if found is None or not await concerns(scene, found):
                return say(scene.t("That challenge is gone."), private=True)
            act = _ACTIONS.get(action)
            return await act(scene, found) if act is not None else None
    return None


_ACTIONS: dict[str, Callable[[Scene, Challenge], Awaitable[Reply]]] = {
    PLAY: play,
    NO: decline,
    LOOK: as_it_stands,
    CLOSE: challenge_closing.ask,
    END: challenge_closing.close_now,
    AGAIN: challenge_again.again,
}


async def _usual_game(scene: Scene) -> str | None:
    """The game being played, else the one played last."""
    player = scene.player
    if scene.current is not None:
        return scene.current.row.game
    if player is None:
        return None
    last = await scene.services.storage.read(lambda reading: reading.games.latest(player.id, 1))
    return last[0].game if last else None


def _which_game(scene: Scene, asked: Asked) -> Reply:
    t = scene.t
    if asked.named:
        sentence = t("Which game? I know {games}.", games=", ".join(TITLES.values()))
        return say(sentence, private=True)
    return say(t("Which game shall it be?"), rows=new_rows(), private=True)
