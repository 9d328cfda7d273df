"""The analysis engine: queries read and refused, answers as documented, many in flight, ended by name."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from random_nets import write_random_net

import isthmus
from isthmus import Game
from isthmus.games import BUILT_IN
from isthmus.protocols.analysis_queries import ACTIONS, LONGEST, Action, Query, QueryError, read_query
from isthmus.protocols.analysis_server import AnalysisServer
from isthmus.record import parse_position

Answer = dict[str, Any]

PAGE = Path(__file__).parent.parent.parent / "docs" / "protocols.md"
BLOCKS = re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
SCHEMAS = {schema["title"]: schema for schema in map(json.loads, BLOCKS)}
SMALL = [kind(size=next(p.values[0] for p in kind.parameters if p.name == "size")) for kind in BUILT_IN]


def faults(schema: Answer, value: Any) -> list[str]:
    """The faults of a value."""
    return [error.message for error in Draft202012Validator(schema).iter_errors(value)]


def ask(*queries: Answer | str, workers: int = 1, **server: Any) -> list[Answer]:
    """The answers to queries, as another program would read them."""
    answers: list[Answer] = []

    def hear(said: Answer) -> None:
        answers.append(json.loads(json.dumps(said)))

    with AnalysisServer(hear, workers=workers, version="7", **server) as it:
        for query in queries:
            it.submit(query if isinstance(query, str) else json.dumps(query))
        it.finish()
    return answers


def finals(answers: Sequence[Answer]) -> list[Answer]:
    return [answer for answer in answers if answer.get("final")]


def quick(**more: Any) -> Answer:
    return {"id": "q", "game": "hex(size=5,pie=0)", "limits": {"simulations": 60}, **more}


# Answers -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_an_answer_is_the_report_of_the_search_and_fits_the_schema(game: Game) -> None:
    query = quick(game=str(game), turns=4, seed=3)
    assert faults(SCHEMAS["query"], query) == []
    (answer,) = ask(query)
    assert faults(SCHEMAS["answer"], answer) == []
    report = isthmus.search(game.start(), simulations=60, seed=3)
    assert answer["best"] == str(report.best)
    assert answer["value_for_first"] == pytest.approx(report.value.first, abs=1e-6)
    assert answer["chance_for_seat"] == pytest.approx(report.chance, abs=1e-6)
    assert [entry["turn"] for entry in answer["turns"]] == [str(entry.turn) for entry in report.turns[:4]]
    assert [entry["visits"] for entry in answer["turns"]] == [entry.visits for entry in report.turns[:4]]
    assert answer["variation"] == [str(turn) for turn in report.variation]
    assert parse_position(answer["position"]) == game.start()


def test_values_name_their_point_of_view() -> None:
    lost = {"position": "hex(size=3,pie=0) 1x1/1x1/3 white first=black", "game": ""}
    (answer,) = ask(quick(**lost))
    assert (answer["seat"], answer["to_move"], answer["proof"]) == ("second", "white", "first wins")
    assert answer["value_for_first"] == 1
    assert answer["chance_for_seat"] == 0


def test_during_the_choice_a_seat_decides_and_no_colour_moves() -> None:
    (answer,) = ask(quick(game="hex(size=5)", moves=["c3"]))
    assert (answer["seat"], answer["to_move"]) == ("second", None)
    assert answer["best"] == "take-black"


def test_a_finished_game_is_answered_by_its_outcome() -> None:
    (answer,) = ask(quick(game="hex(size=3,pie=0)", moves=["b1", "a1", "b2", "a2", "b3"]))
    assert faults(SCHEMAS["answer"], answer) == []
    assert answer["outcome"] == {"winner": "black", "winning_seat": "first", "reason": "connected"}
    assert "best" not in answer
    (drawn,) = ask(quick(game="orbit(size=5,pie=0)", moves=["pass", "pass"]))
    assert faults(SCHEMAS["answer"], drawn) == []
    assert drawn["outcome"]["winner"] is None
    assert drawn["outcome"]["score"] == {"black": 0, "white": 0}


def test_all_positions_of_a_game_are_answered() -> None:
    answers = ask(quick(moves=["c3", "b3", "d2"], at="all"))
    assert [answer["turn_number"] for answer in answers] == [0, 1, 2, 3]
    assert [answer["to_move"] for answer in answers] == ["black", "white", "black", "white"]
    assert [answer["turn_number"] for answer in ask(quick(moves=["c3", "b3"], at=[2, 0]))] == [2, 0]


def test_unwanted_fields_are_left_out() -> None:
    (answer,) = ask(quick(turns=0, variation=False))
    assert answer["turns"] == []
    assert "variation" not in answer
    (answer,) = ask(quick(turns=1, variation=False))
    assert set(answer["turns"][0]) == {"turn", "visits", "prior", "value_for_first", "chance_for_seat", "proof"}


def test_interim_answers_come_before_the_final_one() -> None:
    waiting = threading.Semaphore(0)
    answers: list[Answer] = []

    def hear(answer: Answer) -> None:
        answers.append(answer)
        waiting.release()

    query = quick(game="trellis", limits={"seconds": 600}, report_every=0.01, turns=2)
    with AnalysisServer(hear) as server:
        server.submit(json.dumps(query))
        for _ in range(3):
            assert waiting.acquire(timeout=60)
        server.submit('{"id": "t", "action": "terminate", "terminate_id": "q"}')
        server.finish()
    *on_the_way, last = [answer for answer in answers if answer["id"] == "q"]
    assert len(on_the_way) >= 3
    assert not any(answer["final"] or answer["stopped"] for answer in on_the_way)
    assert last["final"]
    assert last["stopped"]
    assert last["best"]
    assert [fault for answer in (*on_the_way, last) for fault in faults(SCHEMAS["answer"], answer)] == []


def test_where_the_game_is_solved_the_answer_says_why() -> None:
    (answer,) = ask(quick(game="bridgit(size=4)"))
    assert faults(SCHEMAS["answer"], answer) == []
    assert answer["proof"] == "first wins"
    assert answer["theory"]["winner"] == "black"
    one, two = map(set, answer["theory"]["trees"])
    assert one
    assert two
    assert not one & two
    (searched,) = ask(quick())
    assert "theory" not in searched


def test_engine_numbers_are_handed_on() -> None:
    (answer,) = ask(quick(parameters={"no_such_number": 1}))
    assert "no_such_number" in answer["error"]
    assert faults(SCHEMAS["answer"], answer) == []


def test_the_evaluator_is_that_of_the_query_or_else_of_the_server(tmp_path: Path) -> None:
    path = str(write_random_net(tmp_path, "hex(size=5)"))
    (answer,) = ask(quick(), evaluator=path)
    assert answer["evaluator"] == "hex.net"
    assert faults(SCHEMAS["answer"], answer) == []
    (answer,) = ask(quick(evaluator="hand"), evaluator=path)
    assert answer["evaluator"] == "hand"
    (answer,) = ask(quick(game="bridgit(size=3)", evaluator="net"))
    assert "there is no net for bridgit" in answer["error"]


# In flight -----------------------------------------------------------------------------------------------------------


def test_many_queries_are_all_answered_by_several_workers() -> None:
    answers = ask(*(quick(id=f"q{number}", seed=number) for number in range(60)), workers=4)
    assert sorted(answer["id"] for answer in answers) == sorted(f"q{number}" for number in range(60))
    alone = {answer["id"]: answer for query in range(3) for answer in ask(quick(id=f"q{query}", seed=query))}
    for answer in answers:
        if answer["id"] in alone:
            assert {**answer, "seconds": 0} == {**alone[answer["id"]], "seconds": 0}


class Held:
    """A server whose one worker is held in its first answer, so that later queries have to wait."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.held, self.go_on = threading.Event(), threading.Event()

    def __call__(self, answer: Answer) -> None:
        self.answers.append(answer)

    def search(self, name: str) -> str:
        """A query that searches until it is terminated, and reports when it has begun."""
        return json.dumps(quick(id=name, game="trellis", limits={"seconds": 600}, report_every=0.01))

    def begun(self, name: str) -> None:
        while not any(answer["id"] == name for answer in list(self.answers)):
            threading.Event().wait(0.005)


