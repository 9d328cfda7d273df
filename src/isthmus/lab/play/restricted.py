"""Restricted players: an engine that may play only some turns.

Jaffe et al., "Evaluating Competitive Game Balance with Restricted Play" (AIIDE 2012). Each allowed turn is searched
separately; together they get the simulations of the free engine's search. If there are many, a free search with half of
the simulations selects some. If no turn is allowed, the player is free; the game counts how often this happens.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from isthmus.board.topology import Cell
from isthmus.engine.engine import Engine
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn

__all__ = ["RestrictedPlayer", "allowance", "mirrors"]

MOST_CANDIDATES = 16
"""The maximum number of allowed turns that are searched separately."""

Allowed = Callable[[Position, Turn], bool]
"""Whether a restriction allows a turn in a position; the position knows the previous turn."""


class RestrictedPlayer:
    """Plays the best allowed turn. ``turns`` counts its turns; ``free`` counts those where no turn was allowed."""

    def __init__(self, restriction: str, game: Game, engine: Engine, simulations: int) -> None:
        self._allowed = allowance(restriction, game)
        self._engine = engine
        self._simulations = simulations
        self.turns = 0
        self.free = 0

    def choose(self, position: Position) -> Turn:
        """The turn to play."""
        if position.choosing:
            return self._engine.search(position, simulations=self._simulations).best
        self.turns += 1
        allowed = [turn for turn in position.turns() if self._allowed(position, turn)]
        if not allowed:
            self.free += 1
            return self._engine.search(position, simulations=self._simulations).best
        if len(allowed) == 1:
            return allowed[0]
        each = self._simulations
        if len(allowed) > MOST_CANDIDATES:
            each //= 2
            allowed = self._foremost(position, allowed, each)
        return self._best(position, allowed, max(1, each // len(allowed)))

    def _foremost(self, position: Position, allowed: Sequence[Turn], simulations: int) -> list[Turn]:
        report = self._engine.search(position, simulations=max(2, simulations))
        worth = {found.turn.text: (found.visits, found.prior) for found in report.turns}
        ranked = sorted(allowed, key=lambda turn: worth.get(turn.text, (0, 0.0)), reverse=True)
        return ranked[:MOST_CANDIDATES]

    def _best(self, position: Position, allowed: Sequence[Turn], simulations: int) -> Turn:
        seat = position.seat
        assert seat is not None
        best, most = allowed[0], -2.0
        for turn in allowed:
            after = position.play(turn)
            if after.outcome:
                value = float(after.worth(seat))
            else:
                value = self._engine.search(after, simulations=simulations).value.of(seat)
            if value > most:
                best, most = turn, value
        return best


def allowance(restriction: str, game: Game) -> Allowed:
    """The test of a restriction: ``adjacent``, ``no-pass``, ``mirror`` or ``quarter``."""
    if restriction == "adjacent":
        return _adjacent
    if restriction == "no-pass":
        return _no_pass
    return _mirroring(game) if restriction == "mirror" else _in_quarter(game)


def _stones(game: Game, turn: Turn | None) -> list[Cell]:
    """The fields on which a turn puts stones."""
    return [] if turn is None else [step for step in turn.steps if step < len(game.topology)]


def _adjacent(position: Position, turn: Turn) -> bool:
    """Every stone of the previous turn is answered on a neighbouring field, each by a different stone."""
    game = position.game
    before, now = _stones(game, position.last_turn), _stones(game, turn)
    if not before or len(now) != len(before):
        return False
    near = game.topology.neighbours
    return _matched(before, now, near)


def _matched(before: Sequence[Cell], now: Sequence[Cell], near: Sequence[Sequence[Cell]]) -> bool:
    if not before:
        return True
    first, *others = before
    return any(
        field in near[first] and _matched(others, [*now[:at], *now[at + 1 :]], near) for at, field in enumerate(now)
    )


def _no_pass(position: Position, turn: Turn) -> bool:
    """No pass, and no turn that stops short."""
    game = position.game
    return game.pass_step not in turn.steps and game.stop_step not in turn.steps


def mirrors(game: Game) -> list[Sequence[Cell]]:
    """The images of the cells under the symmetries of a game that undo themselves."""
    every = range(len(game.topology))
    images = [found.image for found in game.symmetries() if all(found.image[found.image[c]] == c for c in every)]
    return [image for image in images if any(image[cell] != cell for cell in every)]


def _mirroring(game: Game) -> Allowed:
    """The turn is the image of the one before under a symmetry that undoes itself."""
    images = mirrors(game)

    def allowed(position: Position, turn: Turn) -> bool:
        before, now = _stones(game, position.last_turn), set(_stones(game, turn))
        return bool(before) and any({image[cell] for cell in before} == now for image in images)

    return allowed


def _in_quarter(game: Game) -> Allowed:
    """All stones are in the quarter of the board with the first rows and columns, including the middle lines."""
    rows, columns = game.topology.grid_size
    inside = {cell for cell, (row, column) in enumerate(game.topology.grid) if 2 * row < rows and 2 * column < columns}

    def allowed(_: Position, turn: Turn) -> bool:
        stones = _stones(game, turn)
        return bool(stones) and inside.issuperset(stones)

    return allowed
