"""While a daily is open nothing tells its text, the order of unseen cards, or a board to others.

Every command and every kind of button is tried at every stage of a try, and each answer, log line
and figure is looked through.
"""

import random
import re
from typing import Any

import pytest
import structlog

from bot.commands import COMMANDS
from bot.daily.deals import ORDER
from bot.replies import BlockKind
from bot.scene import Services
from bot.watching import MeteredConversation, Metrics
from games.cards import Card
from games.catalogue import find
from games.deals import lay_out
from storage import Storage
from storage.dailies import Daily
from tests.bot import conftest
from tests.bot.conftest import Clock, Inline, Talk, session_at
from tests.bot.daily import posting
from tests.bot.daily.conftest import DATES
from tests.bot.daily.ear import Ear, cards_in
from tests.bot.daily.test_playing import win
from tests.bot.test_linking import linked

_, TODAY, TOMORROW, _ = DATES
LEFT_OUT = re.compile(
    r"mydata\.delete\.yes|resign!|restart!|unlink|language|:(again|new)|p:(play|daily\.play|vs)\b"
)
"""Presses that end a stage, as the stages themselves do, or leave the daily for another deal."""
WORDS = {
    "hint": ("", "oracle"),
    "mydata": ("", "export", "hide", "show"),
    "daily": ("", "{game}", "{day}", "{game} table", "{game} table everywhere", "archive",
              "{game} {day} table", "archive 2"),
    "export": ("", "{game}"),
    "replay": ("", "{game}"),
    "review": ("", "{game}"),
    "stats": ("", "{game}"),
    "share": ("", "{game}"),
    "top": ("", "{game} today here", "{game} all everywhere"),
    "challenge": ("", "@bob {game}"),
    "games": ("", "1"),
    "waste": ("", "1"),
}  # fmt: skip
"""Arguments of commands that are more than their name. Other games' commands are told apart."""
ENDING = {"resign", "restart", "play", "guide", "link", "unlink", "theme", "language"}
"""Commands that leave the game at hand."""


def kind_of(token: str) -> str:
    """What a button does, whichever game, move, date and step it does it to."""
    return re.sub(r"[0-9]+", "", token.split(":", 2)[2].rpartition(":")[2])


class Curious:
    """Somebody who tries everything at every stage, and an ear for all of it."""

    def __init__(self, talk: Talk, daily: Daily, ear: Ear) -> None:
        self.talk, self.daily, self.ear = talk, daily, ear
        self.tokens: list[str] = []

    async def say(self, words: str) -> None:
        """Say something and hear the answer."""
        self.hear(words, await self.talk.say(words))

    async def press(self, token: str) -> None:
        """Press a button, and hear."""
        self.hear(token, await self.talk.press_token(token))

    def hear(self, asked: str, reply: Any) -> None:
        """Keep it; what others would see too, must be for this player alone if it shows cards."""
        self.ear.hear(f"{self.talk.actor.external_id}: {asked}", reply)
        secret = reply.private or reply.secret or (reply.live is not None and reply.live.secret)
        shown = [b for b in reply.blocks if b.kind is BlockKind.BOARD and len(cards_in(b.text)) > 3]
        if not self.talk.chat.private and shown and f"daily {TODAY}" in reply.text:
            assert secret, f"others see what {asked!r} answers"

    async def back(self) -> None:
        """To the daily's board, if its game runs."""
        await self.say("board")

    async def everything(self) -> None:
        """All commands with their arguments, and each kind of button that any answer has."""
        pressed: set[str] = set()
        for command in COMMANDS:
            if command.name in ENDING:
                continue
            for words in WORDS.get(command.name, ("",)):
                said = words.format(game=self.daily.game, day=TODAY)
                await self.say(f"{command.name} {said}".strip())
                await self._press_new(pressed)
                await self.back()
        await self._press_new(pressed)

    async def _press_new(self, pressed: set[str]) -> None:
        for button in self.talk.buttons:
            kind = kind_of(button.token)
            self.tokens.append(button.token)
            if kind not in pressed and not LEFT_OUT.search(button.token):
                pressed.add(kind)
                await self.press(button.token)


