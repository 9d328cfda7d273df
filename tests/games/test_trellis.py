"""Trellis: turns, winning, the opening and passing, rules 2.1 sentence by sentence (with 1.2 and 1.3)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from trellis_turns import cells, play, points

from isthmus import Game, IllegalTurnError, Position, RulesError, Seat, Side
from isthmus.rules.connect import winning_chain
from isthmus.rules.opening import Opening
from isthmus.rules.snapshot import Snapshot

Make = Callable[..., Game]

# A turn --------------------------------------------------------------------------------------------------------------


def test_a_second_stone_has_twelve_points_at_distance_three(trellis: Make) -> None:
    position = trellis().position().step("h8")
    assert set(position.steps()) == set(points("h11 g10 i10 f9 j9 e8 k8 f7 j7 g6 i6 h5 stop"))
    assert position.phase == "second"


@pytest.mark.parametrize("separation", range(1, 7))
def test_separation_is_a_manhattan_distance_from_1_to_6(trellis: Make, separation: int) -> None:
    position = trellis(size=13, pie=0, separation=separation).start().step("g7")
    assert len(position.steps()) == 4 * separation + 1
    for name in position.steps()[:-1]:
        assert abs("abcdefghijklm".index(name[0]) - 6) + abs(int(name[1:]) - 7) == separation


def test_separation_is_three_by_default_and_nothing_below_1_or_above_6(trellis: Make) -> None:
    assert str(trellis(separation=3)) == str(trellis())
    for separation in (0, 7):
        with pytest.raises(RulesError, match="a whole number from 1 to 6"):
            trellis(separation=separation)


def test_stones_per_turn_is_two_by_default_or_one(trellis: Make) -> None:
    assert str(trellis(stones_per_turn=2)) == str(trellis())
    for stones in (0, 3):
        with pytest.raises(RulesError, match="one of 1, 2"):
            trellis(stones_per_turn=stones)


def test_a_stone_at_another_distance_is_refused_with_the_reason(trellis: Make) -> None:
    start = trellis(size=9, pie=0).start()
    with pytest.raises(IllegalTurnError, match="f6 is not at distance 3 from e5"):
        start.play("e5+f6")
    with pytest.raises(IllegalTurnError, match="f6 is not at distance 3 from e5"):
        start.step("e5").step("f6")


def test_one_stone_alone_is_allowed(trellis: Make) -> None:
    start = trellis(size=9, pie=0).start()
    assert start.play("e5").to_move is Side.WHITE
    mid_turn = start.step("e5")
    assert (mid_turn.may_stop, mid_turn.to_move, mid_turn.seat) == (True, Side.BLACK, Seat.FIRST)
    assert mid_turn.step("stop") == start.play("e5")
    assert not start.may_stop


def test_two_stones_make_one_turn_in_either_order(trellis: Make) -> None:
    start = trellis(size=9, pie=0).start()
    assert start.play("e5+f7") == start.play("f7+e5") == start.step("f7").step("e5")
    assert str(start.play("f7+e5").last_turn) == "e5+f7"
    assert start.play("e5+f7").stones("black") == ["e5", "f7"]


def test_turns_are_listed_once_each_in_canonical_text(trellis: Make) -> None:
    turns = [str(turn) for turn in trellis(size=5, pie=0).start().turns()]
    pairs = [turn for turn in turns if "+" in turn]
    assert len(turns) == len(set(turns)) == 25 + 1 + len(pairs)
    assert turns == sorted(turns)
    # Three apart on a line: 2 · 5 · 2; a knight's move: 2 · 2 · 4 · 3.
    assert len(pairs) == 20 + 48
    for pair in pairs:
        one, other = pair.split("+")
        assert (one[0], int(one[1:])) < (other[0], int(other[1:]))


def test_a_turn_on_the_standard_board_is_one_of_1314(trellis: Make) -> None:
    assert len(trellis().position().turns()) == 1314


def test_passing_is_allowed(trellis: Make) -> None:
    start = trellis(size=9, pie=0).start()
    assert start.steps()[-1] == "pass"
    assert start.play("pass").to_move is Side.WHITE
    assert not any(start.play("pass").snapshot.stones)


def test_pass_cannot_be_a_second_step(trellis: Make) -> None:
    with pytest.raises(IllegalTurnError, match="'pass' is a turn by itself"):
        trellis(size=9, pie=0).start().step("e5").step("pass")


def test_with_one_stone_a_turn_it_ends_with_its_stone(trellis: Make) -> None:
    start = trellis(size=9, pie=0, stones_per_turn=1).start()
    after = start.step("e5")
    assert (after.to_move, after.mid_turn, after.phase) == (Side.WHITE, False, "place")
    assert len(start.turns()) == 82
    with pytest.raises(IllegalTurnError, match="e5 is already a whole turn"):
        start.play("e5+f7")


def test_stones_are_placed_on_empty_points_and_stay(trellis: Make) -> None:
    position = play(trellis(size=9, pie=0).start(), "e5+f7 c3+d5")
    assert (position.stones("black"), position.stones("white")) == (["e5", "f7"], ["c3", "d5"])
    assert not {"e5", "f7", "c3", "d5"} & set(position.steps())
    with pytest.raises(IllegalTurnError, match="e5 is occupied by black"):
        position.play("e5")


# Winning -------------------------------------------------------------------------------------------------------------


def near_win(game: Game) -> Position:
    """Black wins with a5 and wins with d5, and the two are three apart."""
    return game.position(black=points("a1 a2 a3 a4 d1 d2 d3 d4"), white=points("b2 e1 e3 e5"))


def test_a_stone_that_completes_the_chain_wins_at_once_and_ends_the_turn(trellis: Make) -> None:
    won = near_win(trellis(size=5)).step("a5")
    assert str(won.outcome) == "black (connected)"
    assert (won.mid_turn, won.steps(), won.turns(), won.to_move, won.seat) == (False, [], [], None, None)
    with pytest.raises(IllegalTurnError, match="the game is over: black"):
        won.play("c5")


def test_two_stones_that_would_each_win_alone_are_not_a_turn(trellis: Make) -> None:
    position = near_win(trellis(size=5))
    turns = [str(turn) for turn in position.turns()]
    assert {"a5", "d5"} <= set(turns)
    assert "a5+d5" not in turns
    with pytest.raises(IllegalTurnError, match="a5 is already a whole turn, because it wins"):
        position.play("a5+d5")


def test_two_stones_of_which_one_wins_are_a_turn(trellis: Make) -> None:
    position = near_win(trellis(size=5))
    assert "a5+c4" in [str(turn) for turn in position.turns()]
    won = position.play("a5+c4")
    assert won == position.step("c4").step("a5")
    assert won.outcome.winner is Side.BLACK
    assert {"a5", "c4"} <= set(won.stones("black"))


def test_two_stones_that_win_only_together_are_a_turn(trellis: Make) -> None:
    position = trellis(size=5, separation=4).position(black=["c2", "c3", "c4"], white=["b1"])
    assert position.play("c1").outcome is None
    assert position.play("c5").outcome is None
    assert position.play("c1+c5").outcome.winner is Side.BLACK


def test_the_winning_chain_is_marked_in_order(trellis: Make) -> None:
    game = trellis(size=5)
    won = near_win(game).play("a5+c4")
    assert {game.topology.names[cell] for cell in won.marks.winning} == {"a1", "a2", "a3", "a4", "a5"}
    assert near_win(game).marks.winning == ()


# The opening (rules 1.3 and 2.1) -------------------------------------------------------------------------------------


def test_the_pie_is_3_by_default_or_1_or_0(trellis: Make) -> None:
    assert str(trellis()) == "trellis(size=15,pie=3)"
    for pie in (2, 4, -1):
        with pytest.raises(RulesError, match="one of 0, 1, 3"):
            trellis(pie=pie)


def test_the_first_player_makes_three_turns_black_white_black(trellis: Make) -> None:
    position = trellis(size=9).start()
    for turn, side in (("e5+f7", Side.BLACK), ("c3", Side.WHITE), ("pass", Side.BLACK)):
        assert (position.seat, position.to_move, position.choosing) == (Seat.FIRST, side, False)
        assert position.seat_of(side) is None
        position = position.play(turn)
    assert (position.seat, position.to_move, position.choosing) == (Seat.SECOND, None, True)
    assert position.phase == "choose"
    assert [str(turn) for turn in position.turns()] == position.steps() == ["take-black", "take-white"]
    with pytest.raises(IllegalTurnError, match="chooses a colour now"):
        position.play("a1")


@pytest.mark.parametrize(("pie", "turns"), [(3, "e5 c3 g7"), (1, "e5")])
def test_after_the_choice_white_moves_in_either_seat(trellis: Make, pie: int, turns: str) -> None:
    choice = play(trellis(size=9, pie=pie).start(), turns)
    for taken, mover in (("take-black", Seat.FIRST), ("take-white", Seat.SECOND)):
        after = choice.play(taken)
        assert (after.to_move, after.seat, after.choosing) == (Side.WHITE, mover, False)
        assert after.seat_of("white") is mover
        assert after.play("a1").seat is mover.other


def test_without_a_pie_the_first_player_is_black_and_nobody_chooses(trellis: Make) -> None:
    start = trellis(size=9, pie=0).start()
    assert (start.seat, start.to_move) == (Seat.FIRST, Side.BLACK)
    assert (start.play("e5").seat, start.play("e5").to_move) == (Seat.SECOND, Side.WHITE)
    with pytest.raises(IllegalTurnError, match="no colour to choose"):
        start.play("take-black")


def test_nobody_can_win_during_the_opening(trellis: Make) -> None:
    """Black's two opening turns place four stones at most; no chain of fewer than ``size`` joins two sides."""
    game = trellis(size=5).reference()
    (contest,) = game.contests
    shortest = winning_chain(contest, Side.BLACK, range(25), game.links)
    assert len(shortest) == 5