def test_more_urgent_queries_come_first_and_equal_ones_in_order() -> None:
    held = Held()
    with AnalysisServer(held) as server:
        server.submit(held.search("long"))
        held.begun("long")
        for name, priority in (("a", 0), ("b", 5), ("c", 0), ("d", -1), ("e", 5)):
            server.submit(json.dumps(quick(id=name, priority=priority)))
        server.submit('{"id": "t", "action": "terminate", "terminate_id": "long"}')
        server.finish()
    assert [answer["id"] for answer in finals(held.answers)] == ["long", "b", "e", "a", "c", "d"]


def test_a_query_that_waits_is_ended_without_a_search() -> None:
    held = Held()
    with AnalysisServer(held) as server:
        server.submit(held.search("long"))
        held.begun("long")
        server.submit(json.dumps(quick(id="waits", moves=["c3"], at="all")))
        server.submit('{"id": "t", "action": "terminate", "terminate_id": "waits"}')
        server.submit('{"id": "u", "action": "terminate", "terminate_id": "nobody"}')
        server.submit('{"id": "v", "action": "terminate_all"}')
        server.finish()
    said = {answer["id"]: answer for answer in held.answers if "action" in answer}
    assert [said[name]["found"] for name in "tuv"] == [1, 0, 2]
    ended = [answer for answer in held.answers if answer["id"] == "waits"]
    assert [answer["turn_number"] for answer in ended] == [0, 1]
    for answer in ended:
        assert answer["final"]
        assert answer["stopped"]
        assert "best" not in answer
        assert faults(SCHEMAS["answer"], answer) == []


