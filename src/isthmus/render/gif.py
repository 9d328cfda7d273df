"""GIF: a game as an animated picture, one frame per turn.

All frames share one palette without dithering, so that nothing flickers. The empty board is drawn once, and the stones
of each frame are laid over it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from isthmus.errors import DrawingError, quoted
from isthmus.record import Record
from isthmus.render.description import describe
from isthmus.render.moments import Moment, moments
from isthmus.render.options import Options
from isthmus.render.png import rasterize
from isthmus.render.svg import draw_svg
from isthmus.render.themes import Theme
from isthmus.rules.position import Position

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["to_gif"]

SHORTEST, LONGEST = 0.02, 600.0
"""The allowed seconds per frame: browsers slow down shorter frames, and GIF cannot hold much longer ones."""
COLOURS = 255
"""The number of colours in the palette. GIF has 256; the last marks pixels that do not change from the frame before."""
SAMPLES = 4
"""The number of frames from which the palette is made; more would add no colours."""


def to_gif(
    game: Record | Iterable[Position],
    path: str | PathLike[str] | None = None,
    *,
    turns: tuple[int, int] | None = None,
    delay: float = 1.0,
    last_delay: float = 3.0,
    captions: bool = False,
    **options: object,
) -> bytes:
    """A game as an animated GIF that loops forever, also written to ``path`` if given.

    ``game`` is a record, whose main line is shown with the marks of its nodes, or a sequence of positions. ``turns=(10,
    40)`` shows the position after turn 10, then those after each turn up to 40; (0, 5) starts at the starting position.
    ``delay`` is the time of a frame in seconds, ``last_delay`` the time of the last frame. With ``captions`` the number
    and the text of the turn appear beneath the board. Further options are as for ``to_svg``; ``marks=False`` also
    leaves out the marks of the nodes.

    Raises DrawingError for a bad option, turns beyond the game, or positions of different games; IllegalTurnError for a
    record with an illegal turn; OSError if the file cannot be written.

    >>> import isthmus
    >>> from isthmus.record import Record
    >>> from isthmus.render import to_gif
    >>> to_gif(Record.of_turns(isthmus.game("hex", size=3, pie=0), ["b2", "a1"]), size=160, delay=0.5)[:6]
    b'GIF89a'
    """
    wanted = Options.of(options)
    for name, seconds in (("delay", delay), ("last_delay", last_delay)):
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not SHORTEST <= seconds <= LONGEST:
            raise DrawingError(f"{name}: found {quoted(seconds)}, expected seconds, from {SHORTEST:g} to {LONGEST:g}")
    from PIL.Image import Dither

    shown = moments(game, turns, marks=wanted.marks, captions=captions)
    empty = _empty_board(shown[0], wanted)
    palette = _palette([_frame(moment, empty, wanted) for moment in _some(shown)], wanted.colours)
    # One frame at a time, because all frames of a long game would fill the memory.
    frames = (_frame(moment, empty, wanted).quantize(palette=palette, dither=Dither.NONE) for moment in shown)
    durations = [round(1000 * delay)] * (len(shown) - 1) + [round(1000 * last_delay)]
    file = BytesIO()
    next(frames).save(file, "GIF", save_all=True, append_images=frames, duration=durations, loop=0, optimize=True)
    if path is not None:
        Path(path).write_bytes(file.getvalue())
    return file.getvalue()


def _empty_board(moment: Moment, options: Options) -> Image:
    """The empty board on the page, as high as the frames; either all frames have a caption or none."""
    from PIL import Image

    board = Image.open(BytesIO(rasterize(draw_svg(describe(moment[0], options, moment[1]), options, upper=False))))
    empty = Image.new("RGBA", board.size, options.colours.page)
    empty.alpha_composite(board.convert("RGBA"))
    return empty


def _frame(moment: Moment, empty: Image, options: Options) -> Image:
    """The board with its stones and marks."""
    from PIL import Image

    pieces = draw_svg(describe(moment[0], options, moment[1]), options, lower=False)
    picture = empty.copy()
    picture.alpha_composite(Image.open(BytesIO(rasterize(pieces))).convert("RGBA"))
    return picture.convert("RGB")


def _some(shown: Sequence[Moment]) -> list[Moment]:
    """The first, the last, and some in between."""
    count = min(SAMPLES, len(shown))
    return [shown[k * (len(shown) - 1) // max(1, count - 1)] for k in range(count)]


def _palette(pictures: Sequence[Image], theme: Theme) -> Image:
    """The colours of some pictures, and of signs, whose area is too small to be counted."""
    from PIL import Image

    width, height = pictures[0].size
    strip = Image.new("RGB", (width * len(pictures), height))
    for k, picture in enumerate(pictures):
        strip.paste(picture, (width * k, 0))
    signs = (
        theme.black.lit,
        theme.white.lit,
        theme.accent,
        theme.glow,
        theme.pointer,
        theme.heat_more,
        theme.heat_less,
    )
    palette = strip.quantize(COLOURS - len(signs), method=Image.Quantize.MEDIANCUT)
    colours = (palette.getpalette() or [])[: 3 * (COLOURS - len(signs))]
    palette.putpalette([*colours, *(part for sign in signs for part in bytes.fromhex(sign[1:]))])
    return palette
