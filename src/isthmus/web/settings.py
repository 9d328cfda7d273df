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

    ``workers`` is the number of engine processes for the computer's seats; EnginePool derives the others from it.
    ``hosts`` are the names and addresses at which it listens. ``origins`` are further addresses of this server, such as
    ``https://play.example``; browsers may send requests from pages there, and links use the first. The server answers
    only to these names and to loopback. ``network`` is the address for other machines if there are no origins; links to
    seats use it on pages at loopback. ``secure`` means that browsers reach it only by https. ``proxies`` are the
    addresses or networks of proxies that are trusted to report a client's address. ``limits`` switches rate limits on.
    ``pause`` makes the computer wait a moment before its turns while somebody watches. ``log`` is the lowest level that
    is written to stderr: ``error``, ``warning`` or ``info``, which logs every request. ``reports`` is a folder of
    finished reports of the lab, which everybody may read under *Learn*. ``notice`` is a Markdown file about the site;
    the start page links to it.
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
    network: str = ""
    reports: Path | None = None
    notice: Path | None = None
