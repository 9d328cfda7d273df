"""Ownership: estimates of land by random games."""

from __future__ import annotations

from typing import Any

import pytest

import isthmus
from isthmus import Side
from isthmus.engine import estimate_land
from isthmus.errors import SearchError

RING = ["b2", "c1", "d2", "e3", "d4", "c5", "b4", "a3"]
"""Black stones that enclose five points by themselves."""


def test_enclosed_points_belong_to_the_enclosing_side() -> None:
    game = isthmus.game("orbit(size=9,pie=0)")
    position = game.position(black=RING, white=["i9", "g9", "i7"], to_move=Side.WHITE)
    estimate = estimate_land(position, playouts=400)
    owner = {game.topology.names[cell]: number for cell, number in enumerate(estimate.owner)}
    assert len(owner) == 81
    assert owner["c3"] > 0.8
    assert owner["e3"] > 0.8
    assert owner["c3"] > owner["h8"]
    assert all(-1 <= number <= 1 for number in estimate.owner)


def test_swapping_the_colours_negates_the_numbers() -> None:
    game = isthmus.game("orbit(size=7,pie=0)")
    black = estimate_land(game.position(black=RING, white=["g7"], to_move=Side.BLACK), playouts=4000)
    white = estimate_land(game.position(black=["g7"], white=RING, to_move=Side.WHITE), playouts=4000)
    assert black.margin == pytest.approx(-white.margin, abs=0.7)
    assert black.owner == pytest.approx([-number for number in white.owner], abs=0.15)


def test_the_end_of_a_game_is_its_own_estimate() -> None:
    position = isthmus.game("orbit(size=5,pie=0)").start().play("pass").play("pass")
    assert position.outcome
    estimate = estimate_land(position, playouts=3)
    assert estimate.margin == 0
    assert set(estimate.owner) == {0}


def test_the_same_seed_gives_the_same_numbers() -> None:
    start = isthmus.game("orbit(size=9)").start()
    assert estimate_land(start, playouts=50, seed=3) == estimate_land(start, playouts=50, seed=3)
    assert estimate_land(start, playouts=50, seed=3) != estimate_land(start, playouts=50, seed=4)


@pytest.mark.parametrize("playouts", [0, -1, 10_000_000, "x"])
def test_impossible_numbers_of_playouts_are_refused(playouts: Any) -> None:
    with pytest.raises(SearchError, match="expected 1 to 1000000"):
        estimate_land(isthmus.game("orbit").start(), playouts=playouts)


def test_games_without_land_have_nothing_to_estimate() -> None:
    with pytest.raises(SearchError, match="hex is not decided by land"):
        estimate_land(isthmus.game("hex").start())
