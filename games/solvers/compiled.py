"""Kernels compiled by numba, with its cache where one can be written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])


class _Cache:
    """Whether compiled kernels outlive this process; found out by the first kernel."""

    kept = True


def compiled(kernel: F) -> F:
    """``kernel`` as machine code that runs without Python's global lock.

    Compiled at the first call with new argument types: solvers call every entry point once with
    the exact types in ``warm``. Where numba finds no folder that it may write its cache to, it
    refuses the cache; the kernel is then compiled anew in each process.
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
