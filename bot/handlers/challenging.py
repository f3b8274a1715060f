"""``challenge``: several people on one deal; what its words and its buttons lead to."""

from __future__ import annotations

from bot.boards import say
from bot.handlers.challenge_looking import as_it_stands, find_challenge, new_rows, overview
from bot.handlers.challenge_making import make
from bot.handlers.challenge_taking import concerns, decline, play
from bot.handlers.challenge_tokens import LOOK, NO, PLAY
from bot.handlers.challenge_words import Asked, read
from bot.replies import Reply
from bot.scene import Scene
from bot.titles import TITLES

_NUMBER = 12
"""Signs of a button's number, at most."""


async def challenge_command(scene: Scene, words: str) -> Reply:
    """``challenge [who…] [game] [deal]``; without words the ones that go on."""
    if not words.strip() and scene.answers is None:
        return await overview(scene)
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
            if action == PLAY:
                return await play(scene, found)
            if action == NO:
                return await decline(scene, found)
            return await as_it_stands(scene, found) if action == LOOK else None
    return None


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
