"""Line numbers of the keys of a TOML text; the reader in the standard library does not give them."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["line_of"]

_TABLE = re.compile(r"\s*(\[\[?)\s*([^\]]+?)\s*\]")
_KEY = re.compile(r"\s*([\w.\"'-]+?)\s*=")


def line_of(text: str, path: Sequence[str | int]) -> int:
    """The line number, from 1, of a key given as its path, such as ``("claims", 2, "margin")``.

    If the key itself is not there, it is that of the nearest table.
    """
    best, depth = 1, 0
    table: tuple[str | int, ...] = ()
    counts: dict[tuple[str | int, ...], int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if found := _TABLE.match(line):
            name: tuple[str | int, ...] = tuple(_parts(found[2]))
            table = name
            if found[1] == "[[":
                table = (*name, counts.get(name, 0))
                counts[name] = counts.get(name, 0) + 1
            here = table
        elif found := _KEY.match(line):
            here = (*table, *_parts(found[1]))
        else:
            continue
        if len(here) > depth and tuple(path[: len(here)]) == here:
            best, depth = number, len(here)
    return best


def _parts(key: str) -> list[str]:
    return [part.strip().strip("\"'") for part in key.split(".")]
