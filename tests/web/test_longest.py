"""Every value in a request has a maximum length: parameters, JSON, forms, messages of sockets."""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from live_server import Site
from pydantic import TypeAdapter

import isthmus.web
from isthmus.web.app import create_app
from isthmus.web.game.pages import JOIN, NEW_GAME
from isthmus.web.game.sockets import LONGEST_TEXTS
from isthmus.web.http.forms import Form
from isthmus.web.http.guards import LONGEST_ADDRESS, LONGEST_BODY, longest_body
from isthmus.web.http.json_bodies import UnreadableError
from isthmus.web.settings import Settings
from isthmus.web.study.pages import COPY
from isthmus.web.study.upload import UPLOAD
from isthmus.web.study.wishes import EditWish, read_wish

WEB = Path(isthmus.web.__file__).parent
FORMS = (NEW_GAME, JOIN, COPY, UPLOAD)
Schema = Mapping[str, Any]


class EndlessWish(EditWish):
    free: str
    nested: dict[str, list[str]]


def unbounded(schema: Schema, where: str, defined: Schema, above: tuple[str, ...] = ()) -> Iterator[str]:
    """The places in a JSON schema where a text or list has no maximum length."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[-1]
        if name not in above:
            yield from unbounded(defined[name], where, defined, (*above, name))
        return
    if "enum" in schema or "const" in schema:
        return
    choices = [one for kind in ("anyOf", "oneOf", "allOf") for one in schema.get(kind, ())]
    for one in choices:
        yield from unbounded(one, where, defined, above)
    kind = schema.get("type")
    if kind == "string" and "maxLength" not in schema:
        yield f"{where}: text"
    elif kind == "array":
        if "maxItems" not in schema:
            yield f"{where}: list"
        yield from unbounded(schema.get("items", {}), f"{where}[]", defined, above)
    elif kind == "object":
        for name, one in schema.get("properties", {}).items():
            yield from unbounded(one, f"{where}.{name}", defined, above)
        if schema.get("additionalProperties", "properties" not in schema):
            yield f"{where}: any key"
    elif kind is None and not choices:
        yield f"{where}: anything"


def described(app: FastAPI) -> Schema:
    """The OpenAPI description of all routes, including the pages for people."""
    hidden = [route for route in routes(app.routes) if not route.include_in_schema]
    try:
        for route in hidden:
            route.include_in_schema = True
        app.openapi_schema = None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # two routes for one function
            return app.openapi()
    finally:
        for route in hidden:
            route.include_in_schema = False


def routes(found: Any) -> Iterator[APIRoute]:
    for route in found:
        if isinstance(route, APIRoute):
            yield route
        inner = getattr(getattr(route, "original_router", route), "routes", None)
        yield from routes(inner or ())


def fields_without_end(app: FastAPI) -> Iterator[str]:
    schema = described(app)
    defined = schema.get("components", {}).get("schemas", {})
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            for one in operation.get("parameters", ()):
                yield from unbounded(one["schema"], f"{method} {path} {one['in']} {one['name']}", defined)
            for content in operation.get("requestBody", {}).get("content", {}).values():
                yield from unbounded(content["schema"], f"{method} {path} body", defined)


def test_every_parameter_and_body_of_every_route_has_a_longest_value() -> None:
    app = create_app(Settings("sqlite://"))
    assert list(fields_without_end(app)) == []
    paths = described(app)["paths"]
    assert {"/study/{study_id}/edit", "/api/games", "/g/{game_id}"} <= paths.keys()


def test_no_route_leaves_a_large_body_to_the_framework() -> None:
    """It would parse it in the event loop: ``Readers`` or ``parse_form`` read it elsewhere."""
    posts = [route for route in routes(create_app(Settings("sqlite://")).routes) if "POST" in route.methods]
    large = [route for route in posts if longest_body(re.sub(r"{\w+}", "x", route.path)) > LONGEST_BODY]
    assert len(large) == 4
    assert [route.path for route in large if route.body_field is not None] == []
    assert any(route.body_field is not None for route in posts)


def test_the_walk_finds_what_has_no_longest_value() -> None:
    app = FastAPI()

    @app.post("/x/{name}", include_in_schema=False)
    def post(name: str, wish: EndlessWish) -> None: ...

    assert sorted(fields_without_end(app)) == [
        "post /x/{name} body.free: text",
        "post /x/{name} body.nested: any key",
        "post /x/{name} path name: text",
    ]


def test_every_part_of_a_change_of_a_study_has_a_longest_value() -> None:
    schema = TypeAdapter(EditWish).json_schema()
    assert list(unbounded(schema, "edit", schema["$defs"])) == []
    with pytest.raises(UnreadableError, match=r"marks\.0\.text: expected a text of at most 200 characters"):
        read_wish(json.dumps({"marks": [{"kind": "label", "point": "a1", "text": "x" * 201}]}).encode())
    with pytest.raises(UnreadableError, match="turns: expected at most"):
        read_wish(json.dumps({"do": "line", "node": 0, "turns": ["a1"] * 100_000}).encode())


# Who reads a request by other ways than FastAPI's ------------------------------------------------------------------
READERS = {
    "form": {},
    "json": {},
    "stream": {},
    "body": {"http/forms.py": 1, "study/start.py": 1, "study/pages.py": 1, "analysis/api.py": 1},
    "receive_text": {"game/sockets.py": 1},
    "receive_json": {},
    "receive_bytes": {},
    "query_params": {"game/pages.py": 2, "game/start_page.py": 4, "puzzles/theorem.py": 1},
}
"""Where each is used, and how often. Bodies are then checked by ``Form`` or ``EditWish``; a query is part of an
address."""


@pytest.mark.parametrize("name", READERS)
def test_nothing_is_read_past_these_longest_values(name: str) -> None:
    found: dict[str, int] = {}
    for path in sorted(WEB.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            used = isinstance(node, ast.Attribute) and node.attr == name and isinstance(node.value, ast.Name)
            if used and node.value.id in ("request", "socket", "connection"):
                place = str(path.relative_to(WEB))
                found[place] = found.get(place, 0) + 1
    assert found == READERS[name]
    assert LONGEST_ADDRESS <= 4096


def test_every_form_that_is_read_is_tried_here() -> None:
    made = [
        node
        for path in WEB.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Form"
    ]
    assert len(made) == len(FORMS)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.path)
def test_a_field_of_a_form_that_is_too_long_is_refused(site: Site, form: Form) -> None:
    ann = site.person()
    game = ann.post("/api/games", {"game": "hex(size=3,pie=0)", "opponent": "link"}).json()
    study = ann.form("/study", {"game": "hex(size=3,pie=0)"}).headers["location"].split("/")[2].partition("?")[0]
    path = form.path.format(game_id=game["id"], token=game["tokens"]["second"], study_id=study)
    for name, longest in {**form.longest, "another": 40}.items():
        sent = {"game": "hex(size=3,pie=0)"} | {name: "a" * (longest + 1)}
        answer = ann.form(path, sent)
        assert answer.status == 422, name
        assert f"{name} has at most {longest:,} characters, not {longest + 1:,}" in answer.text


# Sockets -----------------------------------------------------------------------------------------------------------
def test_a_text_in_a_message_that_is_too_long_is_refused(site: Site) -> None:
    ann = site.person()
    with ann.live(ann.open("hex(size=3,pie=0)", "here")) as socket:
        key = "12345678"
        for name, longest in {**LONGEST_TEXTS, "another": 20}.items():
            message = {"key": key, "do": "steps"} | {name: "a" * (longest + 1)}
            socket.say(**message)
            answer = socket.until(lambda said: "refused" in said)
            assert f"at most {longest} characters" in answer["why"] or name == "key"
        for value in (["a" * 41], [["a"]], [{}]):
            socket.say(key=key, do="steps", made=value)
            assert "expected" in socket.until(lambda said: "refused" in said)["why"]


def test_a_message_has_no_other_texts() -> None:
    tree = ast.parse((WEB / "game" / "sockets.py").read_text("utf-8"))
    asked = {
        node.args[0].value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "get"
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "message"
        and isinstance(node.args[0], ast.Constant)
    }
    assert asked <= {*LONGEST_TEXTS, "ply", "agreed"}
