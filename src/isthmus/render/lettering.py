"""Lettering: lines of text in a picture, as glyphs that are defined once and reused."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from unicodedata import east_asian_width, normalize

from isthmus.render.glyphs import BOX, HEIGHT, WEIGHT, advance, glyph_parts, is_drawn, measure
from isthmus.render.markup import element, number, text_element

__all__ = ["FONTS", "Lettering", "cut", "width_of", "wrap"]

_SMALL = frozenset("acemnorsuvwxz")
"""Letters with a low middle."""
_EM = HEIGHT / 0.72
"""The size of a font whose capitals are one unit high, for letters without a glyph."""
FONTS = "Noto Sans, DejaVu Sans, Liberation Sans, Arial, Helvetica, sans-serif"
"""Fonts with many letters, for lines that the viewer's fonts draw."""
_START = {"start": 0.0, "middle": 0.5, "end": 1.0}


class Lettering:
    """Writes lines of text and remembers which glyphs they need.

    ``name`` makes the identifiers of the picture. A character without a glyph is drawn as an empty box. With ``fonts``,
    its whole line is left to the viewer's fonts, which may have the letter.
    """

    def __init__(self, name: Callable[[str], str], *, fonts: bool = False) -> None:
        self._name = name
        self._fonts = fonts
        self._used: set[str] = set()

    def line(
        self,
        text: str,
        place: tuple[float, float],
        height: float,
        colour: str,
        *,
        anchor: str = "start",
        weight: float = WEIGHT,
        case: str | None = None,
    ) -> str:
        """A line of text. The start, the ``middle`` or the ``end`` of its base line is at ``place``.

        ``height`` is the height of a capital; ``weight`` is the stroke width at a height of one. ``case`` is the colour
        of the edge around the letters.
        """
        if self._fonts and not is_drawn(text):
            return text_element(
                "text",
                text,
                x=place[0],
                y=place[1],
                font_size=height * _EM,
                font_family=FONTS,
                fill=colour,
                text_anchor=anchor,
            )
        left = place[0] - _START[anchor] * measure(text) * height
        glyphs = self.glyphs(text)
        looks = [(case, weight * 3.2)] if case else []
        return "".join(
            element(
                "g",
                *glyphs,
                transform=f"translate({number(left)} {number(place[1])})scale({height:.3g})",
                fill="none",
                stroke=stroke,
                stroke_width=width,
                stroke_linecap="round",
                stroke_linejoin="round",
                aria_hidden="true",
            )
            for stroke, width in [*looks, (colour, weight)]
            if glyphs
        )

    def glyphs(self, text: str) -> list[str]:
        """The glyphs of a line that begins at (0, 0) and is one unit high, without colour and width."""
        glyphs, at = [], 0.0
        for character in normalize("NFC", text):
            known = character if is_drawn(character) else BOX
            if known != " ":
                self._used.add(known)
                glyphs.append(element("use", href=f"#{self._glyph(known)}", x=number(at) if at else None))
            at += advance(known)
        return glyphs

    def centred(
        self,
        text: str,
        middle: tuple[float, float],
        height: float,
        colour: str,
        *,
        weight: float = WEIGHT,
        case: str | None = None,
    ) -> str:
        """A line of text around a point, small letters by their own height."""
        low = 0.34 if set(text) <= _SMALL else HEIGHT / 2
        place = (middle[0], middle[1] + low * height)
        return self.line(text, place, height, colour, anchor="middle", weight=weight, case=case)

    def definitions(self) -> Iterator[str]:
        """The glyphs used so far, for the definitions of the picture."""
        for character in sorted(self._used):
            parts = glyph_parts(character)
            if len(parts) == 1:
                yield element("path", d=parts[0][0], id=self._glyph(character))
            else:
                paths = (
                    element("path", d=d, transform=f"translate({number(x)} {number(y)})" if x or y else None)
                    for d, x, y in parts
                )
                yield element("g", *paths, id=self._glyph(character))

    def _glyph(self, character: str) -> str:
        plain = character.isascii() and character.isalnum()
        return self._name(f"glyph-{character if plain else format(ord(character), 'x')}")


def width_of(text: str) -> float:
    """The width of a line at a height of one: the sum of its glyphs, or an estimate for fonts."""
    if is_drawn(text):
        return measure(text)
    return sum(_EM * (1.0 if east_asian_width(character) in "WF" else 0.7) for character in text)


def cut(text: str, room: float) -> str:
    """A text cut to at most ``room`` at a height of one; three dots mark the cut."""
    if width_of(text) <= room:
        return text
    shorter = bisect_right(range(1, len(text)), room, key=lambda length: width_of(text[:length] + "…"))
    return text[:shorter].rstrip() + "…"


def wrap(pieces: list[str], room: float, between: str = ", ") -> list[str]:
    """Pieces of text set in lines at most ``room`` wide at a height of one; a piece is never broken, but may be cut."""
    lines: list[str] = []
    for piece in (cut(piece, room) for piece in pieces):
        longer = f"{lines[-1]}{between}{piece}" if lines else piece
        if lines and width_of(longer) <= room:
            lines[-1] = longer
        else:
            if lines:
                lines[-1] += between.rstrip()
            lines.append(piece)
    return lines
