"""What keeps a daily's first try the first: games that never rank, parted accounts, clocks."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

_GAMES = sa.table(
    "games",
    sa.column("id", sa.BigInteger()),
    sa.column("player_id", sa.BigInteger()),
    sa.column("game", sa.Text()),
    sa.column("daily", sa.Date()),
    sa.column("attempt", sa.Integer()),
    sa.column("helped", sa.Boolean()),
    sa.column("practice", sa.Boolean()),
    sa.column("started_at", sa.BigInteger()),
    sa.column("active_at", sa.BigInteger()),
    sa.column("unranked", sa.Boolean()),
)


def upgrade() -> None:
    """Add the columns, the table and the index; mark the games that were begun as practice."""
    op.add_column(
        "games",
        sa.Column("unranked", sa.Boolean(), server_default=sa.text("false"), nullable=False),
    )
    op.add_column("forgotten", sa.Column("looked_at", sa.BigInteger()))
    op.create_table(
        "parted_games",
        sa.Column("identity_id", sa.BigInteger(), nullable=False),
        sa.Column("daily", sa.Date(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("game_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("played", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["identity_id"],
            ["identities.id"],
            name="fk_parted_games_identity_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("identity_id", "daily", "game", "game_id", name="pk_parted_games"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_solves_daily",
        "solves",
        ["player_id", "daily"],
        sqlite_where=sa.text("daily IS NOT NULL"),
        postgresql_where=sa.text("daily IS NOT NULL"),
    )
    _mark_practice()


def _mark_practice() -> None:
    """Mark the games at dailies of which it is certain.

    Until now practice could also be made of a first try, once its date had closed. What was
    practice before that had been begun so; but a first try that was reviewed later can look the
    same, and then the player has another game at that deal.
    """
    connection = op.get_bind()
    found = connection.execute(sa.select(_GAMES).where(_GAMES.c.daily.is_not(None))).all()
    played: dict[tuple[int, str, date], int] = {}
    for row in found:
        deal = row.player_id, row.game, row.daily
        played[deal] = played.get(deal, 0) + 1
    for row in found:
        closed_at = _closes(row.daily)
        alone = played[row.player_id, row.game, row.daily] == 1
        early = row.active_at < closed_at and alone
        if (
            row.practice
            and row.helped
            and (row.attempt > 1 or row.started_at >= closed_at or early)
        ):
            connection.execute(_GAMES.update().where(_GAMES.c.id == row.id).values(unranked=True))


def _closes(day: date) -> int:
    """The end of a date at UTC-12, in milliseconds since 1970."""
    end = datetime.combine(day + timedelta(days=1), time(12), UTC)
    return int(end.timestamp()) * 1000
