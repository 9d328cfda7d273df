"""Currents: the native networks against dense ones built here from the rules' own geometry."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import pytest
from images import images
from resistors import FROM, TO, Conductor, Vertex, expected

import isthmus
from isthmus import Game, Position, Side
from isthmus.analysis.overlays.current import ContestFlow, current_flow, has_current
from isthmus.engine import Engine
from isthmus.errors import SearchError
from isthmus.games.bridgit import Bridgit
from isthmus.games.hex import Hex
from isthmus.games.quadrant_hex import QuadrantHex
from isthmus.games.trellis_board import home_of
from isthmus.games.trinidad import Trinidad
from isthmus.rules.connect import Contest
from isthmus.rules.placement import ConnectionGame

GOOD = 4096
"""How many times better a stone conducts than an empty point, where a point is an edge."""
OWN = 1 / 1024
"""The resistance of an own stone, where a point is a node."""
LEAST = 1e-6
"""The conductance left to a side that is cut off, where a point is a node."""
EDGE_GAMES = (
    "trellis(size=5,pie=0)",
    "trellis(size=7,pie=0,stones_per_turn=1)",
    "bridgit(size=4)",
    "quadrant-trellis(size=9)",
)
NODE_GAMES = ("hex(size=5,pie=0)", "quadrant-hex(size=6)", "trinidad(size=3)", "trinidad(size=5)")


def walk(name: str, seed: int, steps: int | None = None) -> Position:
    """A position after random steps, none of which ends the game."""
    choose = random.Random(f"{name} {seed}")
    position = isthmus.game(name).start()
    for _ in range(choose.randrange(len(position.game.topology) // 2) if steps is None else steps):
        after = position.step(choose.choice(position.steps()))
        if after.outcome:
            break
        position = after
    return position


def positions(name: str) -> list[Position]:
    return [isthmus.game(name).start(), *(walk(name, seed) for seed in range(6))]


# The same networks, from the rules ------------------------------------------------------------------------------------
def contests(game: Game) -> Sequence[Contest]:
    return game.contests if isinstance(game, ConnectionGame) else [game.contest] if isinstance(game, Trinidad) else []


def edge_network(position: Position, contest: Contest, side: Side) -> list[Conductor]:
    """A point joins two dots or two home squares of the side's own network, not of the other side's dual."""
    game, stones = position.game, position.snapshot.stones
    found = []
    for cell in sorted(contest.region):
        conductance = GOOD if cell in stones[side.value] else 1 / GOOD if cell in stones[side.other.value] else 1.0
        one, two = dots(game, side, cell) if isinstance(game, Bridgit) else squares(game, contest, side, cell)
        found.append(Conductor(one, two, conductance, ((cell, 1 / conductance),)))
    return found


def dots(game: Bridgit, side: Side, cell: int) -> tuple[Vertex, Vertex]:
    last = 2 * game.number("size") - 2

    def named(place: tuple[float, float]) -> Vertex:
        along = place[1 if side is Side.BLACK else 0]
        return FROM if along < 0 else TO if along > last else place

    one, two = game.bridge(side, cell)
    return named(one), named(two)


def squares(game: Game, contest: Contest, side: Side, cell: int) -> tuple[Vertex, Vertex]:
    """The two home squares that touch a point lie opposite each other; all squares beyond a goal side are one."""
    size = game.number("size")
    cells = [divmod(each, size) for each in contest.region]
    lowest = [min(place[axis] for place in cells) for axis in (0, 1)]
    highest = [max(place[axis] for place in cells) for axis in (0, 1)]
    axis = 0 if side is Side.BLACK else 1
    row, column = divmod(cell, size)

    def named(square: tuple[int, int]) -> Vertex:
        return FROM if square[axis] < lowest[axis] else TO if square[axis] == highest[axis] else square

    around = [(row + up, column + right) for up in (-1, 0) for right in (-1, 0)]
    one, two = (square for square in around if home_of(*square) is side)
    return (named(one), named(two)) if axis == 0 or one[1] < two[1] else (named(two), named(one))


def node_network(position: Position, contest: Contest, side: Side) -> list[Conductor]:
    game, stones = position.game, position.snapshot.stones
    own, theirs = set(stones[side.value]), set(stones[side.other.value])
    near = [set(cells) & contest.region for cells in game.topology.neighbours]
    trinidad = isinstance(game, Trinidad)

    def resistance(cell: int) -> float:
        if trinidad:
            beside = any(cell in near[stone] for stone in own)
            return 0.3 if cell in own else 9.0 if cell in theirs else 0.5 if beside else 1.0
        return OWN if cell in own else 1.0

    def link(one: int, two: int | str, extra: float = 0.0) -> Conductor:
        cells = [one] if isinstance(two, str) else [one, two]
        parts = tuple((cell, resistance(cell)) for cell in cells)
        return Conductor(one, two, 1 / (sum(r for _, r in parts) + extra), parts)

    def bridge(between: set[int]) -> bool:
        return not trinidad and len(between) == 2 and not between & (own | theirs)

    found = []
    open_cells = sorted(contest.region if trinidad else contest.region - theirs)
    for one in open_cells:
        for two in open_cells:
            if one < two and two in near[one]:
                found.append(link(one, two))
            elif one < two and bridge(near[one] & near[two]):
                found.append(link(one, two, 0.1))
        for end, goal in zip((FROM, TO), contest.goals[side.value], strict=True):
            if one in goal:
                found.append(link(one, end))
            elif bridge(set(near[one] & goal)):
                found.append(link(one, end, 0.1))
    return found


# Tests ---------------------------------------------------------------------------------------------------------------
def check(position: Position, contest: Contest, flow: ContestFlow, tolerance: float, *, edges: bool) -> None:
    for side in Side:
        network = (edge_network if edges else node_network)(position, contest, side)
        wanted, found = expected(network, edges=edges), flow.sides[side.value]
        # In the engine's Hex, a side that is cut off keeps a tiny conductance.
        least = LEAST if isinstance(position.game, Hex | QuadrantHex) else 0
        assert found.resistance == pytest.approx(1 / (1 / wanted.resistance + least), rel=10 * tolerance)
        cells = range(len(position.game.topology))
        assert found.current == pytest.approx([wanted.current.get(cell, 0) for cell in cells], abs=tolerance)
        assert found.power == pytest.approx([wanted.power.get(cell, 0) for cell in cells], abs=tolerance)
        for ends, there in ((found.entering, wanted.entering), (found.leaving, wanted.leaving)):
            assert dict(ends) == pytest.approx({cell: there.get(cell, 0) for cell, _ in ends}, abs=tolerance)
            assert sum(dict(ends).values()) == pytest.approx(sum(there.values()), abs=tolerance)
    black, white = flow.sides
    assert flow.ahead == pytest.approx(math.log(white.resistance / black.resistance), abs=1e-9)


@pytest.mark.parametrize("name", [*EDGE_GAMES, *NODE_GAMES])
def test_currents_agree_with_dense_networks_of_both_sides(name: str) -> None:
    """Points are edges or nodes. Nodes have the engine's resistances, in single precision."""
    edges = name in EDGE_GAMES
    for position in positions(name):
        found = current_flow(position).contests
        for contest, flow in zip(contests(position.game), found, strict=True):
            assert flow.name == contest.name
            check(position, contest, flow, 1e-9 if edges else 1e-6, edges=edges)


