"""TimeControl: the players' time, in one form for all common clocks."""

from __future__ import annotations

from dataclasses import dataclass

from isthmus.errors import NotationError, counted
from isthmus.record.values import check_seconds, check_whole

__all__ = ["TimeControl"]

DAY = 86_400


@dataclass(frozen=True)
class TimeControl:
    """Seconds for each player: ``main`` at the start, ``increment`` more after each turn, then byo-yomi periods.

    ``increment`` is as on Fischer's clock; without main time and periods turn 1 gets it too. After the main time,
    each turn may take one ``period``; a turn that takes longer uses up one of the ``periods``. Days per turn means one
    period of that many days and no main time. Raises NotationError for an invalid clock.

    >>> from isthmus.record import TimeControl
    >>> print(TimeControl(main=300, periods=3, period=30))
    5 min main time, 3 × 30 s
    """

    main: float = 0
    increment: float = 0
    periods: int = 0
    period: float = 0

    def __post_init__(self) -> None:
        for name in ("main", "increment", "period"):
            check_seconds(f"clock, {name}", getattr(self, name))
        check_whole("clock, periods", self.periods, 999)
        if bool(self.periods) is not bool(self.period):
            found = f"{counted(self.periods, 'period')} of {self.period:g} s"
            raise NotationError(f"clock: found {found}, expected both numbers above 0, or both 0")
        if not (self.main or self.increment or self.period):
            raise NotationError("clock: found no time at all, expected main time, an increment or periods")

    @classmethod
    def days(cls, count: float) -> TimeControl:
        """This many days for each turn."""
        return cls(periods=1, period=count * DAY)

    def __str__(self) -> str:
        if not self.main and self.periods == 1 and self.period % DAY == 0:
            days = self.period // DAY
            return f"{days:g} {'day' if days == 1 else 'days'} per turn"
        parts = [f"{_time(self.main)} main time"] if self.main else []
        parts += [f"{_time(self.increment)} more per turn"] if self.increment else []
        parts += [f"{self.periods} × {_time(self.period)}"] if self.periods else []
        return ", ".join(parts)


def _time(seconds: float) -> str:
    if seconds >= 60 and seconds % 60 == 0:
        return f"{seconds / 60:g} min"
    return f"{seconds:g} s"
