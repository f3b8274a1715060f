"""Whatever people type and press, in any order: what must hold afterwards."""

import asyncio
import random
from collections import Counter
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from bot import tokens
from bot.conversation import Conversation
from bot.look import THEMES
from bot.replies import Button, Reply
from bot.sessions import deck_of
from games.cards import pack
from games.catalogue import GAMES, find
from games.deals import lay_out
from games.game import Deck, Game, Outcome
from games.moves import Move
from games.session import Event, Session
from games.table import Pile, PileKind, Table
from storage import Reading, Storage
from storage.records import GameRow
from tests.bot.conftest import Clock, Talk, converse, deal_to, session_at

KEYS = tuple(game.key for game in GAMES)

# What is true of one position


def cards_in(position: Any) -> Counter[Any]:
    """Every card of a position, hidden ones too; a foundation counts as what lies beneath."""
    found: Counter[Any] = Counter()

    def look(value: Any) -> None:
        if hasattr(value, "text"):
            found[value] += 1
        elif isinstance(value, tuple):
            for each in value:
                look(each)

    for name in position.__slots__:
        if name not in ("homes", "tops", "heights"):
            look(getattr(position, name))
    return found


def is_complete(row: GameRow, position: Any) -> bool:
    """Whether what lies about and what went home make up the whole pack, nothing twice."""
    deck = deck_of(row)
    pack = Counter((*deck.cards, *deck.starters))
    about = cards_in(position)
    return about <= pack and about.total() + home(position) == pack.total()


def home(position: Any) -> int:
    """How many cards lie on foundations, which a position keeps as heights."""
    return sum(getattr(position, "homes", getattr(position, "heights", ())))


# A machine that does anything

NONSENSE = st.one_of(
    st.text(max_size=40),
    st.sampled_from(
        "7h 8h|2 home|swap a1 c3|w b3|9 f2|26|3h|ah|d|turn|roba|a a|=|==|=zz|= 3h|10h 9|"
        "play|play x|play bakers-game -1|play calculation 1 2 3|games 2|games 9|games 0010|!|.1|/|"
        "settings|settings auto|settings nothing on|theme|theme neon|language fr|help undo|"
        "top|top bakers week here|top x|stats|share|replay|export|mydata|privacy|rules|rules c|"
        "count|auto|finish|tidy|resign|restart|undo|redo|board|waste|tablero|deshacer|menu|m|m 26|"
        "settings auto on|settings auto off|settings autoturn off|settings autoturn on|"
        "language es|language en|theme words|theme suits|theme letters|theme emoji".split("|")
    ),
)
DEALS = ("1", "2", "617", "patience", "20")


@dataclass
class Seen:
    """A game as it was last looked at."""

    row: GameRow
    session: Session


class World:
    """What all examples share: a loop and a database, in which each has people of its own."""

    runner: ClassVar[asyncio.Runner]
    storage: ClassVar[Storage]
    examples: ClassVar[int] = 0

    @classmethod
    def conversation(cls) -> Conversation:
        """One with nothing in its cache."""
        return converse(cls.storage, Clock())