def test_an_id_in_flight_is_refused_and_free_again_afterwards() -> None:
    held = Held()
    with AnalysisServer(held) as server:
        server.submit(held.search("q"))
        held.begun("q")
        server.submit(json.dumps(quick()))
        assert {"id": "q", "error": "a query with this id is in flight", "field": "id"} in held.answers
        server.submit('{"id": "t", "action": "terminate_all"}')
        server.finish()
        server.submit(json.dumps(quick()))
        server.finish()
    assert [answer["stopped"] for answer in finals(held.answers)] == [True, False]


def test_when_the_listener_is_gone_everything_ends_and_the_caller_is_told() -> None:
    def gone(answer: Answer) -> None:
        raise BrokenPipeError("nobody")

    with AnalysisServer(gone) as server:
        server.submit(Held().search("long"))
        with pytest.raises(BrokenPipeError, match="nobody"):
            server.finish()
        with pytest.raises(BrokenPipeError, match="nobody"):
            server.submit(json.dumps(quick()))


def test_leaving_ends_what_is_in_flight() -> None:
    held = Held()
    with AnalysisServer(held) as server:
        server.submit(held.search("long"))
        server.submit(held.search("longer"))
    assert [answer["stopped"] for answer in finals(held.answers)] == [True, True]


def test_actions_that_ask() -> None:
    answers = ask({"id": "v", "action": "query_version"}, {"id": "c", "action": "clear", "x": 1}, quick())
    assert answers[0] == {"id": "v", "action": "query_version", "name": "Isthmus", "version": "7"}
    assert answers[1] == {"id": "c", "warning": "unknown field; it is ignored", "field": "x"}
    assert answers[2] == {"id": "c", "action": "clear"}
    assert answers[3]["final"]


# Queries -------------------------------------------------------------------------------------------------------------


def test_unknown_fields_are_warned_of_and_the_query_is_carried_out() -> None:
    warning, other, answer = ask(quick(movse=[], limits={"simulations": 60, "depth": 3}))
    assert warning == {"id": "q", "warning": "unknown field; it is ignored", "field": "movse"}
    assert other["field"] == "limits.depth"
    assert answer["final"]


