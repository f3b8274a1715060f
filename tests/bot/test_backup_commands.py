"""``patience backup`` and ``patience restore``, as a host says them."""

import asyncio
from pathlib import Path

import pytest

from bot.commandline.backup import backup, restore
from storage import Storage


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty database, where the settings say it is."""
    file = tmp_path / "patience.db"
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{file}")

    async def make() -> None:
        await (await Storage.open(f"sqlite:///{file}")).close()

    asyncio.run(make())
    return file


def test_there_and_back(database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each says what it did, and where the data from before is."""
    copy = tmp_path / "copy.db"
    assert backup(copy) == 0
    assert f"copied to {copy}" in capsys.readouterr().out
    assert restore(copy) == 0
    said = capsys.readouterr().out
    assert f"{database} is as it was in {copy}" in said
    assert f"kept in {database}.before-restore-" in said


def test_each_refusal_is_a_line(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that exists, one that isn't there, and a bot that is running."""
    assert backup(database) == 1
    assert "exists already" in capsys.readouterr().err
    assert restore(tmp_path / "none.db") == 1
    assert "no such file" in capsys.readouterr().err

    copy = tmp_path / "copy.db"
    backup(copy)
    with asyncio.Runner() as runner:
        running = runner.run(Storage.open(f"sqlite:///{database}"))
        assert restore(copy) == 1
        runner.run(running.close())
    assert "stop the bot" in capsys.readouterr().err


def test_a_server_has_tools_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """PostgreSQL is not copied by hand."""
    monkeypatch.setenv("DATABASE_URL", "postgresql://localhost/patience")
    assert backup(tmp_path / "copy.db") == 2
    assert "pg_dump" in capsys.readouterr().err
