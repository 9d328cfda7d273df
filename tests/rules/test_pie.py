"""The pie rule, shared by every game (rules 1.3), and results by colour and person (rules 1.4)."""

from __future__ import annotations

import pytest

import isthmus
from isthmus import Game, IllegalTurnError, Seat, Side
from isthmus.games import BUILT_IN


def with_pies() -> list[Game]:
    return [
        kind(size=next(p.values[0] for p in kind.parameters if p.name == "size"), pie=pie)
        for kind in BUILT_IN
        for pie in next(p.values for p in kind.parameters if p.name == "pie")
    ]


@pytest.mark.parametrize("game", with_pies(), ids=str)
def test_the_first_seat_makes_the_first_k_turns_for_the_colours_in_their_normal_alternation(game: Game) -> None:
    position, side = game.start(), game.first_side
    for _ in range(game.number("pie")):
        assert (position.seat, position.to_move, position.choosing) == (Seat.FIRST, side, False)
        assert position.seat_of(side) is None
        assert position.side_of("first") is None
        position, side = position.play(position.turns()[0]), side.other
    if game.number("pie") == 0:
        assert position.seat_of(game.first_side) is Seat.FIRST
        assert position.side_of("first") is game.first_side
        return
    # Then the second seat chooses, in one extra turn; nothing else is legal.
    assert (position.seat, position.to_move, position.choosing) == (Seat.SECOND, None, True)
    assert [turn.text for turn in position.turns()] == ["take-black", "take-white"]
    for taken in Side:
        after = position.play(f"take-{taken}")
        assert after.seat_of(taken) is Seat.SECOND
        assert after.seat_of(taken.other) is Seat.FIRST
        assert (after.side_of(Seat.SECOND), after.side_of("first")) == (taken, taken.other)
        # Play continues with the colour whose turn it normally is.
        assert after.to_move is side
        assert after.seat is after.seat_of(side)
        assert not after.choosing


def test_without_a_pie_there_is_no_such_phase() -> None:
    position = isthmus.game("hex", size=3, pie=0).start()
    with pytest.raises(IllegalTurnError, match="no colour to choose"):
        position.play("take-black")


@pytest.mark.parametrize("name", ["trellis(size=5,pie=3)", "orbit(size=5,pie=3)"])
def test_passing_never_ends_a_game_during_the_phase_and_the_count_starts_afresh(name: str) -> None:
    position = isthmus.game(name).start().play("pass").play("pass")
    assert position.outcome is None
    position = position.play("c3").play("take-white")
    position = position.play("pass")
    assert position.outcome is None
    assert "passes" in position.snapshot.counters
    assert position.snapshot.number("passes") == 1


def test_a_result_is_a_colours_and_a_persons_result_follows_from_the_colour_held() -> None:
    position = isthmus.game("hex", size=3, pie=1).start()
    for turn in ("a1", "take-black", "b1", "a2", "b2", "a3"):
        position = position.play(turn)
    assert position.outcome is not None
    assert position.outcome.winner is Side.BLACK
    assert position.seat_of(position.outcome.winner) is Seat.SECOND