def test_a_side_that_is_cut_off_has_no_current() -> None:
    game = isthmus.game("hex(size=3,pie=0)")
    flow = current_flow(game.position(black=["b1", "b2", "b3"], white=["a1", "a2"]))
    black, white = flow.contests[0].sides
    assert (set(white.current), white.entering, white.resistance) == ({0.0}, (), pytest.approx(1e6))
    assert sum(dict(black.entering).values()) == pytest.approx(1)
    assert flow.black > 0.999


@pytest.mark.parametrize("name", [*EDGE_GAMES, *NODE_GAMES])
def test_the_effect_of_one_more_stone_is_the_current_of_that_position(name: str) -> None:
    position = walk(name, 3)
    flow = current_flow(position, with_stone=True)
    game, stones = position.game, position.snapshot.stones
    for side in Side:
        there = flow.with_stone(side)
        assert len(there) == len(game.topology)
        for cell, ahead in enumerate(there):
            if cell in stones[0] or cell in stones[1]:
                assert math.isnan(ahead)
                continue
            held = [game.topology.names[each] for each in (*stones[side.value], cell)]
            others = position.stones(side.other)
            more = {str(side): held, str(side.other): others}
            again = game.position(black=more["black"], white=more["white"])
            assert ahead == pytest.approx(current_flow(again).ahead, abs=1e-9)


