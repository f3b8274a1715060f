"""The door to the database."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Self, TypeVar

from sqlalchemy.ext.asyncio import AsyncEngine

from storage import schema
from storage.engine import file_of, parse, reading_engine, writing_engine
from storage.errors import FAILURES, CannotOpen, explained, no_driver, unopened
from storage.private import make_file, make_folder
from storage.unit_of_work import Reading, TokenBytes, UnitOfWork, Writer

T = TypeVar("T")


class Storage:
    """An open database; make one with ``await Storage.open(url)`` and close it at the end."""

    def __init__(
        self, readers: AsyncEngine, writers: AsyncEngine, where: str, token_bytes: TokenBytes
    ) -> None:
        self._readers = readers
        self._writers = writers
        self._writer = Writer(writers, where, token_bytes)
        self.where = where

    @classmethod
    async def open(cls, url: str, *, token_bytes: TokenBytes = secrets.token_bytes) -> Self:
        """Open the database at ``url``, made or upgraded as needed.

        Raises CannotOpen, DamagedDatabase or NewerSchema, and then has changed nothing.
        """
        address = parse(url)
        file = file_of(address)
        where = str(file or address)
        if file is not None:
            _make_private(file, where)
        try:
            readers, writers = reading_engine(address), writing_engine(address)
        except ModuleNotFoundError as error:
            raise no_driver(error, where) from error
        storage = cls(readers, writers, where, token_bytes)
        try:
            await schema.prepare(readers, writers, where)
        except BaseException as error:
            await storage.close()
            if isinstance(error, FAILURES):
                raise unopened(error, where) from error
            raise
        return storage

    async def close(self) -> None:
        """Finish the works that wait and let every connection go."""
        await self._writer.close()
        await self._writers.dispose()
        await self._readers.dispose()

    async def read(self, work: Callable[[Reading], Awaitable[T]]) -> T:
        """The result of ``work`` over one snapshot of the database.

        Raises Unavailable or DamagedDatabase when the database fails.
        """
        try:
            async with self._readers.begin() as connection:
                return await work(Reading(connection))
        except FAILURES as error:
            raise explained(error, self.where) from error

    async def write(self, work: Callable[[UnitOfWork], Awaitable[T]]) -> T:
        """The result of ``work``, safely on the disk; on any exception nothing of it is stored.

        A work is run once. It may await nothing but its unit of work, and nothing outside it may
        use the unit of work afterwards. Raises what the work raises, Unavailable or
        DamagedDatabase.
        """
        return await self._writer.run(work)


def _make_private(file: Path, where: str) -> None:
    try:
        make_folder(file.parent)
        make_file(file)
    except OSError as error:
        raise CannotOpen(where, error.strerror or str(error)) from error
