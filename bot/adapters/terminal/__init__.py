"""The terminal as an application: one board always in view, its keys, and the conversation."""

from bot.adapters.terminal.app import Handle, TerminalApp

__all__ = ["Handle", "TerminalApp"]
