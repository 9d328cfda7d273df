"""LandEstimate: the owner of each point at the end, estimated by random games; for games that land decides (Orbit)."""

from __future__ import annotations

from dataclasses import dataclass

from isthmus.errors import SearchError, quoted
from isthmus.rules.native import NativeCore
from isthmus.rules.position import Position
from isthmus.solve.limits import UNLIMITED, check_position, core_failures, whole

__all__ = ["LandEstimate", "estimate_land"]


@dataclass(frozen=True)
class LandEstimate:
    """The estimate of a position by random games.

    ``owner`` has a number for each cell, from -1 (White holds it at the end of every game) to 1 (Black does), with a
    stone or as land. ``margin`` is the mean of Black's land minus White's at the end, in points.

    >>> import isthmus
    >>> from isthmus.engine import estimate_land
    >>> estimate = estimate_land(isthmus.game("orbit", size=5, pie=0).start(), playouts=10)
    >>> len(estimate.owner), -25 <= estimate.margin <= 25
    (25, True)
    """

    owner: tuple[float, ...]
    margin: float


def estimate_land(position: Position, *, playouts: int = 1000, seed: int = 0) -> LandEstimate:
    """Play this many random games from a position, and average their results.

    Neither side plays into its own land (docs/design/0006-orbit.md).
    If the game is over, the estimate is the result. The same seed gives the same numbers; the standard error of an
    owner is at most 1 / sqrt(playouts). Raises SearchError in games without land, and unless ``playouts``
    is from 1 to 1,000,000.

    >>> import isthmus
    >>> from isthmus.engine import estimate_land
    >>> walled = isthmus.game("orbit", size=5, pie=0).position(black=["b1", "b2", "b3", "b4", "b5"])
    >>> estimate_land(walled, playouts=100).margin > 0
    True
    """
    if type(playouts) is not int or not 1 <= playouts <= 1_000_000:
        raise SearchError(f"playouts: expected 1 to 1000000; got {quoted(playouts)}")
    check_position(position)
    core = position.game.core
    found = None
    if isinstance(core, NativeCore):
        with core_failures():
            found = core.game.searcher("full", {}, 0).land(position.state, playouts, whole("seed", seed) % UNLIMITED)
    if found is None:
        raise SearchError(f"{position.game.id} is not decided by land, so there is nothing to estimate")
    owner, margin = found
    return LandEstimate(tuple(owner), margin)
