"""Rules, help and the privacy text."""

from __future__ import annotations

from collections.abc import Iterable

from bot import tokens
from bot.boards import say
from bot.i18n import N_
from bot.replies import Block, BlockKind, Button, Reply, Rows
from bot.scene import Scene
from bot.titles import TITLES, find_game, title

RULES = {
    "calculation": (
        N_(
            "Four foundations start with an ace, a 2, a 3 and a 4. They build in steps of one, "
            "two, three and four, past the king round to the ace, and each ends with its king. "
            "Suits don't matter."
        ),
        N_(
            "Turn one card at a time and place it before the next: on a foundation that wants it,"
            " or on any of four waste piles. The top of a waste pile may go to a foundation at "
            "any moment; it never moves to another waste pile, and no card comes back from a "
            "foundation. The stock is gone through once."
        ),
        N_("Won when all 52 cards are on the foundations. The score is the cards there, 4 to 52."),
    ),
    "devils-grip": (
        N_(
            "Two packs without aces: 96 cards. Build 24 piles of four in one suit by steps of "
            "three: 2-5-8-J in the top row, 3-6-9-Q in the middle, 4-7-10-K at the bottom."
        ),
        N_(
            "Join a whole pile onto one whose top is three ranks lower in the same suit; the "
            "place it leaves is filled from the stock by itself. Swap any two piles at any time. "
            "Turn three cards onto the waste when you like; its last card may join a pile. The "
            "stock is gone through once, and nothing is taken apart again."
        ),
        N_(
            "Won when all 24 piles are complete and in their rows. Else the cards left in the "
            "waste count: 10 or fewer is good, 5 or fewer excellent, 2 or fewer brilliant."
        ),
    ),
    "bakers-game": (
        N_(
            "All 52 cards lie open in eight columns, with four cells beside them. Build the four "
            "foundations up by suit from ace to king."
        ),
        N_(
            "One card moves at a time: the end of a column or a card in a cell. It goes onto the "
            "next higher card of the same suit, into an empty column (any card), into an empty "
            "cell, or home. No card comes back from a foundation. A run travels as single moves "
            "when there is room."
        ),
        N_("Won when all 52 cards are home. The score is the cards there."),
    ),
}

HOW_TO_MOVE = {
    "bakers-game": N_(
        "Type “7h 8h” or “26” (column 2 to 6), “7h a” (to cell a), “2h” (column 2 home), or "
        "several in one message. “=3h” is always column 3 home."
    ),
    "calculation": N_(
        "Type “d” to turn, “w1” or “f2” for the card in hand, “w1f3” for the top of waste 1, "
        "or “9 f2”. Several moves may stand in one message."
    ),
    "devils-grip": N_(
        "Type “8s 5s” or “a1b3” to join, “w b3” or “wb3” for the waste card, “d” to turn "
        "three, “a1=c3” to swap. Several moves may stand in one message."
    ),
}

PRIVACY = (
    N_(
        "I keep your name here, your id on this platform, your games and their moves with "
        "times, your solves, settings and reminder. I keep no messages; those not meant for me I "
        "never read."
    ),
    N_(
        "A challenge keeps whom it names, as this platform calls them, until they have answered "
        "or it has ended."
    ),
    N_(
        "Boards of a chat show the names of those who played in it. The board of all servers "
        "shows your name only if you say so (settings named on)."
    ),
    N_(
        "“link” makes your accounts on several platforms one player; I keep which of them began "
        "each game, so that “unlink” can part them. Until a daily has closed both then know that "
        "the other had begun it."
    ),
    N_(
        "“mydata” shows it, “mydata export” hands it over, “mydata hide” takes you off the "
        "boards, “mydata delete” deletes it all."
    ),
    N_(
        "After that keyed marks stay, which name nobody: one per deal you tried, and one per open "
        "daily you only saw, with the time, so that neither begins anew; one with the time of the "
        "deletion, so that no backup brings you back; and one if whoever runs this bot has blocked "
        "you or hidden your name."
    ),
)


async def rules_command(scene: Scene, words: str) -> Reply:
    """The rules of a game: the one named, else the current one, else a choice."""
    key, _ = find_game(words.split())
    if key is None and not words.strip() and scene.current is not None:
        key = scene.current.row.game
    if key is None:
        return say(scene.t("The rules of which game?"), rows=_rules_buttons())
    return rules(scene, key)


def daily_rules(scene: Scene) -> Reply:
    """What counts at a daily."""
    t = scene.t
    return say(
        t(
            "Every date has one deal of each game, the same for everybody, and each can be won. A "
            "date is open for 50 hours: as long as it is that date somewhere on Earth."
        ),
        t(
            "Your first try counts. In it no card is hidden again by undo; hints take the clean "
            "mark off. Later tries and past dates are practice."
        ),
        t(
            "Solved ranks before unsolved, then clean, fewer moves, less time. A date with a "
            "solved daily adds a day to your streak. Ten of them earn a freeze, three at most in "
            "hand; it is spent by itself when you miss a date."
        ),
        t(
            "The seal shows that nobody changes the deals afterwards: when the date has closed, "
            "the deals and their winning lines are told, and “patience daily verify” checks them."
        ),
        private=True,
    )


def rules(scene: Scene, key: str) -> Reply:
    """One game's rules, and how to type its moves."""
    t = scene.t
    told = (*RULES.get(key, ()), HOW_TO_MOVE.get(key, ""))
    paragraphs = [t(each) for each in told if each]
    blocks = [Block(BlockKind.TITLE, title(key)), *(Block(BlockKind.TEXT, p) for p in paragraphs)]
    play = tokens.encode(tokens.OnPage("play", (key,)))
    return Reply(tuple(blocks), ((Button(t("Play {game}", game=title(key)), play),),))


def _rules_buttons() -> Rows:
    return tuple(
        (Button(name, tokens.encode(tokens.OnPage("rules", (key,)))),)
        for key, name in TITLES.items()
    )


def help_page(scene: Scene, lines: Iterable[str], number: int = 0, *, pages: int) -> Reply:
    """Page ``number`` from 0 of the commands as ``lines``, under a few words of welcome."""
    t = scene.t
    head = t("Patience in chat: Calculation, Devil's Grip and Baker's Game.")
    first = t("Start with “play”. Moves are typed or pressed; “rules” tells how each game goes.")
    blocks = (
        Block(BlockKind.TITLE, head),
        Block(BlockKind.TEXT, first),
        Block(BlockKind.TEXT, "\n".join(lines)),
    )
    turn = []
    if number:
        turn.append(_help_button(t("Earlier"), number - 1))
    if number + 1 < pages:
        turn.append(_help_button(t("More"), number + 1))
    return Reply(blocks, (tuple(turn),) if turn else ())


def _help_button(label: str, number: int) -> Button:
    return Button(label, tokens.encode(tokens.OnPage("help", (str(number),))))


async def privacy_command(scene: Scene, words: str) -> Reply:
    """What is kept, who sees it, how to be rid of it."""
    del words
    t = scene.t
    mine = Button(t("My data"), tokens.encode(tokens.OnPage("mydata")))
    return say(*(t(each) for each in PRIVACY), rows=((mine,),))
