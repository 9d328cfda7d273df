"""Fills boards at random, by a coin toss for each field, and finds which side connects. A seed determines the board."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Any

from isthmus.board.topology import Cell
from isthmus.rules.connect import Contest, winning_chain
from isthmus.rules.opening import Opening
from isthmus.rules.position import Position
from isthmus.rules.snapshot import Snapshot
from isthmus.rules.types import Side
from isthmus.web.board.empty_board import points
from isthmus.web.board.state import board_state
from isthmus.web.learn.fill_boards import FillBoard
from isthmus.web.learn.walk import walk_along

__all__ = ["RESULTS", "Fill", "tally"]

RESULTS = ("black", "white", "neither", "both")
"""The possible results of a full board."""


@dataclass(frozen=True)
class Fill:
    """A board filled by the coin tosses of a seed."""

    board: FillBoard
    seed: int

    @cached_property
    def tosses(self) -> tuple[tuple[Cell, Side], ...]:
        """Every cell and its stone, in random order."""
        random = Random(f"{self.board.name} {self.seed}")
        cells = list(range(len(self.board.game.topology)))
        random.shuffle(cells)
        return tuple((cell, Side(random.getrandbits(1))) for cell in cells)

    @cached_property
    def chains(self) -> tuple[tuple[Contest, Side, tuple[Cell, ...]], ...]:
        """A shortest chain for each contest and for each side that connects there."""
        stones = {side: {cell for cell, owner in self.tosses if owner is side} for side in Side}
        found = (
            (contest, side, winning_chain(contest, side, stones[side], self.board.links))
            for contest in self.board.contests
            for side in Side
        )
        return tuple((contest, side, chain) for contest, side, chain in found if chain)

    @property
    def result(self) -> str:
        """One of ``RESULTS``: the side that wins more contests, unless neither or both connect in some contest."""
        winners = Counter(contest.name for contest, _, _ in self.chains)
        if any(winners[contest.name] > 1 for contest in self.board.contests):
            return "both"
        if any(not winners[contest.name] for contest in self.board.contests):
            return "neither"
        won = Counter(side for _, side, _ in self.chains)
        return str(max(Side, key=won.__getitem__))

    @property
    def words(self) -> str:
        """The result in a sentence."""
        if self.result == "neither":
            return "Neither side connects."
        if self.result == "both":
            return "Both sides connect."
        winner = next(side for side in Side if str(side) == self.result)
        goals = self.board.game.goals[winner.value].partition(",")[0]
        if len(self.board.contests) == 1:
            return f"{self.result.capitalize()} connects {goals}; {str(winner.other).capitalize()} does not."
        won = [contest.name for contest, side, _ in self.chains if side is winner]
        share = f"{len(won)} of {len(self.board.contests)} contests"
        return f"{self.result.capitalize()} connects in {share}: {', '.join(won)}."

    @cached_property
    def position(self) -> Position:
        """The full board."""
        black, white = (tuple(sorted(cell for cell, owner in self.tosses if owner is side)) for side in Side)
        game = self.board.game
        return game.restore_position(Snapshot((black, white), Side.BLACK, Opening(0, game.first_side)))

    def walk(self) -> list[tuple[float, float]]:
        """The walk along the border between the colours, in picture units. Empty except on a board of Hex."""
        topology = self.board.game.topology
        if topology.lattice != "hex-cells" or len(self.board.contests) > 1:
            return []
        return [(round(x, 2), round(y, 2)) for x, y in points(walk_along(topology, dict(self.tosses)).places)]

    def state(self) -> dict[str, Any]:
        """The full board for a browser, with every winning chain marked."""
        names = self.board.game.topology.names
        links = [
            ["winning", str(side), names[one], names[other]]
            for _, side, chain in self.chains
            for one, other in pairwise(chain)
        ]
        if self.board.game.topology.lattice == "bridges":
            links = []  # bridges are already lines
        winning = sorted({names[cell] for _, _, chain in self.chains for cell in chain})
        shown = board_state(self.position)
        return shown | {"links": links, "marks": {"winning": winning}, "text": self.words, "news": ""}


def tally(board: FillBoard, seeds: range) -> dict[str, int]:
    """How many of these seeds give each of ``RESULTS``."""
    counted = Counter(Fill(board, seed).result for seed in seeds)
    return {result: counted[result] for result in RESULTS}
