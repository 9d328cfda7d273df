"""Drawing: one picture in progress, with the scale, names, widths and letters that all its layers need."""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

from isthmus.render.description import Description
from isthmus.render.frame import Frame
from isthmus.render.geometry import Place
from isthmus.render.lettering import Lettering
from isthmus.render.markup import element, number
from isthmus.render.options import Options
from isthmus.render.themes import Theme

__all__ = ["RADIUS", "Drawing"]

RADIUS = {"square-points": 0.46, "square-cells": 0.4, "hex-cells": 0.42, "hex-points": 0.45, "bridges": 0.3}
"""The radius of stones on each lattice, in board units."""


class Drawing:
    """One picture in progress; lengths are in pixels.

    Pictures in one document may share their ``lettering``, and share named shapes through a common ``prefix``.
    """

    def __init__(
        self,
        description: Description,
        options: Options,
        lettering: Lettering | None = None,
        prefix: str | None = None,
    ) -> None:
        self.description = description
        self.theme: Theme = options.colours
        self.frame = Frame(description, options)
        self.radius = RADIUS[description.lattice] * self.frame.scale
        # Pictures on one page share their names, so equal names must mean equal shapes.
        self.prefix = prefix or f"i{crc32(repr((options, description.lattice, description.outline)).encode()):08x}"
        self.lettering = lettering or Lettering(self.name)

    def name(self, what: str) -> str:
        """The identifier of a shape in this picture."""
        return f"{self.prefix}-{what}"

    def width(self, units: float, least: float = 0.5) -> float:
        """A line width, given in board units; at least ``least`` pixels."""
        return max(least, units * self.frame.scale)

    def points(self, places: Iterable[Place]) -> list[Place]:
        """Places on the board as pixels."""
        return [self.frame.at(place) for place in places]

    def use(self, what: str, place: Place, scale: float, turned: float = 0, opacity: str | None = None) -> str:
        """A shape that is defined elsewhere, drawn at a place on the board."""
        x, y = self.frame.at(place)
        turn = f"rotate({number(turned)})" if turned else ""
        transform = f"translate({number(x)} {number(y)}){turn}scale({number(scale)})"
        return element("use", href=f"#{self.name(what)}", transform=transform, opacity=opacity)
