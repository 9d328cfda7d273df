"""The directions of a board's goal sides. A page uses them to name the sides of a turned board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, degrees, hypot

from isthmus.render import Description
from isthmus.render.geometry import Place
from isthmus.rules.types import Side

__all__ = ["goal_angles"]

Edges = Sequence[tuple[Side, Sequence[Place]]]


def goal_angles(drawing: Description, edges: Edges) -> dict[str, list[int]]:
    """The direction of each side's goals from the middle, in degrees clockwise; 0 is the top.

    On a slanted board the direction is halfway between the direction of the goal's middle and the direction that the
    goal faces. So the left side of Hex is "left", and becomes "upper left" only when the board is turned.
    """
    middle = _mean(field.place for field in drawing.fields)
    angles = {}
    for side in ("black", "white"):
        lines = [line for owner, line in edges if str(owner) == side]
        tiles = [_mean(polygon) for role, polygon in drawing.tiles if role == f"{side}-goal"]
        if len(lines) == 2:
            angles[side] = [_angle(_outward(line, middle)) for line in lines]
        elif tiles:
            angles[side] = [_angle(_from(middle, place)) for place in _two_groups(tiles, middle)]
    return angles


def _two_groups(places: Sequence[Place], middle: Place) -> list[Place]:
    """The middles of two areas on opposite sides."""
    first = _from(middle, places[0])
    near = [place for place in places if _along(_from(middle, place), first) > 0]
    return [_mean(near), _mean(place for place in places if place not in near)]


def _outward(line: Sequence[Place], middle: Place) -> Place:
    (x0, y0), (x1, y1) = line[0], line[-1]
    away = _from(middle, ((x0 + x1) / 2, (y0 + y1) / 2))
    facing = _unit((y1 - y0, x0 - x1))
    if _along(facing, away) < 0:
        facing = -facing[0], -facing[1]
    far = _unit(away)
    return far[0] + facing[0], far[1] + facing[1]


def _angle(way: Place) -> int:
    return round(degrees(atan2(way[0], -way[1]))) % 360


def _mean(places: Iterable[Place]) -> Place:
    xs, ys = zip(*places, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _from(start: Place, end: Place) -> Place:
    return end[0] - start[0], end[1] - start[1]


def _along(one: Place, other: Place) -> float:
    return one[0] * other[0] + one[1] * other[1]


def _unit(way: Place) -> Place:
    length = hypot(*way) or 1.0
    return way[0] / length, way[1] / length