@pytest.fixture
def ear():
    """What is said to anybody, and what is logged."""
    ear = Ear()

    def note(logger: Any, method: str, event: dict[str, Any]) -> Any:
        ear.hear("the log", repr(event))
        return conftest._keep_fault(logger, method, event)

    structlog.configure(processors=[structlog.processors.format_exc_info, note])
    return ear


@pytest.fixture
def metrics():
    """Figures that a host may watch."""
    return Metrics()


@pytest.fixture
def conversation(storage: Storage, clock: Clock, metrics, dailies):  # noqa: ARG001 - stored
    """A conversation that is watched, over dailies that are made."""
    return MeteredConversation(
        Services(storage, clock, random.Random(5).randrange, Inline()), metrics
    )


async def unseen(storage: Storage, talk: Talk, least: int) -> tuple[int, tuple[Card, ...]]:
    """The stock's order as far as nobody at this talk has come, in any try."""
    found = await session_at(storage, talk)
    if found is None or found[0].daily != TODAY:
        return least, ()
    stock = getattr(found[1].position, "stock", ())
    return min(least, len(stock)), stock


async def stages(curious: Curious):
    """A try from the first look to practice after its end; a word for each stage."""
    daily, say = curious.daily, curious.say
    code = "={}" if daily.game == "bakers-game" else "{}"
    await say(f"daily {daily.game} {daily.day}")
    yield "looked at"
    for each in daily.line.split()[:6]:
        await say(code.format(each))
    yield "begun"
    await say("resign")
    await say("yes")
    yield "given up"
    await say(f"daily {daily.game} {daily.day}")
    await say(code.format(daily.line.split()[0]))
    yield "practice"


@pytest.mark.parametrize(
    ("game", "language", "theme"),
    [
        ("bakers-game", "en", "letters"),
        ("calculation", "es", "suits"),
        ("devils-grip", "en", "emoji"),
    ],
)
async def test_nothing_tells_an_open_daily(  # noqa: PLR0913, PLR0917 - who hears what, and how it is read
    conversation, dailies, storage, clock, ear, metrics, game, language, theme
):
    """Among others, to its player and to a bystander who presses all the same buttons."""
    daily = dailies[TODAY, game]
    cards = lay_out(find(game), daily.deal).cards
    talk = Talk(conversation, "ann", "club", theme=theme, language=language)
    curious = Curious(talk, daily, ear)
    least = len(cards)
    async for stage in stages(curious):
        await curious.everything()
        least, _ = await unseen(storage, talk, least)
        assert ear.text_of(daily.deal) == [], stage
        if find(game).hides:
            assert ear.order_of(cards[len(cards) - least :]) == [], stage
    if game == "bakers-game":
        assert ear.order_of(cards), "what is seen should have been heard"
    await talk.say("mydata export")
    ear.hear("metrics", metrics.shown({}, 1).decode())

    other = Ear()
    bystander = Curious(Talk(conversation, "bob", "club", language=language), daily, other)
    for token in dict.fromkeys(curious.tokens):
        if not LEFT_OUT.search(token):
            await bystander.press(token)
    for words in ("daily", f"daily {game} table", "games", "export", "replay", "review", "share",
                  "top", "board", "hint", "mydata export"):  # fmt: skip
        await bystander.say(words)
    assert other.text_of(daily.deal) == []
    assert other.order_of(cards) == []

    clock.forward(days=1)
    await curious.say(f"daily {TODAY}")
    assert ear.text_of(daily.deal), "after the close it should have been told"


