"""Kernels compiled by numba, kept in a folder that goes with exactly this version of them.

numba looks only at a kernel's own file to tell whether what it kept is still true; a kernel that
calls another module's would go on with the old one. So the folder is named after all sources.
"""

from __future__ import annotations

import contextlib
import hashlib
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import config

F = TypeVar("F", bound=Callable[..., Any])

_SETTINGS: Any = config
"""numba's settings, which it makes up at run time."""
_HERE = Path(__file__).parent
_PREFIX = "kernels-"
_OLD = 24 * 60 * 60
"""Seconds after which the kernels of another version are cleared away: no process is using them."""


class _Cache:
    """Whether compiled kernels outlive this process; found out by the first kernel."""

    kept = True


def digest() -> str:
    """A name for the sources of all solvers, and for the numba that compiles them."""
    found = hashlib.sha256(numba.__version__.encode())
    for file in sorted(_HERE.rglob("*.py")):
        found.update(file.read_bytes())
    return found.hexdigest()[:16]


def places() -> Iterator[Path]:
    """Where kernels may be kept, best first: the host's choice, beside the sources, at home."""
    if _SETTINGS.CACHE_DIR:
        yield Path(_SETTINGS.CACHE_DIR)
        return
    yield _HERE / "__pycache__"
    with contextlib.suppress(RuntimeError):  # nobody's home is known
        yield Path.home() / ".cache" / "patience-in-chat"


def keep_in(place: Path, name: str) -> Path | None:
    """A folder of that name in ``place``, old ones of other versions gone; None if it can't be."""
    folder = place / f"{_PREFIX}{name}"
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True)
            for old in place.glob(f"{_PREFIX}*"):
                if old != folder and time.time() - old.stat().st_mtime > _OLD:
                    shutil.rmtree(old, ignore_errors=True)
        probe = folder / "probe"
        probe.touch()
        probe.unlink(missing_ok=True)
    except OSError:
        return None
    return folder


def _choose() -> None:
    name = digest()
    for place in places():
        folder = keep_in(place, name)
        if folder is not None:
            _SETTINGS.CACHE_DIR = str(folder)
            return
    _Cache.kept = False


_choose()


def compiled(kernel: F) -> F:
    """``kernel`` as machine code that runs without Python's global lock.

    Compiled at the first call with new argument types: solvers call every entry point once with
    the exact types in ``warm``. Where no folder can be written to, the kernel is compiled anew in
    each process.
    """
    if _Cache.kept:
        try:
            return cast(F, numba.njit(cache=True, nogil=True)(kernel))
        except RuntimeError:  # "cannot cache function …: no locator available"
            _Cache.kept = False
    return cast(F, numba.njit(nogil=True)(kernel))


def cache_is_kept() -> bool:
    """False when every process has to compile all kernels again."""
    return _Cache.kept
