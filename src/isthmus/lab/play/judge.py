"""The judge: an engine of fixed strength that searches every position of a finished game."""

from __future__ import annotations

import math
from collections.abc import Sequence

from isthmus.engine.engine import Engine
from isthmus.engine.report import Proof, Report
from isthmus.lab.play.played import Judged
from isthmus.rules.position import Position
from isthmus.rules.types import Seat

__all__ = ["judged"]


def judged(positions: Sequence[Position], simulations: int) -> tuple[Judged, ...]:
    """The judge's verdicts on the positions of a game, in order, without those in which a colour is chosen."""
    engine = Engine(seed=1, evaluator="hand")
    return tuple(
        _judged(position, engine.search(position, simulations=simulations))
        for position in positions
        if not position.choosing
    )


def _judged(position: Position, report: Report) -> Judged:
    game, seat = position.game, report.seat
    legal = len(position.turns())
    visited = sorted((found for found in report.turns if found.visits), key=lambda found: -found.visits)
    total = sum(found.visits for found in visited)
    entropy = -sum(found.visits / total * math.log(found.visits / total) for found in visited) if total else 0.0
    # The best turn may have a proof and few visits. The others follow by visits.
    ranked = [report.turns[0], *(found for found in visited if found is not report.turns[0])]
    best = ranked[0].chance

    def cost(place: int) -> int:
        if len(ranked) < place:
            return -1
        return round(1000 * max(0.0, best - ranked[place - 1].chance))

    others = [found.proof for found in report.turns[1:]]
    loss = Proof.SECOND_WINS if seat is Seat.FIRST else Proof.FIRST_WINS
    forced = legal == 1 or (len(report.turns) == legal and all(proof is loss for proof in others))
    short = game.pass_step in report.best.steps or game.stop_step in report.best.steps
    return Judged(
        round(1000 * report.value.first),
        legal,
        round(100 * math.exp(entropy)),
        cost(2),
        cost(5),
        int(forced),
        int(short),
    )
