"""Near-networks of Network: one turn, or two in succession, with which a colour would complete a network (rules 5).

The opponent is assumed to pass. So a network that is one turn short is a threat, and one that is two turns short can
become one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from isthmus.analysis.overlays.touched import entered
from isthmus.analysis.overlays.types import Link, Overlay, Scale, side_or_mover
from isthmus.errors import SearchError
from isthmus.games.network import Network
from isthmus.rules.opening import Opening
from isthmus.rules.position import Position
from isthmus.rules.sightlines import find_network
from isthmus.rules.snapshot import Snapshot
from isthmus.rules.turns import Turn
from isthmus.rules.types import Side

__all__ = ["NearNetwork", "has_networks", "near", "near_networks"]


@dataclass(frozen=True)
class NearNetwork:
    """``turns`` that complete a network of ``side``; ``chain`` is that network, from goal area to goal area.

    ``points`` are the points that the turns bring a stone to, in the order of the turns.
    """

    side: Side
    turns: tuple[Turn, ...]
    points: tuple[str, ...]
    chain: tuple[str, ...]


def has_networks(position: Position) -> bool:
    """Whether the game is Network and not over."""
    return isinstance(position.game, Network) and position.outcome is None


def near_networks(position: Position, side: Side | str) -> tuple[NearNetwork, ...]:
    """The networks of a side that are one turn short, then those two short; both sorted by the first turn.

    Of two turns, neither completes a network alone; the reverse order is not counted again. The turns are legal for the
    side as if it were to move and the opponent passed; repetition is ignored. The cost of two turns grows with the
    square of the number of turns. Raises SearchError in other games and if the game is over.
    """
    game = position.game
    if not isinstance(game, Network):
        raise SearchError(f"{game.id} has no near-networks; only network has them")
    if position.outcome is not None:
        raise SearchError(f"no near-networks, because the game is over: {position.outcome}")
    side = Side.of(side)
    now = _to_move(position, side)
    tried = {turn: now.play(turn) for turn in now.turns() if str(turn) != "pass"}
    won = {turn for turn, after in tried.items() if _won(after, side)}
    found = [_near(game, side, (now, tried[turn]), (turn,)) for turn in tried if turn in won]
    seen: set[frozenset[str]] = set()
    for turn, after in tried.items():
        if turn in won or after.outcome:
            continue
        between = _to_move(after, side)
        for last, end in _completions(between, side):
            pair = frozenset((str(turn), str(last)))
            if last not in won and pair not in seen:
                seen.add(pair)
                found.append(_near(game, side, (now, between, end), (turn, last)))
    return tuple(found)


def _completions(position: Position, side: Side) -> Iterator[tuple[Turn, Position]]:
    """The turns that complete a network of the side to move. It uses the core directly, as there are many to try."""
    game, state = position.game, position.state
    core = game.core
    for step in core.steps(state):
        outcome = core.outcome(after := core.apply(state, step))
        if outcome is not None and outcome.winner is side:
            yield game.turn_of[(step,)], Position(game, after)


def _to_move(position: Position, side: Side) -> Position:
    """The same stones in the main phase, without history, with this side to move."""
    game = position.game
    return game.restore_position(Snapshot(position.snapshot.stones, side, Opening(0, game.first_side)))


def _won(position: Position, side: Side) -> bool:
    return position.outcome is not None and position.outcome.winner is side


def _near(game: Network, side: Side, path: tuple[Position, ...], turns: tuple[Turn, ...]) -> NearNetwork:
    stones, names = path[-1].snapshot.stones, game.topology.names
    occupied = {cell for each in stones for cell in each}
    chain = find_network(
        game.rays, game.goal_areas[side.value], frozenset(stones[side.value]), occupied, game.number("network")
    )
    assert chain is not None
    points = [point for before, turn in zip(path, turns, strict=False) for point in entered(before, turn)]
    return NearNetwork(side, turns, tuple(points), tuple(names[cell] for cell in chain))


def near(position: Position, *, side: str | None = None) -> Overlay:
    """The points that would complete a network of a side alone (1), or together with one other (0.5).

    The default side is the one to move. The links are the lines of sight of the nearest networks; the entries list all
    near-networks. Raises SearchError in other games and if the game is over.
    """
    mover = side_or_mover(position, side)
    found = near_networks(position, mover)
    values: dict[str, float] = {}
    for each in found:
        for point in each.points:
            values[point] = max(values.get(point, 0.0), 1 / len(each.turns))
    least = min((len(each.turns) for each in found), default=0)
    lines = dict.fromkeys(
        (min(pair), max(pair)) for each in found if len(each.turns) == least for pair in pairwise(each.chain)
    )
    return Overlay(
        name="near-networks",
        title=f"Near-networks of {mover}",
        meaning=f"How many turns {mover} needs for a network with a stone there: 1 (value 1) or 2 (value 0.5).",
        position=position,
        scale=Scale.SEQUENTIAL,
        unit="1 / turns to a network",
        values=values,
        view=str(mover),
        texts={point: str(round(1 / value)) for point, value in values.items()},
        links=tuple(Link(start, end, 1 / least) for start, end in lines),
        facts={f"{'one turn' if short == 1 else 'two turns'} short": _count(found, short) for short in (1, 2)},
        entries=tuple(
            {
                "side": str(mover),
                "short": len(each.turns),
                "turns": [str(turn) for turn in each.turns],
                "points": list(each.points),
                "chain": list(each.chain),
            }
            for each in found
        ),
        options={"side": str(mover)},
    )


def _count(found: tuple[NearNetwork, ...], short: int) -> int:
    return sum(len(each.turns) == short for each in found)
