"""Dailies: their deals, the games played at them, and where and when they are posted."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the tables of dailies, and the date of a daily to games and solves."""
    op.add_column("players", sa.Column("zone", sa.Text()))
    op.add_column("games", sa.Column("daily", sa.Date()))
    op.add_column("solves", sa.Column("daily", sa.Date()))
    op.create_index(
        "ix_games_daily",
        "games",
        ["daily", "game", "player_id"],
        sqlite_where=sa.text("daily IS NOT NULL"),
        postgresql_where=sa.text("daily IS NOT NULL"),
    )
    op.create_table(
        "dailies",
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("deal", sa.Text(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("par", sa.Integer(), nullable=False),
        sa.Column("difficulty", sa.Text(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day", "game", name="pk_dailies"),
        sqlite_with_rowid=False,
    )
    _create_schedules()
    _create_posts()


def _create_schedules() -> None:
    op.create_table(
        "daily_schedules",
        sa.Column("chat_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("minute", sa.Integer(), nullable=False),
        sa.Column("games", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("on", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("paused", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("next_at", sa.BigInteger()),
        sa.Column("next_day", sa.Date()),
        sa.ForeignKeyConstraint(
            ["chat_id"], ["chats.id"], name="fk_daily_schedules_chat_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("chat_id", name="pk_daily_schedules"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_daily_schedules_next", "daily_schedules", ["next_at"])


def _create_posts() -> None:
    op.create_table(
        "daily_posts",
        sa.Column("chat_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("nonce", sa.Text(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("claimed_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["chat_id"], ["chats.id"], name="fk_daily_posts_chat_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("chat_id", "day", "game", name="pk_daily_posts"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_daily_posts_claimed",
        "daily_posts",
        ["claimed_at"],
        sqlite_where=sa.text("state = 'claimed'"),
        postgresql_where=sa.text("state = 'claimed'"),
    )
