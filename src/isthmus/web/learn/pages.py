"""The pages under /learn, and the endpoints for their boards. All pages can be read without scripts."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request
from markupsafe import Markup
from pydantic import Field
from starlette.responses import Response

from isthmus.analysis.puzzles import games_with_puzzles
from isthmus.errors import IsthmusError
from isthmus.games import games
from isthmus.games.rules_page import page_of
from isthmus.record import format_position, parse_position
from isthmus.record.exhibit import exhibits_of, parse_exhibit
from isthmus.render import Annotations, Heat, to_svg
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.rules.types import Side
from isthmus.web.board.position_text import LONGEST_POSITION, PositionText, read_position
from isthmus.web.board.view import board_html
from isthmus.web.game.offered import offered
from isthmus.web.http.fields import Name
from isthmus.web.http.json_bodies import Body
from isthmus.web.http.templating import page, problem
from isthmus.web.learn.fill import RESULTS, Fill, tally
from isthmus.web.learn.fill_boards import fill_boards
from isthmus.web.learn.lens import LENS_GAMES, current_lens, start_of
from isthmus.web.learn.rules_html import rules_html
from isthmus.web.services import services_of

__all__ = ["router"]

router = APIRouter()
MOST_FILLS = 100
LARGEST_SEED = 2**31 - 1

Seed = Annotated[int, Query(ge=0, le=LARGEST_SEED)]


@router.get("/learn", include_in_schema=False)
def index() -> Response:
    """All games as cards, and the explanations."""
    cards = [(kind, _card(kind)) for kind in offered().values()]
    return page("learn.html", section="Learn", cards=cards, puzzled=games_with_puzzles())


@cache
def _card(kind: type[Game]) -> Markup:
    return board_html(_emblem(kind), name=f"card-{kind.id}", live=False, coordinates=False)


def _emblem(kind: type[Game]) -> Position:
    """A position that shows a game: the first exhibit of its page, or the empty board."""
    try:
        return parse_exhibit(next(exhibits_of(page_of(kind)))).position
    except Exception:  # no exhibit, or a game of another package fails in it
        return kind().start()


@router.get("/learn/full-board", include_in_schema=False)
async def full_board(request: Request, board: Annotated[str, Query(max_length=40)] = "hex", seed: Seed = 1) -> Response:
    """A board filled at random."""
    return await services_of(request).threads.run(_full_board_page, board, seed)


def _full_board_page(board: str, seed: int) -> Response:
    chosen = fill_boards().get(board, fill_boards()["hex"])
    fill = Fill(chosen, seed)
    return page(
        "learn_full_board.html",
        section="Learn",
        boards=fill_boards().values(),
        fill=fill,
        board=board_html(fill.position),
        shown={"state": fill.state(), "walk": fill.walk()},
        results=RESULTS,
    )


class FillWish(Body):
    """A request to fill boards, with ``times`` seeds from ``seed`` on."""

    board: str = Field(max_length=40, examples=["hex"])
    seed: int = Field(ge=0, le=LARGEST_SEED)
    times: int = Field(1, ge=1, le=MOST_FILLS)


@router.post("/api/learn/fill", tags=["learn"])
async def fill_board(request: Request, wish: FillWish) -> dict[str, Any]:
    """The results of boards filled at random, and the last board: its `tosses` in order, its state, and on a board of
    Hex the `walk` between the colours."""
    return await services_of(request).threads.run(_filled, wish)


def _filled(wish: FillWish) -> dict[str, Any]:
    board = fill_boards().get(wish.board)
    if board is None:
        raise HTTPException(422, f"there is no board {wish.board!r}; expected one of: {', '.join(fill_boards())}")
    last = Fill(board, wish.seed + wish.times - 1)
    names = board.game.topology.names
    return {
        "tally": tally(board, range(wish.seed, wish.seed + wish.times)),
        "seed": last.seed,
        "result": last.result,
        "words": last.words,
        "tosses": [[names[cell], str(side)] for cell, side in last.tosses],
        "state": last.state(),
        "walk": last.walk(),
    }


@router.get("/learn/current", include_in_schema=False)
async def current(
    request: Request,
    game: Annotated[str, Query(max_length=200)] = "hex",
    position: Annotated[str | None, Query(max_length=LONGEST_POSITION)] = None,
) -> Response:
    """The current lens on a playable board."""
    return await services_of(request).threads.run(_lens_page, game, position)


def _lens_page(game: str, position: str | None) -> Response:
    try:
        shown = parse_position(position) if position else start_of(game if game in LENS_GAMES else "hex")
        lens = current_lens(shown)
    except IsthmusError as error:
        return problem(422, "The lens cannot show this", str(error))
    return page(
        "learn_current.html",
        section="Learn",
        choices={name: games()[name].title for name in LENS_GAMES},
        chosen=shown.game,
        position=format_position(shown),
        board=board_html(shown),
        lens=asdict(lens),
    )


@router.get("/learn/current.svg", include_in_schema=False)
async def current_picture(
    request: Request,
    position: Annotated[str, Query(max_length=LONGEST_POSITION)],
    side: Annotated[str, Query(max_length=5)] = "black",
) -> Response:
    """A picture of a side's current, for readers without scripts."""
    picture = await services_of(request).threads.run(_picture, position, side)
    return Response(picture, media_type="image/svg+xml")


def _picture(position: str, side: str) -> str:
    try:
        shown, whose = read_position(position), Side.of(side)
        return to_svg(shown, annotations=Annotations(heat=Heat(current_lens(shown).heat[str(whose)])), theme="paper")
    except IsthmusError as error:
        raise HTTPException(422, str(error)) from None


@router.post("/api/learn/current", tags=["learn"])
async def look(request: Request, wish: PositionText) -> dict[str, Any]:
    """Both sides' currents on a position: `heat` by side and field, `resistance`, and `words` that compare the
    sides."""
    return await services_of(request).threads.run(_looked, wish)


def _looked(wish: PositionText) -> dict[str, Any]:
    try:
        return asdict(current_lens(read_position(wish.position)))
    except IsthmusError as error:
        raise HTTPException(422, str(error)) from None


@router.get("/learn/{game_id}", include_in_schema=False)
async def rules(request: Request, game_id: Name) -> Response:
    """The rules of a game."""
    kind = games().get(game_id)
    if kind is None:
        return problem(404, "No such page", "There is no game at this address.")
    text = await services_of(request).threads.run(rules_html, page_of(kind))
    return page(
        "learn_rules.html",
        section="Learn",
        kind=kind,
        rules=text,
        lens=game_id in LENS_GAMES,
        full=game_id in fill_boards(),
        puzzled=games_with_puzzles(),
    )
