"""The view of a position in an environment, and the step of each action.

It is the reference for native/rules/environment_view.hpp. The environments of one game share a view.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from isthmus.errors import A_POSITION, IllegalTurnError, SearchError, expect, quoted
from isthmus.rl.arrays import Shape
from isthmus.rules.game import Game
from isthmus.rules.native import NativeCore
from isthmus.rules.planes import plane_bytes, turned_step, views_of
from isthmus.rules.position import Position
from isthmus.rules.types import Seat, Side, Step

__all__ = ["MARK", "View", "observe", "seat_of"]

MARK = 255
"""The byte of a mark; a share is a fraction of it."""

OPENING_PLANES = ("choosing", "opening turns")
"""The planes after those of the game: the state of the opening."""


def seat_of(position: Position) -> Seat:
    """The seat to act; at the end, the seat that would act."""
    return position.seat or position.snapshot.opening.seat(position.snapshot.side)


def observe(position: Position, *, canonical: bool = True) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """A position as the environments show it: planes, uint8[planes, rows, columns], and the mask, uint8[actions].

    If ``canonical``, the board is shown as if the side to act were Black. Raises SearchError for anything but a
    position.

    >>> import isthmus, isthmus.rl
    >>> planes, mask = isthmus.rl.observe(isthmus.game("hex", size=5, pie=0).start().play("c3"))
    >>> planes.shape, int(mask.sum())
    ((9, 5, 5), 24)
    """
    expect(position, Position, A_POSITION, SearchError)
    view = View(position.game, canonical=canonical)
    return view.planes(position), view.mask(position)


class View:
    """The way in which an environment shows positions of a game.

    If ``canonical``, the board is shown as if the side to act were Black (view 0 of docs/planes.md), and actions are
    steps on that board. Otherwise the board is unchanged, and actions are the game's steps. ``mark`` is the byte of a
    mark.
    """

    def __init__(self, game: Game, *, canonical: bool = True, mark: int = MARK) -> None:
        self.game = game
        self.canonical = canonical
        self.mark = mark
        self.plane_names = (*game.plane_names(), *OPENING_PLANES)
        _, _, self.rows, self.columns = game.plane_shape()
        self.actions = game.num_steps
        keeping = views_of(game)[0][:1]
        self._views = (keeping, game.views[1] if canonical else keeping)
        self._native = [(one.image, one.swaps) for one in game.symmetries()] if canonical else []
        self._pie = game.start().snapshot.opening.turns
        self._pictured: dict[Side, dict[Step, int]] = {side: {} for side in Side}

    @property
    def shape(self) -> Shape:
        """(planes, rows, columns, actions)."""
        return len(self.plane_names), self.rows, self.columns, self.actions

    def planes(self, position: Position) -> npt.NDArray[np.uint8]:
        """A position as planes by rows by columns."""
        core = self.game.core
        if isinstance(core, NativeCore):
            found = core.game.depict(position.state, self._native, 0, self.mark)
        else:
            found = plane_bytes(self.game, self._views, position.reference_state, 0, self.mark)
        planes = np.zeros((len(self.plane_names), self.rows, self.columns), np.uint8)
        planes[: -len(OPENING_PLANES)] = np.frombuffer(found, np.uint8).reshape(-1, self.rows, self.columns)
        opening = position.snapshot.opening
        if opening.under_way:
            share = 1 if opening.choosing else opening.turns / self._pie
            for row, column in self.game.topology.grid:
                planes[-2 if opening.choosing else -1, row, column] = int(share * self.mark + 0.5)
        return planes

    def mask(self, position: Position) -> npt.NDArray[np.uint8]:
        """One byte per action, 1 if it is legal. At the end all are 1, because a mask must not be empty."""
        mask = np.zeros(self.actions, np.uint8)
        mask[self.legal(position) if position.outcome is None else slice(None)] = 1
        return mask

    def steps(self, position: Position) -> Sequence[Step]:
        """The legal steps, ascending."""
        return self.game.core.steps(position.state) if position.outcome is None else ()

    def legal(self, position: Position) -> list[int]:
        """The legal actions, in the order of their steps."""
        side = position.snapshot.side
        return [self._action(side, step) for step in self.steps(position)]

    def action(self, position: Position, step: Step) -> int:
        """The action for a legal step."""
        return self._action(position.snapshot.side, step)

    def step(self, position: Position, action: int) -> Step:
        """The step for an action. Raises IllegalTurnError if it is not legal here."""
        steps = self.steps(position)
        if not self.canonical or position.snapshot.side is Side.BLACK:
            if action in steps:
                return int(action)
        else:
            for step in steps:
                if self._action(Side.WHITE, step) == action:
                    return step
        raise IllegalTurnError(f"action {quoted(action)} is not legal here; expected one that the mask allows")

    def _action(self, side: Side, step: Step) -> int:
        if not self.canonical or side is Side.BLACK:
            return step
        known = self._pictured[side]
        if step not in known:
            if step in self.game.take_steps:
                known[step] = sum(self.game.take_steps) - step
            else:
                known[step] = turned_step(self.game, self._views[side.value][0], step)
        return known[step]
