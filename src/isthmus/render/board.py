"""The bare board as a drawing: outline, cells or lines, goal bands and coordinates, from a Topology and a Scenery."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from isthmus.board.topology import Topology
from isthmus.render.geometry import (
    Place,
    Polygon,
    band,
    bounds,
    grow,
    hexagon_around,
    hull_of,
    outer_loop,
    square_around,
)
from isthmus.render.labels import Label, coordinate_labels
from isthmus.rules.scenery import Scenery

__all__ = ["Board", "Bridge", "Dot", "Polyline", "Side", "SidePolygon", "empty_board"]

Side = str
Polyline = tuple[Place, ...]
SidePolygon = tuple[Side, Polygon]
Dot = tuple[Side, Place]
Bridge = tuple[Place, Place]

BAND = (0.6, 0.84)
"""The inner and outer edge of the goal bands on boards made of points, measured outwards from the outermost points.

The bands do not touch the stones.
"""
FRAME = 0.26
"""How far the goal bands of hexagonal cells extend beyond the cells."""


@dataclass(frozen=True)
class Board:
    """The parts of a bare board; see ``isthmus.render.description.Description``."""

    outline: Polygon
    cells: tuple[Polygon, ...]
    lines: tuple[Polyline, ...]
    stars: tuple[Place, ...]
    goals: tuple[SidePolygon, ...]
    labels: tuple[Label, ...]


def empty_board(topology: Topology, scenery: Scenery, *, coordinates: bool) -> Board:
    """The drawing of an empty board."""
    cells: tuple[Polygon, ...] = ()
    goals: tuple[SidePolygon, ...] = ()
    lines: tuple[Polyline, ...] = ()
    reach = 0.0
    if topology.lattice == "hex-cells":
        cells = tuple(hexagon_around(place) for place in topology.positions)
        hull = hull_of(place for cell in cells for place in cell)
        goals, reach = _cell_bands(topology, scenery, cells, hull), FRAME
    elif topology.lattice == "square-cells":
        cells = tuple(square_around(place) for place in topology.positions)
        hull = _box([place for cell in cells for place in cell])
    elif topology.lattice == "bridges":
        hull = _box([*topology.positions, *(place for _, place in scenery.dots)])
    else:
        hull = hull_of(topology.positions)
        lines = _grid(topology)
    if topology.lattice not in ("hex-cells", "square-cells"):
        goals = tuple((str(side), band(hull, line, *BAND)) for side, line in scenery.edges)
        reach = BAND[1] if goals else 0.5
    outline = grow(hull, reach)
    labels = coordinate_labels(topology, outline, reach) if coordinates else ()
    return Board(
        # The sharp corners of a rhombus are cut off only as far as the coordinates there allow.
        outline=hull_of([*outline, *(label.anchor for label in labels)]),
        cells=cells,
        lines=lines,
        stars=() if scenery.tiles or scenery.dividers else _stars(topology),
        goals=goals,
        labels=labels,
    )


def _box(places: Sequence[Place]) -> Polygon:
    left, top, right, bottom = bounds(places)
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _key(place: Place) -> tuple[int, int]:
    return round(place[0] * 1000), round(place[1] * 1000)


def _grid(topology: Topology) -> tuple[Polyline, ...]:
    """The straight lines of a board made of points, each in one piece."""
    at = {_key(place): place for place in topology.positions}
    directions = {
        (round(x - px, 6), round(y - py, 6))
        for cell, (px, py) in enumerate(topology.positions)
        for x, y in (topology.positions[near] for near in topology.neighbours[cell])
        if (x - px, y - py) > (0.001, 0) or (abs(x - px) < 0.001 and y > py)
    }
    lines = []
    for dx, dy in sorted(directions):
        for x, y in topology.positions:
            if _key((x - dx, y - dy)) in at:
                continue
            end = (x, y)
            while _key((end[0] + dx, end[1] + dy)) in at:
                end = at[_key((end[0] + dx, end[1] + dy))]
            if end != (x, y):
                lines.append(((x, y), end))
    return tuple(lines)


def _stars(topology: Topology) -> tuple[Place, ...]:
    """Small points for orientation: the star points of a board of lines, the fields of a board of bridges."""
    size = len(topology.rows)
    if topology.lattice == "bridges":
        return topology.positions
    if topology.lattice != "square-points" or size < 7:
        return ()
    near = 2 if size < 12 else 3
    at = sorted({near, size - 1 - near} | ({size // 2} if size % 2 and size > 9 else set()))
    stars = [(float(x), float(y)) for x in at for y in at]
    return (*stars, (size // 2, size // 2)) if size == 9 else tuple(stars)


def _cell_bands(
    topology: Topology, scenery: Scenery, cells: Sequence[Polygon], hull: Polygon
) -> tuple[SidePolygon, ...]:
    """Bands between the zigzag of the outermost cells and the hull; a corner cell is shared half and half."""
    sides_of: dict[tuple[int, int], list[int]] = {}
    for index, (_, line) in enumerate(scenery.edges):
        for place in line:
            sides_of.setdefault(_key(place), []).append(index)
    runs = [(cell, list(edges)) for cell, edges in groupby(outer_loop(cells), key=lambda edge: edge[0])]
    if runs[0][0] == runs[-1][0]:
        runs[0] = (runs[0][0], runs.pop()[1] + runs[0][1])
    owners = [sides_of.get(_key(topology.positions[cell]), []) for cell, _ in runs]
    halves: list[tuple[int, Place, Place]] = []
    for i, (_, edges) in enumerate(runs):
        cut = [point for _, a, b in edges for point in (a, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))] + [edges[-1][2]]
        near = [
            next((o[0] for o in way if len(o) == 1), -1)
            for way in (owners[i::-1] + owners[:i:-1], owners[i:] + owners[:i])
        ]
        for k, (a, b) in enumerate(pairwise(cut)):
            halves.append((near[0] if k < len(edges) else near[1], a, b))
    turn = next((k for k in range(len(halves)) if halves[k][0] != halves[k - 1][0]), 0)
    bands = []
    for index, group in groupby(halves[turn:] + halves[:turn], key=lambda half: half[0]):
        if index >= 0:
            steps = list(group)
            bands.append(
                (str(scenery.edges[index][0]), band(hull, [steps[0][1], *(b for _, _, b in steps)], None, FRAME))
            )
    return tuple(bands)
