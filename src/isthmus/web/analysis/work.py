"""Analysis jobs as functions for the engine pool's workers: texts in, plain data out.

Each gets two functions: ``tell`` reports progress, and ``stopped`` says whether it should end.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import Any

from isthmus.analysis.overlays import OVERLAYS, overlay
from isthmus.analysis.overlays.proof_map import ProofMap, proof_overlay
from isthmus.analysis.review import Effort, Review, ReviewRun
from isthmus.analysis.review.run import Tried
from isthmus.engine import Engine, Report
from isthmus.errors import NotationError
from isthmus.protocols.analysis_answers import answer, finished_answer
from isthmus.protocols.analysis_queries import Query
from isthmus.record import Record, format_record, parse_position, parse_record
from isthmus.web.analysis.hint import hint_of
from isthmus.web.analysis.line_drawing import LineDrawing
from isthmus.web.analysis.overlays import drawing
from isthmus.web.analysis.review_rows import points_of, review_message
from isthmus.web.analysis.standing import finished, point_of_view, standing, turn_chance

__all__ = [
    "EFFORTS",
    "count_turns",
    "draw_overlay",
    "find_hint",
    "find_lines",
    "known_review",
    "review_game",
    "too_long",
]

Tell = Callable[[Any], None]
Stopped = Callable[[], bool]

EFFORTS = {
    "quick": Effort(simulations=300, proof_nodes=100),
    "usual": Effort(simulations=1_000),
    "thorough": Effort(simulations=5_000, proof_nodes=1_000),
}
"""The effort of a review per position, by name. A hint uses the same effort, so hints and reviews agree."""

_MEMORY = {"memory_mb": 256}
_SEARCH_SECONDS, _PROOF_SECONDS = 1.0, 10.0
_EVERY = 0.5
"""Seconds between two updates of a growing proof map."""
_engine = Engine(parameters=_MEMORY)
"""Keeps its search tree while the same game is analysed. Thus a later search continues an earlier one."""


def find_lines(tell: Tell, stopped: Stopped, position: str, seconds: float, lines: int) -> dict[str, Any]:
    """The best ``lines`` turns of a position; reports progress a few times a second.

    Each turn has its chance in words (``said``), and its line in the form that a board draws (``drawn``).
    """
    where = parse_position(position)
    query = Query("", [(0, where)], turns=lines)
    if where.outcome is not None:
        return {
            **finished_answer(query, 0, where, where.outcome),
            "standing": finished(where, where.outcome),
            "whose": point_of_view(where),
            "turns": [],
        }

    drawing_of = LineDrawing(where)

    def message(report: Report, *, final: bool) -> dict[str, Any]:
        speed = round(report.simulations / report.seconds) if report.seconds else 0
        said = answer(query, 0, report, final=final, stopped=final and stopped())
        for turn, entry in zip(said["turns"], report.turns, strict=False):
            turn["said"] = turn_chance(where, entry)
            turn["drawn"] = drawing_of.draw(entry.variation)
        return said | {"standing": standing(report), "whose": point_of_view(where), "speed": speed}

    report = _engine.search(
        where, seconds=seconds, stop=stopped, on_report=lambda found: tell(message(found, final=False))
    )
    return message(report, final=True)


def draw_overlay(tell: Tell, stopped: Stopped, position: str, kind: str, options: dict[str, str]) -> dict[str, Any]:
    """An overlay as a board shows it. A proof map is reported while it grows."""
    limits: dict[str, Any] = {}
    known = OVERLAYS[kind].limits
    if "on_progress" in known:
        shown = 0.0

        def show(found: ProofMap) -> None:
            nonlocal shown
            if found.seconds - shown >= _EVERY:
                shown = found.seconds
                tell(drawing(proof_overlay(found)))

        limits = {"seconds": _PROOF_SECONDS, "stop": stopped, "on_progress": show}
    elif "simulations" in known:
        limits = {"seconds": _SEARCH_SECONDS, "stop": stopped, "parameters": _MEMORY}
    return drawing(overlay(parse_position(position), kind, **options, **limits))


def too_long(most: int) -> str:
    """The reason for refusing a record with too many turns."""
    return f"the record has more than {most} turns"


def _read(record: str, most: int) -> Record:
    """A record of at most ``most`` nodes. Raises NotationError for a longer one, and the errors of ``parse_record``."""
    read = parse_record(record)
    if len(read.nodes) > most:
        raise NotationError(too_long(most))
    return read


def count_turns(record: str, most: int) -> int:
    """The number of turns of the game in a record."""
    return len(_read(record, most).turns)


def known_review(record: str, most: int) -> dict[str, Any]:
    """The evaluations that a record already has, as a review."""
    return review_message(Review.of(_read(record, most)))


def review_game(tell: Tell, stopped: Stopped, record: str, strength: str, tried: Tried | None = None) -> dict[str, Any]:
    """A review of a record. If stopped, ``complete`` is false.

    Reviewing the returned ``record`` with the returned ``tried`` continues the work. Each call gets something done,
    however soon it is stopped.
    """
    run = ReviewRun(parse_record(record), EFFORTS[strength], stop=stopped, tried=tried or Tried())
    known = _evaluated(run.record)
    with closing(run.work()) as working:
        for progress in working:
            new = _evaluated(run.record) - known
            known |= new
            points = [point for point in points_of(Review.of(run.record)) if point["node"] in new] if new else []
            tell({"doing": progress.doing, "done": progress.done, "total": progress.total, "points": points})
    if not run.complete:
        return {"complete": False, "record": format_record(run.record), "tried": run.tried}
    return {"complete": True, "record": format_record(run.record), **review_message(Review.of(run.record))}


def _evaluated(record: Record) -> set[int]:
    return {node for node in record.main_line if record.nodes[node].evaluation is not None}


def find_hint(_: Tell, stopped: Stopped, position: str, strength: str) -> dict[str, Any]:
    """A hint in steps: where to look, which turn, and why."""
    return hint_of(parse_position(position), EFFORTS[strength], stopped)
