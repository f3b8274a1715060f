"""Settings from the environment and ``.env``; ``.env.example`` lists them all."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

from platformdirs import user_data_path
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.admission.floods import AT_ONCE, PER_SECOND, Limit

_PASSWORD = re.compile(r"://[^:/]*:([^@]*)@")
_SHORTEST_SECRET = 4
"""A shorter one protects nothing, and dots in its place would spoil every line."""
SHORTEST_DAILY_SECRET = 32
"""Signs; tomorrow's deals can be guessed from a shorter one."""
_FORMS = {
    "discord_test_guild": "a server's id, a number",
    "webhook_port": "a port's number, such as WEBHOOK_PORT=8443",
    "watch_listen": "host:port, such as WATCH_LISTEN=127.0.0.1:9464",
    "daily_secret": f"{SHORTEST_DAILY_SECRET} random characters or more",
    "requests_at_once": "a whole number, 0 or more",
    "requests_per_second": "a number above 0",
}
"""What a setting that has a form must be."""
_ADDRESS = re.compile(r"\[?(?P<host>[^\[\]\s]+?)\]?:(?P<port>[0-9]{1,5})", re.ASCII)


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
    telegram_token: SecretStr = SecretStr("")
    telegram_api_base: str = ""
    """Another address than Telegram's own."""
    webhook_url: str = ""
    """The public address at which Telegram tells of news; empty for asking it."""
    webhook_port: int = Field(default=8443, ge=0, le=65535)
    webhook_listen: str = "127.0.0.1"
    """Where the proxy behind that address finds us."""
    webhook_secret: SecretStr = SecretStr("")
    """What Telegram proves itself with, a new one at each start if empty."""
    watch_listen: str = ""
    """Where ``/health`` and ``/metrics`` are answered, as host:port; nowhere unless set."""
    daily_secret: SecretStr = SecretStr("")
    """What dailies are drawn from; empty is a secret that the database makes and keeps."""
    requests_at_once: int = Field(default=AT_ONCE, ge=0)
    """What one person may ask in one go; 0 sets no limit."""
    requests_per_second: float = Field(default=PER_SECOND, gt=0)
    """What they may ask each second for as long as they like."""

    @field_validator("discord_token", "telegram_token", "webhook_secret", "daily_secret")
    @classmethod
    def _trimmed(cls, secret: SecretStr) -> SecretStr:
        return SecretStr(secret.get_secret_value().strip())

    @field_validator("daily_secret")
    @classmethod
    def _is_long(cls, secret: SecretStr) -> SecretStr:
        if 0 < len(secret) < SHORTEST_DAILY_SECRET:
            raise ValueError(_FORMS["daily_secret"])
        return secret

    @field_validator("watch_listen")
    @classmethod
    def _is_address(cls, text: str) -> str:
        found = _ADDRESS.fullmatch(text)
        if text and (found is None or int(found["port"]) > 65535):
            raise ValueError(_FORMS["watch_listen"])
        return text

    @property
    def watch_address(self) -> tuple[str, int] | None:
        """Host and port of ``watch_listen``, None where it isn't set."""
        found = _ADDRESS.fullmatch(self.watch_listen)
        return (found["host"], int(found["port"])) if found is not None else None

    @property
    def limit(self) -> Limit | None:
        """How much one person may ask, None for as much as they like."""
        at_once = self.requests_at_once
        return Limit(at_once, self.requests_per_second) if at_once else None

    @property
    def secrets(self) -> tuple[str, ...]:
        """Everything set that is for nobody's eyes, in any form in which it may turn up."""
        found = _PASSWORD.search(self.database_url)
        password = found[1] if found is not None else ""
        told = (
            *(each.get_secret_value() for each in self._secret()), password, unquote(password)
        )  # fmt: skip
        return tuple({each for each in told if len(each) >= _SHORTEST_SECRET})

    def _secret(self) -> tuple[SecretStr, ...]:
        return self.discord_token, self.telegram_token, self.webhook_secret, self.daily_secret

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens that are set."""
        tokens = (self.discord_token, self.telegram_token)
        return tuple(token.get_secret_value() for token in tokens if token.get_secret_value())

    @property
    def database(self) -> str:
        """The database's address: by default an SQLite file in the user's data folder."""
        return self.database_url or f"sqlite+aiosqlite:///{default_database()}"


def wrong_settings(error: ValidationError) -> tuple[str, ...]:
    """What each setting that can't be used must be, by name; never what it is."""
    names = dict.fromkeys(str(each["loc"][0]).lower() for each in error.errors())
    return tuple(
        f"{name.upper()} must be {_FORMS.get(name, 'as .env.example shows')}" for name in names
    )


def default_database() -> Path:
    """Where the games are kept when nothing else is set."""
    return user_data_path("patience-in-chat", appauthor=False) / "patience.db"
