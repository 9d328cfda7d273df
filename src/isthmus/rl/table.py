"""One game in an environment: its position, and the forced steps that it skips."""

from __future__ import annotations

from isthmus.errors import IllegalTurnError, SearchError, quoted
from isthmus.rl.settings import whole
from isthmus.rl.view import View, seat_of
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Seat, Step

__all__ = ["Table", "as_action", "beginning", "payoff", "settled"]


def payoff(position: Position) -> tuple[float, float]:
    """The rewards of the (first, second) seat at a position: 1 and -1 if a side has won, otherwise 0."""
    return float(position.worth(Seat.FIRST)), float(position.worth(Seat.SECOND))


def as_action(value: object) -> int:
    """An action: a whole number of any type. Raises IllegalTurnError for anything else."""
    try:
        return whole("action", value)
    except SearchError as error:
        raise IllegalTurnError(str(error)) from None


def settled(position: Position) -> Position:
    """The position after its forced steps: while only one step is legal, that step is made."""
    game = position.game
    while position.outcome is None and len(steps := game.core.steps(position.state)) == 1:
        position = position.step(game.step_names[steps[0]])
    return position


def beginning(game: Game, position: object, *, skip_forced: bool) -> Position:
    """A given position to begin from, on the core of this game, after forced steps if they are skipped.

    Raises IllegalTurnError for anything but an unfinished position of the game, and if skipped steps end it.
    """
    if not isinstance(position, Position) or position.game != game or position.outcome is not None:
        raise IllegalTurnError(f"position: expected an unfinished position of {game}; got {quoted(position)}")
    own = position if position.game is game else game.restore_position(position.snapshot)
    found = settled(own) if skip_forced else own
    if found.outcome is not None:
        raise IllegalTurnError(f"position: expected one with a choice; forced steps end the game in {quoted(position)}")
    return found


class Table:
    """A game that is played by actions. If ``skip_forced``, a single legal step is made at once."""

    def __init__(self, view: View, *, skip_forced: bool = True) -> None:
        self.view = view
        self.skip_forced = skip_forced
        self.position = self._settled(view.game.start())
        self.made = 0
        """The number of actions taken in this game."""

    def begin(self, position: object = None) -> None:
        """Begin a new game, from its start or as ``beginning`` says. If that raises, nothing has changed."""
        if position is None:
            self.position = self._settled(self.view.game.start())
        else:
            self.position = beginning(self.view.game, position, skip_forced=self.skip_forced)
        self.made = 0

    @property
    def over(self) -> bool:
        return self.position.outcome is not None

    @property
    def seat(self) -> Seat:
        return seat_of(self.position)

    def act(self, action: object) -> None:
        """Make the step of an action. Raises IllegalTurnError, and changes nothing, if it is illegal or not a whole
        number."""
        self.make(self.view.step(self.position, as_action(action)))
        self.made += 1

    def make(self, step: Step) -> None:
        """Make a legal step, and the forced steps after it."""
        self.position = self._settled(self.position.step(self.view.game.step_names[step]))

    def play(self, turn: str | Turn) -> None:
        """Make a whole turn, and the forced steps after it. It does not count as an action.

        If it is not a legal turn, raises NotationError or IllegalTurnError and changes nothing.
        """
        self.position = self._settled(self.position.play(turn))

    def _settled(self, position: Position) -> Position:
        return settled(position) if self.skip_forced else position
