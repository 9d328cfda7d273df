"""The overlays of current flow: sums at the borders, mirrored sides, and the effect of a stone."""

from __future__ import annotations

import math

import pytest

import isthmus
from isthmus import Position, SearchError, Side
from isthmus.analysis.overlays.current import current_flow
from isthmus.analysis.overlays.current_map import change, contest_names, current


@pytest.fixture
def hex_position() -> Position:
    return isthmus.game("hex(size=5,pie=0)").position(black=["c3", "b2"], white=["d2"], to_move="white")


@pytest.fixture
def five_contests() -> Position:
    return isthmus.game("quadrant-hex(size=6)").position(black=["c3", "b2"], white=["d2"], to_move="black")


def test_current_in_equals_current_out(hex_position: Position, five_contests: Position) -> None:
    for position in (hex_position, five_contests):
        for contest in contest_names(position)[1:] or ("all",):
            for side in Side:
                entries = current(position, side=str(side), contest=contest).entries
                for end in ("from", "to"):
                    shares = [entry["share"] for entry in entries if entry["end"] == end]
                    assert sum(shares) == pytest.approx(1)
                    assert shares == sorted(shares, reverse=True)


def test_the_bottom_row_of_trellis_carries_all_of_blacks_current() -> None:
    position = isthmus.game("trellis(size=7)").start().play("c3").play("e5+f7")
    made = current(position, side="black")
    for row in (1, 7):
        assert sum(made.values[f"{column}{row}"] for column in "abcdefg") == pytest.approx(1)
    ends = {entry["end"]: entry["point"][1] for entry in made.entries}
    assert ends == {"from": "1", "to": "7"}


def test_bridgit_counts_from_the_goal_that_its_rules_name_first() -> None:
    made = current(isthmus.game("bridgit(size=3)").start(), side="black")
    assert {entry["point"][1] for entry in made.entries if entry["end"] == "from"} == {"5"}


def test_both_sides_together_are_the_power_where_a_point_is_an_edge() -> None:
    """There the power at a point is the product of the two sides' shares of the current, also for a stone."""
    position = isthmus.game("bridgit(size=4)").start().play("c3").play("d4")
    black, white = (current(position, side=str(side)).values for side in Side)
    both = current(position).values
    assert both == pytest.approx({point: black[point] * white[point] for point in both}, abs=1e-9)
    assert sum(both.values()) == pytest.approx(1)


def test_several_contests_are_a_weighted_mean(five_contests: Position) -> None:
    flow, whole = current_flow(five_contests), current(five_contests, side="white").values
    for cell, name in enumerate(five_contests.game.topology.names):
        parts = zip(flow.weights, flow.contests, strict=True)
        assert whole[name] == pytest.approx(sum(weight * each.sides[1].current[cell] for weight, each in parts))
    corner = current(five_contests, contest="top left")
    assert set(corner.values) == {f"{column}{row}" for column in "abc" for row in (1, 2, 3)}


@pytest.mark.parametrize("side", ["black", "white"])
def test_change_is_the_difference_to_the_position_with_the_stone(hex_position: Position, side: str) -> None:
    made = change(hex_position, side=side)
    sign = 1 if side == "black" else -1
    assert len(made.values) == 25 - 3
    for point, value in made.values.items():
        stones = {str(each): hex_position.stones(each) + [point] * (str(each) == side) for each in Side}
        after = hex_position.game.position(black=stones["black"], white=stones["white"])
        assert value == pytest.approx(sign * (current_flow(after).ahead - current_flow(hex_position).ahead), abs=1e-9)
    assert made.entries[0]["change"] == max(made.values.values())


@pytest.mark.parametrize("name", ["hex(size=5)", "trellis(size=7)", "bridgit(size=4)", "quadrant-trellis(size=9)"])
def test_a_stone_never_hurts_and_the_start_is_even(name: str) -> None:
    start = isthmus.game(name).start()
    assert current_flow(start).ahead == pytest.approx(0, abs=1e-6)
    for side in ("black", "white"):
        assert min(change(start, side=side).values.values()) >= -1e-9


def test_a_stone_that_wins_changes_most() -> None:
    position = isthmus.game("hex(size=5,pie=0)").position(black=["c1", "c2", "c4", "c5"], white=["a1", "a2", "a4"])
    made = change(position, side="black")
    best = made.entries[0]
    assert position.play(best["point"]).outcome
    assert made.full == best["change"]


def test_change_in_one_contest_stays_inside_it(five_contests: Position) -> None:
    made = change(five_contests, side="white", contest="bottom right")
    assert set(made.values) == {f"{column}{row}" for column in "def" for row in (4, 5, 6)}
    before = current_flow(five_contests)
    whole = change(five_contests, side="white")
    assert len(whole.values) == 36 - 3
    assert whole.facts["black's lead"] == before.ahead


def test_a_contest_that_nobody_holds_is_refused(five_contests: Position) -> None:
    with pytest.raises(SearchError, match="contest: there is no 'middle'; expected all, board, top left"):
        current(five_contests, contest="middle")


def test_facts_say_the_resistances_and_who_is_ahead(hex_position: Position) -> None:
    facts = current(hex_position).facts
    black, white = facts["resistance of black"], facts["resistance of white"]
    assert isinstance(black, float)
    assert isinstance(white, float)
    assert facts["black's lead"] == pytest.approx(math.log(white / black))
    assert facts["black's lead"] == pytest.approx(math.atanh(float(facts["black's value by current alone"] or 0)))
