"""A chat's language, and the places in it where games may be played."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the settings of chats."""
    op.add_column("chats", sa.Column("language", sa.Text()))
    op.add_column(
        "chats", sa.Column("places", sa.Text(), server_default=sa.text("''"), nullable=False)
    )
