"""What the host has set, for commands: a setting that can't be read is wrong usage."""

from __future__ import annotations

from pydantic import ValidationError

from bot.commandline.asked import Misused
from bot.config import Settings

FILE_ADVICE = "save it as UTF-8 text that the bot's user may read"


def settings() -> Settings:
    """The settings; raises Misused with the names of those that can't be read, not their values.

    So it does where the file itself can't be read.
    """
    try:
        return Settings()
    except ValidationError as error:
        names = ", ".join(str(each["loc"][0]).upper() for each in error.errors())
        raise Misused(f"a setting can't be read: {names}") from error
    except (UnicodeDecodeError, OSError) as error:
        raise Misused(f".env can't be read: {FILE_ADVICE}") from error
