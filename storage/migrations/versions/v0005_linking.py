"""Several identities a player: who began a game, who acts where, and codes that join them.

Until now every player had one identity, so whatever is theirs is that identity's.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Number the identities, point to them from games and memberships, add the table of codes."""
    _number_identities()
    _give_memberships_to_identities()
    _give_games_to_identities()
    _add_codes()


def _number_identities() -> None:
    op.execute(
        "CREATE TEMPORARY TABLE known_identities AS "
        "SELECT i.platform, i.external_id, i.player_id, p.name, i.created_at "
        "FROM identities i JOIN players p ON p.id = i.player_id"
    )
    op.drop_table("identities")
    op.create_table(
        "identities",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("external_id", sa.Text(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("asked", sa.Text()),
        sa.Column("news", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("wrong_codes", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("wrong_since", sa.BigInteger()),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_identities_player_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_identities"),
        sa.UniqueConstraint("platform", "external_id", name="uq_identities_platform"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_identities_player", "identities", ["player_id"])
    op.execute(
        "INSERT INTO identities (platform, external_id, player_id, name, created_at) "
        "SELECT platform, external_id, player_id, name, created_at "
        "FROM known_identities ORDER BY player_id"
    )
    op.drop_table("known_identities")


def _give_memberships_to_identities() -> None:
    op.execute(
        "CREATE TEMPORARY TABLE known_memberships AS "
        "SELECT i.id AS identity_id, m.chat_id, m.game_id "
        "FROM memberships m JOIN identities i ON i.player_id = m.player_id"
    )
    op.drop_table("memberships")
    op.create_table(
        "memberships",
        sa.Column("identity_id", sa.BigInteger(), nullable=False),
        sa.Column("chat_id", sa.BigInteger(), nullable=False),
        sa.Column("game_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["identity_id"],
            ["identities.id"],
            name="fk_memberships_identity_id",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["chat_id"], ["chats.id"], name="fk_memberships_chat_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_memberships_game_id", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("identity_id", "chat_id", name="pk_memberships"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_memberships_chat", "memberships", ["chat_id"])
    op.create_index("ix_memberships_game", "memberships", ["game_id"])
    op.execute(
        "INSERT INTO memberships (identity_id, chat_id, game_id) "
        "SELECT identity_id, chat_id, game_id FROM known_memberships"
    )
    op.drop_table("known_memberships")


def _give_games_to_identities() -> None:
    # What took the mark off until now was the player's own doing, whichever way.
    op.execute("ALTER TABLE games RENAME COLUMN assisted TO helped")
    op.add_column(
        "games", sa.Column("known", sa.Boolean(), server_default=sa.text("false"), nullable=False)
    )
    op.add_column(
        "games",
        sa.Column("identity_id", sa.BigInteger(), server_default=sa.text("0"), nullable=False),
    )
    op.execute(
        "UPDATE games SET identity_id = "
        "(SELECT id FROM identities WHERE identities.player_id = games.player_id)"
    )


def _add_codes() -> None:
    op.create_table(
        "link_codes",
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("sealed", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("taken_by", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_link_codes_player_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["taken_by"], ["identities.id"], name="fk_link_codes_taken_by", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("player_id", name="pk_link_codes"),
        sa.UniqueConstraint("sealed", name="uq_link_codes_sealed"),
        sqlite_with_rowid=False,
    )
