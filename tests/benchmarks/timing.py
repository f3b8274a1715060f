"""Medians and percentiles."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence


def median(values: Sequence[float]) -> float:
    """The middle value."""
    return statistics.median(values)


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that ``share`` (0…1) of all don't exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]
