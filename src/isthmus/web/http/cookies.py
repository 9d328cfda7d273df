"""Cookies hold the tokens of a browser's seats and studies. headers.py restricts them to https."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.responses import Response

from isthmus.web.http.access import invitation_cookie, seat_cookie

__all__ = ["forget_invitation", "forget_seats", "give", "give_invitation", "give_seats"]

_DAY = 60 * 60 * 24
_LONGEST = 400 * _DAY
"""The longest time that browsers keep a cookie. Every visit renews it."""
_AFTER_THE_END = 14 * _DAY
"""Browsers keep about 180 cookies of a site, so those of finished games must not push out those of open ones. A rematch
needs them a little longer."""


def give(answer: Response, name: str, token: str, path: str, seconds: int = _LONGEST) -> None:
    """Set or renew a cookie with a token for the pages under a path."""
    answer.set_cookie(name, token, max_age=seconds, samesite="lax", httponly=True, path=path)


def give_seats(answer: Response, game_id: str, tokens: Iterable[str], *, over: bool = False) -> None:
    """Set the cookie with the tokens of a browser's seats in a game, for a short time if the game is over."""
    give(answer, seat_cookie(game_id), "+".join(tokens), f"/g/{game_id}", _AFTER_THE_END if over else _LONGEST)


def give_invitation(answer: Response, game_id: str, token: str) -> None:
    """Set the cookie with the token of the open seat in the browser that made the game, to show the link there."""
    give(answer, invitation_cookie(game_id), token, f"/g/{game_id}")


def forget_invitation(answer: Response, game_id: str) -> None:
    """Delete that cookie: the seat is taken, and the link no longer works."""
    _forget(answer, invitation_cookie(game_id), game_id)


def forget_seats(answer: Response, game_id: str) -> None:
    """Delete the cookie with the seats of a game that no longer exists."""
    _forget(answer, seat_cookie(game_id), game_id)


def _forget(answer: Response, name: str, game_id: str) -> None:
    answer.delete_cookie(name, samesite="lax", httponly=True, path=f"/g/{game_id}")
