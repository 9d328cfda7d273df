"""Two small games with features that no built-in game has: long turns in a fixed order, and capturing moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from isthmus import Game, Outcome, Side
from isthmus.board.shapes import square
from isthmus.board.topology import Topology
from isthmus.rules.opening import Opening
from isthmus.rules.parameters import Parameter
from isthmus.rules.snapshot import Snapshot
from isthmus.rules.types import Ending, Step, ToAct


class Toy(Game):
    inventor = "The Isthmus maintainers"
    year = 2026
    goals = ("none", "none")

    def make_topology(self) -> Topology:
        return square(4)

    def initial(self) -> Snapshot:
        return Snapshot(((), ()), self.first_side, Opening.start(0, self.first_side))

    def to_act(self, state: Snapshot) -> ToAct:
        return ToAct(state.opening.seat(state.side), state.side, "turn", may_stop=False)

    def outcome(self, state: Snapshot) -> Outcome | None:
        return None if self.steps(state) else Outcome(None, Ending.REPETITION)

    def snapshot(self, state: Snapshot) -> Snapshot:
        return state

    def restore(self, snapshot: Snapshot) -> Snapshot:
        return snapshot

    def empty(self, state: Snapshot) -> list[Step]:
        return [cell for cell in range(len(self.topology)) if state.owner(cell) is None]


class Ladder(Toy):
    """A turn is ``length`` stones, each on a later cell than the one before; there is always room for the rest."""

    id = "ladder"
    title = "Ladder"
    summary = "Stones upwards."
    parameters = (Parameter("length", range(1, 9), 5, "stones a turn", shown=True),)

    def steps(self, state: Snapshot) -> Sequence[Step]:
        empty = self.empty(state)
        left = self.number("length") - len(state.pending)
        later = [cell for cell in empty if not state.pending or cell > state.pending[-1]]
        return later[: max(0, len(later) - left + 1)]

    def apply(self, state: Snapshot, step: Step) -> Snapshot:
        stones = list(state.stones)
        stones[state.side.value] = tuple(sorted((*stones[state.side.value], step)))
        pending = (*state.pending, step)
        after = replace(state, stones=(stones[0], stones[1]), pending=pending)
        over = len(pending) == self.number("length")
        return replace(after, side=state.side.other, pending=()) if over else after


class Leap(Toy):
    """A turn places a stone, or moves one to the next cell, which takes all opposing neighbours off the board."""

    id = "leap"
    title = "Leap"
    summary = "Moves that capture."
    parameters = (Parameter("size", (4,), 4, "points along each side", shown=True),)

    def move_names(self) -> Sequence[str]:
        names = self.topology.names
        return [f"{start}-{end}" for start, end in pairwise(names)]

    def steps(self, state: Snapshot) -> Sequence[Step]:
        empty = self.empty(state)
        moves = [self.first_move + cell for cell in state.stones[state.side.value] if cell + 1 in empty]
        return [*empty, *moves]

    def apply(self, state: Snapshot, step: Step) -> Snapshot:
        own, opposing = set(state.stones[state.side.value]), set(state.stones[state.side.other.value])
        if step >= self.first_move:
            start = step - self.first_move
            own = (own - {start}) | {start + 1}
            opposing -= set(self.topology.neighbours[start + 1])
        else:
            own.add(step)
        mine, theirs = tuple(sorted(own)), tuple(sorted(opposing))
        stones = (mine, theirs) if state.side is Side.BLACK else (theirs, mine)
        return replace(state, stones=stones, side=state.side.other)


class OtherLeap(Leap):
    """Another game with the same name."""
