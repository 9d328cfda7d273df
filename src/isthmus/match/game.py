"""Matches: the settings, how one game is played, and the data of a finished game."""

from __future__ import annotations

import random
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import NamedTuple

from isthmus.errors import IllegalTurnError, NotationError, SearchError, counted, quoted
from isthmus.games import game as make_game
from isthmus.match.openings import STRONGEST, opening
from isthmus.match.player_spec import Contestant, Limits, parse_player
from isthmus.protocols.gtp.process import ForfeitError
from isthmus.record import GameInPlay, Record
from isthmus.rules.turns import Turn
from isthmus.rules.types import Seat, Side

__all__ = ["FAULTS", "GameNumber", "MatchSettings", "PlayedGame", "play_game", "players_of"]

UNFINISHED = "unfinished"
FAULTS = (*ForfeitError.KINDS, UNFINISHED)
"""The ways in which a game may end outside its rules: a player forfeits it, or it reaches the cap on turns (a draw)."""


@dataclass(frozen=True)
class MatchSettings:
    """Everything that determines the games of a match. ``a`` and ``b`` are player texts, ``game`` a game's text.
    ``seconds`` and ``simulations`` limit a turn; a turn that exceeds its seconds by more than ``margin`` loses the
    game. A player with limits in its text has only those, and levels and random players have no limit. After
    ``max_turns`` turns the game is a draw.

    Raises SearchError for ``max_turns`` below 1; ``limits`` raises it for limits that are not positive, or a margin
    below 0.

    >>> from isthmus.match import MatchSettings
    >>> settings = MatchSettings("random", "level1", "hex(size=5)", seconds=None, simulations=100)
    >>> settings.limits
    Limits(seconds=None, simulations=100, margin=1.0)
    """

    a: str
    b: str
    game: str
    seconds: float | None = 1.0
    simulations: int | None = None
    openings: str = "balanced"
    seed: int = 0
    margin: float = 1.0
    max_turns: int = 1000

    def __post_init__(self) -> None:
        if type(self.max_turns) is not int or self.max_turns < 1:
            raise SearchError(f"max_turns: expected a whole number, 1 or more; got {quoted(self.max_turns)}")

    @property
    def limits(self) -> Limits:
        """The limits of both players for a turn."""
        return Limits(self.seconds, self.simulations, self.margin)


class GameNumber(NamedTuple):
    """A game of a match: the number of its pair, from 0, then 0 or 1. In game 0 player a has the first seat.

    >>> from isthmus.match import GameNumber
    >>> GameNumber(pair=3, game=1)
    GameNumber(pair=3, game=1)
    """

    pair: int
    game: int


