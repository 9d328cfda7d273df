"""Boards without a game, over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from live_server import Answer, Person, serving

import isthmus
from isthmus.record import format_position, parse_position


@pytest.fixture(scope="module")
def person(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    with serving(Path(tmp_path_factory.mktemp("sandbox"))) as site:
        yield site.person()


@pytest.fixture
def start() -> str:
    return format_position(isthmus.game("trellis", size=9, pie=0).start())


def ask(person: Person, what: str, **wish: Any) -> Answer:
    return person.post(f"/api/board/{what}", wish)


def test_steps_of_an_unfinished_turn(person: Person, start: str) -> None:
    state = ask(person, "steps", position=start, made=["e5"]).json()
    assert state["may_stop"]
    assert "f7" in state["steps"]
    assert "e6" not in state["steps"]


def test_a_step_that_cannot_be_made_is_refused_with_the_reason(person: Person, start: str) -> None:
    answer = ask(person, "steps", position=start, made=["e5", "e6"]).json()
    assert answer["refused"] == "e6"
    assert "distance" in answer["why"]


def test_a_turn_makes_the_next_position(person: Person, start: str) -> None:
    answer = ask(person, "play", position=start, turn="f7+e5").json()
    assert answer["turn"] == "e5+f7"
    after = parse_position(answer["position"])
    assert after.stones("black") == ["e5", "f7"]
    assert answer["state"]["stones"]["black"] == ["e5", "f7"]


def test_a_turn_that_is_not_legal_is_refused(person: Person, start: str) -> None:
    assert ask(person, "play", position=start, turn="z9").json()["refused"] == "z9"


def test_the_description_of_the_chains(person: Person, start: str) -> None:
    position = ask(person, "play", position=start, turn="e5+f7").json()["position"]
    assert ask(person, "summary", position=position).json()["summary"].startswith("Black: 2 chains")


@pytest.mark.parametrize("position", ["", "hex", "nonsense(size=3) x", "hex(size=5,pie=0) 5/5/5 black", "x" * 20_001])
def test_a_bad_position_is_a_clear_error(person: Person, position: str) -> None:
    answer = ask(person, "steps", position=position, made=[])
    assert answer.status == 422
    assert answer.json()["detail"]
