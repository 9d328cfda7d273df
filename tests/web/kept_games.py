"""Reads the games in a database."""

from __future__ import annotations

from sqlalchemy import select

from isthmus.web.storage.store import Store
from isthmus.web.storage.tables import GAMES


def running(store: Store) -> list[str]:
    """The ids of the games in progress, oldest first."""
    with store.reading() as connection:
        return list(connection.scalars(select(GAMES.c.id).where(GAMES.c.over.is_(None)).order_by(GAMES.c.created)))
