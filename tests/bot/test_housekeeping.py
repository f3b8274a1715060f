"""What is put in order by itself."""

from bot.housekeeping import keep_house
from tests.bot.conftest import NOON, Talk


async def test_a_game_idle_for_sixty_days_is_unfinished(conversation, storage, clock):
    """It is out of the running games and of the rates; a younger one stays."""
    old, young = Talk(conversation, "ann"), Talk(conversation, "bo")
    await old.say("play bakers-game 617")
    await old.say("1a")
    clock.forward(days=2)
    await young.say("play bakers-game 617")
    await young.say("1a")
    clock.forward(days=59)

    await keep_house(storage, clock())

    assert clock() > NOON
    assert "No game" in (await old.say("board")).text
    assert "1 unfinished" in (await old.say("stats")).text
    assert (await young.say("board")).game is not None
