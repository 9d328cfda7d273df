"""Territory and ownership in Orbit."""

from __future__ import annotations

import pytest

import isthmus
from isthmus import Position, SearchError, Side
from isthmus.analysis.overlays.land_map import ownership, territory
from isthmus.engine import estimate_land

RING = ["b2", "c1", "d2", "e3", "d4", "c5", "b4", "a3"]
"""Black stones that enclose five points by themselves."""


@pytest.fixture
def ring() -> Position:
    return isthmus.game("orbit(size=9,pie=0)").position(black=RING, white=["i9", "g9", "h8", "i7"], to_move="white")


def test_land_is_what_one_colour_encloses(ring: Position) -> None:
    made = territory(ring)
    inside = {"b3", "c2", "c3", "c4", "d3"}
    assert inside <= {point for point, owner in made.values.items() if owner == 1}
    assert {point for point, owner in made.values.items() if owner == -1} == {"h9", "i8"}
    for side, sign in zip(Side, (1, -1), strict=True):
        assert made.facts[f"land of {side}"] == sum(owner == sign for owner in made.values.values())
    marks, names = ring.marks, ring.game.topology.names
    for side, sign in zip(Side, (1, -1), strict=True):
        assert {names[cell] for cell in marks.land[side.value]} == {
            point for point, owner in made.values.items() if owner == sign
        }
    black = made.entries[0]
    assert set(black["orbits"]) >= inside
    assert set(black["land"]) == {point for point, owner in made.values.items() if owner == 1}


def test_exchanging_the_colours_negates_territory(ring: Position) -> None:
    turned = ring.game.position(black=ring.stones("white"), white=ring.stones("black"))
    assert dict(territory(turned).values) == {point: -owner for point, owner in territory(ring).values.items()}


def test_doomed_stones_are_named() -> None:
    position = isthmus.game("orbit(size=9,pie=0)").position(black=RING, white=["c3"])
    assert territory(position).entries[1]["doomed stones"] == ["c3"]


def test_ownership_is_the_estimate(ring: Position) -> None:
    made, estimate = ownership(ring, playouts=200, seed=4), estimate_land(ring, playouts=200, seed=4)
    assert tuple(made.values[name] for name in ring.game.topology.names) == estimate.owner
    assert made.facts == {"black's land less white's": estimate.margin, "playouts": 200}


def test_in_a_finished_game_ownership_is_the_result() -> None:
    position = isthmus.game("orbit(size=9,pie=0)").position(black=RING, white=["i9"]).play("pass").play("pass")
    assert position.outcome is not None
    made = ownership(position, playouts=1)
    assert all(made.values[point] == 1 for point in (*RING, "c3"))
    assert {made.values[point] for point, owner in territory(position).values.items() if owner == 1} == {1.0}


def test_other_games_have_no_territory() -> None:
    with pytest.raises(SearchError, match="hex is not decided by land"):
        territory(isthmus.game("hex").start())
