"""Games that are passed on by a link."""

import re
from dataclasses import replace

import pytest

from bot.conversation import Conversation
from bot.replies import Reply
from tests.bot.conftest import Talk

LINK = "https://t.me/PatienceBot?start="


def linked(conversation: Conversation, who: str, **more: str) -> Talk:
    """Somebody on a platform that has links."""
    talk = Talk(conversation, who, **more)
    talk.chat = replace(talk.chat, link=LINK)
    return talk


@pytest.fixture
async def ann(conversation: Conversation) -> Talk:
    """Somebody who gave a game up after three moves."""
    talk = linked(conversation, "ann")
    await talk.say("play bakers-game 617")
    for move in ("5a", "7h 8h", "5b"):
        await talk.say(move)
    await talk.say("resign")
    await talk.say("yes")
    return talk


def link_in(reply: Reply) -> str:
    """What follows the address in a reply's link."""
    [word] = [each for each in reply.text.split() if each.startswith(LINK)]
    return word.removeprefix(LINK)


async def test_a_shared_result_is_shown_to_whoever_has_the_link(
    conversation: Conversation, ann: Talk
) -> None:
    """The same block without a card, and keys to play the deal or to look at the moves."""
    block = await ann.say("share")
    bob = linked(conversation, "bob")

    shown = await bob.say(f"start {link_in(block)}")

    assert shown.text == block.text
    assert [button.label for button in bob.buttons] == ["Play this deal", "Replay"]


async def test_the_deal_of_a_shared_game_is_played(conversation: Conversation, ann: Talk) -> None:
    """By a button; the game is one's own."""
    bob = linked(conversation, "bob")
    await bob.say(f"start {link_in(await ann.say('share'))}")

    await bob.press("Play this deal")

    assert bob.reply.game is not None
    assert (bob.reply.game.deal, bob.seq) == ("617", 0)


async def test_a_shared_game_is_looked_at_move_by_move(
    conversation: Conversation, ann: Talk
) -> None:
    """By a link of its own, which only its player sees, and by the buttons under it."""
    own = await ann.say("replay")
    bob = linked(conversation, "bob")

    await bob.say(f"start {link_in(own)}")
    await bob.press("End")

    [total] = re.findall(r"0/(\d+)", own.text)
    assert f"· {total}/{total}" in bob.reply.text
    assert LINK not in bob.reply.text


@pytest.mark.parametrize("spoilt", ["s_1_0123456789abcdef", "r_1_0123456789abcdef"])
async def test_a_made_up_link_opens_nothing(
    conversation: Conversation,
    ann: Talk,
    spoilt: str,
) -> None:
    """Games are numbered, but nobody looks at one that wasn't passed on."""
    assert ann.reply.text
    bob = linked(conversation, "bob")

    reply = await bob.say(f"start {spoilt}")

    assert (reply.text, reply.private) == ("That game is gone.", True)


async def test_a_link_to_a_deleted_game(conversation: Conversation, ann: Talk) -> None:
    """Whoever deletes their data takes the game along."""
    link = link_in(await ann.say("share"))
    await ann.say("mydata delete")
    await ann.press("Delete it all")

    assert (await linked(conversation, "bob").say(f"start {link}")).text == "That game is gone."


async def test_a_link_to_a_deal_plays_it(conversation: Conversation) -> None:
    """Game and deal stand in the link."""
    bob = linked(conversation, "bob")

    reply = await bob.say("start p_bakers-game_11982")

    assert reply.game is not None
    assert (reply.game.key, reply.game.deal) == ("bakers-game", "11982")


async def test_without_links_the_command_is_shared(conversation: Conversation) -> None:
    """Where the platform has none, as in the terminal."""
    talk = Talk(conversation, "ann")
    await talk.say("play bakers-game 617")
    await talk.say("5a")
    await talk.say("resign")
    await talk.say("yes")

    assert (await talk.say("share")).text.endswith("/play bakers-game 617")
    assert "pass it on" not in (await talk.say("replay")).text


async def test_other_words_after_start_greet(conversation: Conversation) -> None:
    """Telegram's own link into a chat brings a word that means nothing."""
    assert "Welcome" in (await linked(conversation, "bob").say("start hello")).text
