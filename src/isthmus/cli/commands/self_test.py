"""Self-test: the checks of ``isthmus doctor`` for every game. A check returns its result or raises AssertionError."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from isthmus.cli.commands.counting import count
from isthmus.engine import search
from isthmus.games import games
from isthmus.render import to_png
from isthmus.rules.game import Game
from isthmus.rules.native import NativeCore
from isthmus.rules.position import Position

__all__ = ["CHECKS", "Check", "checks"]

LONGEST = 150
"""A check stops a random game after this many steps."""
PNG_SIGNATURE = b"\x89PNG"


@dataclass(frozen=True)
class Check:
    """One check of one game: its name, whether it succeeded, and its result or error."""

    name: str
    passed: bool
    finding: str


def small_game(kind: type[Game]) -> Game:
    """The game at its second smallest size, if it has sizes."""
    size = next((parameter for parameter in kind.parameters if parameter.name == "size"), None)
    if size is None:
        return kind()
    return kind(size=size.values[min(1, len(size.values) - 1)])


def checks(kind: type[Game]) -> Iterator[Check]:
    """All checks of a game, in order."""
    for name, check in CHECKS.items():
        yield _tried(name, check, kind)


def _tried(name: str, check: Callable[[Game], str], kind: type[Game]) -> Check:
    try:
        return Check(name, True, check(small_game(kind)))
    except Exception as error:
        return Check(name, False, games.fault(error) or f"{type(error).__name__}: {error}")


def _claim(true: bool, otherwise: str) -> None:
    """Like assert, but also active when the interpreter skips assertions."""
    if not true:
        raise AssertionError(otherwise)


def _agree(game: Game) -> str:
    """Play a random game with the native core and with the Python rules, step by step."""
    if not isinstance(game.core, NativeCore):
        return "only in Python"
    choose = random.Random(7)
    native, plain = game.start(), game.reference().start()
    count = 0
    while count < LONGEST:
        _claim(native.snapshot == plain.snapshot, f"{game}: snapshots differ after {count} steps")
        _claim(native.outcome == plain.outcome, f"{game}: outcomes differ after {count} steps")
        _claim(native.steps() == plain.steps(), f"{game}: legal steps differ after {count} steps")
        if native.outcome:
            break
        step = choose.choice(native.steps())
        native, plain = native.step(step), plain.step(step)
        count += 1
    return f"{count} steps"


def _perft(game: Game) -> str:
    position = game.start()
    native = count(position, 2, by_turns=False)
    plain = count(game.reference().start(), 2, by_turns=False)
    _claim(native == plain, f"{game}: {native} in the native core, {plain} by the Python rules")
    return f"{native:,}"


def _search(game: Game) -> str:
    position = game.start()
    report = search(position, simulations=200, seconds=2.0, seed=1)
    position.play(report.best)
    _claim(0 <= report.chance <= 1, f"{game}: a winning chance of {report.chance}")
    return str(report.best)


def _picture(game: Game) -> str:
    position: Position = game.start()
    picture = to_png(position.play(position.turns()[0]), size=200)
    _claim(picture.startswith(PNG_SIGNATURE), f"{game}: the picture is not a PNG")
    return f"{len(picture) // 1000} kB"


CHECKS: dict[str, Callable[[Game], str]] = {
    "rules": _agree,
    "perft": _perft,
    "search": _search,
    "picture": _picture,
}
"""The tests of every game. ``rules`` compares the native core with the plain Python rules."""
