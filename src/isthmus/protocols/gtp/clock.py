"""The clock of a game by GTP: main time, then Canadian byo-yomi, and how much of it to spend on the next turn."""

from __future__ import annotations

from dataclasses import dataclass, field

from isthmus.rules.types import Side

__all__ = ["Clock"]

_LAG = 0.05
"""Seconds that are lost between the search and the controller's clock."""
_SAFE = 0.9
"""The share of all that is left that one turn may take, on a machine that may be busy with other things."""
_LEAST = 0.01
"""Seconds that every turn gets, however late it is."""
_FEWEST = 8
"""Turns that are always expected to come, so that some time is left for a game longer than most."""


@dataclass
class _Hand:
    """What one colour has left: seconds, and how many turns they have to last (0: the rest of the game)."""

    seconds: float
    turns: int


@dataclass
class Clock:
    """Both colours' time; all in seconds.

    ``main`` for the game, then again and again ``period`` for every ``turns`` turns. ``period`` 0 is sudden death.
    """

    main: float
    period: float
    turns: int
    _hands: dict[Side, _Hand] = field(init=False)

    def __post_init__(self) -> None:
        self.restart()

    @property
    def limitless(self) -> bool:
        """A period for no turns is how GTP says that there is no limit."""
        return self.period > 0 and self.turns == 0

    def restart(self) -> None:
        """Both colours have all their time again."""
        begun = _Hand(self.main, 0) if self.main > 0 else _Hand(self.period, self.turns)
        self._hands = {side: _Hand(begun.seconds, begun.turns) for side in Side}

    def set_left(self, side: Side, seconds: float, turns: int) -> None:
        """What the controller says that a colour has left; ``turns`` 0 while its main time runs."""
        self._hands[side] = _Hand(seconds, turns)

    def spend(self, side: Side, seconds: float) -> None:
        """Take the time of one turn off, for controllers that never say what is left."""
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
                # A period follows, so the main time need not last to the end.
                share = max(2 * share, self.period / self.turns)
        return max(min(share, _SAFE * hand.seconds - _LAG), _LEAST)
