"""Exact labels: positions with all steps that keep their result. They make it possible to measure regret."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from isthmus.engine.engine import Engine
from isthmus.errors import SearchError, quoted
from isthmus.rl.settings import flag, game_of, whole
from isthmus.rl.table import payoff
from isthmus.rl.view import View, seat_of
from isthmus.rules.game import Game
from isthmus.rules.native import NativeCore
from isthmus.rules.position import Position
from isthmus.solve.solver import solve

__all__ = ["Label", "labels"]

_MOST_TRIES = 200
"""The number of successive positions without a label after which ``labels`` gives up."""
_LATER, _EARLIER = 0.25, 0.05
"""Positions are drawn from a game after a certain share of it. After a position without a label this share grows by
_LATER of the rest of the game; after a label it shrinks by _EARLIER."""


@dataclass(frozen=True)
class Label:
    """A position, its result with best play for the seat to act (1 won, 0 drawn, -1 lost), and the result of each step.

    ``steps`` are the texts of the optimal steps, ``worth`` the result after every legal step, by its text;
    all results are for that seat.
    """

    position: Position
    value: int
    worth: dict[str, int]
    _view: View

    @property
    def steps(self) -> list[str]:
        """The steps that keep the result, in the order of the position's steps."""
        return [step for step, worth in self.worth.items() if worth == self.value]

    def regret(self, step: str) -> int:
        """The loss of a step: 0 for an optimal one, otherwise 1 or 2. Raises KeyError for an illegal step."""
        return self.value - self.worth[step]

    @cached_property
    def obs(self) -> npt.NDArray[np.uint8]:
        """The planes, as in the environments."""
        return self._view.planes(self.position)

    @cached_property
    def mask(self) -> npt.NDArray[np.uint8]:
        """The legal actions."""
        return self._view.mask(self.position)

    @cached_property
    def regrets(self) -> npt.NDArray[Any]:
        """The loss of each action, float32[actions]; NaN if it is illegal."""
        found = np.full(self._view.actions, np.nan, np.float32)
        for step, worth in self.worth.items():
            found[self._view.action(self.position, self.position.game.step_ids[step])] = self.value - worth
        return found


def labels(
    game: str | Game, *, seed: int = 0, nodes: int = 2_000, solver: bool = True, canonical: bool = True
) -> Iterator[Label]:
    """An endless series of positions from random games, with exact labels. The same seed gives the same positions.

    In Bridg-It and Trellis with one stone per turn, theory gives the result on boards of any size, and the solver is
    not used. In other games the solver proves it, for the position and after every step, with at most ``nodes`` nodes
    for all of these together. Positions without a proof are left out, so labels come only from the part of the game
    that theory or the solver can solve: after a position without a proof the next ones come from later in the
    games; after a label, from earlier. A node takes 1 to 10 ms on an empty board of usual size, later much less.
    ``solver=False`` uses only theory.

    Raises SearchError for bad arguments, for a game without a native core, and after 200 successive positions without a
    label.
    """
    chosen = game_of(game)
    if not isinstance(chosen.core, NativeCore):
        raise SearchError(f"labels: {chosen} is written only in Python; theory and the solver need a native core")
    if whole("nodes", nodes) < 1:
        raise SearchError(f"nodes: expected 1 or more; got {quoted(nodes)}")
    chance = random.Random(f"labels {whole('seed', seed)}")
    view = View(chosen, canonical=flag("canonical", canonical))
    return _labels(chosen, chance, nodes if flag("solver", solver) else 0, view)


def _labels(game: Game, chance: random.Random, nodes: int, view: View) -> Iterator[Label]:
    engine = Engine(seed=0)
    by_theory = engine.search(game.position(), simulations=1).theory is not None  # the empty board, colours chosen
    tried, earliest = 0, 0.0
    while tried < _MOST_TRIES:
        course = _random_game(game, chance)
        position = chance.choice(course[int(earliest * len(course)) :])
        tried += 1
        if len(position.steps()) < 2 or position.choosing:  # nothing to learn
            continue
        worth = _by_theory(engine, position) if by_theory else _by_solver(position, nodes)
        if worth is None and not by_theory:
            earliest += _LATER * (1 - earliest)
        elif worth:
            earliest = max(0.0, earliest - _EARLIER)
            tried = 0
            yield Label(position, max(worth.values()), worth, view)
    raise SearchError(f"labels: no label for any of {_MOST_TRIES} positions of {game}; try a smaller board")


def _random_game(game: Game, chance: random.Random, longest: int = 2000) -> list[Position]:
    """The positions of a random game, except the last one, in which it is over."""
    position = game.start()
    course: list[Position] = []
    while position.outcome is None and len(course) < longest:
        course.append(position)
        position = position.step(chance.choice(position.steps()))
    return course


def _by_theory(engine: Engine, position: Position) -> dict[str, int] | None:
    """The result after every step, if theory gives all of them."""
    if position.seat_of("black") is None:
        return None
    worth = {}
    for step in position.steps():
        after = position.step(step)
        if after.outcome is not None:
            worth[step] = _paid(position, after)
            continue
        theory = engine.search(after, simulations=1).theory
        if theory is None:
            return None
        worth[step] = 1 if after.seat_of(theory.winner) is position.seat else -1
    return worth


def _by_solver(position: Position, nodes: int) -> dict[str, int] | None:
    """The result after every step, if the solver proves the position and all its steps with at most ``nodes`` nodes in
    total."""
    worth: dict[str, int] = {}
    for step in (None, *position.steps()):
        after = position if step is None else position.step(step)
        if after.outcome is not None:
            found = _paid(position, after)
        else:
            solution = solve(after, nodes=nodes) if nodes > 0 else None
            if solution is None or not solution.proved:
                return None
            nodes -= solution.nodes
            found = 0 if solution.draw else 1 if solution.winner is position.seat else -1
        if step is not None:
            worth[step] = found
        elif found == -1:
            return dict.fromkeys(position.steps(), -1)
    return worth


def _paid(position: Position, after: Position) -> int:
    """The reward at the end of a game, ``after``, for the seat that acts in ``position``."""
    return int(payoff(after)[seat_of(position).value])
