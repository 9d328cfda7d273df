"""Sheet: a game on one printed page, with numbered diagrams and the move list.

The page is measured in millimetres. Its text is drawn as glyphs; a line with letters that have no glyph (Cyrillic,
Chinese, Arabic) is left to the viewer's fonts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from isthmus.errors import A_RECORD, DrawingError, expect, quoted
from isthmus.record import Record
from isthmus.render.annotations import Annotations
from isthmus.render.description import describe
from isthmus.render.drawing import Drawing
from isthmus.render.empty_board import draw_empty_board
from isthmus.render.lettering import FONTS, Lettering, cut, wrap
from isthmus.render.markup import element, number, text_element
from isthmus.render.png import rasterize
from isthmus.render.sheet_layout import (
    APART,
    CAPTION,
    FACTS,
    FOOTNOTE,
    MARGIN,
    NAMES,
    STEP,
    TITLE,
    TURN,
    Layout,
)
from isthmus.render.sheet_plan import GAP, plan_sheet
from isthmus.render.svg import definitions, draw_upper
from isthmus.render.themes import THEMES

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["sheet_image", "to_pdf", "to_sheet"]

DOTS = 300
"""Dots per inch of the page as an image."""
INCH = 25.4


def to_sheet(
    record: Record, *, every: int | None = None, columns: int | None = None, page: str = "A4", theme: str = "paper"
) -> str:
    """A game on one page, as SVG text: heading, diagrams, move list.

    Each diagram shows the position after ``every`` further turns, with their numbers on their stones; by default,
    ``every`` gives the boards a good size. ``columns`` is the number of diagrams side by side.
    ``page`` is ``"A4"`` or ``"letter"``. Variations and comments are left out.

    Raises DrawingError for a bad option, and if the diagrams do not fit; IllegalTurnError for a record with an illegal
    turn.

    >>> import isthmus
    >>> from isthmus.record import Record
    >>> from isthmus.render import to_sheet
    >>> to_sheet(Record.of_turns(isthmus.game("hex", size=3, pie=0), ["b2", "a1"]), every=1)[:4]
    '<svg'
    """
    return _Sheet(record, every, columns, page, theme).svg(fonts=True)


def to_pdf(
    record: Record,
    path: str | PathLike[str] | None = None,
    *,
    every: int | None = None,
    columns: int | None = None,
    page: str = "A4",
    theme: str = "paper",
    dots: int = DOTS,
) -> bytes:
    """The page of ``to_sheet`` as PDF, also written to ``path`` if given.

    The page is an image with ``dots`` dots per inch, from 72 to 600, so its text cannot be searched. Letters without a
    glyph are drawn with the fonts of this machine, or as boxes if it has none. Otherwise like ``to_sheet``; OSError if
    the file cannot be written.

    >>> import isthmus
    >>> from isthmus.record import Record
    >>> from isthmus.render import to_pdf
    >>> to_pdf(Record.of_turns(isthmus.game("hex", size=3, pie=0), ["b2", "a1"]), dots=72)[:4]
    b'%PDF'
    """
    picture = sheet_image(record, every=every, columns=columns, page=page, theme=theme, dots=dots)
    file, title = BytesIO(), " – ".join(name for name in record.players if name) or record.game.title
    picture.save(file, "PDF", resolution=dots, quality=92, subsampling=0, title=title, producer="Isthmus")
    if path is not None:
        Path(path).write_bytes(file.getvalue())
    return file.getvalue()


def sheet_image(
    record: Record,
    *,
    every: int | None = None,
    columns: int | None = None,
    page: str = "A4",
    theme: str = "paper",
    dots: int = DOTS,
) -> Image:
    """The page of ``to_sheet`` as an image; see ``to_pdf``."""
    from PIL import Image

    if type(dots) is not int or not 72 <= dots <= 600:
        raise DrawingError(f"dots is the number of dots per inch, a whole number from 72 to 600, not {quoted(dots)}")
    sheet = _Sheet(record, every, columns, page, theme)
    drawn = rasterize(sheet.svg(fonts=_has_fonts()), width=round(sheet.layout.width / INCH * dots), fonts=True)
    return Image.open(BytesIO(drawn)).convert("RGB")


@lru_cache(maxsize=1)
def _has_fonts() -> bool:
    """Whether resvg finds fonts on this machine."""
    from PIL import Image

    letter = text_element("text", "x", x=4.0, y=16.0, font_family=FONTS)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">{letter}</svg>'
    return Image.open(BytesIO(rasterize(svg, fonts=True))).getbbox() is not None


class _Sheet:
    """One page in progress: draws the layout's content where the plan places it."""

    def __init__(self, record: Record, every: int | None, columns: int | None, page: str, theme: str) -> None:
        expect(record, Record, A_RECORD, DrawingError)
        for name, value in (("every", every), ("columns", columns)):
            if value is not None and (type(value) is not int or value < 1):
                raise DrawingError(f"{name} is a whole number, 1 or more, not {quoted(value)}")
        self.layout = Layout(record, page, theme)
        self.theme = THEMES[theme]
        self.plan = plan_sheet(self.layout, every, columns)

    def svg(self, *, fonts: bool) -> str:
        """The text of the page; without ``fonts``, letters that have no glyph are boxes."""
        layout, lettering = self.layout, Lettering("sheet-{}".format, fonts=fonts)
        board = Drawing(layout.board, layout.options(self.plan.width), lettering)
        empty = element("g", *draw_empty_board(board), id=board.name("empty"))
        body = [*self._heading(lettering), *self._diagrams(board), *self._turns(lettering)]
        width, height = number(layout.width), number(layout.height)
        size = f'viewBox="0 0 {width} {height}" width="{width}mm" height="{height}mm"'
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="sheet-title sheet-text">',
            text_element("title", f"{layout.record.game.title}: {layout.names}", id="sheet-title"),
            text_element("desc", " ".join([*layout.facts, *layout.turn_texts]), id="sheet-text"),
            element("defs", *definitions(board), empty),
            element("rect", width=layout.width, height=layout.height, fill=self.theme.page),
            *body,
            "</svg>",
        ]
        return "\n".join(lines) + "\n"

    def _heading(self, lettering: Lettering) -> Iterator[str]:
        y, ink = MARGIN + TITLE, self.theme.ink
        yield lettering.line(self.layout.record.game.title, (MARGIN, y), TITLE, ink)
        y += TITLE * (STEP - 1) + NAMES
        yield lettering.line(self.layout.names, (MARGIN, y), NAMES, ink)
        y += NAMES * (STEP - 1)
        for line in self.layout.facts:
            yield lettering.line(line, (MARGIN, y + FACTS), FACTS, ink)
            y += FACTS * STEP
        yield self._rule(y)

    def _rule(self, y: float) -> str:
        ends = f"M{number(MARGIN)} {number(y)}H{number(self.layout.width - MARGIN)}"
        return element("path", d=ends, stroke=self.theme.ink, stroke_width="0.2", stroke_opacity="0.5")

    def _diagrams(self, board: Drawing) -> Iterator[str]:
        plan, layout = self.plan, self.layout
        parts = list(zip(layout.parts(plan.every), layout.numbered(plan.every), strict=True))
        columns = min(plan.columns, len(parts))
        free = layout.room - columns * plan.width
        gap = min(free / (columns - 1), 3 * GAP) if columns > 1 else 0.0
        left = MARGIN + (free - gap * (columns - 1)) / 2
        heights = layout.row_heights(plan)
        top = MARGIN + layout.heading_height
        for at, ((first, last), numbers) in enumerate(parts):
            row, column = divmod(at, columns)
            x, y = left + column * (plan.width + gap), top + sum(heights[:row])
            yield self._diagram(board, last, numbers, (x, y))
            said = f"Turns {first}–{last}" if last > first else f"Turn {first}" if last else "The beginning"
            y += layout.board_height(plan.width) + 0.6 + CAPTION
            yield board.lettering.line(said, (x, y), CAPTION, self.theme.ink)
            for line in wrap(list(numbers.footnotes), plan.width / FOOTNOTE):
                y += FOOTNOTE * STEP
                yield board.lettering.line(line, (x, y), FOOTNOTE, self.theme.ink)

    def _diagram(self, board: Drawing, last: int, numbers: Annotations, place: tuple[float, float]) -> str:
        """The board after turn ``last``; the final board also shows the winning chain and the last turn."""
        options = self.layout.options(self.plan.width, marks=last == self.layout.turns)
        description = describe(self.layout.positions[last], options, Annotations(numbers=numbers.numbers))
        drawing = Drawing(description, options, board.lettering, board.prefix)
        empty = element("use", href=f"#{board.name('empty')}")
        scale = self.plan.width / drawing.frame.width
        at = f"translate({number(place[0])} {number(place[1])})scale({scale:.5g})"
        return element("g", empty, *draw_upper(drawing), transform=at)

    def _turns(self, lettering: Lettering) -> Iterator[str]:
        layout, texts = self.layout, self.layout.turn_texts
        columns, rows, step = layout.turn_columns
        if not rows:
            return
        top = MARGIN + layout.heading_height + sum(layout.row_heights(self.plan))
        yield self._rule(top)
        if len(texts) > columns * rows:
            kept = columns * rows - 1
            texts = [*texts[:kept], cut(f"… {len(texts) - kept} more", step / TURN)]
        for at, text in enumerate(texts):
            column, row = divmod(at, rows)
            place = (MARGIN + column * step, top + APART + TURN * (STEP * row + 1))
            yield lettering.line(text, place, TURN, self.theme.ink)
