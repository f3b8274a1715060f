"""What the host has decided: whom the bot doesn't answer, whose name it doesn't show."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the table of measures."""
    op.create_table(
        "moderation",
        sa.Column("mark", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("external_id", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mark", name="pk_moderation"),
        sqlite_with_rowid=False,
    )
