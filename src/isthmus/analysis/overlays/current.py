"""Current flow for people: how well each side is joined, the points that matter, and the effect of one more stone.

The numbers are those of the engine's own networks (docs/design/0005-current-flow.md; Shannon 1953, Anshelevich 2000),
solved in double precision. They do not depend on the side to move.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from isthmus import _native
from isthmus.board.topology import Cell
from isthmus.errors import SearchError
from isthmus.games.trinidad import Trinidad
from isthmus.rules.connect import Contest
from isthmus.rules.native import NativeCore
from isthmus.rules.placement import ConnectionGame
from isthmus.rules.position import Position
from isthmus.rules.types import Side

__all__ = ["ContestFlow", "Flow", "Majority", "SideFlow", "current_flow", "has_current"]


@dataclass(frozen=True)
class SideFlow:
    """One side's network between its two goals in one contest.

    The unit of ``resistance`` is an empty point. ``current`` gives for each cell the share of the total current that
    flows through it, ``power`` the share of the power spent there, both in [0, 1]. ``entering`` and ``leaving`` are the
    cells through which current enters from the side's first goal and leaves to its second, with their shares. Each
    adds up to 1, unless the side is cut off and nothing flows.
    """

    resistance: float
    current: tuple[float, ...]
    power: tuple[float, ...]
    entering: tuple[tuple[Cell, float], ...]
    leaving: tuple[tuple[Cell, float], ...]


@dataclass(frozen=True)
class ContestFlow:
    """The networks of (black, white) in one contest, on the cells of ``region``.

    ``ahead`` is Black's lead: the natural logarithm of White's resistance divided by Black's. ``with_stone``: the same
    for each cell with one more stone of (black, white) there, NaN if none can be placed; empty unless requested.
    """

    name: str
    region: frozenset[Cell]
    ahead: float
    sides: tuple[SideFlow, SideFlow]
    with_stone: tuple[tuple[float, ...], tuple[float, ...]]


@dataclass(frozen=True)
class Flow:
    """The currents of a position: each contest, and how the engine combines them into one number.

    ``scales`` turn the contests' ``ahead`` into half the logarithm of Black's odds; ``needed`` contests win the game.
    """

    position: Position
    contests: tuple[ContestFlow, ...]
    scales: tuple[float, ...]
    needed: int

    @property
    def ahead(self) -> float:
        """Black's lead in the whole game, as a logarithm of resistances.

        With several contests, it is the lead that would give the same chances in one contest on the whole board.
        """
        return self._whole([contest.ahead for contest in self.contests])

    @property
    def black(self) -> float:
        """Black's value in [-1, 1] if it were nobody's turn."""
        return math.tanh(self.scales[0] * self.ahead)

    @property
    def weights(self) -> tuple[float, ...]:
        """The current importance of each contest; they add up to 1."""
        if len(self.contests) == 1:
            return (1.0,)
        majority = Majority(
            [2 * scale * contest.ahead for scale, contest in zip(self.scales, self.contests, strict=True)]
        )
        slopes = [scale * majority.slope(i, self.needed) for i, scale in enumerate(self.scales)]
        whole = sum(slopes)
        return tuple(slope / whole for slope in slopes) if whole > 0 else (1 / len(slopes),) * len(slopes)

    def with_stone(self, side: Side) -> tuple[float, ...]:
        """``ahead`` with one more stone of a side on each cell; NaN if none can be placed; empty unless requested."""
        return tuple(
            map(self._changed, zip(*(contest.with_stone[side.value] for contest in self.contests), strict=True))
        )

    def _changed(self, aheads: Sequence[float]) -> float:
        """The lead in the whole game after a stone, from the contests. Contests without the stone stay unchanged."""
        if all(map(math.isnan, aheads)):
            return math.nan
        kept = zip(aheads, self.contests, strict=True)
        return self._whole([contest.ahead if math.isnan(ahead) else ahead for ahead, contest in kept])

    def _whole(self, aheads: Sequence[float]) -> float:
        if len(aheads) == 1:
            return aheads[0]
        logits = [2 * scale * ahead for scale, ahead in zip(self.scales, aheads, strict=True)]
        return Majority(logits).logit(self.needed) / (2 * self.scales[0])


def has_current(position: Position) -> bool:
    """Whether the position's game has a map of currents."""
    game = position.game
    return isinstance(game.core, NativeCore) and game.core.game.has_flow


def current_flow(position: Position, *, with_stone: bool = False) -> Flow:
    """The currents of a position; with ``with_stone`` also the effect of one more stone.

    One call of the native core, with the interpreter lock released. Raises SearchError for a game without them.
    """
    game, core = position.game, position.game.core
    found = core.game.searcher("full", {}, 0).flow(position.state, with_stone) if isinstance(core, NativeCore) else None
    if found is None:
        raise SearchError(f"{game} has no current flow; only some connection games with a native core have it")
    tasks = game.contests if isinstance(game, ConnectionGame) else [game.contest] if isinstance(game, Trinidad) else []
    contests = tuple(_contest_flow(task, contest) for task, contest in zip(tasks, found, strict=True))
    needed = game.contests_to_win if isinstance(game, ConnectionGame) else 1
    return Flow(position, contests, tuple(contest["scale"] for contest in found), needed)


def _contest_flow(contest: Contest, found: _native.ContestFlow) -> ContestFlow:
    def of_side(side: int) -> SideFlow:
        ends = tuple(found["entering"][side]), tuple(found["leaving"][side])
        start, goal = contest.goals[side]
        if any(cell in goal - start for cell, _ in ends[0]):  # the native board of Bridg-It begins at the other end
            ends = ends[1], ends[0]
        return SideFlow(found["resistance"][side], tuple(found["current"][side]), tuple(found["power"][side]), *ends)

    with_black, with_white = found["with_stone"]
    return ContestFlow(
        contest.name, contest.region, found["ahead"], (of_side(0), of_side(1)), (tuple(with_black), tuple(with_white))
    )


class Majority:
    """Contests by the natural logarithms of Black's odds in each."""

    def __init__(self, logits: Sequence[float]) -> None:
        # Each chance is computed separately, so that one near 0 keeps its precision.
        self._chances = [(1 / (1 + math.exp(-logit)), 1 / (1 + math.exp(logit))) for logit in logits]

    def logit(self, needed: int) -> float:
        """The logarithm of Black's odds of winning at least ``needed`` contests; White wins if Black does not."""
        exactly = self._exactly(self._chances)
        return math.log(sum(exactly[needed:]) / sum(exactly[:needed]))

    def slope(self, contest: int, needed: int) -> float:
        """The importance of a contest: the growth of the total chance with the logit of this contest."""
        chance, other = self._chances[contest]
        rest = [*self._chances[:contest], *self._chances[contest + 1 :]]
        return self._exactly(rest)[needed - 1] * chance * other

    @staticmethod
    def _exactly(chances: Sequence[tuple[float, float]]) -> list[float]:
        """The chances that Black wins exactly 0, 1, 2, … of the contests."""
        exactly = [1.0]
        for won, lost in chances:
            pairs = zip([*exactly, 0.0], [0.0, *exactly], strict=True)
            exactly = [as_before * lost + one_less * won for as_before, one_less in pairs]
        return exactly
