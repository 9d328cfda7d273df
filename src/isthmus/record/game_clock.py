"""GameClock: how much time the two seats have left. It is told the times and asks for none."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil

from isthmus.record.time_control import TimeControl
from isthmus.rules.types import Seat

__all__ = ["GameClock"]


@dataclass(frozen=True)
class GameClock:
    """The time of both seats between turns. ``left``: seconds of main time; ``periods``: of byo-yomi, not used up."""

    control: TimeControl
    left: tuple[float, float]
    periods: tuple[int, int]

    @classmethod
    def new(cls, control: TimeControl) -> GameClock:
        """The clock before the first turn; without main time and periods the first turn has the increment."""
        main = control.main or (0 if control.periods else control.increment)
        return cls(control, (main, main), (control.periods, control.periods))

    def allowed(self, seat: Seat) -> float:
        """The seconds that the next turn of a seat may take before it has lost on time."""
        return self.left[seat.value] + self.periods[seat.value] * self.control.period

    def spend(self, seat: Seat, seconds: float) -> GameClock:
        """The clock after a turn of so many seconds, which must be ``allowed``.

        A turn that goes over the main time uses up a period for each whole one that it takes; the one it ends in is
        full again for the next turn. The increment of Fischer's clock is added at the end of the turn.
        """
        after = self.run(seat, seconds)
        return after._with(seat, after.left[seat.value] + self.control.increment, after.periods[seat.value])

    def run(self, seat: Seat, seconds: float) -> GameClock:
        """The clock after so many seconds of a turn, as ``spend`` has them, that came to nothing."""
        left, periods = self.left[seat.value], self.periods[seat.value]
        if seconds > left and periods:
            used_up = max(0, ceil((seconds - left) / self.control.period) - 1)
            # What is allowed never uses up the last one, however the difference was rounded.
            periods -= min(used_up, periods - 1) if seconds <= self.allowed(seat) else used_up
        return self._with(seat, max(0.0, left - seconds), periods)

    def take_back(self, seat: Seat) -> GameClock:
        """The clock without what a turn of a seat brought: its increment or, after the main time, a full period.

        A clock of one period, as of days a turn, gives every turn a full one; it stays.
        """
        left, periods = self.left[seat.value] - self.control.increment, self.periods[seat.value]
        if left <= 0 and self.control.periods > 1:
            periods = max(0, periods - 1)
        return self._with(seat, max(0.0, left), periods)

    def _with(self, seat: Seat, left: float, periods: int) -> GameClock:
        if seat is Seat.FIRST:
            return replace(self, left=(left, self.left[1]), periods=(periods, self.periods[1]))
        return replace(self, left=(self.left[0], left), periods=(self.periods[0], periods))
