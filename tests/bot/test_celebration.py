"""A solved game is celebrated: four kings, a word of praise, and what the solve was."""

import pytest

from games.catalogue import find
from games.deals import lay_out
from storage import UnitOfWork
from storage.records import NewSolve
from tests.bot.conftest import NOON, Talk, converse, deal_to
from tests.bot.test_honest_figures import WON_DEAL, WON_LINE


async def _solved(talk: Talk, count: int, moves: int, kind: str = "shuffled") -> None:
    """Let ``count`` other deals of Baker's Game count as solved already."""
    for number in range(count):
        deck = lay_out(find("bakers-game"), str(number + 100))
        row = await deal_to(talk, "bakers-game", deck, str(number + 100))

        async def work(uow: UnitOfWork, row=row) -> None:
            await uow.games.update(row.id, status="won")
            await uow.solves.record(
                NewSolve(
                    player_id=row.player_id, game=row.game, deal=row.deal, game_id=row.id,
                    chat_id=row.chat_id, day=NOON.date(), moves=moves, seconds=60, clean=True,
                    kind=kind, at=NOON,
                )
            )  # fmt: skip

        await talk.conversation._services.storage.write(work)


async def _win(talk: Talk) -> str:
    await talk.say(f"play bakers-game {WON_DEAL}")
    return (await talk.say(WON_LINE)).text


@pytest.mark.parametrize(
    ("theme", "language", "said"),
    [
        ("letters", "en", ["* Kc * Kd * Kh * Ks *", "Your first Baker's Game solved!"]),
        ("suits", "es", ["✦ K♣\ufe0e ✦ K♦\ufe0e ✦", "¡Tu primera vez: Baker's Game resuelto!"]),
    ],
)
async def test_the_first_solve(conversation, theme, language, said):
    """The kings in the reader's own signs, and a word in their language."""
    talk = Talk(conversation, "ann", theme=theme, language=language)
    text = await _win(talk)
    assert [each for each in said if each not in text] == []


async def test_spoken_boards_need_no_stars(conversation):
    """A screen reader would read each star out."""
    text = await _win(Talk(conversation, "ann", theme="words"))
    assert "Beautifully done" in text
    assert "✦" not in text
    assert "*" not in text


@pytest.mark.parametrize(("earlier", "told"), [(8, False), (9, True), (10, False), (99, True)])
async def test_round_numbers_are_told(storage, earlier, told):
    """The tenth and the hundredth, and none of those between."""
    talk = Talk(converse(storage), "ann")
    await _solved(talk, earlier, moves=80)
    text = await _win(talk)
    assert (f"That makes {earlier + 1} solved: Baker's Game." in text) == told
    assert "Your first" not in text


@pytest.mark.parametrize(
    ("moves", "kind", "told"),
    [(150, "shuffled", True), (80, "shuffled", False), (150, "easy", False)],
)
async def test_the_shortest_so_far_is_told(conversation, moves, kind, told):
    """Measured against solves of the same kind only."""
    talk = Talk(conversation, "ann")
    await _solved(talk, 2, moves, kind)
    assert (f"Your shortest so far; it was {moves} moves." in await _win(talk)) == told


async def test_winning_the_same_deal_again_is_no_milestone(conversation):
    """It was counted the first time."""
    talk = Talk(conversation, "ann")
    await _win(talk)
    await talk.say("restart")
    again = (await talk.say(WON_LINE)).text
    assert "Beautifully done" in again
    assert "first" not in again
