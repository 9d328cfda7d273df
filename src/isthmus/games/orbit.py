"""Orbit (Steven Meyers 2000): surround more of the board than your opponent does. Rules 3."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from isthmus.board.shapes import square
from isthmus.board.symmetry import Symmetry, by_place
from isthmus.board.topology import Cell, Topology
from isthmus.rules.enclose import Stones, enclosed, lands, without_doomed
from isthmus.rules.game import Game
from isthmus.rules.opening import Opening
from isthmus.rules.parameters import Parameter
from isthmus.rules.rule_set import Plane
from isthmus.rules.scenery import Marks
from isthmus.rules.snapshot import CounterRange, Snapshot
from isthmus.rules.types import Ending, Outcome, Side, Step, ToAct

__all__ = ["Orbit", "OrbitState"]

PASSES_TO_END = 2


@dataclass(frozen=True)
class OrbitState:
    """Stones of (black, white), the colour to play, the opening, and two counts.

    ``passes``: passes in succession so far, since the choice of colours. ``plies``: placements and passes in the whole
    game, without the choice.
    """

    stones: Stones
    side: Side
    opening: Opening
    passes: int
    plies: int


class Orbit(Game):
    """Facts and rules of Orbit."""

    id = "orbit"
    title = "Orbit"
    inventor = "Steven Meyers"
    year = 2000
    summary = "Surround points with chains that also link diagonally; closed rings capture, and more land wins."
    goals = ("the most land", "the most land")
    native = True
    parameters = (
        Parameter("size", range(5, 20), 16, "points along each side", shown=True),
        Parameter("pie", (0, 1, 3), 3, "turns the first player makes before the second chooses a colour", shown=True),
    )

    if TYPE_CHECKING:  # what ``parameters`` says, for type checkers and editors

        def __init__(self, *, size: int = 16, pie: int = 3) -> None: ...

    def make_topology(self) -> Topology:
        return square(self.number("size"))

    @property
    def longest_game(self) -> int:
        """The maximum number of placements and passes; the last of them ends the game."""
        return 4 * len(self.topology)

    # The state -----------------------------------------------------------------------------------------------------
    def initial(self) -> OrbitState:
        opening = Opening.start(self.number("pie"), self.first_side)
        return OrbitState((frozenset(), frozenset()), self.first_side, opening, passes=0, plies=0)

    def snapshot(self, state: OrbitState) -> Snapshot:
        black, white = state.stones
        counters = {"passes": (state.passes,), "plies": (state.plies,)}
        return Snapshot((tuple(sorted(black)), tuple(sorted(white))), state.side, state.opening, counters=counters)

    def restore(self, snapshot: Snapshot) -> OrbitState:
        black, white = snapshot.stones
        return OrbitState(
            (frozenset(black), frozenset(white)),
            snapshot.side,
            snapshot.opening,
            0 if snapshot.opening.under_way else snapshot.number("passes"),
            snapshot.number("plies"),
        )

    def counters(self) -> Mapping[str, CounterRange]:
        return {"passes": CounterRange(1, PASSES_TO_END), "plies": CounterRange(1, self.longest_game)}

    # The rules -----------------------------------------------------------------------------------------------------
    def to_act(self, state: OrbitState) -> ToAct:
        phase = "choose" if state.opening.choosing else "place"
        return ToAct(state.opening.seat(state.side), state.side, phase, may_stop=False)

    def steps(self, state: OrbitState) -> Sequence[Step]:
        if self.outcome(state):
            return ()
        if state.opening.choosing:
            return self.take_steps
        barred = state.stones[0] | state.stones[1] | enclosed(self.topology, self._opposing(state)).points
        return [*(cell for cell in range(len(self.topology)) if cell not in barred), self.pass_step]

    def apply(self, state: OrbitState, step: Step) -> OrbitState:
        if step in self.take_steps:
            return replace(state, opening=state.opening.chosen(Side(self.take_steps.index(step))))
        if step == self.pass_step:
            # Passes in the opening do not count: they end nothing, and the count restarts after the choice.
            stones, passes = state.stones, 0 if state.opening.under_way else state.passes + 1
        else:
            stones, passes = self._landed(state, step), 0
        after = OrbitState(stones, state.side.other, state.opening.turn_made(), passes, state.plies + 1)
        return replace(after, stones=without_doomed(self.topology, stones)) if self._over(after) else after

    def _landed(self, state: OrbitState, cell: Cell) -> Stones:
        """The stones after a placement and its captures."""
        own = state.stones[state.side.value] | {cell}
        theirs = self._opposing(state) - enclosed(self.topology, own).orbits
        return (own, theirs) if state.side is Side.BLACK else (theirs, own)

    def _opposing(self, state: OrbitState) -> frozenset[Cell]:
        return state.stones[state.side.other.value]

    def _over(self, state: OrbitState) -> bool:
        return state.passes == PASSES_TO_END or state.plies >= self.longest_game

    def outcome(self, state: OrbitState) -> Outcome | None:
        if not self._over(state):
            return None
        land = lands(self.topology, state.stones)
        black, white = len(land.black), len(land.white)
        winner = None if black == white else Side.BLACK if black > white else Side.WHITE
        return Outcome(winner, Ending.TERRITORY, (black, white))

    # As planes -----------------------------------------------------------------------------------------------------
    def own_planes(self, state: OrbitState) -> Mapping[str, Plane]:
        own = enclosed(self.topology, state.stones[state.side.value])
        opponent = enclosed(self.topology, self._opposing(state))
        return {
            "own orbits": own.orbits,
            "opponent orbits": opponent.orbits,
            "own half-orbits": own.half_orbits,
            "opponent half-orbits": opponent.half_orbits,
            "passes": state.passes / PASSES_TO_END,
            "turns made": state.plies / self.longest_game,
        }

    # For people ----------------------------------------------------------------------------------------------------
    def objection(self, state: OrbitState, step: Step) -> str | None:
        if step >= len(self.topology):
            return None
        theirs = enclosed(self.topology, self._opposing(state))
        if step not in theirs.points:
            return None
        what = "orbit" if step in theirs.orbits else "half-orbit"
        return f"{self.topology.names[step]} lies within {state.side.other}'s {what}"

    def symmetries(self) -> Sequence[Symmetry]:
        return (
            by_place(self.topology, "quarter turn", lambda x, y: (-y, x), swaps=False),
            by_place(self.topology, "half turn", lambda x, y: (-x, -y), swaps=False),
            by_place(self.topology, "three-quarter turn", lambda x, y: (y, -x), swaps=False),
            by_place(self.topology, "left-right reflection", lambda x, y: (-x, y), swaps=False),
            by_place(self.topology, "top-bottom reflection", lambda x, y: (x, -y), swaps=False),
            by_place(self.topology, "rising diagonal", lambda x, y: (-y, -x), swaps=False),
            by_place(self.topology, "falling diagonal", lambda x, y: (y, x), swaps=False),
        )

    def max_steps(self) -> int:
        return self.longest_game + 1

    def marks(self, state: OrbitState) -> Marks:
        land = lands(self.topology, state.stones)
        return Marks(land=(tuple(sorted(land.black)), tuple(sorted(land.white))), shared=tuple(sorted(land.shared)))

    def status(self, state: OrbitState) -> Sequence[str]:
        """The land as it stands, which is the score at the end."""
        land = lands(self.topology, state.stones)
        return (f"land: black {len(land.black)}, white {len(land.white)}",)
