"""Orientation: the mapping from the points and colours of an SGF file to those of an Isthmus game.

They differ in Hex after ``swap-pieces``. That move recolours all stones and reflects the board in its long diagonal,
and people keep their colours. In Isthmus a choice moves no stone, and people exchange colours. The two games are
equivalent, so from the swap on the file is read with colours exchanged and points reflected.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from string import ascii_lowercase

from isthmus.record.sgf.text import simple_text, split_composed
from isthmus.rules.game import Game
from isthmus.rules.types import Side

__all__ = ["LETTERS", "MOST_POINTS", "Orientation"]

MOST_POINTS = 50_000
"""The maximum number of points in a set-up, and in the marks: ``[a1:s19]`` names 361 points in a few characters."""

LETTERS = {Side.BLACK: "B", Side.WHITE: "W"}
"""The letters of SGF for the colours."""

_CELL = re.compile(r"([a-z])([1-9][0-9]?)")
_GO_POINT = re.compile(r"([a-z])([a-z])")
_POINT_PROPERTIES = frozenset({"AR", "DD", "LN", "SL", "VW", "CR", "MA", "SQ", "TR", "LB"})
_WORD = re.compile(r"\b[A-Za-z](?:[1-9][0-9]?|[A-Za-z])\b")
_FOR_THE_OTHER = {"GB": "GW", "GW": "GB", "BL": "WL", "WL": "BL", "OB": "OW", "OW": "OB"}


@dataclass(frozen=True)
class Orientation:
    """If ``reflected``, points mean their images in the long diagonal. If ``exchanged``, B means White."""

    game: Game
    reflected: bool = False
    exchanged: bool = False

    def after_swap_pieces(self) -> Orientation:
        """The orientation after ``swap-pieces``."""
        return replace(self, reflected=not self.reflected, exchanged=not self.exchanged)

    def other_letters(self) -> Orientation:
        """The orientation in which B and W are exchanged and points are not."""
        return replace(self, exchanged=not self.exchanged)

    # Colours -------------------------------------------------------------------------------------------------------
    def side(self, letter: str) -> Side:
        """The colour that ``B`` or ``W`` means."""
        return Side.BLACK if (letter == "B") is not self.exchanged else Side.WHITE

    def letter(self, side: Side) -> str:
        """The letter that means a colour."""
        return LETTERS[side.other if self.exchanged else side]

    def black_is_first(self, first_holds: Side | None) -> bool:
        """Whether the file's Black belongs to the first seat, or will if colours are not exchanged.

        ``first_holds`` is the colour of the first seat, None while that is open.
        """
        return self.side("B") is (self.game.first_side if first_holds is None else first_holds)

    # Points --------------------------------------------------------------------------------------------------------
    def point(self, raw: str) -> str | None:
        """The name of the field for a raw value, or None if it is not a field.

        In Hex that is ``a2`` or, as in Go and on Little Golem, ``ab``: column and row from the top left.
        """
        name = simple_text(raw).strip()
        if self.game.id == "hex":
            name = name.lower()
            if in_letters := _GO_POINT.fullmatch(name):
                name = f"{in_letters[1]}{ascii_lowercase.index(in_letters[2]) + 1}"
            if self.reflected:
                name = _CELL.sub(_reflected, name)
        return name if name in self.game.topology.cell_of else None

    def points(self, values: Sequence[str]) -> list[str] | None:
        """The fields of a list of raw points, in Hex with rectangles ``a1:c3``; None if one is not a field, or if there
        are more than a board has.
        """
        found: list[str] = []
        for value in values:
            corners = split_composed(value) if self.game.id == "hex" else None
            names = [self.point(part) for part in corners or (value,)]
            if None in names or len(found) > len(self.game.topology):
                return None
            found += _rectangle(*filter(None, names)) if corners else filter(None, names)
        return found

    def kept(self, name: str, values: Sequence[str]) -> tuple[str, tuple[str, ...]]:
        """An unknown property, in the form that it would have in a file without the swap."""
        if self.exchanged:
            name = _FOR_THE_OTHER.get(name, name)
        if self.reflected and name in _POINT_PROPERTIES:
            values = [_WORD.sub(lambda word: self.point(word[0]) or word[0], value) for value in values]
        return name, tuple(values)


def _reflected(cell: re.Match[str]) -> str:
    row = int(cell[2])
    if row > len(ascii_lowercase):
        return "none"
    return f"{ascii_lowercase[row - 1]}{ascii_lowercase.index(cell[1]) + 1}"


def _rectangle(first: str, last: str) -> list[str]:
    columns = sorted(ascii_lowercase.index(name[0]) for name in (first, last))
    rows = sorted(int(name[1:]) for name in (first, last))
    cells = product(range(rows[0], rows[1] + 1), range(columns[0], columns[1] + 1))
    return [f"{ascii_lowercase[column]}{row}" for row, column in cells]
