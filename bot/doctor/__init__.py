"""What ``patience doctor`` looks at: one finding a line, each with what to do about it."""

from bot.doctor.finding import Finding, State

__all__ = ["Finding", "State"]
