"""Refuting a wrong turn: a reply after which the puzzle is lost, rather one that does not give the solution away.

In connection games the reply is often the very point that the solution is on. Whoever shows it shows the solution too,
so another reply is looked for first, and where there is none, that is said.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from isthmus.errors import SearchError
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Seat
from isthmus.search.solver import solve

__all__ = ["Reply", "fields_of", "refute"]

_MEMORY_MB = 64
_TRIED = 48
"""Other replies that are tried at most."""
_NODES = 60
"""Nodes of the solver for each of them, and forty times as many for all."""


@dataclass(frozen=True)
class Reply:
    """A turn after which the seat that made the wrong one cannot win.

    ``wins``: it is proved to win for who makes it; else that seat at least does not lose. ``telling``: it stands on a
    field of the solution, so to show it shows the solution.
    """

    turn: Turn
    wins: bool
    telling: bool = False

    def __str__(self) -> str:
        return self.turn.text


def fields_of(turn: str, game: Game) -> frozenset[str]:
    """The fields that the text of a turn names: where stones are placed, and from where to where they move."""
    return frozenset(name for name in re.split("[+-]", turn) if name in game.topology.cell_of)


def refute(after: Position, known: Turn | None, avoid: Collection[str], nodes: int) -> Reply:
    """A reply in ``after``, where a wrong turn has led, that keeps the seat that made it from winning.

    ``known`` is proved to do so. A reply that stands on a field of ``avoid`` is given only if no other is found.
    ``nodes``: what the proof that the turn is wrong may take of the solver; it gets more if need be.
    Raises SearchError where the turn wins after all.
    """
    seat = after.seat
    assert seat is not None
    found = known or _proved(after, nodes)
    if not fields_of(found.text, after.game) & set(avoid):
        return Reply(found, _least(after.play(found), seat, nodes)[0] == 1)
    if other := _other(after, seat, avoid):
        return other
    return Reply(found, _least(after.play(found), seat, nodes)[0] == 1, telling=True)


def _proved(after: Position, nodes: int) -> Turn:
    """The turn that the solver finds; it need not know whether that wins or only draws."""
    while True:
        solution = solve(after, nodes=nodes, memory_mb=_MEMORY_MB)
        if solution.turn:
            return solution.turn
        if solution.proved:
            raise SearchError(f"the puzzle is wrong: {after.last_turn} wins as well")
        nodes *= 8


def _other(after: Position, seat: Seat, avoid: Collection[str]) -> Reply | None:
    """A reply off some fields that keeps the other seat from winning, if a short look proves one."""
    apart = [turn for turn in after.turns() if not fields_of(turn.text, after.game) & set(avoid)]
    left = 40 * _NODES
    for turn in apart[:: -(-len(apart) // _TRIED) or 1]:
        least, spent = _least(after.play(turn), seat, _NODES)
        if least >= 0:
            return Reply(turn, wins=least == 1)
        left -= spent
        if left < 1:
            break
    return None


def _least(position: Position, seat: Seat, nodes: int) -> tuple[int, int]:
    """(what a seat is sure of at least, -1 (a loss), 0 or 1, as far as so many nodes prove it; the nodes it took)."""
    if position.outcome:
        winner = position.outcome.winner
        return (0 if winner is None else 1 if position.seat_of(winner) is seat else -1), 0
    solution = solve(position, nodes=nodes, memory_mb=_MEMORY_MB)
    return (solution.least if solution.seat is seat else -solution.most), solution.nodes
