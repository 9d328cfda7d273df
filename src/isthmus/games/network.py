"""Network (Sid Sackson 1969): link your two goal areas by a chain of stones that see each other. Rules 5."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from isthmus.board.shapes import clipped_square
from isthmus.board.symmetry import Symmetry, by_place
from isthmus.board.topology import Cell, Topology
from isthmus.errors import PositionError, RulesError
from isthmus.rules.fingerprint import fingerprint
from isthmus.rules.game import Game
from isthmus.rules.once import once
from isthmus.rules.opening import Opening
from isthmus.rules.parameters import Parameter
from isthmus.rules.rule_set import Plane
from isthmus.rules.scenery import Marks, Scenery
from isthmus.rules.sightlines import Goals, Rays, find_network, make_rays
from isthmus.rules.snapshot import CounterRange, Snapshot
from isthmus.rules.types import Ending, Outcome, Side, Step, ToAct

__all__ = ["Network", "NetworkState"]

Stones = tuple[frozenset[Cell], frozenset[Cell]]
CROWD = 2
"""A stone must have fewer friendly neighbours than this, so that no cluster of three arises."""
REPEATS_TO_DRAW = 3
MOST_STONES, LONGEST_NETWORK = 24, 12
"""The largest values of two parameters; as planes they are 1."""
DIRECTIONS = ((0, 1), (0, -1), (1, -1), (-1, 1), (1, 0), (-1, 0), (1, 1), (-1, -1))
"""The ways to an adjacent cell as (rows up, columns right), in the order of the policy's planes."""


@dataclass(frozen=True)
class NetworkState:
    """Stones of (black, white), the colour to play, and the opening; the supplies follow from the stones.

    ``history`` has the fingerprints of the positions since the last drop, ascending, each as often as it occurred,
    including the present one.
    """

    stones: Stones
    side: Side
    opening: Opening
    history: tuple[int, ...]


