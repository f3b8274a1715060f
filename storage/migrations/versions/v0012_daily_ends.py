"""How tries stood when their date closed, for those that were played on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add the table; of games that were played on before, their moves tell."""
    op.create_table(
        "daily_ends",
        sa.Column("game_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("foundation", sa.Integer(), nullable=False),
        sa.Column("leftover", sa.Integer()),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_daily_ends_game_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", name="pk_daily_ends"),
        sqlite_with_rowid=False,
    )
