"""The puzzle pages: an overview of all sets, one puzzle, and the puzzle of the day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import groupby

from fastapi import APIRouter
from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

from isthmus.analysis.puzzles.feedback import task
from isthmus.analysis.puzzles.puzzle import Puzzle
from isthmus.analysis.puzzles.shelf import daily, games_with_puzzles, puzzles
from isthmus.games import games
from isthmus.record import Record, format_position, format_share_link
from isthmus.web.board.state import board_state
from isthmus.web.board.thumbnail import shared_board, thumbnail
from isthmus.web.board.view import board_html
from isthmus.web.game.parameter_labels import kind_words
from isthmus.web.http.fields import Name
from isthmus.web.http.templating import page, problem
from isthmus.web.puzzles.api import puzzle_at

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@dataclass(frozen=True)
class Stamp:
    """A puzzle in the overview."""

    number: int
    name: str
    grade: int
    picture: Markup


@dataclass(frozen=True)
class Shelf:
    """The puzzles of a game, by grade, and the empty boards under their pictures."""

    id: str
    title: str
    shared_boards: Sequence[Markup]
    grades: Sequence[tuple[int, Sequence[Stamp]]]
    count: int


@cache
def _shelves() -> tuple[Shelf, ...]:
    return tuple(_shelf(game) for game in games_with_puzzles())


def _shelf(game: str) -> Shelf:
    found = puzzles(game)
    stamps = [Stamp(number, one.name, one.grade, thumbnail(one.position)) for number, one in enumerate(found, start=1)]
    return Shelf(
        id=game,
        title=games()[game].title,
        shared_boards=[shared_board(kind) for kind in dict.fromkeys(one.game for one in found)],
        grades=[(grade, list(group)) for grade, group in groupby(stamps, key=lambda stamp: stamp.grade)],
        count=len(found),
    )


@router.get("/puzzles")
def overview() -> Response:
    """All puzzles. Progress is stored only in the browser, which adds it to the page."""
    today = date.today()
    game, number = daily(today)
    one = puzzles(game)[number - 1]
    return page(
        "puzzles.html",
        section="Puzzles",
        shelves=_shelves(),
        today=today,
        daily={
            "game": game,
            "number": number,
            "name": one.name,
            "title": games()[game].title,
            "grade": one.grade,
            "goal": one.goal,
            "picture": thumbnail(one.position),
        },
    )


@router.get("/puzzles/daily")
def of_the_day() -> Response:
    """Redirects to the puzzle of the day, by the server's date."""
    game, number = daily(date.today())
    return RedirectResponse(f"/puzzles/{game}/{number}", status_code=307, headers={"cache-control": "no-store"})


@router.get("/puzzles/{game}/{number}")
def show(game: Name, number: Name) -> Response:
    """One puzzle, to solve on a live board."""
    one = puzzle_at(game, int(number)) if number.isascii() and number.isdecimal() and len(number) < 6 else None
    if one is None:
        return problem(404, "No such puzzle", "There is no puzzle at this address.")
    found = puzzles(game)
    return page(
        "puzzle.html",
        section="Puzzles",
        title=games()[game].title,
        kind=kind_words(one.game, pie=False),
        one=one,
        task=task(one),
        number=int(number),
        count=len(found),
        board=board_html(one.position),
        example=board_state(one.game.start())["example"],
        facts=_facts(game, int(number), one, found),
    )


def _facts(game: str, number: int, one: Puzzle, found: Sequence[Puzzle]) -> dict[str, object]:
    return {
        "game": game,
        "number": number,
        "name": one.name,
        "names": [other.name for other in found],
        "goal": one.goal,
        "position": format_position(one.position),
        "study": format_share_link(Record.from_position(one.position), address="/study"),
    }