class Network(Game):
    """Facts and rules of Network."""

    id = "network"
    title = "Network"
    inventor = "Sid Sackson"
    year = 1969
    summary = "Drop stones, then move them, until six of yours see each other in a bending line from goal to goal."
    first_side = Side.WHITE
    goals = ("top row to bottom row", "left column to right column")
    native = True
    parameters = (
        Parameter("size", range(6, 13, 2), 8, "cells along each side, corners included", shown=True),
        Parameter(
            "pie",
            (0, 1, 3, 5),
            0,
            "turns the first player makes before the second chooses a colour",
            shown=True,
            advice="Without it the first player can force a win on the usual board. After 3 turns it is fairer.",
        ),
        Parameter("stones", range(4, MOST_STONES + 1), 10, "stones of each colour"),
        Parameter("network", range(4, LONGEST_NETWORK + 1), 6, "stones that a network needs"),
        Parameter("moves", ("adjacent", "anywhere"), "adjacent", "where a stone may move to"),
    )

    if TYPE_CHECKING:  # what ``parameters`` says, for type checkers and editors

        def __init__(
            self,
            *,
            size: int = 8,
            pie: int = 0,
            stones: int = 10,
            network: int = 6,
            moves: Literal["adjacent", "anywhere"] = "adjacent",
        ) -> None: ...

    def aim(self) -> str:
        return (
            f"Goal: a chain of at least {self.number('network')} stones from one goal area to the other. Each sees the "
            "next in one of eight directions, with a bend at each in between."
        )

    def check_parameters(self) -> None:
        if self.number("network") > self.number("stones"):
            needed, held = self.number("network"), self.number("stones")
            raise RulesError(f"network is {needed}; expected at most {held}, the number of stones of a colour")

    def make_topology(self) -> Topology:
        return clipped_square(self.number("size"))

    @once
    def rays(self) -> Rays:
        """The cells in each direction from each cell, the nearest first."""
        return make_rays(self.topology)

    @once
    def goal_areas(self) -> tuple[Goals, Goals]:
        """The two goal areas of (black, white)."""
        sides = self.topology.borders
        return (sides["bottom"], sides["top"]), (sides["left"], sides["right"])

    # Moves and their ids -------------------------------------------------------------------------------------------
    def move_step(self, start: Cell, target: Cell) -> Step:
        """The id of moving a stone."""
        return self.first_move + start * len(self.topology) + target

    def move_of(self, step: Step) -> tuple[Cell, Cell]:
        """The start and the target of a move."""
        return divmod(step - self.first_move, len(self.topology))

    def targets(self, start: Cell) -> Iterable[Cell]:
        """The cells a stone could move to if they were all empty and no other rule forbade it."""
        if self.values["moves"] == "adjacent":
            return self.topology.neighbours[start]
        return (cell for cell in range(len(self.topology)) if cell != start)

    def move_names(self) -> Sequence[str]:
        names = self.topology.names
        texts = [""] * len(names) ** 2
        for start in range(len(names)):
            for target in self.targets(start):
                texts[start * len(names) + target] = f"{names[start]}-{names[target]}"
        return texts

    # The state -----------------------------------------------------------------------------------------------------
    def initial(self) -> NetworkState:
        nothing: Stones = (frozenset(), frozenset())
        opening = Opening.start(self.number("pie"), self.first_side)
        return NetworkState(nothing, self.first_side, opening, (fingerprint(nothing, self.first_side),))

    def snapshot(self, state: NetworkState) -> Snapshot:
        black, white = state.stones
        stones = tuple(sorted(black)), tuple(sorted(white))
        return Snapshot(stones, state.side, state.opening, counters={"history": state.history})

    def restore(self, snapshot: Snapshot) -> NetworkState:
        black, white = snapshot.stones
        stones = frozenset(black), frozenset(white)
        # The present position always counts. For Black on an empty board its fingerprint is 0, so it is left out.
        history = tuple(sorted(snapshot.counter("history"))) or (fingerprint(stones, snapshot.side),)
        return NetworkState(stones, snapshot.side, snapshot.opening, history)

    def counters(self) -> Mapping[str, CounterRange]:
        return {"history": CounterRange(None)}

    def set_up(self, black: Iterable[Cell], white: Iterable[Cell], side: Side) -> Snapshot:
        plain = super().set_up(black, white, side)
        stones = frozenset(plain.stones[0]), frozenset(plain.stones[1])
        for colour in Side:
            own = stones[colour.value]
            if len(own) > self.number("stones"):
                raise PositionError(f"{len(own)} {colour} stones; each colour has {self.number('stones')}")
            for cell in sorted(own):
                if cell in self._forbidden(colour):
                    raise PositionError(f"{self.topology.names[cell]} is in a goal area of {colour.other}")
            if crowded := self._crowded(own):
                raise PositionError(f"{self._named(crowded[0])} has two {colour} neighbours; a stone has at most one")
        if all(self._network(stones, colour) for colour in Side):
            raise PositionError("both colours have a network here; a game ends with the first")
        return Snapshot(plain.stones, side, plain.opening, counters={"history": (fingerprint(stones, side),)})

    # The rules -----------------------------------------------------------------------------------------------------
    def supply(self, state: NetworkState, side: Side) -> int:
        """The number of stones a colour has left to drop."""
        return self.number("stones") - len(state.stones[side.value])

    def to_act(self, state: NetworkState) -> ToAct:
        phase = "choose" if state.opening.choosing else "drop" if self.supply(state, state.side) else "move"
        return ToAct(state.opening.seat(state.side), state.side, phase, may_stop=False)

    def steps(self, state: NetworkState) -> Sequence[Step]:
        if self.outcome(state):
            return ()
        if state.opening.choosing:
            return self.take_steps
        return [*self._drops_or_moves(state)] or [self.pass_step]

    def mid_turn(self, state: NetworkState) -> bool:
        return False

    def _drops_or_moves(self, state: NetworkState) -> Iterator[Step]:
        """The legal steps, ascending. Checking each step with ``_fault`` gives the same result, but going stone by
        stone is faster."""
        own, others = state.stones[state.side.value], state.stones[state.side.other.value]
        closed = own | others | self._forbidden(state.side)
        if self.supply(state, state.side):
            # A drop opens no line, and no side has a network yet, so it cannot complete two.
            yield from (cell for cell in range(len(self.topology)) if cell not in closed and self._has_room(cell, own))
            return
        for start in sorted(own):
            rest = own - {start}
            # The opponent's lines are all open while the stone is off the board. Its new place can only close some of
            # them.
            emptied = (rest, others) if state.side is Side.BLACK else (others, rest)
            opens = self._network(emptied, state.side.other) is not None
            for target in self.targets(start):
                if target not in closed and self._has_room(target, rest):
                    step = self.move_step(start, target)
                    if not (opens and self._fault(state, step)):
                        yield step

    def _has_room(self, target: Cell, own: Collection[Cell]) -> bool:
        """Whether one more stone there respects the neighbour limit, if ``own`` does."""
        near = self.topology.neighbours
        friends = [cell for cell in near[target] if cell in own]
        return len(friends) < CROWD and all(sum(cell in own for cell in near[one]) < CROWD - 1 for one in friends)

    def _fault(self, state: NetworkState, step: Step) -> str | None:
        """The limit that a drop or move would break, in words, or None."""
        target = step if step < len(self.topology) else self.move_of(step)[1]
        if target in self._forbidden(state.side):
            return f"{self._named(target)} is in a goal area of {state.side.other}"
        after = self._moved(state, step)
        if crowded := self._crowded(after[state.side.value]):
            if target in crowded:
                return f"{self._named(target)} would have two {state.side} neighbours; a stone has at most one"
            return f"{self._named(target)} would give {self._named(crowded[0])} two {state.side} neighbours"
        if self._network(after, state.side.other) and self._network(after, state.side):
            return f"{self.step_names[step]} would complete networks of both colours"
        return None

    def _forbidden(self, side: Side) -> frozenset[Cell]:
        """The goal areas of the opponent."""
        first, second = self.goal_areas[side.other.value]
        return first | second

    def _crowded(self, own: Collection[Cell]) -> list[Cell]:
        """The stones that break the neighbour limit (no cluster of three): those with two or more friendly
        neighbours."""
        near = self.topology.neighbours
        return sorted(cell for cell in own if sum(other in own for other in near[cell]) >= CROWD)

    def _network(self, stones: Stones, side: Side) -> tuple[Cell, ...] | None:
        own = stones[side.value]
        return find_network(self.rays, self.goal_areas[side.value], own, stones[0] | stones[1], self.number("network"))

    def _moved(self, state: NetworkState, step: Step) -> Stones:
        """The stones after a drop, a move or a pass."""
        own = state.stones[state.side.value]
        if step < len(self.topology):
            own = own | {step}
        elif step >= self.first_move:
            start, target = self.move_of(step)
            own = (own - {start}) | {target}
        return (own, state.stones[1]) if state.side is Side.BLACK else (state.stones[0], own)

    def apply(self, state: NetworkState, step: Step) -> NetworkState:
        if step in self.take_steps:
            return replace(state, opening=state.opening.chosen(Side(self.take_steps.index(step))))
        stones, other = self._moved(state, step), state.side.other
        earlier = () if step < len(self.topology) else state.history
        history = tuple(sorted((*earlier, fingerprint(stones, other))))
        return NetworkState(stones, other, state.opening.turn_made(), history)

    def outcome(self, state: NetworkState) -> Outcome | None:
        for side in Side:
            if self._network(state.stones, side):
                return Outcome(side, Ending.NETWORK)
        if state.history.count(fingerprint(state.stones, state.side)) >= REPEATS_TO_DRAW:
            return Outcome(None, Ending.REPETITION)
        return None

    # As planes -----------------------------------------------------------------------------------------------------
    def goal_cells(self) -> tuple[Collection[Cell], Collection[Cell]]:
        black, white = (start | finish for start, finish in self.goal_areas)
        return black, white

    def own_planes(self, state: NetworkState) -> Mapping[str, Plane]:
        own, opponent = (self.supply(state, side) for side in (state.side, state.side.other))
        before = state.history.count(fingerprint(state.stones, state.side)) - 1
        return {
            "own supply": own / MOST_STONES,
            "opponent supply": opponent / MOST_STONES,
            "moving": float(own == 0),
            "repetitions": min(max(before, 0), REPEATS_TO_DRAW - 1) / (REPEATS_TO_DRAW - 1),
            "network length": self.number("network") / LONGEST_NETWORK,
            "moves anywhere": float(self.values["moves"] == "anywhere"),
        }

    def move_planes(self) -> int:
        """One for each direction; if stones may move anywhere, the policy has only drops."""
        return len(DIRECTIONS) if self.values["moves"] == "adjacent" else 0

    def policy_place(self, move: Step) -> tuple[int, Cell] | None:
        if self.values["moves"] != "adjacent":
            return None
        start, target = self.move_of(move)
        (row, column), (to_row, to_column) = self.topology.grid[start], self.topology.grid[target]
        return 1 + DIRECTIONS.index((to_row - row, to_column - column)), start

    # For people ----------------------------------------------------------------------------------------------------
    def objection(self, state: NetworkState, step: Step) -> str | None:
        supply = self.supply(state, state.side)
        if step == self.pass_step:
            return f"{state.side} can {'drop' if supply else 'move'} a stone; a pass is legal only if nothing else is"
        if step < len(self.topology):
            return self._fault(state, step) if supply else f"{state.side} has no stone left to drop; move one"
        if step < self.first_move:
            return None
        start, target = self.move_of(step)
        if supply:
            return f"{state.side} still has {supply} to drop; stones move only after all have been dropped"
        if start not in state.stones[state.side.value]:
            return f"{self._named(start)} holds no {state.side} stone"
        if target in state.stones[0] | state.stones[1]:
            return f"{self._named(target)} is occupied"
        return self._fault(state, step)

    def _named(self, cell: Cell) -> str:
        return self.topology.names[cell]

    def symmetries(self) -> Sequence[Symmetry]:
        return (
            by_place(self.topology, "half turn", lambda x, y: (-x, -y), swaps=False),
            by_place(self.topology, "left-right reflection", lambda x, y: (-x, y), swaps=False),
            by_place(self.topology, "top-bottom reflection", lambda x, y: (x, -y), swaps=False),
            by_place(self.topology, "quarter turn", lambda x, y: (-y, x), swaps=True),
            by_place(self.topology, "three-quarter turn", lambda x, y: (y, -x), swaps=True),
            by_place(self.topology, "rising diagonal", lambda x, y: (-y, -x), swaps=True),
            by_place(self.topology, "falling diagonal", lambda x, y: (y, x), swaps=True),
        )

    def marks(self, state: NetworkState) -> Marks:
        for side in Side:
            if path := self._network(state.stones, side):
                return Marks(winning=path, lines=tuple((side, *pair) for pair in pairwise(path)))
        return Marks()

    def due(self, state: NetworkState) -> str:
        if self.supply(state, state.side):
            return super().due(state)
        where = "a neighbouring" if self.values["moves"] == "adjacent" else "any empty"
        return f"all stones are dropped, so move one to {where} cell"

    def status(self, state: NetworkState) -> Sequence[str]:
        """The supplies, while there are any."""
        black, white = (self.supply(state, side) for side in Side)
        return (f"stones to drop: black {black}, white {white}",) if black or white else ()

    def scenery(self) -> Scenery:
        half = 0.5
        tiles = []
        for side, areas in zip(Side, self.goal_areas, strict=True):
            for cell in sorted(areas[0] | areas[1]):
                x, y = self.topology.positions[cell]
                corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
                tiles.append((f"{side}-goal", corners))
        return Scenery(tiles=tuple(tiles))
