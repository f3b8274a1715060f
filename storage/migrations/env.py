"""Runs migrations over the connection that ``storage.schema`` hands in."""

from __future__ import annotations

from alembic import context

from storage.models import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
context.run_migrations()
