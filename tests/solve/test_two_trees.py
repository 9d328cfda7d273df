"""Two trees as a proof: the checker accepts them exactly where brute force finds the win."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from solver_positions import value

import isthmus
from isthmus import Position, Seat, Side
from isthmus.errors import IsthmusError
from isthmus.games.bridgit import Bridgit
from isthmus.games.trellis import Trellis
from isthmus.record import format_position
from isthmus.solve import two_trees
from isthmus.solve.checker import CertificateError, check_certificate
from isthmus.solve.solver import solve
from isthmus.solve.two_trees import check_trees

BRIDGIT = tuple(f"bridgit(size={size})" for size in range(3, 13))
TRELLIS = tuple(f"trellis(size={size},pie=0,stones_per_turn=1)" for size in range(5, 20, 2))

GAME = "bridgit(size=4)"
"""Certified from the start: after the first turn the trees take up all points."""


def left(game: str, empty: int, seed: int) -> Position:
    """A random unfinished position with this many empty points, by the Python rules."""
    choose = random.Random(seed)
    while True:
        position = isthmus.game(game).reference().start()
        topology = position.game.topology
        while not position.outcome:
            stones = position.stones("black") + position.stones("white")
            if len(topology) - len(stones) == empty:
                return position
            turns = [str(turn) for turn in position.turns()]
            position = position.play(choose.choice([turn for turn in turns if turn != "pass"]))


def empty_points(position: Position) -> list[str]:
    taken = {*position.stones("black"), *position.stones("white")}
    return [name for name in position.game.topology.names if name not in taken]


def pairs_of_trees(position: Position) -> Iterator[list[list[str]]]:
    """Every pair of disjoint sets of empty points."""
    points = empty_points(position)
    for places in product(range(3), repeat=len(points)):
        yield [[name for name, place in zip(points, places, strict=True) if place == tree] for tree in (1, 2)]


def taken(position: Position, parts: Any) -> bool:
    """Whether the checker accepts the trees as a proof that the waiting seat wins."""
    assert position.seat is not None
    try:
        check_trees(position, position.seat.other, parts)
    except IsthmusError:
        return False
    return True


def waiting_wins(position: Position) -> bool:
    assert position.seat is not None
    return value(position, position.seat) == -1


# The graph ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", [*BRIDGIT, *TRELLIS])
@pytest.mark.parametrize("side", Side)
def test_points_are_linked_where_they_share_an_end_and_each_has_two(name: str, side: Side) -> None:
    game = isthmus.game(name).reference()
    assert isinstance(game, Bridgit | Trellis)
    goals = game.contests[0].goals[side.value]
    ends = [set(two_trees._ends(game, side, cell)) for cell in range(len(game.topology))]
    assert {len(two) for two in ends} == {2}
    for cell, two in enumerate(ends):
        assert {goal for goal in goals if cell in goal} == two & set(goals)
        sharing = {other for other, others in enumerate(ends) if (two & others).difference(goals)}
        assert sharing - {cell} <= set(game.links(side, cell)) <= sharing | goals[0] | goals[1]


@pytest.mark.parametrize("name", BRIDGIT[:4])
@pytest.mark.parametrize("side", Side)
def test_the_vertices_are_the_dots_of_the_drawing(name: str, side: Side) -> None:
    game = isthmus.game(name).reference()
    assert isinstance(game, Bridgit)
    goals, scenery = game.contests[0].goals[side.value], game.scenery()
    dots = [set(bridges[side.value]) for bridges in scenery.bridges]
    ends = [set(two_trees._ends(game, side, cell)) for cell in range(len(game.topology))]
    for cell, other in combinations(range(len(dots)), 2):
        assert bool(dots[cell] & dots[other]) == bool((ends[cell] & ends[other]).difference(goals))
    lines = [line for owner, line in scenery.edges if owner is side]
    for goal, ((left, top), (right, bottom)) in zip(goals, lines, strict=True):
        on_line = [any(left <= x <= right and top <= y <= bottom for x, y in two) for two in dots]
        assert on_line == [goal in two for two in ends]


# Against brute force ---------------------------------------------------------------------------------------
SMALL = [("bridgit(size=3)", 6, 12), ("bridgit(size=4)", 6, 8), ("trellis(size=5,pie=0,stones_per_turn=1)", 5, 14)]


@pytest.mark.parametrize(("game", "empty", "count"), SMALL)
def test_some_trees_prove_a_position_exactly_if_the_seat_that_waits_wins(game: str, empty: int, count: int) -> None:
    """Lehman's theorem in both directions: every pair of sets of points is tried."""
    results = []
    for seed in range(count):
        position = left(game, empty, seed)
        accepted = [trees for trees in pairs_of_trees(position) if taken(position, [trees])]
        results.append(bool(accepted))
        assert results[-1] == waiting_wins(position), format_position(position)
    assert set(results) == {True, False}


