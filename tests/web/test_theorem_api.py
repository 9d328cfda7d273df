"""Playing against a theorem over HTTP: the server keeps nothing and trusts no input."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from live_server import Person, Site

import isthmus
from isthmus.analysis.theorem import Trees, stands
from isthmus.record import format_position, parse_position
from isthmus.rules.types import Seat
from isthmus.solve.solver import solve
from isthmus.web.puzzles.theorem import CHOICES


@pytest.fixture
def person(site: Site) -> Person:
    return site.person()


def facts_of(person: Person, query: str) -> Any:
    """The data of the page at the beginning."""
    text = person.get(f"/theorem?{query}").text
    return json.loads(text.partition('id="facts">')[2].partition("</script>")[0])


def turn(person: Person, told: Any, made: str) -> Any:
    answer = person.post("/api/theorem/turn", {"position": told["position"], "turn": made, **(told["trees"] or {})})
    assert answer.status == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("game", ["bridgit(size=4)", "trellis(size=5,pie=0,stones_per_turn=1)"])
def test_a_whole_game_is_won_by_the_theorem(person: Person, game: str) -> None:
    told, choose = facts_of(person, f"game={game}&side=white"), random.Random(1)
    for _ in range(40):
        state = told["states"][-1]
        if state["over"]:
            break
        assert set(told["answers"]) == {*told["trees"]["one"], *told["trees"]["two"]}
        told = turn(person, told, choose.choice([step for step in state["steps"] if step != "pass"]))
    assert told["states"][-1]["over"]["winner"] == "black"
    assert told["trees"] is None


def test_a_person_who_gives_the_win_away_is_told_how_to_keep_it(person: Person) -> None:
    told, made = facts_of(person, "game=bridgit(size=4)&side=black"), ""
    before = told
    while not told["kept"]:
        before, made = told, told["states"][-1]["steps"][0]
        told = turn(person, told, made)
    start = parse_position(before["position"])
    assert solve(start.play(told["kept"])).winner is Seat.FIRST
    assert solve(start.play(made)).winner is Seat.SECOND
    assert told["winner"] == "white"
    assert f"With {made} you gave the win away; {told['kept']} would have kept it." in told["words"]
    hints = [person.post("/api/theorem/hint", {"position": one["position"]}).json() for one in (before, told)]
    assert [hint["wins"] for hint in hints] == [True, False]


def test_trees_that_do_not_hold_are_replaced_by_ones_that_do(person: Person) -> None:
    told = facts_of(person, "game=bridgit(size=5)&side=white")
    lies = [
        {"side": "black", "one": ["a1"] * 400, "two": ["z9"]},
        {"side": "white", "one": told["trees"]["one"], "two": told["trees"]["two"]},
        {"side": "black", "one": told["trees"]["one"], "two": told["trees"]["one"], "cut": "nonsense"},
        *(told["trees"] | {"cut": point} for point in told["trees"]["one"]),  # a cut point that its tree still has
    ]
    for trees in lies:
        after = turn(person, told | {"trees": trees}, told["trees"]["one"][0])
        shown = after["trees"]
        held = Trees(isthmus.Side.of(shown["side"]), tuple(shown["one"]), tuple(shown["two"]))
        assert stands(parse_position(after["position"]), held)


def test_every_board_of_the_page_can_be_begun(person: Person) -> None:
    for names in CHOICES.values():
        for side, name in zip(("black", "white"), (names[0], names[-1]), strict=True):
            answer = person.get(f"/theorem?game={name}&side={side}")
            assert answer.status == 200
            assert " style=" not in answer.text


@pytest.mark.parametrize("query", ["game=hex", "game=bridgit(size=99)", "side=red", "game=<script>"])
def test_an_unavailable_game_has_a_page_that_says_so(person: Person, query: str) -> None:
    answer = person.get(f"/theorem?{query}")
    assert answer.status == 404
    assert "<script>" not in answer.text


@pytest.mark.parametrize("made", ["", "zz", "c1", "pass", "a2"])
def test_a_bad_turn_is_refused_with_the_reason(person: Person, made: str) -> None:
    start = isthmus.game("bridgit(size=4)").start().play("c1")
    told = turn(person, {"position": format_position(start), "trees": None}, made)
    assert (told["refused"], bool(told["why"])) == (made, True)


def test_tampered_posts_are_clear_errors(person: Person) -> None:
    opening = format_position(isthmus.game("bridgit(size=4,pie=1)").start())
    over = isthmus.game("bridgit(size=3)").position(black=["a1", "a3", "a5"], white=["b2", "c3"], to_move="white")
    hex_start, two = (format_position(isthmus.game(name).start()) for name in ("hex", "trellis(pie=0)"))
    for position in ("", "nonsense", "x" * 20_001, hex_start, two):
        for wish in ("turn", "hint"):
            answer = person.post(f"/api/theorem/{wish}", {"position": position, "turn": "a1"})
            assert answer.status == 422
            assert answer.json()["detail"]
    assert turn(person, {"position": opening, "trees": None}, "a1")["why"].startswith(
        "the theorem does not cover the opening"
    )
    assert "over" in turn(person, {"position": format_position(over), "trees": None}, "b2")["why"]
    assert person.post("/api/theorem/hint", {"position": format_position(over)}).status == 422
    wish = {"position": opening, "turn": "a1", "side": "red", "one": [1], "two": ["a1"] * 401}
    assert person.post("/api/theorem/turn", wish).status == 422
