"""The slow oracle for games that go round: all following positions by the Python rules, without their history.

Also packed boards of Network: ten stones of a colour on the board of size 6 have only 464 placements.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache

import isthmus
from isthmus import Position, Side
from isthmus.games.network import CROWD, Network


def values(position: Position, most: int = 100_000) -> dict[Position, int]:
    """The result for the seat to act, -1 or 1, in each following position, ignoring history; 0 if both can avoid a loss
    forever. Only for games in which turns alternate from here on. ValueError for more than ``most``.
    """
    start = position.game.reference().restore_position(position.snapshot).with_history()
    after: dict[Position, list[tuple[Position, int | None]]] = {start: []}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        for reached in here.all_after().values():
            if reached.outcome:
                winner = reached.outcome.winner
                assert winner is not None
                after[here].append((reached, 1 if reached.seat_of(winner) is here.seat else -1))
                continue
            free = reached.with_history()
            if free not in after:
                after[free] = []
                waiting.append(free)
            after[here].append((free, None))
        if len(after) > most:
            raise ValueError("too many positions for the oracle")
    known = dict.fromkeys(after, 0)
    changed = True
    while changed:
        changed = False
        for here, turns in after.items():
            if known[here] != 0:
                continue
            # A good result for the seat to act after a turn is bad for the seat that made it.
            found = max(ended if ended is not None else -known[reached] for reached, ended in turns)
            if found:
                known[here] = found
                changed = True
    return known


def packed(game: Network, seed: int) -> Iterator[Position]:
    """Positions of Network with all stones dropped and no winner yet, in random order."""
    own = {side: ways_to_stand(game, side) for side in Side}
    choose = random.Random(seed)
    while True:
        black, white = choose.choice(own[Side.BLACK]), choose.choice(own[Side.WHITE])
        if black.isdisjoint(white):
            stones = [[game.topology.names[cell] for cell in sorted(cells)] for cells in (black, white)]
            try:
                position = game.position(*stones, to_move=choose.choice([*Side]))
            except isthmus.IsthmusError:  # both have a network
                continue
            if not position.outcome:
                yield position


@cache
def ways_to_stand(game: Network, side: Side) -> Sequence[frozenset[int]]:
    """All sets of stones of a colour that keep to the goal areas and the neighbour limit."""
    near, size = game.topology.neighbours, game.number("stones")
    room = [
        cell for cell in range(len(game.topology)) if not any(cell in area for area in game.goal_areas[1 - side.value])
    ]
    found: list[frozenset[int]] = []

    def more(place: int, own: tuple[int, ...], closed: frozenset[int]) -> None:
        if len(own) == size:
            found.append(frozenset(own))
            return
        for at in range(place, len(room) - (size - len(own)) + 1):
            cell = room[at]
            friends = [one for one in near[cell] if one in own]
            if cell in closed or len(friends) >= CROWD:
                continue
            pair = (*near[cell], *near[friends[0]]) if friends else ()
            more(at + 1, (*own, cell), closed.union(pair))

    more(0, (), frozenset())
    return found
