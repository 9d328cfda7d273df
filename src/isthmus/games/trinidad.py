"""Trinidad (Tijs Krammer 2002): connect your two sides of a hexagon with pieces that also move in rows. Rules 4."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from isthmus.board.shapes import hexagon
from isthmus.board.symmetry import Symmetry, by_place
from isthmus.board.topology import Cell, Topology
from isthmus.rules.connect import Contest, winning_chain
from isthmus.rules.fingerprint import fingerprint
from isthmus.rules.game import Game
from isthmus.rules.once import once
from isthmus.rules.opening import Opening
from isthmus.rules.parameters import Parameter, Value
from isthmus.rules.rows import DIRECTIONS, Lines, RowMove, border_ring, hexagon_lines, row_from, row_moves, shifted
from isthmus.rules.rule_set import Plane
from isthmus.rules.scenery import Marks, Scenery
from isthmus.rules.snapshot import CounterRange, Snapshot
from isthmus.rules.types import Ending, Outcome, Side, Step, ToAct

__all__ = ["Trinidad", "TrinidadState"]

Stones = tuple[frozenset[Cell], frozenset[Cell]]
MOST_INITIAL = 6
"""The maximum number of pieces a colour places in the initial phase."""
FARTHEST = 6
"""The greatest distance of row moves that the policy distinguishes."""


@dataclass(frozen=True)
class TrinidadState:
    """Stones of (black, white), the colour to play, the opening, and what the turn and superko need.

    ``to_place``: pieces that the two sides together have yet to place in the initial phase. ``added``: the piece added
    in the unfinished turn. ``history``: fingerprints of the positions at turn ends since the last placement, including
    the present one; empty in mid-turn, since an added piece makes all earlier positions unreachable.
    """

    stones: Stones
    side: Side
    opening: Opening
    to_place: int
    added: Cell | None
    history: frozenset[int]


def _usual_initial(fixed: Mapping[str, Value]) -> Value:
    return 3 if int(fixed["size"]) >= 7 else 1


class Trinidad(Game):
    """Facts and rules of Trinidad."""

    id = "trinidad"
    title = "Trinidad"
    inventor = "Tijs Krammer"
    year = 2002
    summary = "Add a piece next to your own, then move a row of pieces; join your two sides of the hexagon."
    first_side = Side.WHITE
    goals = ("north-east to south-west", "north-west to south-east")
    native = True
    parameters = (
        Parameter("size", range(3, 10, 2), 7, "fields along each side of the hexagon", shown=True),
        Parameter("pie", (0, 1), 0, "turns the first player makes before the second chooses a colour", shown=True),
        Parameter(
            "initial", range(1, MOST_INITIAL + 1), _usual_initial, "pieces each colour places on any field at the start"
        ),
    )

    if TYPE_CHECKING:  # what ``parameters`` says, for type checkers and editors

        def __init__(self, *, size: int = 7, pie: int = 0, initial: int = 3) -> None: ...

    def make_topology(self) -> Topology:
        return hexagon(self.number("size"))

    @once
    def lines(self) -> Lines:
        """The cells in each direction from each cell, the nearest first."""
        return hexagon_lines(self.number("size"))

    @once
    def border_parts(self) -> Sequence[Sequence[Cell]]:
        """North-west, north-east, south-east, south-west, each from cut field to cut field, clockwise."""
        ring = border_ring(self.lines, self.number("size"))
        quarter = len(ring) // 4
        return tuple((*ring, ring[0])[part * quarter : (part + 1) * quarter + 1] for part in range(4))

    @once
    def contest(self) -> Contest:
        """The contest on the whole board."""
        north_west, north_east, south_east, south_west = map(frozenset, self.border_parts)
        everything = frozenset(range(len(self.topology)))
        return Contest("board", everything, ((north_east, south_west), (north_west, south_east)))

    # Row moves and their ids ---------------------------------------------------------------------------------------
    def move_step(self, move: RowMove) -> Step:
        """The id of a row move."""
        line = move.rear * len(DIRECTIONS) + move.direction
        return self.first_move + line * (self.number("size") - 1) + move.distance - 1

    def move_of(self, step: Step) -> RowMove:
        """The row move with this id."""
        line, short = divmod(step - self.first_move, self.number("size") - 1)
        return RowMove(*divmod(line, len(DIRECTIONS)), short + 1)

    def move_names(self) -> Sequence[str]:
        names = self.topology.names
        return [
            f"{names[rear]}-{names[line[distance]]}" if distance < len(line) else ""
            for rear, lines in enumerate(self.lines)
            for line in lines
            for distance in range(self.number("size") - 1)
        ]

    # The state -----------------------------------------------------------------------------------------------------
    def initial(self) -> TrinidadState:
        nothing: Stones = (frozenset(), frozenset())
        opening = Opening.start(self.number("pie"), self.first_side)
        history = frozenset((fingerprint(nothing, self.first_side),))
        return TrinidadState(nothing, self.first_side, opening, 2 * self.number("initial"), None, history)

    def snapshot(self, state: TrinidadState) -> Snapshot:
        black, white = state.stones
        return Snapshot(
            (tuple(sorted(black)), tuple(sorted(white))),
            state.side,
            state.opening,
            () if state.added is None else (state.added,),
            {"to_place": (state.to_place,), "history": tuple(sorted(state.history))},
        )

    def restore(self, snapshot: Snapshot) -> TrinidadState:
        black, white = snapshot.stones
        stones = frozenset(black), frozenset(white)
        added = snapshot.pending[0] if snapshot.pending else None
        # The present position always counts. For Black on an empty board its fingerprint is 0, so it is left out.
        present = frozenset(() if snapshot.pending else (fingerprint(stones, snapshot.side),))
        history = present | frozenset(snapshot.counter("history"))
        # On an empty board the initial phase begins, because otherwise no piece could ever be added.
        to_place = snapshot.number("to_place") if black or white or snapshot.pending else 2 * self.number("initial")
        return TrinidadState(stones, snapshot.side, snapshot.opening, to_place, added, history)

    def counters(self) -> Mapping[str, CounterRange]:
        return {"to_place": CounterRange(1, 2 * self.number("initial")), "history": CounterRange(None)}

    def set_up(self, black: Iterable[Cell], white: Iterable[Cell], side: Side) -> Snapshot:
        """A main-phase position, except that an empty board starts the initial phase, as no piece could be added."""
        plain = super().set_up(black, white, side)
        counters = {"history": (fingerprint(plain.stones, side),)}
        if not any(plain.stones):
            counters["to_place"] = (2 * self.number("initial"),)
        return Snapshot(plain.stones, side, plain.opening, counters=counters)

    # The rules -----------------------------------------------------------------------------------------------------
    def to_act(self, state: TrinidadState) -> ToAct:
        if state.opening.choosing:
            phase = "choose"
        elif state.to_place:
            phase = "initial"
        else:
            phase = "turn" if state.added is None else "row"
        return ToAct(state.opening.seat(state.side), state.side, phase, may_stop=phase == "row")

    def steps(self, state: TrinidadState) -> Sequence[Step]:
        if self.outcome(state):
            return ()
        if state.opening.choosing:
            return self.take_steps
        taken = state.stones[0] | state.stones[1]
        if state.to_place:
            return [cell for cell in range(len(self.topology)) if cell not in taken]
        own = state.stones[state.side.value]
        moves = sorted(self.move_step(move) for move in row_moves(self.lines, own, taken - own))
        if state.added is not None:
            return [self.stop_step, *moves]
        adds = self._adds(state)
        others = [step for step in (self.pass_step, *moves) if not self._repeats(state, step)]
        return [*adds, *others] or [self.pass_step]

    def _adds(self, state: TrinidadState) -> list[Cell]:
        """The empty fields next to a piece of the colour to play."""
        own = state.stones[state.side.value]
        near = {near for cell in own for near in self.topology.neighbours[cell]}
        return sorted(near - state.stones[0] - state.stones[1])

    def _repeats(self, state: TrinidadState, step: Step) -> bool:
        """Whether a turn that adds no piece recreates an earlier position (situational superko)."""
        return fingerprint(self._moved(state, step), state.side.other) in state.history

    def _moved(self, state: TrinidadState, step: Step) -> Stones:
        """The stones after a row move, a stop or a pass."""
        if step < self.first_move:
            return state.stones
        own = shifted(self.lines, state.stones[state.side.value], self.move_of(step))
        return (own, state.stones[1]) if state.side is Side.BLACK else (state.stones[0], own)

    def apply(self, state: TrinidadState, step: Step) -> TrinidadState:
        if step in self.take_steps:
            return replace(state, opening=state.opening.chosen(Side(self.take_steps.index(step))))
        if step >= len(self.topology):
            return self._turn_ended(replace(state, stones=self._moved(state, step)))
        black, white = state.stones
        stones = (black | {step}, white) if state.side is Side.BLACK else (black, white | {step})
        after = replace(state, stones=stones, history=frozenset())
        if state.to_place:
            return self._turn_ended(replace(after, to_place=state.to_place - 1))
        return self._turn_ended(after) if self.outcome(after) else replace(after, added=step)

    def _turn_ended(self, state: TrinidadState) -> TrinidadState:
        other = state.side.other
        history = state.history | {fingerprint(state.stones, other)}
        return TrinidadState(state.stones, other, state.opening.turn_made(), state.to_place, None, history)

    def _chain(self, state: TrinidadState, side: Side) -> tuple[Cell, ...] | None:
        near = self.topology.neighbours
        return winning_chain(self.contest, side, state.stones[side.value], lambda _, cell: near[cell])

    def outcome(self, state: TrinidadState) -> Outcome | None:
        won = next((side for side in Side if self._chain(state, side)), None)
        return Outcome(won, Ending.CONNECTED) if won else None

    # As planes -----------------------------------------------------------------------------------------------------
    def goal_cells(self) -> tuple[Collection[Cell], Collection[Cell]]:
        black, white = (start | finish for start, finish in self.contest.goals)
        return black, white

    def own_planes(self, state: TrinidadState) -> Mapping[str, Plane]:
        return {"initial pieces": state.to_place / (2 * MOST_INITIAL), "row to move": float(state.added is not None)}

    def move_planes(self) -> int:
        return len(DIRECTIONS) * FARTHEST

    def policy_place(self, move: Step) -> tuple[int, Cell]:
        """At the rearmost piece, by direction and distance; moves beyond FARTHEST share the place of that distance."""
        rear, direction, distance = self.move_of(move)
        return 1 + direction * FARTHEST + min(distance, FARTHEST) - 1, rear

    # For people ----------------------------------------------------------------------------------------------------
    def objection(self, state: TrinidadState, step: Step) -> str | None:
        if state.to_place:
            return None if step < len(self.topology) else "in the initial phase every turn places one piece"
        if step < len(self.topology):
            name = self.topology.names[step]
            if state.added is not None:
                added = self.topology.names[state.added]
                return f"a turn adds one piece, and {added} has been added; now move a row or stop"
            return f"{name} is not next to a {state.side} piece"
        if step >= self.first_move and (hindrance := self._hindrance(state, self.move_of(step))):
            return hindrance
        if state.added is None and (step >= self.first_move or step == self.pass_step):
            return f"{self.step_names[step]} would recreate an earlier position with {state.side.other} to move"
        return None

    def _hindrance(self, state: TrinidadState, move: RowMove) -> str | None:
        """Why a row cannot move this way in any game, or None."""
        names, own = self.topology.names, state.stones[state.side.value]
        if move.rear not in own:
            return f"{names[move.rear]} holds no {state.side} piece"
        length = len(row_from(self.lines, own, move.rear, move.direction))
        if move.distance > length:
            return f"the row from {names[move.rear]} has length {length}, so it moves at most that far"
        ahead = self.lines[move.rear][move.direction][length - 1 :]
        if len(ahead) < move.distance:
            return f"the row from {names[move.rear]} would leave the board"
        for cell in ahead[: move.distance]:
            if cell in state.stones[state.side.other.value] or cell in own:
                return f"the row from {names[move.rear]} is blocked at {names[cell]}"
        return None

    def carried(self, state: TrinidadState, move: Step) -> Sequence[tuple[Cell, Cell]]:
        """The whole row."""
        rear, direction, distance = self.move_of(move)
        row = row_from(self.lines, state.stones[state.side.value], rear, direction)
        line = (rear, *self.lines[rear][direction])
        return tuple((line[place], line[place + distance]) for place in range(len(row)))

    def doubt(self, state: TrinidadState, step: Step) -> str:
        """Moving a row first forfeits the right to add a piece."""
        first = step >= self.first_move and state.added is None and not state.to_place
        return "Move without adding a piece?" if first and self._adds(state) else ""

    def symmetries(self) -> Sequence[Symmetry]:
        return (
            by_place(self.topology, "half turn", lambda x, y: (-x, -y), swaps=False),
            by_place(self.topology, "left-right reflection", lambda x, y: (-x, y), swaps=True),
            by_place(self.topology, "top-bottom reflection", lambda x, y: (x, -y), swaps=True),
        )

    def marks(self, state: TrinidadState) -> Marks:
        return Marks(winning=next((chain for side in Side if (chain := self._chain(state, side))), ()))

    def due(self, state: TrinidadState) -> str:
        if state.to_place:
            return "place a piece on any empty field"
        return (
            "add a piece, move a row, or do both in that order"
            if state.added is None
            else "move a row, or end the turn here"
        )

    def status(self, state: TrinidadState) -> Sequence[str]:
        """The initial placements left; if the number is odd, the colour to play has one more."""
        if not state.to_place:
            return ()
        left = {state.side: (state.to_place + 1) // 2, state.side.other: state.to_place // 2}
        return (f"initial pieces left: black {left[Side.BLACK]}, white {left[Side.WHITE]}",)

    def scenery(self) -> Scenery:
        sides = (Side.WHITE, Side.BLACK, Side.WHITE, Side.BLACK)
        places = self.topology.positions
        parts = zip(sides, self.border_parts, strict=True)
        return Scenery(edges=tuple((side, tuple(places[cell] for cell in part)) for side, part in parts))
