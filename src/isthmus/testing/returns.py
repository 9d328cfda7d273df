"""Checks of the board and of what the methods of a game return. Every other check relies on these types."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import cast, get_args

from isthmus.board.symmetry import Symmetry
from isthmus.board.topology import Lattice, Topology
from isthmus.rules.core import State
from isthmus.rules.game import Game
from isthmus.rules.scenery import Scenery
from isthmus.rules.snapshot import Snapshot
from isthmus.rules.types import Outcome, Seat, Side, ToAct
from isthmus.testing.walks import LONGEST, must

__all__ = ["check_board", "check_names", "check_returns"]


def check_board(game: Game, _: int) -> None:
    """The board has a name, a place and neighbours for every field, on a lattice that can be drawn."""
    board = game.topology
    must(
        isinstance(board, Topology), f"make_topology() returns {board!r}; expected a Topology, such as square(5)", game
    )
    lattices = get_args(Lattice)
    must(board.lattice in lattices, f"the lattice is {board.lattice!r}; expected one of {', '.join(lattices)}", game)
    count = len(board.names)
    for name in ("positions", "neighbours", "sort_keys", "grid"):
        found = len(getattr(board, name))
        must(found == count, f"the board has {count} names but {found} {name}; expected one for each name", game)
    listed = sorted(cell for row in board.rows for cell in row)
    must(listed == list(range(count)), f"the rows of the board list the cells {listed}; expected each once", game)
    for cell, beside in enumerate(board.neighbours):
        strange = [other for other in beside if not (type(other) is int and 0 <= other < count)]
        must(
            not strange, f"the neighbours of {board.names[cell]} contain {strange}; expected cells below {count}", game
        )
        for other in beside:
            here, there = board.names[cell], board.names[other]
            mutual = cell in board.neighbours[other]
            must(mutual, f"{there} is a neighbour of {here}, but {here} is not a neighbour of {there}", game)
    _check_grid(game, board)
    for border, cells in board.borders.items():
        strange = sorted(set(cells) - set(range(count)))
        must(not strange, f"the border {border!r} contains {strange}; expected cells below {count}", game)


def _check_grid(game: Game, board: Topology) -> None:
    """No two fields share a place on the grid. Neighbours in the same direction on the drawing are in the same
    direction on the grid."""
    places = Counter(board.grid)
    shared = [board.names[cell] for cell, place in enumerate(board.grid) if places[place] > 1]
    must(not shared, f"the grid of the board has {' and '.join(shared)} in one place; expected a place for each", game)
    ways: dict[tuple[int, int], tuple[tuple[int, int], str]] = {}
    for cell, beside in enumerate(board.neighbours):
        (x, y), (row, column) = board.positions[cell], board.grid[cell]
        for other in beside:
            drawn = round(100 * (board.positions[other][0] - x)), round(100 * (board.positions[other][1] - y))
            way = board.grid[other][0] - row, board.grid[other][1] - column
            pair = f"{board.names[cell]} to {board.names[other]}"
            first, where = ways.setdefault(drawn, (way, pair))
            sentence = f"from {where} the grid goes {first} in rows and columns, from {pair} {way}; expected the same"
            must(first == way, f"{sentence}. A board with holes needs a grid that keeps them", game)


def check_names(game: Game, _: int) -> None:
    """Every field and special move has a text that can be typed, and no text means two steps."""
    moves = game.move_names()
    must(_are(str, moves), f"move_names() returns {moves!r}; expected a sequence of texts", game)
    must(_are(str, game.topology.names), f"the names of the board are {game.topology.names!r}; expected texts", game)
    must(all(game.topology.names), "a field has no name; expected a text for each", game)
    named = [name for name in (*game.topology.names, *moves) if name]
    for name in named:
        fits = not any(sign.isspace() or sign in "+," for sign in name) and name == name.lower()
        must(
            fits, f"a step is called {name!r}; expected small letters, digits and signs, without spaces, + and ,", game
        )
    twice = [name for name, count in Counter(filter(None, game.step_names)).items() if count > 1]
    must(not twice, f"several steps are called {' or '.join(twice)}; expected a different text for each step", game)


def check_returns(game: Game, seed: int) -> None:
    """The rules return values of the right types, in every position of a random game."""
    must(isinstance(game.first_side, Side), f"first_side is {game.first_side!r}; expected a Side", game)
    must(type(game.year) is int, f"year is {game.year!r}; expected a whole number", game)
    scenery, symmetries = game.scenery(), game.symmetries()
    checked: object = cast("Callable[[], object]", game.check_parameters)()
    sentence = "expected None, and a RulesError for values that do not fit together"
    must(checked is None, f"check_parameters() returns {checked!r}; {sentence}", game)
    must(isinstance(scenery, Scenery), f"scenery() returns {scenery!r}; expected a Scenery", game)
    must(_are(Symmetry, symmetries), f"symmetries() returns {symmetries!r}; expected a sequence of Symmetry", game)
    core, chance = game.core, random.Random(f"{game}{seed}")
    state = core.initial()
    for _ in range(LONGEST):
        _check_state(game, state)
        outcome = core.outcome(state)
        must(isinstance(outcome, Outcome | None), f"outcome() returns {outcome!r}; expected an Outcome or None", game)
        steps = core.steps(state)
        must(_are(int, steps), f"steps() returns {steps!r}; expected a sequence of ids, which are whole numbers", game)
        strange = [step for step in steps if not 0 <= step < game.num_steps]
        must(not strange, f"steps() lists {strange}; expected ids below {game.num_steps}", game)
        if outcome or not steps:
            return
        acts = core.to_act(state)
        must(_is_to_act(acts), f"to_act() returns {acts!r}; expected ToAct(seat, side, phase, may_stop)", game)
        step = chance.choice(list(steps))
        state = core.apply(state, step)
        must(state is not None, f"apply() returns None for {game.step_names[step]}; expected the state after it", game)


def _check_state(game: Game, state: State) -> None:
    shot = game.core.snapshot(state)
    must(isinstance(shot, Snapshot), f"snapshot() returns {shot!r}; expected a Snapshot", game)
    must(isinstance(shot.side, Side), f"the side of a snapshot is {shot.side!r}; expected a Side", game)
    pairs = type(shot.stones) is tuple and len(shot.stones) == 2 and all(type(one) is tuple for one in shot.stones)
    must(pairs, f"the stones of a snapshot are {shot.stones!r}; expected two tuples of cells", game)
    strange = [cell for cells in shot.stones for cell in cells if cell not in range(len(game.topology))]
    must(not strange, f"a snapshot has stones on {strange}; expected cells below {len(game.topology)}", game)
    both = set(shot.stones[0]) & set(shot.stones[1])
    must(not both, f"a snapshot has stones of both colours on {[game.topology.names[cell] for cell in both]}", game)
    must(type(shot.pending) is tuple, f"the pending steps of a snapshot are {shot.pending!r}; expected a tuple", game)


def _is_to_act(found: object) -> bool:
    return (
        isinstance(found, ToAct)
        and isinstance(found.seat, Seat)
        and isinstance(found.side, Side)
        and isinstance(found.phase, str)
        and isinstance(found.may_stop, bool)
    )


def _are(kind: type, found: object) -> bool:
    return isinstance(found, Sequence) and not isinstance(found, str) and all(isinstance(one, kind) for one in found)
