"""Trellis (Steven Meyers 1999): join your two sides, diagonally only across your own squares, two stones a turn.

Rules 2.1. With one stone a turn it is Diagonal Bridg-It, a solved game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from isthmus.board.shapes import square
from isthmus.board.symmetry import Symmetry
from isthmus.board.topology import Cell, Topology
from isthmus.games.scenery import border_edges
from isthmus.games.trellis_board import RISING_PLANE, home_links, home_squares, mirrors, quarter_turns, rising
from isthmus.rules.connect import Contest, block
from isthmus.rules.once import once
from isthmus.rules.opening import Opening
from isthmus.rules.parameters import Parameter
from isthmus.rules.placement import ConnectionGame, PlacementState
from isthmus.rules.rule_set import Plane
from isthmus.rules.scenery import Scenery
from isthmus.rules.snapshot import CounterRange, Snapshot
from isthmus.rules.types import Side, Step, ToAct

__all__ = ["Trellis", "TrellisState"]

LONGEST_STREAK = 9
"""The maximum number of mirroring turns in succession; a tenth is not permitted."""

PASSES = 2
"""The maximum number of passes in succession; the next turn must place a stone if it can."""

_DISTANCES = ("one", "two", "three", "four", "five", "six")

Streaks = tuple[tuple[int, ...], tuple[int, ...]]
_MIRRORS = 7
"""The symmetries of the board, without the identity."""
NO_STREAKS: Streaks = ((0,) * _MIRRORS, (0,) * _MIRRORS)


@dataclass(frozen=True)
class TrellisState(PlacementState):
    """``pending``: the stone of an unfinished turn. ``passes``: passes in succession, at most two.

    ``last``: the stones of the turn before, empty after a pass or an opening turn. ``streaks[side][mirror]``: how many
    turns of a side in succession mirrored the turn before them, for each of ``mirrors(size)``.
    """

    pending: Cell | None = None
    passes: int = 0
    last: frozenset[Cell] = frozenset()
    streaks: Streaks = NO_STREAKS


class Trellis(ConnectionGame):
    """Facts and rules of Trellis."""

    id = "trellis"
    title = "Trellis"
    inventor = "Steven Meyers"
    year = 1999
    summary = "Join your two sides with stones placed two a turn, three apart, on a chequered board."
    goals = ("top to bottom", "left to right")
    native = True
    parameters = (
        Parameter("size", range(5, 20, 2), 15, "points along each side", shown=True),
        Parameter("pie", (0, 1, 3), 3, "turns the first player makes before the second chooses a colour", shown=True),
        Parameter("stones_per_turn", (1, 2), 2, "stones that a turn may place"),
        Parameter("separation", range(1, 7), 3, "rows plus columns between the two stones of a turn"),
    )

    if TYPE_CHECKING:  # what ``parameters`` says, for type checkers and editors

        def __init__(self, *, size: int = 15, pie: int = 3, stones_per_turn: int = 2, separation: int = 3) -> None: ...

    def make_topology(self) -> Topology:
        return square(self.number("size"))

    def make_contests(self) -> Sequence[Contest]:
        size = self.number("size")
        return (block("board", size, range(size), range(size)),)

    @once
    def mirrors(self) -> Sequence[Sequence[Cell]]:
        """The symmetries of the mirror rule, each with the image of every cell."""
        return mirrors(self.number("size"))

    @once
    def partners(self) -> Sequence[Sequence[Cell]]:
        """For each cell, the possible cells of the turn's second stone, ascending."""
        return _partners(self.number("size"), self.number("separation"))

    def links(self, side: Side, cell: Cell) -> Iterable[Cell]:
        return home_links(self.number("size"))[side.value][cell]

    # Turns -----------------------------------------------------------------------------------------------------------
    def initial(self) -> TrellisState:
        opening = Opening.start(self.number("pie"), self.first_side)
        return TrellisState((frozenset(), frozenset()), self.first_side, opening)

    def to_act(self, state: TrellisState) -> ToAct:
        phase = "choose" if state.opening.choosing else "place" if state.pending is None else "second"
        may_stop = state.pending is not None and {state.pending} not in self._forbidden(state)
        return ToAct(state.opening.seat(state.side), state.side, phase, may_stop)

    def steps(self, state: TrellisState) -> Sequence[Step]:
        if self.outcome(state):
            return ()
        if state.opening.choosing:
            return self.take_steps
        forbidden = self._forbidden(state)
        if state.pending is not None:
            cells = self._second_stones(state, state.pending, forbidden)
            return cells if {state.pending} in forbidden else [*cells, self.stop_step]
        cells = [cell for cell in self.empty_cells(state) if self._may_begin(state, cell, forbidden)]
        return cells if cells and state.passes == PASSES else [*cells, self.pass_step]

    def _may_begin(self, state: TrellisState, cell: Cell, forbidden: set[frozenset[Cell]]) -> bool:
        """A first stone is legal if some legal turn begins with it."""
        if {cell} not in forbidden:
            return True
        return not self._ends_turn(state, cell) and bool(self._second_stones(state, cell, forbidden))

    def _second_stones(self, state: TrellisState, first: Cell, forbidden: set[frozenset[Cell]]) -> list[Cell]:
        taken = state.stones[0] | state.stones[1]
        return [cell for cell in self.partners[first] if cell not in taken and {first, cell} not in forbidden]

    def _ends_turn(self, state: TrellisState, first: Cell) -> bool:
        """A first stone ends the turn if a turn has only one stone, or if it wins; so no turn wins twice."""
        if self.number("stones_per_turn") == 1:
            return True
        return self.outcome(replace(state, stones=state.with_stone(first))) is not None

    def apply(self, state: TrellisState, step: Step) -> TrellisState:
        if step in self.take_steps:
            taken = Side(self.take_steps.index(step))
            return replace(state, opening=state.opening.chosen(taken), passes=0)
        if step == self.pass_step:
            return self._end_turn(state, frozenset())
        begun = frozenset() if state.pending is None else frozenset({state.pending})
        if step == self.stop_step:
            return self._end_turn(state, begun)
        placed = replace(state, stones=state.with_stone(step))
        if not begun and not self._ends_turn(state, step):
            return replace(placed, pending=step, passes=0)
        return self._end_turn(placed, begun | {step})

    def _end_turn(self, state: TrellisState, turn: frozenset[Cell]) -> TrellisState:
        """End a turn; ``turn`` has its stones, and the other colour is to play. Opening turns are not remembered."""
        streaks = list(state.streaks)
        streaks[state.side.value] = tuple(
            streak + 1 if turn and turn == image else 0
            for streak, image in zip(streaks[state.side.value], self._images(state.last), strict=True)
        )
        return TrellisState(
            state.stones,
            state.side.other,
            state.opening.turn_made(),
            passes=0 if turn else min(state.passes + 1, PASSES),
            last=frozenset() if state.opening.under_way else turn,
            streaks=(streaks[0], streaks[1]),
        )

    # The mirror rule -------------------------------------------------------------------------------------------------
    def _images(self, turn: frozenset[Cell]) -> list[frozenset[Cell]]:
        """The stones of a turn under each mirror."""
        return [frozenset(mirror[cell] for cell in turn) for mirror in self.mirrors]

    def _forbidden(self, state: TrellisState) -> set[frozenset[Cell]]:
        """The turns that would mirror the turn before for the tenth time in succession."""
        streaks = state.streaks[state.side.value]
        if max(streaks) < LONGEST_STREAK:
            return set()
        images = zip(streaks, self._images(state.last), strict=True)
        return {image for streak, image in images if image and streak >= LONGEST_STREAK}

    def objection(self, state: TrellisState, step: Step) -> str | None:
        if step == self.pass_step:
            return "there have been two passes in succession, so this turn must place a stone"
        if step == self.stop_step or state.pending is None or step in self.partners[state.pending]:
            return "this turn would mirror the opponent for the tenth time in succession"
        far, first, second = self.number("separation"), *(self.topology.names[cell] for cell in (state.pending, step))
        return f"{second} is not at distance {far} from {first}"

    # As planes -------------------------------------------------------------------------------------------------------
    def own_planes(self, state: TrellisState) -> Mapping[str, Plane]:
        """The mirror rule's memory is visible only where the rule forbids a field now."""
        stones, separation = self.number("stones_per_turn"), self.number("separation")
        return {
            RISING_PLANE: rising(self.number("size")),
            "stones to place": (stones if state.pending is None else 1) / 2,
            "may stop": float(self.to_act(state).may_stop),
            "passes": state.passes / PASSES,
            "separation": 0 if stones == 1 else separation / len(_DISTANCES),
        }

    # For data and drawings -------------------------------------------------------------------------------------------
    def snapshot(self, state: TrellisState) -> Snapshot:
        black, white = (tuple(sorted(cells)) for cells in state.stones)
        counters = {
            "passes": (state.passes,),
            "last": tuple(cell + 1 for cell in sorted(state.last)),
            "streaks": (*state.streaks[0], *state.streaks[1]),
        }
        pending = () if state.pending is None else (state.pending,)
        return Snapshot((black, white), state.side, state.opening, pending, counters)

    def restore(self, snapshot: Snapshot) -> TrellisState:
        black, white = snapshot.stones
        # In the opening no turn mirrors and none is mirrored.
        streaks, last = ((), ()) if snapshot.opening.under_way else map(snapshot.counter, ("streaks", "last"))
        return TrellisState(
            (frozenset(black), frozenset(white)),
            snapshot.side,
            snapshot.opening,
            snapshot.pending[0] if snapshot.pending else None,
            snapshot.number("passes"),
            frozenset(number - 1 for number in last),
            (streaks[:_MIRRORS], streaks[_MIRRORS:]) if streaks else NO_STREAKS,
        )

    def counters(self) -> Mapping[str, CounterRange]:
        return {
            "passes": CounterRange(1, PASSES),
            "last": CounterRange(2, len(self.topology)),
            "streaks": CounterRange(2 * len(self.mirrors), LONGEST_STREAK),
        }

    def max_steps(self) -> int:
        # Each stone may bring a stop and two passes; two more passes are possible around the choice.
        return (3 if self.number("stones_per_turn") == 1 else 4) * len(self.topology) + 3

    def due(self, state: TrellisState) -> str:
        if self.number("stones_per_turn") == 1:
            return super().due(state)
        far = _DISTANCES[self.number("separation") - 1]
        if state.pending is None:
            return f"place two stones, {far} apart"
        first = self.topology.names[state.pending]
        second = f"place a second stone, {far} from {first}"
        return f"{second}, or end the turn with one" if self.to_act(state).may_stop else second

    def symmetries(self) -> Sequence[Symmetry]:
        return quarter_turns(self.number("size"))

    def scenery(self) -> Scenery:
        return Scenery(edges=border_edges(self.topology), tiles=home_squares(self.number("size")))


def _partners(size: int, separation: int) -> Sequence[Sequence[Cell]]:
    """For each cell, the cells at a Manhattan distance of exactly ``separation``."""
    points = [(row, column) for row in range(size) for column in range(size)]
    return tuple(
        tuple(
            row * size + column
            for row, column in points
            if abs(row - from_row) + abs(column - from_column) == separation
        )
        for from_row, from_column in points
    )
