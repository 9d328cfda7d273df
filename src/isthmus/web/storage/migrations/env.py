"""Alembic's environment: migrations run on the connection that the store hands over."""

from alembic import context

from isthmus.web.storage.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
