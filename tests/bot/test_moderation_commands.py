"""``patience block`` and its kin: what the host is told, and the exit status."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli import app
from tests.storage.conftest import Scene, Storage

Run = Callable[..., tuple[int, str]]


@pytest.fixture
def patience(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command over a database of its own: its exit status and all that it said."""
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'test.db'}")
    monkeypatch.chdir(tmp_path)

    async def make() -> None:
        await (await Storage.open(f"sqlite:///{tmp_path / 'test.db'}")).close()

    asyncio.run(make())

    def run(*arguments: str) -> tuple[int, str]:
        result = CliRunner().invoke(app, arguments)
        assert isinstance(result.exception, SystemExit | None), result.exception
        return result.exit_code, result.output

    return run


def test_a_person_is_blocked_and_let_in_again(patience: Run) -> None:
    """Twice is said so; one who isn't blocked is status 1."""
    status, said = patience("block", "discord", "42")
    assert (status, said.splitlines()[0]) == (
        0,
        (
            "the person discord 42 is blocked, though nobody of that id has played here so far: "
            "see that it is right"
        ),
    )
    assert said.splitlines()[1] == "a bot that runs knows it within 5 seconds"
    assert "was blocked already" in patience("block", "discord", "42")[1]
    assert patience("unblock", "discord", "42") == (0, "the person discord 42 is blocked no more\n")
    assert patience("unblock", "discord", "42") == (
        1,
        "patience: the person discord 42 isn't blocked\n",
    )


def test_a_group_has_a_minus(patience: Run) -> None:
    """It is no option, and without ``--chat`` it is taken for a mistake."""
    assert patience("block", "telegram", "-100123", "--chat")[0] == 0
    assert patience("block", "telegram", "-100123") == (
        2,
        "patience: -100123 is a group's id: add --chat\n",
    )
    status, listed = patience("blocked")
    assert (status, listed.split()[1:]) == (0, ["chat", "blocked", "telegram", "-100123"])


def test_players_are_found_and_their_names_hidden(patience: Run, tmp_path: Path) -> None:
    """By part of a name; one that is hidden isn't found by it any more."""

    async def play() -> None:
        storage = await Storage.open(f"sqlite:///{tmp_path / 'test.db'}")
        await Scene(storage).visit("42")
        await Scene(storage).visit("43")
        await storage.close()

    asyncio.run(play())
    assert patience("who", "4") == (0, "discord 42  42\ndiscord 43  43\n")
    status, said = patience("hide-name", "discord", "42")
    assert (status, said.splitlines()[0]) == (0, "the name of discord 42 is hidden")
    assert patience("who", "4") == (0, "discord 43  43\n")
    assert "name hidden" in patience("blocked")[1]
    assert patience("show-name", "discord", "42")[0] == 0
    assert patience("blocked") == (0, "nobody is blocked, and no name is hidden\n")
    assert patience("who", "nobody") == (1, "patience: nobody here is called nobody\n")


@pytest.mark.parametrize("command", ["block", "unblock", "hide-name", "show-name"])
def test_nonsense_is_wrong_usage(patience: Run, command: str) -> None:
    """A platform or an id that there can't be is told in one line, and changes nothing."""
    for arguments in (("icq", "42"), ("discord", "ann"), ("telegram", "")):
        status, said = patience(command, *arguments)
        assert (status, said.count("\n")) == (2, 1)
    assert patience("blocked")[1] == "nobody is blocked, and no name is hidden\n"


@pytest.mark.parametrize(
    "command",
    [
        "blocked", "who ann", "block discord 1", "unblock discord 1", "hide-name discord 1",
        "show-name discord 1", "backup copy.db", "daily show 2026-11-20",
    ],
)  # fmt: skip
def test_no_database_is_made(
    patience: Run, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where DATABASE_URL leads nowhere, a line says so; no empty database answers."""
    file = tmp_path / "wrong" / "patience.db"
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{file}")
    said = f"cannot open {file}: there is no such file; set DATABASE_URL as the bot has it"
    assert patience(*command.split()) == (1, f"patience: {said}\n")
    assert not file.parent.exists()
