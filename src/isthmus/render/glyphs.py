"""Glyphs: small letters and digits as strokes, so that labels look the same on every machine, with or without fonts.

Each glyph stands on the base line y = 0, one unit high (digits and ascenders), and starts at x = 0. Lines are drawn
with round ends, about ``WEIGHT`` wide.
"""

from __future__ import annotations

__all__ = ["HEIGHT", "WEIGHT", "advance", "glyph_path", "measure"]

HEIGHT = 1.0
WEIGHT = 0.13
SPACING = 0.24

_BOWL = "M.5-.33A.25.33 0 1 1 0-.33A.25.33 0 1 1 .5-.33Z"

_GLYPHS: dict[str, tuple[float, str]] = {
    "a": (0.5, _BOWL + "M.5-.66V0"),
    "b": (0.5, _BOWL + "M0-1V0"),
    "c": (0.46, "M.46-.51A.25.33 0 1 0 .46-.15"),
    "d": (0.5, _BOWL + "M.5-1V0"),
    "e": (0.5, "M0-.35H.5A.25.33 0 1 0 .44-.12"),
    "f": (0.38, "M.38-.98C.2-1.04 .14-.9 .14-.75V0M0-.64H.34"),
    "g": (0.5, _BOWL + "M.5-.66V.06A.25.24 0 0 1 .05.18"),
    "h": (0.48, "M0-1V0M0-.36A.24.3 0 0 1 .48-.36V0"),
    "i": (0.0, "M0-.66V0M0-.94V-.93"),
    "j": (0.16, "M.16-.66V.12A.17.17 0 0 1 0 .28M.16-.94V-.93"),
    "k": (0.44, "M0-1V0M.42-.66L0-.24M.15-.38L.44 0"),
    "l": (0.14, "M0-1V-.14A.14.14 0 0 0 .14 0"),
    "m": (0.76, "M0-.66V0M0-.42A.19.24 0 0 1 .38-.42V0M.38-.42A.19.24 0 0 1 .76-.42V0"),
    "n": (0.48, "M0-.66V0M0-.36A.24.3 0 0 1 .48-.36V0"),
    "o": (0.5, _BOWL),
    "p": (0.5, _BOWL + "M0-.66V.3"),
    "q": (0.5, _BOWL + "M.5-.66V.3"),
    "r": (0.32, "M0-.66V0M0-.36A.25.3 0 0 1 .32-.64"),
    "s": (0.42, "M.4-.55C.3-.72 .02-.7 .02-.5C.02-.27 .42-.4 .42-.17C.42.05 .08.05 0-.11"),
    "t": (0.36, "M.14-.92V-.16C.14 0 .24.02 .36-.02M0-.64H.34"),
    "u": (0.48, "M0-.66V-.3A.24.3 0 0 0 .48-.3M.48-.66V0"),
    "v": (0.46, "M0-.66L.23 0L.46-.66"),
    "w": (0.7, "M0-.66L.17 0L.35-.6L.53 0L.7-.66"),
    "x": (0.44, "M0-.66L.44 0M.44-.66L0 0"),
    "y": (0.48, "M0-.66L.24-.02M.48-.66L.2.14C.16.26 .1.3 0 .28"),
    "z": (0.44, "M0-.66H.42L0 0H.44"),
    "0": (0.54, "M.54-.5A.27.5 0 1 1 0-.5A.27.5 0 1 1 .54-.5Z"),
    "1": (0.24, "M0-.78L.24-1V0"),
    "2": (0.54, "M.02-.74C.02-1.08 .54-1.08 .52-.7C.5-.46 .16-.28 0 0H.54"),
    "3": (0.54, "M.04-.82C.1-1.06 .5-1.06 .5-.76C.5-.58 .36-.53 .2-.53C.38-.53 .54-.46 .54-.26C.54.06 .06.08 0-.18"),
    "4": (0.56, "M.4 0V-1L0-.3H.56"),
    "5": (0.54, "M.48-1H.1L.06-.56C.2-.68 .54-.66 .54-.34C.54.04 .08.1 0-.16"),
    "6": (0.54, "M.44-.95C.14-1.1 0-.7 0-.32A.27.32 0 1 0 .54-.32A.27.32 0 1 0 0-.32"),
    "7": (0.54, "M0-1H.54L.16 0"),
    "8": (0.54, "M.27-.53A.22.235 0 1 1 .27-1A.22.235 0 1 1 .27-.53A.27.265 0 1 1 .27 0A.27.265 0 1 1 .27-.53Z"),
    "9": (0.54, "M.1-.05C.4.1 .54-.3 .54-.68A.27.32 0 1 0 0-.68A.27.32 0 1 0 .54-.68"),
}


def glyph_path(character: str) -> str:
    """The SVG path of a small letter or digit; KeyError for any other character."""
    return _GLYPHS[character][1]


def advance(character: str) -> float:
    """How far the next character starts to the right of this one."""
    return _GLYPHS[character][0] + SPACING


def measure(text: str) -> float:
    """The width of a text, between the middles of its outermost strokes."""
    return sum(advance(character) for character in text) - SPACING
