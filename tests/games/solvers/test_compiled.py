"""Kernels where numba may or may not keep what it compiled."""

import pytest
from numba.core import caching

from games.solvers import compiled


def _sum(a: int, b: int) -> int:
    return a + b


def test_without_a_cache_kernels_work_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no folder can be written to, the kernel is compiled for this process alone."""
    monkeypatch.setattr(caching.CacheImpl, "_locator_classes", [])
    monkeypatch.setattr(compiled._Cache, "kept", True)

    kernel = compiled.compiled(_sum)

    assert kernel(2, 3) == 5
    assert not compiled.cache_is_kept()
