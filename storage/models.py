"""The tables. Times are whole milliseconds since 1970 (UTC), so they sort and compare as numbers.

Games, their moves and their deals are opaque text here: storage knows no game.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    text,
)

NO_LEFTOVER = 1000
"""Stored where a player has no leftover, so that none sorts after every real one."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)


class Moment(TypeDecorator[datetime]):
    """An aware datetime, kept as milliseconds since 1970; refuses naive ones."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Milliseconds; raises ValueError for a datetime without a time zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a stored time needs a time zone")
        return (value - _EPOCH) // _MILLISECOND

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        """The same moment in UTC."""
        return None if value is None else _EPOCH + value * _MILLISECOND


def _number() -> Column[Any]:
    # SQLite counts upwards by itself only in an INTEGER key.
    return Column("id", BigInteger().with_variant(Integer(), "sqlite"), primary_key=True)


def _to(name: str, target: str, *, key: bool = False, **more: Any) -> Column[Any]:
    """A reference; its row goes when the row it points to goes, unless told otherwise."""
    more = {"ondelete": "CASCADE", "nullable": False, **more}
    nullable = more.pop("nullable")
    return Column(name, BigInteger, ForeignKey(target, **more), primary_key=key, nullable=nullable)


def _count(name: str, start: int = 0) -> Column[Any]:
    return Column(name, Integer, nullable=False, server_default=text(str(start)))


def _flag(name: str, *, start: bool = False) -> Column[Any]:
    default = text("true") if start else text("false")
    return Column(name, Boolean, nullable=False, server_default=default)


players = Table(
    "players",
    metadata,
    _number(),
    Column("name", Text, nullable=False),
    Column("language", Text),
    Column("theme", Text),
    _flag("autoturn", start=True),
    _flag("auto"),
    _flag("named_everywhere"),
    _flag("hidden"),
    Column("created_at", Moment, nullable=False),
    # A time zone in the words of bot/daily/zones.py; None until chosen.
    Column("zone", Text),
    # Whether reminders ended because they don't arrive, and the player wasn't told yet.
    _flag("unreached"),
    sqlite_autoincrement=True,
)

identities = Table(
    "identities",
    metadata,
    _number(),
    Column("platform", Text, nullable=False),
    Column("external_id", Text, nullable=False),
    _to("player_id", "players.id"),
    Column("name", Text, nullable=False),
    Column("created_at", Moment, nullable=False),
    # The question that a bare yes of theirs answers.
    Column("asked", Text),
    # Whether who belongs to their player has changed and they weren't told yet.
    _flag("news"),
    _count("wrong_codes"),
    Column("wrong_since", Moment),
    UniqueConstraint("platform", "external_id"),
    Index("ix_identities_player", "player_id"),
    # A number is never given twice: an old button must not part somebody else.
    sqlite_autoincrement=True,
)

# Codes that join an account to a player's: one a player, and bound to who took it up first.
link_codes = Table(
    "link_codes",
    metadata,
    _to("player_id", "players.id", key=True),
    Column("sealed", Text, nullable=False),
    Column("expires_at", Moment, nullable=False),
    _to("taken_by", "identities.id", nullable=True),
    UniqueConstraint("sealed"),
    sqlite_with_rowid=False,
)

chats = Table(
    "chats",
    metadata,
    _number(),
    Column("platform", Text, nullable=False),
    Column("external_id", Text, nullable=False),
    _flag("private"),
    Column("created_at", Moment, nullable=False),
    Column("language", Text),
    # Where games may be played, as the platform names places; empty is everywhere.
    Column("places", Text, nullable=False, server_default=text("''")),
    UniqueConstraint("platform", "external_id"),
    sqlite_autoincrement=True,
)

games = Table(
    "games",
    metadata,
    _number(),
    _to("player_id", "players.id"),
    _to("chat_id", "chats.id"),
    Column("game", Text, nullable=False),
    Column("deal", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("cards", Text, nullable=False),
    Column("starters", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("ending", Text, nullable=False, server_default=text("''")),
    _count("seq"),
    Column("asked", Text),
    # Help in this very try, and what was known of the deal before it: either takes the mark off.
    _flag("helped"),
    _flag("known"),
    _count("attempt", 1),
    _count("moves"),
    _count("foundation"),
    Column("leftover", Integer),
    _flag("seen_hidden"),
    _flag("practice"),
    Column("started_at", Moment, nullable=False),
    Column("first_move_at", Moment),
    Column("last_move_at", Moment),
    Column("ended_at", Moment),
    Column("active_at", Moment, nullable=False),
    # No reference: SQLite adds none to a table that stands. Identities and games both go with
    # their player, and never before.
    Column("identity_id", BigInteger, nullable=False, server_default=text("0")),
    # The date of the daily that it is a game of.
    Column("daily", Date),
    # The challenge on its deal that isn't over: till then others see none of its cards.
    Column("challenge", BigInteger),
    # No first try at its daily for good: begun as practice, or played as a first try may not be.
    _flag("unranked"),
    Index("ix_games_try", "player_id", "game", "deal"),
    Index("ix_games_status", "player_id", "status", "game"),
    Index("ix_games_latest", "player_id", "active_at"),
    Index(
        "ix_games_idle",
        "active_at",
        sqlite_where=text("status = 'running'"),
        postgresql_where=text("status = 'running'"),
    ),
    Index("ix_games_chat", "chat_id"),
    Index(
        "ix_games_daily",
        "daily",
        "game",
        "player_id",
        sqlite_where=text("daily IS NOT NULL"),
        postgresql_where=text("daily IS NOT NULL"),
    ),
    Index(
        "ix_games_challenge",
        "challenge",
        sqlite_where=text("challenge IS NOT NULL"),
        postgresql_where=text("challenge IS NOT NULL"),
    ),
    # A number is never given twice: an old button must not open somebody's newer game.
    sqlite_autoincrement=True,
)

memberships = Table(
    "memberships",
    metadata,
    _to("identity_id", "identities.id", key=True),
    _to("chat_id", "chats.id", key=True),
    _to("game_id", "games.id", nullable=True, ondelete="SET NULL"),
    Index("ix_memberships_chat", "chat_id"),
    Index("ix_memberships_game", "game_id"),
    sqlite_with_rowid=False,
)

events = Table(
    "events",
    metadata,
    _to("game_id", "games.id", key=True),
    Column("seq", Integer, primary_key=True),
    Column("action", Integer, nullable=False),
    Column("code", Text, nullable=False),
    Column("at", Moment, nullable=False),
    sqlite_with_rowid=False,
)

solves = Table(
    "solves",
    metadata,
    _to("player_id", "players.id", key=True),
    Column("game", Text, primary_key=True),
    Column("deal", Text, primary_key=True),
    _to("game_id", "games.id"),
    _to("chat_id", "chats.id"),
    Column("day", Date, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("seconds", Integer, nullable=False),
    Column("clean", Boolean, nullable=False),
    Column("kind", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("daily", Date),
    Index("ix_solves_game", "game_id"),
    Index("ix_solves_chat", "chat_id"),
    Index(
        "ix_solves_daily",
        "player_id",
        "daily",
        sqlite_where=text("daily IS NOT NULL"),
        postgresql_where=text("daily IS NOT NULL"),
    ),
    sqlite_with_rowid=False,
)

standings = Table(
    "standings",
    metadata,
    # The period leads the key, so that windows long past are dropped in one stretch.
    Column("period", Text, primary_key=True),
    # No reference: scope 0 stands for everywhere.
    Column("scope", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    _to("player_id", "players.id", key=True),
    # A hidden player's rows are kept but not listed; copied here so that ranks need no join.
    _flag("listed", start=True),
    _count("solved"),
    _count("clean"),
    _count("prepared"),
    _count("easy"),
    _count("leftover", NO_LEFTOVER),
    Index("ix_standings_player", "player_id"),
    sqlite_with_rowid=False,
)
Index(
    "ix_standings_order",
    standings.c.period,
    standings.c.scope,
    standings.c.game,
    standings.c.listed,
    standings.c.solved.desc(),
    standings.c.clean.desc(),
    standings.c.leftover,
    standings.c.player_id,
)

# How many listed players share the same figures on a board: ranks are sums over these few rows.
levels = Table(
    "levels",
    metadata,
    Column("period", Text, primary_key=True),
    Column("scope", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("solved", Integer, primary_key=True, autoincrement=False),
    Column("clean", Integer, primary_key=True, autoincrement=False),
    Column("leftover", Integer, primary_key=True, autoincrement=False),
    Column("players", Integer, nullable=False),
    sqlite_with_rowid=False,
)

forgotten = Table(
    "forgotten",
    metadata,
    Column("mark", Text, primary_key=True),
    Column("tries", Integer, nullable=False),
    # Since when the deal of a daily was known that wasn't tried.
    Column("looked_at", Moment),
    sqlite_with_rowid=False,
)

# What an identity knows of dailies through others that it was parted from, while they are open.
parted_games = Table(
    "parted_games",
    metadata,
    _to("identity_id", "identities.id", key=True),
    Column("daily", Date, primary_key=True),
    Column("game", Text, primary_key=True),
    # No reference, since the game may go while this stays; 0 where it has gone already.
    Column("game_id", BigInteger, primary_key=True, autoincrement=False),
    Column("started_at", Moment, nullable=False),
    Column("played", Boolean, nullable=False),
    sqlite_with_rowid=False,
)

# Who was deleted and when, so that a copy from before doesn't bring them back.
deletions = Table(
    "deletions",
    metadata,
    Column("mark", Text, primary_key=True),
    Column("at", Moment, nullable=False),
    sqlite_with_rowid=False,
)

# What the host has decided about a person or a chat; of somebody who deletes what is kept of
# them the mark alone stays.
moderation = Table(
    "moderation",
    metadata,
    Column("mark", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("platform", Text, nullable=False),
    Column("external_id", Text, nullable=False),
    Column("at", Moment, nullable=False),
    sqlite_with_rowid=False,
)

legends = Table(
    "legends",
    metadata,
    Column("game", Text, primary_key=True),
    Column("deal", Text, primary_key=True),
    Column("line", Text, nullable=False),
    Column("found_at", Moment, nullable=False),
    sqlite_with_rowid=False,
)

# Where the live board of a game stands on each platform: one has its buttons at a time.
boards = Table(
    "boards",
    metadata,
    _to("game_id", "games.id", key=True),
    Column("platform", Text, primary_key=True),
    Column("channel", Text, nullable=False),
    Column("message", Text, nullable=False),
    sqlite_with_rowid=False,
)

# What the program remembers about itself, such as the commands it told a platform last.
facts = Table(
    "facts",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_with_rowid=False,
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

# The deals of each date; kept for ever, for past dates are played as practice.
dailies = Table(
    "dailies",
    metadata,
    Column("day", Date, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("deal", Text, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("line", Text, nullable=False),
    Column("par", Integer, nullable=False),
    Column("difficulty", Text, nullable=False),
    Column("made_at", Moment, nullable=False),
    sqlite_with_rowid=False,
)

# How tries at a daily stood when it closed, for those that were played on: tables keep them so.
daily_ends = Table(
    "daily_ends",
    metadata,
    _to("game_id", "games.id", key=True),
    Column("status", Text, nullable=False),
    Column("foundation", Integer, nullable=False),
    Column("leftover", Integer),
    sqlite_with_rowid=False,
)

daily_schedules = Table(
    "daily_schedules",
    metadata,
    _to("chat_id", "chats.id", key=True),
    Column("place", Text, nullable=False),
    Column("zone", Text, nullable=False),
    Column("minute", Integer, nullable=False),
    Column("games", Text, nullable=False, server_default=text("''")),
    _flag("on"),
    Column("paused", Text, nullable=False, server_default=text("''")),
    Column("next_at", Moment),
    Column("next_day", Date),
    Index("ix_daily_schedules_next", "next_at"),
    sqlite_with_rowid=False,
)

# Who set a chat's daily post up, the last time: told in private where nobody in the chat can be.
daily_managers = Table(
    "daily_managers",
    metadata,
    _to("chat_id", "chats.id", key=True),
    _to("identity_id", "identities.id"),
    Index("ix_daily_managers_identity", "identity_id"),
    sqlite_with_rowid=False,
)

# At most one post per chat, date and game: whoever stores the row first sends it.
daily_posts = Table(
    "daily_posts",
    metadata,
    _to("chat_id", "chats.id", key=True),
    Column("day", Date, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("state", Text, nullable=False),
    Column("nonce", Text, nullable=False),
    Column("place", Text, nullable=False),
    Column("message", Text, nullable=False, server_default=text("''")),
    Column("claimed_at", Moment, nullable=False),
    Index(
        "ix_daily_posts_claimed",
        "claimed_at",
        sqlite_where=text("state = 'claimed'"),
        postgresql_where=text("state = 'claimed'"),
    ),
    sqlite_with_rowid=False,
)

# Several people on one deal. Whoever stores the claim of an ended one tells its result.
challenges = Table(
    "challenges",
    metadata,
    _number(),
    _to("chat_id", "chats.id"),
    Column("place", Text, nullable=False),
    # What its posts are written in: everybody there reads the same one.
    Column("language", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("deal", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("cards", Text, nullable=False),
    Column("starters", Text, nullable=False),
    _flag("anybody"),
    Column("made_at", Moment, nullable=False),
    Column("closed_at", Moment),
    Column("told", Text, nullable=False, server_default=text("''")),
    Column("nonce", Text, nullable=False, server_default=text("''")),
    Column("claimed_at", Moment),
    Index("ix_challenges_chat", "chat_id"),
    Index(
        "ix_challenges_open",
        "made_at",
        sqlite_where=text("closed_at IS NULL"),
        postgresql_where=text("closed_at IS NULL"),
    ),
    Index(
        "ix_challenges_untold",
        "closed_at",
        sqlite_where=text("closed_at IS NOT NULL AND told IN ('', 'claimed')"),
        postgresql_where=text("closed_at IS NOT NULL AND told IN ('', 'claimed')"),
    ),
    # A number is never given twice: an old button must not take up a newer one.
    sqlite_autoincrement=True,
)

# An entry is an identity's, as a membership is: joining and parting players leaves it alone.
challenge_entries = Table(
    "challenge_entries",
    metadata,
    _to("challenge_id", "challenges.id", key=True),
    _to("identity_id", "identities.id", key=True),
    _to("game_id", "games.id", nullable=True, ondelete="SET NULL"),
    _flag("challenger"),
    Column("joined_at", Moment, nullable=False),
    Index("ix_challenge_entries_identity", "identity_id"),
    Index("ix_challenge_entries_game", "game_id"),
    sqlite_with_rowid=False,
)

# Who was named and hasn't taken it up, as the platform of the chat calls them; till it is over.
challenge_invitations = Table(
    "challenge_invitations",
    metadata,
    _to("challenge_id", "challenges.id", key=True),
    Column("who", Text, primary_key=True),
    Column("name", Text, nullable=False),
    _flag("declined"),
    Index("ix_challenge_invitations_who", "who"),
    sqlite_with_rowid=False,
)

# Who asked to be reminded of the dailies, by which of their identities, and what became of the
# reminder claimed last. One date after another, so that there is one a date at most.
reminders = Table(
    "reminders",
    metadata,
    _to("player_id", "players.id", key=True),
    _to("identity_id", "identities.id"),
    Column("minute", Integer, nullable=False),
    Column("language", Text, nullable=False),
    _flag("on"),
    _count("refused"),
    Column("next_at", Moment),
    Column("next_day", Date),
    Column("day", Date),
    Column("state", Text, nullable=False, server_default=text("''")),
    Column("nonce", Text, nullable=False, server_default=text("''")),
    Column("claimed_at", Moment),
    Index("ix_reminders_identity", "identity_id"),
    Index("ix_reminders_next", "next_at"),
    Index(
        "ix_reminders_claimed",
        "claimed_at",
        sqlite_where=text("state = 'claimed'"),
        postgresql_where=text("state = 'claimed'"),
    ),
    sqlite_with_rowid=False,
)

NUMBERED = tuple(
    table.name
    for table in metadata.sorted_tables
    if table.dialect_options["sqlite"]["autoincrement"]
)
"""The tables whose rows get numbers, each of them once."""
