"""The page of the API: it describes the whole API, and its examples are true."""

from __future__ import annotations

import json
from string import Template

import pytest
from live_server import Person, Site

from isthmus.web.api.reference import operations
from isthmus.web.api.tour import TOUR


def test_the_page_describes_every_operation_with_all_its_fields(ann: Person) -> None:
    schema, page = ann.get("/api/openapi.json").json(), ann.get("/api")
    assert page.status == 200
    found = [operation for _, operation in operations(schema)]
    assert len(found) == sum(len(methods) for methods in schema["paths"].values())
    for operation in found:
        assert f'id="{operation.anchor}"' in page.text
        assert operation.path in page.text
        assert operation.words, f"{operation.path} does not say what it does"
    assert len({operation.anchor for operation in found}) == len(found)
    play = next(operation for operation in found if operation.path.endswith("/turns"))
    assert [(field.name, field.place, field.kind, field.needed) for field in play.fields] == [
        ("game_id", "path", "text", True),
        ("Idempotency-Key", "header", "text", False),
        ("turn", "body", "text", True),
        ("ply", "body", "whole number", True),
    ]


def test_the_page_shows_code_as_code(ann: Person) -> None:
    page = ann.get("/api").text
    assert "Give <code>made</code> once for each step" in page
    assert "Messages <code>{&#34;report&#34;: …}</code> have the keys" in page
    assert "`" not in page


def test_the_walk_through_the_api_works(site: Site) -> None:
    person, values = site.person(), {}
    for stop in TOUR:
        assert stop.why in person.get("/api").text.replace("&#39;", "'")
        person.token = values.get("TOKEN", "") if stop.token else ""
        path = Template(stop.path).substitute(values)
        if stop.lasting:
            with person.reading(path) as lines:
                assert isinstance(json.loads(next(lines)), dict), stop.path
            continue
        if stop.method == "GET":
            answer = person.get(path)
        elif stop.body is None:
            answer = person.ask("POST", path, b"")  # as curl -X POST does
        else:
            answer = person.post(path, stop.body)
        assert answer.status in (200, 201), (stop.path, answer.text)
        values |= {variable: answer.json()[key] for variable, key in stop.keeps.items()}


def test_the_commands_of_the_walk_are_what_the_test_does() -> None:
    command = TOUR[4].command
    assert command.startswith("curl")
    assert all(
        part in command for part in ("Bearer $TOKEN", '{"turn": "b2", "ply": 0}', "$SERVER/api/games/$GAME/turns")
    )


@pytest.mark.parametrize("name", ["AccountWish", "ChallengeWish", "TurnWish", "Words", "Answer"])
def test_required_fields_in_the_schema_have_examples(ann: Person, name: str) -> None:
    fields = ann.get("/api/openapi.json").json()["components"]["schemas"][name]
    for field in fields["required"]:
        assert fields["properties"][field]["examples"], field
