"""Games, their events and the tokens of their seats."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the first tables."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("game", sa.String(200), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("over", sa.Float, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    op.create_index("ix_games_over", "games", ["over"])
    op.create_table(
        "events",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
        sa.Column("key", sa.String(80), nullable=True),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_events"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_events_game_id", ondelete="CASCADE"),
        sa.UniqueConstraint("game_id", "key", name="uq_events_game_id"),
    )
    op.create_table(
        "seats",
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("token_hash", name="pk_seats"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_seats_game_id", ondelete="CASCADE"),
    )
    op.create_index("ix_seats_game_id", "seats", ["game_id"])


def downgrade() -> None:
    """Drop them."""
    for table in ("seats", "events", "games"):
        op.drop_table(table)
