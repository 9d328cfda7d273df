"""Frame: the mapping from board places to the picture, and the sizes in it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil

from isthmus.render.description import Description
from isthmus.render.geometry import Place, bounds
from isthmus.render.lettering import wrap
from isthmus.render.options import Options

__all__ = ["Frame"]

BOARD_RIM = 0.08
"""The width of the board's rim, in board units."""
BARE_MARGIN = 0.32
"""The distance from the outline to the edge of a board without coordinates, in board units."""
LABEL, LARGEST_LABEL = 0.3, 0.85
"""The height of labels, and their maximum height in a small picture, in board units."""
FOOTNOTE_EDGE, FOOTNOTE_STEP = 0.8, 1.9
"""The space around the footnotes beneath the board, and from line to line, in heights of a capital."""
READABLE = 6.5
"""Labels of less than this height, in pixels, are hard to read."""


@dataclass(frozen=True)
class Frame:
    """The scale and the margins of one picture.

    >>> import isthmus
    >>> from isthmus.render import Frame, Options, describe
    >>> frame = Frame(describe(isthmus.game("hex", size=5).start()), Options(size=400))
    >>> frame.width, frame.height < frame.width
    (400, True)
    """

    description: Description
    options: Options

    @cached_property
    def _box(self) -> tuple[float, float, float, float]:
        return bounds(self.description.outline)

    @cached_property
    def label_height(self) -> float:
        """The height of a digit in board units."""
        left, _, right, _ = self._box
        pixels = self.options.size / (right - left + 2 * (BOARD_RIM + 0.2 + 2 * LABEL))
        return min(LARGEST_LABEL, max(LABEL, READABLE / pixels))

    @cached_property
    def label_distance(self) -> float:
        """The distance from the outline to the middle of a label outside it, in board units."""
        return 0.12 + 0.85 * self.label_height

    @cached_property
    def margin(self) -> float:
        """The width of the board outside the outline, in board units."""
        return self.label_distance + 0.9 * self.label_height + 0.04 if self.description.labels else BARE_MARGIN

    @cached_property
    def scale(self) -> float:
        """Pixels per board unit."""
        left, _, right, _ = self._box
        return self.options.size / (right - left + 2 * (self.margin + BOARD_RIM))

    @cached_property
    def footnote_height(self) -> float:
        """The height of a capital of the footnotes beneath the board, in pixels."""
        return max(READABLE + 1, min(0.4 * self.scale, self.options.size / 40))

    @cached_property
    def footnote_lines(self) -> list[str]:
        """The footnotes, broken into lines."""
        room = self.options.size - 2 * FOOTNOTE_EDGE * self.footnote_height
        return wrap(list(self.description.footnotes), room / self.footnote_height)

    @property
    def width(self) -> int:
        """The width of the picture in pixels."""
        return self.options.size

    @cached_property
    def board_height(self) -> int:
        """The height of the board in pixels, without the footnotes beneath it."""
        _, top, _, bottom = self._box
        return ceil((bottom - top + 2 * (self.margin + BOARD_RIM)) * self.scale - 0.01)

    @cached_property
    def height(self) -> int:
        """The height of the picture in pixels."""
        lines = len(self.footnote_lines)
        return self.board_height + (
            ceil((FOOTNOTE_STEP * lines + FOOTNOTE_EDGE + 0.6) * self.footnote_height) if lines else 0
        )

    def at(self, place: Place) -> Place:
        """The pixel (x, y) of a place on the board, from the upper left of the picture."""
        left, top, _, _ = self._box
        edge = self.margin + BOARD_RIM
        return (place[0] - left + edge) * self.scale, (place[1] - top + edge) * self.scale
