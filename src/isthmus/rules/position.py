"""Position: what users of Isthmus hold. Immutable and hashable; every change gives a new one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from isthmus.errors import IllegalTurnError
from isthmus.rules import display
from isthmus.rules.core import State
from isthmus.rules.notation import illegal_step, read_turn
from isthmus.rules.scenery import Marks
from isthmus.rules.snapshot import Snapshot
from isthmus.rules.turns import Turn, legal_turns
from isthmus.rules.types import Outcome, Seat, Side, ToAct

if TYPE_CHECKING:
    from isthmus.rules.game import Game

__all__ = ["Position"]


class Position:
    """A game, its state, and the last turn (for display; it is not part of equality).

    Make one with ``game.start()`` or ``game.position(...)``. Positions with the same future are equal.
    """

    def __init__(self, game: Game, state: State, previous: Position | None = None, made: tuple[int, ...] = ()) -> None:
        self.game = game
        self._state = state
        self._turn_began = previous
        self._made = made

    # What stands here ----------------------------------------------------------------------------------------------
    @property
    def state(self) -> State:
        """The core's own state; opaque, for searches."""
        return self._state

    @cached_property
    def snapshot(self) -> Snapshot:
        """The position as neutral data."""
        return self.game.core.snapshot(self._state)

    def stones(self, side: Side | str) -> list[str]:
        """The fields with a stone of this colour, sorted by name as turns sort them."""
        topology = self.game.topology
        cells = sorted(self.snapshot.stones[Side.of(side).value], key=topology.sort_keys.__getitem__)
        return [topology.names[cell] for cell in cells]

    @cached_property
    def outcome(self) -> Outcome | None:
        """The result with its reason, or None while the game goes on."""
        return self.game.core.outcome(self._state)

    # Who acts ------------------------------------------------------------------------------------------------------
    @cached_property
    def _acting(self) -> ToAct | None:
        return None if self.outcome else self.game.core.to_act(self._state)

    @property
    def to_move(self) -> Side | None:
        """The colour that plays now; None when the game is over or a seat chooses its colour."""
        return None if self._acting is None or self.choosing else self._acting.side

    @property
    def seat(self) -> Seat | None:
        """The person who decides now; None when the game is over."""
        return self._acting.seat if self._acting else None

    @property
    def choosing(self) -> bool:
        """A seat is to choose its colour (the pie rule)."""
        return self.outcome is None and self.snapshot.opening.choosing

    @property
    def may_stop(self) -> bool:
        """The unfinished turn may end as it stands (the Done button)."""
        return self._acting is not None and self._acting.may_stop

    @property
    def phase(self) -> str:
        """The phase of the game in a word, ``'over'`` at the end."""
        return self._acting.phase if self._acting else "over"

    @property
    def mid_turn(self) -> bool:
        """Some steps of the present turn are made and it is not finished."""
        return self.outcome is None and bool(self.snapshot.pending)

    def seat_of(self, side: Side | str) -> Seat | None:
        """The person who holds a colour; None while that is not settled."""
        holds = self.snapshot.opening.first_holds
        return None if holds is None else Seat.FIRST if holds is Side.of(side) else Seat.SECOND

    # Turns and steps -----------------------------------------------------------------------------------------------
    def turns(self) -> list[Turn]:
        """The legal turns, each once, sorted by text; in mid-turn those that begin with the steps made so far."""
        if self.outcome:
            return []
        return legal_turns(self.game, self._state, self._pending_steps)

    def steps(self) -> list[str]:
        """The texts of the steps that may be made now, in the order of their ids; empty only when the game is over."""
        names = self.game.step_names
        return [names[step] for step in self.game.core.steps(self._state)]

    @property
    def _pending_steps(self) -> tuple[int, ...]:
        return tuple(self.snapshot.pending) if self.mid_turn else ()

    def play(self, turn: str | Turn) -> Position:
        """The position after a whole turn, given as text or as a Turn.

        In mid-turn the turn may be the whole one, its first steps being those already made, or only the rest.
        Raises NotationError for text that cannot be read, IllegalTurnError (with the reason) for a turn that the rules
        forbid here.
        """
        return self._after_turn(read_turn(self, str(turn)))

    def step(self, step: str) -> Position:
        """The position after one step, perhaps in mid-turn. Raises NotationError or IllegalTurnError."""
        wanted = self.game.parse_step(step.strip())
        if wanted not in self.game.core.steps(self._state):
            raise IllegalTurnError(illegal_step(self, wanted))
        return self._after_step(wanted)

    def _after_step(self, step: int) -> Position:
        began = self._turn_began if self.mid_turn and self._turn_began else self
        made = (*self._made, step) if began is not self else (step,)
        return Position(self.game, self.game.core.apply(self._state, step), began, made)

    def _after_turn(self, steps: Sequence[int]) -> Position:
        position = self
        for step in steps:
            position = position._after_step(step)
        return position

    # For people ----------------------------------------------------------------------------------------------------
    @property
    def last_turn(self) -> Turn | None:
        """The turn that led here, or its steps so far in mid-turn; None if unknown."""
        return Turn.of(self.game, self._made) if self._made else None

    @property
    def before(self) -> Position | None:
        """The position in which the last turn, or the unfinished one, began; None if unknown."""
        return self._turn_began

    @property
    def captured(self) -> list[str]:
        """The fields whose stones the last turn took off the board."""
        if self._turn_began is None:
            return []
        topology = self.game.topology
        before, now = self._turn_began.snapshot.stones, self.snapshot.stones
        moved_from = set()
        for step in self._made:
            if step >= self.game.first_move:
                moved_from |= set(before[0]) | set(before[1])
        gone = (set(before[0]) | set(before[1])) - set(now[0]) - set(now[1]) - moved_from
        return [topology.names[cell] for cell in sorted(gone, key=topology.sort_keys.__getitem__)]

    @cached_property
    def marks(self) -> Marks:
        """What the rules point at here: the winning chain, territory."""
        return self.game.marks(self.game.restore(self.snapshot))

    def _repr_svg_(self) -> str | None:
        """The board as notebooks show it."""
        return display.draw(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and self.snapshot == other.snapshot

    def __hash__(self) -> int:
        return hash((self.game, self.snapshot))

    def __repr__(self) -> str:
        return f"<Position of {self.game}: {self.outcome or f'{self._acting.side if self._acting else None} to move'}>"
