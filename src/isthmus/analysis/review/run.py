"""ReviewRun: runs the engine over a record and keeps the results in it.

First every position gets an estimate. Then the solver goes through the game from the end towards the beginning, for as
long as it proves results. Last, turns that look like faults are checked: the position after the better turn is searched
as well, so that two positions after a turn are compared. If a win or draw was proved before the turn, the solver tries
the position after it again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass, replace

from isthmus.analysis.review.conclusions import judge_node
from isthmus.analysis.review.evaluating import Effort, estimate, is_enough, prove
from isthmus.analysis.review.grafting import add_variation
from isthmus.analysis.review.in_order import Stop, in_order, never
from isthmus.analysis.review.judge import FAULTS, Judgement
from isthmus.analysis.review.report import Review
from isthmus.analysis.review.settling import settle
from isthmus.errors import A_RECORD, IllegalTurnError, NotationError, SearchError, expect, quoted
from isthmus.record import Evaluation, Record
from isthmus.rules.position import Position
from isthmus.solve.limits import check_function

__all__ = ["Progress", "ReviewRun", "Tried", "review"]

_PATIENCE = 2
"""After this many failures in a row the solver skips all earlier positions."""

_DOUBT = 4
"""The factor for the solver's limits after a turn that would be blamed for giving up a proved result."""


@dataclass(frozen=True)
class Progress:
    """The progress of a review: ``doing`` is the stage (``estimates``, ``proofs`` or ``checks``).

    ``done`` positions of this stage are finished, out of ``total``. During proofs ``total`` is None: the
    number of proofs is unknown until they end.
    """

    doing: str
    done: int
    total: int | None


Stage = Generator[Progress, None, bool]
"""A stage of a review. It returns whether it finished."""


@dataclass(frozen=True)
class Tried:
    """What a review has tried, by the numbers of the nodes. A record does not say this, because a try may fail.

    The solver was asked about the positions after ``proofs``. The turns ``checks`` looked like faults and were checked.
    The turns of ``due`` are still to be checked, each with the better turn, which is empty if none is to be searched.
    """

    proofs: frozenset[int] = frozenset()
    checks: frozenset[int] = frozenset()
    due: tuple[tuple[int, str], ...] = ()


_NOTHING_TRIED = Tried()


def review(
    record: Record,
    *,
    seconds: float | None = None,
    simulations: int | None = None,
    proof_nodes: int | None = None,
    jobs: int = 1,
    variations: bool = False,
    lines: bool = False,
    seed: int = 0,
    evaluator: str = "auto",
    on_progress: Callable[[Progress], None] | None = None,
) -> Review:
    """Analyse every position of a game: the value of each turn, the faults, and what is proved.

    ``seconds`` (1.0 if no limit is given) or ``simulations`` are for each position; see ``Effort`` for these,
    ``proof_nodes``, ``seed`` and ``evaluator``, and ``ReviewRun`` for ``jobs``, ``variations`` and ``lines``.
    ``on_progress`` is called after each position. The review prints and draws itself; ``.record`` is the record with
    the results. Raises IllegalTurnError for an illegal record; SearchError for one without turns, for anything that is
    not a record, and for bad limits. To stop early and keep the results so far, use a ``ReviewRun``.

    >>> import isthmus
    >>> game = isthmus.game("hex", size=3, pie=0)
    >>> record = isthmus.record.Record.of_turns(game, ["a1", "b2", "a2", "c1", "c3", "a3"])
    >>> found = isthmus.review(record, simulations=100)
    >>> str(found.leader), found.turns[0].judgement.grade
    ('second', 'blunder')
    """
    expect(record, Record, A_RECORD, SearchError)
    check_function("on_progress", on_progress)
    seconds = 1.0 if seconds is None and simulations is None else seconds
    effort = Effort(seconds, simulations, proof_nodes, seed, evaluator)
    run = ReviewRun(record, effort, jobs=jobs, variations=variations, lines=lines)
    for progress in run.work():
        if on_progress:
            on_progress(progress)
    return Review.of(run.record)


