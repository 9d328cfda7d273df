"""The picture of a search: the position with the turns that were visited most."""

from __future__ import annotations

from collections.abc import Sequence

from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Step

__all__ = ["report_picture"]

_SHOWN = 5
"""The number of turns whose rank is shown on the board."""
_FAINT = 0.01


def report_picture(position: Position, turns: Sequence[tuple[Turn, int]]) -> str:
    """SVG text for turns with their visits, the best first. Discs show the shares of the visits by field.

    The best turn is circled on all of its fields. The next few have their rank on their first field; moves are arrows.
    """
    from isthmus.record import Mark
    from isthmus.render import Annotations, Arrow, Heat, to_svg

    game = position.game
    made = len(position.snapshot.pending) if position.mid_turn else 0
    names, cells = game.step_names, game.topology.cell_of

    def fields(steps: tuple[Step, ...]) -> list[str]:
        return [names[step] for step in steps[made:] if step < len(game.topology)]

    visits: dict[str, float] = {}
    for turn, count in turns:
        for field in fields(turn.steps):
            visits[field] = visits.get(field, 0) + count
    best = turns[0][0]
    most = max(visits.values(), default=0) or 1
    marks = [Mark("circle", field) for field in fields(best.steps)]
    for number, (turn, _) in enumerate(turns[1:_SHOWN], start=2):
        begins = fields(turn.steps)[:1]
        if begins and begins[0] not in {mark.point for mark in marks}:
            marks.append(Mark("label", begins[0], str(number)))
    parted = [names[step].partition("-") for step in best.steps[made:] if step >= game.first_move]
    arrows = [Arrow(start, end) for start, _, end in parted if start in cells and end in cells and start != end]
    heat = {field: count / most for field, count in visits.items() if count / most > _FAINT}
    return to_svg(position, annotations=Annotations(marks=marks, heat=Heat(heat) if heat else None, arrows=arrows))
