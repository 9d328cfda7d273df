"""The evaluator that judges positions: made by hand, a net of the package, or the net of a file."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from os import PathLike, fspath
from pathlib import Path
from types import MappingProxyType

from isthmus import _native
from isthmus.engine.net_file import NetFile
from isthmus.engine.nets.catalogue import SUFFIX, fingerprint, is_stronger, net_for, open_net, packaged_path
from isthmus.errors import SearchError, quoted
from isthmus.rules.game import Game
from isthmus.rules.native import NativeCore

__all__ = ["BY_PROOFS", "EVALUATORS", "HAND", "as_native", "check_evaluator", "native_net", "net_path", "ordering_net"]

BY_PROOFS = ("network",)
"""Games in which proofs decide more than the net; in Network the net is worth 55 Elo. In these games levels search as
much with a net as without one, and the hand-made evaluator orders the search for proofs: the proof of standard Network
takes at least 26% longer if the net orders it."""

HAND = "hand"
EVALUATORS = (HAND, "net", "auto")
"""The names of evaluators. The path of a ``.net`` file also names one."""
_KEPT = 16


def check_evaluator(evaluator: str | PathLike[str]) -> str:
    """The name of an evaluator: ``hand``, ``net``, ``auto`` or the path of a ``.net`` file; else SearchError."""
    text = fspath(evaluator) if isinstance(evaluator, PathLike) else evaluator
    if isinstance(text, str) and (text in EVALUATORS or text.endswith(SUFFIX)):
        return text
    raise SearchError(f"evaluator: expected hand, net, auto or the path of a .net file; got {quoted(evaluator)}")


def identity(evaluator: str, game: Game, parameters: Mapping[str, float] = MappingProxyType({})) -> str:
    """The identity of an evaluator in a game, for an engine with these parameters: ``hand``, or the name of a net's
    file with its fingerprint.

    Raises SearchError as ``net_path`` does.
    """
    path = net_path(evaluator, game)
    return HAND if path is None else f"{path.name} {fingerprint(open_net(path), parameters)}"


def net_path(evaluator: str, game: Game) -> Path | None:
    """The file of the net that an evaluator uses in a game; None for the hand-made one.

    Raises SearchError if there is no such net, if it cannot be read, or if it is a net for another game.
    """
    if evaluator == HAND:
        return None
    core = game.core
    if not isinstance(core, NativeCore):
        if evaluator == "auto":
            return None
        raise SearchError(f"{game} is written only in Python, so nets cannot be used; expected hand or auto")
    if evaluator.endswith(SUFFIX):
        path = Path(evaluator)
        _check(open_net(path), str(path), game, core)
        return path
    net = net_for(game)
    if net is None and evaluator == "net":
        raise SearchError(f"there is no net for {game}; expected hand or auto")
    if net is None or (evaluator == "auto" and not is_stronger(net, game)):
        return None
    packaged = packaged_path(str(game.id))
    _check(net, str(packaged), game, core)
    return packaged


def native_net(evaluator: str, game: Game) -> _native.Net | None:
    """The net that an evaluator uses in a game, packed for this machine; None for the hand-made one.

    Raises SearchError as ``net_path`` does.
    """
    path = net_path(evaluator, game)
    if path is None:
        return None
    status = path.stat()
    return _packed(path, status.st_mtime_ns, status.st_size)


def ordering_net(evaluator: str, game: Game) -> _native.Net | None:
    """The net that orders the search for a proof in a game; None if the hand-made knowledge orders it.

    Like ``native_net``, but ``auto`` is the net of the package in every size and with all parameters, except in
    BY_PROOFS. This is safe, because a bad order cannot make a result wrong. Raises SearchError as ``net_path`` does.
    """
    if evaluator != "auto" or not isinstance(game.core, NativeCore):
        return native_net(evaluator, game)
    packaged = None if game.id in BY_PROOFS else packaged_path(str(game.id))
    return native_net(str(packaged) if packaged else HAND, game)


def as_native(net: NetFile) -> _native.Net:
    """A net, packed for the best kernel of this machine."""
    shape = {name: list(value) if isinstance(value, tuple) else value for name, value in vars(net.shape).items()}
    return _native.Net(shape, net.tensors)


@lru_cache(_KEPT)
def _packed(path: Path, _changed: int, _size: int) -> _native.Net:
    return as_native(open_net(path))


def _check(net: NetFile, path: str, game: Game, core: NativeCore) -> None:
    if net.game != game.id:
        raise SearchError(f"{path} is a net for {net.game}; expected one for {game.id}")
    if list(net.plane_names) != core.game.plane_names(net.knowledge):
        raise SearchError(f"{path} needs other input planes than those of {game}; train the net again")
