"""Secret keys of this database, made when they are first needed."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import bindparam, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.models import secrets
from storage.repositories.base import Repository

_VALUE = select(secrets.c.value).where(secrets.c.name == bindparam("name"))
_BYTES = 32


class Keys(Repository):
    """Keys by name: each is random, and stays the same for ever."""

    def __init__(self, connection: AsyncConnection, token_bytes: Callable[[int], bytes]) -> None:
        super().__init__(connection)
        self._token_bytes = token_bytes

    async def key(self, name: str) -> bytes:
        """The key of that name, 32 bytes."""
        row = await self._one(_VALUE, name=name)
        if row is not None:
            return bytes(row.value)
        made = self._token_bytes(_BYTES)
        await self._connection.execute(insert(secrets), {"name": name, "value": made})
        return made
