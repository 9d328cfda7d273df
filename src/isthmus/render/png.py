"""PNG: the SVG picture through resvg, without any installed fonts, so that it is the same on every machine."""

from __future__ import annotations

from isthmus.render.description import describe
from isthmus.render.options import Options
from isthmus.render.svg import draw_svg
from isthmus.rules.position import Position

__all__ = ["draw_png"]


def draw_png(position: Position, options: Options) -> bytes:
    """The picture of a position as PNG bytes, ``options.size`` pixels wide, transparent outside the board."""
    import resvg_py

    text = draw_svg(describe(position, options), options)
    return bytes(resvg_py.svg_to_bytes(svg_string=text, skip_system_fonts=True))
