"""Proof maps against brute force, with limits, and as an overlay."""

from __future__ import annotations

import random
from functools import cache

import pytest

import isthmus
from isthmus import Position, SearchError
from isthmus.analysis.overlays.proof_map import ProofMap, prove_turns
from isthmus.analysis.overlays.proof_map import proof as proof_map
from isthmus.analysis.overlays.touched import entered
from isthmus.rules.types import Seat

FEW_LEFT = {
    "hex(size=3,pie=0)": 7,
    "hex(size=4,pie=1)": 7,
    "bridgit(size=3)": 7,
    "trellis(size=5,pie=0)": 4,
}
"""Empty points for which brute force is quick; none of these games can repeat positions."""


@cache
def value(position: Position) -> int:
    """The result of a position for the first seat, by brute force."""
    if position.outcome is not None:
        return 0 if position.outcome.winner is None else _sign(position.seat_of(position.outcome.winner))
    results = [value(position.play(turn)) for turn in position.turns()]
    return max(results) if position.seat is Seat.FIRST else min(results)


def _sign(seat: Seat | None) -> int:
    return 1 if seat is Seat.FIRST else -1


def late(name: str, seed: int) -> Position:
    choose, position = random.Random(seed), isthmus.game(name).start()
    cells = len(position.game.topology)
    while cells - sum(len(position.stones(side)) for side in ("black", "white")) > FEW_LEFT[name]:
        after = position.step(choose.choice([step for step in position.steps() if step != "pass"]))
        if after.outcome:
            break
        position = after
    return position


@pytest.mark.parametrize("name", FEW_LEFT)
@pytest.mark.parametrize("seed", range(3))
def test_every_turn_is_worth_what_exhaustive_search_says(name: str, seed: int) -> None:
    position = late(name, seed)
    made = prove_turns(position, nodes=1_000_000)
    assert position.seat is not None
    sign = _sign(position.seat)
    assert [str(each.turn) for each in made.turns] == [str(turn) for turn in position.turns()]
    for each in made.turns:
        worth = sign * value(position.play(each.turn))
        assert (each.least, each.most) == (worth, worth)
        assert each.result == {1: "won", 0: "draw", -1: "lost"}[worth]
        if each.reply is not None:
            assert sign * value(position.play(each.turn).play(each.reply)) == worth
        elif worth == -1:
            after = position.play(each.turn)
            assert after.outcome is not None or after.seat is position.seat
    assert made.best == sign * value(position)
    for point, worth in made.points().items():
        through = [sign * value(position.play(turn)) for turn in position.turns() if point in entered(position, turn)]
        assert worth == max(through)


def test_draws_are_proved_too() -> None:
    game = isthmus.game("orbit(size=5,pie=0)")
    position = game.start().play("pass")
    made = prove_turns(position, nodes=300)
    over = next(each for each in made.turns if str(each.turn) == "pass")
    assert (over.result, over.reply) == ("draw", None)
    assert made.best is None
    assert position.play("pass").outcome is not None


def test_a_lost_turn_has_its_refutation_and_a_won_one_has_none() -> None:
    made = prove_turns(isthmus.game("hex(size=3,pie=0)").start(), nodes=100_000)
    results = {str(each.turn): each for each in made.turns}
    assert results["b2"].result == "won"
    assert results["b2"].reply is None
    assert results["a1"].result == "lost"
    reply = results["a1"].reply
    assert reply is not None
    after = made.position.play("a1").play(reply)
    assert value(after) == -1


def test_the_choice_of_colours_is_a_turn_too() -> None:
    position = isthmus.game("hex(size=3,pie=1)").start().play("a1")
    made = prove_turns(position, nodes=100_000)
    assert {str(each.turn): each.result for each in made.turns} == {"take-black": "lost", "take-white": "won"}
    overlay = proof_map(position, nodes=100_000)
    assert (dict(overlay.values), overlay.view, len(overlay.entries)) == ({}, "second seat", 2)


def test_limits_leave_turns_unproved_and_more_nodes_prove_more() -> None:
    position = isthmus.game("hex(size=5,pie=0)").start()
    few, more = (sum(each.result != "unproved" for each in prove_turns(position, nodes=n).turns) for n in (30, 4000))
    assert few < 25
    assert few < more
    again = prove_turns(position, nodes=30)
    assert [each.result for each in again.turns] == [each.result for each in prove_turns(position, nodes=30).turns]
    assert again.nodes <= 60


def test_stop_ends_the_proof_map_and_progress_is_reported() -> None:
    position = isthmus.game("hex(size=4,pie=0)").start()
    seen: list[ProofMap] = []
    made = prove_turns(position, nodes=100_000, stop=lambda: len(seen) >= 3, on_progress=seen.append)
    assert len(seen) == 3
    assert made.turns == seen[-1].turns
    proved = [sum(each.result != "unproved" for each in found.turns) for found in seen]
    assert proved == sorted(proved)


def test_the_overlay_shows_points_facts_and_the_winning_turns_first() -> None:
    position = isthmus.game("hex(size=4,pie=0)").start()
    made = proof_map(position, nodes=100_000)
    winning = {point for point, worth in made.values.items() if worth == 1}
    assert winning == {"a4", "b3", "c2", "d1"}
    assert made.facts["position"] == "won"
    assert (made.facts["won"], made.facts["lost"]) == (4, 12)
    assert [entry["turn"] for entry in made.entries[:4]] == sorted(winning)
    assert {made.texts[point] for point in winning} == {"won"}


def test_unproved_points_have_a_question_mark_and_no_value() -> None:
    made = proof_map(isthmus.game("hex(size=8,pie=0)").start(), nodes=64)
    unproved = {point for point, text in made.texts.items() if text == "?"}
    assert unproved
    assert not unproved & set(made.values)


def test_games_that_are_over_or_only_in_python_are_refused() -> None:
    over = isthmus.game("orbit(size=5,pie=0)").start().play("pass").play("pass")
    with pytest.raises(SearchError, match="no turns to prove, because the game is over"):
        prove_turns(over)
    with pytest.raises(SearchError, match="written only in Python"):
        prove_turns(isthmus.game("hex(size=3)").reference().start())
