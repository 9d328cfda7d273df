"""From this version on, events are lines of records. The version number alone keeps out older servers, which cannot
read them."""

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Stored events do not change; isthmus.web.game.game_log reads both forms."""


def downgrade() -> None:
    """Older servers cannot read a game that contains such lines."""
