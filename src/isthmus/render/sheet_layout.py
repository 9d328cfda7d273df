"""The layout of a sheet: the content of the page and its size. All lengths are in millimetres."""

from __future__ import annotations

from functools import cached_property
from math import ceil

from isthmus.errors import DrawingError, quoted
from isthmus.record import Record
from isthmus.render.annotations import Annotations
from isthmus.render.description import describe
from isthmus.render.frame import Frame
from isthmus.render.lettering import cut, width_of, wrap
from isthmus.render.moments import moments
from isthmus.render.numbering import number_turns
from isthmus.render.options import LARGEST, SMALLEST, Options
from isthmus.render.sheet_plan import Plan
from isthmus.rules.types import Seat

__all__ = ["CAPTION", "FACTS", "FOOTNOTE", "MARGIN", "NAMES", "PAGES", "STEP", "TITLE", "TURN", "Layout"]

PAGES = {"A4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of paper."""
MARGIN = 12.0
TITLE, NAMES, FACTS, CAPTION, FOOTNOTE, TURN = 4.6, 3.1, 2.3, 2.0, 1.7, 1.75
"""The heights of capitals."""
STEP = 1.75
"""The distance between lines, in heights of a capital."""
BELOW = 0.6 + CAPTION * STEP + 3
"""The space between a board and the row below it, without footnotes."""
APART = 3.0
"""The space after the heading, before the list of turns, and between its columns."""
PIXELS = 5.7
"""Pixels per millimetre assumed for a diagram; this sets how large coordinates and how thin lines may be."""
MOST_LIST = 0.4
"""The maximum share of the page for the move list."""


class Layout:
    """The content of a page and its heights."""

    def __init__(self, record: Record, page: str, theme: str) -> None:
        known = next((name for name in PAGES if name.lower() == str(page).lower()), None)
        if known is None:
            raise DrawingError(f"no page is called {quoted(page)}; the pages are: {', '.join(PAGES)}")
        self.record = record
        self.theme = Options(theme=theme).theme
        self.positions = [position for position, _ in moments(record)]
        self.turns = len(record.turns)
        self.width, self.height = PAGES[known]
        self.room = self.width - 2 * MARGIN
        self.board = describe(self.positions[0], Options(marks=False))
        frame = Frame(self.board, Options())
        self.units = frame.width / frame.scale
        self._numbered: dict[int, list[Annotations]] = {}
        self._widths: dict[int, list[list[float]]] = {}

    # Heading -------------------------------------------------------------------------------------------------------
    @cached_property
    def names(self) -> str:
        """The players with their colours, once these are settled."""
        final, names = self.positions[-1], []
        for seat, name in zip(Seat, self.record.players, strict=True):
            side = final.side_of(seat)
            known = cut(name or f"{str(seat).capitalize()} player", self.room / NAMES / 2 - 10)
            names.append(f"{known} ({str(side).capitalize()})" if side else known)
        return cut(" – ".join(names), self.room / NAMES)

    @cached_property
    def facts(self) -> list[str]:
        """Lines on the result, the date, the event and the rules."""
        record, result = self.record, self.record.result
        if result is None:
            said = f"Unfinished after {self.turns} {'turn' if self.turns == 1 else 'turns'}"
        else:
            said = result.in_words
        pieces = [said, (record.date or "").partition("T")[0], record.occasion, record.place, str(record.game)]
        room = self.room / FACTS
        return wrap([cut(piece, room / 2) for piece in pieces if piece], room - 1, " · ")

    @property
    def heading_height(self) -> float:
        """From the margin to the line below the heading, and the space after it."""
        return (TITLE + NAMES + len(self.facts) * FACTS) * STEP + APART

    # Diagrams ------------------------------------------------------------------------------------------------------
    def parts(self, every: int) -> list[tuple[int, int]]:
        """The first and the last turn of every diagram."""
        return [(first, min(first + every - 1, self.turns)) for first in range(1, max(self.turns, 1) + 1, every)]

    def numbered(self, every: int) -> list[Annotations]:
        """The numbers on the stones of every diagram, and the footnotes below it."""
        if every not in self._numbered:
            self._numbered[every] = [
                number_turns(self.positions[first - 1 : last + 1], first) for first, last in self.parts(every)
            ]
        return self._numbered[every]

    def options(self, width: float, *, marks: bool = False) -> Options:
        """The options for drawing a diagram of this width."""
        size = min(LARGEST, max(SMALLEST, round(PIXELS * width)))
        return Options(theme=self.theme, size=size, marks=marks)

    def board_height(self, width: float) -> float:
        """The height of a diagram of this width, without the text below it."""
        frame = Frame(self.board, self.options(width))
        return frame.board_height * width / frame.width

    def row_heights(self, plan: Plan) -> list[float]:
        """The heights of the rows of diagrams, with the text below them."""
        footnotes = [len(wrap(list(part.footnotes), plan.width / FOOTNOTE)) for part in self.numbered(plan.every)]
        board = self.board_height(plan.width) + BELOW
        rows = (footnotes[at : at + plan.columns] for at in range(0, len(footnotes), plan.columns))
        return [board + max(row) * FOOTNOTE * STEP for row in rows]

    def diagrams_height(self, plan: Plan) -> float:
        """The height of all diagrams, or a lower bound if that is already too much for the page.

        The bound counts the words of the footnotes as if lines had no gaps. That is much faster than setting them.
        """
        room = plan.width / FOOTNOTE
        lines = [ceil(sum(min(width, room) for width in words) / room) for words in self._footnote_widths(plan.every)]
        board = self.board_height(plan.width) + BELOW
        rows = (max(lines[at : at + plan.columns]) for at in range(0, len(lines), plan.columns))
        least = sum(board + row * FOOTNOTE * STEP for row in rows)
        return least if least > self.high else sum(self.row_heights(plan))

    def _footnote_widths(self, every: int) -> list[list[float]]:
        """The widths of the footnotes of every diagram."""
        if every not in self._widths:
            self._widths[every] = [list(map(width_of, part.footnotes)) for part in self.numbered(every)]
        return self._widths[every]

    @property
    def high(self) -> float:
        """The height left for diagrams."""
        return self.height - 2 * MARGIN - self.heading_height - self.list_height

    # Move list -------------------------------------------------------------------------------------------------
    @cached_property
    def turn_texts(self) -> list[str]:
        """Every turn with its number."""
        return [cut(f"{number} {turn}", self.room / TURN) for number, turn in enumerate(self.record.turns, start=1)]

    @cached_property
    def turn_columns(self) -> tuple[int, int, float]:
        """The number of columns and rows of the move list, and the distance between columns."""
        step = max((width_of(text) for text in self.turn_texts), default=0.0) * TURN + APART
        columns = max(1, int((self.room + APART) / step))
        rows = min(ceil(self.turns / columns), int(MOST_LIST * self.height / (TURN * STEP)))
        return columns, rows, step

    @property
    def list_height(self) -> float:
        """The height of the move list with the line above it."""
        rows = self.turn_columns[1]
        return rows * TURN * STEP + APART if rows else 0.0
