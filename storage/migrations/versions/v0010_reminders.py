"""Reminders of the dailies, and whether a player is to be told that theirs ended."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add the table of reminders, and a flag to players."""
    op.add_column(
        "players",
        sa.Column("unreached", sa.Boolean(), server_default=sa.text("false"), nullable=False),
    )
    op.create_table(
        "reminders",
        sa.Column("player_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("identity_id", sa.BigInteger(), nullable=False),
        sa.Column("minute", sa.Integer(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("on", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("refused", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("next_at", sa.BigInteger()),
        sa.Column("next_day", sa.Date()),
        sa.Column("day", sa.Date()),
        sa.Column("state", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("nonce", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("claimed_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(
            ["identity_id"], ["identities.id"], name="fk_reminders_identity_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_reminders_player_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("player_id", name="pk_reminders"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_reminders_identity", "reminders", ["identity_id"])
    op.create_index("ix_reminders_next", "reminders", ["next_at"])
    op.create_index(
        "ix_reminders_claimed",
        "reminders",
        ["claimed_at"],
        sqlite_where=sa.text("state = 'claimed'"),
        postgresql_where=sa.text("state = 'claimed'"),
    )
