"""Cookies: how a browser keeps the tokens of its seats and studies. That they go by https only is seen to elsewhere."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.responses import Response

from isthmus.web.http.access import invitation_cookie, seat_cookie

__all__ = ["forget_invitation", "give", "give_invitation", "give_seats"]

_SECONDS_KEPT = 60 * 60 * 24 * 400
"""The longest that browsers keep a cookie; it begins anew with every visit."""


def give(answer: Response, name: str, token: str, path: str) -> None:
    """Let the browser that gets an answer keep a token for the pages under a path, or keep it longer."""
    answer.set_cookie(name, token, max_age=_SECONDS_KEPT, samesite="lax", httponly=True, path=path)


def give_seats(answer: Response, game_id: str, tokens: Iterable[str]) -> None:
    """Let a browser keep the tokens of its seats of a game."""
    give(answer, seat_cookie(game_id), "+".join(tokens), f"/g/{game_id}")


def give_invitation(answer: Response, game_id: str, token: str) -> None:
    """Let the browser that made a game keep the token of the open seat, to show the link to it."""
    give(answer, invitation_cookie(game_id), token, f"/g/{game_id}")


def forget_invitation(answer: Response, game_id: str) -> None:
    """The seat is taken, and the link worth nothing."""
    answer.delete_cookie(invitation_cookie(game_id), samesite="lax", httponly=True, path=f"/g/{game_id}")
