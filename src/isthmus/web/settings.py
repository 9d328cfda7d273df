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
    """How a server runs. ``database`` is a URL of SQLAlchemy.

    ``workers`` engine processes think for the computer's seats, as many again, at least two, for long analyses, and
    half as many, at least one, for short ones, such as a hint.
    ``hosts`` are the names and addresses that it listens at. ``origins`` are further addresses, such as
    ``https://play.example``, under which browsers know this server and may post from; links name the first. It answers
    to no name but these and loopback. ``secure`` says that browsers reach it by https only. ``proxies`` are the
    addresses or networks of proxies whose word about the address of a client counts. ``limits``: whether a crowd, or
    one in a hurry, is slowed down. ``pause``: whether the computer takes a moment over its turns while somebody looks
    on. ``log`` is the level from which on the log is written to stderr: ``error``, ``warning`` or ``info``, which is a
    line for every request.
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
