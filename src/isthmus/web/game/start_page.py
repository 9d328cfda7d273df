"""The start page: the games with their boards, opponents, and the games in which this browser has seats."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from fastapi import APIRouter, Request
from markupsafe import Markup
from starlette.responses import JSONResponse, Response

from isthmus.analysis.puzzles import games_with_puzzles, puzzles
from isthmus.engine import LEVELS, USUAL_LEVEL
from isthmus.errors import IsthmusError
from isthmus.games import game as make_game
from isthmus.games import games
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.web.board.view import board_html
from isthmus.web.game.games_in_memory import MissingGameError, UnreadableGameError
from isthmus.web.game.live_game import LiveGame
from isthmus.web.game.messages import state_message
from isthmus.web.game.new_game import CLOCKS, FIRST_GAME, first_game, read_game
from isthmus.web.game.offered import offered
from isthmus.web.game.open_games import OpenGames
from isthmus.web.game.parameter_labels import settings_of, usual_choices
from isthmus.web.http.templating import page
from isthmus.web.services import services_of

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

ALIKE = ("bridgit", "network")
"""The games in which the higher levels differ little. In the others nearly every level beats the level below it at
least two times out of three."""
MOST_ASKED = 60
"""The maximum number of games in one request for their states."""


@router.get("/")
def start(request: Request) -> Response:
    """The start page. The query selects a game and its parameters. For an unknown game it shows Hex and says so;
    unknown parameters are ignored."""
    wanted, unknown = _wanted(request)
    return page(
        "start.html",
        section="Play",
        kinds=offered(),
        pictures={name: _picture(name) for name in offered()},
        chosen=wanted,
        unknown=unknown,
        board=_board(wanted),
        settings=settings_of(wanted),
        levels=LEVELS,
        usual_level=USUAL_LEVEL,
        alike=wanted.id in ALIKE,
        clocks=CLOCKS,
        first_game=FIRST_GAME,
        first=first_game(wanted),
        notice=services_of(request).settings.notice is not None,
    )


@router.get("/start/board")
def preview(request: Request) -> Response:
    """The starting board of a game with the parameters of the query, and the labels of defaults that follow them."""
    try:
        game = read_game(request.query_params)
    except IsthmusError as error:
        return JSONResponse({"why": str(error)}, 422)
    return JSONResponse({"board": _board(game), "usual": usual_choices(game)})


@router.get("/start/standing")
async def standing(request: Request) -> Response:
    """The states of the games whose ids the query gives, null for unreadable games; unknown ids are left out. ``next``
    is the rematch, once both players have agreed."""
    open_games = services_of(request).open_games
    found: dict[str, dict[str, Any] | None] = {}
    for game_id in request.query_params.getlist("game")[:MOST_ASKED]:
        try:
            game = await open_games.look(game_id)
            found[game_id] = _brief(game) | {"next": await _rematch(open_games, game)}
        except MissingGameError:
            continue
        except UnreadableGameError:
            found[game_id] = None
    return JSONResponse(found)


@lru_cache(maxsize=64)
def _board(game: Game) -> Markup:
    return board_html(game.start(), live=False)


def _brief(game: LiveGame) -> dict[str, Any]:
    """What a list of games shows. ``until`` is the time at which the running clock ends, in seconds since 1970."""
    state = state_message(game)
    brief = {name: state[name] for name in ("ply", "seat", "ready", "over", "winner", "how", "asked", "again")}
    return brief | {"until": game.deadline()}


async def _rematch(open_games: OpenGames, game: LiveGame) -> dict[str, Any] | None:
    """The id and the state of the rematch. Until a player enters it, it is as at its beginning, and no clock runs."""
    if game.rematch is None:
        return None
    try:
        brief = _brief(await open_games.look(game.rematch))
    except MissingGameError:
        brief = _brief(LiveGame.of_header(game.rematch_opening(open_games.now()))) | {"until": None}
    except UnreadableGameError:
        return None
    return {"id": game.rematch} | brief


def _wanted(request: Request) -> tuple[Game, str]:
    """The game that the query names, and an empty text; or Hex and the unknown name, cut to 40 letters."""
    name = request.query_params.get("game", "hex")
    try:
        game = read_game(request.query_params)
    except IsthmusError:
        return (make_game(name), "") if name in offered() else (make_game("hex"), name[:40])
    return (game, "") if game.id in offered() else (make_game("hex"), game.id)


@cache
def _picture(name: str) -> Markup:
    """A small board of a game in the middle of a fight, or an empty board if the game has no puzzles."""
    return board_html(_scene(name), name=f"small-{name}", live=False, coordinates=False)


def _scene(name: str) -> Position:
    if name not in games_with_puzzles():
        return first_game(games()[name]()).start()
    return min((puzzle.position for puzzle in puzzles(name)), key=_fullness)


def _fullness(position: Position) -> tuple[int, int]:
    """Sorts small boards first, and among equals those with many stones."""
    return len(position.game.topology.names), -len(position.stones("black")) - len(position.stones("white"))
