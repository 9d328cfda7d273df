"""Boards that belong to no game: what may be done on a position, and what a turn makes of it. Nothing is kept.

A position comes and goes as its text, so diagrams, puzzles and studies can be tried out in place without a game behind
them.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, HTTPException
from pydantic import BaseModel, Field

from isthmus.errors import IsthmusError
from isthmus.record import format_position, parse_position
from isthmus.rules.position import Position
from isthmus.web.board_state import board_state, state_after
from isthmus.web.board_summary import chain_summary

__all__ = ["LONGEST_POSITION", "router"]

router = APIRouter(prefix="/api/board", tags=["board"])

LONGEST_POSITION = 20_000
"""Letters of a position text that the server reads."""


class Place(BaseModel):
    """A position."""

    position: str = Field(max_length=LONGEST_POSITION, examples=["hex(size=5,pie=0) 5/5/5/5/5 black"])


class StepsMade(Place):
    """A position and the steps made on it so far."""

    made: list[Annotated[str, Field(max_length=40)]] = Field(default=[], max_length=40)


class TurnMade(Place):
    """A position and a whole turn."""

    turn: str = Field(max_length=400)


def _read(text: str) -> Position:
    try:
        return parse_position(text)
    except IsthmusError as error:
        raise HTTPException(422, str(error)) from None


@router.post("/steps")
def steps(wish: StepsMade) -> dict[str, Any]:
    """What may be done after some steps; `refused` and `why` for a step that cannot be made."""
    try:
        return state_after(_read(wish.position), wish.made)
    except IsthmusError as error:
        return {"refused": wish.made[-1], "why": str(error)}


@router.post("/play")
def play(wish: TurnMade) -> dict[str, Any]:
    """The position after a turn, as text and as a board; `refused` and `why` for one that is not legal."""
    try:
        after = _read(wish.position).play(wish.turn)
    except IsthmusError as error:
        return {"refused": wish.turn, "why": str(error)}
    return {"position": format_position(after), "turn": str(after.last_turn), "state": board_state(after)}


@router.post("/summary")
def summary(wish: Place) -> dict[str, str]:
    """How the chains stand, in words."""
    return {"summary": chain_summary(_read(wish.position))}
