"""The engine's use of the solver: a short proof at the root, and second looks at nodes with many visits."""

from __future__ import annotations

import random

import pytest

import isthmus
from isthmus import Position
from isthmus.engine import Engine, Proof
from isthmus.record import parse_position

HIDDEN = [
    "hex(size=11,pie=0) 11/9x1/11/8xo1/2o5o1x/3o2o1x2/2x1o2o3/11/1x9/1x9/11 black first=black",
    "hex(size=11,pie=0) 11/9x1/11/8xo1/2o3x1o1x/3o2o1x2/2x1o2o3/11/1x9/1x9/11 white first=black",
    "hex(size=10,pie=0) 10/4x3x1/6xoo1/6xx2/5ooo2/3o6/10/10/9x/10 black first=black",
    "hex(size=10,pie=0) o7o1/8x1/10/x4o1x2/10/6x3/7x2/1oo2o4/1x8/10 black first=black",
]
"""Positions that the solver settles in one node, but a thousand simulations did not."""
LOST_AGAIN = [
    (
        "quadrant-trellis(size=17,pie=0) 8x8/9x7/9ox6/10ox1x3/11oo4/4x12/3xoo4x6/2xo2o2oox5/1xo1x1xoox1x5/"
        "4x1xo9/3oxoo10/5x11/5o11/17/17/17/17 white first=black"
    ),
    (
        "quadrant-trellis(size=17,pie=0) 17/13ox2/10x1ox3/5oo2oxox4/5x2o1ox5/4xxoo2ox1o3/4xox1ooxxoxx2/"
        "4xooox1oxxoox1/3x2xxx2oo2ox/3x2xooxxx4o/3xoxo2oxox4/3oxo4xox4/3xo4ooxo4/2xo6xo5/9xo6/3o4xo7/xo5xo8 "
        "black first=black"
    ),
]
"""Proved wins in two saved games that a search from scratch did not find again, so the games were lost."""
SMALL = (
    "hex(size=5,pie=0)",
    "quadrant-hex(size=6,pie=0)",
    "quadrant-trellis(size=9,pie=0)",
    "trellis(size=5,pie=0)",
    "trinidad(size=3,pie=0)",
)
OFTEN = {"second_look": 4}


