"""Puzzles over HTTP: judging a turn, hints, the solution. The server stores nothing about solvers."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Query, Request
from pydantic import Field

from isthmus.analysis.puzzles.feedback import end_of, praise, shown, task, why_wrong
from isthmus.analysis.puzzles.hints import hints
from isthmus.analysis.puzzles.puzzle import Answer, Puzzle
from isthmus.analysis.puzzles.refuting import fields_of
from isthmus.analysis.puzzles.shelf import games_with_puzzles, puzzles
from isthmus.errors import IllegalTurnError, NotationError, RulesError, counted
from isthmus.record import format_position
from isthmus.rules.position import Position
from isthmus.web.board.state import board_state
from isthmus.web.http.fields import Name
from isthmus.web.http.json_bodies import Body
from isthmus.web.services import services_of

__all__ = ["puzzle_at", "router"]

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"])

Number = Annotated[int, Path(ge=1, le=10_000, description="number of the puzzle among those of its game, from 1")]
Question = Annotated[int, Query(ge=0, le=100, description="number of the question in the puzzle, from 0")]


class Try(Body):
    """A turn as the answer to one of the questions of a puzzle."""

    question: int = Field(0, ge=0, le=100, description="number of the question in the puzzle, from 0")
    turn: str = Field(max_length=400, examples=["b2"])
    first: bool = Field(True, description="there has been no wrong try yet; affects only the words of praise")
    tell: bool = Field(False, description="name a refuting reply even if it gives the solution away")


def puzzle_at(game: str, number: int) -> Puzzle | None:
    """The puzzle with a number, from 1, in a game's set; None beyond the end of the set."""
    try:
        shelf = puzzles(game)
    except RulesError:
        return None
    return shelf[number - 1] if 1 <= number <= len(shelf) else None


@router.get("")
def sets() -> dict[str, list[dict[str, Any]]]:
    """All puzzles by game."""
    return {game: [_facts(number, one) for number, one in enumerate(puzzles(game), 1)] for game in games_with_puzzles()}


@router.get("/{game}/{number}")
def show(game: Name, number: Number) -> dict[str, Any]:
    """A puzzle without its solution: `position`, `task` in words, and the number of `questions`."""
    one = _puzzle(game, number)
    return _facts(number, one) | {
        "position": format_position(one.position),
        "task": task(one),
        "questions": len(one.asked),
    }


@router.post("/{game}/{number}/try")
async def judge(request: Request, game: Name, number: Number, wish: Try) -> dict[str, Any]:
    """Judge a turn: `right` or not, with `words`; `states` has the boards after it and after the reply.

    After a right turn, `next` is the next question, asked in `position`. It is null when the puzzle is solved; then
    `rest` has the turns that follow in the game. After a wrong turn, `withheld` says that the reply would give the
    solution away; with `tell` the reply is included anyway. An illegal turn gets `refused` and `why`.
    """
    return await services_of(request).threads.run(_judged, game, number, wish)


def _judged(game: str, number: int, wish: Try) -> dict[str, Any]:
    one = _puzzle(game, number)
    question = _question(one, wish.question)
    try:
        after = question.play(wish.turn.strip().lower())
        answer = _answer(game, number, wish.question, str(after.last_turn))
    except (IllegalTurnError, NotationError) as error:
        return {"refused": wish.turn, "why": str(error)}
    if answer.right:
        return _right(one, wish.question) | {"words": praise(one, wish.question, first=wish.first)}
    withheld = answer.reply is not None and answer.reply.telling and not wish.tell
    reached = [after] if answer.reply is None or withheld else [after, after.play(answer.reply.turn)]
    return {
        "right": False,
        "turn": str(answer.turn),
        "reply": None if len(reached) == 1 else str(answer.reply),
        "fields": sorted(fields_of(str(answer.reply), one.game)) if len(reached) == 2 else [],
        "withheld": withheld,
        "words": why_wrong(one, answer, tell=wish.tell),
        "states": [board_state(position) for position in reached],
    }


@router.get("/{game}/{number}/hint")
async def hint(
    request: Request, game: Name, number: Number, question: Question = 0, step: Annotated[int, Query(ge=0, le=1)] = 0
) -> dict[str, Any]:
    """The kind of the turn (`step` 0), or the place where it begins (1): `words`, and `fields` to look at."""
    return await services_of(request).threads.run(_hint, game, number, question, step)


def _hint(game: str, number: int, question: int, step: int) -> dict[str, Any]:
    one = _puzzle(game, number)
    _question(one, question)
    given = hints(one, question)[step]
    return {"words": given.words, "fields": list(given.fields)}


@router.get("/{game}/{number}/solution")
async def solution(request: Request, game: Name, number: Number, question: Question = 0) -> dict[str, Any]:
    """The solution of a question, answered like a right try."""
    return await services_of(request).threads.run(_solution, game, number, question)


def _solution(game: str, number: int, question: int) -> dict[str, Any]:
    one = _puzzle(game, number)
    _question(one, question)
    return _right(one, question) | {"words": shown(one, question)}


def _puzzle(game: str, number: int) -> Puzzle:
    one = puzzle_at(game, number)
    if one is None:
        raise HTTPException(404, "There is no such puzzle.")
    return one


def _question(one: Puzzle, question: int) -> Position:
    if question >= (asked := len(one.asked)):
        raise HTTPException(
            404, f"This puzzle has {counted(asked, 'question')}; expected a number from 0 to {asked - 1}."
        )
    return one.question(question)


@lru_cache(maxsize=4096)
def _answer(game: str, number: int, question: int, turn: str) -> Answer:
    """Cached by the canonical text of the turn, because a refutation may take the solver a moment."""
    return puzzles(game)[number - 1].answer(turn, question)


def _right(one: Puzzle, question: int) -> dict[str, Any]:
    """The message after a right turn: the boards up to the next question, or to the end of the puzzle."""
    place = one.asked[question]
    last = question + 1 == len(one.asked)
    positions = list(one.positions())
    until = place + 1 if last else one.asked[question + 1]
    return {
        "right": True,
        "turn": one.line[place],
        "states": [board_state(position) for position in positions[place + 1 : until + 1]],
        "position": format_position(positions[until]),
        "next": None if last else question + 1,
        "rest": list(one.line[place + 1 :]) if last else [],
        "end": end_of(one) if last else "",
    }


def _facts(number: int, one: Puzzle) -> dict[str, Any]:
    return {
        "number": number,
        "name": one.name,
        "game": str(one.game),
        "grade": one.grade,
        "themes": list(one.themes),
        "goal": one.goal,
    }
