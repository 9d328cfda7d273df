"""Reads and checks a request for a new game, for the form and the API."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from isthmus.engine import LEVELS, USUAL_LEVEL
from isthmus.errors import RulesError, quoted
from isthmus.games import game as make_game
from isthmus.record import Record, TimeControl, parse_position
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.rules.types import Seat
from isthmus.web.board.position_text import LONGEST_POSITION
from isthmus.web.game.live_game import LONGEST_NAME, Event, Holder, LiveGame, RefusedError, plain_words
from isthmus.web.http.tokens import new_token
from isthmus.web.storage.store import Store

__all__ = ["CLOCKS", "FIRST_GAME", "LONGEST_GAME", "OPPONENTS", "NewGame", "Opened", "first_game", "read_game"]

CLOCKS: Mapping[str, TimeControl | None] = {
    "none": None,
    "5+5": TimeControl(300, 5),
    "15+10": TimeControl(900, 10),
    "30+5x30": TimeControl(1800, 0, 5, 30),
    "1d": TimeControl.days(1),
    "3d": TimeControl.days(3),
    "7d": TimeControl.days(7),
}
"""The available time controls, by their value in the form."""
OPPONENTS = {f"level-{level}": level for level in range(1, len(LEVELS) + 1)} | {"full": 0, "here": None, "link": None}
"""The available opponents: a level of the computer, the engine at full strength, a person here or by link."""
LONGEST_GAME = 200
"""The maximum number of characters of a game with its parameters in a request."""
FIRST_GAME = "first-game"
"""A choice in place of an opponent: a small board and the lowest level, for a player's first game."""


def read_game(form: Mapping[str, str]) -> Game:
    """The game in a form: ``game`` with its parameters in brackets, or each parameter by name. Raises RulesError."""
    text = form.get("game", "")
    kind = make_game(text)
    wanted = {parameter.name: form[parameter.name] for parameter in kind.parameters if form.get(parameter.name)}
    return kind if "(" in text else make_game(text, **wanted)


def first_game(game: Game) -> Game:
    """The game for a beginner: without the pie rule, on a board of about two thirds of the usual width."""
    without_pie = {"pie": 0} if any(one.name == "pie" and 0 in one.values for one in game.parameters) else {}
    size = next((one for one in game.parameters if one.name == "size"), None)
    if size is not None and isinstance(usual := size.default, int):
        sizes = [one for one in size.values if isinstance(one, int) and one > 3]
        for wanted in sorted(sizes, key=lambda one: abs(3 * one - 2 * usual)):
            with suppress(RulesError):  # a size that does not fit the other parameters
                return make_game(game.id, size=wanted, **without_pie)
    return make_game(game.id, **without_pie)


@dataclass(frozen=True)
class Opened:
    """A new game: its id, and the tokens of the seats. The computer's token is None."""

    game_id: str
    tokens: tuple[str | None, str | None]


@dataclass(frozen=True)
class NewGame:
    """A requested game. ``seat`` is the requester's; ``opponent`` is one of OPPONENTS.

    It begins at ``start``, or at the usual start if that is None.
    """

    game: Game
    opponent: str
    seat: Seat
    clock: TimeControl | None
    name: str = ""
    start: Position | None = None

    @classmethod
    def read(cls, form: Mapping[str, str]) -> NewGame:
        """The request in a form: ``game``, its parameters by name, ``opponent``, ``seat``, ``clock`` and ``name``.

        ``start``, a position text, may replace ``game``. ``against`` is also an opponent and overrides ``opponent``;
        buttons that start a game at once send it. The value FIRST_GAME always gives a small board and a weak computer.
        Raises RulesError for an unknown game or parameter, the errors of ``parse_position`` for an unreadable start,
        and RefusedError for anything else.
        """
        text = form.get("start", "")
        if len(text) > LONGEST_POSITION:
            raise RefusedError(f"start: a position has at most {LONGEST_POSITION:,} characters")
        start = parse_position(text) if text else None
        if start and start.outcome:
            raise RefusedError(f"start: the game is over in this position: {start.outcome}")
        opponent = form.get("against") or form.get("opponent", f"level-{USUAL_LEVEL}")
        clock, seat = form.get("clock", "none"), form.get("seat", "first")
        if opponent == FIRST_GAME:
            game, start = first_game(make_game(form.get("game", ""))), None
            opponent, clock, seat = "level-1", "none", "first"
        else:
            game = start.game if start else read_game(form)
        if opponent not in OPPONENTS:
            raise RefusedError(f"opponent: found {quoted(opponent)}, expected one of {', '.join(OPPONENTS)}")
        if clock not in CLOCKS:
            raise RefusedError(f"clock: found {quoted(clock)}, expected one of {', '.join(CLOCKS)}")
        if seat == "random":
            seat = secrets.choice(("first", "second"))
        if seat not in ("first", "second"):
            raise RefusedError(f"seat: found {quoted(seat)}, expected first, second or random")
        name = plain_words("name", form.get("name", ""), LONGEST_NAME)
        return cls(game, opponent, Seat.FIRST if seat == "first" else Seat.SECOND, CLOCKS[clock], name, start)

    def open(self, store: Store) -> Opened:
        """Create the game. Blocks for one short transaction."""
        mine = Holder("person", self.name)
        level = OPPONENTS[self.opponent]
        if self.opponent == "here":
            theirs = Holder("person", "")
        elif level is None:
            theirs = Holder("open")
        else:
            theirs = Holder("computer", f"Level {level}" if level else "Full strength", level)
        holders = (mine, theirs) if self.seat is Seat.FIRST else (theirs, mine)
        tokens = [None if holder.kind == "computer" else new_token() for holder in holders]
        event: Event = LiveGame.opened(Record(self.game, start=self.start, clock=self.clock), holders, time.time())
        seats = [(seat, token) for seat, token in zip(Seat, tokens, strict=True) if token]
        return Opened(store.create(str(self.game), event, seats), (tokens[0], tokens[1]))
