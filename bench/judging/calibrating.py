"""Fits the calibration of a game to the results of recorded games, and tests it on other games."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import isthmus
from isthmus.engine.calibration import Calibration
from judging.intervals import Figure
from judging.prediction import COIN, QUARTERS, Claim, Claims, log_loss, mean, quarter_of, summed_interval

KNOTS = 6
LEAST, MOST = 0.05, 3.0
"""Bounds of an exponent: a trace of the search's value always remains, so that better turns get better values."""
STIFFNESS = 0.02
"""The penalty is this times the square of each bend of the curve: the change of its slope from knot to knot."""
ROUNDS = 50
FOLDS = 5
ENOUGH = 100
"""With fewer games nothing is decided: 30 games give the log loss of a quarter only to within 0.1 or 0.2."""
_FARTHEST = 7.0
"""The greatest log-odds of an estimate: 999 to 1."""


@dataclass(frozen=True)
class Prior:
    """The exponents to use without any games, one for each knot, and how much evidence it takes to change them.

    ``doubt`` is the number of games with the same weight as a difference of 1 in an exponent.
    """

    exponents: tuple[float, ...]
    doubt: float


BY_HAND = Prior(tuple(number / (KNOTS - 1) for number in range(KNOTS)), 10)
"""For a hand-made evaluator: early in a game it has no information, and at the end it is right."""
LEARNED = Prior((1.0,) * KNOTS, 3)
"""For a net. Without data its chances stay unchanged. Of 10, 3 and 1 as ``doubt``, 3 gave the best claims in other Hex
games."""


def fields_of(game: str) -> int:
    """The number of fields of a game's board."""
    return len(isthmus.game(game).topology.names)


@dataclass(frozen=True)
class _Row:
    """A claim in the form for the fit: its weight, log-odds, result, and the relevant knots with their shares."""

    weight: float
    odds: float
    result: float
    at: tuple[tuple[int, float], ...]

    def chance(self, exponents: Sequence[float]) -> float:
        return 1 / (1 + math.exp(-self.odds * sum(share * exponents[knot] for knot, share in self.at)))


def fit(games: Claims, fields: int, prior: Prior = BY_HAND) -> Calibration:
    """The calibration with the least penalised log loss on these games; proved claims are left out.

    Every game has the same weight, since its positions share one result. The loss is convex, and Newton's method finds
    its minimum within the bounds. A step that would take an exponent out of bounds stops at the bound.
    """
    opened = [part for claims in games if (part := [claim for claim in claims if not claim.proved])]
    shares = sorted(claim.stones / fields for claims in opened for claim in claims)
    last = max(shares[int(0.95 * (len(shares) - 1))], 0.01)
    frame = Calibration(tuple((round(last * number / (KNOTS - 1), 3), 0.0) for number in range(KNOTS)))
    rows = [
        _Row(1 / (len(claims) * len(opened)), _log_odds(one.chance), one.result, frame.weights(one.stones / fields))
        for claims in opened
        for one in claims
    ]
    exponents, doubt = [max(LEAST, usual) for usual in prior.exponents], 2 * prior.doubt / (KNOTS * len(opened))
    for _ in range(ROUNDS):
        slopes, bends = _derivatives(rows, exponents, prior.exponents, doubt)
        free = [
            knot
            for knot in range(KNOTS)
            if (exponents[knot] > LEAST or slopes[knot] < 0) and (exponents[knot] < MOST or slopes[knot] > 0)
        ]
        steps = solved([[bends[one][other] for other in free] for one in free], [-slopes[knot] for knot in free])
        for knot, step in zip(free, steps, strict=True):
            exponents[knot] = min(max(exponents[knot] + max(-0.5, min(step, 0.5)), LEAST), MOST)
        if all(abs(step) < 1e-6 for step in steps):
            break
    return Calibration(tuple((share, round(one, 3)) for (share, _), one in zip(frame.knots, exponents, strict=True)))


def _log_odds(chance: float) -> float:
    if not 0 < chance < 1:
        return math.copysign(_FARTHEST, chance - 0.5)
    return max(-_FARTHEST, min(math.log(chance / (1 - chance)), _FARTHEST))


