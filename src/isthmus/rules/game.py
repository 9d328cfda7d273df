"""Game: one rule set with its parameters, a frozen value. Subclass it to make a game; see docs/adding-a-game.md.

A subclass states its facts as class attributes, its board as one method, and its rules as seven methods over an
immutable state. ``RuleSet`` lists these methods. Nothing else is needed: such a game works in every part of Isthmus.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from isthmus.board.topology import Cell
from isthmus.errors import PositionError, quoted
from isthmus.rules.core import State
from isthmus.rules.once import once
from isthmus.rules.parameters import Value
from isthmus.rules.planes import COMMON_PLANES, Views, plane_bytes, policy_slot, views_of
from isthmus.rules.position import Position
from isthmus.rules.rule_set import RuleSet
from isthmus.rules.snapshot import Snapshot
from isthmus.rules.types import Side, Step

__all__ = ["Game"]


class Game(RuleSet):
    """A game with its parameters. Equal games have equal ``str()``, which ``isthmus.game`` reads back.

    ``RuleSet`` lists the required and optional parts of a subclass.

    >>> import isthmus
    >>> game = isthmus.game("trellis", size=9, pie=0)
    >>> game.title, game.goals, game.number("size")
    ('Trellis', ('top to bottom', 'left to right'), 9)
    >>> game.start()
    <Position of trellis(size=9,pie=0): black to move>
    """

    def start(self) -> Position:
        """The position before the first turn."""
        return Position(self, self.core.initial())

    def position(
        self,
        black: Iterable[str] = (),
        white: Iterable[str] = (),
        to_move: Side | str | None = None,
    ) -> Position:
        """A set-up position: main phase, supplies derived from the stones, no history.

        ``black`` and ``white`` are field names; ``to_move`` defaults to the colour that begins the game. The first seat
        holds the colour that begins. Raises NotationError for an unknown field, PositionError for stones that no
        position of the game can hold.
        """
        try:
            side = self.first_side if to_move is None else Side.of(to_move)
        except ValueError as error:
            raise PositionError(f"to_move: {error}") from None
        black_cells, white_cells = self._cells("black", black), self._cells("white", white)
        seen: set[Cell] = set()
        for cell in (*black_cells, *white_cells):
            if cell in seen:
                raise PositionError(f"{self.topology.names[cell]} is given two stones; a field holds one")
            seen.add(cell)
        return self.restore_position(self.set_up(black_cells, white_cells, side))

    def _cells(self, colour: str, names: Iterable[str]) -> list[Cell]:
        if isinstance(names, str) or not isinstance(names, Iterable):
            example = f"{colour}=['{self.topology.names[0]}']"
            raise PositionError(f"{colour} is {quoted(names)}; expected a list of fields, such as {example}")
        return [self.topology.cell(name) for name in names]

    def restore_position(self, snapshot: Snapshot) -> Position:
        """The position of a snapshot of this game."""
        return Position(self, self.core.restore(snapshot))

    # From positions to planes --------------------------------------------------------------------------------------
    @once
    def views(self) -> Views:
        """The symmetries under which a learner may see a position in which (black, white) acts."""
        return views_of(self)

    def plane_names(self) -> Sequence[str]:
        """The names of a position's planes, in order."""
        return (*COMMON_PLANES, *self.own_planes(self.initial()))

    def plane_shape(self) -> tuple[int, int, int, int]:
        """The shape of positions for a learner: (planes, planes of the policy, rows, columns)."""
        return (len(self.plane_names()), 1 + self.move_planes(), *self.topology.grid_size)

    def planes(self, state: State, view: int = 0, *, one: int = 127) -> bytes:
        """A state of the Python rules as bytes: planes, each by rows and columns.

        A mark is ``one``, and shares are between 0 and ``one``. ``view`` is the number of the view, 0 for the plainest.
        Raises ValueError for a view that does not exist.
        """
        return plane_bytes(self, self.views, state, view, one)

    def policy_slot(self, state: State, step: Step, view: int = 0) -> int:
        """The policy's slot of a legal step, -1 if it has none. Slots are its planes, then stop, then pass."""
        return policy_slot(self, self.views, state, step, view)

    def reference(self) -> Game:
        """The same game played by its Python rules: slow, plain, and the oracle for the native core."""
        game = type(self)(**self.values)
        game.core = game
        return game

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), dict(self.values), self.core is self)


def _rebuild(kind: type[Game], values: Mapping[str, Value], reference: bool) -> Game:
    game = kind(**values)
    return game.reference() if reference else game
