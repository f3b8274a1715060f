"""Kernels where numba may or may not keep what it compiled."""

import os
from pathlib import Path

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


def test_kernels_of_another_version_are_not_used(tmp_path: Path) -> None:
    """Each version has a folder of its own; one from days ago is cleared away, nothing else is."""
    (tmp_path / "other").mkdir()
    ancient, recent = compiled.keep_in(tmp_path, "1"), compiled.keep_in(tmp_path, "2")
    assert ancient is not None
    assert recent is not None
    for folder in (ancient, tmp_path / "other"):
        os.utime(folder, (0, 0))

    new = compiled.keep_in(tmp_path, "3")

    assert new is not None
    assert {path.name for path in tmp_path.iterdir()} == {recent.name, new.name, "other"}


def test_a_place_that_cannot_be_written_to_is_passed_over(tmp_path: Path) -> None:
    """A file where the folder should be, for one."""
    (tmp_path / "file").touch()

    assert compiled.keep_in(tmp_path / "file", "1") is None


def test_any_source_changes_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kernel two modules away is enough."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "kernel.py").write_text("a")
    monkeypatch.setattr(compiled, "_HERE", tmp_path)
    before = compiled.digest()
    (tmp_path / "deep" / "kernel.py").write_text("b")

    assert compiled.digest() != before