@dataclass(frozen=True)
class PlayedGame:
    """A finished game. ``winner`` is ``"a"``, ``"b"`` or None for a draw.

    ``turns`` are canonical texts from the game's start, the first ``opening`` of them prescribed. ``a_side`` is the
    final colour of player a, None if none was settled. ``fault`` is one of FAULTS, or None where the game ended by
    its rules. ``seconds`` and ``longest`` are the times that a and b took in total and for their longest turns.

    >>> from isthmus.match import GameNumber, MatchSettings, play_game
    >>> game = play_game(MatchSettings("random", "random", "hex(size=3,pie=0)", openings="none"), GameNumber(0, 0))
    >>> game.winner in ("a", "b"), game.reason, game.fault
    (True, 'connected', None)
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
    """The players of the first and the second seat in a game."""
    return ("b", "a") if number.game else ("a", "b")


@lru_cache(maxsize=64)
def _opening(game: str, kind: str, seed: str) -> tuple[Turn, ...]:
    """The opening of both games of a pair."""
    return opening(make_game(game), kind, seed, STRONGEST)


def play_game(settings: MatchSettings, number: GameNumber) -> PlayedGame:
    """Play one game of a match.

    Both players are new, so the game depends only on the settings and the number, and on the clock if time is limited.
    Raises SearchError if a player cannot be made. A player that breaks the rules loses the game.

    >>> from isthmus.match import GameNumber, MatchSettings, play_game
    >>> settings = MatchSettings("level1", "random", "hex(size=5)", seed=7)
    >>> play_game(settings, GameNumber(0, 0)) == play_game(settings, GameNumber(0, 0))
    True
    """
    game = make_game(settings.game)
    prescribed = _opening(settings.game, settings.openings, f"opening {settings.seed} {number.pair}")
    with ExitStack() as stack:
        players: dict[str, Contestant] = {}
        for key, text in (("a", settings.a), ("b", settings.b)):
            seed = random.Random(f"player {settings.seed} {number.pair} {number.game} {key}").getrandbits(62)
            players[key] = stack.enter_context(closing(parse_player(text).build(game, settings.limits, seed)))
        referee = _Referee(settings, number, GameInPlay(Record(game)), players)
        for turn in prescribed:
            if not referee.game.over:
                referee.play(turn)
        opened = len(referee.game.turns)
        while referee.goes_on:
            referee.act()
        return referee.result(opened)


class _Referee:
    """Lets two players play a game: asks for turns, measures their time, and ends the game by forfeit."""

    def __init__(
        self, settings: MatchSettings, number: GameNumber, game: GameInPlay, players: dict[str, Contestant]
    ) -> None:
        self.settings = settings
        self.number = number
        self.game = game
        self.players = players
        self.took: dict[str, list[float]] = {"a": [], "b": []}
        self.forfeit: ForfeitError | None = None

    @property
    def goes_on(self) -> bool:
        return not self.game.over and len(self.game.turns) < self.settings.max_turns

    def act(self) -> None:
        """Play the choice of the player to act, who may instead forfeit the game."""
        assert self.game.seat is not None
        key = players_of(self.number)[self.game.seat.value]
        player = self.players[key]
        began = time.perf_counter()
        try:
            turn = player.choose(self.game.position)
        except ForfeitError as forfeit:
            self._lose(key, forfeit)
            return
        finally:
            took = time.perf_counter() - began
            self.took[key].append(took)
        limits = parse_player(getattr(self.settings, key)).limits(self.settings.limits)
        if limits.seconds is not None and took > limits.seconds + limits.margin:
            self._lose(key, ForfeitError("time", f"{player.name} took {took:.2f} s for a turn"))
            return
        try:
            self.play(turn)
        except (IllegalTurnError, NotationError) as error:
            self._lose(key, ForfeitError("illegal", f"{player.name} wants to play {turn.text!r}: {error}"))

    def play(self, turn: Turn) -> None:
        """Play a turn and tell both players. A player that fails at this forfeits the game."""
        before, self.game = self.game.position, self.game.play(turn)
        if self.game.over:
            return
        for key, player in self.players.items():
            try:
                player.watch(before, turn)
            except ForfeitError as forfeit:
                self._lose(key, forfeit)
                return

    def _lose(self, key: str, forfeit: ForfeitError) -> None:
        self.forfeit = forfeit
        self.game = self.game.lose(tuple(Seat)[players_of(self.number).index(key)], forfeit.kind)

    def result(self, prescribed: int) -> PlayedGame:
        record, position, keys = self.game.record, self.game.position, players_of(self.number)
        seat_of_a = tuple(Seat)[keys.index("a")]
        winner, reason, fault = self._ending()
        seconds, longest = (
            (round(of(self.took["a"]), 3), round(of(self.took["b"]), 3)) for of in (sum, partial(max, default=0.0))
        )
        return PlayedGame(
            self.number,
            record.turns,
            prescribed,
            None if winner is None else keys[winner.value],
            position.side_of(seat_of_a),
            reason,
            fault,
            seconds,
            longest,
        )

    def _ending(self) -> tuple[Seat | None, str, str | None]:
        record = self.game.record
        if self.forfeit is not None:
            return record.winner, str(self.forfeit), self.forfeit.kind
        if record.result is None:
            return None, f"not over after {counted(len(record.turns), 'turn')}", UNFINISHED
        return record.winner, record.result.reason, None
