"""Trellis: the mirror rule of rules 2.1, sentence by sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from random import Random

import pytest
from trellis_turns import cells, play, points

import isthmus
from isthmus import Game, IllegalTurnError, Position, Side
from isthmus.rules.opening import Opening
from isthmus.rules.snapshot import Snapshot

Make = Callable[..., Game]

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
    with pytest.raises(IllegalTurnError, match="this turn would mirror the opponent for the tenth time in succession"):
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
def test_all_seven_symmetries_of_the_board_are_counted_separately(trellis: Make, mirror: int) -> None:
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
    with pytest.raises(IllegalTurnError, match="tenth time in succession"):
        position.play("g8+g5")


def test_two_stones_do_not_mirror_one_so_the_turn_must_go_on(trellis: Make) -> None:
    position = with_streak(trellis(size=9), mirror=0, last="c2")
    after = position.step("g8")
    assert not after.may_stop
    assert "stop" not in after.steps()
    assert position.play("g8+g5").snapshot.counter("streaks") == ()
    with pytest.raises(IllegalTurnError, match="tenth time in succession"):
        position.play("g8")
    with pytest.raises(IllegalTurnError, match="tenth time in succession"):
        after.step("stop")


def test_a_first_stone_that_no_legal_turn_begins_with_is_illegal(trellis: Make) -> None:
    game = trellis(size=5, separation=1)
    position = with_streak(game, mirror=0, last="a1", black="d5 e4")
    assert "e5" not in position.steps()
    with pytest.raises(IllegalTurnError, match="tenth time in succession"):
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
