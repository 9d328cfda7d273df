"""SVG: a description as a picture, layer by layer, with presentational attributes only.

Browsers, resvg and printers all read this static SVG: it has no style sheets, scripts, fonts or embedded pages. The
same position and options give the same text.
"""

from __future__ import annotations

from collections.abc import Iterator

from isthmus.render import stones
from isthmus.render.description import Description
from isthmus.render.drawing import Drawing
from isthmus.render.empty_board import draw_empty_board
from isthmus.render.markup import element, text_element
from isthmus.render.options import Options
from isthmus.render.pieces import draw_land, draw_links, draw_pieces
from isthmus.render.pointing import draw_arrows, draw_footnotes, draw_heat, draw_inscriptions

__all__ = ["definitions", "draw_svg", "draw_upper"]


def draw_svg(description: Description, options: Options, *, lower: bool = True, upper: bool = True) -> str:
    """The picture of a description, as the text of an SVG document.

    ``lower`` is the empty board, ``upper`` everything on it, which changes from turn to turn. A picture with only one
    of them, laid over a picture with only the other, is complete.
    """
    drawing = Drawing(description, options)
    body = [*(draw_empty_board(drawing) if lower else ()), *(draw_upper(drawing) if upper else ())]
    width, height = drawing.frame.width, drawing.frame.height
    title, text = drawing.name("title"), drawing.name("text")
    lines = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" role="img" aria-labelledby="{title} {text}">'
        ),
        text_element("title", description.title, id=title),
        text_element("desc", description.text, id=text),
        element("defs", *definitions(drawing)),
        *body,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def draw_upper(drawing: Drawing) -> Iterator[str]:
    """Everything that lies on the empty board."""
    yield from draw_land(drawing)
    yield from draw_heat(drawing)
    yield from draw_links(drawing)
    yield from draw_pieces(drawing)
    yield from draw_arrows(drawing)
    yield from draw_inscriptions(drawing)
    yield from draw_footnotes(drawing)


def definitions(drawing: Drawing) -> Iterator[str]:
    """The shared definitions of the layers; call it after drawing them, as it holds the glyphs they used."""
    theme, bridges = drawing.theme, drawing.description.lattice == "bridges"
    for side, colours in (("black", theme.black), ("white", theme.white)):
        light = drawing.name(f"{side}-light")
        yield stones.gradient(light, colours)
        for last in (False, True):
            name = drawing.name(f"{side}-last" if last else side)
            if bridges:
                yield stones.bridge(name, side, colours, last=last)
            else:
                yield stones.stone(name, side, colours, light, last=last)
        yield stones.bare(drawing.name(f"{side}-bare"), colours, light)
        if drawing.description.dots:
            yield stones.dot(drawing.name(f"{side}-dot"), side, colours, light)
    for side, edge in (("black", theme.black_edge), ("white", theme.white_edge)):
        yield stones.sheen(drawing.name(f"{side}-edge"), edge[0], edge[1])
    yield stones.halo(drawing.name("halo"), theme)
    yield stones.left(drawing.name("left"), theme)
    yield stones.pending(drawing.name("pending"), theme)
    yield stones.cross(drawing.name("cross"), theme)
    yield from drawing.lettering.definitions()
