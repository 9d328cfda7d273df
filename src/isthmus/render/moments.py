"""Moments: the positions of a game in order, each with the marks of its record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from isthmus.errors import A_POSITION, DrawingError, expect, quoted
from isthmus.record import Record
from isthmus.render.annotations import Annotations
from isthmus.rules.position import Position
from isthmus.rules.turns import spoken

__all__ = ["Moment", "check_positions", "moments"]

Moment = tuple[Position, Annotations | None]


def moments(
    game: Record | Iterable[Position],
    turns: tuple[int, int] | None = None,
    *,
    marks: bool = True,
    captions: bool = False,
) -> list[Moment]:
    """The positions of a record's main line with the marks of its nodes, or the given positions without marks.

    ``turns=(first, last)`` selects the positions after these turns, both included; 0 is the starting position. With
    ``captions`` each has a footnote with the number and the text of its turn. Raises DrawingError for turns beyond the
    game, for positions of different games, and if there are no positions.
    """
    if isinstance(game, Record):
        shown = (game.nodes[number].marks if marks else () for number in game.main_line)
        found: list[Moment] = [
            (position, Annotations(marks=pointed) if pointed else None)
            for position, pointed in zip(game.positions(), shown, strict=True)
        ]
    else:
        expect(game, Iterable, "a record or positions", DrawingError)
        found = [(position, None) for position in game]
    check_positions([position for position, _ in found])
    if not found:
        raise DrawingError("found positions of no game, expected those of one game")
    if captions:
        found = [_captioned(number, *moment) for number, moment in enumerate(found)]
    if turns is None:
        return found
    if not (
        isinstance(turns, tuple)
        and len(turns) == 2
        and all(type(turn) is int for turn in turns)
        and 0 <= turns[0] <= turns[1] < len(found)
    ):
        raise DrawingError(
            f"turns: expected the first and the last turn, from 0 to {len(found) - 1} and in order; got {quoted(turns)}"
        )
    return found[turns[0] : turns[1] + 1]


def check_positions(positions: Sequence[Position]) -> None:
    """Raise DrawingError unless these are positions, and all of one game."""
    for position in positions:
        expect(position, Position, A_POSITION, DrawingError)
    games = sorted({str(position.game) for position in positions})
    if len(games) > 1:
        raise DrawingError(f"found positions of {' and of '.join(games)}, expected those of one game")


def _captioned(number: int, position: Position, annotations: Annotations | None) -> Moment:
    turn = f"{number} {spoken(str(position.last_turn))}" if number and position.last_turn is not None else str(number)
    return position, replace(annotations or Annotations(), footnotes=(turn,))
