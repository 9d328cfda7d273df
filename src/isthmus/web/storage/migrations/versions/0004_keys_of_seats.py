"""A wish's key belongs to a seat and to the wish's content; previously it belonged to the whole game."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_EVENTS = sa.table("events", sa.column("game_id"), sa.column("number"), sa.column("event"), sa.column("key"))
_KEPT = sa.table("events", sa.column("game_id"), sa.column("number"), sa.column("key_seat"))


def upgrade() -> None:
    """Add the columns, give every old key its seat, and make keys unique for each seat."""
    with op.batch_alter_table("events") as events:
        events.drop_constraint("uq_events_game_id", type_="unique")
        events.add_column(sa.Column("key_seat", sa.Integer, nullable=True))
        events.add_column(sa.Column("key_wish", sa.String(64), nullable=True))
        events.create_unique_constraint("uq_events_game_id", ["game_id", "key_seat", "key"])
    connection = op.get_bind()
    keyed = connection.execute(sa.select(_EVENTS).where(_EVENTS.c.key.is_not(None))).all()
    for game_id, number, text, _ in keyed:
        where = (_KEPT.c.game_id == game_id) & (_KEPT.c.number == number)
        connection.execute(
            sa.update(_KEPT).where(where).values(key_seat=_author(connection, game_id, json.loads(text)))
        )


def _author(connection: sa.Connection, game_id: str, event: dict[str, object]) -> int:
    """The seat whose wish became an event. Two kinds of event name the other seat."""
    named = 0 if event["seat"] == "first" else 1
    if event["kind"] == "time-over":  # it names the seat that has lost; the other seat claimed the win
        return 1 - named
    if event["kind"] != "taken-back":
        return named
    # It names the seat whose turn was taken back. A person had to agree; the computer is not asked.
    first = sa.select(_EVENTS.c.event).where(_EVENTS.c.game_id == game_id, _EVENTS.c.number == 1)
    other = json.loads(connection.execute(first).scalar_one())["seats"][1 - named]
    return named if other["kind"] == "computer" else 1 - named


def downgrade() -> None:
    """Let keys belong to the game again. If both seats have used a key, the later one loses it."""
    op.execute(
        "UPDATE events SET key = NULL WHERE key_seat = 1 AND EXISTS (SELECT 1 FROM events AS other "
        "WHERE other.game_id = events.game_id AND other.key = events.key AND other.key_seat = 0)"
    )
    with op.batch_alter_table("events") as events:
        events.drop_constraint("uq_events_game_id", type_="unique")
        events.drop_column("key_wish")
        events.drop_column("key_seat")
        events.create_unique_constraint("uq_events_game_id", ["game_id", "key"])