# Passing comes to an end ---------------------------------------------------------------------------------------------


def test_after_two_passes_in_succession_the_next_turn_may_not_be_a_pass(trellis: Make) -> None:
    position = play(trellis(size=9, pie=0).start(), "e5 pass pass")
    assert "pass" not in position.steps()
    with pytest.raises(
        IllegalTurnError, match="there have been two passes in succession, so this turn must place a stone"
    ):
        position.play("pass")
    assert "pass" in position.play("a1").steps()


def test_a_stone_breaks_the_succession_of_passes(trellis: Make) -> None:
    position = play(trellis(size=9, pie=0).start(), "pass e5 pass")
    assert "pass" in position.steps()
    assert "pass" not in position.play("pass").steps()


def test_the_limit_on_passes_holds_in_the_opening_too(trellis: Make) -> None:
    position = play(trellis(size=9).start(), "pass pass")
    assert position.outcome is None
    assert "pass" not in position.steps()


def test_the_count_of_passes_starts_afresh_after_the_choice(trellis: Make) -> None:
    position = play(trellis(size=9).start(), "e5 pass pass")
    assert position.choosing
    position = play(position.play("take-white"), "pass pass")
    assert "pass" not in position.steps()


def last_point(game: Game, streak: int) -> Position:
    """White to move on the one point that decides, which would mirror Black's c1 by the half turn."""
    white = "a1 a2 a3 a4 a5 b1 b2 b3 b4 b5 d1 d2 d3 d4 d5 e1 e2 e3 e4 e5"
    stones = cells(game, "c1 c2 c3 c4"), cells(game, white)
    counters = {"last": (game.topology.cell("c1") + 1,), "streaks": (*[0] * 7, streak, *[0] * 6)}
    return game.restore_position(Snapshot(stones, Side.WHITE, Opening(0, Side.BLACK), counters=counters))