@pytest.fixture(scope="module", autouse=True)
def _world(runner: asyncio.Runner, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    World.runner = runner
    file = tmp_path_factory.mktemp("properties") / "test.db"
    World.storage = runner.run(Storage.open(f"sqlite:///{file}"))
    yield
    runner.run(World.storage.close())


class Anything(RuleBasedStateMachine):
    """Two people in their private chats and in a common one."""

    def __init__(self) -> None:
        super().__init__()
        World.examples += 1
        number = World.examples
        conversation = World.conversation()
        club = f"club {number}"
        self.people = (f"ann {number}", f"bo {number}")
        self.talks = [
            Talk(conversation, user, chat) for user in self.people for chat in (None, club)
        ]
        self.shown: list[str] = ["1:g:1:0:undo", "1:p:play.calculation"]
        self.games: dict[int, Seen] = {}
        self.last: Talk | None = None

    # What people do

    def do(self, talk: Talk, *, say: str | None = None, press: str = "") -> Reply:
        """Say or press something, and keep the buttons that come of it."""
        done = talk.press_token(press) if say is None else talk.say(say)
        reply = World.runner.run(done)
        self.shown += [button.token for button in talk.buttons]
        self.last = talk
        return reply

    def at(self, talk: Talk) -> tuple[GameRow, Session] | None:
        """The running game of a talk as it is stored."""
        found = World.runner.run(session_at(World.storage, talk))
        return found if found is not None and found[0].status == "running" else None

    @initialize(picks=st.lists(st.sampled_from(KEYS), min_size=2, max_size=4))
    def begin(self, picks: list[str]) -> None:
        """Most have something to play."""
        for talk, key in zip(self.talks, picks, strict=False):
            self.do(talk, say=f"play {key} 617")

    @rule(who=st.integers(0, 3), key=st.sampled_from(KEYS), deal=st.sampled_from((*DEALS, "")))
    def play(self, who: int, key: str, deal: str) -> None:
        """A new deal, another one, or the one that runs."""
        self.do(self.talks[who], say=f"play {key} {deal}")

    @rule(who=st.integers(0, 3), pick=st.integers(0, 10_000), way=st.sampled_from("cft"))
    def move(self, who: int, pick: int, way: str) -> None:
        """A legal move by its code, by its forced code, or by its cards and places."""
        talk = self.talks[who]
        found = self.at(talk)
        if found is None:
            return
        table = found[1].game.table(found[1].position)
        moves = (*table.moves, *table.swaps[pick % 7 :: 40])
        if not moves:
            return
        move = moves[pick % len(moves)]
        said = {"c": move.code, "f": f"={move.code}"}.get(way) or spoken(table, move)[-1]
        self.do(talk, say=said)

    @rule(who=st.integers(0, 3), seed=st.integers(0, 10_000), length=st.integers(2, 40))
    def many_moves(self, who: int, seed: int, length: int) -> None:
        """A long message of legal codes: the game gets on."""
        talk, rng = self.talks[who], random.Random(seed)
        found = self.at(talk)
        if found is None:
            return
        game, position = found[1].game, found[1].position
        codes: list[str] = []
        for _ in range(length):
            moves = sensible(game, position, rng)
            if not moves or game.outcome(position) is not Outcome.PLAYING:
                break
            move = rng.choice(moves)
            codes.append(move.code)
            position = game.play(position, move)
        if codes:
            self.do(talk, say=" ".join(codes))

    @rule(who=st.integers(0, 3), pick=st.integers(0, 10_000))
    def press(self, who: int, pick: int) -> None:
        """Any button of the last reply: boards, second pages, settings, leaderboards."""
        talk = self.talks[who]
        if talk.buttons:
            self.do(talk, press=talk.buttons[pick % len(talk.buttons)].token)

    @rule(who=st.integers(0, 3), pick=st.integers(0, 10_000))
    def press_anything_ever_shown(self, who: int, pick: int) -> None:
        """Old buttons, and those of others."""
        self.do(self.talks[who], press=self.shown[pick % len(self.shown)])

    @rule(who=st.integers(0, 3), pick=st.integers(0, 10_000), words=NONSENSE)
    def press_a_bent_token(self, who: int, pick: int, words: str) -> None:
        """A token that no button ever carried."""
        token = self.shown[pick % len(self.shown)]
        self.do(self.talks[who], press=token[: pick % 30] + words)

    @rule(who=st.integers(0, 3), words=NONSENSE)
    def say(self, who: int, words: str) -> None:
        """Commands, moves that may not be legal, nonsense."""
        self.do(self.talks[who], say=words)

    @rule(who=st.integers(0, 3))
    def undo_and_redo(self, who: int) -> None:
        """Undo gives the position before the last action to the card, redo the one after it."""
        talk = self.talks[who]
        found = self.at(talk)
        if found is None or not found[1].actions:
            return
        row, session = found
        self.do(talk, say="undo")
        if World.runner.run(session_at(World.storage, talk)) == (row, session):
            raise AssertionError("neither undone nor asked")
        self.do_until_moved(talk, session.seq, "undo")
        back = self.at(talk)
        assert back is not None
        assert back[0].id == row.id
        assert back[1].position == session.actions[-1][0].before
        self.do(talk, say="redo")
        again = self.at(talk) or World.runner.run(session_at(World.storage, talk))
        assert again is not None
        assert again[1].position == session.position
        assert session.seq < back[1].seq < again[1].seq

    def do_until_moved(self, talk: Talk, seq: int, word: str) -> None:
        """Say it once more if there was a question."""
        found = self.at(talk)
        assert found is not None
        if found[1].seq == seq:
            assert "?" in talk.reply.text
            self.do(talk, say=word)

    # What holds whatever they do

    @invariant()
    def everything_holds(self) -> None:
        """Packs whole, ``seq`` never back, boards shown as stored, buttons within bounds."""
        if self.last is None:
            return
        for row, session in World.runner.run(stored(self.people)):
            known = self.games.get(row.id)
            if known is not None and known.row == row:
                continue
            assert session.seq == row.seq
            assert known is None or row.seq >= known.row.seq
            assert is_complete(row, session.position)
            self.games[row.id] = Seen(row, session)
        self.shown_as_stored(self.last)
        labels = [button.token for button in self.last.buttons]
        assert all(len(token.encode("ascii")) <= tokens.LONGEST for token in labels)

    def shown_as_stored(self, talk: Talk) -> None:
        """The game told with the reply is the stored one; a fresh conversation tells the same."""
        view = talk.reply.game
        if view is None:
            return
        found = World.runner.run(session_at(World.storage, talk))
        assert found is not None
        row, session = found
        assert (view.key, view.deal, view.seq) == (row.game, row.deal, session.seq)
        assert view.position == session.game.describe(session.position)
        other = Talk(World.conversation(), talk.actor.external_id)
        other.chat = talk.chat
        World.runner.run(other.say("board"))
        assert other.reply.game == view


async def stored(people: tuple[str, ...]) -> list[tuple[GameRow, Session]]:
    """All games of some people, replayed from their events."""

    async def work(reading: Reading) -> list[tuple[GameRow, Session]]:
        found = []
        for person in people:
            visit = await reading.people.recognise(
                "terminal", person, "terminal", f"private:{person}"
            )
            for row in await reading.games.latest(visit.player.id, 100) if visit else ():
                events = [Event(*each[:3]) for each in await reading.games.events(row.id)]
                found.append((row, Session.replay(find(row.game), deck_of(row), events)))
        return found

    return await World.storage.read(work)


def sensible(game: Game[Any], position: Any, rng: random.Random) -> tuple[Move, ...]:
    """Legal moves, with those that build before others most of the time."""
    moves = game.legal_moves(position)
    building = tuple(m for m in moves if m.source != "s" and m.target[0] not in "wabcd")
    return building if building and rng.random() < 0.7 else moves


TestAnything = Anything.TestCase
TestAnything.settings = settings(
    max_examples=25,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
)


@pytest.mark.slow
class TestAnythingForLong(Anything.TestCase):
    """Other sequences each time, and longer ones."""

    settings = settings(
        TestAnything.settings,
        derandomize=False,
        max_examples=300,
        stateful_step_count=50,
        phases=[Phase.reuse, Phase.generate],
    )


# Every legal move can be played


def spoken(table: Table, move: Move) -> list[str]:
    """Ways to type a move: by places, and by cards where there are any."""
    source, target = table.pile(move.source), pile_of(table, move)
    if move.source == "s":
        return ["turn", "roba"]
    if move.swap:
        return [f"swap {move.source} {move.target}", f"cambia {move.source} con {move.target}"]
    begin = "" if source.kind is PileKind.HAND else move.source
    card = (source.cards[0] if source.kind is PileKind.PLACE else source.cards[-1]).text
    ways = [f"{begin} {move.target}"] if begin else []
    ways += [f"{card.lower()} {move.target}", f"{card} to {move.target}"]
    if move.target == "h":
        ways += [f"{card} home", f"{move.source} home"]
    elif target is not None and target.kind is PileKind.FOUNDATION:
        ways.append(f"{card[0].replace('T', '10')} {move.target}")
    elif target is not None and target.top is not None and target.kind is not PileKind.WASTE:
        ways += [f"{card} {target.top.text}", f"{card} on {target.top.text}"]
    return ways


def pile_of(table: Table, move: Move) -> Pile | None:
    """The pile a move ends on, if it is one."""
    return next((pile for pile in table.piles if pile.name == move.target), None)


async def reach(talk: Talk, key: str, seed: int) -> Session:
    """A running game at some random position, from which nothing follows by itself."""
    rng = random.Random(f"{key} {seed}")
    await talk.say("settings autoturn off")
    await talk.say(f"play {key} {seed}")
    game = find(key)
    found = await session_at(World.storage, talk)
    assert found is not None
    position, codes = found[1].position, []
    for _ in range(rng.choice((0, 3, 10, 25, 60, 110))):
        moves = sensible(game, position, rng)
        after = [(move, game.play(position, move)) for move in moves]
        after = [each for each in after if can_go_on(game, each[1])]
        if not after:
            break
        move, position = rng.choice(after)
        codes.append(f"={move.code}")
    for start in range(0, len(codes), 50):
        await talk.say(" ".join(codes[start : start + 50]))
    found = await session_at(World.storage, talk)
    assert found is not None
    assert found[1].position == position
    return found[1]


def can_go_on(game: Game[Any], position: Any) -> bool:
    """Whether a position is still played, and by the player."""
    return game.outcome(position) is Outcome.PLAYING and not game.tidies_itself(position)


class Trying:
    """Tries moves from one position, going back each time."""

    def __init__(self, talk: Talk, session: Session) -> None:
        self.talk, self.game, self.position = talk, session.game, session.position
        self.table = session.game.table(session.position)

    def likeness(self, moves: tuple[Move, ...]) -> Any:
        """What some moves come to, up to places; a swap is about places alone."""
        position = self.position
        for move in moves:
            position = self.game.play(position, move)
        return position if moves[0].swap else self.game.canonical(position)

    def is_at(self, position: Any, goal: Any) -> bool:
        """Whether a position is a goal."""
        return goal in (position, self.game.canonical(position))

    async def here(self) -> Any:
        """The stored position."""
        found = await session_at(World.storage, self.talk)
        assert found is not None
        return found[1].position

    async def back(self) -> None:
        """To where it was tried from."""
        for _ in range(2):
            if await self.here() == self.position:
                return
            await self.talk.say("undo")
        if await self.here() != self.position:
            await self.talk.say("undo")
        assert await self.here() == self.position

    async def leads(self, goal: Any) -> bool:
        """Whether the last reply reached the goal, or asks with a button that does."""
        position = await self.here()
        if position != self.position:
            return self.is_at(position, goal)
        for button in self.talk.buttons:
            if self.pressed(button.token) == goal:
                await self.talk.press(button)
                return self.is_at(await self.here(), goal)
        return False

    def pressed(self, token: str) -> Any:
        """What a button that plays at once comes to."""
        match tokens.decode(token):
            case tokens.OnGame(action=action) if action.startswith("m."):
                for move in (*self.table.moves, *self.table.swaps):
                    if action == f"m.{move.code}":
                        return self.likeness((move,))
            case tokens.OnGame(action=action) if action.startswith("x."):
                for run in self.table.runs:
                    if action == f"x.{run.source}.{run.target}.{run.count}":
                        return self.likeness(run.steps)
        return None


SEEDS = range(5)


@pytest.fixture(params=[(key, seed) for key in KEYS for seed in SEEDS], ids=str)
def trying(request: pytest.FixtureRequest) -> Trying:
    """Somebody at a random position of a game, in a theme and language of their own."""
    key, seed = request.param
    World.examples += 1
    talk = Talk(
        World.conversation(),
        f"cy {World.examples}",
        theme=THEMES[seed % len(THEMES)],
        language=("en", "es")[seed % 2],
    )
    session = World.runner.run(reach(talk, key, seed))
    return Trying(talk, session)


def moves_to_try(table: Table) -> tuple[Move, ...]:
    """All moves, and some swaps."""
    return (
        *table.moves,
        *random.Random(len(table.moves)).sample(table.swaps, 5 * bool(table.swaps)),
    )


def test_every_move_is_playable_by_its_code(trying: Trying) -> None:
    """Forced with an equals sign, a code plays exactly its move."""

    async def work() -> None:
        for move in moves_to_try(trying.table):
            await trying.talk.say(f"={move.code}")
            assert await trying.here() == trying.game.play(trying.position, move), move.code
            await trying.back()

    World.runner.run(work())


def test_every_move_is_playable_by_text(trying: Trying) -> None:
    """Cards, places and words play the move, or ask with a button that does."""

    async def work() -> None:
        for move in moves_to_try(trying.table):
            goal = trying.likeness((move,))
            for said in (move.code, *spoken(trying.table, move)):
                await trying.talk.say(said)
                assert await trying.leads(goal), (said, move.code, trying.talk.reply.text)
                await trying.back()

    World.runner.run(work())


def test_every_move_is_playable_by_button(trying: Trying) -> None:
    """Two presses at most, up to places."""

    async def work() -> None:
        goals = {trying.likeness((move,)) for move in moves_to_try(trying.table)}
        await trying.talk.say("board")
        for button in trying.talk.buttons:
            if action_of(button.token)[:2] in ("m.", "x.", "p.", "q."):
                goals -= await within_two_presses(trying, button.token, goals)
        assert not goals

    World.runner.run(work())


async def within_two_presses(trying: Trying, token: str, goals: set[Any]) -> set[Any]:
    """The goals that a button of the board reaches, by itself or by one on its page."""
    await trying.talk.press_token(fresh(trying, token))
    if (position := await trying.here()) != trying.position:
        await trying.back()
        return {goal for goal in goals if trying.is_at(position, goal)}
    found = set()
    for each in trying.talk.buttons:
        if (goal := trying.pressed(each.token)) in goals and goal not in found:
            await trying.talk.press_token(fresh(trying, each.token))
            assert trying.is_at(await trying.here(), goal)
            found.add(goal)
            await trying.back()
    return found


def action_of(token: str) -> str:
    """What a button on a board does."""
    found = tokens.decode(token)
    return found.action if isinstance(found, tokens.OnGame) else ""


def fresh(trying: Trying, token: str) -> str:
    """The same button as of now."""
    number = token.split(":")[2]
    return f"1:g:{number}:{trying.talk.seq}:{action_of(token)}"


def test_labels_can_be_typed_back(trying: Trying) -> None:
    """What a button that moves says does the same when it is typed, or asks with that button."""

    async def work() -> None:
        await trying.talk.say("board")
        shown = [(each.label, trying.pressed(each.token)) for each in trying.talk.buttons]
        for label, goal in shown:
            if goal is None:
                continue
            await trying.talk.say(label)
            assert await trying.leads(goal), (label, trying.talk.reply.text)
            await trying.back()

    World.runner.run(work())


# Nothing unseen shows

UNSEEN = [(key, seed) for key in KEYS if find(key).hides for seed in range(3)]


async def twins(key: str, seed: int) -> tuple[Talk, Talk]:
    """Two people at positions that look alike: what is left of the stock lies the other way."""
    rng, game = random.Random(f"unseen {seed}"), find(key)
    deck = lay_out(game, str(seed + 1))
    position, codes = game.deal(deck), []
    for _ in range((0, 6, 30)[seed]):
        moves = [move for move in sensible(game, position, rng) if move.source != "s"]
        move = rng.choice(moves or game.legal_moves(position))
        position = game.play(position, move)
        codes.append(f"={move.code}")
    left = len(position.stock)
    other = Deck((*deck.cards[:-left], *reversed(deck.cards[-left:])), deck.starters)
    talks = []
    for each in (deck, other):
        World.examples += 1
        talk = Talk(World.conversation(), f"di {World.examples}", name="di")
        await talk.say("settings autoturn off")
        await deal_to(talk, key, each, "617")
        if codes:
            await talk.say(" ".join(codes))
        await talk.say("settings autoturn on")
        talks.append(talk)
    return talks[0], talks[1]


def told(reply: Reply) -> tuple[str, list[str]]:
    """What a player can read of a reply."""
    return reply.text, [button.label for row in reply.rows for button in row]


@pytest.mark.parametrize(("key", "seed"), UNSEEN)
def test_replies_are_alike_whatever_is_unseen(key: str, seed: int) -> None:
    """Until a move is played, no answer to any words or buttons depends on the hidden stock."""
    places = [f"{row}{column}" for row in "abc" for column in "1379"]
    places += ["f1", "f3", "w1", "w4", "w"]
    cards = [card.text for card in pack()]
    rng = random.Random(seed)
    pairs = [f"{rng.choice(cards + places)} {rng.choice(cards + places)}" for _ in range(60)]
    words = ["auto", "finish", "tidy", "count", "share", "export", "board", "waste", "help", "redo"]

    async def work() -> None:
        one, other = await twins(key, seed)
        shown = told(await one.say("board"))
        assert shown == told(await other.say("board"))
        for said in (*words, *cards, *places, *pairs):
            await alike(one, other, one.say(said), other.say(said))
        await one.say("board")
        await other.say("board")
        for mine, theirs in zip(one.buttons, other.buttons, strict=True):
            if action_of(mine.token) != "undo":
                mine_now, theirs_now = now(one, mine), now(other, theirs)
                await alike(one, other, one.press_token(mine_now), other.press_token(theirs_now))

    World.runner.run(work())


def now(talk: Talk, button: Button) -> str:
    """The token of a button as of now."""
    number = button.token.split(":")[2]
    return f"1:g:{number}:{talk.seq}:{action_of(button.token)}"


async def alike(one: Talk, other: Talk, *asked: Coroutine[Any, Any, Reply]) -> None:
    """Both answers are the same, or both played the same; that is taken back."""
    before = [await at(talk) for talk in (one, other)]
    replies = [await each for each in asked]
    after = [await at(talk) for talk in (one, other)]
    if [session.seq for session in after] == [session.seq for session in before]:
        assert told(replies[0]) == told(replies[1])
        return
    assert after[0].line == after[1].line
    for talk, session in zip((one, other), before, strict=True):
        while len((await at(talk)).actions) > len(session.actions):
            await talk.say("undo")
        assert (await at(talk)).position == session.position


async def at(talk: Talk) -> Session:
    """The stored session."""
    found = await session_at(World.storage, talk)
    assert found is not None
    return found[1]
