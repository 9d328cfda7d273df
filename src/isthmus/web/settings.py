"""Settings of a server, from the command line or the environment."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from isthmus.record.files import state_folder

__all__ = ["Settings"]


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
    secure: bool = False
