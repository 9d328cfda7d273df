"""LocalGame: a game between people and the computer on this machine. It uses no screen and no keyboard."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from time import monotonic

from isthmus.engine import Engine, Report, level_player
from isthmus.engine.engine import MOST_THREADS
from isthmus.record import GameInPlay, Record, RefusedError
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Seat, Side

__all__ = ["Limits", "LocalGame", "people_of"]


@dataclass
class Limits:
    """The computer's limits: a time, a number of simulations, or a ``level``.

    With the same seed it plays the same turns, except under a time limit. ``evaluator`` is as for Engine; a level has
    its own. By default ``threads`` is the number of processors if only time is limited, otherwise 1.
    """

    seconds: float | None = 1.0
    simulations: int | None = None
    seed: int = 0
    level: int | None = None
    evaluator: str = "auto"
    threads: int | None = None
    _kept: Engine | None = field(default=None, init=False, repr=False, compare=False)

    def __str__(self) -> str:
        """The limits in words, for the computer's name.

        The path of a net is omitted, because others may not have that file.
        """
        if self.level is not None:
            return f"level {self.level}"
        limit = f"{self.seconds or 1.0:g} s" if self.simulations is None else f"{self.simulations} simulations"
        return f"{limit}, {self.evaluator}" if self.evaluator in ("hand", "net") else limit

    def check(self, game: Game) -> None:
        """Raise SearchError if the evaluator needs a net that does not exist."""
        if self.level is None:
            Engine(evaluator=self.evaluator).judge(game)

    def new_engine(self) -> Engine:
        """A new engine with this seed, evaluator and number of threads."""
        usual = 1 if self.simulations else processors()
        return Engine(seed=self.seed, threads=self.threads or usual, evaluator=self.evaluator)

    def search(self, position: Position) -> Report:
        """Search with these limits.

        A level keeps its seed, which sets its style. Under ``seconds``, one engine makes all searches and uses what it
        found before. With ``simulations`` each search is independent and uses the next seed.
        """
        if self.level is not None:
            return level_player(position.game, self.level, self.seed).search(position)
        if self.simulations is None:
            self._kept = self._kept or self.new_engine()
            return self._kept.search(position, seconds=self.seconds)
        self.seed += 1
        return self.new_engine().search(position, seconds=self.seconds, simulations=self.simulations)


def processors() -> int:
    """The number of processors that this program may use, at most as many as an engine has threads."""
    here = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(here, MOST_THREADS)


def people_of(choice: str, game: Game) -> frozenset[Seat]:
    """The seats of people for black, white, first, second, none or both. The computer has the other seats.

    A colour means the seat that begins with it. The first seat has the colour that begins the game, even if the pie
    rule lets the second seat choose later.
    """
    if choice == "both":
        return frozenset(Seat)
    if choice == "none":
        return frozenset()
    if choice in ("first", "second"):
        return frozenset({Seat.FIRST if choice == "first" else Seat.SECOND})
    return frozenset({Seat.FIRST if Side.of(choice) is game.first_side else Seat.SECOND})


@dataclass
class LocalGame:
    """A game in play, the seats of people, and the path of the game's file. The computer has the other seats.

    The record has the seconds of each turn, counted from the previous turn or from the start of the sitting.
    """

    in_play: GameInPlay
    people: frozenset[Seat]
    path: Path
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        self.in_play = replace(self.in_play, since=monotonic())

    @classmethod
    def new(cls, game: Game, people: frozenset[Seat], path: Path, limits: Limits) -> LocalGame:
        """A game that begins now."""
        record = Record(game, date=datetime.now().astimezone().isoformat(timespec="seconds"))
        return cls(GameInPlay(record), people, path, limits)

    @property
    def record(self) -> Record:
        """The record of the game so far."""
        return self.in_play.record

    @property
    def position(self) -> Position:
        """The position now."""
        return self.in_play.position

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the rules or otherwise."""
        return self.in_play.over

    @property
    def turns(self) -> tuple[str, ...]:
        """The turns played so far."""
        return self.in_play.turns

    @property
    def resigned(self) -> Seat | None:
        """The seat that has resigned."""
        winner = self.record.winner
        return winner.other if winner and self.position.outcome is None else None

    def play(self, turn: str | Turn) -> None:
        """Play a turn. Raises NotationError or IllegalTurnError, and changes nothing, if it cannot be played."""
        self.in_play = self.in_play.play(turn, monotonic())

    def resign(self) -> None:
        """Let the seat to act resign. The game must not be over."""
        assert self.in_play.seat is not None
        self.in_play = self.in_play.resign(self.in_play.seat, monotonic())

    def reopen(self) -> None:
        """Take a resignation back."""
        self.in_play = self.in_play.reopen(monotonic())

    def undo(self) -> int:
        """Go back to the last position in which a person decided. Returns the number of turns taken back."""
        turns = len(self.in_play.turns)
        with suppress(RefusedError):
            self.in_play = self.in_play.take_back(*self.people, at=monotonic())
        return turns - len(self.in_play.turns)
