"""PNG: an SVG picture through resvg. By default it uses no installed fonts, so the result is the same everywhere."""

from __future__ import annotations

__all__ = ["rasterize"]

DOTS = 96.0
"""The standard dots per inch for converting millimetres to pixels, which resvg does not assume by itself."""


def rasterize(svg: str, *, width: int | None = None, fonts: bool = False) -> bytes:
    """An SVG picture as PNG bytes, transparent where nothing is drawn.

    ``width`` in pixels; by default that of the picture. ``fonts``: draw text without glyphs with the fonts of
    this machine, if it has any; otherwise such text is left out.
    """
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=not fonts, width=width, dpi=DOTS))
