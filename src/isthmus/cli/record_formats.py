"""The formats in which commands write a game, by name and by file extension."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from isthmus.cli.errors import CommandError
from isthmus.record import Record, format_record, format_sgf, format_share_link, format_turn_list

__all__ = ["ALIASES", "WRITERS", "writer_for"]

WRITERS: Mapping[str, Callable[[Record], str]] = {
    "jsonl": format_record,
    "sgf": format_sgf,
    "turns": format_turn_list,
    "link": lambda record: format_share_link(record) + "\n",
}
"""The formats that can be written."""
ALIASES = {"json": "jsonl"}
"""Other names of formats."""
SUFFIXES = {".jsonl": "jsonl", ".json": "jsonl", ".sgf": "sgf", ".txt": "turns"}


def writer_for(path: Path) -> Callable[[Record], str]:
    """The writer for a file's extension; CommandError for an unknown extension."""
    if path.suffix.lower() not in SUFFIXES:
        raise CommandError(f"{path}: expected a name that ends in {', '.join(SUFFIXES)}")
    return WRITERS[SUFFIXES[path.suffix.lower()]]
