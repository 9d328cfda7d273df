"""Drawing: a position as a neutral description, and that as SVG or PNG. Knows boards and scenery, no single game.

>>> import isthmus
>>> from isthmus.render import to_svg
>>> to_svg(isthmus.game("hex", size=5).start(), theme="dark", size=400)[:4]
'<svg'
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from isthmus.errors import DrawingError
from isthmus.render.description import Description, describe
from isthmus.render.frame import Frame
from isthmus.render.options import Options
from isthmus.render.png import draw_png
from isthmus.render.svg import draw_svg
from isthmus.render.themes import THEMES, Theme
from isthmus.rules.position import Position

__all__ = ["THEMES", "Description", "DrawingError", "Frame", "Options", "Theme", "describe", "to_png", "to_svg"]


def to_svg(position: Position, **options: object) -> str:
    """The picture of a position as SVG text.

    Options: ``theme`` (``"wood"``, ``"paper"``, ``"dark"``), ``size`` (width in pixels), ``coordinates`` and ``marks``
    (True or False); see ``Options``. Raises DrawingError for an option that does not exist or is out of its range.
    """
    wanted = Options.of(options)
    return draw_svg(describe(position, wanted), wanted)


def to_png(position: Position, path: str | PathLike[str] | None = None, **options: object) -> bytes:
    """The picture of a position as PNG bytes, also written to ``path`` if one is given; options as for ``to_svg``.

    Raises DrawingError for a bad option, OSError if the file cannot be written.
    """
    picture = draw_png(position, Options.of(options))
    if path is not None:
        Path(path).write_bytes(picture)
    return picture
