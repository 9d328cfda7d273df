"""Settings of a server, from the command line or the environment."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from isthmus.record.files import state_folder

__all__ = ["Settings"]


def _database() -> str:
    return os.environ.get("ISTHMUS_DATABASE") or f"sqlite:///{state_folder() / 'web.db'}"


@dataclass(frozen=True)
class Settings:
    """How a server runs. ``database`` is a URL of SQLAlchemy.

    ``workers`` engine processes think for the computer's seats, the same number, at least two, for long analyses, and
    half of it, at least one, for short ones, such as a hint.
    ``hosts`` are the names and addresses that it listens at. ``origins`` are further addresses, such as
    ``https://play.example``, by which browsers reach this server and from which they may post; links use the first.
    The server answers only to these names and loopback. ``secure``: browsers reach it by https only. ``proxies`` are
    the addresses or networks of proxies that are trusted to report a client's address. ``limits``: whether rate limits
    apply. ``pause``: whether the computer pauses over its turns while somebody watches. ``log`` is the lowest level
    that is written to stderr: ``error``, ``warning`` or ``info``, which logs every request. ``reports`` is a folder of
    finished reports of the lab, which everybody may read under *Learn*.
    """

    database: str = field(default_factory=_database)
    workers: int = max(1, (os.cpu_count() or 2) - 1)
    origins: tuple[str, ...] = ()
    secure: bool = False
    proxies: tuple[str, ...] = ()
    limits: bool = True
    pause: bool = True
    log: str = "warning"
    hosts: tuple[str, ...] = ("127.0.0.1",)
    reports: Path | None = None
