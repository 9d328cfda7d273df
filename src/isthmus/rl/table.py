"""One game in an environment: its position, and the forced steps that it skips."""

from __future__ import annotations

from isthmus.rl.view import View, seat_of
from isthmus.rules.position import Position
from isthmus.rules.types import Seat, Step

__all__ = ["Table", "payoff"]

_NOBODY = (0.0, 0.0)


def payoff(position: Position) -> tuple[float, float]:
    """The rewards of the (first, second) seat at a position: 1 and -1 if a side has won, otherwise 0."""
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return _NOBODY
    return (1.0, -1.0) if position.seat_of(outcome.winner) is Seat.FIRST else (-1.0, 1.0)


class Table:
    """A game that is played by actions. If ``skip_forced``, a single legal step is made at once."""

    def __init__(self, view: View, *, skip_forced: bool = True) -> None:
        self.view = view
        self.skip_forced = skip_forced
        self.position = view.game.start()
        self.made = 0
        """Actions of this game."""
        self.begin()

    def begin(self, position: Position | None = None) -> None:
        """Begin a new game, from its start or from a position."""
        self.position = self.view.game.start() if position is None else position
        self.made = 0
        self._settle()

    @property
    def over(self) -> bool:
        return self.position.outcome is not None

    @property
    def seat(self) -> Seat:
        return seat_of(self.position)

    def act(self, action: int) -> None:
        """Make the step of an action. If it is illegal, raises IllegalTurnError and changes nothing."""
        self.make(self.view.step(self.position, action))
        self.made += 1

    def make(self, step: Step) -> None:
        """Make a legal step, and the forced steps after it."""
        self.position = self.position.step(self.view.game.step_names[step])
        self._settle()

    def _settle(self) -> None:
        while self.skip_forced and not self.over and len(steps := self.view.steps(self.position)) == 1:
            self.position = self.position.step(self.view.game.step_names[steps[0]])
