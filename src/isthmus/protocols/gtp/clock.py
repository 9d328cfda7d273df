"""The clock of a game by GTP: main time, then Canadian byo-yomi, and the time to spend on the next turn."""

from __future__ import annotations

from dataclasses import dataclass, field

from isthmus.rules.types import Side

__all__ = ["Clock"]

_LAG = 0.05
"""Seconds lost between the search and the controller's clock."""
_SAFE = 0.9
"""The largest share of the remaining time for one turn, as the machine may be busy with other work. If every turn has
the same time, a turn gets at least this share of it."""
_LEAST = 0.01
"""The minimum number of seconds for a turn, however little time is left."""
_FEWEST = 8
"""The fewest turns expected to come, so that time remains for an unusually long game."""


@dataclass
class _Hand:
    """The remaining time of one colour: seconds, and the number of turns they must last (0: the rest of the game)."""

    seconds: float
    turns: int


@dataclass
class Clock:
    """Both colours' time; all in seconds.

    A game has ``main``; after that, every ``turns`` turns have ``period``. If ``period`` is 0, it is sudden death.
    """

    main: float
    period: float
    turns: int
    _hands: dict[Side, _Hand] = field(init=False)

    def __post_init__(self) -> None:
        self.restart()

    @property
    def limitless(self) -> bool:
        """Whether time is unlimited. In GTP that is a period for 0 turns."""
        return self.period > 0 and self.turns == 0

    def restart(self) -> None:
        """Give both colours their full time again."""
        begun = _Hand(self.main, 0) if self.main > 0 else _Hand(self.period, self.turns)
        self._hands = {side: _Hand(begun.seconds, begun.turns) for side in Side}

    def set_left(self, side: Side, seconds: float, turns: int) -> None:
        """Set a colour's remaining time as the controller reports it; ``turns`` is 0 during main time."""
        self._hands[side] = _Hand(seconds, turns)

    def spend(self, side: Side, seconds: float) -> None:
        """Subtract the time of one turn, for controllers that never report the remaining time."""
        hand = self._hands[side]
        hand.seconds -= seconds
        if hand.turns:
            hand.turns -= 1
            if hand.turns == 0:
                self._hands[side] = _Hand(self.period, self.turns)
        elif hand.seconds <= 0 and self.period > 0:
            self._hands[side] = _Hand(self.period, self.turns)

    def budget(self, side: Side, to_come: int) -> float | None:
        """Seconds for the next turn of a colour that expects ``to_come`` more turns; None without a limit."""
        if self.limitless:
            return None
        hand = self._hands[side]
        if hand.turns:
            share = hand.seconds / hand.turns
        else:
            expected = max(to_come, _FEWEST)
            share = hand.seconds / expected
            if self.period > 0 and self.turns:
                # A period follows, so the main time need not last the whole game.
                share = max(2 * share, self.period / self.turns)
        if hand.turns == self.turns == 1:
            return max(_SAFE * hand.seconds, hand.seconds - _LAG, _LEAST)
        return max(min(share, _SAFE * hand.seconds - _LAG), _LEAST)
