"""Answers of the analysis engine: search results as data for JSON. docs/protocols.md has the schema."""

from __future__ import annotations

from typing import Any

from isthmus.engine.report import Proof, Report, TurnReport, Value
from isthmus.protocols.analysis_queries import Query, QueryError
from isthmus.record import format_position
from isthmus.rules.position import Position
from isthmus.rules.types import Outcome

__all__ = ["answer", "error_answer", "finished_answer", "unsearched_answer", "warnings"]

Answer = dict[str, Any]

_PROOFS = {
    Proof.UNPROVED: "none",
    Proof.FIRST_WINS: "first wins",
    Proof.SECOND_WINS: "second wins",
    Proof.DRAW: "draw",
}


def answer(query: Query, number: int, report: Report, *, final: bool, stopped: bool) -> Answer:
    """A search result. Values are for the first seat; chances are also given for ``seat``, the seat to play."""
    said = {
        **_head(query, number, report.position, final=final),
        "stopped": stopped,
        "best": str(report.best),
        **_standing(report.value, report.proof, report),
        "simulations": report.simulations,
        "nodes": report.nodes,
        "depth": report.depth,
        "seconds": round(report.seconds, 6),
        "evaluator": report.evaluator,
        "turns": [_turn(entry, report, query) for entry in report.turns[: query.turns]],
    }
    if query.variation:
        said["variation"] = [str(turn) for turn in report.variation]
    if report.theory is not None:
        trees = [list(tree) for tree in report.theory.trees]
        said["theory"] = {"winner": str(report.theory.winner), "trees": trees}
    return said


def finished_answer(query: Query, number: int, position: Position, outcome: Outcome) -> Answer:
    """The answer for a finished game: its result, with nothing to search."""
    result: Answer = {"winner": str(outcome.winner) if outcome.winner else None, "reason": outcome.reason}
    if outcome.score is not None:
        result["score"] = {"black": outcome.score[0], "white": outcome.score[1]}
    result["winning_seat"] = str(position.winner) if position.winner else None
    return {**_head(query, number, position, final=True), "stopped": False, "outcome": result}


def unsearched_answer(query: Query, number: int, position: Position, error: str | None = None) -> Answer:
    """The answer for a position whose query ended before its search began, or whose search failed."""
    if error is not None:
        return {**_head(query, number, position, final=True), "stopped": False, "error": error}
    return {**_head(query, number, position, final=True), "stopped": True}


def error_answer(error: QueryError) -> Answer:
    """The answer to an invalid line: the fault, and the field if known."""
    said: Answer = {} if error.id is None else {"id": error.id}
    said["error"] = str(error)
    if error.field is not None:
        said["field"] = error.field
    return said


def warnings(name: str, unknown: tuple[str, ...]) -> list[Answer]:
    """A warning for each unknown field; the query is still carried out."""
    return [{"id": name, "warning": "unknown field; it is ignored", "field": field} for field in unknown]


def _head(query: Query, number: int, position: Position, *, final: bool) -> Answer:
    return {
        "id": query.id,
        "final": final,
        "turn_number": number,
        "position": format_position(position),
        "seat": str(position.seat) if position.seat else None,
        "to_move": str(position.to_move) if position.to_move else None,
    }


def _standing(value: Value, proof: Proof, report: Report) -> Answer:
    return {
        "value_for_first": round(value.first, 6),
        "chance_for_seat": round(value.chance(report.seat), 6),
        "proof": _PROOFS[proof],
    }


def _turn(entry: TurnReport, report: Report, query: Query) -> Answer:
    said = {
        "turn": str(entry.turn),
        "visits": entry.visits,
        "prior": round(entry.prior, 6),
        **_standing(entry.value, entry.proof, report),
    }
    if query.variation:
        said["variation"] = [str(turn) for turn in entry.variation]
    return said
