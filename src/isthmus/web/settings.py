"""Settings of a server, from the command line or the environment."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Settings", "state_folder"]


def state_folder() -> Path:
    """Where games are kept: $ISTHMUS_HOME, or ``isthmus`` in the XDG state folder."""
    home = os.environ.get("ISTHMUS_HOME")
    if home:
        return Path(home).expanduser()
    state = os.environ.get("XDG_STATE_HOME")
    return (Path(state) if state else Path.home() / ".local" / "state") / "isthmus"


def _database() -> str:
    return os.environ.get("ISTHMUS_DATABASE") or f"sqlite:///{state_folder() / 'web.db'}"


@dataclass(frozen=True)
class Settings:
    """How a server runs. ``database`` is a URL of SQLAlchemy; ``origins`` are those that browsers may post from.

    ``workers`` engine processes think for the computer's seats and for analysis.
    """

    database: str = field(default_factory=_database)
    workers: int = max(1, (os.cpu_count() or 2) - 1)
    origins: tuple[str, ...] = ()
    games_an_hour: int = 120
    secure: bool = False
