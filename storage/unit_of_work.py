"""Works over the database, and the one writer that commits them.

A *work* is an ``async`` function of a unit of work. Reading works see one snapshot. Writing works
are queued; the writer takes all that wait, runs each inside a savepoint, commits once and only
then answers each caller, so many callers share one wait for the disk. A work that fails takes back
its own savepoint and no other. Inside a work await nothing but the database.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any, TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncTransaction

from storage.errors import FAILURES, Unavailable, explained
from storage.repositories.boards import Boards, BoardsReading
from storage.repositories.challenges import Challenges
from storage.repositories.challenges_reading import ChallengesReading
from storage.repositories.codes import Codes
from storage.repositories.dailies import Dailies, DailiesReading
from storage.repositories.daily_tables import DailyTables, DailyTablesReading
from storage.repositories.deletions import DeletingAgain
from storage.repositories.facts import Facts, FactsReading
from storage.repositories.figures import FiguresReading
from storage.repositories.games import Games, GamesReading
from storage.repositories.keys import Keys
from storage.repositories.legends import Legends, LegendsReading
from storage.repositories.linking import Linking
from storage.repositories.moderation import Moderation, ModerationReading
from storage.repositories.moved import MovedChats
from storage.repositories.own_data import OwnDataReading
from storage.repositories.parted import PartedGames
from storage.repositories.people import People, PeopleReading
from storage.repositories.reminders import Reminders, RemindersReading
from storage.repositories.schedules import Schedules, SchedulesReading
from storage.repositories.solves import Solves, SolvesReading
from storage.repositories.standings import Standings, StandingsReading

T = TypeVar("T")
TokenBytes = Callable[[int], bytes]

BATCH = 64
"""At most so many works share a commit, so that none waits long for the others."""


class Reading:
    """What a reading work may ask."""

    people: PeopleReading
    games: GamesReading
    legends: LegendsReading
    solves: SolvesReading
    standings: StandingsReading
    figures: FiguresReading
    own_data: OwnDataReading
    boards: BoardsReading
    facts: FactsReading
    dailies: DailiesReading
    daily_tables: DailyTablesReading
    schedules: SchedulesReading
    challenges: ChallengesReading
    reminders: RemindersReading
    moderation: ModerationReading

    def __init__(self, connection: AsyncConnection) -> None:
        self.people = PeopleReading(connection)
        self.games = GamesReading(connection)
        self.legends = LegendsReading(connection)
        self.solves = SolvesReading(connection)
        self.standings = StandingsReading(connection)
        self.figures = FiguresReading(connection)
        self.own_data = OwnDataReading(connection)
        self.boards = BoardsReading(connection)
        self.facts = FactsReading(connection)
        self.dailies = DailiesReading(connection)
        self.daily_tables = DailyTablesReading(connection)
        self.schedules = SchedulesReading(connection)
        self.challenges = ChallengesReading(connection)
        self.reminders = RemindersReading(connection)
        self.moderation = ModerationReading(connection)


class UnitOfWork(Reading):
    """What a writing work may ask and do; all of it is stored, or nothing."""

    people: People
    games: Games
    legends: Legends
    solves: Solves
    standings: Standings
    own_data: DeletingAgain
    boards: Boards
    facts: Facts
    dailies: Dailies
    daily_tables: DailyTables
    schedules: Schedules
    challenges: Challenges
    reminders: Reminders
    keys: Keys
    codes: Codes
    linking: Linking
    moved_chats: MovedChats
    parted: PartedGames
    moderation: Moderation

    def __init__(self, connection: AsyncConnection, token_bytes: TokenBytes) -> None:
        self.people = People(connection)
        self.games = Games(connection)
        self.legends = Legends(connection)
        self.solves = Solves(connection)
        self.standings = Standings(connection)
        self.figures = FiguresReading(connection)
        self.own_data = DeletingAgain(connection, token_bytes)
        self.boards = Boards(connection)
        self.facts = Facts(connection)
        self.dailies = Dailies(connection)
        self.daily_tables = DailyTables(connection)
        self.schedules = Schedules(connection)
        self.challenges = Challenges(connection)
        self.reminders = Reminders(connection)
        self.keys = Keys(connection, token_bytes)
        self.codes = Codes(connection, token_bytes)
        self.linking = Linking(connection)
        self.moved_chats = MovedChats(connection)
        self.parted = PartedGames(connection)
        self.moderation = Moderation(connection, token_bytes)


class _Job:
    """A work, and where its caller waits for the answer."""

    __slots__ = ("_answer", "failure", "result", "work")

    def __init__(self, work: Callable[[UnitOfWork], Awaitable[Any]]) -> None:
        self.work = work
        self.result: Any = None
        self.failure: BaseException | None = None
        self._answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    @property
    def abandoned(self) -> bool:
        """Whether the caller was cancelled while waiting."""
        return self._answer.cancelled()

    async def answer(self) -> Any:
        return await self._answer

    def tell(self) -> None:
        if self._answer.done():
            return
        if self.failure is None:
            self._answer.set_result(self.result)
        else:
            self._answer.set_exception(self.failure)


class Writer:
    """Runs writing works one after another over one connection."""

    def __init__(self, engine: AsyncEngine, where: str, token_bytes: TokenBytes) -> None:
        self._engine = engine
        self._where = where
        self._token_bytes = token_bytes
        self._waiting: deque[_Job] = deque()
        self._task: asyncio.Task[None] | None = None
        self._connection: AsyncConnection | None = None
        self._closed = False

    async def run(self, work: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        """The result of ``work``, once it is committed; its exception, once it is rolled back.

        If the caller is cancelled meanwhile, the work never starts or is rolled back, unless its
        commit was already under way.
        """
        if self._closed:
            raise Unavailable("storage is closed")
        if self._task is not None and asyncio.current_task() is self._task:
            raise RuntimeError("a work may not wait for another one")
        job = _Job(work)
        self._waiting.append(job)
        if self._task is None:
            self._task = asyncio.create_task(self._drain())
        result: T = await job.answer()
        return result

    async def close(self) -> None:
        """Finish what waits, then let the connection go."""
        self._closed = True
        if self._task is not None:
            await self._task
        await self._release()

    async def _drain(self) -> None:
        try:
            while self._waiting:
                size = min(BATCH, len(self._waiting))
                await self._commit([self._waiting.popleft() for _ in range(size)])
        finally:
            self._task = None

    async def _commit(self, jobs: list[_Job]) -> None:
        try:
            await self._transaction([job for job in jobs if not job.abandoned])
        except BaseException as error:
            for job in jobs:
                job.failure = job.failure or self._explained(error)
            await self._release()
            if not isinstance(error, Exception):
                raise
        finally:
            for job in jobs:
                job.tell()

    async def _transaction(self, jobs: list[_Job]) -> None:
        """Run ``jobs`` and commit; raises when the whole of it failed."""
        if not jobs:
            return
        async with AsyncExitStack() as stack:
            whole = await self._begin(stack)
            assert self._connection is not None
            if len(jobs) == 1:
                await self._attempt(jobs[0], whole)
                return
            for job in jobs:
                savepoint = await self._connection.begin_nested()
                if await self._attempt(job, savepoint):
                    await savepoint.commit()

    async def _begin(self, stack: AsyncExitStack) -> AsyncTransaction:
        """A transaction that holds the write lock; ``stack`` ends it.

        A connection that a server has dropped since the last one is replaced, before any work ran.
        """
        kept = self._connection is not None
        if self._connection is None:
            self._connection = await self._engine.connect()
        try:
            return await stack.enter_async_context(self._connection.begin())
        except DBAPIError as error:
            if not (kept and error.connection_invalidated):
                raise
        await self._release()
        return await self._begin(stack)

    async def _attempt(self, job: _Job, bounds: AsyncTransaction) -> bool:
        """Run one work; whether it stands. Otherwise what it did within ``bounds`` is undone."""
        assert self._connection is not None
        try:
            job.result = await job.work(UnitOfWork(self._connection, self._token_bytes))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is the caller's to handle
            job.failure = self._explained(error)
        if job.failure is None and not job.abandoned:
            return True
        await bounds.rollback()
        return False

    async def _release(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    def _explained(self, error: BaseException) -> BaseException:
        """A caller's own copy of what went wrong."""
        if isinstance(error, asyncio.CancelledError):
            return Unavailable("the program is stopping")
        return explained(error, self._where) if isinstance(error, FAILURES) else error
