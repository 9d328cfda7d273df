"""A tour of the API: requests in order, shown on the API page and made by a test."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["TOUR", "Stop"]


@dataclass(frozen=True)
class Stop:
    """One request.

    ``keeps`` names the parts of the answer that are needed later, by shell variable. ``lasting`` means that the answer
    is a stream of lines.
    """

    why: str
    method: str
    path: str
    body: Mapping[str, Any] | None = None
    token: bool = True
    keeps: Mapping[str, str] = field(default_factory=dict)
    lasting: bool = False

    @property
    def command(self) -> str:
        """The request as a shell command; SERVER is the address of the server."""
        options = [f'"$SERVER{self.path}"']
        if self.token:
            options.append('-H "Authorization: Bearer $TOKEN"')
        if self.body is not None:
            options += ["-H 'Content-Type: application/json'", f"-d '{json.dumps(self.body)}'"]
        elif self.method == "POST":
            options.append("-X POST")
        return ("curl -N " if self.lasting else "curl ") + " \\\n  ".join(options)


TOUR = (
    Stop(
        "Open an account for your program. Keep the token: it is shown only once, and the server keeps no copy.",
        "POST",
        "/api/account",
        {"name": "Botvinnik"},
        token=False,
        keeps={"TOKEN": "token"},
    ),
    Stop(
        "Start a game against the computer at level 1. Your account has the first seat.",
        "POST",
        "/api/games",
        {"game": "hex(size=3,pie=0)", "opponent": "level-1"},
        keeps={"GAME": "id"},
    ),
    Stop(
        "Listen to your events: games that begin and end, and challenges. Those already open come first.",
        "GET",
        "/api/stream/event",
        lasting=True,
    ),
    Stop(
        "Ask for the legal steps. A turn may have several steps; add made=… for each step already made.",
        "GET",
        "/api/games/$GAME/steps",
    ),
    Stop(
        "Play a turn. Give the number of turns before it, so that a late request cannot play in another position.",
        "POST",
        "/api/games/$GAME/turns",
        {"turn": "b2", "ply": 0},
    ),
    Stop(
        "Follow the game: each line is an event with the state of the game after it. Anybody may watch.",
        "GET",
        "/api/games/$GAME/stream",
        token=False,
        lasting=True,
    ),
    Stop("Take the turn back. The computer agrees at once.", "POST", "/api/games/$GAME/take-back"),
    Stop("Resign.", "POST", "/api/games/$GAME/resign"),
    Stop(
        "Get the record of the game in any format, or the last position as a picture.",
        "GET",
        "/api/games/$GAME/record?format=sgf",
        token=False,
    ),
    Stop(
        "Offer a game to every program that listens. It begins when one accepts.",
        "POST",
        "/api/challenges",
        {"game": "hex(size=5,pie=1)", "clock": "5+5"},
        keeps={"CHALLENGE": "id"},
    ),
    Stop("Cancel the offer.", "POST", "/api/challenges/$CHALLENGE/decline"),
)
"""From opening an account to the record of a game."""
