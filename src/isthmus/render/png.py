"""PNG: an SVG picture through resvg, without any installed fonts, so that it is the same on every machine."""

from __future__ import annotations

__all__ = ["rasterize"]

DOTS = 96.0
"""Dots an inch, by which the standard turns millimetres into pixels; resvg needs to be told."""


def rasterize(svg: str, *, width: int | None = None, fonts: bool = False) -> bytes:
    """An SVG picture as PNG bytes, transparent where nothing is drawn.

    ``width`` in pixels, if it is not to be that of the picture itself. ``fonts``: text that is left to fonts is drawn
    with those of the machine, as far as it has any; otherwise it is left out.
    """
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=not fonts, width=width, dpi=DOTS))
