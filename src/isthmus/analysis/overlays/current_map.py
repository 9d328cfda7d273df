"""The overlays of current flow: ``current``, the points that carry it, and ``change``, the effect of one more stone."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from isthmus.analysis.overlays.current import ContestFlow, Flow, current_flow
from isthmus.analysis.overlays.types import Entry, Fact, Overlay, Scale, highest, side_or_mover
from isthmus.errors import SearchError, quoted
from isthmus.rules.position import Position
from isthmus.rules.types import Side

__all__ = ["BOTH", "WHOLE", "change", "contest_names", "current"]

BOTH, WHOLE = "both", "all"
"""The choices for both sides at once and for all contests together."""


def contest_names(position: Position) -> tuple[str, ...]:
    """The values of the option ``contest``: all together, and each contest if there are several."""
    names = tuple(contest.name for contest in getattr(position.game, "contests", ()))
    return (WHOLE, *names) if len(names) > 1 else (WHOLE,)


def current(position: Position, *, side: str = BOTH, contest: str = WHOLE) -> Overlay:
    """For each point, including stones, the share of a side's total current that passes through it.

    With ``side="both"`` it is the mean of both sides' shares of power. With several contests it is the mean over them,
    each weighted by how much it matters now. Raises SearchError in a game without currents and for an unknown
    ``contest``, NotationError for an unknown ``side``.
    """
    flow = current_flow(position)
    chosen = _contests(flow, contest)
    sides = tuple(Side) if side == BOTH else (Side.of(side),)
    cells = sorted(set().union(*(found.region for found, _ in chosen)))

    def share(cell: int) -> float:
        parts = (
            weight * (found.sides[each.value].power if side == BOTH else found.sides[each.value].current)[cell]
            for found, weight in chosen
            for each in sides
        )
        return sum(parts) / len(sides)

    names, taken = position.game.topology.names, {cell for stones in position.snapshot.stones for cell in stones}
    shares = {cell: share(cell) for cell in cells}
    whose = "both sides' power" if side == BOTH else f"{side}'s current"
    return Overlay(
        name="current",
        title="Current flow" + ("" if side == BOTH else f" of {side}"),
        meaning=f"The share of {whose} at each point. A point with a large share is important to both sides.",
        position=position,
        scale=Scale.SEQUENTIAL,
        unit=f"share of {whose}",
        values={names[cell]: shares[cell] for cell in cells},
        full=highest(shares[cell] for cell in cells if cell not in taken),
        view="" if side == BOTH else side,
        facts=_facts(flow, chosen),
        entries=tuple(entry for found, _ in chosen for each in sides for entry in _borders(position, found, each)),
        options={"side": side, "contest": contest},
    )


def change(position: Position, *, side: str | None = None, contest: str = WHOLE) -> Overlay:
    """For each empty point, how much a stone of ``side`` there would help ``side``.

    The number is the change in log(resistance of the other side / resistance of ``side``). Several contests count
    as one contest with the same chances. The default side is the one to move. Raises as ``current`` does.
    """
    flow = current_flow(position, with_stone=True)
    mover = side_or_mover(position, side)
    if contest == WHOLE:
        before, after = flow.ahead, flow.with_stone(mover)
    else:
        ((found, _),) = _contests(flow, contest)
        before, after = found.ahead, found.with_stone[mover.value]
    sign = 1 if mover is Side.BLACK else -1
    names = position.game.topology.names
    values = {names[cell]: sign * (then - before) for cell, then in enumerate(after) if not math.isnan(then)}
    return Overlay(
        name="change",
        title=f"What a {mover} stone would change",
        meaning=f"How much {mover} would gain from one more stone there, no matter whose turn it is.",
        position=position,
        scale=Scale.DIVERGING,
        unit=f"change in the logarithm of the opponent's resistance over {mover}'s",
        values=values,
        full=highest(values.values()),
        view=str(mover),
        facts=_facts(flow, _contests(flow, contest)),
        entries=tuple(
            {"point": point, "change": value}
            for point, value in sorted(values.items(), key=lambda item: (-item[1], item[0]))
        ),
        options={"side": str(mover), "contest": contest},
    )


def _contests(flow: Flow, name: str) -> tuple[tuple[ContestFlow, float], ...]:
    """The requested contests with their weights."""
    if name == WHOLE:
        return tuple(zip(flow.contests, flow.weights, strict=True))
    found = next((contest for contest in flow.contests if contest.name == name), None)
    if found is None:
        names = ", ".join((WHOLE, *(contest.name for contest in flow.contests)))
        raise SearchError(f"contest: there is no {quoted(name)}; expected {names}")
    return ((found, 1.0),)


def _facts(flow: Flow, chosen: tuple[tuple[ContestFlow, float], ...]) -> Mapping[str, Fact]:
    facts: dict[str, Fact] = {}
    if len(chosen) > 1:
        facts["black's lead"] = flow.ahead
    for found, weight in chosen:
        about = f"{found.name}: " if len(flow.contests) > 1 else ""
        for side in Side:
            facts[f"{about}resistance of {side}"] = found.sides[side.value].resistance
        facts[f"{about}black's lead"] = found.ahead
        if len(chosen) > 1:
            facts[f"{about}weight"] = weight
    facts["black's value by current alone"] = flow.black
    return facts


def _borders(position: Position, found: ContestFlow, side: Side) -> Iterator[Entry]:
    """The points where the current enters and leaves, the strongest first at each end."""
    names, flow = position.game.topology.names, found.sides[side.value]
    for end, cells in (("from", flow.entering), ("to", flow.leaving)):
        for cell, share in sorted(cells, key=lambda item: (-item[1], names[item[0]])):
            yield {"contest": found.name, "side": str(side), "end": end, "point": names[cell], "share": share}
