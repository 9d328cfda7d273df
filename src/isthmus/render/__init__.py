"""Drawing: a position as a neutral description, and the description as SVG or PNG. It knows boards, not games.

>>> import isthmus
>>> from isthmus.render import to_svg
>>> to_svg(isthmus.game("hex", size=5).start(), theme="dark", size=400)[:4]
'<svg'
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from isthmus.errors import DrawingError
from isthmus.render.annotations import Annotations, Arrow, Heat
from isthmus.render.description import Description, describe
from isthmus.render.frame import Frame
from isthmus.render.gif import to_gif
from isthmus.render.numbering import number_turns
from isthmus.render.options import Options
from isthmus.render.png import rasterize
from isthmus.render.sheet import to_pdf, to_sheet
from isthmus.render.svg import draw_svg
from isthmus.render.themes import THEMES, Theme
from isthmus.rules.position import Position

__all__ = [
    "THEMES",
    "Annotations",
    "Arrow",
    "Description",
    "DrawingError",
    "Frame",
    "Heat",
    "Options",
    "Theme",
    "describe",
    "number_turns",
    "to_gif",
    "to_pdf",
    "to_png",
    "to_sheet",
    "to_svg",
]


def to_svg(position: Position, *, annotations: Annotations | None = None, **options: object) -> str:
    """The picture of a position as SVG text.

    Options: ``theme`` (``"wood"``, ``"paper"``, ``"dark"``), ``size`` (width in pixels), ``coordinates`` and ``marks``
    (True or False); see ``Options``. ``annotations`` are extra marks to draw.

    Raises DrawingError for an unknown option, an option out of range, or an annotation of a field that is not on the
    board.

    >>> import isthmus
    >>> from isthmus.render import to_svg
    >>> picture = to_svg(isthmus.game("hex", size=5).start(), theme="dark", size=400, coordinates=False)
    >>> picture[:4], 'width="400"' in picture
    ('<svg', True)
    """
    wanted = Options.of(options)
    return draw_svg(describe(position, wanted, annotations), wanted)


def to_png(
    position: Position,
    path: str | PathLike[str] | None = None,
    *,
    annotations: Annotations | None = None,
    **options: object,
) -> bytes:
    """The picture of a position as PNG bytes, also written to ``path`` if given; otherwise like ``to_svg``.

    Raises DrawingError as ``to_svg`` does, OSError if the file cannot be written.

    >>> import isthmus
    >>> from isthmus.render import to_png
    >>> to_png(isthmus.game("hex", size=5).start(), size=200)[1:4]
    b'PNG'
    """
    wanted = Options.of(options)
    picture = rasterize(draw_svg(describe(position, wanted, annotations), wanted))
    if path is not None:
        Path(path).write_bytes(picture)
    return picture
