"""News: what is told of an event, made once and sent to everybody who watches."""

from __future__ import annotations

import json
from collections import OrderedDict

from isthmus.web.board.state import board_state
from isthmus.web.game.live_game import Event, LiveGame
from isthmus.web.game.wire import event_message

__all__ = ["news_text"]

_MOST = 512
_made: OrderedDict[tuple[int, int], tuple[LiveGame, str]] = OrderedDict()
"""The texts made last, by the game as it stood (its ``id``, so it is kept beside the text) and the event's number."""


def news_text(number: int, event: Event, game: LiveGame) -> str:
    """An event as JSON: ``{"event": …, "state": …, "board": …}``; an older one than the newest is told alone."""
    key = (id(game), number)
    if key in _made:
        return _made[key][1]
    news = event_message(number, event, game)
    if number == game.number:
        news["board"] = board_state(game.record.final)
    text = json.dumps(news, separators=(",", ":"))
    _made[key] = game, text
    if len(_made) > _MOST:
        _made.popitem(last=False)
    return text
