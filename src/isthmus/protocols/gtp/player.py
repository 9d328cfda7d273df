"""Who plays behind the Go Text Protocol: limits, the controller's clock, and the choice of a turn."""

from __future__ import annotations

import time
from collections.abc import Callable

from isthmus.engine.engine import Engine
from isthmus.engine.report import Report
from isthmus.protocols.gtp.clock import Clock
from isthmus.protocols.gtp.dialect import SWAP, check_turn, play, swaps
from isthmus.record import GameInPlay
from isthmus.rules.position import Position
from isthmus.rules.types import Side

__all__ = ["LARGEST_SEED", "GtpPlayer"]

LARGEST_SEED = 2**62 - 1
_LONGEST_WATCH = 3600.0
"""Seconds after which an analysis that nobody ends gives up."""


class GtpPlayer:
    """Chooses turns in ``seconds`` or ``simulations`` (1 second if neither is given), or as the clock tells.

    ``seed`` is the first game's; every further one takes the next. Within a game what was found is kept.
    """

    def __init__(self, seconds: float | None, simulations: int | None, seed: int, threads: int) -> None:
        self.seconds = 1.0 if seconds is None and simulations is None else seconds
        self.simulations = simulations
        self.clock: Clock | None = None
        self._engine = Engine(seed=seed, threads=threads)
        self._begun = False

    def restart(self) -> None:
        """A new game begins, and the clock with it."""
        if self.clock:
            self.clock.restart()
        if self._begun:
            self.set_seed((self._engine.seed + 1) & LARGEST_SEED)

    def set_seed(self, seed: int) -> None:
        """Begin again with that seed, and forget what was found."""
        self._engine = Engine(seed=seed, threads=self._engine.threads)
        self._begun = False

    def set_left(self, side: Side, seconds: float, turns: int) -> None:
        """What the controller says that a colour has left, perhaps without having set the clock before."""
        self.clock = self.clock or Clock(seconds, 0, 0)
        self.clock.set_left(side, seconds, turns)

    def move(self, now: GameInPlay, side: Side) -> tuple[str, GameInPlay]:
        """The turn to play, as the controller is told, and the game after it. The game must not be over.

        Takes the time off the clock. Raises GtpError if it is not that colour's turn.
        """
        began = time.monotonic()
        chosen = self._choose(now, side, self._engine)
        self._begun = True
        if self.clock:
            self.clock.spend(side, time.monotonic() - began)
        return chosen

    def propose(self, now: GameInPlay, side: Side) -> str:
        """The turn that it would play knowing only the position; nothing is changed, and it says the same again."""
        return self._choose(now, side, Engine(seed=self._engine.seed, threads=self._engine.threads))[0]

    def report(self, position: Position) -> Report:
        """What it finds within the usual limits."""
        self._begun = True
        return self._engine.search(position, seconds=self.seconds, simulations=self.simulations)

    def watch(
        self, position: Position, stop: Callable[[], bool], hear: Callable[[Report], None], every: float
    ) -> Report:
        """Search until ``stop()``, telling what is found every so many seconds; at most an hour."""
        self._begun = True
        return self._engine.search(position, seconds=_LONGEST_WATCH, stop=stop, on_report=hear, report_every=every)

    def _choose(self, now: GameInPlay, side: Side, engine: Engine) -> tuple[str, GameInPlay]:
        if not now.position.choosing or swaps(now.position):
            check_turn(now.position, side)
        if not swaps(now.position):
            best = str(self._think(now.position, side, engine).best)
            return best, now.play(best)
        # In HTP a turn says at the same time that the stone is not taken: two decisions in the time of one.
        best = str(self._think(now.position, side, engine, decisions=2).best)
        if best != f"take-{side}":
            return SWAP, play(now, side, SWAP)
        kept = now.play(best)
        best = str(self._think(kept.position, side, engine, decisions=2).best)
        return best, kept.play(best)

    def _think(self, position: Position, side: Side, engine: Engine, decisions: int = 1) -> Report:
        """What it finds for one of so many decisions of a turn."""
        seconds, simulations = self.seconds, self.simulations
        if self.clock:
            stones = position.snapshot.stone_count
            # About half of a board's fields are played in a game, every second one by this colour.
            to_come = (len(position.game.topology) // 2 - stones) // 2
            budget = self.clock.budget(side, to_come)
            seconds = seconds if budget is None else budget
        return engine.search(
            position,
            seconds=seconds and seconds / decisions,
            simulations=simulations and max(1, simulations // decisions),
        )
