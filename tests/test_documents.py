"""Documents say what is there: commands, options, settings, and links that lead somewhere."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.main import get_command

from bot.cli import app
from bot.commands import COMMANDS
from bot.config import Settings
from tests.tools.manuals import MANUALS, filled

ROOT = Path(__file__).parents[1]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
FORMATS, HOSTING = (ROOT / "docs" / f"{name}.md" for name in ("FORMATS", "HOSTING"))


def _command_line() -> Iterator[tuple[str, list[str]]]:
    """Each command with its options, those of groups by their whole name."""
    for name, command in get_command(app).commands.items():
        for more, each in getattr(command, "commands", {"": command}).items():
            options = {opt for p in each.params for opt in p.opts if opt.startswith("--")}
            # In order, since several processes have to find the same tests.
            yield f"{name} {more}".strip(), sorted(options - {"--help"})


@pytest.mark.parametrize(("name", "options"), list(_command_line()), ids=str)
def test_formats_has_the_command_line(name: str, options: list[str]) -> None:
    """Every command has a line in FORMATS.md, with every option that it alone has."""
    lines = [line for line in FORMATS.read_text("utf-8").splitlines() if f"`{name}" in line]

    assert lines
    assert {each for each in set(options) - {"--json"} if each not in lines[0]} == set()


@pytest.mark.parametrize("file", [HOSTING, ROOT / ".env.example"], ids=lambda each: each.name)
def test_every_setting_is_told(file: Path) -> None:
    """And nothing is told that can't be set."""
    names = {name.upper() for name in Settings.model_fields}
    text = file.read_text("utf-8")

    assert {name for name in names if not re.search(rf"\b{name}\b", text)} == set()
    if file is not HOSTING:
        assert set(re.findall(r"^# ?([A-Z][A-Z_]+)=", text, re.MULTILINE)) == names


@pytest.mark.parametrize("language", MANUALS)
def test_manuals_list_the_commands(language: str) -> None:
    """As they are now: ``make manuals`` was run."""
    text = MANUALS[language].read_text("utf-8")

    assert text == filled(text, language)
    for command in COMMANDS:
        assert f"`{command.name}" in text
        assert f"`{command.written}" in text


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda each: each.name)
def test_links_lead_somewhere(file: Path) -> None:
    """Files and pictures that a document points to are there."""
    targets = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", file.read_text("utf-8"))
    local = [each for each in targets if "://" not in each]

    assert [each for each in local if not (file.parent / each).exists()] == []
