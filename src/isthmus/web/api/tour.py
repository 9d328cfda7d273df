"""A walk through the API: requests in their order, shown on the page of the API and made by a test."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["TOUR", "Stop"]


@dataclass(frozen=True)
class Stop:
    """One request. ``keeps``: what of the answer is needed later, by the name of the shell's variable.

    ``lasting``: the answer goes on line after line.
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
        """The request as a command of the shell; SERVER is the address of the server."""
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
        "Open an account for your program. Keep the token: it is told only once, and the server keeps no copy.",
        "POST",
        "/api/account",
        {"name": "Botvinnik"},
        token=False,
        keeps={"TOKEN": "token"},
    ),
    Stop(
        "Open a game against level 1 of the computer. Your account has the first seat.",
        "POST",
        "/api/games",
        {"game": "hex(size=3,pie=0)", "opponent": "level-1"},
        keeps={"GAME": "id"},
    ),
    Stop(
        "Listen to what happens to you: games that begin and end, challenges. First come those there are.",
        "GET",
        "/api/stream/event",
        lasting=True,
    ),
    Stop(
        "Ask what may be done now. Turns may have several steps; add made=… for each step that is made already.",
        "GET",
        "/api/games/$GAME/steps",
    ),
    Stop(
        "Make a turn. It says how many turns were made before it, so a late one cannot be taken for another.",
        "POST",
        "/api/games/$GAME/turns",
        {"turn": "b2", "ply": 0},
    ),
    Stop(
        "Follow the game: an event on every line, and how the game stands after it. Anybody may watch.",
        "GET",
        "/api/games/$GAME/stream",
        token=False,
        lasting=True,
    ),
    Stop("Take the turn back. The computer agrees at once.", "POST", "/api/games/$GAME/take-back"),
    Stop("Give the game up.", "POST", "/api/games/$GAME/resign"),
    Stop(
        "Have its record in any format, or its last position as a picture.",
        "GET",
        "/api/games/$GAME/record?format=sgf",
        token=False,
    ),
    Stop(
        "Offer a game to every program that listens. It begins when one accepts it.",
        "POST",
        "/api/challenges",
        {"game": "hex(size=5,pie=1)", "clock": "5+5"},
        keeps={"CHALLENGE": "id"},
    ),
    Stop("Take the offer back.", "POST", "/api/challenges/$CHALLENGE/decline"),
)
"""From no account to the record of a game."""
