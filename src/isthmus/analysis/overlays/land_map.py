"""The overlays of Orbit: ``territory`` now, and ``ownership`` at the end of random games."""

from __future__ import annotations

from isthmus.analysis.overlays.types import Overlay, Scale
from isthmus.engine import estimate_land
from isthmus.errors import SearchError
from isthmus.games.orbit import Orbit
from isthmus.rules.enclose import doomed, enclosed, lands
from isthmus.rules.native import NativeCore
from isthmus.rules.position import Position
from isthmus.rules.types import Side

__all__ = ["can_estimate", "has_land", "ownership", "territory"]


def has_land(position: Position) -> bool:
    """Whether land decides the game."""
    return isinstance(position.game, Orbit)


def can_estimate(position: Position) -> bool:
    """Whether the native core can estimate ownership by random games."""
    return has_land(position) and isinstance(position.game.core, NativeCore)


def ownership(position: Position, *, playouts: int = 1000, seed: int = 0) -> Overlay:
    """How often each colour owns each point at the end of random games, by a stone or as land.

    1 means always Black, -1 always White. Raises SearchError in games other than Orbit, without the native core, and
    for bad ``playouts``.
    """
    estimate = estimate_land(position, playouts=playouts, seed=seed)
    return Overlay(
        name="ownership",
        title="Ownership at the end",
        meaning="How often each colour owns the point after random games: 1 means always Black, -1 always White.",
        position=position,
        scale=Scale.DIVERGING,
        unit="Black's share of the games minus White's",
        values=dict(zip(position.game.topology.names, estimate.owner, strict=True)),
        view=str(Side.BLACK),
        facts={"black's land less white's": estimate.margin, "playouts": playouts},
    )


def territory(position: Position) -> Overlay:
    """The present land of both colours: 1 Black's, -1 White's, 0 enclosed by both.

    The entries list the points that each colour encloses, and its stones that cannot avoid capture (rules 3). Raises
    SearchError in games other than Orbit.
    """
    game = position.game
    if not isinstance(game, Orbit):
        raise SearchError(f"{game.id} is not decided by land; only orbit has territory")
    names, stones = game.topology.names, _stones(position)
    land, lost = lands(game.topology, stones), doomed(game.topology, stones)
    owner = dict.fromkeys(land.shared, 0.0)
    owner |= dict.fromkeys(land.black, 1.0) | dict.fromkeys(land.white, -1.0)
    signs = {1.0: "B", -1.0: "W", 0.0: "+"}

    def named(cells: frozenset[int]) -> list[str]:
        return [names[cell] for cell in sorted(cells, key=game.topology.sort_keys.__getitem__)]

    return Overlay(
        name="territory",
        title="Territory now",
        meaning="The empty points that only Black (B), only White (W) or both (+) enclose.",
        position=position,
        scale=Scale.DIVERGING,
        unit="owner",
        values={names[cell]: whose for cell, whose in sorted(owner.items())},
        view=str(Side.BLACK),
        texts={names[cell]: signs[whose] for cell, whose in sorted(owner.items())},
        facts={f"land of {side}": len(land.of(side)) for side in Side} | {"land of both": len(land.shared)},
        entries=tuple(
            {
                "side": str(side),
                "land": named(land.of(side)),
                "orbits": named(enclosed(game.topology, stones[side.value]).orbits),
                "half-orbits": named(enclosed(game.topology, stones[side.value]).half_orbits),
                "doomed stones": named(lost[side.value]),
            }
            for side in Side
        ),
    )


def _stones(position: Position) -> tuple[frozenset[int], frozenset[int]]:
    black, white = position.snapshot.stones
    return frozenset(black), frozenset(white)
