"""Annotations: marks that people and programs add to a board, by field name; checked when drawn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from types import MappingProxyType

from isthmus.errors import DrawingError, expect, quoted
from isthmus.record import Mark
from isthmus.rules.game import Game

__all__ = ["Annotations", "Arrow", "Heat"]

_NOTHING: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True)
class Arrow:
    """An arrow from one field to another, for a move or a plan.

    >>> import isthmus
    >>> from isthmus.render import Annotations, Arrow, to_svg
    >>> plan = Annotations(arrows=[Arrow("c3", "d4")])
    >>> to_svg(isthmus.game("network").start(), annotations=plan)[:4]
    '<svg'
    """

    start: str
    end: str


@dataclass(frozen=True)
class Heat:
    """Numbers for some fields, drawn as discs below the stones. A larger number has a larger disc.

    ``values`` lie in [0, 1] for an amount, in [-1, 1] for a signed number; discs of negative numbers have another
    colour and a bar across. ``texts``: whether the numbers are also written.

    >>> import isthmus
    >>> from isthmus.render import Annotations, Heat, to_svg
    >>> heat = Annotations(heat=Heat({"c3": 0.8, "d3": 0.2}))
    >>> to_svg(isthmus.game("hex", size=5).start(), annotations=heat)[:4]
    '<svg'
    """

    values: Mapping[str, float]
    texts: bool = False


@dataclass(frozen=True)
class Annotations:
    """Extra marks drawn on a position.

    ``marks``: signs and labels on fields, as records hold them. ``numbers``: numbers on stones, such as turn numbers in
    a printed diagram. ``heat``: a number for each field. ``arrows``: from field to field. ``footnotes``: short texts
    beneath the board, such as ``7 at c4``.

    >>> import isthmus
    >>> from isthmus.record import Mark
    >>> from isthmus.render import Annotations, to_svg
    >>> position = isthmus.game("hex", size=5).start()
    >>> marked = to_svg(position, annotations=Annotations(marks=[Mark("circle", "c3")], footnotes=["7 at c4"]))
    >>> marked == to_svg(position)
    False
    """

    marks: Sequence[Mark] = ()
    numbers: Mapping[str, int] = field(default_factory=lambda: _NOTHING)
    heat: Heat | None = None
    arrows: Sequence[Arrow] = ()
    footnotes: Sequence[str] = ()

    def check(self, game: Game) -> None:
        """Raise DrawingError for a point that is not on the game's board, or a number out of range."""
        lists = (("marks", self.marks, Mark), ("arrows", self.arrows, Arrow), ("footnotes", self.footnotes, object))
        for what, these, kind in lists:
            if not isinstance(these, list | tuple) or not all(isinstance(one, kind) for one in these):
                raise DrawingError(f"{what}: expected a list of {what}; got {quoted(these)}")
        expect(self.numbers, Mapping, "numbers by field", DrawingError)
        expect(self.heat, Heat | None, "Heat", DrawingError)
        if self.heat is not None:
            expect(self.heat.values, Mapping, "heat by field", DrawingError)
        _check_points("mark", (mark.point for mark in self.marks), game)
        _check_points("arrow", (point for arrow in self.arrows for point in (arrow.start, arrow.end)), game)
        _check_points("number", self.numbers, game)
        for arrow in self.arrows:
            if arrow.start == arrow.end:
                raise DrawingError(f"arrow: found {quoted(arrow.start)} twice, expected two different points")
        for point, value in self.numbers.items():
            if type(value) is not int or not 0 <= value <= 9999:
                raise DrawingError(f"number at {point}: found {quoted(value)}, expected a whole number from 0 to 9999")
        for footnote in self.footnotes:
            if not isinstance(footnote, str) or not footnote.isprintable() or not footnote:
                raise DrawingError(f"footnote: found {quoted(footnote)}, expected a few words in one line")
        if self.heat is not None:
            _check_points("heat", self.heat.values, game)
            for point, heat in self.heat.values.items():
                if isinstance(heat, bool) or not isinstance(heat, int | float) or not _within(heat):
                    raise DrawingError(f"heat at {point}: found {quoted(heat)}, expected a number from -1 to 1")


def _within(value: float) -> bool:
    return isfinite(value) and -1 <= value <= 1


def _check_points(what: str, points: Iterable[str], game: Game) -> None:
    known = game.topology.cell_of
    for point in points:
        if point not in known:
            raise DrawingError(
                f"{what}: found the point {quoted(point)}, expected a field of {game}, such as {game.topology.names[0]}"
            )
