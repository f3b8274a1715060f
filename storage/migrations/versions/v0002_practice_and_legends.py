"""Practice games, and natural winners found by a search."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the mark of practice to games, and the table of legends."""
    op.add_column(
        "games",
        sa.Column("practice", sa.Boolean(), server_default=sa.text("false"), nullable=False),
    )
    op.create_table(
        "legends",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("deal", sa.Text(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("found_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("game", "deal", name="pk_legends"),
        sqlite_with_rowid=False,
    )
