"""Trellis: one test a sentence of rules 2.1 (with 1.2 and 1.3 where Trellis is the game that shows them)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from random import Random

import pytest

import isthmus
from isthmus import Game, IllegalTurnError, Position, RulesError, Seat, Side
from isthmus.games.trellis_board import home_links, home_of
from isthmus.rules.connect import winning_chain
from isthmus.rules.opening import Opening
from isthmus.rules.snapshot import Snapshot

Make = Callable[..., Game]

points = str.split


@pytest.fixture(params=["core", "reference"])
def trellis(request: pytest.FixtureRequest) -> Make:
    """Makes Trellis games, played by the game's core or by its Python rules."""

    def make(**values: object) -> Game:
        game = isthmus.game("trellis", **values)
        return game if request.param == "core" else game.reference()

    return make


def play(position: Position, turns: str) -> Position:
    for turn in turns.split():
        position = position.play(turn)
    return position


def cells(game: Game, names: str) -> tuple[int, ...]:
    return tuple(sorted(game.topology.cell(name) for name in names.split()))


def linked(game: Game, side: Side, one: str, other: str) -> bool:
    size = game.number("size")
    return game.topology.cell(other) in home_links(size)[side.value][game.topology.cell(one)]


# The board and its links ---------------------------------------------------------------------------------------------


def test_the_board_has_an_odd_number_of_points_a_side_from_5_to_19_and_15_by_default(trellis: Make) -> None:
    assert len(trellis().topology) == 225
    for size in range(5, 20, 2):
        assert len(trellis(size=size).topology) == size * size
    for size in (3, 4, 6, 14, 20, 21):
        with pytest.raises(RulesError, match="an odd number from 5 to 19"):
            trellis(size=size)


def test_the_upper_left_square_is_dark_and_the_squares_are_checkered(trellis: Make) -> None:
    tiles = {min(polygon): role for role, polygon in trellis(size=7).scenery().tiles}
    assert len(tiles) == 36
    assert tiles[0.0, 0.0] == "dark"
    for (x, y), role in tiles.items():
        assert role == ("dark" if (x + y) % 2 == 0 else "light")


def test_stones_are_connected_if_orthogonally_adjacent(trellis: Make) -> None:
    for side in Side:
        for near in ("c4", "e4", "d3", "d5"):
            assert linked(trellis(size=9), side, "d4", near)


def test_stones_are_connected_diagonally_across_a_home_square_only(trellis: Make) -> None:
    game = trellis(size=9)
    assert home_of(0, 0) is Side.WHITE  # the square a1 b1 b2 a2
    for one, other in (("a1", "b2"), ("b1", "a2")):
        assert linked(game, Side.WHITE, one, other)
        assert not linked(game, Side.BLACK, one, other)
    for one, other in (("b1", "c2"), ("c1", "b2")):  # and across the next square, a dark one
        assert linked(game, Side.BLACK, one, other)
        assert not linked(game, Side.WHITE, one, other)


