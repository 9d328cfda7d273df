"""The data of a position for a browser."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import isthmus
from isthmus.errors import IllegalTurnError, NotationError
from isthmus.games import games
from isthmus.rules.position import Position
from isthmus.web.board.state import board_state, field_label, state_after

SMALL = {"hex": 4, "quadrant-hex": 6, "bridgit": 3, "orbit": 5, "trellis": 7, "trinidad": 3, "network": 6}


def random_position(game: str, seed: int, turns: int) -> Position:
    """A position after some turns of a random game."""
    kind = f"{game}(size={SMALL[game]})" if game in SMALL else game
    position, random = isthmus.game(kind).start(), Random(seed)
    for _ in range(turns):
        if position.outcome:
            break
        position = position.play(random.choice(position.turns()))
    return position


positions = st.builds(random_position, st.sampled_from(sorted(games())), st.integers(0, 99), st.integers(0, 40))


@given(positions)
def test_it_is_json_and_agrees_with_the_position(position: Position) -> None:
    state = json.loads(json.dumps(board_state(position)))
    assert state["stones"] == {side: position.stones(side) for side in ("black", "white")}
    assert state["steps"] == position.steps()
    assert state["phase"] == position.phase
    assert (state["over"] is None) == (position.outcome is None)
    assert (state["seat"] is None) == (position.outcome is not None)


@given(positions)
def test_continues_names_the_steps_after_which_the_turn_is_unfinished(position: Position) -> None:
    state = board_state(position)
    going_on = [step for step in state["steps"] if position.step(step).mid_turn]
    told = state["continues"]
    assert going_on == (state["steps"] if told is True else [] if told is False else told)


@given(positions, st.randoms(use_true_random=False))
def test_the_state_after_steps_is_that_of_the_position_they_lead_to(position: Position, random: Random) -> None:
    here, made = position, list[str]()
    while here.steps() and (not made or here.mid_turn):
        made.append(random.choice(here.steps()))
        here = here.step(made[-1])
    after = state_after(position, made)
    assert after == board_state(here) | {"done": bool(made)}


def test_a_step_that_cannot_be_made_is_refused_with_its_reason() -> None:
    start = isthmus.game("trellis(size=9,pie=0)").start()
    with pytest.raises(IllegalTurnError, match="e5 is occupied by black"):
        state_after(start, ["e5", "e5"])
    with pytest.raises(NotationError, match="z9"):
        state_after(start, ["z9"])


def test_an_unfinished_turn_shows_its_stone_and_the_side_that_goes_on() -> None:
    state = state_after(isthmus.game("trellis(size=9,pie=0)").start(), ["e5"])
    assert state["made"] == ["e5"]
    assert state["marks"] == {"pending": ["e5"]}
    assert (state["side"], state["may_stop"], state["done"]) == ("black", True, False)
    assert "stop" in state["steps"]


def test_a_choice_of_colour_shows_what_each_answer_means() -> None:
    state = board_state(isthmus.game("hex(size=5,pie=1)").start().play("c3"))
    assert (state["choosing"], state["seat"], state["side"]) == (True, "second", "white")
    assert state["choices"] == [
        {"step": "take-black", "side": "black", "goal": "top to bottom", "then": "White moves next."},
        {"step": "take-white", "side": "white", "goal": "left to right", "then": "You move next."},
    ]
    assert state["news"] == "Black plays c3. The second player chooses a colour."


@given(positions)
def test_the_example_is_a_legal_turn(position: Position) -> None:
    example = board_state(position)["example"]
    assert position.play(example) if position.outcome is None else example == ""


def test_an_example_uses_all_that_a_turn_may_be_made_of() -> None:
    assert len(board_state(isthmus.game("trellis(size=9,pie=0)").start())["example"].split("+")) == 2
    row_moves = isthmus.game("trinidad(size=5,pie=0)").start().play("e4").play("g4")
    assert [part.count("-") for part in board_state(row_moves)["example"].split("+")] == [0, 1]


def test_the_news_say_when_another_kind_of_turn_is_due() -> None:
    position = isthmus.game("trinidad(size=5,pie=0)").start().play("e4")
    assert board_state(position)["news"] == "White plays e4. Black to move."
    due = "add a piece, move a row, or do both in that order"
    assert board_state(position.play("g4"))["news"] == f"Black plays g4. White to move: {due}."


def test_captures_are_ghosts_and_news() -> None:
    position = isthmus.game("orbit(size=5,pie=0)").start()
    for turn in ["b3", "c3", "c2", "a1", "d3", "a2", "c4"]:
        position = position.play(turn)
    state = board_state(position)
    assert state["ghosts"] == [["captured", "white", "c3"]]
    assert state["news"] == "Black plays c4. Captured: c3. White to move."
    assert state["land"]["black"]


def test_a_moved_row_leaves_a_trail() -> None:
    position = isthmus.game("trinidad(size=3,pie=0,initial=1)").start().play("c2").play("e1").play("c3+c2-c4")
    state = board_state(position)
    assert ["trail", "white", "c2", "c4"] in state["links"]
    assert ["left", "white", "c2"] in state["ghosts"]


def test_the_end_names_the_winner_and_the_chain() -> None:
    position = isthmus.game("hex(size=3,pie=0)").start()
    for turn in ["a1", "b1", "a2", "b2", "a3"]:
        position = position.play(turn)
    state = board_state(position)
    assert state["over"] == {"winner": "black", "text": "Black wins by connection"}
    assert state["marks"]["winning"] == ["a1", "a2", "a3"]
    assert state["news"] == "Black plays a3. Black wins by connection."
    assert state["steps"] == []


def test_it_is_small() -> None:
    assert len(gzip.compress(json.dumps(board_state(random_position("trellis", 1, 12))).encode())) < 900
    position, random = isthmus.game("trellis(size=15,pie=0)").start(), Random(1)
    for _ in range(30):
        position = position.play(random.choice(position.turns()))
    assert len(gzip.compress(json.dumps(board_state(position), separators=(",", ":")).encode())) < 1200


def test_a_field_is_called_by_its_name_its_stone_and_its_marks() -> None:
    assert field_label("e5", None, ()) == "e5, empty"
    assert field_label("e5", "black", ("last", "winning")) == "e5, black, last turn, winning"


@given(st.builds(random_position, st.sampled_from(["trinidad", "network"]), st.integers(0, 99), st.integers(6, 60)))
def test_rows_give_the_start_and_end_of_all_stones_of_a_move(position: Position) -> None:
    """A move goes from its first field to the first of its targets. The other fields belong to rows."""
    state = board_state(position)
    side = str(position.snapshot.side)
    for step in (step for step in state["steps"] if "-" in step and not step.startswith("take-")):
        start, end = step.split("-")
        stands, lies = state["rows"].get(step, [[start], [end]])
        assert (stands[0], lies[0]) == (start, end)
        after = set(position.step(step).stones(side))
        assert after == (set(position.stones(side)) - set(stands)) | set(lies)
        assert lies[-1] not in position.stones("black") + position.stones("white")
    assert all(len(stands) > 1 for stands, _ in state["rows"].values())
    assert set(state["rows"]) <= set(state["steps"])


def test_a_row_that_would_move_first_is_asked_about() -> None:
    """There is no question after an add, or if an add is impossible."""
    position = isthmus.game("trinidad(size=3,initial=1,pie=0)").start().play("c2").play("e1")
    state = board_state(position)
    moves = [step for step in position.steps() if "-" in step]
    assert state["doubts"] == {"Move without adding a piece?": moves}
    assert board_state(position.step("c3"))["doubts"] == {}
    assert board_state(isthmus.game("hex(size=3,pie=0)").start())["doubts"] == {}


def test_a_bridge_is_built() -> None:
    state = board_state(isthmus.game("bridgit(size=3,pie=0)").start())
    assert (state["due"], state["deed"]) == ("build a bridge", "build this bridge")
    assert board_state(isthmus.game("hex(size=3,pie=0)").start())["deed"] == "play this turn"


def test_the_types_of_the_javascript_name_every_key() -> None:
    source = Path(isthmus.__file__).parent / "web" / "static" / "js" / "board" / "state.js"
    (typedef,) = re.findall(r"@typedef \{object\} BoardState(.*?)\*/", source.read_text(encoding="utf-8"), re.DOTALL)
    named = set(re.findall(r"@property \{.*\} \[?(\w+)", typedef))
    position = isthmus.game("trellis").start()
    assert named == set(board_state(position)) | set(state_after(position, ["h8"]))
