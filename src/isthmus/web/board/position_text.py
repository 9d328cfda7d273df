"""Position texts in requests: their maximum length, and reading them."""

from __future__ import annotations

from fastapi import HTTPException
from pydantic import Field

from isthmus.errors import IsthmusError
from isthmus.record import parse_position
from isthmus.rules.position import Position
from isthmus.web.http.json_bodies import Body

__all__ = ["LONGEST_POSITION", "PositionText", "read_position"]

LONGEST_POSITION = 20_000
"""The maximum number of characters in a position text."""


class PositionText(Body):
    """A position."""

    position: str = Field(max_length=LONGEST_POSITION, examples=["hex(size=5,pie=0) 5/5/2x2/5/5 white"])


def read_position(text: str) -> Position:
    """Read a position text. Raises HTTPException 422, with the reason, if it is not a position."""
    try:
        return parse_position(text)
    except IsthmusError as error:
        raise HTTPException(422, str(error)) from None
