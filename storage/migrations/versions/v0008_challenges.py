"""Challenges: several people on one deal."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

_OPEN = sa.text("closed_at IS NULL")
_UNTOLD = sa.text("closed_at IS NOT NULL AND told IN ('', 'claimed')")
_NAMED = sa.text("challenge IS NOT NULL")


def upgrade() -> None:
    """Add the tables of challenges, and the challenge to games."""
    op.add_column("games", sa.Column("challenge", sa.BigInteger()))
    op.create_index(
        "ix_games_challenge",
        "games",
        ["challenge"],
        sqlite_where=_NAMED,
        postgresql_where=_NAMED,
    )
    _create_challenges()
    _create_entries()
    _create_invitations()


def _create_challenges() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    empty = sa.text("''")
    op.create_table(
        "challenges",
        sa.Column("id", number, nullable=False),
        sa.Column("chat_id", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("deal", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("cards", sa.Text(), nullable=False),
        sa.Column("starters", sa.Text(), nullable=False),
        sa.Column("anybody", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger()),
        sa.Column("told", sa.Text(), server_default=empty, nullable=False),
        sa.Column("nonce", sa.Text(), server_default=empty, nullable=False),
        sa.Column("claimed_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(
            ["chat_id"], ["chats.id"], name="fk_challenges_chat_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_challenges_chat", "challenges", ["chat_id"])
    op.create_index(
        "ix_challenges_open",
        "challenges",
        ["made_at"],
        sqlite_where=_OPEN,
        postgresql_where=_OPEN,
    )
    op.create_index(
        "ix_challenges_untold",
        "challenges",
        ["closed_at"],
        sqlite_where=_UNTOLD,
        postgresql_where=_UNTOLD,
    )


def _create_entries() -> None:
    op.create_table(
        "challenge_entries",
        sa.Column("challenge_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("identity_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game_id", sa.BigInteger()),
        sa.Column("challenger", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("joined_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["challenge_id"],
            ["challenges.id"],
            name="fk_challenge_entries_challenge_id",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["identity_id"],
            ["identities.id"],
            name="fk_challenge_entries_identity_id",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_challenge_entries_game_id", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("challenge_id", "identity_id", name="pk_challenge_entries"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_challenge_entries_identity", "challenge_entries", ["identity_id"])
    op.create_index("ix_challenge_entries_game", "challenge_entries", ["game_id"])


def _create_invitations() -> None:
    op.create_table(
        "challenge_invitations",
        sa.Column("challenge_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("declined", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.ForeignKeyConstraint(
            ["challenge_id"],
            ["challenges.id"],
            name="fk_challenge_invitations_challenge_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("challenge_id", "who", name="pk_challenge_invitations"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_challenge_invitations_who", "challenge_invitations", ["who"])
