"""What the platforms' tests share."""

from collections.abc import Iterator

import pytest

from tests.bot.adapters.logs import Log, kept


@pytest.fixture
def log(_faults: None) -> Iterator[Log]:
    """Everything worth a warning."""
    with kept() as log:
        yield log
