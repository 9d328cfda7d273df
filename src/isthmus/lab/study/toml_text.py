"""A study as the TOML text of its file, so that a report contains a study that the lab can read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from isthmus.lab.study.study import Study

__all__ = ["toml_of"]


def toml_of(study: Study) -> str:
    """The text of a file with the same study, with every key that has a value, in the order of the documentation."""
    return "\n".join(_lines(json.loads(study.identity))) + "\n"


def _lines(said: dict[str, Any]) -> Iterator[str]:
    tables = {name: value for name, value in said.items() if isinstance(value, dict)}
    for name in ("title", "question", "seed", "confidence"):
        yield f"{name} = {_value(said[name])}"
    for game in said["games"]:
        yield from ("", "[[games]]", *_keys({"game": game["game"]} | game))
    for name in ("players", "questions", "budget"):
        yield from ("", f"[{name}]", *_keys(tables[name]))
    for claim in said["claims"]:
        first = {name: claim[name] for name in ("name", "says", "measure", "where")}
        yield from ("", "[[claims]]", *_keys(first | claim))


def _keys(table: Mapping[str, Any]) -> Iterator[str]:
    for name, value in table.items():
        if value is not None:
            yield f"{name} = {_value(value)}"


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(_keys(value))} }}" if value else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    # Texts, numbers and truth values look alike in JSON and TOML, except for one character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
