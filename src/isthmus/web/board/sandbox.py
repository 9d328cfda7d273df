"""Boards without a game: the legal steps of a position, and the position after a turn. Nothing is stored.

Requests and answers contain the position as text. So users can play on in diagrams, puzzles and studies without a game.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field

from isthmus.errors import IsthmusError
from isthmus.record import format_position
from isthmus.web.board.position_text import PositionText, read_position
from isthmus.web.board.state import board_state, state_after
from isthmus.web.board.summary import chain_summary
from isthmus.web.services import services_of

__all__ = ["router"]

router = APIRouter(prefix="/api/board", tags=["board"])


class StepsMade(PositionText):
    """A position and the steps made so far."""

    made: list[Annotated[str, Field(max_length=40)]] = Field(default=[], max_length=40)


class TurnMade(PositionText):
    """A position and a whole turn."""

    turn: str = Field(max_length=400)


@router.post("/steps")
async def steps(request: Request, wish: StepsMade) -> dict[str, Any]:
    """The legal steps after some steps. An illegal step gets `refused` and `why`."""
    return await services_of(request).threads.run(_steps, wish)


def _steps(wish: StepsMade) -> dict[str, Any]:
    try:
        return state_after(read_position(wish.position), wish.made)
    except IsthmusError as error:
        return {"refused": wish.made[-1], "why": str(error)}


@router.post("/play")
async def play(request: Request, wish: TurnMade) -> dict[str, Any]:
    """The position after a turn, as text and as a board. An illegal turn gets `refused` and `why`."""
    return await services_of(request).threads.run(_play, wish)


def _play(wish: TurnMade) -> dict[str, Any]:
    try:
        after = read_position(wish.position).play(wish.turn)
    except IsthmusError as error:
        return {"refused": wish.turn, "why": str(error)}
    return {"position": format_position(after), "turn": str(after.last_turn), "state": board_state(after)}


@router.post("/summary")
async def summary(request: Request, wish: PositionText) -> dict[str, str]:
    """The chains of both sides, described in words."""
    return {"summary": await services_of(request).threads.run(_summary, wish)}


def _summary(wish: PositionText) -> str:
    return chain_summary(read_position(wish.position))
