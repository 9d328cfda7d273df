"""Mistakes in a study file in plain words, from the errors of pydantic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from pydantic import BaseModel

from isthmus.errors import quoted
from isthmus.lab.study.schema import Budget, Claim, Players, Questions, StudyFile

__all__ = ["first_mistake"]

_TABLES: Mapping[str, type[BaseModel]] = {
    "players": Players,
    "questions": Questions,
    "budget": Budget,
    "claims": Claim,
}

_EXPECTED = {
    "int_type": "a whole number",
    "float_type": "a number",
    "finite_number": "a finite number",
    "string_type": "a text",
    "string_too_short": "a text of {min_length} or more characters",
    "string_too_long": "a text with {max_length} characters or fewer",
    "list_type": "a list",
    "too_short": "one or more values",
    "dict_type": "a table",
    "model_type": "one table",
    "greater_than_equal": "{ge:g} or more",
    "greater_than": "more than {gt:g}",
    "less_than_equal": "{le:g} or less",
    "less_than": "less than {lt:g}",
    "multiple_of": "a multiple of {multiple_of:g}",
    "literal_error": "{expected}",
}


def first_mistake(errors: Sequence[Any]) -> tuple[tuple[str | int, ...], str]:
    """The path of the key with the first mistake, and what is wrong with it.

    An unknown key comes first: if a name is misspelt, the right one seems to be missing.
    """
    first = next((error for error in errors if error["type"] == "extra_forbidden"), errors[0])
    at = _path(first)
    if first["type"] == "extra_forbidden":
        return at, _unknown(at)
    if first["type"] == "missing":
        return at[:-1], _missing(at)
    if first["type"] == "value_error":
        return at, str(first["ctx"]["error"])
    # A value of several possible types has an error for each of them.
    words = dict.fromkeys(_expected(error) for error in errors if _path(error) == at)
    found = "a table" if isinstance(first["input"], dict) else quoted(first["input"])
    return at, f"expected {' or '.join(words)}; found {found}"


def _path(error: Any) -> tuple[str | int, ...]:
    """The location of an error, without the branches of unions, which a file does not contain."""
    loc = error["loc"]
    # An unknown key is in the file, even if it looks like a branch.
    end = len(loc) - (error["type"] == "extra_forbidden")
    return (*(part for part in loc[:end] if not (isinstance(part, str) and _is_branch(part))), *loc[end:])


def _is_branch(part: str) -> bool:
    return part in {"str", "int", "float"} or part.startswith("constrained-") or "[" in part


def _unknown(at: tuple[str | int, ...]) -> str:
    table = StudyFile if len(at) == 1 else _TABLES[str(at[0])]
    names = list(table.model_fields)
    near = get_close_matches(str(at[-1]), names, 1)
    return f"there is no such key; {f'did you mean {near[0]}?' if near else 'expected ' + ', '.join(names)}"


def _missing(at: tuple[str | int, ...]) -> str:
    """Which table or key is missing; the path of the table around it is said before."""
    if at == ("games",):
        return "the table [[games]] is missing"
    return f"the table [{at[0]}] is missing" if len(at) == 1 and at[0] in _TABLES else f"the key {at[-1]} is missing"


def _expected(error: Any) -> str:
    words = _EXPECTED.get(error["type"])
    if words is None:
        return str(error["msg"]).removeprefix("Input should be ")
    return words.format(**error.get("ctx", {}))