class ReviewRun:
    """A review in progress. ``record`` is the record with all results so far; it may be saved at any time.

    Existing evaluations that took enough effort are kept, so an interrupted review can be resumed from its record. With
    the ``tried`` of the interrupted review as well, nothing is tried twice. ``complete`` says whether all work is
    done. Soon after ``stop()`` is true the review ends; worker threads call ``stop`` too. Estimates are always
    finished. A proof or check that is cut short is dropped, and begins again in the next run. If it would be the only
    result of a run, it counts as tried, so short runs finish a review too.
    ``jobs`` searches run side by side; if simulations are the limit, the results depend neither on this number nor on
    interruptions. If ``variations`` is false, only the game itself is reviewed. With ``lines`` the complete better line
    of each fault becomes a variation of the record, otherwise only turns that were checked.

    Raises IllegalTurnError for an illegal record; SearchError for one without turns, and for bad ``jobs``.

    >>> import isthmus
    >>> from isthmus.analysis.review import Effort, ReviewRun
    >>> record = isthmus.record.Record.of_turns(isthmus.game("hex", size=3, pie=0), ["a1", "b2"])
    >>> run = ReviewRun(record, Effort(simulations=50, proof_nodes=0))
    >>> steps = list(run.work())
    >>> all(node.evaluation for node in run.record.nodes)
    True
    """

    def __init__(
        self,
        record: Record,
        effort: Effort,
        *,
        jobs: int = 1,
        variations: bool = False,
        lines: bool = False,
        stop: Stop = never,
        tried: Tried = _NOTHING_TRIED,
    ) -> None:
        if type(jobs) is not int or jobs < 1:
            raise SearchError(f"jobs: found {quoted(jobs)}, expected a whole number, 1 or more")
        if len(record.main_line) == 1:
            raise SearchError("nothing to review: the record has no turns")
        self.record = record
        self.tried = tried
        self.complete = False
        self._stop = stop
        self._fruitful = False  # this run has a result
        self._effort = effort
        self._jobs = jobs
        self._lines = lines
        self._positions = record.all_positions()
        self._wanted = list(range(len(record.nodes))) if variations else list(record.main_line)

    def work(self) -> Generator[Progress, None, None]:
        """Do the remaining work; yields the progress after each position. Close the generator to stop early.

        It also ends early, without judgements, soon after ``stop()`` is true, but never before its first result.
        """
        self._fruitful = False
        if (yield from self._estimate()) and (yield from self._prove()) and (yield from self._check()):
            self.conclude()
            self.complete = True

    def conclude(self) -> None:
        """Write the judgements that the evaluations allow; ``work`` does this at its end.

        Old grades are replaced. Praise in the record stays on turns that are not faults.
        """
        self._settle()
        for node in self._judged:
            judgement, recorded = self._judgement(node), self.record.nodes[node].judgement
            if judgement and judgement.grade != recorded and (judgement.grade or recorded in FAULTS):
                self.record = self.record.annotate(node, judgement=judgement.grade)
            if judgement and judgement.grade and self._lines:
                self._add_line(self.record.nodes[node].parent)

    def _goes_on(self) -> bool:
        """Whether to go on after a result."""
        self._fruitful = True
        return not self._stop()

    # Estimates -----------------------------------------------------------------------------------------------------
    def _estimate(self) -> Stage:
        missing = [node for node in self._wanted if not self._known(node)]

        def work(node: int, stop: Stop) -> Evaluation | None:
            return estimate(self._positions[node], self._effort, stop)

        found = in_order(work, missing, jobs=self._jobs, ahead=4 * self._jobs)
        for done, (node, evaluation) in enumerate(found, start=len(self._wanted) - len(missing) + 1):
            self._keep(node, evaluation)
            yield Progress("estimates", done, len(self._wanted))
            if not self._goes_on():
                return False
        return True

    def _known(self, node: int) -> bool:
        return is_enough(self.record.nodes[node].evaluation, self._positions[node], self._effort)

    def _keep(self, node: int, evaluation: Evaluation | None) -> None:
        if evaluation is not None and evaluation != self.record.nodes[node].evaluation:
            self.record = self.record.annotate(node, evaluation=evaluation)

    # Proofs --------------------------------------------------------------------------------------------------------
    def _prove(self) -> Stage:
        """Prove positions from the end backwards, but only those soon followed by a proved position or the end."""
        if self.tried.checks or self.tried.due:  # the checks have begun; what they prove leads to no other proofs
            return True
        failures: dict[int, int] = {}
        self._settle()
        for node in sorted(self.tried.proofs.intersection(self._wanted), reverse=True):
            failures[node] = self._failures(node, failures)

        def work(node: int, stop: Stop) -> tuple[Evaluation | None, bool]:
            evaluation = self.record.nodes[node].evaluation
            return self._proved(self._positions[node], evaluation, stop) if evaluation else (None, False)

        while hopeful := self._hopeful(failures):
            for node, (evaluation, cut) in in_order(work, hopeful, jobs=self._jobs, ahead=self._jobs):
                if cut and self._fruitful:
                    return False
                if evaluation and evaluation.proof and not self._proof(node):
                    self._keep(node, evaluation)
                    self._settle()
                failures[node] = self._failures(node, failures)
                self.tried = replace(self.tried, proofs=self.tried.proofs | {node})
                yield Progress("proofs", len(failures), None)
                if not self._goes_on():
                    return False
        return True

    def _proved(self, position: Position, known: Evaluation, stop: Stop, times: int = 1) -> tuple[Evaluation, bool]:
        """The evaluation with the solver's proof, if it finds one, and whether the solver was cut short."""
        found = prove(position, known, self._effort, lambda: stop() or self._stop(), times)
        return found, not found.proof and self._stop()

    def _hopeful(self, failures: dict[int, int]) -> list[int]:
        """The next positions for the solver, as many as there are jobs, assuming that it fails at each of them.

        Because of this assumption, the number of jobs does not change which positions it gets. ``failures`` holds the
        positions where it has failed.
        """
        foreseen, found = dict(failures), list[int]()
        for node in sorted(set(self._wanted) - failures.keys(), reverse=True):
            foreseen[node] = self._failures(node, foreseen)
            if 1 <= foreseen[node] <= _PATIENCE and len(found) < self._jobs:
                found.append(node)
        return found

    def _failures(self, node: int, known: dict[int, int]) -> int:
        """The number of unproved positions in succession, starting here, up to a proved one or the end of a line."""
        after = [known[child] for child in self.record.children(node) if child in known]
        return 0 if self._proof(node) else 1 + min(after, default=0)

    def _proof(self, node: int) -> str:
        evaluation = self.record.nodes[node].evaluation
        return evaluation.proof if evaluation else ""

    def _settle(self) -> None:
        self.record = settle(self.record, [position.seat for position in self._positions])

    # Checks --------------------------------------------------------------------------------------------------------
    def _check(self) -> Stage:
        """Search the better turns. Proofs found this way may bring up further suspects."""

        def work(suspect: tuple[int, str], stop: Stop) -> tuple[Evaluation | None, bool]:
            node, better = suspect
            known = self.record.nodes[node].evaluation
            if not better:
                return self._proved(self._positions[node], known, stop, _DOUBT) if known else (None, False)
            position = self._positions[self.record.nodes[node].parent].play(better)
            evaluation = estimate(position, self._effort, stop)
            # If the result of the turn played is proved, an estimate of the better turn is not enough.
            if evaluation and self._proof(node):
                return self._proved(position, evaluation, stop)
            return evaluation, False

        while suspects := list(self.tried.due) or self._suspects():
            self.tried = replace(self.tried, due=tuple(suspects))
            total = len(self.tried.checks) + len(suspects)
            for (node, better), (evaluation, cut) in in_order(work, suspects, jobs=self._jobs, ahead=4 * self._jobs):
                if cut and self._fruitful:
                    return False
                self._keep(self._add(self.record.nodes[node].parent, better) if better else node, evaluation)
                self.tried = replace(self.tried, checks=self.tried.checks | {node}, due=self.tried.due[1:])
                if not self.tried.due:
                    self._settle()
                yield Progress("checks", len(self.tried.checks), total)
                if not self._goes_on():
                    return False
        return True

    def _suspects(self) -> list[tuple[int, str]]:
        """Unchecked turns that the estimates call faults, each with the turn to search: the better one.

        If the position before is proved, there is no better turn to search, and the text is empty.
        """
        found = []
        for node in self._judged:
            if node in self.tried.checks:
                continue
            parent = self.record.nodes[node].parent
            judgement, before = self._judgement(node), self.record.nodes[parent].evaluation
            if not (judgement and judgement.grade and before and before.variation):
                continue
            if before.proof:
                if not self._proof(node):
                    found.append((node, ""))
                continue
            turns = {self.record.nodes[child].turn: child for child in self.record.children(parent)}
            alternative = turns.get(before.variation[0])
            if alternative is None or not self._known(alternative):
                found.append((node, before.variation[0]))
        return found

    @property
    def _judged(self) -> list[int]:
        return [node for node in self._wanted if node]

    def _judgement(self, node: int) -> Judgement | None:
        seat = self._positions[self.record.nodes[node].parent].seat
        return judge_node(self.record, node, seat) if seat else None

    def _add(self, parent: int, turn: str) -> int:
        self.record, node = add_variation(self.record, parent, turn)
        if node == len(self._positions):
            self._positions.append(self._positions[parent].play(turn))
        return node

    def _add_line(self, node: int) -> None:
        """Add the best known line at a node, up to its first illegal turn: another program may have written it."""
        evaluation = self.record.nodes[node].evaluation
        with suppress(IllegalTurnError, NotationError):
            for turn in evaluation.variation if evaluation else ():
                node = self._add(node, turn)
