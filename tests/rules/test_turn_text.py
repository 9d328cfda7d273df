"""Reading turns: any number of steps in any order, and messages that give the reason once."""

from __future__ import annotations

import itertools
import random

import pytest
from toy_games import Ladder, Leap

import isthmus
from isthmus import IllegalTurnError, IsthmusError, NotationError, PositionError, RulesError
from isthmus.rules.legal_turns import example_turn

HEX = isthmus.game("hex", size=5, pie=1)
TRELLIS = isthmus.game("trellis", size=9, pie=0)


def refused(read, *arguments: object, **named: object) -> str:
    with pytest.raises(IsthmusError) as caught:
        read(*arguments, **named)
    assert isinstance(caught.value, ValueError)
    return str(caught.value)


def test_a_turn_of_many_steps_is_read_in_every_order() -> None:
    start = Ladder(length=5).start()
    whole = start.play("a1+b1+c1+d1+a2")
    for order in itertools.islice(itertools.permutations(["a1", "b1", "c1", "d1", "a2"]), 0, None, 7):
        assert start.play("+".join(order)) == whole
    assert whole.before == start
    assert start.step("a1").step("b1").play("a2+c1+d1") == whole
    assert Ladder(length=8).start().play("d2+c2+b2+a2+d1+c1+b1+a1").to_move is isthmus.Side.WHITE


