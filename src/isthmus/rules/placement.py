"""Placement games, decided by contests: stones go on empty fields and then stay where they are (rules 2).

``ConnectionGame`` holds what the whole family shares: a board, links and contests. ``PlacementGame`` adds the simplest
turn, one stone and no passing: Hex, Bridg-It, Quadrant Hex and Quadrant Trellis add nothing more.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar

from isthmus.board.topology import Cell
from isthmus.errors import PositionError
from isthmus.rules.connect import Contest, winning_chain, won_contests
from isthmus.rules.game import Game
from isthmus.rules.opening import Opening
from isthmus.rules.rule_set import Plane
from isthmus.rules.scenery import Marks
from isthmus.rules.snapshot import Snapshot
from isthmus.rules.types import Ending, Outcome, Side, Step, ToAct

__all__ = ["ConnectionGame", "PlacementGame", "PlacementState"]


@dataclass(frozen=True)
class PlacementState:
    """Stones of (black, white), the colour to play, and the opening."""

    stones: tuple[frozenset[Cell], frozenset[Cell]]
    side: Side
    opening: Opening

    def with_stone(self, cell: Cell) -> tuple[frozenset[Cell], frozenset[Cell]]:
        """The stones after the colour to play places one on ``cell``."""
        black, white = self.stones
        return (black | {cell}, white) if self.side is Side.BLACK else (black, white | {cell})


class ConnectionGame(Game):
    """A game won by contests. Subclasses define the board, the links, the contests and the turns."""

    contests_to_win: ClassVar[int] = 1

    def __init__(self, **values: object) -> None:
        super().__init__(**values)
        self.contests: Sequence[Contest] = self.make_contests()

    @abstractmethod
    def make_contests(self) -> Sequence[Contest]:
        """The contests, the full board first; called once."""

    @abstractmethod
    def links(self, side: Side, cell: Cell) -> Iterable[Cell]:
        """The cells that a side's stone on ``cell`` connects to."""

    def empty_cells(self, state: PlacementState) -> list[Cell]:
        """The cells without a stone, ascending."""
        taken = state.stones[0] | state.stones[1]
        return [cell for cell in range(len(self.topology)) if cell not in taken]

    def outcome(self, state: PlacementState) -> Outcome | None:
        for side, won in zip(Side, won_contests(self.contests, state.stones, self.links), strict=True):
            if len(won) >= self.contests_to_win:
                return Outcome(side, Ending.CONNECTED if len(self.contests) == 1 else Ending.MAJORITY)
        return None

    def goal_cells(self) -> tuple[Collection[Cell], Collection[Cell]]:
        black, white = (start | finish for start, finish in self.contests[0].goals)
        return black, white

    def set_up(self, black: Iterable[Cell], white: Iterable[Cell], side: Side) -> Snapshot:
        snapshot = super().set_up(black, white, side)
        # No built-in board has room for two winners (rules 2), but a new game's board may.
        won = won_contests(self.contests, snapshot.stones, self.links)
        if all(len(contests) >= self.contests_to_win for contests in won):
            raise PositionError(f"both colours have won {self.title} here; a game ends with the first win")
        return snapshot

    def status(self, state: PlacementState) -> Sequence[str]:
        """The contests won, if there are several."""
        if len(self.contests) == 1:
            return ()
        won = won_contests(self.contests, state.stones, self.links)
        names = ([contest.name for contest in contests] for contests in won)
        counts = (
            f"{side} {len(own)}" + (f" ({', '.join(own)})" if own else "")
            for side, own in zip(Side, names, strict=True)
        )
        return (f"contests: {', '.join(counts)}; {self.contests_to_win} needed to win",)

    def marks(self, state: PlacementState) -> Marks:
        """The winning chain, or in a game of several contests the winner's chain in each contest won."""
        outcome = self.outcome(state)
        if outcome is None or outcome.winner is None:
            return Marks()
        stones = state.stones[outcome.winner.value]
        chains = [winning_chain(contest, outcome.winner, stones, self.links) or () for contest in self.contests]
        return Marks(
            winning=tuple(dict.fromkeys(cell for chain in chains for cell in chain)),
            lines=tuple((outcome.winner, *pair) for chain in chains for pair in pairwise(chain)),
        )


class PlacementGame(ConnectionGame):
    """A connection game with one stone a turn, no passing, and a ``pie`` parameter for the pie rule."""

    def initial(self) -> PlacementState:
        opening = Opening.start(self.number("pie"), self.first_side)
        return PlacementState((frozenset(), frozenset()), self.first_side, opening)

    def to_act(self, state: PlacementState) -> ToAct:
        phase = "choose" if state.opening.choosing else "place"
        return ToAct(state.opening.seat(state.side), state.side, phase, may_stop=False)

    def steps(self, state: PlacementState) -> Sequence[Step]:
        if self.outcome(state):
            return ()
        return self.take_steps if state.opening.choosing else self.empty_cells(state)

    def apply(self, state: PlacementState, step: Step) -> PlacementState:
        if step in self.take_steps:
            taken = Side(self.take_steps.index(step))
            return replace(state, opening=state.opening.chosen(taken))
        return PlacementState(state.with_stone(step), state.side.other, state.opening.turn_made())

    def snapshot(self, state: PlacementState) -> Snapshot:
        black, white = state.stones
        return Snapshot((tuple(sorted(black)), tuple(sorted(white))), state.side, state.opening)

    def restore(self, snapshot: Snapshot) -> PlacementState:
        black, white = snapshot.stones
        return PlacementState((frozenset(black), frozenset(white)), snapshot.side, snapshot.opening)

    def own_planes(self, state: PlacementState) -> Mapping[str, Plane]:
        """Both sides' goals in the quarters, and the contests won and lost, for the side to act. Empty for one contest.

        The first contest is the whole board.
        """
        if len(self.contests) == 1:
            return {}
        whole, *quarters = self.contests
        won = won_contests(self.contests, state.stones, self.links)
        sides = (state.side, state.side.other)
        goals = (frozenset().union(*(goal for one in quarters for goal in one.goals[side.value])) for side in sides)
        regions = (frozenset().union(*(one.region for one in quarters if one in won[side.value])) for side in sides)
        board = (float(whole in won[side.value]) for side in sides)
        return {
            "own goals of quarters": next(goals),
            "opponent goals of quarters": next(goals),
            "quarters won": next(regions),
            "quarters lost": next(regions),
            "board won": next(board),
            "board lost": next(board),
        }

    def objection(self, state: PlacementState, step: Step) -> str | None:
        return f"there is no passing in {self.title}: {self.due(state)}" if step == self.pass_step else None

    def max_steps(self) -> int:
        return len(self.topology) + 1
