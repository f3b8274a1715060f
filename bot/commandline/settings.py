"""What the host has set, for commands: a setting that can't be used is wrong usage."""

from __future__ import annotations

from pydantic import ValidationError

from bot.commandline.asked import Misused
from bot.config import Settings, wrong_settings

FILE_ADVICE = "save it as UTF-8 text that the bot's user may read"


def settings() -> Settings:
    """The settings; raises Misused with what those must be that can't be used, not their values.

    So it does where the file itself can't be read.
    """
    try:
        return Settings()
    except ValidationError as error:
        raise Misused(f"a setting can't be used: {'; '.join(wrong_settings(error))}") from error
    except (UnicodeDecodeError, OSError) as error:
        raise Misused(f".env can't be read: {FILE_ADVICE}") from error
