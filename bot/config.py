"""Settings from the environment and ``.env``; ``.env.example`` lists them all."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path
from pydantic import SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """What a host can set. Values from the environment win over ``.env``."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", env_ignore_empty=True)

    database_url: str = ""
    discord_token: SecretStr = SecretStr("")
    discord_api_base: str = ""
    """Another address than Discord's own, for servers that stand in for it."""
    discord_gateway_url: str = ""
    """The same for the gateway."""
    discord_test_guild: int = 0
    """A server that has the commands at once, and alone; 0 is everywhere."""
    daily_secret: SecretStr = SecretStr("")
    """What dailies are drawn from; empty is a secret that the database makes and keeps."""

    @property
    def database(self) -> str:
        """The database's address: by default an SQLite file in the user's data folder."""
        return self.database_url or f"sqlite+aiosqlite:///{default_database()}"


def default_database() -> Path:
    """Where the games are kept when nothing else is set."""
    return user_data_path("patience-in-chat", appauthor=False) / "patience.db"
