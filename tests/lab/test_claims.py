"""The statements of docs/claims.md that need no games, checked on the boards."""

from __future__ import annotations

import json
import random
from statistics import fmean

import pytest

import isthmus
from isthmus.engine.report import Proof
from isthmus.lab import claimed
from isthmus.lab.measures.catalogue import full_plan

EVEN, ODD = (2, 4, 6), (1, 3, 5)


def shifted(row: int, column: int) -> tuple[int, int]:
    """The partner of a point: points of one shade of the chequerboard are answered below them, the others above."""
    return (row + 1, column) if (row + column) % 2 == 0 else (row - 1, column)


def keeps_distance(separation: int) -> bool:
    """Whether two points at this distance always have answers at the same distance."""
    for row in range(2):
        for column in range(2):
            for across in range(-separation, separation + 1):
                for down in {separation - abs(across), abs(across) - separation}:
                    one, other = shifted(row, column), shifted(row + down, column + across)
                    if abs(one[0] - other[0]) + abs(one[1] - other[1]) != separation:
                        return False
    return True


def test_answers_on_neighbouring_points_keep_even_separations_and_no_odd_one() -> None:
    assert [separation for separation in range(1, 7) if keeps_distance(separation)] == list(EVEN)


def placements(position: isthmus.Position) -> list[isthmus.Turn]:
    """All turns except the pass."""
    return [turn for turn in position.turns() if turn.text != "pass"]


def wins_for_first(position: isthmus.Position) -> bool:
    """Whether the first seat wins, by proof."""
    proof = isthmus.search(position, simulations=1, evaluator="hand").proof
    assert proof is not Proof.UNPROVED
    return proof is Proof.FIRST_WINS


@pytest.mark.parametrize("size", [5, 9])
def test_an_offer_of_one_turn_is_an_offer_of_three_with_two_passes(size: int) -> None:
    """So the first seat can offer everything under the pie of three turns that it can offer under the standard pie."""
    one, three = (isthmus.game("trellis", size=size, pie=pie).start() for pie in (1, 3))
    chance = random.Random(size)
    for turn in chance.sample(one.turns(), 25):
        offered = three.play(turn.text).play("pass").play("pass")
        for taken in ("take-black", "take-white"):
            short, long = one.play(turn.text).play(taken), offered.play(taken)
            assert short.to_move is long.to_move
            assert [short.stones(side) for side in ("black", "white")] == [
                long.stones(side) for side in ("black", "white")
            ]
            assert {turn.text for turn in short.turns()} == {turn.text for turn in long.turns()}
            assert (short.seat_of("black"), short.seat_of("white")) == (long.seat_of("black"), long.seat_of("white"))


@pytest.mark.parametrize("text", ["trellis(size=5,pie=0,stones_per_turn=1)", "bridgit(size=3,pie=0)"])
def test_the_first_seat_wins_with_one_stone_a_turn(text: str) -> None:
    solved = isthmus.solve(isthmus.game(text).start(), seconds=20)
    assert (solved.result, str(solved.winner)) == ("win", "first")


def test_half_of_the_first_turns_of_one_stone_trellis_win_and_random_answers_often_lose_again() -> None:
    """By theory, on 5x5, without the pass: after a random turn of each colour the first seat has won in 81%."""
    start = isthmus.game("trellis", size=5, pie=0, stones_per_turn=1).start()
    shares = []
    won = 0
    for turn in placements(start):
        after = start.play(turn)
        won += wins_for_first(after)
        shares.append(fmean(wins_for_first(after.play(answer)) for answer in placements(after)))
    assert (won, len(shares)) == (13, 25)
    assert fmean(shares) == pytest.approx(0.807, abs=0.001)


@pytest.mark.parametrize("separation", range(1, 7))
def test_the_first_seat_wins_on_the_smallest_board_with_each_separation(separation: int) -> None:
    solved = isthmus.solve(isthmus.game("trellis", size=5, pie=0, separation=separation).start(), seconds=60)
    assert (solved.result, str(solved.winner)) == ("win", "first")


@pytest.mark.parametrize("size", [3, 5, 7])
def test_a_full_board_of_trinidad_has_exactly_one_winner(size: int) -> None:
    """With an odd side, whose opposite parts share the fields where they meet."""
    game = isthmus.game("trinidad", size=size)
    names = list(game.topology.names)
    chance = random.Random(size)
    for _ in range(40):
        chance.shuffle(names)
        half = len(names) // 2 + chance.randrange(2)
        black = game.position(black=names[:half], to_move="white").outcome
        white = game.position(white=names[half:], to_move="black").outcome
        assert (black is None) is not (white is None)


def test_every_study_of_claims_can_be_run_and_its_verdicts_are_kept() -> None:
    found = claimed.studies()
    assert len(found) == 10
    assert found.keys() >= claimed.LONG
    for name, study in found.items():
        assert full_plan(study).points
        assert full_plan(claimed.quick(study)).points
        kept = claimed.kept(name)
        assert kept is not None
        assert kept["key"] == study.key, f"{name}: its games were played by another study"
        assert [claim["name"] for claim in kept["claims"]] == [claim.name for claim in study.data.claims]
        json.dumps(kept)
