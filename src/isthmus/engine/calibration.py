"""Calibration: corrects the chances of a search, by game and stage of the game.

A search can be too confident, as the hand-made evaluators are early in Trellis and Trinidad, or too modest, as the net
for Hex is. So a game in calibration.json, or the card of a net, can have an exponent for the odds, which depends on the
filled share of the board. It is fitted on games of the engine against itself (``bench/judgement.py calibrate``;
docs/strength.md has the figures). It changes the reported chances, not the choices of the search.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from isthmus.errors import SearchError, quoted
from isthmus.rules.game import Game
from isthmus.rules.position import Position

__all__ = ["ENTRY", "Calibration", "calibration_of", "filled"]

TABLE = "calibration.json"
"""For the hand-made evaluator, each game by its id: the number of fields of the measured board, and the knots."""
ENTRY = "calibration"
"""The key under which a net's card holds the same two entries."""
_MOST = 100.0
"""The largest exponent. With one above 1,074 the chances of both seats could become 0."""


@dataclass(frozen=True)
class Calibration:
    """Exponents for the odds of a winning chance, by the filled share of the board.

    ``knots`` are pairs of share and exponent with ascending shares. Between knots the exponent is linear; outside them
    it is that of the nearest knot. An exponent is positive; below 1 it brings chances nearer to 1/2. The order of
    chances stays the same, the chances of both seats still add up to 1, and 0, 1/2 and 1 do not change.
    """

    knots: tuple[tuple[float, float], ...]

    def exponent(self, share: float) -> float:
        """The exponent at a filled share of the board, in [0, 1]."""
        return sum(weight * self.knots[knot][1] for knot, weight in self.weights(share))

    def weights(self, share: float) -> tuple[tuple[int, float], ...]:
        """The knots that apply at this share, by number, with their weights, which add up to 1."""
        for number, ((low, _), (high, _)) in enumerate(zip(self.knots, self.knots[1:], strict=False)):
            if share < high:
                part = max(0.0, (share - low) / (high - low))
                return (number, 1 - part), (number + 1, part)
        return ((len(self.knots) - 1, 1.0),)

    def chance(self, chance: float, share: float) -> float:
        """The calibrated chance for a claimed one, both in [0, 1], at a filled share of the board."""
        exponent = self.exponent(share)
        won, lost = math.pow(chance, exponent), math.pow(1 - chance, exponent)
        return won / (won + lost)


def filled(position: Position) -> float:
    """The share of the board's fields that have a stone, in [0, 1]."""
    return sum(map(len, position.snapshot.stones)) / len(position.game.topology.names)


def calibration_of(game: Game, card: Mapping[str, object] | None = None) -> Calibration | None:
    """The calibration of a game on boards at least as large as the measured one; None for any other game.

    Without ``card`` the calibration is that of the hand-made evaluator; with a ``card``, it is that of the card's net.
    Raises SearchError if the card's calibration is malformed. Smaller boards get none, because a search is reliable
    earlier there: on Trellis 9 and Trinidad 5 its chances are already too cautious.
    """
    fields, calibration = _calibrations().get(game.id, _NONE) if card is None else _on(card)
    return calibration if len(game.topology.names) >= fields else None


_Measured = tuple[int, Calibration | None]
_NONE: _Measured = 0, None


def _on(card: Mapping[str, object]) -> _Measured:
    if ENTRY not in card:
        return _NONE
    try:
        return _read(card[ENTRY])
    except (TypeError, ValueError, KeyError, OverflowError):
        raise SearchError(
            f"the card of the net: {ENTRY}: expected a whole number of fields, and knots of ascending shares "
            f"with exponents above 0, at most {_MOST:g}; got {quoted(card[ENTRY])}"
        ) from None


def _read(known: Any) -> tuple[int, Calibration]:
    calibration = Calibration(tuple((float(share), float(exponent)) for share, exponent in known["knots"]))
    fields, shares = known["fields"], [share for share, _ in calibration.knots]
    ascending = bool(shares) and sorted(set(shares)) == shares and all(map(math.isfinite, shares))
    if not ascending or not all(0 < one <= _MOST for _, one in calibration.knots) or type(fields) is not int:
        raise ValueError(known)
    return fields, calibration


@cache
def _calibrations() -> dict[str, tuple[int, Calibration]]:
    table = json.loads(files("isthmus.engine").joinpath(TABLE).read_text(encoding="utf-8"))
    return {game: _read(known) for game, known in table.items()}
