"""Hedges, an example of a game for Isthmus in one file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from isthmus.board.shapes import square
from isthmus.board.topology import Cell, Topology
from isthmus.errors import PositionError
from isthmus.rules.game import Game
from isthmus.rules.opening import Opening
from isthmus.rules.parameters import Parameter
from isthmus.rules.scenery import Marks
from isthmus.rules.snapshot import Snapshot
from isthmus.rules.types import Outcome, Side, Step, ToAct

RULES = """# Hedges

Plant one stone, or two side by side, never next to the other colour. A player who finds no room to plant loses.

- The board has an even number of points along each side.
- A turn plants one stone on an empty point, or two stones on empty points next to each other in a row or column.
- No stone may be a neighbour of an opposing stone.
- There is no passing and no draw.
"""


class Hedges(Game):
    """Facts and rules of Hedges. Its states are plain snapshots: immutable, and enough for such a small game."""

    id = "hedges"
    title = "Hedges"
    inventor = "The Isthmus maintainers"
    year = 2026
    summary = "Plant one stone, or two side by side, never next to the other colour; a player who finds no room loses."
    goals = ("to plant last", "to plant last")
    rules_page = RULES
    parameters = (
        Parameter("size", range(4, 13, 2), 8, "points along each side", shown=True),
        Parameter("pie", (0, 1), 1, "turns the first player makes before the second chooses a colour", shown=True),
    )

    def make_topology(self) -> Topology:
        return square(self.number("size"))

    def room(self, state: Snapshot, side: Side) -> list[Cell]:
        """Where a colour may plant: the empty points with no opposing neighbour, ascending."""
        opposing = set(state.stones[side.other.value])
        taken = opposing.union(state.stones[side.value])
        near = self.topology.neighbours
        return [cell for cell in range(len(near)) if cell not in taken and opposing.isdisjoint(near[cell])]

    # The rules -------------------------------------------------------------------------------------------------------
    def initial(self) -> Snapshot:
        return Snapshot(((), ()), self.first_side, Opening.start(self.number("pie"), self.first_side))

    def to_act(self, state: Snapshot) -> ToAct:
        phase = "choose" if state.opening.choosing else "second" if state.pending else "plant"
        return ToAct(state.opening.seat(state.side), state.side, phase, may_stop=bool(state.pending))

    def steps(self, state: Snapshot) -> Sequence[Step]:
        if state.opening.choosing:
            return self.take_steps
        room = self.room(state, state.side)
        if not state.pending:
            return room
        beside = self.topology.neighbours[state.pending[0]]
        return [*(cell for cell in room if cell in beside), self.stop_step]

    def apply(self, state: Snapshot, step: Step) -> Snapshot:
        if step in self.take_steps:
            return replace(state, opening=state.opening.chosen(Side(self.take_steps.index(step))))
        if step != self.stop_step:
            stones = list(state.stones)
            stones[state.side.value] = tuple(sorted((*stones[state.side.value], step)))
            state = replace(state, stones=(stones[0], stones[1]))
            if not state.pending:
                return replace(state, pending=(step,))
        return replace(state, side=state.side.other, opening=state.opening.turn_made(), pending=())

    def outcome(self, state: Snapshot) -> Outcome | None:
        if state.pending or state.opening.choosing or self.room(state, state.side):
            return None
        return Outcome(state.side.other, "no room to plant")

    def snapshot(self, state: Snapshot) -> Snapshot:
        return state

    def restore(self, snapshot: Snapshot) -> Snapshot:
        return snapshot

    # What a game may say ---------------------------------------------------------------------------------------------
    def due(self, state: Snapshot) -> str:
        if state.pending:
            return f"plant a second stone beside {self.topology.names[state.pending[0]]}, or end the turn"
        return "plant one stone, or two side by side"

    def objection(self, state: Snapshot, step: Step) -> str | None:
        if step == self.pass_step:
            return "there is no passing in Hedges: plant a stone"
        name = self.topology.names[step]
        if step not in self.room(state, state.side):
            return f"{name} is next to a {state.side.other} stone"
        return f"{name} is not beside {self.topology.names[state.pending[0]]}"

    def max_steps(self) -> int:
        return 2 * len(self.topology) + 1

    def set_up(self, black: Iterable[Cell], white: Iterable[Cell], side: Side) -> Snapshot:
        snapshot = super().set_up(black, white, side)
        for cell in snapshot.stones[0]:
            if not set(self.topology.neighbours[cell]).isdisjoint(snapshot.stones[1]):
                raise PositionError(f"{self.topology.names[cell]} is next to an opposing stone; colours keep apart")
        return snapshot

    def marks(self, state: Snapshot) -> Marks:
        """The points that only one colour may still plant on are its land."""
        black, white = (set(self.room(state, side)) for side in Side)
        return Marks(land=(tuple(sorted(black - white)), tuple(sorted(white - black))))
