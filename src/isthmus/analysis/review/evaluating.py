"""Evaluating one position: by the rules if the game is over, by a search, or by the exact solver."""

from __future__ import annotations

from dataclasses import dataclass, replace

from isthmus.analysis.review.in_order import Stop
from isthmus.analysis.review.settling import WORTH
from isthmus.engine import Engine, Proof, Report
from isthmus.engine.nets.evaluators import check_evaluator
from isthmus.errors import IllegalTurnError, NotationError, SearchError, quoted
from isthmus.record import Evaluation
from isthmus.rules.native import NativeCore
from isthmus.rules.position import Position
from isthmus.rules.types import Outcome, Seat
from isthmus.solve.limits import number, whole
from isthmus.solve.solver import solve

__all__ = ["Effort", "decided", "estimate", "evaluation_of", "is_enough", "prove"]

USUAL_PROOF_NODES = 300
"""Solver nodes for each position if simulations are the limit.

They take seconds on large boards of Hex and similar games, and less elsewhere.
"""
_PROOFS = {Proof.UNPROVED: "", Proof.FIRST_WINS: "first", Proof.SECOND_WINS: "second", Proof.DRAW: "draw"}


@dataclass(frozen=True)
class Effort:
    """The effort of a review per position: ``seconds`` or ``simulations`` of the search, whichever is reached first.

    ``proof_nodes`` limits the solver; 0 turns it off. ``seconds``, if given, limit the solver too; without either it
    gets USUAL_PROOF_NODES. With simulations alone, the same ``seed`` gives the same result. ``evaluator`` is as for
    Engine. Raises SearchError for a bad value, and if neither ``seconds`` nor ``simulations`` is given.

    >>> from isthmus.analysis.review import Effort
    >>> Effort(simulations=1000, proof_nodes=0, seed=1)
    Effort(seconds=None, simulations=1000, proof_nodes=0, seed=1, evaluator='auto')
    """

    seconds: float | None = None
    simulations: int | None = None
    proof_nodes: int | None = None
    seed: int = 0
    evaluator: str = "auto"

    def __post_init__(self) -> None:
        if self.seconds is None and self.simulations is None:
            raise SearchError("found no limit, expected seconds or simulations for a position")
        if self.seconds is not None and not number("seconds", self.seconds) > 0:
            raise SearchError(f"seconds: found {quoted(self.seconds)}, expected a positive number")
        if self.simulations is not None and not whole("simulations", self.simulations) > 0:
            raise SearchError(f"simulations: found {quoted(self.simulations)}, expected a positive number")
        if self.proof_nodes is not None and whole("proof_nodes", self.proof_nodes) < 0:
            raise SearchError(f"proof_nodes: found {quoted(self.proof_nodes)}, expected a whole number, 0 or more")
        whole("seed", self.seed)
        check_evaluator(self.evaluator)


def is_enough(evaluation: Evaluation | None, position: Position, effort: Effort) -> bool:
    """Whether an evaluation can be reused: it is proved, or has a best turn and enough simulations.

    For a finished game, only the evaluation by the rules is enough. If the effort has a limit in seconds, or only one
    step is legal, any number of simulations is enough. An evaluation whose best turn is illegal here is not enough.
    """
    if evaluation is None or not _can_be_played(position, evaluation.variation[:1]):
        return False
    if position.outcome is not None:
        return evaluation.proof == decided(position, position.outcome).proof
    if evaluation.proof:
        return True
    if not evaluation.variation:
        return False
    enough = evaluation.simulations >= (effort.simulations or 0)
    return enough or effort.seconds is not None or len(position.steps()) == 1


def _can_be_played(position: Position, turns: tuple[str, ...]) -> bool:
    try:
        for turn in turns:
            position = position.play(turn)
    except (IllegalTurnError, NotationError):
        return False
    return True


def estimate(position: Position, effort: Effort, stop: Stop) -> Evaluation | None:
    """The evaluation of a position by a search, or by the rules if the game is over; None if it was stopped early.

    Each search starts empty, so its result does not depend on others.
    """
    if position.outcome is not None:
        return decided(position, position.outcome)
    engine = Engine(seed=effort.seed, evaluator=effort.evaluator)
    report = engine.search(position, seconds=effort.seconds, simulations=effort.simulations, stop=stop)
    return None if stop() else evaluation_of(report)


def decided(position: Position, outcome: Outcome) -> Evaluation:
    """The evaluation of a finished game, from its outcome. It has no proof if the winner's seat is still open."""
    proof = "draw" if outcome.winner is None else str(position.winner or "")
    return Evaluation(WORTH.get(proof, 0.0), proof)


def evaluation_of(report: Report) -> Evaluation:
    """The result of a search, as a record keeps it."""
    value = round(min(1.0, max(-1.0, report.value.first)), 4)
    proof = _PROOFS[report.proof]
    return Evaluation(WORTH.get(proof, value), proof, tuple(str(turn) for turn in report.variation), report.simulations)


def prove(position: Position, known: Evaluation, effort: Effort, stop: Stop, times: int = 1) -> Evaluation:
    """The evaluation with the solver's proof added; a winning turn that the solver found begins its variation.

    It is returned unchanged if it is already proved, if ``proof_nodes`` is 0, if the game exists only in Python, or if
    the solver cannot complete its proof. ``times`` multiplies the limits of the effort.
    """
    if not isinstance(position.game.core, NativeCore) or known.proof or effort.proof_nodes == 0:
        return known
    nodes, seconds = effort.proof_nodes, effort.seconds
    if nodes is None and seconds is None:
        nodes = USUAL_PROOF_NODES
    solution = solve(position, nodes=nodes and times * nodes, seconds=seconds and times * seconds, stop=stop)
    if not solution.complete:
        return known
    winner: Seat | None = solution.winner
    proof = "draw" if winner is None else str(winner)
    line = known.variation
    if solution.turn is not None and line[:1] != (str(solution.turn),):
        line = (str(solution.turn),)
    return replace(known, first=WORTH[proof], proof=proof, variation=line)
