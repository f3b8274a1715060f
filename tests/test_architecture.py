"""Who imports whom: the arrows of ARCHITECTURE.md, proved from the source."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PARTS = ("games", "storage", "bot")
DATABASE = {"sqlalchemy", "alembic", "aiosqlite", "asyncpg"}
CHAT = {"discord", "telegram", "textual"}


def modules(part):
    """The source files of a part."""
    return sorted((ROOT / part).rglob("*.py"))


def imported(file):
    """The full names of what a file imports, wherever in it the import stands."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: a relative import"
            yield node.module


def tops(file):
    """The packages a file imports from."""
    return {name.partition(".")[0] for name in imported(file)}


def where(file):
    """A file as the tests name it."""
    return file.relative_to(ROOT).as_posix()


GAMES, STORAGE, BOT = (modules(part) for part in PARTS)


def test_there_is_something_to_look_at():
    """All three parts were found."""
    assert all(len(part) > 5 for part in (GAMES, STORAGE, BOT))


@pytest.mark.parametrize("file", GAMES, ids=where)
def test_games_import_the_standard_library_and_themselves(file):
    """Solvers may calculate with numpy and numba as well."""
    allowed = {"games", *sys.stdlib_module_names}
    if "games/solvers/" in where(file):
        allowed |= {"numpy", "numba"}

    assert tops(file) <= allowed


@pytest.mark.parametrize("file", GAMES, ids=where)
def test_games_know_no_clock_no_chance_and_no_world(file):
    """The rules are functions of their arguments."""
    if "games/solvers/" not in where(file):
        world = {"asyncio", "datetime", "time", "random", "secrets", "os", "sys", "pathlib", "io"}
        assert not tops(file) & world


@pytest.mark.parametrize("file", STORAGE, ids=where)
def test_storage_knows_neither_games_nor_bot(file):
    """It stores codes."""
    assert not tops(file) & ({"games", "bot"} | CHAT)


@pytest.mark.parametrize("file", BOT, ids=where)
def test_only_storage_speaks_to_the_database(file):
    """The rest asks its repositories."""
    assert not tops(file) & DATABASE


@pytest.mark.parametrize("file", BOT, ids=where)
def test_only_adapters_know_chat_libraries(file):
    """Handlers see requests and replies."""
    if not where(file).startswith("bot/adapters/"):
        assert not tops(file) & CHAT


@pytest.mark.parametrize("file", [*GAMES, *STORAGE, *BOT], ids=where)
def test_tests_are_imported_by_nobody(file):
    """What runs does not need them."""
    assert not tops(file) & {"tests", "pytest", "hypothesis"}
