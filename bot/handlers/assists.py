"""Moves played for the player at their word: safe ones, the way home, tidying."""

from __future__ import annotations

from bot.boards import board_reply
from bot.handlers.turns import play
from bot.replies import Reply
from bot.scene import Scene
from bot.sessions import AtHand


async def auto(scene: Scene, at_hand: AtHand) -> Reply:
    """Every safe move there is, once."""
    game, position = at_hand.game, at_hand.session.position
    moves = []
    while at_hand.open and (move := game.safe_move(position)) is not None:
        moves.append(move)
        position = game.play(position, move)
    if not moves:
        return board_reply(scene, at_hand, before=(scene.t("No move is safe beyond doubt now."),))
    return await play(scene, at_hand, (tuple(moves),))


async def finish(scene: Scene, at_hand: AtHand) -> Reply:
    """The way home, once only safe moves remain."""
    moves = at_hand.game.finish(at_hand.session.position) if at_hand.open else ()
    if not moves:
        sentence = scene.t("This game doesn't finish by itself yet: there are choices left.")
        return board_reply(scene, at_hand, before=(sentence,))
    return await play(scene, at_hand, (moves,))


async def tidy(scene: Scene, at_hand: AtHand) -> Reply:
    """Bring complete piles into their rows by legal swaps, each recorded."""
    moves = at_hand.game.tidy(at_hand.session.position) if at_hand.open else ()
    if not moves:
        return board_reply(scene, at_hand, before=(scene.t("There is nothing to tidy."),))
    return await play(scene, at_hand, (moves,))
