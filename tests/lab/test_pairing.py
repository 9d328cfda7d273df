"""The first player's pairing of Trellis with one stone a turn wins on every board."""

from __future__ import annotations

import random
from itertools import product

import pytest

from isthmus.lab.pairing import after_first_stone, drawings, pairing, sizes
from isthmus.rules.types import Seat
from isthmus.solve.two_trees import ProofError, check_trees


@pytest.mark.parametrize("size", sizes())
def test_the_checker_of_proofs_accepts_the_pairing(size: int) -> None:
    """A pair is a pair of trees of one edge each; the checker knows only the rules, including the mirror rule."""
    position, parts = after_first_stone(size), [[[one], [other]] for one, other in pairing(size)]
    check_trees(position, Seat.FIRST, parts)
    with pytest.raises(ProofError):
        check_trees(position, Seat.FIRST, parts[1:])


@pytest.mark.parametrize("size", sizes())
def test_it_pairs_every_other_point_with_a_neighbour(size: int) -> None:
    board = after_first_stone(size).game.topology
    pairs = pairing(size)
    assert len({point for pair in pairs for point in pair}) == size * size - 1 == 2 * len(pairs)
    for one, other in pairs:
        assert board.names.index(other) in board.neighbours[board.names.index(one)]


def test_on_the_smallest_board_every_choice_from_the_pairs_wins() -> None:
    """The same without any theory: whichever point of each pair the second player takes."""
    position, pairs = after_first_stone(5), pairing(5)
    middle = position.stones("black")[0]
    for choice in product((0, 1), repeat=len(pairs)):
        black = [middle, *(pair[1 - taken] for pair, taken in zip(pairs, choice, strict=True))]
        white = [pair[taken] for pair, taken in zip(pairs, choice, strict=True)]
        outcome = position.game.position(black=black, white=white, to_move="white").outcome
        assert outcome is not None
        assert str(outcome.winner) == "black"


@pytest.mark.parametrize("size", [9, 19])
def test_answers_by_the_pairing_win_against_random_turns(size: int) -> None:
    answer = {one: other for pair in pairing(size) for one, other in (pair, pair[::-1])}
    chance = random.Random(size)
    for _ in range(3):
        position = after_first_stone(size)
        while position.outcome is None:
            turn = chance.choice([turn for turn in position.turns() if turn.text != "pass"])
            position = position.play(turn)
            if position.outcome is None:
                position = position.play(answer[turn.text])
        assert position.seat_of(position.outcome.winner) is Seat.FIRST


def test_there_is_a_drawing_for_every_size() -> None:
    for (size, picture), wanted in zip(drawings(), sizes(), strict=True):
        assert size == wanted
        assert picture.startswith("<svg")
