"""Plane geometry of boards: convex outlines, cell polygons, and the coloured bands along goal sides.

Places are (x, y) in board units, x to the right and y downwards; polygons run clockwise on the screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import ceil, cos, hypot, radians, sin

__all__ = [
    "Place",
    "Polygon",
    "band",
    "bounds",
    "grow",
    "hatch",
    "hexagon_around",
    "hull_of",
    "outer_loop",
    "rounded",
    "square_around",
]

Place = tuple[float, float]
Polygon = tuple[Place, ...]

NEAR = 1e-6


def _cross(a: Place, b: Place, c: Place) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _distance(a: Place, b: Place) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def bounds(points: Iterable[Place]) -> tuple[float, float, float, float]:
    """The smallest box ``(left, top, right, bottom)`` around some points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def hull_of(points: Iterable[Place]) -> Polygon:
    """The convex hull without collinear points, clockwise on the screen (Andrew's monotone chain)."""
    ordered = sorted(set(points))

    def half(places: Iterable[Place]) -> list[Place]:
        chain: list[Place] = []
        for place in places:
            while len(chain) > 1 and _cross(chain[-2], chain[-1], place) <= NEAR:
                chain.pop()
            chain.append(place)
        return chain[:-1]

    return (*half(ordered), *half(reversed(ordered)))


def square_around(place: Place, side: float = 1.0) -> Polygon:
    """A square cell with its middle at ``place``."""
    x, y, half = *place, side / 2
    return ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))


def hexagon_around(place: Place) -> Polygon:
    """A hexagonal cell with a point at the top, of the size that fills the plane at unit distance."""
    radius = 3**-0.5
    corners = (radians(60 * k - 90) for k in range(6))
    return tuple((place[0] + radius * cos(angle), place[1] + radius * sin(angle)) for angle in corners)


def _normal(a: Place, b: Place) -> Place:
    """The outward unit normal of a clockwise edge."""
    length = _distance(a, b)
    return (b[1] - a[1]) / length, (a[0] - b[0]) / length


def _mitre(first: Place, second: Place) -> Place:
    """The shift of the corner between two edges with these normals when both move outwards by one."""
    x, y = first[0] + second[0], first[1] + second[1]
    scale = 2 / (x * x + y * y)
    return x * scale, y * scale


def grow(hull: Polygon, distance: float) -> Polygon:
    """A convex polygon with every side pushed outwards by ``distance``."""
    normals = [_normal(hull[i], hull[(i + 1) % len(hull)]) for i in range(len(hull))]
    pushes = (_mitre(normals[i - 1], normals[i]) for i in range(len(hull)))
    return tuple((x + distance * dx, y + distance * dy) for (x, y), (dx, dy) in zip(hull, pushes, strict=True))


def rounded(hull: Polygon, distance: float) -> tuple[tuple[Place, Place], ...]:
    """A convex polygon grown with round corners: its straight sides, each as (start, end)."""
    sides = []
    for i, a in enumerate(hull):
        b = hull[(i + 1) % len(hull)]
        x, y = _normal(a, b)
        sides.append(((a[0] + distance * x, a[1] + distance * y), (b[0] + distance * x, b[1] + distance * y)))
    return tuple(sides)


def hatch(polygon: Polygon, step: float) -> list[tuple[Place, Place]]:
    """Rising lines across a convex polygon, ``step`` apart and continuous over neighbouring polygons."""
    sums = [(x + y) / step for x, y in polygon]
    lines = []
    for k in range(ceil(min(sums) + NEAR), ceil(max(sums) - NEAR)):
        cuts = []
        for i, (ax, ay) in enumerate(polygon):
            bx, by = polygon[(i + 1) % len(polygon)]
            a, b = sums[i] - k, sums[(i + 1) % len(polygon)] - k
            if (a <= 0) != (b <= 0):
                cuts.append((ax + (bx - ax) * a / (a - b), ay + (by - ay) * a / (a - b)))
        lines.append((cuts[0], cuts[1]))
    return lines


def _along(hull: Polygon, place: Place) -> tuple[int, float]:
    """Which edge of the hull is nearest to ``place``, and how far along it, from 0 up to but not including 1."""
    best = (float("inf"), 0, 0.0)
    for i, a in enumerate(hull):
        b = hull[(i + 1) % len(hull)]
        length = _distance(a, b)
        part = ((place[0] - a[0]) * (b[0] - a[0]) + (place[1] - a[1]) * (b[1] - a[1])) / length**2
        part = min(1.0, max(0.0, part))
        foot = (a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]))
        best = min(best, (round(_distance(foot, place), 6), i, part))
    _, edge, part = best
    return ((edge + 1) % len(hull), 0.0) if part > 1 - NEAR else (edge, 0.0 if part < NEAR else part)


def _walk(hull: Polygon, distance: float, start: Place, end: Place) -> list[Place]:
    """The clockwise way around the hull, pushed outwards, from opposite ``start`` to opposite ``end``."""
    grown, size = grow(hull, distance), len(hull)

    def pushed(edge: int, part: float, place: Place) -> Place:
        if part == 0:
            return grown[edge]
        normal = _normal(hull[edge], hull[(edge + 1) % size])
        return place[0] + distance * normal[0], place[1] + distance * normal[1]

    (first, first_part), (last, last_part) = _along(hull, start), _along(hull, end)
    way = [pushed(first, first_part, start)]
    edge = first
    while edge != last:
        edge = (edge + 1) % size
        if (edge, 0.0) != (last, last_part):
            way.append(grown[edge])
    return [*way, pushed(last, last_part, end)]


def band(hull: Polygon, side: Sequence[Place], inner: float | None, outer: float) -> Polygon:
    """A band along part of the hull: from ``side`` itself, or from ``inner`` outside of it, to ``outer`` outside.

    ``side`` is a polyline near the hull, in either direction; bands of neighbouring sides meet in a mitre.
    """
    start, end = side[0], side[-1]
    middle = (sum(x for x, _ in hull) / len(hull), sum(y for _, y in hull) / len(hull))
    if sum(_cross(middle, a, b) for a, b in pairwise(side)) < 0:
        start, end, side = end, start, side[::-1]
    inside = list(side) if inner is None else _walk(hull, inner, start, end)
    return (*_walk(hull, outer, start, end), *reversed(inside))


def outer_loop(cells: Sequence[Polygon]) -> list[tuple[int, Place, Place]]:
    """The boundary of a connected patch of cells, clockwise: for each edge its cell and its two ends."""

    def key(place: Place) -> tuple[int, int]:
        return round(place[0] * 1000), round(place[1] * 1000)

    edges = {
        (key(a), key(b)): (cell, a, b)
        for cell, polygon in enumerate(cells)
        for a, b in zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    }
    free = {ends[0]: edge for ends, edge in edges.items() if ends[::-1] not in edges}
    at = next(iter(free))
    loop = []
    while at in free:
        edge = free.pop(at)
        loop.append(edge)
        at = key(edge[2])
    return loop
