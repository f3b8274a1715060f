"""Where live boards stand, and what the program keeps in mind about itself."""

from storage.records import Board
from tests.storage.conftest import Scene

HERE, THERE = Board("10", "1"), Board("10", "2")


async def test_a_board_that_moves_gives_up_the_place_it_had(scene: Scene) -> None:
    """Who sets up the newer board learns where the older one stands, on each platform apart."""
    game = (await scene.game(await scene.visit())).id

    async def put(board: Board, platform: str = "discord") -> Board | None:
        return await scene.storage.write(lambda work: work.boards.put(game, platform, board))

    assert await put(HERE) is None
    assert await put(HERE) == HERE
    assert await put(THERE) == HERE
    assert await put(HERE, "telegram") is None
    assert await scene.storage.read(lambda work: work.boards.where(game, "discord")) == THERE
    assert await scene.storage.read(lambda work: work.boards.where(game + 1, "discord")) is None


async def test_no_board_without_a_game(scene: Scene) -> None:
    """A game deleted meanwhile leaves nothing behind."""
    await scene.storage.write(lambda work: work.boards.put(7, "discord", HERE))

    assert await scene.storage.read(lambda work: work.boards.where(7, "discord")) is None


async def test_a_fact_is_kept_until_a_newer_one_comes(scene: Scene) -> None:
    """Nothing is known before it was kept."""
    assert await scene.storage.read(lambda work: work.facts.get("commands")) is None
    for value in ("one", "two"):
        await scene.storage.write(lambda work, value=value: work.facts.put("commands", value))

    assert await scene.storage.read(lambda work: work.facts.get("commands")) == "two"