def test_trees_in_parts_prove_only_won_positions() -> None:
    choose, found = random.Random(0), 0
    for seed in range(12):
        position = left("bridgit(size=4)", 8, seed)
        won = waiting_wins(position)
        for _ in range(400):
            parts: list[list[list[str]]] = [[[], []], [[], []]]
            for name in empty_points(position):
                place = choose.randrange(5)
                if place:
                    parts[place % 2][place // 3].append(name)
            if taken(position, parts):
                assert won, (format_position(position), parts)
                found += all(map(any, parts))
    assert found


def test_trees_that_the_mirror_rule_may_break_prove_nothing() -> None:
    """Late in Trellis with streaks about to end, by the Python rules, which include the mirror rule."""
    refused = lost = 0
    for seed in range(30):
        choose = random.Random(seed)
        position = left(TRELLIS[0], 5, seed)
        streaks = [0] * 14
        first = 7 * position.snapshot.side.other.value
        streaks[first : first + 7] = choose.choices((8, 9), k=7)
        counters = {**position.snapshot.counters, "streaks": tuple(streaks)}
        near = position.game.restore_position(replace(position.snapshot, counters=counters))
        won = waiting_wins(near)
        for trees in pairs_of_trees(position):
            if not taken(position, [trees]):
                assert not taken(near, [trees])
            elif taken(near, [trees]):
                assert won, (format_position(near), trees)
            else:
                refused += 1
                lost += not won
    assert refused > lost > 0


# Certificates with trees ---------------------------------------------------------------------------------------------
@cache
def certified() -> tuple[str, ...]:
    (certificate,) = solve(isthmus.game(GAME).start(), certificate=True).certificates
    return tuple(certificate.text())


def test_a_line_for_many_positions_may_give_trees() -> None:
    """With stones, the trees are checked for the poorest position, and the claim holds for the richer ones."""
    position = next(one for one in (left("bridgit(size=3)", 7, seed) for seed in range(99)) if waiting_wins(one))
    assert position.seat is not None
    trees = min((some for some in pairs_of_trees(position) if taken(position, [some])), key=lambda some: len(some[0]))
    points = [*trees[0], *trees[1]]
    assert len(points) < 7
    own, other = ("x", "o") if position.to_move is Side.WHITE else ("o", "x")
    stones = {own: position.stones("black" if own == "x" else "white")}

    def line(against: list[str]) -> list[str]:
        letters = "".join(
            own if name in stones[own] else "." if name in points and name not in against else other
            for name in position.game.topology.names
        )
        header = {"isthmus": "certificate", "version": 2, "position": format_position(position), "lines": 1}
        claim = {"claim": f"{position.seat.other if position.seat else ''} wins"}
        return [json.dumps({**header, **claim}), json.dumps({"stones": letters, "trees": [trees]})]

    assert check_certificate(line([]))
    assert "expected an empty point" in rejected(line(points[:1]))


# Spoiled -------------------------------------------------------------------------------------------------------------
def rejected(lines: list[str] | tuple[str, ...]) -> str:
    with pytest.raises(CertificateError) as caught:
        check_certificate(lines)
    return str(caught.value)


def with_trees(trees: Any, line: int = 2, **header: object) -> list[str]:
    lines = list(certified())
    lines[line] = json.dumps({"trees": trees})
    lines[0] = json.dumps({**json.loads(lines[0]), **header})
    return lines


def good_trees() -> tuple[list[str], list[str]]:
    ((one, two),) = json.loads(certified()[2])["trees"]
    return one, two


def reason(trees: list[list[str]]) -> str:
    """Why trees are refused; empty if they are accepted."""
    try:
        check_certificate(with_trees([trees]))
    except CertificateError as error:
        return str(error)
    return ""


def test_the_trees_themselves_are_taken() -> None:
    assert check_certificate(with_trees([good_trees()]))
    assert check_certificate(with_trees([good_trees(), [[], []]]))


def test_a_tree_without_one_of_its_points_is_refused() -> None:
    one, two = good_trees()
    for name in one:
        fewer = [other for other in one if other != name]
        for trees in ([fewer, two], [two, fewer]):
            said = rejected(with_trees([trees]))
            assert said.startswith("line 3: found '")
            assert said.endswith("whose ends the other tree does not join, expected the same vertices")


def test_a_point_is_in_one_tree_only_and_has_no_stone() -> None:
    one, two = good_trees()
    (turn,) = json.loads(certified()[1])["turns"]
    for strange in (turn, one[0], two[0], "z9", 3, None, ["a1"]):
        for trees in ([[*one, strange], two], [one, [strange, *two]]):
            said = rejected(with_trees([trees]))
            assert said.startswith("line 3: found ")
            assert said.endswith(" in a tree, expected an empty point that is in no tree yet")


def test_points_that_change_trees_make_a_circle_or_reach_too_few_vertices() -> None:
    one, two = good_trees()
    reasons = []
    for name, other in product(one, two):
        changed = [other if point == name else point for point in one]
        reasons.append(reason([changed, [name if point == other else point for point in two]]))
    refused = [said for said in reasons if said]
    assert len(refused) > len(reasons) / 2
    assert all("a cycle in the tree" in said or "the other tree does not join" in said for said in refused)
    moved = rejected(with_trees([[one[1:], [*two, one[0]]]]))
    assert "found a cycle in the tree [" in moved


def test_trees_of_the_wrong_side_or_at_the_wrong_time_are_refused() -> None:
    trees = good_trees()
    assert "expected the opponent of the first seat to move" in rejected(with_trees([trees], line=1))
    (turn,) = json.loads(certified()[1])["turns"]
    start = isthmus.game(GAME).start()

    def alone(position: Position, claim: str) -> list[str]:
        text = format_position(position)
        lines = with_trees([trees], line=1, claim=claim, lines=1, position=text)
        return lines[:2]

    assert check_certificate(alone(start.play(turn), "first wins"))
    assert "expected the opponent of the second seat to move" in rejected(alone(start.play(turn), "second wins"))
    said = rejected(alone(start, "second wins"))
    assert "a cycle in the tree" in said or "the other tree does not join" in said


def test_trees_that_do_not_reach_both_goals_are_refused() -> None:
    said = rejected(with_trees([]))
    assert said == "line 3: found trees that do not join the goals of black, expected top to bottom"
    assert "do not join the goals" in rejected(with_trees([[[], []]]))


def test_trees_need_version_2_exclude_turns_and_are_pairs_of_lists() -> None:
    one, two = good_trees()
    assert rejected(with_trees([[one, two]], version=1)) == "line 3: key: found 'trees', expected one of stones, turns"
    lines = with_trees([[one, two]])
    assert "found turns and trees, expected only one" in rejected(
        [*lines[:2], json.dumps({"turns": {}, "trees": [[one, two]]})]
    )
    for strange in ({}, "a1", 3, None, True):
        assert "expected a list of pairs of trees" in rejected(with_trees(strange))
    for strange in ([one], [one, two, []], one, "ab", None, {}):
        assert "expected a pair of lists of points" in rejected(with_trees([strange]))


@pytest.mark.parametrize("name", ["hex(size=3,pie=0)", "quadrant-hex(size=6)", "trellis(size=5,pie=0)"])
def test_other_games_have_no_such_proof(name: str) -> None:
    position = isthmus.game(name).start()
    header = {"isthmus": "certificate", "version": 2, "position": format_position(position), "claim": "second wins"}
    said = rejected([json.dumps({**header, "lines": 1}), json.dumps({"trees": [[["a1"], ["b1"]]]})])
    assert said == f"line 2: found trees, expected turns: {position.game} is not decided by two trees"


def test_before_the_choice_of_colours_trees_prove_nothing() -> None:
    position = isthmus.game("bridgit(size=4,pie=1)").start()
    for one in (position, position.play("a1")):
        header = {
            "isthmus": "certificate",
            "version": 2,
            "position": format_position(one),
            "claim": f"{Seat.SECOND} wins",
        }
        lines = [json.dumps({**header, "lines": 1}), json.dumps({"trees": [good_trees()]})]
        assert rejected(lines).startswith("line 2: found trees in ")


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["a1", "b2", "c3", "", "z"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
)


@given(JUNK)
def test_anything_but_trees_is_refused(junk: Any) -> None:
    assert rejected(with_trees(junk)).startswith("line 3: ")
    assert rejected(with_trees([[junk, junk]])).startswith("line 3: ")
