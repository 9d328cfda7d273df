"""A hint in three steps: where to look, which turn, and why. A review with the same effort finds the same best turn, so
it never marks a followed hint as a mistake.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from zlib import crc32

from isthmus.analysis.overlays import overlay, overlays
from isthmus.analysis.overlays.touched import entered, moves
from isthmus.analysis.review import Effort
from isthmus.analysis.review.evaluating import evaluation_of, prove
from isthmus.analysis.review.judge import chance
from isthmus.board.topology import Cell, Topology
from isthmus.engine import Engine, Report
from isthmus.engine.report import percent, person
from isthmus.errors import SearchError
from isthmus.record import Evaluation
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn, spoken
from isthmus.rules.types import Seat

__all__ = ["hint_of"]

_COLUMN_AND_ROW = re.compile("([a-z]+)([0-9]+)")
_NOTABLE = 3
"""Only this many fields, those where a stone changes the current most, are worth mentioning."""
_PROVED = {
    0.0: "Every turn is proved to lose. Of these, the engine finds this one the hardest to answer.",
    0.5: "It is proved to draw, and no turn does better.",
    1.0: "It is proved to win.",
}


def hint_of(position: Position, effort: Effort, stopped: Callable[[], bool]) -> dict[str, Any]:
    """The hint. ``where``, ``turn`` and ``why`` are its steps, each with ``words``.

    ``where`` has the ``fields`` of a region that contains the turn; ``turn`` has its text, ``fields`` and ``arrows``;
    ``why`` has the expected ``line``. Raises SearchError if the game is over.
    """
    if position.outcome is not None:
        raise SearchError(f"no hint, because the game is over: {position.outcome}")
    engine = Engine(seed=effort.seed, evaluator=effort.evaluator)
    report = engine.search(position, seconds=effort.seconds, simulations=effort.simulations, stop=stopped)
    known = prove(position, evaluation_of(report), effort, stopped)
    after = position.play(known.variation[0])
    turn = after.last_turn
    assert turn is not None
    fields = entered(position, turn)
    region = _region(position.game.topology, fields, str(turn))
    return {
        "where": {"fields": region, "words": _where(position, region, lost=known.proof == str(report.seat.other))},
        "turn": {
            "turn": str(turn),
            "fields": list(fields),
            "arrows": [{"start": start, "end": end} for start, end in moves(position, turn)],
            "words": f"Play {turn}." if fields else _spoken(turn),
        },
        "why": {"line": list(known.variation), "words": _why(position, after, turn, known, report)},
    }


def _spoken(turn: Turn) -> str:
    text = str(turn)
    return f"Take {text.removeprefix('take-').capitalize()}." if text.startswith("take-") else f"{text.capitalize()}."


def _region(topology: Topology, fields: tuple[str, ...], text: str) -> list[str]:
    """A region of fields that contains the turn. The turn is not in its middle."""
    region: set[Cell] = set()
    for number, name in enumerate(fields):
        cell = topology.cell_of[name]
        near = topology.neighbours[cell]
        middle = near[crc32(f"{text} {number}".encode()) % len(near)] if near else cell
        ball = {middle}
        for _ in range(2):
            ball |= {other for one in ball for other in topology.neighbours[one]}
        region |= ball
    return [topology.names[cell] for cell in sorted(region)]


def _where(position: Position, region: list[str], *, lost: bool) -> str:
    if not region:
        return "Which colour is ahead?" if position.choosing else "The best turn here does not place a stone."
    place = f"the shaded fields{_ranges(region)}"
    return f"Every turn is proved to lose. The hardest to answer is on {place}." if lost else f"Look at {place}."


def _ranges(region: list[str]) -> str:
    """The columns and rows of a region. The directions on the screen depend on how the board is turned."""
    found = [_COLUMN_AND_ROW.fullmatch(name) for name in region]
    if not all(found):
        return ""
    columns = sorted({match[1] for match in found if match}, key=lambda column: (len(column), column))
    rows = sorted({int(match[2]) for match in found if match})
    return f", columns {columns[0]}–{columns[-1]} and rows {rows[0]}–{rows[-1]}"


def _why(position: Position, after: Position, turn: Turn, known: Evaluation, report: Report) -> list[str]:
    seat = report.seat
    whose = person(position, Seat.FIRST)
    if after.outcome is not None and after.outcome.winner is not None and known.proof == str(seat):
        return [f"It wins at once{after.outcome.how}."]
    said = []
    if known.proof:
        said.append(_PROVED[chance(known, seat)])
    else:
        said.append(f"After this turn, {whose}'s chance is about {percent(chance(known, Seat.FIRST))}.")
        rival = next((one for one in report.turns if one.turn != turn and one.visits), None)
        if rival is not None and rival.value.chance(seat) < chance(known, seat):
            found, share = spoken(str(rival.turn)), percent(rival.value.chance(Seat.FIRST))
            said.append(f"After the next best turn, {found}, it is {share}.")
    said += _by_current(position, turn)
    if len(known.variation) > 1:
        said.append(f"The engine expects: {', '.join(map(spoken, known.variation[:5]))}.")
    return said


def _by_current(position: Position, turn: Turn) -> list[str]:
    """A sentence about the fields of the turn that matter most for the connection."""
    if position.to_move is None or "change" not in overlays(position):
        return []
    side = position.to_move
    best = [entry["point"] for entry in overlay(position, "change", side=str(side)).entries[:_NOTABLE]]
    good = [point for point in entered(position, turn) if point in best]
    if not good:
        return []
    there = f"{good[0]} is one of the fields" if len(good) == 1 else f"{' and '.join(good)} are among the fields"
    return [f"{there} where a stone most helps {side}'s connection and most hurts the opponent's."]
