"""Pictures of positions for the ``render`` of an environment."""

from __future__ import annotations

import sys
from io import BytesIO
from typing import Any

import numpy as np

from isthmus.errors import DrawingError, quoted
from isthmus.rules.position import Position

__all__ = ["RENDER_MODES", "check_mode", "picture"]

RENDER_MODES = ("ansi", "svg", "rgb_array", "human")
"""Text; SVG text; uint8[height, width, 3]; text on the terminal."""


def check_mode(mode: str | None) -> str | None:
    """The mode. Raises DrawingError for an unknown one."""
    if mode is not None and mode not in RENDER_MODES:
        raise DrawingError(f"render_mode: expected {', '.join(RENDER_MODES)} or None; got {quoted(mode)}")
    return mode


def picture(position: Position, mode: str | None) -> Any:
    """A position in a render mode; None for no mode, and for ``human``, which writes to the terminal."""
    if mode is None:
        return None
    if mode == "ansi":
        return str(position)
    if mode == "human":
        sys.stdout.write(f"{position}\n")
        return None
    from isthmus.render import to_png, to_svg

    if mode == "svg":
        return to_svg(position)
    from PIL import Image

    with Image.open(BytesIO(to_png(position))) as image:
        ground = Image.new("RGBA", image.size, "white")
        return np.asarray(Image.alpha_composite(ground, image.convert("RGBA")).convert("RGB"), np.uint8)
