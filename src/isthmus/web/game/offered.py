"""The games that pages offer: all except added games whose rules fail at the start."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import lru_cache

from isthmus.games import games
from isthmus.rules.game import Game
from isthmus.web.board.view import board_html
from isthmus.web.game.new_game import first_game

__all__ = ["offered"]

LOG = logging.getLogger(__name__)


def offered() -> Mapping[str, type[Game]]:
    """The known games by id, without faulty ones, which are logged: one of them must not break a page of all games."""
    return _offered(tuple(games().values()))


@lru_cache(maxsize=8)
def _offered(kinds: tuple[type[Game], ...]) -> Mapping[str, type[Game]]:
    return {kind.id: kind for kind in kinds if kind not in games.added or _works(kind)}


def _works(kind: type[Game]) -> bool:
    try:
        for game in (kind(), first_game(kind())):
            board_html(game.start(), live=False)
    except Exception as error:
        LOG.exception("event=game-left-out game=%s reason=%s", kind.id, games.fault(error) or error)
        return False
    return True
