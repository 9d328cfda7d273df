"""The pieces of a picture: land, stones and bridges, and their last changes."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, degrees, hypot

from isthmus.render import stones
from isthmus.render.description import Stone
from isthmus.render.drawing import Drawing
from isthmus.render.geometry import hatch
from isthmus.render.markup import closed, element, number, polyline

__all__ = ["draw_land", "draw_links", "draw_pieces"]

HATCH = 1 / 3
"""The distance between the lines over shared territory, measured along the axes, in board units."""


def draw_land(drawing: Drawing) -> Iterator[str]:
    """Territory, shaded and with its owner's sign on every field."""
    theme, scale = drawing.theme, drawing.frame.scale
    shades = {
        "black": (theme.black_land, theme.black_land_strength),
        "white": (theme.white_land, theme.white_land_strength),
        "shared": (theme.white_land, theme.white_land_strength / 2),
    }
    for owner, (colour, strength) in shades.items():
        cells = [land for land in drawing.description.land if land.owner == owner]
        if not cells:
            continue
        outlines = "".join(closed(drawing.points(land.cell)) for land in cells)
        yield element("path", d=outlines, fill=colour, fill_opacity=strength)
        if owner == "shared":
            lines = "".join(polyline(drawing.points(line)) for land in cells for line in hatch(land.cell, HATCH))
            yield element(
                "path",
                d=lines,
                stroke=theme.black_land,
                stroke_opacity=theme.black_land_strength,
                stroke_width=drawing.width(0.1, 1),
            )
            continue
        for land in cells:
            x, y = drawing.frame.at(land.place)
            at = f"translate({number(x)} {number(y)})scale({number(scale * 0.24)})"
            if owner == "black":
                yield stones.diamond(theme.black.body, filled=True, scale=at)
            else:
                yield stones.ring(theme.white.rim, filled=False, scale=at)


def draw_links(drawing: Drawing) -> Iterator[str]:
    """The winning chain and the ways of stones that moved."""
    theme = drawing.theme
    glowing = [
        polyline(drawing.points((link.start, link.end))) for link in drawing.description.links if link.kind == "winning"
    ]
    trails = [
        polyline(drawing.points((link.start, link.end))) for link in drawing.description.links if link.kind == "trail"
    ]
    line = {"fill": "none", "stroke_linecap": "round"}
    if trails:
        yield element("path", d="".join(trails), stroke=theme.accent, stroke_width=drawing.width(0.1, 1.5), **line)
    if glowing:
        way = "".join(glowing)
        yield element("path", d=way, stroke=theme.glow_line, stroke_width=drawing.width(0.3, 2), **line)
        yield element("path", d=way, stroke=theme.glow, stroke_width=drawing.width(0.25, 1.5), **line)


def draw_pieces(drawing: Drawing) -> Iterator[str]:
    """Stones or bridges, ghosts of former stones, and pending steps."""
    description = drawing.description
    for ghost in description.ghosts:
        if ghost.kind == "left":
            yield drawing.use("left", ghost.place, drawing.radius)
        else:
            yield drawing.use(ghost.side, ghost.place, drawing.radius, opacity="0.4")
            yield drawing.use("cross", ghost.place, drawing.radius)
    if description.lattice == "bridges":
        yield from _bridges(drawing)
        return
    yield from (
        drawing.use("halo", stone.place, drawing.radius) for stone in description.stones if "winning" in stone.marks
    )
    inscribed = {inscription.name for inscription in description.inscriptions}
    for stone in description.stones:
        look = "-bare" if stone.name in inscribed else "-last" if "last" in stone.marks else ""
        yield drawing.use(stone.side + look, stone.place, drawing.radius)
    yield from (
        drawing.use("pending", stone.place, drawing.radius) for stone in description.stones if "pending" in stone.marks
    )


def _bridges(drawing: Drawing) -> Iterator[str]:
    description = drawing.description
    glowing = [polyline(drawing.points(s.ends)) for s in description.stones if s.ends and "winning" in s.marks]
    if glowing:
        line = {"d": "".join(glowing), "fill": "none", "stroke_linecap": "round"}
        yield element("path", stroke=drawing.theme.glow_line, stroke_width=drawing.width(0.56), **line)
        yield element("path", stroke=drawing.theme.glow, stroke_width=drawing.width(0.5), **line)
    for stone in description.stones:
        yield _bridge(drawing, stone)
    yield from (drawing.use(f"{side}-dot", place, drawing.frame.scale) for side, place in description.dots)
    # A bridge is too narrow for an inscription, so the inscription gets a disc in its middle.
    inscribed = {inscription.name for inscription in description.inscriptions}
    yield from (
        drawing.use(f"{stone.side}-bare", stone.place, drawing.radius)
        for stone in description.stones
        if stone.name in inscribed
    )


def _bridge(drawing: Drawing, stone: Stone) -> str:
    look = f"{stone.side}-last" if "last" in stone.marks else stone.side
    (x0, y0), (x1, y1) = stone.ends or ((stone.place[0] - 1, stone.place[1]), (stone.place[0] + 1, stone.place[1]))
    return drawing.use(
        look, stone.place, drawing.frame.scale * hypot(x1 - x0, y1 - y0) / 2, degrees(atan2(y1 - y0, x1 - x0))
    )