def test_a_game_in_the_field_of_a_position_is_refused_with_the_right_field() -> None:
    (answer,) = ask(quick(game="", position="hex(size=5)"))
    assert answer["field"] == "position"
    assert answer["error"].endswith("; the field for a game at its start is 'game'")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"id": ""}, "id"),
        ({"id": 7}, "id"),
        ({"id": "x" * 201}, "id"),
        ({"game": ""}, "game"),
        ({"game": None}, "game"),
        ({"game": "go"}, "game"),
        ({"game": "hex(size=2)"}, "game"),
        ({"position": "hex(size=3,pie=0) 3/3/3 black"}, "position"),
        ({"game": "", "position": "nonsense"}, "position"),
        ({"moves": "c3"}, "moves"),
        ({"moves": ["pass"] * 5001}, "moves"),
        ({"moves": ["c3", 4]}, "moves[1]"),
        ({"moves": ["c3", "c3"]}, "moves[1]"),
        ({"moves": ["c3", "z9"]}, "moves[1]"),
        ({"at": [1]}, "at"),
        ({"at": []}, "at"),
        ({"at": [0, 0]}, "at"),
        ({"at": [True]}, "at"),
        ({"at": "last"}, "at"),
        ({"limits": 5}, "limits"),
        ({"limits": {"seconds": 0}}, "limits.seconds"),
        ({"limits": {"seconds": "1"}}, "limits.seconds"),
        ({"limits": {"seconds": 1e400}}, None),
        ({"limits": {"simulations": 0}}, "limits.simulations"),
        ({"limits": {"simulations": 1.5}}, "limits.simulations"),
        ({"limits": {"simulations": True}}, "limits.simulations"),
        ({"limits": {"simulations": None}}, "limits.simulations"),
        ({"turns": -1}, "turns"),
        ({"turns": None}, "turns"),
        ({"variation": 1}, "variation"),
        ({"seed": -1}, "seed"),
        ({"priority": 1 << 40}, "priority"),
        ({"report_every": 0}, "report_every"),
        ({"parameters": []}, "parameters"),
        ({"parameters": {"x": "1"}}, "parameters.x"),
        ({"evaluator": "strong"}, "evaluator"),
        ({"evaluator": "/etc/secret.net"}, "evaluator"),
        ({"evaluator": None}, "evaluator"),
        ({"action": "dance"}, "action"),
        ({"action": "terminate"}, "terminate_id"),
        ({"action": "clear", "terminate_id": "x"}, "terminate_id"),
    ],
)
def test_a_query_that_is_wrong_is_refused_with_its_field(change: Answer, field: str | None) -> None:
    (answer,) = ask(quick(**change))
    assert answer.get("field") == field
    assert answer["error"]
    assert ("id" in answer) == (field not in ("id", None))


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "[]",
        "5",
        '"text"',
        "null",
        '{"id": "q"',
        '{"id": "a", "id": "b"}',
        '{"id": "q", "seed": NaN}',
        "[" * 100_000,
        '{"id": "q", "seed": ' + "9" * 5000 + "}",
        '{"id": "' + "x" * LONGEST + '"}',
    ],
    ids=lambda line: line[:12],
)
def test_a_line_without_a_query_is_refused(line: str) -> None:
    (answer,) = ask(line)
    assert set(answer) <= {"error", "field"}


def test_blank_lines_are_ignored() -> None:
    assert ask("", "  \t", "\n") == []


def test_the_documents_name_the_fields_that_are_read() -> None:
    query = quick(
        moves=["c3"],
        at=[1],
        turns=3,
        variation=True,
        seed=1,
        priority=2,
        report_every=1,
        parameters={},
        evaluator="hand",
        extra=1,
    )
    found = read_query(json.dumps(query))
    assert isinstance(found, Query)
    assert found.unknown == ("extra",)
    del query["extra"]
    assert set(query) | {"position"} == set(SCHEMAS["query"]["properties"])
    assert faults(SCHEMAS["query"], query) == []


def test_the_tables_of_the_documents_have_every_field_and_action() -> None:
    page = PAGE.read_text(encoding="utf-8")

    def named(head: str) -> set[str]:
        table = page.split(head, 1)[1].split("\n\n", 1)[0]
        return {name for row in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[1])}

    assert named("| field | meaning |") == set(SCHEMAS["query"]["properties"])
    fields = page.split("### Answers", 1)[1].split("| field | meaning |", 1)[1].split("\n\n", 1)[0]
    described = {name for row in fields.splitlines()[2:] for name in re.findall(r"`(\w+)`", row.split("|")[1])}
    assert described | {"id", "final", "error"} == set(SCHEMAS["answer"]["properties"])
    examples = re.findall(r'^\| `(\{"id".*?\})` \|', page, re.MULTILINE)
    assert {json.loads(example)["action"] for example in examples} == set(ACTIONS)
    assert all(isinstance(read_query(example), Action) for example in examples)


def test_the_example_of_the_documents_is_answered() -> None:
    example = next(
        line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith('{"id": "opening"')
    )
    (answer,) = ask(example)
    assert answer["id"] == "opening"
    assert answer["seat"] == "second"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
FIELDS = ["id", "action", "terminate_id", *SCHEMAS["query"]["properties"]]


@settings(max_examples=200)
@given(st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=5) | JSON, st.booleans())
def test_any_text_is_understood_or_raises_a_query_error(found: Any, mostly_right: bool) -> None:
    if mostly_right and isinstance(found, dict):
        found = {"id": "q", "game": "hex(size=3)", **found}
    try:
        query = read_query(json.dumps(found))
    except QueryError as error:
        json.dumps([str(error), error.field, error.id])
    else:
        assert isinstance(query, Query | Action)


@given(st.text(max_size=50))
def test_text_other_than_json_is_refused(line: str) -> None:
    if line.strip() and not line.strip()[0].isdigit():
        for answer in ask(line):
            assert "error" in answer
