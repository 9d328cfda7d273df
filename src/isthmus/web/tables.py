"""The tables of the database. A change here needs a migration beside it, in ``migrations/versions``."""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text, UniqueConstraint

__all__ = ["EVENTS", "GAMES", "METADATA", "SEATS", "STUDIES"]

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

GAMES = Table(
    "games",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("game", String(200), nullable=False),
    Column("created", Float, nullable=False),
    Column("over", Float, nullable=True, comment="when the game ended; null while it goes on"),
    Index("ix_games_over", "over"),
)

EVENTS = Table(
    "events",
    METADATA,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, comment="from 1 in every game, without gaps"),
    Column("event", Text, nullable=False, comment="a JSON object"),
    Column(
        "key", String(80), nullable=True, comment="of the wish that it came from: a repeated one is no second event"
    ),
    UniqueConstraint("game_id", "key"),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("token_hash", String(64), primary_key=True, comment="SHA-256; the token itself is kept nowhere"),
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", Integer, nullable=False, comment="0 the first, 1 the second"),
)

STUDIES = Table(
    "studies",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("token_hash", String(64), nullable=False, comment="SHA-256 of the token of who may change it"),
    Column("game_id", String(16), nullable=True, comment="the game played here that it is about, if any"),
    Column("record", Text, nullable=False, comment="JSON lines"),
    Column("version", Integer, nullable=False, comment="from 1, one more with every change"),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
)
