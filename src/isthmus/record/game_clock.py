"""GameClock: the time that the two seats have left. It gets times as arguments and never reads a clock."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil

from isthmus.record.time_control import TimeControl
from isthmus.rules.types import Seat

__all__ = ["GameClock"]


@dataclass(frozen=True)
class GameClock:
    """The time of both seats between turns. ``left`` is the main time in seconds; ``periods`` are the byo-yomi periods
    left."""

    control: TimeControl
    left: tuple[float, float]
    periods: tuple[int, int]

    @classmethod
    def new(cls, control: TimeControl) -> GameClock:
        """The clock before the first turn. With neither main time nor periods, the first turn gets the increment."""
        main = control.main or (0 if control.periods else control.increment)
        return cls(control, (main, main), (control.periods, control.periods))

    def allowed(self, seat: Seat) -> float:
        """The seconds that a seat's next turn may take before the seat loses on time."""
        return self.left[seat.value] + self.periods[seat.value] * self.control.period

    def spend(self, seat: Seat, seconds: float) -> GameClock:
        """The clock after a turn of ``seconds``, which must be ``allowed``.

        Beyond the main time, a turn uses up each period that it takes in full; the period in which it ends starts
        again for the next turn. A Fischer increment is added at the end of the turn.
        """
        after = self.run(seat, seconds)
        return after._with(seat, after.left[seat.value] + self.control.increment, after.periods[seat.value])

    def run(self, seat: Seat, seconds: float) -> GameClock:
        """The clock after ``seconds`` of a turn that was not completed, counted as in ``spend``."""
        left, periods = self.left[seat.value], self.periods[seat.value]
        if seconds > left and periods:
            used_up = max(0, ceil((seconds - left) / self.control.period) - 1)
            # An allowed time never uses up the last period, regardless of rounding.
            periods -= min(used_up, periods - 1) if seconds <= self.allowed(seat) else used_up
        return self._with(seat, max(0.0, left - seconds), periods)

    def take_back(self, seat: Seat) -> GameClock:
        """The clock without the gain of a seat's turn: its increment or, after the main time, a full period.

        A clock with a single period, such as days per turn, gives every turn a full period, so it does not change.
        """
        left, periods = self.left[seat.value] - self.control.increment, self.periods[seat.value]
        if left <= 0 and self.control.periods > 1:
            periods = max(0, periods - 1)
        return self._with(seat, max(0.0, left), periods)

    def _with(self, seat: Seat, left: float, periods: int) -> GameClock:
        if seat is Seat.FIRST:
            return replace(self, left=(left, self.left[1]), periods=(periods, self.periods[1]))
        return replace(self, left=(self.left[0], left), periods=(self.periods[0], periods))