def _derivatives(
    rows: Sequence[_Row], exponents: Sequence[float], usual: Sequence[float], doubt: float
) -> tuple[list[float], list[list[float]]]:
    """The first and second derivatives of the penalised loss."""
    slopes = [doubt * (one - other) for one, other in zip(exponents, usual, strict=True)]
    bends = [[doubt * (one == other) for other in range(KNOTS)] for one in range(KNOTS)]
    for middle in range(1, KNOTS - 1):
        factors = ((middle - 1, 1.0), (middle, -2.0), (middle + 1, 1.0))
        bend = sum(factor * exponents[knot] for knot, factor in factors)
        for knot, factor in factors:
            slopes[knot] += 2 * STIFFNESS * bend * factor
            for other, another in factors:
                bends[knot][other] += 2 * STIFFNESS * factor * another
    for row in rows:
        chance = row.chance(exponents)
        for knot, share in row.at:
            slopes[knot] += row.weight * (chance - row.result) * row.odds * share
            for other, another in row.at:
                bends[knot][other] += row.weight * chance * (1 - chance) * row.odds * row.odds * share * another
    return slopes, bends


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a small system of linear equations with a positive definite matrix, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column, pivot in enumerate(rows):
        for row in rows[column + 1 :]:
            factor = row[column] / pivot[column]
            row[column:] = [one - factor * other for one, other in zip(row[column:], pivot[column:], strict=True)]
    found: list[float] = []
    for number in reversed(range(len(rows))):
        row = rows[number]
        known = sum(one * other for one, other in zip(row[number + 1 : -1], found, strict=True))
        found.insert(0, (row[-1] - known) / row[number])
    return found


def calibrated(games: Claims, calibration: Calibration, fields: int) -> list[list[Claim]]:
    """The claims after calibration; proved claims do not change."""

    def of(claim: Claim) -> Claim:
        if claim.proved:
            return claim
        return replace(claim, chance=calibration.chance(claim.chance, claim.stones / fields))

    return [list(map(of, claims)) for claims in games]


def cross_validated(games: Claims, fields: int, prior: Prior = BY_HAND) -> list[list[Claim]]:
    """The claims, each with a calibration fitted to other games; the games keep their order."""
    found = [list(claims) for claims in games]
    for fold in range(FOLDS):
        others = [claims for number, claims in enumerate(games) if number % FOLDS != fold]
        found[fold::FOLDS] = calibrated(games[fold::FOLDS], fit(others, fields, prior), fields)
    return found


def losses(games: Claims) -> list[float]:
    """The log loss by quarter."""
    return [log_loss(quarter_of(games, quarter)) for quarter in range(QUARTERS)]


def improvement(before: Claims, after: Claims) -> Figure:
    """The log loss of all claims after calibration minus that before, with its interval."""
    pairs = zip(before, after, strict=True)
    parts = [[two.loss - one.loss for one, two in zip(claims, others, strict=True)] for claims, others in pairs]
    return mean(loss for part in parts for loss in part), summed_interval(parts)


def needed(games: int, before: Sequence[float], after: Sequence[float]) -> bool:
    """Whether a hand-made evaluator gets a calibration, by the log loss in each quarter before and after it.

    It does if its claims are worse than a coin in some quarter, the calibration improves them, and there are enough
    games to be sure.
    """
    if games < ENOUGH:
        return False
    worse, still = (sum(max(0.0, loss - COIN) for loss in quarters) for quarters in (before, after))
    return still < worse


def worthwhile(games: int, difference: Figure) -> bool:
    """Whether a net gets a calibration: it lowers the log loss beyond its interval, and there are enough games."""
    return games >= ENOUGH and difference[1][1] < 0


@dataclass(frozen=True)
class Calibrated:
    """A game's calibration, or None if it gets none, and the log loss by quarter before and after it.

    The losses are those of games to which it was not fitted. ``difference`` is that of all claims, with its interval.
    """

    fields: int
    calibration: Calibration | None
    before: list[float]
    after: list[float]
    difference: Figure

    @property
    def entry(self) -> dict[str, object] | None:
        """The calibration as a net's card has it."""
        return None if self.calibration is None else entry(self.fields, self.calibration)


def calibrate(game: str, claims: Claims, *, net: bool) -> Calibrated:
    """Fit a game's calibration, and decide whether the game gets it."""
    fields, prior = fields_of(game), LEARNED if net else BY_HAND
    others = cross_validated(claims, fields, prior)
    before, after, difference = losses(claims), losses(others), improvement(claims, others)
    fine = worthwhile(len(claims), difference) if net else needed(len(claims), before, after)
    return Calibrated(fields, fit(claims, fields, prior) if fine else None, before, after, difference)


def entry(fields: int, calibration: Calibration) -> dict[str, object]:
    """A calibration as the table and the cards of nets have it."""
    return {"fields": fields, "knots": [list(knot) for knot in calibration.knots]}


def table_text(table: Mapping[str, tuple[int, Calibration]]) -> str:
    """The table of calibration as JSON, one line per game: the id, the number of fields and the calibration."""
    lines = (
        f"  {json.dumps(game)}: {json.dumps(entry(fields, calibration))}"
        for game, (fields, calibration) in sorted(table.items())
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"
