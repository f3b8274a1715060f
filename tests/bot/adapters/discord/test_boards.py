"""Boards on Discord: where they stand, how they look, one live board a game."""

from tests.bot.adapters.discord.conftest import Player, text_of


async def test_a_board_is_an_ordinary_message(ann: Player) -> None:
    """Only to those Discord brings typed replies; the command leaves no other trace."""
    await ann.slash("play", game="bakers-game", deal="617")

    assert ann.seen.startswith("**Baker's Game #617 · 0/52**\n-# new deal\n```ansi\n")
    assert "7\u2666\ufe0e" in ann.seen
    assert len(ann.channel.history()) == 1
    assert ann.message.interaction_metadata is None
    rows = [[b.label.replace("\ufe0e", "") for b in row.children] for row in ann.message.components]
    assert rows == [
        ["J♦›a", "K♠›a", "K♣›a"],
        ["4♥›a", "J♣›a", "6♣›a"],
        ["J♥›Q♥", "Q♥›a", "›a"],
        ["›b", "›c", "›d"],
        ["Undo", "Hint", "Menu"],
    ]


async def test_a_press_edits_its_board(ann: Player) -> None:
    """No message is added."""
    await ann.slash("play", game="bakers-game", deal="617")
    await ann.press("K♣\ufe0e›a")

    assert "K♣\ufe0e to cell a" in ann.seen
    assert len(ann.channel.history()) == 1


async def test_a_typed_move_posts_the_board_anew(ann: Player, bob: Player) -> None:
    """The older one loses its buttons, in answer to a mention as to a reply."""
    await ann.slash("play", game="bakers-game", deal="617")
    first = ann.message
    await ann.actor.send(ann.channel, "3a", reply_to=first)
    second = ann.message
    await ann.say("4b")
    await bob.actor.send(ann.channel, "4b")

    boards = [each for each in ann.channel.history() if each.author.bot]
    assert [bool(each.components) for each in boards] == [False, False, True]
    assert (boards[0].id, boards[1].id) == (first.id, second.id)
    assert "move 2" in text_of(boards[2])


async def test_replies_to_a_layout(ann: Player) -> None:
    """Where Discord sends their text they move; where it doesn't, nothing is said or lost."""
    await ann.slash("play", game="devils-grip", deal="617")
    board = ann.message
    assert board.flags.components_v2
    await ann.actor.send(ann.channel, "", reply_to=board, attachments=[("a.txt", b"a")])
    assert ann.message.id == board.id
    await ann.actor.send(ann.channel, "a1=c3", reply_to=board)
    assert "swapped a1 and c3" in ann.seen
    await ann.say("undo")

    assert "swapped a1 and c3" not in ann.seen
    assert "move 0" in ann.seen or "new deal" in ann.seen