def test_where_nothing_else_is_legal_a_turn_is_a_pass(trellis: Make) -> None:
    position = last_point(trellis(size=5, stones_per_turn=1), 9)
    assert position.outcome is None
    assert position.steps() == ["pass"]
    assert position.play("pass").play("c5").outcome.winner is Side.BLACK


# Set-up and snapshots ------------------------------------------------------------------------------------------------


def test_a_set_up_position_has_no_history(trellis: Make) -> None:
    position = trellis(size=9).position(black=["c2"], white=["g8"], to_move="white")
    assert dict(position.snapshot.counters) == {}
    assert (position.to_move, position.choosing) == (Side.WHITE, False)
    assert position.play("h7").snapshot.counter("streaks") == ()


def test_a_snapshot_holds_phase_pending_stone_and_counters_and_restores_them(trellis: Make) -> None:
    game = trellis(size=9, pie=1)
    position = play(game.start(), "pass take-white a1 i9 c3+d5").step("g7")
    snapshot = position.snapshot
    assert snapshot.pending == cells(game, "g7")
    assert set(snapshot.pending) < set(snapshot.stones[Side.BLACK.value] + snapshot.stones[Side.WHITE.value])
    assert snapshot.counter("last") == tuple(cell + 1 for cell in cells(game, "c3 d5"))
    assert snapshot.counter("streaks")[0] == 1  # Black's i9 mirrored White's a1 by the half turn
    restored = game.restore_position(snapshot)
    assert restored == position
    assert restored.steps() == position.steps()
    assert game.position().play("pass").snapshot.number("passes") == 1
