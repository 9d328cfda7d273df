"""Puzzles over HTTP: every solution is right, wrong turns are refuted, and solutions are shown only on request."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from live_server import Answer, Person, Site

from isthmus.analysis.puzzles.puzzle import Puzzle
from isthmus.analysis.puzzles.refuting import fields_of
from isthmus.analysis.puzzles.shelf import daily, games_with_puzzles, puzzles
from isthmus.record import parse_position, parse_share_link
from isthmus.web.puzzles import api as puzzle_api


@pytest.fixture
def person(site: Site) -> Person:
    return site.person()


def everyone(game: str) -> Iterator[tuple[str, Puzzle]]:
    """The puzzles of a game with their addresses in the API."""
    for number, puzzle in enumerate(puzzles(game), start=1):
        yield f"/api/puzzles/{game}/{number}", puzzle


def attempt(person: Person, address: str, **wish: Any) -> Any:
    answer = person.post(f"{address}/try", wish)
    assert answer.status == 200, answer.text
    return answer.json()


every_game = pytest.mark.parametrize("game", games_with_puzzles())


@every_game
def test_every_turn_that_is_asked_for_is_right_and_leads_to_the_next_question(person: Person, game: str) -> None:
    for address, puzzle in everyone(game):
        for question, place in enumerate(puzzle.asked):
            found = attempt(person, address, question=question, turn=puzzle.line[place].upper())
            last = question + 1 == len(puzzle.asked)
            assert (found["right"], found["turn"]) == (True, puzzle.line[place])
            assert found["next"] == (None if last else question + 1)
            assert found["rest"] == (list(puzzle.line[place + 1 :]) if last else [])
            reached = puzzle.question(question).play(puzzle.line[place]) if last else puzzle.question(question + 1)
            assert parse_position(found["position"]) == reached
            assert found["states"][-1]["stones"] == {side: reached.stones(side) for side in ("black", "white")}


def test_a_turn_is_refuted_once_however_it_is_written(person: Person) -> None:
    address, puzzle = next(everyone("trellis"))
    wrong = puzzle.refutations[0].turn
    puzzle_api._answer.cache_clear()
    for turn in (wrong, f" {wrong.upper()} ", "+".join(reversed(wrong.split("+")))):
        assert attempt(person, address, turn=turn)["turn"] == wrong
    assert puzzle_api._answer.cache_info().misses == 1


@every_game
def test_a_wrong_turn_of_every_puzzle_is_refuted_without_giving_the_solution_away(person: Person, game: str) -> None:
    for address, puzzle in everyone(game):
        wrong = puzzle.refutations[0].turn
        found = attempt(person, address, turn=wrong)
        assert (found["right"], found["turn"]) == (False, wrong)
        assert found["words"].startswith(f"{wrong} does not win")
        assert found["withheld"] == (found["reply"] is None and "give the solution away" in found["words"])
        after = puzzle.position.play(wrong)
        assert found["states"][0]["stones"] == {side: after.stones(side) for side in ("black", "white")}
        if found["reply"]:
            new = fields_of(puzzle.solution, puzzle.game) - fields_of(wrong, puzzle.game)
            assert not fields_of(found["reply"], puzzle.game) & new
            assert len(found["states"]) == 2
            assert f" {found['reply']} " in found["words"] or found["reply"] == "pass"


def test_a_withheld_reply_is_shown_on_request(person: Person) -> None:
    address, wrong = next(
        (address, wrong.turn)
        for address, puzzle in everyone("quadrant-trellis")
        for wrong in puzzle.refutations[:1]
        if attempt(person, address, turn=wrong.turn)["withheld"]
    )
    told = attempt(person, address, turn=wrong, tell=True)
    assert not told["withheld"]
    assert told["fields"]
    assert f" {told['reply']} " in told["words"]


def test_hints_and_the_solution_come_only_when_asked_for(person: Person) -> None:
    puzzle = puzzles("hex")[0]
    shown = person.get("/api/puzzles/hex/1").json()
    assert puzzle.solution not in str(shown).replace("'", " ").split()
    kind, where = (person.get(f"/api/puzzles/hex/1/hint?step={step}").json() for step in (0, 1))
    assert puzzle.solution not in kind["words"].replace(".", " ").split()
    assert puzzle.solution in where["fields"]
    solution = person.get("/api/puzzles/hex/1/solution").json()
    assert (solution["turn"], solution["words"]) == (puzzle.solution, f"The only winning turn is {puzzle.solution}.")


@pytest.mark.parametrize("turn", ["", "zz", "a1+a1", "take-black", "x" * 400, "\x00", "a1;drop"])
def test_a_bad_turn_is_refused_with_the_reason(person: Person, turn: str) -> None:
    found = attempt(person, "/api/puzzles/hex/1", turn=turn)
    assert found["refused"] == turn
    assert found["why"]


@pytest.mark.parametrize(
    ("path", "wish", "status"),
    [
        ("/api/puzzles/hex/25/try", {"turn": "a1"}, 404),
        ("/api/puzzles/hex/0/try", {"turn": "a1"}, 422),
        ("/api/puzzles/hex/99999999999999999999/try", {"turn": "a1"}, 422),
        ("/api/puzzles/hex/one/try", {"turn": "a1"}, 422),
        ("/api/puzzles/chess/1/try", {"turn": "a1"}, 404),
        ("/api/puzzles/..%2Fhex/1/try", {"turn": "a1"}, 404),
        ("/api/puzzles/hex/1/try", {"turn": "a1", "question": 7}, 404),
        ("/api/puzzles/hex/1/try", {"turn": "a1", "question": -1}, 422),
        ("/api/puzzles/hex/1/try", {"turn": "x" * 401}, 422),
        ("/api/puzzles/hex/1/try", {"turn": ["a1"]}, 422),
        ("/api/puzzles/hex/1/try", [], 422),
        ("/api/puzzles/hex/1/try", None, 422),
    ],
)
def test_tampered_tries_are_clear_errors(person: Person, path: str, wish: Any, status: int) -> None:
    answer: Answer = person.post(path, wish)
    assert answer.status == status
    assert answer.json()["detail"]
    assert "Traceback" not in answer.text


def test_the_page_of_all_puzzles_is_light_and_has_every_puzzle(person: Person) -> None:
    answer = person.get("/puzzles", accept_encoding="gzip")
    assert answer.headers["content-encoding"] == "gzip"
    assert len(answer.body) < 40_000
    text = person.get("/puzzles").text
    for game in games_with_puzzles():
        for number, puzzle in enumerate(puzzles(game), start=1):
            assert f'href="/puzzles/{game}/{number}" data-name="{puzzle.name}"' in text
    assert " style=" not in text


@every_game
def test_the_page_of_a_puzzle_has_its_task_and_not_its_solution(person: Person, game: str) -> None:
    puzzle = puzzles(game)[0]
    text = person.get(f"/puzzles/{game}/1").text
    assert puzzle.goal in text
    assert " style=" not in text
    study = text.partition('id="study" href="')[2].partition('"')[0]
    record, _ = parse_share_link(study)
    assert record.final == puzzle.position


@pytest.mark.parametrize(
    "path", ["/puzzles/hex/25", "/puzzles/hex/0", "/puzzles/hex/x", "/puzzles/chess/1", "/puzzles/hex/-1"]
)
def test_a_missing_puzzle_has_a_page_that_says_so(person: Person, path: str) -> None:
    answer = person.get(path)
    assert answer.status == 404
    assert "There is no puzzle at this address." in answer.text


def test_the_puzzle_of_the_day_is_the_same_all_day_and_none_comes_twice_in_a_round(person: Person) -> None:
    begin = date(2026, 1, 1)
    count = sum(len(puzzles(game)) for game in games_with_puzzles())
    found = [daily(begin + timedelta(days=day)) for day in range(count)]
    assert len(set(found)) == count
    assert daily(begin) == daily(date(2026, 1, 1))
    answer = person.get("/puzzles/daily")
    assert answer.status == 307
    assert person.get(answer.headers["location"]).status == 200
