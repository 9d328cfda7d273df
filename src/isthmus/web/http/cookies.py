"""Cookies hold the tokens of a browser's seats and studies. headers.py restricts them to https."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.responses import Response

from isthmus.web.http.access import invitation_cookie, seat_cookie

__all__ = ["forget_invitation", "forget_seats", "give", "give_invitation", "give_seats"]

_SECONDS_KEPT = 60 * 60 * 24 * 400
"""The longest time that browsers keep a cookie. Every visit renews it."""


def give(answer: Response, name: str, token: str, path: str) -> None:
    """Set or renew a cookie with a token for the pages under a path."""
    answer.set_cookie(name, token, max_age=_SECONDS_KEPT, samesite="lax", httponly=True, path=path)


def give_seats(answer: Response, game_id: str, tokens: Iterable[str]) -> None:
    """Set the cookie with the tokens of a browser's seats in a game."""
    give(answer, seat_cookie(game_id), "+".join(tokens), f"/g/{game_id}")


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
