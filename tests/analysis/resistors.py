"""A slow oracle for currents: resistor networks solved densely, node by node, in plain Python."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

Vertex = Hashable
FROM, TO = "from", "to"
"""The two terminals of a network; the potential is 1 at the first, 0 at the second."""


@dataclass(frozen=True)
class Conductor:
    """A conductor between two vertices, and the cells it belongs to, each with its share of resistance."""

    one: Vertex
    two: Vertex
    conductance: float
    parts: tuple[tuple[int, float], ...]


@dataclass(frozen=True)
class Solved:
    """The currents in a network, as shares of the whole."""

    conductance: float
    currents: tuple[float, ...]
    """The current of each conductor, without its sign."""
    potentials: dict[Vertex, float]


def solve(conductors: Sequence[Conductor]) -> Solved:
    """Potentials by Kirchhoff's laws and Gaussian elimination with pivoting."""
    inner = sorted({end for c in conductors for end in (c.one, c.two)} - {FROM, TO}, key=repr)
    place = {vertex: k for k, vertex in enumerate(inner)}
    rows = [[0.0] * (len(inner) + 1) for _ in inner]
    for c in conductors:
        for here, there in ((c.one, c.two), (c.two, c.one)):
            if here not in place:
                continue
            row = rows[place[here]]
            row[place[here]] += c.conductance
            if there in place:
                row[place[there]] -= c.conductance
            elif there == FROM:
                row[-1] += c.conductance
    _eliminate(rows)
    potentials: dict[Vertex, float] = {FROM: 1.0, TO: 0.0}
    potentials |= {vertex: rows[k][-1] for vertex, k in place.items()}
    raw = [c.conductance * abs(potentials[c.one] - potentials[c.two]) for c in conductors]
    whole = sum(current for current, c in zip(raw, conductors, strict=True) if FROM in (c.one, c.two))
    return Solved(whole, tuple(current / whole if whole else 0.0 for current in raw), potentials)


def _eliminate(rows: list[list[float]]) -> None:
    """Leave the solution in the last column; unreachable vertices get 0."""
    count = len(rows)
    for k in range(count):
        pivot = max(range(k, count), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        if abs(rows[k][k]) < 1e-12:
            rows[k] = [float(j == k) for j in range(count)] + [0.0]
        rows[k] = [value / rows[k][k] for value in rows[k]]
        for i in range(count):
            if i != k and rows[i][k]:
                factor = rows[i][k]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k], strict=True)]


@dataclass(frozen=True)
class Expected:
    """The expected values of a side's network, by cell."""

    resistance: float
    current: dict[int, float]
    power: dict[int, float]
    entering: dict[int, float]
    leaving: dict[int, float]


def expected(conductors: Sequence[Conductor], *, edges: bool) -> Expected:
    """Collect a network by cells. ``edges``: a cell is one conductor; otherwise half of the current in and out."""
    found = solve(conductors)
    current: dict[int, float] = defaultdict(float)
    power: dict[int, float] = defaultdict(float)
    ends: dict[Vertex, dict[int, float]] = {FROM: defaultdict(float), TO: defaultdict(float)}
    for share, c in zip(found.currents, conductors, strict=True):
        for cell, resistance in c.parts:
            current[cell] += share if edges else share / 2
            power[cell] += share**2 * resistance * found.conductance
            for end in {c.one, c.two} & {FROM, TO}:
                ends[end][cell] += share
    return Expected(1 / found.conductance if found.conductance else float("inf"), current, power, ends[FROM], ends[TO])
