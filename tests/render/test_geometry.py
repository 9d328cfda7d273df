"""The geometry of boards, on shapes that can be checked by hand."""

from itertools import pairwise
from math import hypot

import pytest

from isthmus.render.geometry import (
    band,
    bounds,
    grow,
    hatch,
    hexagon_around,
    hull_of,
    outer_loop,
    rounded,
    square_around,
)

SQUARE = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))


def area(polygon: tuple[tuple[float, float], ...]) -> float:
    """Positive for a polygon that runs clockwise on the screen."""
    pairs = zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs) / 2


def test_the_hull_leaves_out_inner_and_collinear_points() -> None:
    hull = hull_of([(float(x), float(y)) for x in range(3) for y in range(3)])
    assert sorted(hull) == sorted(SQUARE)
    assert area(hull) == 4


def test_growing_keeps_right_angles() -> None:
    assert bounds(grow(SQUARE, 0.5)) == pytest.approx((-0.5, -0.5, 2.5, 2.5))
    assert area(grow(SQUARE, 0.5)) == pytest.approx(9)


def test_round_corners_leave_the_sides_straight() -> None:
    first, *_ = rounded(SQUARE, 1.0)
    assert first == ((0.0, -1.0), (2.0, -1.0))


def test_bands_of_neighbouring_sides_meet_in_a_mitre() -> None:
    top = band(SQUARE, [(0.0, 0.0), (2.0, 0.0)], 0.5, 1.0)
    left = band(SQUARE, [(0.0, 0.0), (0.0, 2.0)], 0.5, 1.0)
    assert area(top) == pytest.approx(0.5 * (3 + 4) / 2)
    assert {(-0.5, -0.5), (-1.0, -1.0)} <= set(top) & set(left)


def test_a_band_that_ends_in_the_middle_of_a_side_is_cut_straight() -> None:
    half = band(SQUARE, [(1.0, 0.0), (2.0, 0.0), (2.0, 2.0)], 0.5, 1.0)
    assert {(1.0, -0.5), (1.0, -1.0)} <= set(half)
    assert (3.0, -1.0) in half


def test_cells_have_unit_size() -> None:
    assert area(square_around((3.0, 4.0))) == pytest.approx(1)
    assert area(hexagon_around((1.0, 1.0))) == pytest.approx(3**0.5 / 2)


def test_the_outer_loop_of_two_cells_leaves_out_the_wall_between_them() -> None:
    loop = outer_loop([hexagon_around((0.0, 0.0)), hexagon_around((1.0, 0.0))])
    assert len(loop) == 10
    for (_, _, end), (_, start, _) in pairwise(loop):
        assert hypot(end[0] - start[0], end[1] - start[1]) < 1e-6


def test_hatching_continues_from_cell_to_cell() -> None:
    left, right = hatch(square_around((0.0, 0.0)), 0.5), hatch(square_around((1.0, 0.0)), 0.5)
    on_wall = [{round(y, 6) for line in lines for x, y in line if abs(x - 0.5) < 1e-9} for lines in (left, right)]
    assert on_wall[0] & on_wall[1] == {0.0}
