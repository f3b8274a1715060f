"""Nothing that is read depends on a card that is not shown yet; places by name are places."""

import pytest

from tests.bot.conftest import Talk

POSITIONS = ("25", "498")


async def test_a_message_is_read_alike_whatever_is_hidden(conversation):
    """``w1 f2`` means the same in two games that look alike up to the stock."""
    kept = []
    for deal in POSITIONS:
        talk = Talk(conversation, f"ann {deal}")
        await talk.say(f"play calculation {deal}")
        await talk.say("d")
        await talk.say("w1")
        reply = await talk.say("w1 f2")
        kept.append("W1" in reply.text.splitlines()[1])

    assert kept[0] == kept[1]


@pytest.mark.parametrize("words", ["4h w1", "kc w1", "f1", "w1"])
async def test_an_unseen_card_can_not_be_named(conversation, words):
    """Before the first turn every placement is refused, whichever card would come."""
    talk = Talk(conversation, "ann")
    await talk.say("play calculation 617")
    reply = await talk.say(words)

    assert reply.game.seq == 0


async def test_a_pasted_line_without_turns_plays(conversation):
    """With autoturn on, placements alone play: the card between comes up by itself."""
    talk = Talk(conversation, "ann")
    await talk.say("play calculation 617")
    await talk.say("d")
    await talk.say("w1 w2 w3")

    assert talk.reply.game.position.endswith("S:44")


async def test_a_running_games_export_hides_the_stock(conversation):
    """``mydata export`` tells no order of cards while a game that hides some is running."""
    talk = Talk(conversation, "ann")
    await talk.say("play calculation 617")
    await talk.say("d")

    assert "4H 4D" not in (await talk.say("mydata export")).text


async def test_a_column_by_its_word_is_that_column(conversation):
    """``column 2`` is never the 2 of some suit, in either language."""
    talk = Talk(conversation, "ann")
    await talk.say("play bakers-game 1")

    assert "column 1 ends in 6s" in (await talk.say("column 5 to column 1")).text
    assert "6c" in (await talk.say("mueve la columna 5 a la columna 1")).text
    assert talk.reply.game.seq == 0
    await talk.say("move column 7 to column 2")
    assert talk.reply.game.seq == 1
    await talk.say("undo")
    await talk.say("pon la 8c en la columna dos")
    assert talk.reply.game.seq == 3


async def test_the_switch_button_switches_whenever_it_is_pressed(conversation):
    """A button of the games' list makes its game current even when its board is newer."""
    talk = Talk(conversation, "ann")
    await talk.say("play bakers-game 1")
    await talk.say("play calculation 1")
    await talk.say("games")
    bakers = next(each for each in talk.buttons if "Baker" in each.label)
    await talk.press(bakers)
    await talk.say("1a")
    await talk.say("play calculation")

    assert (await talk.press(bakers)).game.key == "bakers-game"
    assert (await talk.say("2b")).game.key == "bakers-game"
