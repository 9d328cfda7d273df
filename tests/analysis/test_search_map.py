"""The overlays of a search, added up again from its report."""

from __future__ import annotations

import pytest

import isthmus
from isthmus import Position, SearchError
from isthmus.analysis.overlays.search_map import priors, values, visits
from isthmus.analysis.overlays.touched import entered
from isthmus.engine import Proof, search


@pytest.fixture
def trellis() -> Position:
    return isthmus.game("trellis(size=7,pie=0)").start().play("c3+e4")


def test_visits_of_one_stone_turns_add_up_to_one() -> None:
    position = isthmus.game("hex(size=5,pie=0)").start()
    report = search(position, simulations=300)
    made = visits(position, report=report)
    assert sum(made.values.values()) == pytest.approx(1)
    total = sum(turn.visits for turn in report.turns)
    for turn in report.turns:
        if turn.visits:
            assert made.values[str(turn.turn)] == pytest.approx(turn.visits / total)
    assert made.view == "black"
    assert [entry["turn"] for entry in made.entries] == [str(turn.turn) for turn in report.turns]


def test_two_stones_count_in_full_for_both_points(trellis: Position) -> None:
    report = search(trellis, simulations=400)
    made, total = visits(trellis, report=report), sum(turn.visits for turn in report.turns)
    for point, share in made.values.items():
        through = sum(turn.visits for turn in report.turns if point in entered(trellis, turn.turn))
        assert share == pytest.approx(through / total)
    stones = sum(turn.visits * len(entered(trellis, turn.turn)) for turn in report.turns)
    assert sum(made.values.values()) == pytest.approx(stones / total)
    assert sum(made.values.values()) > 1.5


def test_priors_are_those_of_the_report(trellis: Position) -> None:
    report = search(trellis, simulations=400)
    made = priors(trellis, report=report)
    for point, share in made.values.items():
        through = sum(turn.prior for turn in report.turns if point in entered(trellis, turn.turn))
        assert share == pytest.approx(through)


def test_values_are_means_for_the_seat_to_act(trellis: Position) -> None:
    report = search(trellis, simulations=400)
    made = values(trellis, report=report)
    assert made.view == "white"
    for point, value in made.values.items():
        through = [turn for turn in report.turns if point in entered(trellis, turn.turn) and turn.visits]
        weighted = sum(turn.visits * turn.value.of(report.seat) for turn in through)
        assert value == pytest.approx(weighted / sum(turn.visits for turn in through))


def test_values_of_one_stone_turns_are_those_of_the_turns() -> None:
    position = isthmus.game("hex(size=4,pie=0)").position(black=["a2"], white=["d1"], to_move="white")
    report = search(position, simulations=200)
    made = values(position, report=report)
    for turn in report.turns:
        if turn.visits:
            assert made.values[str(turn.turn)] == pytest.approx(turn.value.of(report.seat))


def test_if_theory_knows_the_turn_it_stands_out() -> None:
    position = isthmus.game("bridgit(size=4)").start()
    report = search(position, simulations=10)
    assert report.proof is Proof.FIRST_WINS
    assert dict(visits(position, report=report).values) == {str(report.best): 1.0}
    assert set(values(position, report=report).values.values()) == {1.0}


def test_moves_are_links_with_the_share_of_their_turns() -> None:
    position = isthmus.game("trinidad(size=3)").start().play("c3").play("a1")
    report = search(position, simulations=300)
    links = visits(position, report=report).links
    assert links
    assert links[0].weight == 1.0
    assert [link.weight for link in links] == sorted((link.weight for link in links), reverse=True)
    totals: dict[tuple[str, str], int] = {}
    for turn in report.turns:
        move = str(turn.turn).rpartition("+")[2].partition("-")
        if move[1]:
            totals[move[0], move[2]] = totals.get((move[0], move[2]), 0) + turn.visits
    strongest = max(totals.values())
    assert {(link.start, link.end): link.weight for link in links} == pytest.approx(
        {move: count / strongest for move, count in totals.items() if count}
    )


def test_limits_go_to_the_search(trellis: Position) -> None:
    assert visits(trellis, simulations=50, seed=2) == visits(trellis, simulations=50, seed=2)
    assert visits(trellis, simulations=50).facts["simulations"] == 50


def test_a_report_of_another_position_is_refused(trellis: Position) -> None:
    report = search(trellis, simulations=5)
    with pytest.raises(SearchError, match="another position"):
        visits(trellis.play("a1+b3"), report=report)
