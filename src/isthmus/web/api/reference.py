"""The API page: /api/openapi.json for people. It is made from that document alone and needs no scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from markupsafe import Markup, escape
from starlette.responses import Response

from isthmus.web.api.tour import TOUR
from isthmus.web.http.access import own_address
from isthmus.web.http.templating import page
from isthmus.web.services import services_of

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
Schema = Mapping[str, Any]
_CODE = re.compile(r"(`{1,2})(.+?)\1")


@dataclass(frozen=True)
class Field:
    """A field of a request: its place (path, query, header or body) and its meaning."""

    name: str
    place: str
    kind: str
    needed: bool
    words: Markup


@dataclass(frozen=True)
class Operation:
    """One request of the API."""

    method: str
    path: str
    anchor: str
    words: list[Markup]
    fields: list[Field]


@router.get("/api")
async def show(request: Request) -> Response:
    """The page."""
    groups: dict[str, list[Operation]] = {}
    for tag, operation in operations(request.app.openapi()):
        groups.setdefault(tag, []).append(operation)
    server = own_address(request, services_of(request).settings)
    return page("reference.html", section="API", groups=groups, tour=TOUR, server=server)


def operations(schema: Schema) -> Iterator[tuple[str, Operation]]:
    """The operations of an OpenAPI document in order, each with its first tag."""
    for path, methods in schema["paths"].items():
        for method, described in methods.items():
            parts = described.get("description", "").split("\n\n")
            words = [_marked_up(text.replace("\n", " ")) for text in parts if text]
            fields = [_parameter(one) for one in described.get("parameters", ())]
            body = described.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
            if body is not None:
                fields += _body(schema, body)
            anchor = f"{method}-{path.strip('/').replace('/', '-')}".replace("{", "").replace("}", "")
            tag = described.get("tags", ["other"])[0]
            yield tag, Operation(method.upper(), path, anchor, words, fields)


def _marked_up(words: str) -> Markup:
    """A description as HTML: what is between single or double backticks is code."""
    return Markup(_CODE.sub(r"<code>\2</code>", str(escape(words))))


def _parameter(one: Schema) -> Field:
    words = one.get("description") or one["schema"].get("description", "")
    return Field(one["name"], one["in"], _kind(one["schema"]), one.get("required", False), _marked_up(words))


def _body(schema: Schema, body: Schema) -> list[Field]:
    found = _resolved(schema, body)
    needed = found.get("required", ())
    return [
        Field(name, "body", _kind(_resolved(schema, one)), name in needed, _marked_up(one.get("description", "")))
        for name, one in found.get("properties", {}).items()
    ]


def _resolved(schema: Schema, one: Schema) -> Schema:
    """A schema with its reference resolved."""
    reference = one.get("$ref")
    found = schema["components"]["schemas"][reference.rsplit("/", 1)[-1]] if reference else one
    assert isinstance(found, Mapping)
    return found


def _kind(one: Schema) -> str:
    """A value's type in a few words. If there are several types, the first that is not null."""
    if "anyOf" in one:
        return _kind(next(part for part in one["anyOf"] if part.get("type") != "null"))
    if "enum" in one:
        return " or ".join(map(str, one["enum"]))
    names = {"integer": "whole number", "number": "number", "boolean": "true or false", "array": "list"}
    return names.get(one.get("type", ""), "text" if one.get("type") == "string" else "object")
