"""Times when the server was down, so that clocks do not run then."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column and the table."""
    op.add_column("pulse", sa.Column("alive", sa.Float, nullable=True))
    op.create_table(
        "outages",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("began", sa.Float, nullable=False),
        sa.Column("ended", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_outages"),
    )
    op.create_index("ix_outages_ended", "outages", ["ended"])


def downgrade() -> None:
    """Drop them."""
    op.drop_index("ix_outages_ended", "outages")
    op.drop_table("outages")
    op.drop_column("pulse", "alive")
