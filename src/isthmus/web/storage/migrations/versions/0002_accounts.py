"""Program accounts, their games and challenges; and when games continue by themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables and the column."""
    op.add_column("games", sa.Column("wakes", sa.Float, nullable=True))
    op.create_index("ix_games_wakes", "games", ["wakes"])
    op.execute("UPDATE games SET wakes = 0 WHERE over IS NULL")  # each is loaded once
    op.create_table(
        "accounts",
        sa.Column("id", sa.String(20), nullable=False),
        sa.Column("name", sa.String(20), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
        sa.UniqueConstraint("token_hash", name="uq_accounts_token_hash"),
    )
    op.create_table(
        "players",
        sa.Column("game_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("account_id", sa.String(20), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_players"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_players_game_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_players_account_id", ondelete="CASCADE"),
    )
    op.create_index("ix_players_account_id", "players", ["account_id"])
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("challenger", sa.String(20), nullable=False),
        sa.Column("challenged", sa.String(20), nullable=True),
        sa.Column("game", sa.String(200), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("clock", sa.String(16), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("game_id", sa.String(16), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
        sa.ForeignKeyConstraint(["challenger"], ["accounts.id"], name="fk_challenges_challenger", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["challenged"], ["accounts.id"], name="fk_challenges_challenged", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_challenges_game_id", ondelete="SET NULL"),
    )
    op.create_index("ix_challenges_challenger", "challenges", ["challenger"])
    op.create_index("ix_challenges_challenged", "challenges", ["challenged"])


def downgrade() -> None:
    """Drop them."""
    for table in ("challenges", "players", "accounts"):
        op.drop_table(table)
    op.drop_index("ix_games_wakes", "games")
    op.drop_column("games", "wakes")
