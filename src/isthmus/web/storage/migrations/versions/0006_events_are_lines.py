"""Events are lines of records from here on. The number alone keeps out older servers, which cannot read them."""

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Stored events stay as they are; isthmus.web.game.game_log reads both forms."""


def downgrade() -> None:
    """Older servers read no game that has gone on with lines."""
