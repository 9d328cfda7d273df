"""Play against a theorem: the page, and the answer to a turn. The request contains the whole state."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal

from fastapi import APIRouter, HTTPException, Request
from pydantic import Field
from starlette.responses import Response

import isthmus
from isthmus.analysis.overlays.switching_trees import edge_of
from isthmus.analysis.theorem import Exchange, Trees, begin, exchange
from isthmus.engine import search
from isthmus.errors import IllegalTurnError, IsthmusError, NotationError
from isthmus.games.bridgit import Bridgit
from isthmus.games.trellis import Trellis
from isthmus.record import format_position
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.rules.types import Side
from isthmus.solve.theory_certificate import has_theory
from isthmus.web.board.position_text import LONGEST_POSITION, PositionText, read_position
from isthmus.web.board.state import board_state
from isthmus.web.board.symbols import UNIT
from isthmus.web.board.view import board_html
from isthmus.web.http.templating import page, problem
from isthmus.web.services import services_of

__all__ = ["CHOICES", "router"]

router = APIRouter()

CHOICES: Mapping[str, tuple[str, ...]] = {
    "Bridg-It": tuple(f"bridgit(size={size})" for size in range(3, 11)),
    "Trellis, one stone a turn": tuple(f"trellis(size={size},pie=0,stones_per_turn=1)" for size in range(5, 12, 2)),
}
"""The available boards, by game. On larger boards of Trellis the mirror rule leaves some wins unproved."""

_MOST_POINTS = 400
Point = Annotated[str, Field(max_length=8)]


class Place(PositionText):
    """A position of a game that is decided by a theorem."""

    position: str = Field(
        max_length=LONGEST_POSITION, examples=["bridgit(size=4,pie=0) 4/3/4/3/4/3/4 black first=black"]
    )


class Turn(Place):
    """A person's turn, with the trees of the previous answer."""

    turn: str = Field(max_length=40, examples=["c3"])
    side: Literal["black", "white"] | None = Field(None, description="the owner of the trees")
    one: list[Point] = Field(default=[], max_length=_MOST_POINTS, description="tree A")
    two: list[Point] = Field(default=[], max_length=_MOST_POINTS, description="tree B")
    cut: str = Field("", max_length=8, description="the point that the last turn cut from a tree")


@router.get("/theorem", include_in_schema=False)
def show(request: Request) -> Response:
    """The page: a board and a side, with the theorem as the opponent."""
    asked = request.query_params
    side = asked.get("side", "white")
    name = asked.get("game", "bridgit(size=6)")
    if not any(name in names for names in CHOICES.values()) or side not in ("black", "white"):
        return problem(404, "No such board or side", "Choose a board and a side on the page.")
    return page("theorem.html", section="Puzzles", choices=CHOICES, chosen=name, side=side, **_opening(name, side))


@cache
def _opening(name: str, side: str) -> dict[str, Any]:
    """The beginning of the page's game."""
    game = isthmus.game(name)
    begun = begin(game.start(), Side.of(side))
    return {
        "game": game,
        "words": begun.words,
        "example": board_state(game.start())["example"],
        "board": board_html(begun.positions[-1]),
        "facts": _told(begun) | {"edges": _edges(game)},
    }


@router.post("/api/theorem/turn", tags=["theorem"])
async def answer(request: Request, wish: Turn) -> dict[str, Any]:
    """The perfect answer to a turn, and why: `states` after the turn and after the answer, `words`, and the `trees`.

    `kept` is a turn that would have kept the win, if this one gave it away. An illegal turn gets `refused` and
    `why`. Wrong trees are ignored.
    """
    return await services_of(request).threads.run(_answer, wish)


def _answer(wish: Turn) -> dict[str, Any]:
    before = _read(wish.position)
    trees = None if wish.side is None else Trees(Side.of(wish.side), tuple(wish.one), tuple(wish.two), wish.cut)
    try:
        return _told(exchange(before, wish.turn.strip().lower(), trees))
    except (IllegalTurnError, NotationError) as error:
        return {"refused": wish.turn, "why": str(error)}
    except IsthmusError as error:
        raise HTTPException(422, str(error)) from None


@router.post("/api/theorem/hint", tags=["theorem"])
async def hint(request: Request, wish: Place) -> dict[str, Any]:
    """The theorem's turn here. `wins` is true if it keeps the win; otherwise it is just the toughest turn to answer."""
    return await services_of(request).threads.run(_hint, wish)


def _hint(wish: Place) -> dict[str, Any]:
    position = _read(wish.position)
    if position.outcome:
        raise HTTPException(422, "the game is over")
    report = search(position, simulations=1)
    wins = report.theory is not None and report.theory.winner is position.to_move
    return {"turn": str(report.best), "wins": wins}


def _read(text: str) -> Position:
    position = read_position(text)
    if not has_theory(position.game):
        raise HTTPException(422, f"no theorem decides {position.game}")
    return position


def _told(found: Exchange) -> dict[str, Any]:
    trees = found.trees
    last = found.positions[-1]
    return {
        "position": format_position(last),
        "states": [board_state(position) for position in found.positions],
        "words": found.words,
        "answer": None if found.answer is None else str(found.answer),
        "winner": None if found.winner is None else str(found.winner),
        "kept": None if found.kept is None else str(found.kept),
        "trees": trees and {"side": str(trees.side), "one": trees.one, "two": trees.two, "cut": trees.cut},
        "answers": found.answers,
    }


def _edges(game: Game) -> dict[str, dict[str, list[float]]]:
    """The line from vertex to vertex for each side and point, in picture units."""
    assert isinstance(game, Bridgit | Trellis)
    return {
        str(side): {
            name: [round(UNIT * value) for place in edge_of(game, side, cell) for value in place]
            for cell, name in enumerate(game.topology.names)
        }
        for side in Side
    }