async def test_parting_and_the_archive_tell_nothing_either(conversation, dailies, storage, ear):
    """Two accounts of one player, one of which has a try: joined, parted, on both sides."""
    daily = dailies[TODAY, "calculation"]
    cards = lay_out(find("calculation"), daily.deal).cards
    ann = Talk(conversation, "1", name="Ann", platform="discord")
    ana = Talk(conversation, "2", name="Ana", platform="telegram")
    on_one, on_other = Curious(ann, daily, ear), Curious(ana, daily, ear)
    await on_one.say("daily calculation")
    await on_one.say("d")
    await linked(ann, ana)
    for curious in (on_one, on_other):
        await curious.say("daily calculation")
        await curious.everything()
    await on_one.say("unlink")
    await on_one.press(ann.buttons[0].token)
    for curious in (on_one, on_other):
        for words in ("games", "games 1", "board", "daily", "daily archive", "mydata export",
                      "export", "review", "stats", "daily calculation", "export"):  # fmt: skip
            await curious.say(words)
            for button in curious.talk.buttons:
                if not LEFT_OUT.search(button.token):
                    await curious.press(button.token)

    _, stock = await unseen(storage, ann, len(cards))
    assert stock
    assert ear.text_of(daily.deal) == []
    assert ear.order_of(cards[6:]) == []


@pytest.mark.parametrize("game", ORDER)
async def test_what_knows_every_card_waits_in_practice_too(conversation, game):
    """In a later try of an open daily neither oracle nor review nor record is given.

    Where nothing is hidden the oracle is no more than a hint.
    """
    talk = Talk(conversation, "ann")
    await talk.say(f"daily {game}")
    row_moves = [button for button in talk.buttons if ":m." in button.token]
    await (talk.press(row_moves[0]) if row_moves else talk.say("d"))
    await talk.say("resign")
    await talk.say("yes")
    for words in ("review", f"export {game}"):
        assert "until the daily has closed" in (await talk.say(words)).text, words

    await talk.say(f"daily {game}")

    assert "this is practice" in talk.reply.text
    for words in ("hint oracle", "export")[not find(game).hides :]:
        reply = await talk.say(words)
        assert "until the daily has closed, 1 Dec 12:00 UTC" in reply.text, words
        assert reply.private


async def test_a_post_tells_figures_alone(conversation, dailies, storage, clock, ear):
    """What a chat reads of the dates that are open, solved ones among them, names no card."""
    for name, game in zip(("ann", "bob", "cy"), ORDER, strict=True):
        talk = Talk(conversation, name, "club")
        await win(talk, dailies[TODAY, game])
        assert talk.reply.game.outcome == "won"
    world = posting.World(clock, platform="terminal")
    await posting.subscribe(storage, world, "chat:club")
    clock.forward(hours=21)
    await posting.process(storage, world)[0].step()

    [post] = world.posts
    ear.hear("post", post.reply)
    assert "Yesterday, so far" in post.reply.text
    assert post.reply.text.count("1 of 1 solved") == 3
    for day in (TODAY, TOMORROW):
        for game in ORDER:
            deal = dailies[day, game].deal
            assert ear.text_of(deal) == []
            assert ear.order_of(lay_out(find(game), deal).cards) == []


@pytest.mark.parametrize("game", ORDER)
def test_the_ear_hears(dailies, game):
    """The tests above would notice: text in part, order in any writing and both ways."""
    daily = dailies[TODAY, game]
    cards = lay_out(find(game), daily.deal).cards
    ear = Ear()
    ear.hear("part", f"… {daily.deal[-14:-1]} …")
    ear.hear("letters", " ".join(card.text.lower() for card in cards[20:24]))
    ear.hear("signs", " ".join(
        card.text.replace("T", "10").translate(str.maketrans("CDHS", "♣♦♥♠"))
        for card in cards[43:39:-1]
    ))  # fmt: skip
    ear.hear("nothing", " ".join(card.text for card in cards[::2]))

    assert ear.text_of(daily.deal) == ["part"]
    assert [asked for asked, _ in ear.order_of(cards)] == ["letters", "signs"]
