"""Faults in the fields of a request, in plain words, from pydantic's errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from isthmus.errors import plural

__all__ = ["fault"]

_EXPECTED: Mapping[str, str] = {
    "bool_parsing": "true or false",
    "bool_type": "true or false",
    "dict_type": "a JSON object",
    "finite_number": "a finite number",
    "float_parsing": "a number",
    "float_type": "a number",
    "greater_than": "more than {gt:g}",
    "greater_than_equal": "{ge:g} or more",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "int_type": "a whole number",
    "less_than": "less than {lt:g}",
    "less_than_equal": "{le:g} or less",
    "list_type": "a list",
    "literal_error": "{expected}",
    "model_attributes_type": "a JSON object",
    "model_type": "a JSON object",
    "string_type": "a text",
}
_LENGTHS: Mapping[str, tuple[str, str, str]] = {
    "string_too_long": ("a text of at most", "max_length", "character"),
    "string_too_short": ("a text of at least", "min_length", "character"),
    "too_long": ("at most", "max_length", "value"),
    "too_short": ("at least", "min_length", "value"),
}


def fault(error: Any, path: Sequence[str | int]) -> str:
    """The fault in the field at a path; an empty path is the whole body."""
    if error["type"] == "json_invalid":
        return f"the body is not valid JSON: the error is at character {error['loc'][-1] + 1}"
    field = ".".join(map(str, path))[:80] or "body"
    if error["type"] == "missing":
        return f"{field} is missing"
    if error["type"] == "value_error":
        words = error["msg"].removeprefix("Value error, ")
        return f"{field}: {words}" if path else words
    if length := _LENGTHS.get(error["type"]):
        start, limit, what = length
        count = error["ctx"][limit]
        if limit == "min_length" and count == 1:
            return f"{field} must not be empty"
        return f"{field}: expected {start} {count:,} {plural(count, what)}"
    if words := _EXPECTED.get(error["type"]):
        return f"{field}: expected {words.format(**error.get('ctx', {}))}"
    return f"{field}: expected {error['msg'].removeprefix('Input should be ')}"
