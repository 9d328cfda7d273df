"""The player behind the Go Text Protocol: limits, the controller's clock, and the choice of a turn."""

from __future__ import annotations

import time
from collections.abc import Callable

from isthmus.engine.engine import Engine
from isthmus.engine.report import Report
from isthmus.protocols.gtp.clock import Clock
from isthmus.protocols.gtp.dialect import SWAP, play, swaps, with_side_to_move
from isthmus.protocols.gtp.resigning import RESIGN, Resigning
from isthmus.record import GameInPlay
from isthmus.rules.position import Position
from isthmus.rules.types import Side

__all__ = ["LARGEST_SEED", "GtpPlayer", "turns_to_come"]

LARGEST_SEED = 2**62 - 1
_LONGEST_WATCH = 3600.0
"""Seconds after which an analysis ends by itself."""


def turns_to_come(now: GameInPlay) -> int:
    """The expected number of turns that a colour still makes.

    It assumes that a game fills about half of the board's fields, with as many stones a turn as so far, and that a
    colour makes every second turn. The stones of a set-up do not count as turns.
    """
    stones = now.position.snapshot.stone_count
    begun = now.record.start.snapshot.stone_count if now.record.start else 0
    a_turn = (stones - begun) / len(now.turns) if now.turns and stones > begun else 1.0
    return int((len(now.position.game.topology) / 2 - stones) / a_turn / 2)


class GtpPlayer:
    """Chooses turns in ``seconds`` or ``simulations`` (1 second if neither is given), or as the clock allows.

    ``seed`` is for the first game; each further game uses the next seed. Within a game, search results are kept.
    ``evaluator`` is as for Engine. ``resigning`` is its rule for resigning.
    """

    def __init__(
        self,
        seconds: float | None,
        simulations: int | None,
        *,
        seed: int,
        threads: int,
        resigning: Resigning,
        evaluator: str,
    ) -> None:
        self.seconds = 1.0 if seconds is None and simulations is None else seconds
        self.simulations = simulations
        self.clock: Clock | None = None
        self._resigning = resigning
        self._engine = Engine(seed=seed, threads=threads, evaluator=evaluator)
        self._begun = False

    def restart(self) -> None:
        """Start a new game and its clock."""
        if self.clock:
            self.clock.restart()
        if self._begun:
            self.set_seed((self._engine.seed + 1) & LARGEST_SEED)

    def set_seed(self, seed: int) -> None:
        """Start again with this seed, and forget earlier results."""
        self._engine = self._new_engine(seed)
        self._begun = False

    def set_left(self, side: Side, seconds: float, turns: int) -> None:
        """Set a colour's remaining time as the controller reports it, even if the clock was never set."""
        self.clock = self.clock or Clock(seconds, 0, 0)
        self.clock.set_left(side, seconds, turns)

    def move(self, now: GameInPlay, side: Side) -> tuple[str, GameInPlay]:
        """The turn to play or ``resign``, as sent to the controller, and the game after it. ``now`` must not be over.

        Subtracts the time from the clock. Raises GtpError as ``with_side_to_move`` does.
        """
        began = time.monotonic()
        chosen = self._choose(now, side, self._engine)
        self._begun = True
        if self.clock:
            self.clock.spend(side, time.monotonic() - began)
        return chosen

    def propose(self, now: GameInPlay, side: Side) -> str:
        """The answer that ``move`` would give if it knew only the position. Nothing changes, including the seed."""
        return self._choose(now, side, self._new_engine(self._engine.seed))[0]

    def _new_engine(self, seed: int) -> Engine:
        return Engine(seed=seed, threads=self._engine.threads, evaluator=self._engine.evaluator)

    def check(self, position: Position) -> None:
        """Raise SearchError if the evaluator does not fit the game of a position."""
        self._engine.judge(position.game)

    def report(self, position: Position) -> Report:
        """The search result within the usual limits."""
        self._begun = True
        return self._engine.search(position, seconds=self.seconds, simulations=self.simulations)

    def watch(
        self, position: Position, stop: Callable[[], bool], hear: Callable[[Report], None], every: float
    ) -> Report:
        """Search until ``stop()``, reporting at regular intervals; at most an hour."""
        self._begun = True
        return self._engine.search(position, seconds=_LONGEST_WATCH, stop=stop, on_report=hear, report_every=every)

    def _choose(self, now: GameInPlay, side: Side, engine: Engine) -> tuple[str, GameInPlay]:
        if not now.position.choosing or swaps(now.position):
            now = with_side_to_move(now, side)
        if not swaps(now.position):
            return self._answer(now, self._think(now, side, engine))
        # In HTP a turn also declines to take the stone: two decisions in the time of one.
        best = str(self._think(now, side, engine, decisions=2).best)
        if best != f"take-{side}":
            return SWAP, play(now, side, SWAP)
        kept = now.play(best)
        report = self._think(kept, side, engine, decisions=2)
        if report.proof.win_for(report.seat.other):  # the second search saw more than the first
            return SWAP, play(now, side, SWAP)
        return self._answer(kept, report)

    def _answer(self, now: GameInPlay, report: Report) -> tuple[str, GameInPlay]:
        """The best turn or ``resign``, and the game after it. It does not resign before the colours are chosen: the
        opponent may choose the worse one."""
        if not now.position.snapshot.opening.under_way and self._resigning.gives_up(report):
            return RESIGN, now.resign(report.seat)
        return str(report.best), now.play(report.best)

    def _think(self, now: GameInPlay, side: Side, engine: Engine, decisions: int = 1) -> Report:
        """The search result for one of the decisions of a turn, which share its time."""
        seconds, simulations = self.seconds, self.simulations
        if self.clock:
            budget = self.clock.budget(side, turns_to_come(now))
            seconds = seconds if budget is None else budget
        return engine.search(
            now.position,
            seconds=seconds and seconds / decisions,
            simulations=simulations and max(1, simulations // decisions),
        )
