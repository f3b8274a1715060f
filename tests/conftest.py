"""A PostgreSQL for those tests that want one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.postgres import Server, running


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A server, begun when the first test asks for it."""
    with running() as server:
        yield server
