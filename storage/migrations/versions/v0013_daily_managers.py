"""Who set the daily post of a chat up."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the table; of posts set up before nobody knows."""
    op.create_table(
        "daily_managers",
        sa.Column("chat_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("identity_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["chat_id"], ["chats.id"], name="fk_daily_managers_chat_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["identity_id"],
            ["identities.id"],
            name="fk_daily_managers_identity_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("chat_id", name="pk_daily_managers"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_daily_managers_identity", "daily_managers", ["identity_id"])
