"""Finding: known puzzles are found, positions with two wins are not, and no two puzzles look alike."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

import isthmus
from isthmus.analysis.puzzles.proof import Verdict
from isthmus.analysis.puzzles.search import APART, find, key
from isthmus.analysis.puzzles.sources import Source
from isthmus.errors import IllegalTurnError, SearchError


def source(game: str, *turns: str) -> Source:
    return Source("game.jsonl", 3, isthmus.game(game).start(), turns, ("Ann", "Ben"))


def test_the_known_answer_to_the_corner_is_found() -> None:
    """In Hex 3 nothing but the centre answers a stone in the acute corner of the rows."""
    (puzzle,) = find(source("hex(size=3,pie=0)", "a1", "c3")).puzzles
    assert (puzzle.position.stones("black"), puzzle.solution, puzzle.goal) == (["a1"], "b2", "White to play and win")
    assert puzzle.line[0] == "b2"
    *_, last = puzzle.positions()
    assert str(last.outcome) == "white (connected)"
    assert (puzzle.origin.file, puzzle.origin.game, puzzle.origin.turn) == ("game.jsonl", 3, 1)
    assert puzzle.origin.players == ("Ann", "Ben")
    assert len(puzzle.refutations) == 6
    for wrong in puzzle.refutations:
        assert puzzle.answer(wrong.turn).reply is not None


def test_positions_with_two_winning_turns_are_not_taken() -> None:
    harvest = find(source("hex(size=4,pie=0)", "a1"))
    assert harvest.puzzles == ()
    assert harvest.verdicts == {Verdict.SEVERAL: 2}


def test_lost_positions_and_those_with_few_turns_are_not_taken() -> None:
    assert find(source("hex(size=3,pie=0)", "b2")).verdicts == {Verdict.NONE: 1, Verdict.SEVERAL: 1}
    few = isthmus.game("hex(size=3,pie=0)").position(["a1", "b1"], ["a2", "c1"], "black")
    assert find(Source("", 1, few)).verdicts == {}


def test_nothing_is_asked_before_the_colours_are_settled() -> None:
    assert find(source("hex(size=3,pie=1)", "a1")).verdicts == {}
    assert find(source("hex(size=3,pie=1)", "a1", "take-black", "c3")).verdicts.total() == 2


def test_puzzles_of_a_game_lie_apart() -> None:
    """A game of random turns, in which the winner changes often."""
    chance = random.Random(5)
    position, turns = isthmus.game("bridgit(size=5)").start(), []
    while position.outcome is None:
        turns.append(str(chance.choice(position.turns())))
        position = position.play(turns[-1])
    numbers = [puzzle.origin.turn for puzzle in find(source("bridgit(size=5)", *turns)).puzzles]
    assert len(numbers) > 1
    assert all(later - earlier >= APART for earlier, later in pairwise(numbers))


def test_every_position_is_reported() -> None:
    told: list[bool] = []
    harvest = find(source("hex(size=4,pie=0)", "a1", "b3"), on_position=lambda: told.append(True))
    assert len(told) == harvest.verdicts.total() == 3


def test_a_stop_ends_the_search_within_a_position() -> None:
    """The proof of the empty board of Hex 11 would never end."""
    questions = iter([False, False])
    harvest = find(source("hex(size=11,pie=0)"), nodes=10**12, stop=lambda: next(questions, True))
    assert (harvest.stopped, harvest.verdicts) == (True, {})


def test_positions_before_a_stop_count() -> None:
    told: list[bool] = []
    game = source("hex(size=4,pie=0)", "a1", "b3")
    harvest = find(game, on_position=lambda: told.append(True), stop=lambda: bool(told))
    assert (harvest.stopped, harvest.verdicts.total()) == (True, 1)


def test_an_illegal_turn_is_named() -> None:
    with pytest.raises(IllegalTurnError, match=r"game\.jsonl, game 3, turn 2: "):
        find(source("hex(size=3,pie=0)", "a1", "a1"))


def test_a_game_only_in_python_is_refused() -> None:
    reference = isthmus.game("hex(size=3,pie=0)").reference()
    with pytest.raises(SearchError, match="written only in Python"):
        find(Source("", 1, reference.start()))


def test_turned_and_mirrored_positions_have_one_key() -> None:
    game = isthmus.game("bridgit(size=4)")
    chance = random.Random(5)
    stones = chance.sample(list(game.topology.names), 6)
    black, white = stones[:3], stones[3:]
    position = game.position(black, white, "black")
    names = game.topology.names
    for symmetry in game.symmetries():
        moved = [[names[symmetry.image[game.topology.cell(name)]] for name in own] for own in (black, white)]
        side = "white" if symmetry.swaps else "black"
        image = game.position(*(reversed(moved) if symmetry.swaps else moved), side)
        assert key(image) == key(position)
    assert key(game.position(black, white, "white")) != key(position)
    assert key(game.position(black[:2], white, "black")) != key(position)
