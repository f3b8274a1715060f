"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make every table."""
    op.create_table(
        "chats",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("external_id", sa.Text(), nullable=False),
        sa.Column("private", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_chats"),
        sa.UniqueConstraint("platform", "external_id", name="uq_chats_platform"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "forgotten",
        sa.Column("mark", sa.Text(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("mark", name="pk_forgotten"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "levels",
        sa.Column("period", sa.Text(), nullable=False),
        sa.Column("scope", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("solved", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("clean", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("leftover", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(
            "period", "scope", "game", "solved", "clean", "leftover", name="pk_levels"
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "players",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("theme", sa.Text(), nullable=True),
        sa.Column("autoturn", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("auto", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column(
            "named_everywhere", sa.Boolean(), server_default=sa.text("false"), nullable=False
        ),
        sa.Column("hidden", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_secrets"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "games",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("chat_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("deal", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("cards", sa.Text(), nullable=False),
        sa.Column("starters", sa.Text(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("ending", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("seq", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("asked", sa.Text(), nullable=True),
        sa.Column("assisted", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("attempt", sa.Integer(), server_default=sa.text("1"), nullable=False),
        sa.Column("moves", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("foundation", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("leftover", sa.Integer(), nullable=True),
        sa.Column("seen_hidden", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("first_move_at", sa.BigInteger(), nullable=True),
        sa.Column("last_move_at", sa.BigInteger(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("active_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_games_player_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["chat_id"], ["chats.id"], name="fk_games_chat_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_games_chat", "games", ["chat_id"])
    op.create_index(
        "ix_games_idle",
        "games",
        ["active_at"],
        sqlite_where=sa.text("status = 'running'"),
        postgresql_where=sa.text("status = 'running'"),
    )
    op.create_index("ix_games_latest", "games", ["player_id", "active_at"])
    op.create_index("ix_games_status", "games", ["player_id", "status", "game"])
    op.create_index("ix_games_try", "games", ["player_id", "game", "deal"])
    op.create_table(
        "identities",
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("external_id", sa.Text(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_identities_player_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("platform", "external_id", name="pk_identities"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_identities_player", "identities", ["player_id"])
    op.create_table(
        "standings",
        sa.Column("period", sa.Text(), nullable=False),
        sa.Column("scope", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("listed", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("solved", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("clean", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("prepared", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("easy", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("leftover", sa.Integer(), server_default=sa.text("1000"), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_standings_player_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("period", "scope", "game", "player_id", name="pk_standings"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_standings_order",
        "standings",
        [
            "period",
            "scope",
            "game",
            "listed",
            sa.literal_column("solved DESC"),
            sa.literal_column("clean DESC"),
            "leftover",
            "player_id",
        ],
    )
    op.create_index("ix_standings_player", "standings", ["player_id"])
    op.create_table(
        "events",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("action", sa.Integer(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_events_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "seq", name="pk_events"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "memberships",
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("chat_id", sa.BigInteger(), nullable=False),
        sa.Column("game_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_memberships_player_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["chat_id"], ["chats.id"], name="fk_memberships_chat_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_memberships_game_id", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("player_id", "chat_id", name="pk_memberships"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_memberships_chat", "memberships", ["chat_id"])
    op.create_index("ix_memberships_game", "memberships", ["game_id"])
    op.create_table(
        "solves",
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("deal", sa.Text(), nullable=False),
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("chat_id", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.Column("clean", sa.Boolean(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_solves_player_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_solves_game_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["chat_id"], ["chats.id"], name="fk_solves_chat_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("player_id", "game", "deal", name="pk_solves"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_solves_chat", "solves", ["chat_id"])
    op.create_index("ix_solves_game", "solves", ["game_id"])
