"""The empty board of a picture: the parts that are the same in every position, from the surface to the coordinates."""

from __future__ import annotations

from collections.abc import Iterator

from isthmus.render.drawing import Drawing
from isthmus.render.glyphs import HEIGHT, WEIGHT, measure
from isthmus.render.markup import closed, element, number, polyline
from isthmus.render.surface import panel

__all__ = ["draw_empty_board"]


def draw_empty_board(drawing: Drawing) -> Iterator[str]:
    """The empty board."""
    yield from panel(drawing.description, drawing.frame, drawing.theme, drawing.prefix)
    yield from _board(drawing)
    yield from _labels(drawing)


def _board(drawing: Drawing) -> Iterator[str]:
    """Cells or lines, tiles, goals and dividers."""
    description, theme = drawing.description, drawing.theme
    if description.cells:
        yield element(
            "path",
            d="".join(closed(drawing.points(cell)) for cell in description.cells),
            fill=f"url(#{drawing.name('cell')})",
            stroke=theme.cell_line,
            stroke_width=drawing.width(0.035),
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
            outlines = "".join(closed(drawing.points(tile)) for tile in tiles)
            yield element("path", d=outlines, fill=colour, fill_opacity=number(strength))
    if description.lines:
        yield element(
            "path",
            d="".join(polyline(drawing.points(line)) for line in description.lines),
            fill="none",
            stroke=theme.line,
            stroke_width=drawing.width(0.035, 0.6),
            stroke_linecap="round",
        )
    star = drawing.width(0.06 if description.lattice == "bridges" else 0.1, 1)
    yield from (element("circle", cx=x, cy=y, r=star, fill=theme.line) for x, y in drawing.points(description.stars))
    for side, polygon in description.goals:
        line = (theme.black_edge if side == "black" else theme.white_edge)[2]
        yield element(
            "path",
            d=closed(drawing.points(polygon)),
            fill=f"url(#{drawing.name(f'{side}-edge')})",
            stroke=line,
            stroke_width=drawing.width(0.045),
            stroke_linejoin="round",
        )
    if description.dividers:
        yield element(
            "path",
            d="".join(polyline(drawing.points(line)) for line in description.dividers),
            fill="none",
            stroke=theme.divider,
            stroke_width=drawing.width(0.09, 1),
            stroke_linecap="round",
            stroke_linejoin="round",
        )


def _labels(drawing: Drawing) -> Iterator[str]:
    """Coordinates; a small picture shows only every second or third."""
    description, frame = drawing.description, drawing.frame
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
        px, py = frame.at((left, y + frame.label_distance * dy + low * HEIGHT * height))
        place = f"translate({number(px)} {number(py)})scale({number(height * frame.scale)})"
        drawn.append(element("g", *drawing.lettering.glyphs(label.text), transform=place))
    yield element(
        "g",
        *drawn,
        fill="none",
        stroke=drawing.theme.label,
        stroke_width=str(WEIGHT),
        stroke_linecap="round",
        stroke_linejoin="round",
        aria_hidden="true",
    )
