"""Messages about a game: the same JSON objects for browsers, watchers and bots."""

from __future__ import annotations

import json
from collections import OrderedDict
from typing import Any
from weakref import ref

from isthmus.record import format_position
from isthmus.rules.types import Seat
from isthmus.web.board.state import board_state
from isthmus.web.game.live_game import Event, LiveGame

__all__ = ["game_message", "news_text", "state_message"]


def state_message(game: LiveGame) -> dict[str, Any]:
    """The state of a game: seat to act, result, and clocks in seconds. ``since`` is when the running clock started, in
    server time; null while no clock is running."""
    position, clock = game.record.final, game.clock
    result = game.record.result
    return {
        "number": game.number,
        "ply": game.ply,
        "turns": list(game.record.turns),
        "seat": None if game.seat is None else str(game.seat),
        "acted": None if position.before is None else str(position.before.seat),
        "played": [str(seat) for seat in Seat if game.has_played(seat)],
        "ready": game.ready,
        "over": game.over,
        "winner": None if game.winner is None else str(game.winner),
        "reason": result and result.reason,
        "how": result and result.how,
        "asked": None if game.asked is None else str(game.asked),
        "again": {"asked": None if game.rematch_asked_by is None else str(game.rematch_asked_by), "to": game.rematch},
        "side": None if position.to_move is None else str(position.to_move),
        "choosing": position.choosing,
        "opening": position.snapshot.opening.turns,
        "holds": {str(seat): _side_of(game, seat) for seat in Seat},
        "status": list(position.status),
        "clock": clock and {"left": list(clock.left), "periods": list(clock.periods), "since": game.since},
    }


def game_message(game: LiveGame) -> dict[str, Any]:
    """The facts of a game that stay the same while it is played, and the holders of its seats."""
    control = game.clock.control if game.clock else None
    return {
        "game": str(game.record.game),
        "start": game.record.start and format_position(game.record.start),
        "title": game.record.game.title,
        "goals": dict(zip(("black", "white"), game.record.game.goals, strict=True)),
        "seats": {
            str(seat): {"kind": holder.kind, "name": holder.name, "level": holder.level}
            for seat, holder in zip(Seat, game.holders, strict=True)
        },
        "clock": control
        and {
            "main": control.main,
            "increment": control.increment,
            "periods": control.periods,
            "period": control.period,
            "text": str(control),
        },
    }


def event_message(number: int, event: Event, game: LiveGame) -> dict[str, Any]:
    """An event. Only the newest comes with the state of the game, so a client that is catching up gets the state
    once."""
    told: dict[str, Any] = {"event": dict(event) | {"number": number}}
    return told | {"state": state_message(game)} if number == game.number else told


def _side_of(game: LiveGame, seat: Seat) -> str | None:
    side = game.record.final.side_of(seat)
    return None if side is None else str(side)


_MOST = 512
_made: OrderedDict[tuple[int, int], tuple[ref[LiveGame], str]] = OrderedDict()
"""The newest texts, by the ``id`` of the game object and the event's number.

A weak reference to the game, beside the text, shows whether the object is still the same. A strong reference would keep
every position of the game in memory.
"""


def news_text(number: int, event: Event, game: LiveGame) -> str:
    """An event as JSON: ``{"event": …, "state": …, "board": …}``; an older event has only the first key."""
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
