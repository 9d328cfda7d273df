"""The perfect opponent: it wins every winnable position, its trees hold, and its reasons are true."""

from __future__ import annotations

import random
import re

import pytest

import isthmus
from isthmus.analysis.theorem import Exchange, Trees, begin, exchange, stands
from isthmus.errors import IllegalTurnError, SearchError
from isthmus.rules.position import Position
from isthmus.rules.types import Side
from isthmus.solve.solver import solve

GAMES = [
    "bridgit(size=4)",
    "bridgit(size=7)",
    "trellis(size=5,pie=0,stones_per_turn=1)",
    "trellis(size=9,pie=0,stones_per_turn=1)",
]
every_game = pytest.mark.parametrize("name", GAMES)


def against(name: str, person: Side, seed: int) -> list[tuple[Position, str, Exchange]]:
    """A whole game against a random player: the position before each of that player's turns, the turn, and the
    exchange."""
    choose, game = random.Random(seed), isthmus.game(name)
    made, found = [], begin(game.start(), person)
    while not (before := found.positions[-1]).outcome:
        # Usually a point of the trees, because only these can be cut.
        points = [*found.answers, *(turn.text for turn in before.turns() if turn.text != "pass")]
        turn = choose.choice(points)
        found = exchange(before, turn, found.trees)
        made.append((before, turn, found))
    return made


@every_game
@pytest.mark.parametrize("seed", range(3))
def test_it_wins_every_game_in_which_it_moves_first(name: str, seed: int) -> None:
    made = against(name, Side.WHITE, seed)
    outcome = made[-1][2].positions[-1].outcome
    assert outcome is not None
    assert outcome.winner is Side.BLACK
    assert made[-1][2].words.endswith("Black has joined its sides and wins.")
    for before, turn, found in made:
        last = found.positions[-1]
        assert found.positions[0] == before.play(turn)
        assert found.kept is None
        if not last.outcome:
            assert found.trees is not None
            assert stands(last, found.trees)
            assert set(found.answers) == {*found.trees.one, *found.trees.two}


@every_game
def test_a_cut_tree_is_mended_by_the_other_and_the_rest_stays(name: str) -> None:
    start = begin(isthmus.game(name).start(), Side.WHITE)
    assert start.trees is not None
    for cut in (*start.trees.one[:4], *start.trees.two[:4]):
        found = exchange(start.positions[-1], cut, start.trees)
        answer, letter = str(found.answer), start.trees.letter(cut)
        assert start.answers[cut] == answer
        assert {letter, start.trees.letter(answer)} == {"A", "B"}
        assert re.match(rf"Your {cut} cut .*tree {letter}.*; {answer} of tree .* joins (it|them) again\.", found.words)
        assert found.trees == start.trees.without(cut, answer)


def test_a_person_who_is_given_the_win_and_keeps_it_beats_the_theorem() -> None:
    found = begin(isthmus.game("bridgit(size=5)").start(), Side.BLACK)
    assert "Theory gives you the win" in found.words
    while not (before := found.positions[-1]).outcome:
        best = isthmus.search(before, simulations=1).best
        found = exchange(before, str(best), found.trees)
        assert found.kept is None
        assert found.winner is Side.BLACK
        if found.trees and found.trees.cut:
            assert found.words.startswith(f"{found.trees.cut} cuts ")
            assert not stands(found.positions[-1], found.trees)
    assert found.words.endswith("you have won against the theorem.")


@pytest.mark.parametrize("name", ["bridgit(size=3)", "bridgit(size=4)", "trellis(size=5,pie=0,stones_per_turn=1)"])
def test_it_names_the_turn_that_lost_the_game_and_a_better_one(name: str) -> None:
    lost = 0
    for seed in range(4):
        for before, turn, found in against(name, Side.BLACK, seed):
            if found.kept is None:
                continue
            lost += 1
            assert f"With {turn} you gave the win away; {found.kept} would have kept it." in found.words
            assert solve(before).winner is before.seat
            assert solve(before.play(found.kept)).winner is before.seat
            assert solve(before.play(turn)).winner is not before.seat
            assert found.winner is Side.WHITE
    assert lost


def test_invalid_trees_are_ignored() -> None:
    start = begin(isthmus.game("bridgit(size=4)").start(), Side.WHITE)
    assert start.trees is not None
    one, two = start.trees.one, start.trees.two
    wrong = [
        Trees(Side.BLACK, one[1:], two),
        Trees(Side.BLACK, one, one),
        Trees(Side.BLACK, (*one, two[0]), two[1:]),
        Trees(Side.BLACK, ("z9", *one[1:]), two),
        Trees(Side.BLACK, (str(start.answer), *one[1:]), two),
        Trees(Side.WHITE, one, two),
        Trees(Side.BLACK, (), ()),
    ]
    for trees in wrong:
        assert not stands(start.positions[-1], trees)
        found = exchange(start.positions[-1], one[0], trees)
        assert found.trees is not None
        assert stands(found.positions[-1], found.trees)


def test_a_point_of_neither_tree_and_a_pass_are_answered_too() -> None:
    start = begin(isthmus.game("trellis(size=5,pie=0,stones_per_turn=1)").start(), Side.WHITE)
    found = exchange(start.positions[-1], "pass", start.trees)
    assert found.words.startswith("pass touches neither tree")
    assert found.trees is not None
    assert stands(found.positions[-1], found.trees)


def test_an_impossible_exchange_is_refused() -> None:
    start = isthmus.game("bridgit(size=3)").start().play("a1")
    with pytest.raises(IllegalTurnError):
        exchange(start, "a1")
    with pytest.raises(SearchError, match="no theorem decides"):
        begin(isthmus.game("hex").start(), Side.BLACK)
    with pytest.raises(SearchError, match="no theorem decides"):
        exchange(isthmus.game("trellis(pie=0)").start(), "a1")
