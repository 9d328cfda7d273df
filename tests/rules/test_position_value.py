"""A position is a value: it never changes, can be pickled, and remembers only the latest events."""

from __future__ import annotations

import copy
import pickle

import pytest
from toy_games import Leap

import isthmus
from isthmus import Position
from isthmus.games import BUILT_IN
from isthmus.rules.types import Ending, Outcome

HEX = isthmus.game("hex", size=5, pie=1)
TRELLIS = isthmus.game("trellis", size=9, pie=0)


@pytest.mark.parametrize("name", ["game", "state", "snapshot", "_made", "colour"])
def test_attributes_cannot_be_set_or_deleted(name: str) -> None:
    position = HEX.start()
    for change in (lambda: setattr(position, name, None), lambda: delattr(position, name)):
        with pytest.raises(AttributeError, match=f"never changes: {name} "):
            change()
    assert position == HEX.start()


@pytest.mark.parametrize("travelled", [lambda it: pickle.loads(pickle.dumps(it)), copy.deepcopy, copy.copy])
@pytest.mark.parametrize("kind", BUILT_IN, ids=lambda kind: kind.id)
def test_a_position_travels_with_what_has_just_happened(kind: type[isthmus.Game], travelled) -> None:
    for game in (kind(), kind().reference()):
        position = game.start()
        for _ in range(4):
            position = position.step(position.steps()[len(position.steps()) // 2])
            twin = travelled(position)
            assert twin == position
            assert hash(twin) == hash(position)
            assert twin.steps() == position.steps()
            assert (twin.last_turn, twin.before, twin.captured) == (
                position.last_turn,
                position.before,
                position.captured,
            )
            assert (twin.game.core is twin.game) == (game.core is game)
            assert travelled(position.snapshot) == position.snapshot


def test_the_values_of_a_game_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        HEX.values["size"] = 7
    assert str(HEX) == "hex(size=5,pie=1)"
    assert copy.deepcopy(HEX) == HEX


def test_repr_says_who_acts() -> None:
    start = HEX.start()
    assert repr(start) == "<Position of hex(size=5,pie=1): black to move>"
    choosing = start.play("c3")
    assert repr(choosing) == "<Position of hex(size=5,pie=1): second seat to choose its colour>"
    assert repr(choosing.play("take-black")) == "<Position of hex(size=5,pie=1): white to move>"
    over = isthmus.game("hex", size=3, pie=0).position(black=["a1", "a2", "a3"])
    assert repr(over) == "<Position of hex(size=3,pie=0): black (connected)>"


def levels(position: Position) -> int:
    """The number of positions that `before` leads back to."""
    count = 0
    while position.before is not None:
        position, count = position.before, count + 1
    return count


def test_a_position_does_not_keep_its_whole_game() -> None:
    position = TRELLIS.start()
    seen = []
    for turn in ("a1", "b1", "c1", "d1", "e1", "f1+i1", "g1", "h1"):
        earlier, position = position, position.play(turn)
        assert position.before == earlier
        assert str(position.last_turn) == turn
        seen.append(levels(position))
    assert seen == [1, 2, 3, 3, 3, 3, 3, 3]
    assert levels(position.step("a5")) == 3


def test_before_a_choice_the_turn_before_it_is_known() -> None:
    position = HEX.start().play("c3").play("take-black").play("d4").play("a1")
    chosen = HEX.start().play("c3").play("take-black")
    assert str(chosen.before.last_turn) == "c3"
    assert chosen.before.before == HEX.start()
    assert position.before.before == chosen


def test_after_restoring_an_unfinished_turn_the_whole_turn_is_shown() -> None:
    half = TRELLIS.restore_position(TRELLIS.start().step("e5").snapshot)
    assert str(half.last_turn) == "e5"
    assert half.before is None
    after = half.step("f7")
    assert str(after.last_turn) == "e5+f7"
    assert after.before is None
    assert str(half.play("stop").last_turn) == "e5"
    assert str(after.play("a1").last_turn) == "a1"
    assert after.play("a1").before == after


def test_a_move_that_captures_shows_the_captured_stones_only() -> None:
    position = Leap().start().play("a2").play("c3").play("a4").play("b1")
    assert position.captured == []
    after = position.play("a2-b2")
    assert after.captured == ["b1"]
    assert after.stones("black") == ["a4", "b2"]
    assert Leap().position(black=["a4"]).play("a4-b4").captured == []


def test_a_turn_from_turns_is_played_like_its_text() -> None:
    for name in ("trellis(size=5)", "trinidad(size=3)", "network(size=6)", "orbit(size=5)", "bridgit(size=3)"):
        for start in (isthmus.game(name).start(), isthmus.game(name).reference().start()):
            position = start
            for number in range(12):
                turns = position.turns()
                turn = turns[(7 * number) % len(turns)]
                by_text = position.play(turn.text)
                position = position.play(turn)
                assert position == by_text
                assert position.last_turn == by_text.last_turn
                assert position.before == by_text.before
                if position.outcome:
                    break


def test_for_a_turn_of_another_game_only_the_text_counts() -> None:
    other = isthmus.game("hex", size=11, pie=1).start()
    turn = next(turn for turn in other.turns() if turn.text == "c3")
    assert turn.steps != (HEX.step_ids["c3"],)
    assert HEX.start().play(turn) == HEX.start().play("c3")
    forged = isthmus.Turn("c3", (HEX.step_ids["d4"],))
    assert HEX.start().play(forged) == HEX.start().play("c3")
    assert HEX.start().play(isthmus.Turn("c3", (10**6,))) == HEX.start().play("c3")
    same = isthmus.game("hex", size=5, pie=1).start().turns()[3]
    assert str(HEX.start().play(same).last_turn) == same.text


def test_a_turn_that_is_no_longer_legal_is_refused_with_the_reason() -> None:
    turn = TRELLIS.start().turns()[-2]
    played = TRELLIS.start().play(turn)
    with pytest.raises(isthmus.IllegalTurnError, match="is occupied by black"):
        played.play(turn)
    two = next(turn for turn in TRELLIS.start().turns() if turn.text == "a1+b3")
    half = TRELLIS.start().step("b3")
    assert half.play(two) == TRELLIS.start().play(two)
    with pytest.raises(isthmus.IllegalTurnError):
        TRELLIS.start().step("e5").play(two)
    won = isthmus.game("hex", size=3, pie=0).position(black=["a1", "a2"], to_move="black")
    last = next(turn for turn in won.turns() if turn.text == "a3")
    with pytest.raises(isthmus.IllegalTurnError, match="the game is over"):
        won.play(last).play(last)


def test_turns_returns_a_new_list() -> None:
    position = HEX.start()
    position.turns().clear()
    position.steps().clear()
    assert len(position.turns()) == len(position.steps()) == 25


def test_no_more_turns_are_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("isthmus.rules.turns._MOST_KEPT", 20)
    game = isthmus.game("hex", size=5, pie=0)
    texts = [turn.text for turn in game.start().turns()]
    assert texts == [turn.text for turn in HEX.start().turns()]
    assert len(game.turn_of) <= 20
    assert game.start().play(game.start().turns()[0]) == game.start().play(texts[0])


def test_in_mid_turn_is_what_the_snapshot_says() -> None:
    for game in (TRELLIS, TRELLIS.reference()):
        start = game.start()
        assert not game.core.mid_turn(start.state)
        half = start.step("e5")
        assert game.core.mid_turn(half.state)
        assert game.mid_turn(game.restore(half.snapshot))
        assert half.mid_turn


def test_the_reason_of_an_outcome_is_plain_text() -> None:
    game = isthmus.game("hex", size=3, pie=0)
    for each in (game, game.reference()):
        outcome = each.position(black=["a1", "a2", "a3"]).outcome
        assert outcome is not None
        assert type(outcome.reason) is str
    assert type(Outcome(None, Ending.REPETITION).reason) is str
