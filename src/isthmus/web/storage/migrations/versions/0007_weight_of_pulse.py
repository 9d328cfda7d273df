"""A test write is as large as the writes of a new game."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column ``weight`` to ``pulse``."""
    op.add_column("pulse", sa.Column("weight", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    """Drop the column ``weight``."""
    op.drop_column("pulse", "weight")