@pytest.mark.parametrize("name", [*EDGE_GAMES, *NODE_GAMES])
def test_symmetries_of_the_board_carry_the_currents_with_them(name: str) -> None:
    position = walk(name, 4)
    flow = current_flow(position)
    for symmetry, names, turned in images(position):
        image = current_flow(turned)
        assert image.ahead == pytest.approx(-flow.ahead if symmetry.swaps else flow.ahead, abs=1e-5)
        for side in Side:
            mirrored = side.other if symmetry.swaps else side
            for cell in range(len(names)):
                here = sum(contest.sides[side.value].current[cell] for contest in flow.contests)
                there = sum(c.sides[mirrored.value].current[symmetry.image[cell]] for c in image.contests)
                assert here == pytest.approx(there, abs=1e-5)


def test_the_value_is_that_of_the_engine_without_tempo() -> None:
    """One simulation of the engine with its bonus for the move turned off."""
    for name in ("trellis(size=7,pie=0)", "hex(size=6,pie=0)", "quadrant-hex(size=8)", "quadrant-trellis(size=9)"):
        checked = 0
        for seed in range(8):
            position = walk(name, seed, steps=6)
            numbers = {n: 0.0 for n in ("tempo", "tempo_second", "quarter_tempo") if n in known(position)}
            report = isthmus.search(position, simulations=1, parameters=numbers, evaluator="hand")
            seat = position.seat_of(Side.BLACK)
            if seat is None or report.simulations != 1 or report.proof.value:
                continue
            assert current_flow(position).black == pytest.approx(report.searched.of(seat), abs=1e-4)
            checked += 1
        assert checked > 3, name


def known(position: Position) -> dict[str, float]:
    return Engine().numbers(position.game)


def flat(name: str) -> list[float]:
    return list(current_flow(isthmus.game(name).start()).weights)


def test_weights_of_contests_add_up_and_follow_what_is_open() -> None:
    assert flat("hex(size=5)") == [1.0]
    assert sum(flat("quadrant-hex(size=8)")) == pytest.approx(1)
    game = isthmus.game("quadrant-hex(size=6)")
    won = game.position(black=["a1", "a2", "a3"], white=["d4", "e4", "f4"])
    weights = dict(zip((contest.name for contest in game.contests), current_flow(won).weights, strict=True))
    assert weights["top left"] < 1e-3
    assert weights["bottom right"] < 1e-3
    assert min(weights["top right"], weights["bottom left"]) > 0.25


@pytest.mark.parametrize("name", ["orbit(size=5)", "network"])
def test_games_without_currents_say_so(name: str) -> None:
    position = isthmus.game(name).start()
    assert not has_current(position)
    with pytest.raises(SearchError, match=rf"{position.game.id}.* has no current flow"):
        current_flow(position)


def test_the_python_rules_alone_have_no_currents() -> None:
    position = isthmus.game("hex(size=3)").reference().start()
    assert not has_current(position)
    with pytest.raises(SearchError, match="with a native core"):
        current_flow(position)
