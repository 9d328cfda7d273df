"""The net that belongs to a game, if any, and the sizes of the board for which it is meant.

A net of the package is ``GAME.net`` in this folder. Its card names two lists of sizes: ``sizes``, where the net may
judge, and ``auto``, where it has been shown to be stronger than the hand-made evaluator. It may also name engine
parameters to use with the net. A file is opened when a game first needs it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from isthmus.engine.net_file import NetFile, read_net
from isthmus.errors import SearchError, quoted
from isthmus.rules.game import Game

__all__ = [
    "PARAMETERS",
    "SUFFIX",
    "fingerprint",
    "is_stronger",
    "net_for",
    "net_paths",
    "nets",
    "open_net",
    "packaged_path",
    "parameters_of",
    "sizes_of",
]

FOLDER = Path(__file__).parent
SUFFIX = ".net"
PARAMETERS = "parameters"
"""The key of the engine parameters in a net's card."""
_KEPT = 32
"""The maximum number of files that stay open."""
_FREE = ("size", "pie")
"""Parameters that may have any value where ``auto`` chooses a net: the gate plays the others at their defaults."""


def open_net(path: Path) -> NetFile:
    """The net of a file, mapped into memory, and kept until the file changes. SearchError if it cannot be read."""
    try:
        status = path.stat()
        return _opened(path, status.st_mtime_ns, status.st_size)
    except OSError as error:
        raise SearchError(f"{path}: {error.strerror}") from None


@lru_cache(_KEPT)
def _opened(path: Path, _changed: int, _size: int) -> NetFile:
    return read_net(path)


def net_paths(folder: Path | None = None) -> dict[str, Path]:
    """The file of every net of the package, by the id of its game. Opens no file."""
    return {path.stem: path for path in sorted((folder or FOLDER).glob(f"*{SUFFIX}"))}


def packaged_path(game: str, folder: Path | None = None) -> Path | None:
    """The file of the package's net for a game by its id, or None."""
    path = (folder or FOLDER) / f"{game}{SUFFIX}"
    return path if path.is_file() else None


def nets(folder: Path | None = None) -> dict[str, NetFile]:
    """Every net of the package by the id of its game. SearchError if one cannot be read."""
    return {name: open_net(path) for name, path in net_paths(folder).items()}


def net_for(game: Game, folder: Path | None = None) -> NetFile | None:
    """The net of the package that may judge a game of this size, or None. SearchError if it cannot be read."""
    path = packaged_path(str(game.id), folder)
    net = open_net(path) if path is not None else None
    return net if net is not None and game.values.get("size") in sizes_of(net, "sizes") else None


def fingerprint(net: NetFile, parameters: Mapping[str, float]) -> str:
    """Twelve hexadecimal digits that depend on everything that affects play: the tensors of a net's file, and the
    engine parameters on its card, which ``parameters`` override."""
    numbers = {name: float(value) for name, value in {**parameters_of(net), **parameters}.items()}
    digest = hashlib.sha256(repr(sorted(numbers.items())).encode())
    for name in sorted(net.tensors):
        digest.update(net.tensors[name])
    return digest.hexdigest()[:12]


def is_stronger(net: NetFile, game: Game) -> bool:
    """Whether a net has been shown to be stronger in a game of this size, with defaults for all but size and pie."""
    if game.values.get("size") not in sizes_of(net, "auto"):
        return False
    usual = type(game)(**{name: value for name, value in game.values.items() if name in _FREE})
    return usual == game


def sizes_of(net: NetFile, name: str) -> tuple[int, ...]:
    """One of the two lists of sizes on a net's card, ``sizes`` or ``auto``.

    Raises SearchError if it is not a list of numbers.
    """
    found = net.card.get(name, [])
    if not isinstance(found, list) or not all(type(size) is int for size in found):
        raise SearchError(f"the card of the net for {net.game}: {name}: expected a list of sizes; got {quoted(found)}")
    return tuple(found)


def parameters_of(net: NetFile) -> dict[str, float]:
    """The engine parameters on a net's card, by name: the engine's defaults where it uses this net.

    Raises SearchError if they are not numbers by name.
    """
    found = net.card.get(PARAMETERS, {})
    if not isinstance(found, dict) or not all(type(value) in (int, float) for value in found.values()):
        raise SearchError(
            f"the card of the net for {net.game}: {PARAMETERS}: expected numbers by name; got {quoted(found)}"
        )
    return found
