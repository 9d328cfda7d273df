"""The tables of the database. A change here also needs a migration in ``migrations/versions``."""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text, UniqueConstraint

__all__ = ["ACCOUNTS", "CHALLENGES", "EVENTS", "GAMES", "METADATA", "OUTAGES", "PLAYERS", "PULSE", "SEATS", "STUDIES"]

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
    Column("over", Float, nullable=True, comment="when the game ended; null while in progress"),
    Column("wakes", Float, nullable=True, comment="when it continues by itself; null while it waits for people"),
    Index("ix_games_over", "over"),
    Index("ix_games_wakes", "wakes"),
)

EVENTS = Table(
    "events",
    METADATA,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, comment="from 1 in every game, without gaps"),
    Column("event", Text, nullable=False, comment="a JSON object: a line of the game's record"),
    Column("key", String(80), nullable=True, comment="the author's key of the wish it came from"),
    Column("key_seat", Integer, nullable=True, comment="the author: 0 the first seat, 1 the second; null without key"),
    Column("key_wish", String(64), nullable=True, comment="SHA-256 of the wish; null in old rows"),
    UniqueConstraint("game_id", "key_seat", "key"),
)

PULSE = Table(
    "pulse",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False, comment="1, the only row"),
    Column("beats", Integer, nullable=False, comment="plus one with each test write"),
    Column("weight", Text, nullable=False, server_default="", comment="text that makes a test write large"),
    Column("alive", Float, nullable=True, comment="when the server last ran, as far as it is known"),
)

OUTAGES = Table(
    "outages",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("began", Float, nullable=False, comment="when the server was last known to run"),
    Column("ended", Float, nullable=False, comment="when it ran again"),
    Index("ix_outages_ended", "ended"),
)

SEATS = Table(
    "seats",
    METADATA,
    Column("token_hash", String(64), primary_key=True, comment="SHA-256; the token itself is not stored"),
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", Integer, nullable=False, comment="0 the first, 1 the second"),
)

STUDIES = Table(
    "studies",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("token_hash", String(64), nullable=False, comment="SHA-256 of the owner's token"),
    Column("game_id", String(16), nullable=True, comment="the game here that it is about, if any"),
    Column("record", Text, nullable=False, comment="JSON lines"),
    Column("version", Integer, nullable=False, comment="from 1, plus one with every change"),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
)

ACCOUNTS = Table(
    "accounts",
    METADATA,
    Column("id", String(20), primary_key=True, comment="the name in lower case"),
    Column("name", String(20), nullable=False),
    Column("token_hash", String(64), nullable=False, comment="SHA-256; the token itself is not stored"),
    Column("created", Float, nullable=False),
    UniqueConstraint("token_hash"),
)

PLAYERS = Table(
    "players",
    METADATA,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, comment="0 the first, 1 the second"),
    Column("account_id", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
)

CHALLENGES = Table(
    "challenges",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("challenger", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("challenged", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=True, index=True, comment="null: all"),
    Column("game", String(200), nullable=False),
    Column("seat", Integer, nullable=False, comment="of the challenger"),
    Column("clock", String(16), nullable=False, comment="its name in the list of time controls"),
    Column("created", Float, nullable=False),
    Column("state", String(10), nullable=False, comment="open, accepted, declined or cancelled"),
    Column("game_id", ForeignKey("games.id", ondelete="SET NULL"), nullable=True, comment="the game that it became"),
)