def test_no_stone_is_connected_to_one_further_away(trellis: Make) -> None:
    for links in home_links(trellis(size=9).number("size")):
        for cell, near in enumerate(links):
            assert all(max(abs(cell // 9 - to // 9), abs(cell % 9 - to % 9)) == 1 for to in near)
            assert len(near) <= 6


def test_links_are_those_of_stones_that_touch_the_same_home_square_as_in_bridg_it(trellis: Make) -> None:
    """With one stone a turn this is Diagonal Bridg-It: home squares, also those beyond the rim, are its dots."""
    size = trellis(size=7).number("size")
    for side in Side:
        touching = [
            {(row - below, column - left) for below in (0, 1) for left in (0, 1)}
            for row in range(size)
            for column in range(size)
        ]
        dots = [{square for square in squares if home_of(*square) is side} for squares in touching]
        for cell, links in enumerate(home_links(size)[side.value]):
            assert len(dots[cell]) == 2
            assert set(links) == {near for near in range(size * size) if near != cell and dots[near] & dots[cell]}


def test_the_example_of_2003_is_won_by_black_as_white_breaks_between_i7_and_j6(trellis: Make) -> None:
    """The finished 15 × 15 game in Cameron Browne's description (2003), the vertical player being Black."""
    black = points("f15 f14 g13 j13 k13 g12 h12 i12 l12 l11 l10 l9 k8 j7 i6 i5 i4 i3 i2 i1")
    white = points("a7 b7 c7 d7 e7 f7 g7 h7 i7 j6 k6 l6 m6 n6 o6")
    game = trellis()
    position = game.position(black=black, white=white)
    assert str(position.outcome) == "black (connected)"
    assert linked(game, Side.BLACK, "j7", "i6")
    assert not linked(game, Side.WHITE, "i7", "j6")
    chain = [game.topology.names[cell] for cell in position.marks.winning]
    assert {chain[0], chain[-1]} == {"f15", "i1"}
    assert set(chain) == set(black) - {"g12"}  # g13 and h12 connect across a dark square
    assert game.position(black=black[:-1], white=white).outcome is None


def test_the_example_of_connection_has_one_black_group_and_a_white_stone_cut_off(trellis: Make) -> None:
    """The example of Games of Soldiers, one column further right, since its picture has the other parity."""
    game = trellis()

    def group(side: Side, start: str, names: str) -> set[str]:
        reached, stones = {start}, set(names.split())
        while grown := {n for n in stones - reached for r in reached if linked(game, side, r, n)}:
            reached |= grown
        return reached

    black, white = "f7 g8 h9 i9 j8 k8", "g10 h10 i10 j9 i8"
    assert group(Side.BLACK, "f7", black) == set(black.split())
    assert group(Side.WHITE, "i8", white) == {"i8"}
    assert group(Side.WHITE, "g10", white) == {"g10", "h10", "i10", "j9"}


def test_black_joins_top_and_bottom_and_white_left_and_right(trellis: Make) -> None:
    game = trellis(size=5)
    column, row = [f"c{number}" for number in range(1, 6)], [f"{letter}3" for letter in "abcde"]
    assert game.position(black=column).outcome.winner is Side.BLACK
    assert game.position(white=row).outcome.winner is Side.WHITE
    assert game.position(black=row).outcome is None
    assert game.position(white=column).outcome is None


def test_a_corner_point_belongs_to_both_sides_that_meet_there(trellis: Make) -> None:
    game = trellis(size=5)
    edge = [f"a{number}" for number in range(1, 6)], [f"{letter}1" for letter in "abcde"]
    assert game.position(black=edge[0]).outcome.winner is Side.BLACK
    assert game.position(white=edge[1]).outcome.winner is Side.WHITE
    (contest,) = game.reference().contests
    corners = set(cells(game, "a1 a5 e1 e5"))
    for side in Side:
        start, end = contest.goals[side.value]
        assert corners <= start | end
        assert len(start) == len(end) == 5


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


def test_pass_is_no_second_step(trellis: Make) -> None:
    with pytest.raises(IllegalTurnError, match="pass is a whole turn"):
        trellis(size=9, pie=0).start().step("e5").step("pass")


def test_with_one_stone_a_turn_it_ends_with_its_stone(trellis: Make) -> None:
    start = trellis(size=9, pie=0, stones_per_turn=1).start()
    after = start.step("e5")
    assert (after.to_move, after.mid_turn, after.phase) == (Side.WHITE, False, "place")
    assert len(start.turns()) == 82
    with pytest.raises(IllegalTurnError, match="the turn ends with e5"):
        start.play("e5+f7")


def test_stones_stand_on_empty_points_and_stay(trellis: Make) -> None:
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
    with pytest.raises(IllegalTurnError, match="the turn ends with a5 because that wins"):
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


def test_the_pie_is_three_by_default_or_one_or_none(trellis: Make) -> None:
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
def test_after_the_choice_white_moves_whoever_holds_it(trellis: Make, pie: int, turns: str) -> None:
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
    with pytest.raises(IllegalTurnError, match="two passes in succession: a stone must be placed"):
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


# The mirror rule -----------------------------------------------------------------------------------------------------

LETTERS = "abcdefghi"
SOUTH_WEST = points("a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 b3 c3 d3 e3 a4 b4 c4 d4 e4")


def half_turn(name: str) -> str:
    return LETTERS[8 - LETTERS.index(name[0])] + str(10 - int(name[1:]))


def mirrored(position: Position, names: Iterable[str]) -> Position:
    """Black plays each stone, White answers each by the half turn of the 9 × 9 board."""
    for name in names:
        position = position.play(name).play(half_turn(name))
    return position


def test_a_turn_that_mirrors_for_the_tenth_time_in_succession_is_illegal(trellis: Make) -> None:
    start = trellis(size=9, pie=0, stones_per_turn=1).start()
    position = mirrored(start, SOUTH_WEST[:9]).play("e2")
    assert "e8" not in position.steps()
    assert len(position.steps()) == 81 - 19 - 1 + 1
    with pytest.raises(IllegalTurnError, match="would mirror the opponent for the tenth turn in succession"):
        position.play("e8")


def test_nine_mirroring_turns_are_counted_and_legal(trellis: Make) -> None:
    position = trellis(size=9, pie=0, stones_per_turn=1).start()
    for number, name in enumerate(SOUTH_WEST[:9], start=1):
        position = mirrored(position, [name])
        streaks = position.snapshot.counter("streaks")
        assert (streaks[7], any(streaks[:7])) == (number, False)


@pytest.mark.parametrize("other", ["f5", "pass"])
def test_a_turn_that_does_not_mirror_ends_the_streak(trellis: Make, other: str) -> None:
    start = trellis(size=9, pie=0, stones_per_turn=1).start()
    position = mirrored(start, SOUTH_WEST[:9]).play("e2").play(other)
    assert position.snapshot.counter("streaks") == ()
    position = mirrored(position, SOUTH_WEST[10:19]).play("e4")
    assert "e6" not in position.steps()


def test_a_pass_of_the_opponent_ends_the_streak_as_empty_turns_are_never_mirrored(trellis: Make) -> None:
    position = mirrored(trellis(size=9, pie=0, stones_per_turn=1).start(), SOUTH_WEST[:9])
    position = position.play("pass").play("pass")
    assert position.snapshot.counter("streaks") == ()
    assert position.snapshot.counter("last") == ()


def test_turns_of_the_opening_phase_do_not_count(trellis: Make) -> None:
    opening = play(trellis(size=9, pie=3, stones_per_turn=1).start(), "a1 i9 b1 take-black")
    position = opening.play("h9")  # the image of b1, but that was a turn of the opening
    assert position.snapshot.counter("streaks") == ()
    position = mirrored(position, SOUTH_WEST[2:11]).play("b3")
    assert "h7" not in position.steps()


def with_streak(game: Game, *, mirror: int, last: str, streak: int = 9, black: str = "", white: str = "") -> Position:
    """White to move, having mirrored ``streak`` times under one mirror; Black's last turn stands among its stones."""
    stones = cells(game, f"{black} {last}"), cells(game, white)
    streaks = [0] * 14
    streaks[7 + mirror] = streak
    counters = {"last": tuple(cell + 1 for cell in cells(game, last)), "streaks": tuple(streaks)}
    return game.restore_position(Snapshot(stones, Side.WHITE, Opening(0, Side.BLACK), counters=counters))


IMAGES_OF_C2 = ["g8", "h3", "b7", "c8", "g2", "b3", "h7"]


@pytest.mark.parametrize("mirror", range(7))
def test_all_seven_symmetries_of_the_board_count_each_by_itself(trellis: Make, mirror: int) -> None:
    game = trellis(size=9, stones_per_turn=1)
    position = with_streak(game, mirror=mirror, last="c2")
    assert set(IMAGES_OF_C2) - set(position.steps()) == {IMAGES_OF_C2[mirror]}
    for number, image in enumerate(IMAGES_OF_C2):
        streaks = with_streak(game, mirror=mirror, last="c2", streak=8).play(image).snapshot.counter("streaks")
        assert streaks[7:] == tuple((9 if number == mirror else 1) if g == number else 0 for g in range(7))


def test_the_other_colours_streak_stays_as_it_is(trellis: Make) -> None:
    game = trellis(size=9, stones_per_turn=1)
    stones = cells(game, "c2"), cells(game, "g8")
    counters = {"last": (game.topology.cell("c2") + 1,), "streaks": (4, *[0] * 13)}
    position = game.restore_position(Snapshot(stones, Side.WHITE, Opening(0, Side.BLACK), counters=counters))
    assert position.play("a1").snapshot.counter("streaks") == (4, *[0] * 13)


def test_a_point_in_the_middle_is_its_own_image_under_some_symmetries(trellis: Make) -> None:
    game = trellis(size=9, pie=0, stones_per_turn=1)
    assert game.start().play("e2").play("e8").snapshot.counter("streaks") == (*[0] * 7, 1, 0, 0, 1, 0, 0, 0)


def test_a_turn_of_two_stones_mirrors_as_a_set(trellis: Make) -> None:
    position = with_streak(trellis(size=9), mirror=0, last="c2 c5")
    assert {"g8", "g5"} <= set(position.steps())
    after = position.step("g8")
    assert "g5" not in after.steps()
    assert after.may_stop
    turns = [str(turn) for turn in position.turns()]
    assert {"g5", "g8", "g5+h7"} <= set(turns)
    assert "g5+g8" not in turns
    with pytest.raises(IllegalTurnError, match="tenth turn in succession"):
        position.play("g8+g5")


def test_two_stones_do_not_mirror_one_so_the_turn_must_go_on(trellis: Make) -> None:
    position = with_streak(trellis(size=9), mirror=0, last="c2")
    after = position.step("g8")
    assert not after.may_stop
    assert "stop" not in after.steps()
    assert position.play("g8+g5").snapshot.counter("streaks") == ()
    with pytest.raises(IllegalTurnError, match="tenth turn in succession"):
        position.play("g8")
    with pytest.raises(IllegalTurnError, match="tenth turn in succession"):
        after.step("stop")


def test_a_first_stone_that_no_legal_turn_begins_with_is_illegal(trellis: Make) -> None:
    game = trellis(size=5, separation=1)
    position = with_streak(game, mirror=0, last="a1", black="d5 e4")
    assert "e5" not in position.steps()
    with pytest.raises(IllegalTurnError, match="tenth turn in succession"):
        position.step("e5")
    assert "e5" in with_streak(game, mirror=0, last="a1", black="d5").steps()


def test_a_winning_stone_that_would_mirror_for_the_tenth_time_is_illegal(trellis: Make) -> None:
    game = trellis(size=5)
    chain = "a5 b5 d5 e5"
    position = with_streak(game, mirror=0, last="c1", white=chain)
    assert "c5" not in position.steps()
    assert all("c5" not in str(turn).split("+") or "+" in str(turn) for turn in position.turns())
    legal = with_streak(game, mirror=0, last="c1", white=chain, streak=8)
    assert legal.play("c5").outcome.winner is Side.WHITE


def test_the_tenth_mirroring_stone_may_still_win_as_the_second_of_a_turn(trellis: Make) -> None:
    """The rule is about turns: two stones are not the image of one, whichever of them wins."""
    position = with_streak(trellis(size=5), mirror=0, last="c1", white="a5 b5 d5 e5")
    assert position.play("b3+c5").outcome.winner is Side.WHITE


def test_a_set_up_position_has_no_history(trellis: Make) -> None:
    position = trellis(size=9).position(black=["c2"], white=["g8"], to_move="white")
    assert dict(position.snapshot.counters) == {}
    assert (position.to_move, position.choosing) == (Side.WHITE, False)
    assert position.play("h7").snapshot.counter("streaks") == ()


@pytest.mark.parametrize("stones_per_turn", [1, 2])
def test_both_cores_agree_where_the_players_mirror_as_long_as_they_may(stones_per_turn: int) -> None:
    """Random play hardly ever builds a streak, so here Black keeps to the south and White answers by the half turn."""
    game = isthmus.game("trellis", size=9, pie=1, stones_per_turn=stones_per_turn)
    random, refused = Random(stones_per_turn), 0
    for _ in range(8):
        native, python = game.start(), game.reference().start()
        while python.outcome is None:
            turns = [str(turn) for turn in python.turns()]
            assert turns == [str(turn) for turn in native.turns()]
            last = [python.game.topology.names[number - 1] for number in python.snapshot.counter("last")]
            image = "+".join(sorted(half_turn(name) for name in last))
            if python.to_move is Side.WHITE and image:
                refused += 9 in python.snapshot.counter("streaks")[7:] and image not in turns
                wanted = [image] if image in turns and random.random() < 0.98 else turns
            else:
                wanted = [turn for turn in turns if re.fullmatch(r"[a-i][1-4](\+[a-i][1-4])?", turn)] or turns
            turn = random.choice(wanted)
            native, python = native.play(turn), python.play(turn)
            assert native.snapshot == python.snapshot
            assert (native.may_stop, native.phase, native.seat) == (python.may_stop, python.phase, python.seat)
        assert native.outcome == python.outcome
    assert refused >= 4


# Snapshots -----------------------------------------------------------------------------------------------------------


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
