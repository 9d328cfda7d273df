"""The chains of both sides in two sentences. With a screen reader these are easier to follow than a list of all
fields."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from math import atan2, degrees

from isthmus.board.topology import Cell, Topology
from isthmus.rules.connect import Contest, Links
from isthmus.rules.game import Game
from isthmus.rules.placement import ConnectionGame
from isthmus.rules.position import Position
from isthmus.rules.types import Side

__all__ = ["chain_summary"]

_COMPASS = ("east", "south-east", "south", "south-west", "west", "north-west", "north", "north-east")


def chain_summary(position: Position) -> str:
    """The chains of each side: their number, the goals that the largest touches, and its distance from the other goals.

    A gap is an empty field on the shortest way from a chain to a goal. For games without two sides to join, the text is
    the game's status.
    """
    task = _task(position.game)
    if task is None:
        counts = (f"{str(side).capitalize()}: {_stones(len(position.stones(side)))}." for side in Side)
        return " ".join([*counts, *(f"{fact.capitalize()}." for fact in position.status)])
    return " ".join(_side_summary(position, side, *task) for side in Side)


def _task(game: Game) -> tuple[Contest, Links] | None:
    """The contest on the whole board, and the links between its stones."""
    if isinstance(game, ConnectionGame):
        return game.contests[0], game.links
    contest = getattr(game, "contest", None)
    if isinstance(contest, Contest):
        return contest, lambda _, cell: game.topology.neighbours[cell]
    return None


def _side_summary(position: Position, side: Side, contest: Contest, links: Links) -> str:
    own, other = (frozenset(position.snapshot.stones[one.value]) for one in (side, side.other))
    chains = _chains(own, side, links)
    if not chains:
        return f"{str(side).capitalize()}: no stones."
    # Among equally large chains, the one nearest to joining its goals.
    topology = position.game.topology

    def gaps(chain: frozenset[Cell]) -> list[tuple[str, int | None]]:
        ways = _distances(chain, own, other, side, links)
        return [
            (_called(goal, topology), min((ways[cell] for cell in goal if cell in ways), default=None))
            for goal in contest.goals[side.value]
        ]

    largest = max(map(len, chains))
    told = min((gaps(chain) for chain in chains if len(chain) == largest), key=_missing)
    count = "its only chain" if len(chains) == 1 else f"{len(chains)} chains; the largest"
    return f"{str(side).capitalize()}: {count} has {_stones(largest)}, {' and '.join(_way(*goal) for goal in told)}."


def _stones(count: int) -> str:
    return "one stone" if count == 1 else f"{count or 'no'} stones"


def _missing(goals: list[tuple[str, int | None]]) -> int:
    return sum(10_000 if gaps is None else gaps for _, gaps in goals)


def _way(goal: str, gaps: int | None) -> str:
    if gaps is None:
        return f"is cut off from the {goal}"
    if gaps == 0:
        return f"touches the {goal}"
    return f"is {gaps} {'gap' if gaps == 1 else 'gaps'} from the {goal}"


def _chains(own: Collection[Cell], side: Side, links: Links) -> list[frozenset[Cell]]:
    chains, left = [], set(own)
    while left:
        chain = {min(left)}
        queue = deque(chain)
        while queue:
            for near in links(side, queue.popleft()):
                if near in own and near not in chain:
                    chain.add(near)
                    queue.append(near)
        chains.append(frozenset(chain))
        left -= chain
    return chains


def _distances(
    chain: frozenset[Cell], own: Collection[Cell], other: Collection[Cell], side: Side, links: Links
) -> dict[Cell, int]:
    """The number of empty fields on the shortest way from a chain to each field, including that field (0-1 search)."""
    ways = dict.fromkeys(chain, 0)
    queue = deque(sorted(chain))
    while queue:
        cell = queue.popleft()
        for near in links(side, cell):
            if near in other:
                continue
            way = ways[cell] + (near not in own)
            if way < ways.get(near, way + 1):
                ways[near] = way
                (queue.appendleft if near in own else queue.append)(near)
    return ways


def _called(goal: frozenset[Cell], topology: Topology) -> str:
    """A goal in words: a border of the board, or a direction from the middle."""
    for name, border in topology.borders.items():
        if border == goal:
            return name

    def middle(cells: Collection[Cell]) -> tuple[float, float]:
        places = [topology.positions[cell] for cell in cells]
        return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)

    (x, y), (board_x, board_y) = middle(goal), middle(range(len(topology)))
    return _COMPASS[round(degrees(atan2(y - board_y, x - board_x)) / 45) % 8]
