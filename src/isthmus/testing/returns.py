"""Checks of the board and of what the methods of a game return. Every other check relies on these types."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise
from typing import cast, get_args

from isthmus.board.symmetry import Symmetry
from isthmus.board.topology import Lattice, Topology
from isthmus.record.fields import RESERVED
from isthmus.rules.core import State
from isthmus.rules.game import Game
from isthmus.rules.scenery import TILES, Scenery
from isthmus.rules.snapshot import CounterRange, Snapshot
from isthmus.rules.types import Outcome, Seat, Side, ToAct
from isthmus.testing.walks import LONGEST, must

__all__ = ["check_board", "check_names", "check_returns"]

_COUNTER = re.compile("[a-z_]+")


def check_board(game: Game, _: int) -> None:
    """The board is on a lattice that can be drawn, and its neighbours, grid and borders fit together."""
    board = game.topology
    lattices = get_args(Lattice)
    must(board.lattice in lattices, f"the lattice is {board.lattice!r}; expected one of {', '.join(lattices)}", game)
    count = len(board.names)
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
    _check_without_state(game)
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
        if outcome:
            return
        must(steps, "steps() is empty, but outcome() returns no result", game)
        acts = core.to_act(state)
        must(_is_to_act(acts), f"to_act() returns {acts!r}; expected ToAct(seat, side, phase, may_stop)", game)
        step = chance.choice(list(steps))
        state = core.apply(state, step)
        must(state is not None, f"apply() returns None for {game.step_names[step]}; expected the state after it", game)


def _check_without_state(game: Game) -> None:
    """What is the same in every state."""
    must(isinstance(game.first_side, Side), f"first_side is {game.first_side!r}; expected a Side", game)
    must(type(game.year) is int, f"year is {game.year!r}; expected a whole number", game)
    checked: object = cast("Callable[[], object]", game.check_parameters)()
    sentence = "expected None, and a RulesError for values that do not fit together"
    must(checked is None, f"check_parameters() returns {checked!r}; {sentence}", game)
    symmetries = game.symmetries()
    must(_are(Symmetry, symmetries), f"symmetries() returns {symmetries!r}; expected a sequence of Symmetry", game)
    bound, goals = game.max_steps(), game.goal_cells()
    must(bound is None or type(bound) is int, f"max_steps() returns {bound!r}; expected a whole number or None", game)
    pair = isinstance(goals, tuple) and len(goals) == 2 and all(_are_cells(game, cells) for cells in goals)
    must(pair, f"goal_cells() returns {goals!r}; expected the cells of (black, white)", game)
    _check_scenery(game)
    _check_counters(game)


def _check_scenery(game: Game) -> None:
    scenery = game.scenery()
    must(isinstance(scenery, Scenery), f"scenery() returns {scenery!r}; expected a Scenery", game)
    for what, marked in (("an edge", scenery.edges), ("a dot", scenery.dots)):
        for side, _ in marked:
            must(isinstance(side, Side), f"the side of {what} in scenery() is {side!r}; expected a Side", game)
    for role, _ in scenery.tiles:
        must(role in TILES, f"the role of a tile in scenery() is {role!r}; expected one of {', '.join(TILES)}", game)


def _check_counters(game: Game) -> None:
    counters = game.counters()
    must(isinstance(counters, Mapping), f"counters() returns {counters!r}; expected CounterRange by name", game)
    for name, limits in counters.items():
        must(isinstance(limits, CounterRange), f"counters() gives {name} {limits!r}; expected a CounterRange", game)
        fits = isinstance(name, str) and _COUNTER.fullmatch(name) and name not in RESERVED
        other = f"none of {', '.join(RESERVED)}"
        must(fits, f"a counter is called {name!r}; expected small letters, and {other}", game)


def _check_state(game: Game, state: State) -> None:
    shot = game.core.snapshot(state)
    must(isinstance(shot, Snapshot), f"snapshot() returns {shot!r}; expected a Snapshot", game)
    must(isinstance(shot.side, Side), f"the side of a snapshot is {shot.side!r}; expected a Side", game)
    pairs = type(shot.stones) is tuple and len(shot.stones) == 2 and all(type(one) is tuple for one in shot.stones)
    must(pairs, f"the stones of a snapshot are {shot.stones!r}; expected two tuples of cells", game)
    strange = [cell for cells in shot.stones for cell in cells if cell not in range(len(game.topology))]
    must(not strange, f"a snapshot has stones on {strange}; expected cells below {len(game.topology)}", game)
    for stones in shot.stones:
        ascending = all(one < other for one, other in pairwise(stones))
        must(ascending, f"the stones of a snapshot are sorted, each once; found {stones}", game)
    both = set(shot.stones[0]) & set(shot.stones[1])
    must(not both, f"a snapshot has stones of both colours on {[game.topology.names[cell] for cell in both]}", game)
    must(type(shot.pending) is tuple, f"the pending steps of a snapshot are {shot.pending!r}; expected a tuple", game)
    unknown = ", ".join(sorted(set(shot.counters) - set(game.counters())))
    must(not unknown, f"a snapshot has the counter {unknown}; declare it in counters()", game)


def _is_to_act(found: object) -> bool:
    return (
        isinstance(found, ToAct)
        and isinstance(found.seat, Seat)
        and isinstance(found.side, Side)
        and isinstance(found.phase, str)
        and isinstance(found.may_stop, bool)
    )


def _are_cells(game: Game, found: object) -> bool:
    cells = range(len(game.topology))
    return isinstance(found, Collection) and all(type(cell) is int and cell in cells for cell in found)


def _are(kind: type, found: object) -> bool:
    return isinstance(found, Sequence) and not isinstance(found, str) and all(isinstance(one, kind) for one in found)
