"""The picture of a report: the position with the turns that the search visited most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from isthmus.rules.types import Step

if TYPE_CHECKING:
    from isthmus.engine.report import Report

__all__ = ["report_picture"]

_SHOWN = 5
"""Turns whose place in the order stands on the board."""
_FAINT = 0.01


def report_picture(report: Report) -> str:
    """SVG text. Discs show the shares of the visits by field, numbers the order of the first few turns.

    The best turn is circled on all of its fields, the others have a number where they begin; moves are arrows.
    """
    from isthmus.record import Mark
    from isthmus.render import Annotations, Arrow, Heat, to_svg

    game, position = report.position.game, report.position
    made = len(position.snapshot.pending) if position.mid_turn else 0
    names, cells = game.step_names, game.topology.cell_of

    def fields(steps: tuple[Step, ...]) -> list[str]:
        return [names[step] for step in steps[made:] if step < len(game.topology)]

    visits: dict[str, float] = {}
    for entry in report.turns:
        for field in fields(entry.turn.steps):
            visits[field] = visits.get(field, 0) + entry.visits
    most = max(visits.values(), default=0) or 1
    marks = [Mark("circle", field) for field in fields(report.best.steps)]
    for number, entry in enumerate(report.turns[1:_SHOWN], start=2):
        begins = fields(entry.turn.steps)[:1]
        if begins and begins[0] not in {mark.point for mark in marks}:
            marks.append(Mark("label", begins[0], str(number)))
    parted = [names[step].partition("-") for step in report.best.steps[made:] if step >= game.first_move]
    arrows = [Arrow(start, end) for start, _, end in parted if start in cells and end in cells and start != end]
    heat = {field: count / most for field, count in visits.items() if count / most > _FAINT}
    return to_svg(position, annotations=Annotations(marks=marks, heat=Heat(heat) if heat else None, arrows=arrows))
