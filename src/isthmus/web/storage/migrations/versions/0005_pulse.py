"""A row for test writes, to see whether writes succeed."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table and its row."""
    made = op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("beats", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pulse"),
    )
    op.bulk_insert(made, [{"id": 1, "beats": 0}])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("pulse")
