"""The JSON that a page sends to change a study, with a maximum length for every value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import ConfigDict, Field

from isthmus.record.values import LONGEST_WORDS
from isthmus.web.http.json_bodies import Body, UnreadableError, read_json
from isthmus.web.study.edits import LONGEST_COMMENT, MOST_MARKS, MOST_NODES

__all__ = ["LONGEST_RECORD", "EditWish", "UnreadableError", "read_wish"]

LONGEST_RECORD = 1_000_000
"""The longest reviewed record, in characters."""

Turn = Annotated[str, Field(max_length=400)]
Word = Annotated[str, Field(max_length=40)]
Words = Annotated[str, Field(max_length=LONGEST_WORDS)]


class _Part(Body):
    model_config = ConfigDict(strict=True)


class MarkWish(_Part):
    """A mark on a point."""

    kind: Word
    point: Word
    text: Words = ""


class EvaluationWish(_Part):
    """Somebody's judgement of a position."""

    first: float
    proof: Word = ""
    variation: list[Turn] = Field(default=[], max_length=MOST_NODES)
    simulations: int = 0


class EditWish(_Part):
    """A wish. ``edits.edited`` lists the kinds and their values. ``version`` is the version of the study that the user
    saw."""

    version: int | Word | None = None
    do: Word = ""
    node: int | None = None
    turn: Turn | None = None
    turns: Annotated[list[Turn], Field(max_length=MOST_NODES)] | None = None
    comment: Annotated[str, Field(max_length=LONGEST_COMMENT)] | None = None
    judgement: Word | None = None
    marks: Annotated[list[MarkWish], Field(max_length=MOST_MARKS)] | None = None
    evaluation: EvaluationWish | None = None
    players: Annotated[list[Words], Field(max_length=2)] | None = None
    occasion: Words | None = None
    place: Words | None = None
    date: Word | None = None
    record: Annotated[str, Field(max_length=LONGEST_RECORD)] | None = None


def read_wish(body: bytes) -> Mapping[str, Any]:
    """The wish in the body of a request, with only the keys that were sent. Raises UnreadableError."""
    return read_json(EditWish, body).model_dump(exclude_unset=True)