@pytest.mark.parametrize("turn", ["e5+f7", "f7+e5"])
def test_reading_a_turn_makes_each_step_once(turn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = TRELLIS.reference()
    start, made = game.start(), []
    apply = game.apply
    monkeypatch.setattr(game, "apply", lambda state, step: made.append(step) or apply(state, step))
    after = start.play(turn)
    assert [game.step_names[step] for step in made] == turn.split("+")
    assert str(after.last_turn) == "e5+f7"
    assert after == start.step("e5").step("f7")
    assert after.before == start


def test_an_illegal_long_turn_is_refused_quickly() -> None:
    with pytest.raises(IllegalTurnError, match=r"a1\+b1\+c1\+d1\+a2 is already a whole turn"):
        Ladder(length=5).start().play("a1+b1+c1+d1+a2+b2")
    with pytest.raises(IllegalTurnError):
        Ladder(length=8).start().play("a1+b1+c1+d1+a2+b2+c2+c2")


def test_more_steps_than_a_game_has_are_not_a_turn() -> None:
    said = refused(TRELLIS.start().play, "+".join(["e5"] * 86))
    assert "has 86 steps; expected at most 85" in said
    assert len(said) < 200


@pytest.mark.parametrize(
    ("game", "turns", "turn", "said"),
    [
        (TRELLIS, ("e5",), "e5", "e5 is occupied by black"),
        (TRELLIS, (), "take-black", "take-black: there is no colour to choose now"),
        (
            TRELLIS,
            ("pass", "pass"),
            "pass",
            "there have been two passes in succession, so this turn must place a stone",
        ),
        (HEX, (), "pass", "there is no passing in Hex: place a stone"),
        (HEX, (), "stop", "'stop' only ends a turn that has begun"),
        (TRELLIS, (), "stop", "'stop' only ends a turn that has begun; to place nothing, use 'pass'"),
        (HEX, (), "b1+a1", "b1+a1: b1 is already a whole turn"),
    ],
)
def test_the_reason_is_given_once(game: isthmus.Game, turns: tuple[str, ...], turn: str, said: str) -> None:
    position = game.start()
    for made in turns:
        position = position.play(made)
    assert refused(position.play, turn) == said


def test_expected_steps_are_those_that_the_game_can_have() -> None:
    assert refused(HEX.parse_step, "foo").endswith("expected a field such as c3, take-black or take-white")
    assert refused(isthmus.game("hex", size=5, pie=0).parse_step, "foo").endswith("expected a field such as c3")
    assert refused(TRELLIS.parse_step, "foo").endswith("expected a field such as e5 or pass")
    assert "a move such as b1-c1" in refused(isthmus.game("network").parse_step, "foo")


def test_expected_steps_in_a_message_are_legal() -> None:
    pie = isthmus.game("hex", size=5, pie=1).start()
    assert refused(pie.play, "foo").endswith("is not a turn of Hex, or a part of one; expected a field such as c3")
    assert refused(pie.play("c3").play, "foo").endswith("expected take-black or take-white")
    chosen = pie.play("c3").play("take-black")
    assert refused(chosen.play, "foo").endswith("expected a field such as d3")
    assert refused(TRELLIS.start().step("e5").step, "foo").endswith(" or stop")
    over = isthmus.game("hex", size=3, pie=0).position(black=["b1", "b2"], white=["a1", "c3"]).play("b3")
    assert refused(over.play, "foo").endswith("expected a field such as b2")


@pytest.mark.parametrize("kind", isthmus.games.values(), ids=lambda kind: kind.id)
def test_an_example_is_a_legal_turn_that_continues_the_turn_in_progress(kind: type[isthmus.Game]) -> None:
    game, chance = kind(), random.Random(1)
    position = game.start()
    for _ in range(60):
        if position.outcome:
            break
        assert example_turn(game, position.state) in position.turns()
        begun = position.step(chance.choice(position.steps()))
        if begun.mid_turn and not begun.outcome:
            assert example_turn(game, begun.state) in begun.turns()
        position = position.play(chance.choice(position.turns()))


def test_a_game_that_is_over_has_no_example_turn() -> None:
    over = isthmus.game("hex", size=3, pie=0).position(black=["b1", "b2"], white=["a1", "c3"]).play("b3")
    assert example_turn(over.game, over.state) is None
    assert refused(over.play, "").endswith("such as 'a1'")


@pytest.mark.parametrize("text", ["", "+", "c3+"])
def test_a_malformed_turn_costs_one_example_not_a_list_of_all_turns(text: str) -> None:
    game = isthmus.game("trellis", size=9, pie=0)
    assert "such as" in refused(game.start().play, text)
    assert len(game.turn_of) <= 1


def test_the_texts_of_moves_are_made_once() -> None:
    class Counting(Leap):
        made = 0

        def move_names(self) -> list[str]:
            type(self).made += 1
            return list(super().move_names())

    game = Counting()
    for text in ("foo", "bar", "a1-b1"):
        if text in game.step_names:
            game.parse_step(text)
        else:
            assert "such as a1-b1" in refused(game.parse_step, text)
    assert Counting.made == 1


@pytest.mark.parametrize("nothing", [None, 5, ["e5"], b"e5"])
def test_values_other_than_text_are_refused(nothing: object) -> None:
    for read in (TRELLIS.start().play, TRELLIS.start().step, TRELLIS.parse_step):
        with pytest.raises(NotationError):
            read(nothing)
    with pytest.raises(RulesError, match="is not a game"):
        isthmus.game(nothing)


@pytest.mark.parametrize("given", [None, 5, "a1"])
def test_a_set_up_takes_lists_of_fields(given: object) -> None:
    with pytest.raises(PositionError, match=r"black is .*; expected a list of fields, such as black=\['a1'\]"):
        TRELLIS.position(black=given)
    with pytest.raises(PositionError, match=r"white=\['a1'\]"):
        TRELLIS.position(white=given)
    with pytest.raises(NotationError):
        TRELLIS.position(black=[given, "z9"])


def test_a_colour_is_black_or_white() -> None:
    for ask in (HEX.start().stones, HEX.start().seat_of):
        assert refused(ask, "red") == "a side is 'black' or 'white', not 'red'"


def test_a_seat_is_first_or_second() -> None:
    assert refused(HEX.start().side_of, "black") == "a seat is 'first' or 'second', not 'black'"


@pytest.mark.parametrize("text", ["foo\n" * 99, "e5+" * 99, "\x1b[31m" * 50, "+".join(["e5"] * 80)])
def test_long_texts_are_quoted_shortened_on_one_line(text: str) -> None:
    start = TRELLIS.start()
    for read in (start.play, start.step, TRELLIS.parse_step, isthmus.game, TRELLIS.topology.cell, start.stones):
        said = refused(read, text)
        assert len(said) < 400
        assert "\n" not in said
        assert "\x1b" not in said


def test_long_parameters_are_quoted_shortened() -> None:
    for text in ("x" * 999, "9" * 999, 10**9999, "\n"):
        said = refused(isthmus.game, "hex", size=text)
        assert len(said) < 200
        assert "\n" not in said
    assert len(refused(isthmus.game, "hex", **{"x" * 999: 1})) < 200
