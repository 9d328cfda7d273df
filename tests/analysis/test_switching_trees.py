"""The two trees of the winner: they span the same vertices, and do so again after every cut and its answer."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

import isthmus
from isthmus import Position, SearchError, Side
from isthmus.analysis.overlays.switching_trees import ends_of, mending, trees
from isthmus.games.bridgit import Bridgit
from isthmus.games.trellis import Trellis

GAMES = [
    "bridgit(size=3)",
    "bridgit(size=5)",
    "trellis(size=5,pie=0,stones_per_turn=1)",
    "trellis(size=7,pie=0,stones_per_turn=1)",
]


def positions(name: str) -> list[Position]:
    found = []
    for seed in range(8):
        choose, position = random.Random(seed), isthmus.game(name).start()
        for _ in range(2 * seed):
            after = position.step(choose.choice([step for step in position.steps() if step != "pass"]))
            if after.outcome:
                break
            position = after
        found.append(position)
    return found


def spanned(position: Position, side: Side, cells: Iterable[int]) -> tuple[int, frozenset[object]]:
    """The number of circles in the edges of these cells, with own stones contracted, and the vertices they touch."""
    game = position.game
    assert isinstance(game, Bridgit | Trellis)
    above: dict[object, object] = {}

    def find(vertex: object) -> object:
        while (up := above.get(vertex, vertex)) != vertex:
            vertex = up
        return vertex

    for cell in position.snapshot.stones[side.value]:
        one, two = map(find, ends_of(game, side, cell))
        above[one] = two
    touched = frozenset(find(end) for cell in cells for end in ends_of(game, side, cell))
    assert {find("from"), find("to")} <= touched or not touched
    circles = 0
    for cell in cells:
        one, two = map(find, ends_of(game, side, cell))
        circles += one == two
        above[one] = two
    assert not touched or find("from") == find("to")
    return circles, touched


@pytest.mark.parametrize("name", GAMES)
def test_both_trees_span_the_same_vertices_without_a_circle(name: str) -> None:
    checked = 0
    for position in positions(name):
        found = mending(position)
        assert found is not None
        after = position if found.first is None else position.play(found.first)
        side, cells = found.theory.winner, position.game.topology.cell_of
        one, two = ([cells[point] for point in tree] for tree in found.theory.trees)
        assert not set(one) & set(two)
        assert spanned(after, side, one) == (0, spanned(after, side, two)[1])
        checked += bool(one)
    assert checked >= 4


@pytest.mark.parametrize("name", GAMES)
def test_after_every_cut_and_its_answer_there_are_two_trees_again(name: str) -> None:
    checked = 0
    for position in positions(name):
        found = mending(position)
        assert found is not None
        winner, cells = found.theory.winner, position.game.topology.cell_of
        assert (found.first is None) == (position.to_move is not winner)
        after = position if found.first is None else position.play(found.first)
        assert set(found.answers) == {*found.theory.trees[0], *found.theory.trees[1]}
        for attack, answer in found.answers.items():
            mended = after.play(attack).play(answer)
            if mended.outcome:
                assert mended.outcome.winner is winner
                continue
            one, two = (
                [cells[point] for point in tree if point not in (attack, answer)] for tree in found.theory.trees
            )
            assert spanned(mended, winner, one) == (0, spanned(mended, winner, two)[1])
            checked += 1
    assert checked > 20


def test_playing_the_answers_wins_a_whole_game() -> None:
    choose, position = random.Random(1), isthmus.game("bridgit(size=4)").start()
    while position.outcome is None:
        found = mending(position)
        assert found is not None
        if found.first is not None:
            position = position.play(found.first)
            continue
        attack = choose.choice(position.turns())
        answer = found.answers.get(str(attack))
        position = position.play(attack)
        if position.outcome is None and answer is not None:
            position = position.play(answer)
    assert position.outcome.winner is Side.BLACK


def test_the_overlay_names_the_trees_and_links_cuts_to_answers() -> None:
    position = isthmus.game("bridgit(size=4)").start()
    made, found = trees(position), mending(position)
    assert found is not None
    for tree, sign, letter in zip(found.theory.trees, (1, -1), "AB", strict=True):
        assert {point for point, value in made.values.items() if value == sign} == set(tree)
        assert {point for point, text in made.texts.items() if text == letter} == set(tree)
    assert {link.start: link.end for link in made.links} == found.answers
    assert made.facts == {"winner": "black", "first": str(found.first)}
    assert made.view == "black"
    assert [point for point, text in made.texts.items() if text == "!"] == [str(found.first)]


def test_where_the_next_turn_wins_there_are_no_trees() -> None:
    position = isthmus.game("bridgit(size=3)").position(black=["a1", "a3"], white=["b4", "c3"], to_move="black")
    made = trees(position)
    assert (dict(made.values), made.facts["first"]) == ({}, "a5")


@pytest.mark.parametrize("name", ["hex", "trellis"])
def test_other_games_have_no_trees(name: str) -> None:
    with pytest.raises(SearchError, match="has no trees to show"):
        mending(isthmus.game(name).start())
