"""Matches: the settings, how one game of one is played, and what is known of a game that was played."""

from __future__ import annotations

import random
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from typing import NamedTuple

from isthmus.errors import IllegalTurnError, NotationError
from isthmus.games import game as make_game
from isthmus.match.openings import opening
from isthmus.match.player_spec import Contestant, Limits, parse_player
from isthmus.protocols.gtp.process import ForfeitError
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Seat, Side

__all__ = ["FAULTS", "GameNumber", "MatchSettings", "PlayedGame", "play_game", "players_of"]

UNFINISHED = "unfinished"
FAULTS = (*ForfeitError.KINDS, UNFINISHED)
"""How a game may end otherwise than by its rules: a player forfeits it, or it reaches the cap on turns (a draw)."""


@dataclass(frozen=True)
class MatchSettings:
    """All that decides how the games of a match go. ``a`` and ``b`` are player texts, ``game`` a game's text."""

    a: str
    b: str
    game: str
    seconds: float | None = 1.0
    simulations: int | None = None
    openings: str = "balanced"
    seed: int = 0
    margin: float = 1.0
    max_turns: int = 1000

    @property
    def limits(self) -> Limits:
        """What either player may use for a turn."""
        return Limits(self.seconds, self.simulations, self.margin)


class GameNumber(NamedTuple):
    """A game of a match: its pair, from 0, and which of the two it is. In game 0 player a has the first seat."""

    pair: int
    game: int


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played. ``winner`` is ``"a"``, ``"b"`` or None for a draw.

    ``turns`` are canonical texts from the game's start, the first ``opening`` of them prescribed. ``a_side`` is the
    colour that a held at the end, None if none was settled. ``fault`` is one of FAULTS, or None where the game ended by
    its rules. ``seconds`` and ``longest`` are what a and b took in all and for their longest turn.
    """

    number: GameNumber
    turns: tuple[str, ...]
    opening: int
    winner: str | None
    a_side: Side | None
    reason: str
    fault: str | None
    seconds: tuple[float, float] = field(default=(0.0, 0.0), compare=False)
    longest: tuple[float, float] = field(default=(0.0, 0.0), compare=False)

    @property
    def points(self) -> float:
        """The points of a: 1, 1/2 or 0."""
        return 0.5 if self.winner is None else float(self.winner == "a")

    @property
    def a_seat(self) -> Seat:
        """The seat of player a."""
        return Seat.SECOND if self.number.game else Seat.FIRST


def players_of(number: GameNumber) -> tuple[str, str]:
    """Who has the first and the second seat in a game."""
    return ("b", "a") if number.game else ("a", "b")


def play_game(settings: MatchSettings, number: GameNumber) -> PlayedGame:
    """Play one game of a match.

    It depends on nothing but the settings, the number and, where time is the limit, the clock: either player is made
    anew for it. Raises SearchError if a player cannot be made; what a player does wrong loses the game.
    """
    game = make_game(settings.game)
    position = game.start()
    prescribed = opening(game, settings.openings, f"opening {settings.seed} {number.pair}")
    with ExitStack() as stack:
        players: dict[str, Contestant] = {}
        for key, text in (("a", settings.a), ("b", settings.b)):
            seed = random.Random(f"player {settings.seed} {number.pair} {number.game} {key}").getrandbits(62)
            players[key] = stack.enter_context(closing(parse_player(text).build(game, settings.limits, seed)))
        table = _Table(settings, number, position, players)
        for turn in prescribed:
            table.play(turn)
        while table.goes_on:
            table.act()
        return table.result(len(prescribed))


class _Table:
    """A game while it is played."""

    def __init__(
        self, settings: MatchSettings, number: GameNumber, position: Position, players: dict[str, Contestant]
    ) -> None:
        self.settings = settings
        self.number = number
        self.position = position
        self.players = players
        self.turns: list[str] = []
        self.took: dict[str, list[float]] = {"a": [], "b": []}
        self.forfeit: tuple[str, ForfeitError] | None = None

    @property
    def goes_on(self) -> bool:
        return self.position.outcome is None and self.forfeit is None and len(self.turns) < self.settings.max_turns

    def act(self) -> None:
        """Let the player who is to act choose, and play that; or the player forfeits the game."""
        assert self.position.seat is not None
        key = self._key(self.position.seat)
        player = self.players[key]
        began = time.perf_counter()
        try:
            turn = player.choose(self.position)
        except ForfeitError as forfeit:
            self.forfeit = key, forfeit
            return
        finally:
            took = time.perf_counter() - began
            self.took[key].append(took)
        limits = parse_player(getattr(self.settings, key)).limits(self.settings.limits)
        if limits.seconds is not None and took > limits.seconds + limits.margin:
            self.forfeit = key, ForfeitError("time", f"{player.name} took {took:.2f} s for a turn")
            return
        try:
            self.play(turn)
        except (IllegalTurnError, NotationError) as error:
            self.forfeit = key, ForfeitError("illegal", f"{player.name} wants to play {turn.text!r}: {error}")

    def play(self, turn: Turn) -> None:
        """Play a turn and tell both players, who may forfeit the game for it."""
        before, self.position = self.position, self.position.play(turn)
        self.turns.append(turn.text)
        if self.position.outcome:
            return
        for key, player in self.players.items():
            try:
                player.watch(before, turn)
            except ForfeitError as forfeit:
                self.forfeit = key, forfeit
                return

    def result(self, prescribed: int) -> PlayedGame:
        winner, reason, fault = self._ending()
        a_side = next((side for side in Side if self._holder(side) == "a"), None)
        seconds = tuple(round(sum(self.took[key]), 3) for key in "ab")
        longest = tuple(round(max(self.took[key], default=0.0), 3) for key in "ab")
        return PlayedGame(
            self.number,
            tuple(self.turns),
            prescribed,
            winner,
            a_side,
            reason,
            fault,
            (seconds[0], seconds[1]),
            (longest[0], longest[1]),
        )

    def _key(self, seat: Seat) -> str:
        return players_of(self.number)[seat.value]

    def _holder(self, side: Side) -> str | None:
        seat = self.position.seat_of(side)
        return None if seat is None else self._key(seat)

    def _ending(self) -> tuple[str | None, str, str | None]:
        outcome = self.position.outcome
        if self.forfeit is not None:
            loser, forfeit = self.forfeit
            return "b" if loser == "a" else "a", str(forfeit), forfeit.kind
        if outcome is None:
            return None, f"not over after {len(self.turns)} turns", UNFINISHED
        return None if outcome.winner is None else self._holder(outcome.winner), outcome.reason, None
