"""The nets of the package as ``isthmus doctor`` lists them: the facts of each net, and whether it works here."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import isthmus
from isthmus.engine.net_file import NetFile
from isthmus.engine.nets.catalogue import net_paths, open_net, sizes_of
from isthmus.engine.nets.evaluators import as_native
from isthmus.errors import IsthmusError, SearchError
from isthmus.match import Pentanomial
from isthmus.rules.game import Game
from isthmus.rules.native import NativeCore
from isthmus.rules.planes import COMMON_PLANES

__all__ = ["NetCheck", "figures_of", "net_check", "net_checks"]

ONE = 127
"""The byte that marks a cell in planes for nets."""
_NOT_FIGURES = {"sizes", "auto", "gate", "calibration"}
_LONGEST = 16
"""The maximum number of characters of a text, such as a hash, to print."""


@dataclass(frozen=True)
class NetCheck:
    """One net: its file name, whether it works, and its value for a start position or an error.

    ``facts`` are the sizes that it knows, those on which engines use it by default, its channels and blocks, its bytes,
    and how many tests of the gate it passed. ``figures`` are the numbers on its card, in lines.
    """

    name: str
    passed: bool
    finding: str
    facts: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()


def net_checks(folder: Path | None = None) -> Iterator[NetCheck]:
    """Check every net of the package, or of another folder, as ``net_check`` does."""
    for name, path in net_paths(folder).items():
        yield net_check(path, name)


def net_check(path: Path, name: str | None = None) -> NetCheck:
    """Open a net and evaluate the start of its smallest game. With ``name``, it must be a net for this game."""
    facts: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    try:
        net = open_net(path)
        facts, figures = _facts(net, path), figures_of(net.card)
        value = _value(net, name)
    except (IsthmusError, ValueError, TypeError, LookupError) as error:
        return NetCheck(path.name, False, f"{type(error).__name__}: {error}", facts, figures)
    return NetCheck(path.name, True, f"{value:+.2f}", facts, figures)


def _facts(net: NetFile, path: Path) -> tuple[str, ...]:
    sizes, auto = (_spans(sizes_of(net, name)) or "none" for name in ("sizes", "auto"))
    shape = f"{net.shape.channels}x{net.shape.blocks}"
    return sizes, auto, shape, f"{path.stat().st_size // 1000} kB", _gate(net.card)


def _spans(sizes: Sequence[int]) -> str:
    """Sizes in a few characters: a run of three or more is written as its first and last."""
    spans: list[list[int]] = []
    for size in sizes:
        if spans and size == spans[-1][-1] + 1:
            spans[-1].append(size)
        else:
            spans.append([size])
    return " ".join(f"{span[0]}-{span[-1]}" if len(span) > 2 else " ".join(map(str, span)) for span in spans)


def _gate(card: Mapping[str, object]) -> str:
    results = card.get("gate")
    if not isinstance(results, list) or not results:
        return "not tested"
    passed = sum(isinstance(result, dict) and result.get("passed") is True for result in results)
    return f"{passed} of {len(results)}"


def _value(net: NetFile, name: str | None) -> float:
    """A net's value for the start of its smallest game, for the side to act. Raises SearchError if it does not fit."""
    if name not in (None, net.game):
        raise SearchError(f"the file is called {name}, but the net is for {net.game}")
    sizes = sizes_of(net, "sizes")
    if not sizes or not set(sizes_of(net, "auto")) <= set(sizes):
        raise SearchError("its card has no sizes, or its sizes for auto are not among them")
    for size in sizes:
        isthmus.game(net.game, size=size)
    return _evaluated(net, isthmus.game(net.game, size=min(sizes)))


def _evaluated(net: NetFile, game: Game) -> float:
    core = game.core
    if not isinstance(core, NativeCore) or list(net.plane_names) != core.game.plane_names(net.knowledge):
        raise SearchError(f"its planes are not the planes of {game.id}")
    planes, _, rows, columns = core.game.plane_shape(net.knowledge)
    symmetries = [(symmetry.image, symmetry.swaps) for symmetry in game.symmetries()]
    bytes_of = core.game.depict(game.start().state, symmetries, 0, ONE, net.knowledge)
    board = COMMON_PLANES.index("board") * rows * columns
    inside = bytes(byte // ONE for byte in bytes_of[board : board + rows * columns])
    seen = memoryview(bytes_of).cast("B", (1, planes, rows, columns))
    ((value, policy),) = as_native(net).evaluate(seen, memoryview(inside).cast("B", (rows, columns)))
    if not (-1 <= value <= 1 and all(map(math.isfinite, policy))):
        raise SearchError(f"expected a value from -1 to 1 and a finite policy; found the value {value}")
    return value


def figures_of(card: Mapping[str, object]) -> tuple[str, ...]:
    """The figures of a card in lines: the plain values, one line for each group of values, one for each test."""
    plain = ", ".join(
        filter(None, (_figure_text(name, value) for name, value in card.items() if name not in _NOT_FIGURES))
    )
    groups = (
        f"{name}: {values}"
        for name, group in card.items()
        if isinstance(group, Mapping) and name not in _NOT_FIGURES
        if (values := ", ".join(filter(None, (_figure_text(inner, value) for inner, value in _flat(group)))))
    )
    results = card.get("gate")
    tests = (_test_in_words(result) for result in results) if isinstance(results, list) else ()
    return tuple(filter(None, (plain, *groups, *tests)))


def _flat(group: Mapping[str, object]) -> Iterator[tuple[str, object]]:
    """The values of a group, and those of the groups in it."""
    for name, value in group.items():
        if isinstance(value, Mapping):
            yield from value.items()
        else:
            yield name, value


def _figure_text(name: str, value: object) -> str:
    """A value with its name; empty for a value of several parts."""
    if isinstance(value, float):
        return f"{name} {value:.3g}"
    if isinstance(value, str) and value:
        return f"{name} {value if len(value) <= _LONGEST else value[:_LONGEST] + '…'}"
    if isinstance(value, bool):
        return f"{name} {'yes' if value else 'no'}"
    return f"{name} {value:,}" if type(value) is int else ""


def _test_in_words(result: Any) -> str:
    """A test of the gate: the game, the time and the Elo difference; empty if the card has other contents there."""
    try:
        test, (none, half, one, more, two) = result["test"], map(int, result["pairs"])
        elo = Pentanomial((none, half, one, more, two)).elo_in_words()
        verdict = "passed" if result["passed"] else "failed"
        return f"gate: {test['game']} at {float(test['seconds']):g} s: Elo {elo}, {verdict}"
    except (LookupError, TypeError, ValueError):
        return ""
