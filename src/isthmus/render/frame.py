"""Frame: where a place of the board comes to lie in the picture, and how large everything is there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil

from isthmus.render.description import Description
from isthmus.render.geometry import Place, bounds
from isthmus.render.options import Options

__all__ = ["Frame"]

RIM = 0.08
"""The width of the board's rim, in board units."""
BARE_MARGIN = 0.32
"""What lies between the outline and the edge of the board without coordinates, in board units."""
LABEL, LARGEST_LABEL = 0.3, 0.85
"""How high labels are, in board units, and may at most become to stay readable in a small picture."""
READABLE = 6.5
"""The height in pixels below which a label cannot be read well."""


@dataclass(frozen=True)
class Frame:
    """The scale and the margins of one picture."""

    description: Description
    options: Options

    @cached_property
    def _box(self) -> tuple[float, float, float, float]:
        return bounds(self.description.outline)

    @cached_property
    def label_height(self) -> float:
        """The height of a digit in board units."""
        left, _, right, _ = self._box
        pixels = self.options.size / (right - left + 2 * (RIM + 0.2 + 2 * LABEL))
        return min(LARGEST_LABEL, max(LABEL, READABLE / pixels))

    @cached_property
    def label_distance(self) -> float:
        """How far outside the outline the middle of a label lies, in board units."""
        return 0.12 + 0.85 * self.label_height

    @cached_property
    def margin(self) -> float:
        """How far the board goes on outside the outline, in board units."""
        return self.label_distance + 0.9 * self.label_height + 0.04 if self.description.labels else BARE_MARGIN

    @cached_property
    def scale(self) -> float:
        """Pixels a board unit."""
        left, _, right, _ = self._box
        return self.options.size / (right - left + 2 * (self.margin + RIM))

    @property
    def width(self) -> int:
        """The width of the picture in pixels."""
        return self.options.size

    @cached_property
    def height(self) -> int:
        """The height of the picture in pixels."""
        _, top, _, bottom = self._box
        return ceil((bottom - top + 2 * (self.margin + RIM)) * self.scale - 0.01)

    def at(self, place: Place) -> Place:
        """The pixel (x, y) of a place of the board, from the upper left of the picture."""
        left, top, _, _ = self._box
        edge = self.margin + RIM
        return (place[0] - left + edge) * self.scale, (place[1] - top + edge) * self.scale
