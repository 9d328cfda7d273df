"""News: what is told of an event, made once and sent to everybody who watches."""

from __future__ import annotations

import json
from collections import OrderedDict
from weakref import ref

from isthmus.web.board.state import board_state
from isthmus.web.game.live_game import Event, LiveGame
from isthmus.web.game.wire import event_message

__all__ = ["news_text"]

_MOST = 512
_made: OrderedDict[tuple[int, int], tuple[ref[LiveGame], str]] = OrderedDict()
"""The texts made last, by the game as it stood (its ``id``) and the event's number.

The game beside the text says whether it is still that one; it is not kept, as every position of a game hangs on it.
"""


def news_text(number: int, event: Event, game: LiveGame) -> str:
    """An event as JSON: ``{"event": …, "state": …, "board": …}``; an older one than the newest is told alone."""
    key = (id(game), number)
    if (made := _made.get(key)) and made[0]() is game:
        return made[1]
    news = event_message(number, event, game)
    if number == game.number:
        news["board"] = board_state(game.record.final)
    text = json.dumps(news, separators=(",", ":"))
    _made[key] = ref(game), text
    if len(_made) > _MOST:
        _made.popitem(last=False)
    return text
