"""SVG: a description as a picture, layer upon layer, with presentational attributes only.

Static SVG that browsers, resvg and printers read alike: no style sheets, scripts, fonts or embedded pages. The same
position and options give the same text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import atan2, degrees, hypot
from zlib import crc32

from isthmus.render import stones
from isthmus.render.description import Description, Stone
from isthmus.render.frame import Frame
from isthmus.render.geometry import Place, hatch
from isthmus.render.glyphs import HEIGHT, WEIGHT, advance, glyph_path, measure
from isthmus.render.markup import closed, element, number, polyline, text_element
from isthmus.render.options import Options
from isthmus.render.surface import panel
from isthmus.render.themes import Theme

__all__ = ["draw_svg"]

RADIUS = {"square-points": 0.46, "square-cells": 0.4, "hex-cells": 0.42, "hex-points": 0.45, "bridges": 0.3}
"""How large stones are on each lattice, in board units."""
HATCH = 1 / 3
"""The distance of the lines over shared territory, measured along the axes, in board units."""


def draw_svg(description: Description, options: Options) -> str:
    """The picture of a description, as the text of an SVG document."""
    return "\n".join(_Drawing(description, options).document()) + "\n"


class _Drawing:
    """One picture in the making: its layers, from the board's surface up to the stones."""

    def __init__(self, description: Description, options: Options) -> None:
        self.description = description
        self.theme: Theme = options.colours
        self.frame = Frame(description, options)
        self.radius = RADIUS[description.lattice] * self.frame.scale
        # Pictures on one page share their names; equal names have to mean equal shapes.
        self.prefix = f"i{crc32(repr((options, description.lattice, description.outline)).encode()):08x}"

    def name(self, what: str) -> str:
        return f"{self.prefix}-{what}"

    def width(self, units: float, least: float = 0.5) -> float:
        """A line width: in board units, but at least so many pixels."""
        return max(least, units * self.frame.scale)

    def points(self, places: Iterable[Place]) -> list[Place]:
        return [self.frame.at(place) for place in places]

    def use(self, what: str, place: Place, scale: float, turned: float = 0, opacity: str | None = None) -> str:
        x, y = self.frame.at(place)
        turn = f"rotate({number(turned)})" if turned else ""
        transform = f"translate({number(x)} {number(y)}){turn}scale({number(scale)})"
        return element("use", href=f"#{self.name(what)}", transform=transform, opacity=opacity)

    def document(self) -> Iterator[str]:
        width, height = self.frame.width, self.frame.height
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" role="img" aria-labelledby="{self.name("title")} {self.name("text")}">'
        )
        yield text_element("title", self.description.title, id=self.name("title"))
        yield text_element("desc", self.description.text, id=self.name("text"))
        yield element("defs", *self.definitions())
        yield from panel(self.description, self.frame, self.theme, self.prefix)
        yield from self.ground()
        yield from self.land()
        yield from self.links()
        yield from self.pieces()
        yield from self.labels()
        yield "</svg>"

    # What is used again and again ----------------------------------------------------------------------------------
    def definitions(self) -> Iterator[str]:
        theme = self.theme
        for side, colours in (("black", theme.black), ("white", theme.white)):
            light = self.name(f"{side}-light")
            yield stones.gradient(light, colours)
            for last in (False, True):
                name = self.name(f"{side}-last" if last else side)
                if self.description.lattice == "bridges":
                    yield stones.bridge(name, side, colours, last=last)
                else:
                    yield stones.stone(name, side, colours, light, last=last)
            if self.description.dots:
                yield stones.dot(self.name(f"{side}-dot"), side, colours, light)
        for side, edge in (("black", theme.black_edge), ("white", theme.white_edge)):
            yield stones.sheen(self.name(f"{side}-edge"), edge[0], edge[1])
        yield stones.halo(self.name("halo"), theme)
        yield stones.left(self.name("left"), theme)
        yield stones.pending(self.name("pending"), theme)
        yield stones.cross(self.name("cross"), theme)
        for character in sorted({character for label in self.description.labels for character in label.text}):
            yield element("path", d=glyph_path(character), id=self.name(f"glyph-{character}"))

    # The board -----------------------------------------------------------------------------------------------------
    def ground(self) -> Iterator[str]:
        description, theme = self.description, self.theme
        if description.cells:
            yield element(
                "path",
                d="".join(closed(self.points(cell)) for cell in description.cells),
                fill=f"url(#{self.name('cell')})",
                stroke=theme.cell_line,
                stroke_width=self.width(0.035),
                stroke_linejoin="round",
            )
        shades = {
            "dark": (theme.dark_tile, theme.dark_tile_strength),
            "light": (theme.light_tile, theme.light_tile_strength),
            "black-goal": (theme.black_goal, theme.black_goal_strength),
            "white-goal": (theme.white_goal, theme.white_goal_strength),
        }
        for role, (colour, strength) in shades.items():
            tiles = [polygon for kind, polygon in description.tiles if kind == role]
            if tiles:
                outlines = "".join(closed(self.points(tile)) for tile in tiles)
                yield element("path", d=outlines, fill=colour, fill_opacity=number(strength))
        if description.lines:
            yield element(
                "path",
                d="".join(polyline(self.points(line)) for line in description.lines),
                fill="none",
                stroke=theme.line,
                stroke_width=self.width(0.035, 0.6),
                stroke_linecap="round",
            )
        star = self.width(0.06 if description.lattice == "bridges" else 0.1, 1)
        yield from (element("circle", cx=x, cy=y, r=star, fill=theme.line) for x, y in self.points(description.stars))
        for side, polygon in description.goals:
            line = (theme.black_edge if side == "black" else theme.white_edge)[2]
            yield element(
                "path",
                d=closed(self.points(polygon)),
                fill=f"url(#{self.name(f'{side}-edge')})",
                stroke=line,
                stroke_width=self.width(0.045),
                stroke_linejoin="round",
            )
        if description.dividers:
            yield element(
                "path",
                d="".join(polyline(self.points(line)) for line in description.dividers),
                fill="none",
                stroke=theme.divider,
                stroke_width=self.width(0.09, 1),
                stroke_linecap="round",
                stroke_linejoin="round",
            )

    def land(self) -> Iterator[str]:
        theme, scale = self.theme, self.frame.scale
        shades = {
            "black": (theme.black_land, theme.black_land_strength),
            "white": (theme.white_land, theme.white_land_strength),
            "shared": (theme.white_land, theme.white_land_strength / 2),
        }
        for owner, (colour, strength) in shades.items():
            cells = [land for land in self.description.land if land.owner == owner]
            if not cells:
                continue
            outlines = "".join(closed(self.points(land.cell)) for land in cells)
            yield element("path", d=outlines, fill=colour, fill_opacity=strength)
            if owner == "shared":
                lines = "".join(polyline(self.points(line)) for land in cells for line in hatch(land.cell, HATCH))
                yield element(
                    "path",
                    d=lines,
                    stroke=theme.black_land,
                    stroke_opacity=theme.black_land_strength,
                    stroke_width=self.width(0.1, 1),
                )
                continue
            for land in cells:
                x, y = self.frame.at(land.place)
                at = f"translate({number(x)} {number(y)})scale({number(scale * 0.24)})"
                if owner == "black":
                    yield stones.diamond(theme.black.body, filled=True, scale=at)
                else:
                    yield stones.ring(theme.white.rim, filled=False, scale=at)

    # What happened -------------------------------------------------------------------------------------------------
    def links(self) -> Iterator[str]:
        theme = self.theme
        glowing = [
            polyline(self.points((link.start, link.end))) for link in self.description.links if link.kind == "winning"
        ]
        trails = [
            polyline(self.points((link.start, link.end))) for link in self.description.links if link.kind == "trail"
        ]
        line = {"fill": "none", "stroke_linecap": "round"}
        if trails:
            yield element("path", d="".join(trails), stroke=theme.accent, stroke_width=self.width(0.1, 1.5), **line)
        if glowing:
            way = "".join(glowing)
            yield element("path", d=way, stroke=theme.glow_line, stroke_width=self.width(0.3, 2), **line)
            yield element("path", d=way, stroke=theme.glow, stroke_width=self.width(0.25, 1.5), **line)

    def pieces(self) -> Iterator[str]:
        description = self.description
        for ghost in description.ghosts:
            if ghost.kind == "left":
                yield self.use("left", ghost.place, self.radius)
            else:
                yield self.use(ghost.side, ghost.place, self.radius, opacity="0.4")
                yield self.use("cross", ghost.place, self.radius)
        if description.lattice == "bridges":
            yield from self.bridges()
            return
        yield from (
            self.use("halo", stone.place, self.radius) for stone in description.stones if "winning" in stone.marks
        )
        for stone in description.stones:
            look = f"{stone.side}-last" if "last" in stone.marks else stone.side
            yield self.use(look, stone.place, self.radius)
        yield from (
            self.use("pending", stone.place, self.radius) for stone in description.stones if "pending" in stone.marks
        )

    def bridges(self) -> Iterator[str]:
        description = self.description
        glowing = [polyline(self.points(s.ends)) for s in description.stones if s.ends and "winning" in s.marks]
        if glowing:
            line = {"d": "".join(glowing), "fill": "none", "stroke_linecap": "round"}
            yield element("path", stroke=self.theme.glow_line, stroke_width=self.width(0.56), **line)
            yield element("path", stroke=self.theme.glow, stroke_width=self.width(0.5), **line)
        for stone in description.stones:
            yield self._bridge(stone)
        yield from (self.use(f"{side}-dot", place, self.frame.scale) for side, place in description.dots)

    def _bridge(self, stone: Stone) -> str:
        look = f"{stone.side}-last" if "last" in stone.marks else stone.side
        (x0, y0), (x1, y1) = stone.ends or ((stone.place[0] - 1, stone.place[1]), (stone.place[0] + 1, stone.place[1]))
        return self.use(
            look, stone.place, self.frame.scale * hypot(x1 - x0, y1 - y0) / 2, degrees(atan2(y1 - y0, x1 - x0))
        )

    # Coordinates ---------------------------------------------------------------------------------------------------
    def labels(self) -> Iterator[str]:
        description, frame = self.description, self.frame
        if not description.labels:
            return
        height = frame.label_height
        widest = max(measure(label.text) for label in description.labels) * height
        step = 1
        while step < max(widest + 0.45 * height, 1.35 * height):
            step += 1
        drawn = []
        for label in description.labels:
            if label.rank % step:
                continue
            (x, y), (dx, dy) = label.anchor, label.away
            left = x + frame.label_distance * dx - measure(label.text) * height / 2
            # Small letters look centred a little below the middle of the digits.
            low = 0.5 if label.text[0].isdigit() else 0.36
            base = y + frame.label_distance * dy + low * HEIGHT * height
            glyphs, at = [], 0.0
            for character in label.text:
                glyphs.append(element("use", href=f"#{self.name(f'glyph-{character}')}", x=number(at) if at else None))
                at += advance(character)
            px, py = frame.at((left, base))
            place = f"translate({number(px)} {number(py)})scale({number(height * frame.scale)})"
            drawn.append(element("g", *glyphs, transform=place))
        yield element(
            "g",
            *drawn,
            fill="none",
            stroke=self.theme.label,
            stroke_width=str(WEIGHT),
            stroke_linecap="round",
            stroke_linejoin="round",
            aria_hidden="true",
        )
