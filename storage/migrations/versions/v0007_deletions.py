"""Who was deleted and when, as keyed marks: a copy from before must not bring them back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the table of deletions."""
    op.create_table(
        "deletions",
        sa.Column("mark", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mark", name="pk_deletions"),
        sqlite_with_rowid=False,
    )
