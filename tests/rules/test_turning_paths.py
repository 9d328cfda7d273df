"""Networks of Network: the search that looks ahead finds a path exactly if trying all finds one."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from isthmus import Position
from isthmus.board.topology import Cell
from isthmus.games.network import Network
from isthmus.record import parse_position
from isthmus.rules.sightlines import Goals, make_rays, seen_from
from isthmus.rules.turning_paths import find_path

Sights = dict[Cell, tuple[tuple[int, Cell], ...]]
HARD = [
    line
    for line in (Path(__file__).parents[2] / "bench" / "hard_positions.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def random_sights(random: Random) -> tuple[Sights, Goals]:
    """What random stones of one colour on the board of Network see, and the colour's goal areas."""
    game = Network(size=random.choice((6, 8)), stones=10)
    rays = make_rays(game.topology)
    goals = game.goal_areas[random.randrange(2)]
    cells = [cell for cell in range(len(game.topology)) if cell not in game.goal_areas[0][0] | game.goal_areas[0][1]]
    own = frozenset(random.sample(cells, random.randint(3, 11))) | {min(goals[0])}
    occupied = own | frozenset(random.sample(cells, random.randint(0, 8)))
    return {cell: tuple(seen_from(rays, cell, own, occupied)) for cell in own}, goals


def paths(sights: Sights, goals: Goals, path: tuple[Cell, ...], came: int | None) -> int:
    """The length of the longest path that begins like this, or 0."""
    longest = 0
    for direction, cell in sights[path[-1]]:
        if direction == came or cell in path or cell in goals[0]:
            continue
        if cell in goals[1]:
            longest = max(longest, len(path) + 1)
        else:
            longest = max(longest, paths(sights, goals, (*path, cell), direction))
    return longest


def test_looking_ahead_finds_a_path_exactly_if_trying_all_finds_one() -> None:
    random = Random(3)
    found = []
    for _ in range(400):
        sights, goals = random_sights(random)
        length = random.randint(3, 8)
        path = find_path(sights, goals, length)
        longest = max((paths(sights, goals, (cell,), None) for cell in goals[0] & sights.keys()), default=0)
        assert (path is not None) == (longest >= length)
        found.append(path is not None)
        if path is not None:
            assert len(path) >= length
            assert len(set(path)) == len(path)
            assert path[0] in goals[0]
            assert path[-1] in goals[1]
            assert not (goals[0] | goals[1]).intersection(path[1:-1])
            ways = [{cell: way for way, cell in sights[one]}[other] for one, other in pairwise(path)]
            assert all(before != after for before, after in pairwise(ways))
    assert min(found.count(True), found.count(False)) > 40


@pytest.mark.parametrize("text", HARD)
def test_hard_positions_have_the_same_turns_in_both_cores(text: str) -> None:
    """Many chains, so that both cores look ahead."""
    here = parse_position(text)
    reference = here.game.reference()
    oracle = Position(reference, reference.restore(here.snapshot))
    assert {turn.text for turn in here.turns()} == {turn.text for turn in oracle.turns()}
