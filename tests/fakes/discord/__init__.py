"""A Discord on 127.0.0.1: its HTTP API and its gateway, with faults that a test switches on."""

from tests.fakes.discord.server import FakeDiscord

__all__ = ["FakeDiscord"]
