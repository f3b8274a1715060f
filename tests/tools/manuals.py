"""The table of commands in the players' manuals, made from the commands: ``make manuals``."""

from __future__ import annotations

from pathlib import Path

from bot.commands import COMMANDS, Command
from bot.i18n import Texts, texts_in

DOCS = Path(__file__).resolve().parents[2] / "docs"
MANUALS = {"en": DOCS / "PLAYING.md", "es": DOCS / "JUGAR.md"}
BEGIN, END = "<!-- commands -->\n", "<!-- end of commands -->\n"
_HEADS = {
    "en": ("command", "in Spanish", "also", "does"),
    "es": ("comando", "en inglés", "también", "hace"),
}


def table(language: str) -> str:
    """Every command with its names in both languages, what may follow it, and what it does."""
    t = texts_in(language)
    rows = [_HEADS[language], ("---",) * 4, *(_row(t, each) for each in COMMANDS)]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _row(t: Texts, command: Command) -> tuple[str, ...]:
    own, other = command.name, command.written
    if t.language == "es":
        own, other = other, own
    usage = t(command.usage) if command.usage else ""
    said = f"{own} {usage}".strip().replace("|", "\\|")
    others = ", ".join(f"`{each}`" for each in command.others)
    return f"`{said}`", f"`{other}`", others, t(command.summary)


def filled(text: str, language: str) -> str:
    """A manual with its table as the commands are now."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + table(language) + END + after


def main() -> None:
    """Rewrite the tables."""
    for language, path in MANUALS.items():
        path.write_text(filled(path.read_text("utf-8"), language), "utf-8")


if __name__ == "__main__":
    main()
