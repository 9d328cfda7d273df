"""Planes: a position as bytes by rows and columns, for learners; and the places of steps in a policy.

A *view* of a position is an image of it under a symmetry of the board in which the side to act plays as Black.
docs/planes.md describes the planes, docs/design/0021-learned-evaluators.md gives the reasons. This module is the
reference for native/rules/planes.hpp: plain and slow.
"""

from __future__ import annotations

from collections.abc import Sequence

from isthmus.board.symmetry import Symmetry
from isthmus.board.topology import Cell
from isthmus.rules.core import State
from isthmus.rules.rule_set import Plane, RuleSet
from isthmus.rules.types import Side, Step

__all__ = ["COMMON_PLANES", "Views", "plane_bytes", "policy_slot", "turned_step", "views_of"]

COMMON_PLANES = ("own", "opponent", "board", "legal", "own goals", "opponent goals", "pending")
"""The planes that every game has; the game's own planes follow these."""


Views = tuple[Sequence[Symmetry], Sequence[Symmetry]]
"""The symmetries that a learner may apply to a position in which (black, white) acts."""


def views_of(game: RuleSet) -> Views:
    """The views in which (black, white) acts.

    For Black: the unchanged board, then the symmetries that keep the colours. For White: the symmetries that exchange
    them, or the views for Black if the game has no such symmetry.
    """
    symmetries = game.symmetries()
    as_it_stands = Symmetry("as it stands", tuple(range(len(game.topology))), swaps=False)
    keeping = [as_it_stands, *(symmetry for symmetry in symmetries if not symmetry.swaps)]
    return keeping, [symmetry for symmetry in symmetries if symmetry.swaps] or keeping


def plane_bytes(game: RuleSet, views: Views, state: State, view: int, one: int) -> bytes:
    """The planes of a state of the Python rules, row by row.

    ``one`` is the byte of a mark, and a share becomes that part of it.
    """
    snapshot, board, goals = game.snapshot(state), range(len(game.topology)), game.goal_cells()
    own, opponent = snapshot.side.value, snapshot.side.other.value
    planes: list[Plane] = [
        snapshot.stones[own],
        snapshot.stones[opponent],
        board,
        [step for step in game.steps(state) if step in board],
        goals[own],
        goals[opponent],
        [step for step in snapshot.pending if step in board],
        *game.own_planes(state).values(),
    ]
    image = _view(views, snapshot.side, view).image
    rows, columns = game.topology.grid_size
    seen = bytearray(len(planes) * rows * columns)
    for number, plane in enumerate(planes):
        marked, share = (board, plane) if isinstance(plane, int | float) else (plane, 1)
        for cell in marked:
            seen[number * rows * columns + _place(game, image[cell])] = int(share * one + 0.5)
    return bytes(seen)


def policy_slot(game: RuleSet, views: Views, state: State, step: Step, view: int) -> int:
    """The policy's slot of a legal step, or -1. Slots are its planes row by row, then stop, then pass."""
    symmetry = _view(views, game.snapshot(state).side, view)
    rows, columns = game.topology.grid_size
    if step < len(game.topology):
        return _place(game, symmetry.image[step])
    if step in (game.stop_step, game.pass_step):
        return (1 + game.move_planes()) * rows * columns + (step == game.pass_step)
    place = game.policy_place(turned_step(game, symmetry, step)) if step >= game.first_move else None
    return -1 if place is None else place[0] * rows * columns + _place(game, place[1])


def turned_step(game: RuleSet, symmetry: Symmetry, step: Step) -> Step:
    """The image of a step under a symmetry, which maps the fields in its text."""
    if step in game.take_steps:
        return sum(game.take_steps) - step if symmetry.swaps else step
    names, cells = game.topology.names, game.topology.cell_of
    parts = game.step_names[step].split("-")
    return game.step_ids["-".join(names[symmetry.image[cells[part]]] if part in cells else part for part in parts)]


def _view(views: Views, side: Side, view: int) -> Symmetry:
    found = views[side.value]
    if not 0 <= view < len(found):
        raise ValueError(f"there is no view {view} here; expected one below {len(found)}")
    return found[view]


def _place(game: RuleSet, cell: Cell) -> int:
    row, column = game.topology.grid[cell]
    return row * game.topology.grid_size[1] + column
