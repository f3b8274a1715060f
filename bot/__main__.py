"""``python -m bot`` is ``patience``."""

from bot.cli import main

main()