def random_position(game: str, choose: random.Random) -> Position:
    """A position from random turns where the game is not over; some are early, most in the middle."""
    board = isthmus.game(game)
    position = board.start()
    turns = choose.randrange(len(position.steps()) // 3, 2 * len(position.steps()) // 3)
    for _ in range(turns // (2 if game.startswith("trellis") else 1)):
        after = position.play(choose.choice(position.turns()))
        if after.outcome:
            break
        position = after
    return position


@pytest.mark.parametrize("text", HIDDEN)
def test_no_search_hides_a_proof_that_takes_the_solver_one_node(text: str) -> None:
    position = parse_position(text)
    known = isthmus.solve(position, nodes=1)
    assert known.result != "unproved"
    assert known.winner is not None
    report = isthmus.search(position, simulations=1000, seed=1)
    assert report.proof.win_for(known.winner)
    assert isthmus.search(position, simulations=1000, seed=1, parameters={"proof_nodes": 0}).proof is Proof.UNPROVED


@pytest.mark.parametrize("text", LOST_AGAIN)
@pytest.mark.parametrize("parameters", [{}, {"proof_nodes": 0, "second_look": 256}], ids=["root", "second look"])
def test_a_proved_win_is_found_again_from_scratch(text: str, parameters: dict[str, float]) -> None:
    position = parse_position(text)
    assert position.seat is not None
    report = isthmus.search(position, simulations=5000, seed=1, parameters=parameters)
    assert report.proof.win_for(position.seat)
    after = isthmus.solve(position.play(report.best), nodes=1000)
    assert (after.result, after.winner) == ("loss", position.seat)


@pytest.mark.parametrize("game", SMALL)
@pytest.mark.parametrize("parameters", [OFTEN | {"proof_nodes": 0}, {"proof_nodes": 50}], ids=["often", "root"])
def test_a_proof_is_true_and_its_turn_keeps_the_result(game: str, parameters: dict[str, float]) -> None:
    choose = random.Random(f"{game} {sorted(parameters)}")
    proved = 0
    for _ in range(40):
        position = random_position(game, choose)
        report = isthmus.search(position, simulations=300, seed=1, parameters=parameters)
        if report.proof is Proof.UNPROVED:
            continue
        known = isthmus.solve(position, nodes=5000)
        if known.result == "unproved":
            continue
        proved += 1
        if known.winner is None:
            assert report.proof is Proof.DRAW
            continue
        assert report.proof.win_for(known.winner), f"{position}"
        after = position.play(report.best)
        if after.outcome:
            assert after.outcome.winner is not None
            assert after.seat_of(after.outcome.winner) is known.winner
        else:
            assert isthmus.solve(after, nodes=20_000).winner is known.winner
    assert proved > 10


@pytest.mark.parametrize("game", ["hex(size=6,pie=0)", "trellis(size=5,pie=0)", "quadrant-trellis(size=9,pie=0)"])
def test_an_engine_that_plays_on_never_loses_what_it_proved(game: str) -> None:
    for seed in range(4):
        engine = Engine(seed=seed, parameters=OFTEN)
        position = isthmus.game(game).start()
        position = position.play(random.Random(seed).choice(position.turns()))
        winner = None
        while position.outcome is None:
            report = engine.search(position, simulations=200)
            for seat in isthmus.Seat:
                if winner is None and report.proof.win_for(seat):
                    winner = seat
            if winner is not None:
                assert report.proof.win_for(winner)
            position = position.play(report.best)
        assert position.outcome.winner is not None
        assert position.seat_of(position.outcome.winner) is winner


@pytest.mark.parametrize(
    ("game", "opening"), [("hex(size=5,pie=1)", "a2"), ("hex(size=5,pie=1)", "a3"), ("trellis(size=5,pie=1)", "b2")]
)
def test_a_win_by_the_choice_of_a_colour_is_still_a_win_after_it(game: str, opening: str) -> None:
    """The same seat may act again."""
    engine = Engine(seed=1, evaluator="hand", parameters={"claims": 1})
    position = isthmus.game(game).start().play(opening)
    report = engine.search(position, simulations=20_000)
    assert report.proof.win_for(isthmus.Seat.SECOND)
    position = position.play(report.best)
    assert engine.search(position, simulations=20_000).proof.win_for(isthmus.Seat.SECOND)


def test_a_claim_holds_for_the_position_after_the_winning_turn_until_the_engine_forgets() -> None:
    engine = Engine(seed=1, evaluator="hand", parameters={"claims": 1})
    position = isthmus.game("trellis", size=5, pie=0).start()
    report = engine.search(position, simulations=20_000)
    assert report.proof.win_for(isthmus.Seat.FIRST)
    after = position.play(report.best)
    assert engine.search(after, simulations=1).proof.win_for(isthmus.Seat.FIRST)
    engine.clear()
    assert engine.search(after, simulations=1).proof is Proof.UNPROVED


def test_a_short_proof_leaves_time_for_the_search() -> None:
    """With both limits the proof takes a tenth of the time at most, however many nodes it may have."""
    position = isthmus.game("hex", size=19, pie=0).start()
    for turn in ("d4", "p16", "j10", "d15", "p5", "k12"):
        position = position.play(turn)
    # A thousand nodes take several times the second; one node takes about a hundredth of it.
    report = isthmus.search(position, simulations=100_000, seconds=1.0, seed=1, parameters={"proof_nodes": 1000})
    assert report.simulations > 1


def test_second_looks_prove_sooner() -> None:
    position = isthmus.game("hex", size=7, pie=0).start().play("d4").play("c4")

    def proof(second_look: int) -> Proof:
        engine = Engine(seed=1, parameters={"second_look": second_look, "proof_nodes": 0})
        return engine.search(position, simulations=10_000).proof

    assert proof(0) is Proof.UNPROVED
    assert proof(64) is Proof.FIRST_WINS


@pytest.mark.parametrize("game", ["hex(size=8,pie=0)", "trellis(size=7,pie=0)"])
def test_threads_take_second_looks(game: str) -> None:
    position = isthmus.game(game).start()
    report = Engine(threads=4, parameters=OFTEN).search(position, simulations=3000)
    assert report.proof is not Proof.UNPROVED or report.simulations >= 3000


def test_levels_that_overlook_take_no_second_look() -> None:
    position = parse_position(HIDDEN[0])
    weak = isthmus.search(position, simulations=500, parameters=OFTEN | {"oversight": 0.5})
    assert weak.proof is Proof.UNPROVED
