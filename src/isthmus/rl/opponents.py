"""The opponent in an environment: a level, perfect play, any player of matches, or a function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from isthmus.engine.engine import Engine
from isthmus.errors import SearchError, quoted
from isthmus.match.player_spec import Limits, parse_player
from isthmus.rules.game import Game
from isthmus.rules.native import NativeCore
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.solve.solver import solve

__all__ = ["Chooser", "Opponent", "PerfectPlayer", "opponent_of"]

Opponent = str | Callable[[Position], str | Turn]
"""A player's text, ``perfect``, or a function from a position to a turn, or to its text."""

_SECONDS = 20.0
"""The solver's time limit for a position, in seconds."""


class Chooser(Protocol):
    """Chooses a turn in a position in which the game is not over."""

    def choose(self, position: Position) -> Turn | str: ...


class PerfectPlayer:
    """Plays a turn that is proved to keep the result, by theory in Bridg-It and one-stone Trellis, otherwise by the
    solver.

    In a lost position it plays the turn that the engine considers hardest to answer. Raises SearchError if nothing is
    proved within 20 seconds.
    """

    def __init__(self, game: Game, seed: int) -> None:
        if not isinstance(game.core, NativeCore):
            raise SearchError(f"perfect: {game} is written only in Python; a perfect opponent needs the native solver")
        self._engine = Engine(seed=seed)
        self.choose(game.start())

    def choose(self, position: Position) -> Turn:
        self._engine.clear()  # a turn depends on the position, not on earlier games
        report = self._engine.search(position, simulations=200)
        if report.proof.win_for(report.seat):
            return report.best
        solution = solve(position, seconds=_SECONDS)
        if not solution.complete:
            raise SearchError(
                f"perfect: the solver proved no turn in {position!r} within {_SECONDS:g} seconds; expected a level"
            )
        return solution.turn or report.best


class _Function:
    """The user's function as an opponent."""

    def __init__(self, function: Callable[[Position], str | Turn]) -> None:
        self.choose = function


def opponent_of(opponent: Opponent, game: Game, seed: int) -> Chooser:
    """The opponent for a text or function. ``seed`` determines its random numbers. A player without limits, such as
    ``full``, searches 400 simulations per turn. Raises SearchError for an unknown opponent."""
    if opponent == "perfect":
        return PerfectPlayer(game, seed)
    if isinstance(opponent, str):
        spec = parse_player(opponent)
        if spec.kind == "gtp":
            raise SearchError(f"opponent: expected a player of Isthmus, not a program; got {quoted(opponent)}")
        return spec.build(game, Limits(simulations=400), seed)
    if callable(opponent):
        return _Function(opponent)
    raise SearchError(f"opponent: expected a player such as level3, perfect, or a function; got {quoted(opponent)}")
