"""What every platform may do to a bot: turn it away."""

from __future__ import annotations


class Unwelcome(Exception):
    """A platform doesn't let the bot in; the text is a line for the host."""

    def __init__(self, sentence: str, *, token_at_fault: bool = False) -> None:
        """Keep the line, and whether another token would help."""
        super().__init__(sentence)
        self.token_at_fault = token_at_fault
