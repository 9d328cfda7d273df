"""Glyphs: letters, digits and signs as strokes, so that text looks the same on every machine, with or without fonts.

Each glyph stands on the baseline y = 0, one unit high (digits, capitals and ascenders), and starts at x = 0. Lines are
drawn with round ends, about ``WEIGHT`` wide. Accented letters are composed from their Unicode decomposition.
"""

from __future__ import annotations

from functools import lru_cache
from unicodedata import combining, normalize

__all__ = ["BOX", "HEIGHT", "WEIGHT", "advance", "glyph_parts", "glyph_path", "is_drawn", "measure"]

HEIGHT = 1.0
WEIGHT = 0.13
SPACING = 0.24
BOX = "\ufffd"
"""An empty box, for a character without a glyph."""

_BOWL = "M.5-.33A.25.33 0 1 1 0-.33A.25.33 0 1 1 .5-.33Z"
_P = "M0 0V-1H.24A.26.26 0 0 1 .24-.48H0"
_O = "M.66-.5A.33.5 0 1 1 0-.5A.33.5 0 1 1 .66-.5Z"
_D = "M0 0V-1H.16A.42.5 0 0 1 .16 0Z"

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
    "A": (0.62, "M0 0L.31-1L.62 0M.1-.33H.52"),
    "B": (0.52, "M0 0V-1H.26A.235.235 0 0 1 .26-.53H0M.26-.53A.265.265 0 0 1 .26 0H0"),
    "C": (0.58, "M.58-.8A.32.5 0 1 0 .58-.2"),
    "D": (0.58, _D),
    "E": (0.46, "M.46-1H0V0H.46M0-.53H.4"),
    "F": (0.46, "M.46-1H0V0M0-.53H.38"),
    "G": (0.62, "M.58-.82A.32.5 0 1 0 .62-.25V-.45H.36"),
    "H": (0.56, "M0-1V0M.56-1V0M0-.53H.56"),
    "I": (0.0, "M0-1V0"),
    "J": (0.34, "M.34-1V-.24A.17.24 0 0 1 0-.2"),
    "K": (0.54, "M0-1V0M.52-1L0-.4M.18-.6L.54 0"),
    "L": (0.44, "M0-1V0H.44"),
    "M": (0.72, "M0 0V-1L.36-.3L.72-1V0"),
    "N": (0.58, "M0 0V-1L.58 0V-1"),
    "O": (0.66, _O),
    "P": (0.5, _P),
    "Q": (0.68, _O + "M.4-.22L.68.04"),
    "R": (0.54, _P + "M.26-.48L.54 0"),
    "S": (0.52, "M.48-.83C.38-1.06 .02-1.05 .03-.75C.04-.42 .52-.6 .52-.26C.52.08 .1.08 0-.18"),
    "T": (0.58, "M0-1H.58M.29-1V0"),
    "U": (0.56, "M0-1V-.3A.28.3 0 0 0 .56-.3V-1"),
    "V": (0.6, "M0-1L.3 0L.6-1"),
    "W": (0.9, "M0-1L.23 0L.45-.85L.67 0L.9-1"),
    "X": (0.56, "M0-1L.56 0M.56-1L0 0"),
    "Y": (0.56, "M0-1L.28-.48V0M.56-1L.28-.48"),
    "Z": (0.54, "M0-1H.54L0 0H.54"),
    " ": (0.15, ""),
    ".": (0.0, "M0-.01V0"),
    ",": (0.06, "M.06-.02L0 .18"),
    ":": (0.0, "M0-.55V-.54M0-.01V0"),
    ";": (0.06, "M.06-.55V-.54M.06-.02L0 .18"),
    "!": (0.0, "M0-1V-.3M0-.01V0"),
    "?": (0.44, "M0-.78C.04-1.08 .46-1.06 .44-.74C.43-.54 .22-.52 .22-.28M.22-.01V0"),
    "'": (0.0, "M0-1V-.78"),
    "’": (0.06, "M.06-1L0-.76"),
    "‘": (0.06, "M0-.76L.06-1"),
    "“": (0.24, "M0-.76L.06-1M.18-.76L.24-1"),
    "”": (0.24, "M.06-1L0-.76M.24-1L.18-.76"),
    "„": (0.24, "M.06-.06L0 .18M.24-.06L.18 .18"),
    "«": (0.4, "M.18-.62L0-.36L.18-.1M.4-.62L.22-.36L.4-.1"),
    "»": (0.4, "M0-.62L.18-.36L0-.1M.22-.62L.4-.36L.22-.1"),
    "½": (0.74, "M0-.9L.12-1V-.5M.6-1L.14 0M.46-.38C.46-.56 .74-.56 .74-.38C.74-.24 .5-.16 .46 0H.74"),
    "°": (0.24, "M.24-.86A.12.14 0 1 1 .24-.861Z"),
    '"': (0.2, "M0-1V-.78M.2-1V-.78"),
    "(": (0.2, "M.2-1.08C-.06-.7 -.06-.2 .2.18"),
    ")": (0.2, "M0-1.08C.26-.7 .26-.2 0 .18"),
    "[": (0.18, "M.18-1.06H0V.16H.18"),
    "]": (0.18, "M0-1.06H.18V.16H0"),
    "{": (0.24, "M.24-1.06C.1-1.06 .1-1 .1-.8C.1-.56 .1-.48 0-.45C.1-.42 .1-.34 .1-.1C.1.1 .1.16 .24.16"),
    "}": (0.24, "M0-1.06C.14-1.06 .14-1 .14-.8C.14-.56 .14-.48 .24-.45C.14-.42 .14-.34 .14-.1C.14.1 .14.16 0 .16"),
    "<": (0.4, "M.4-.7L0-.42L.4-.14"),
    ">": (0.4, "M0-.7L.4-.42L0-.14"),
    "-": (0.28, "M0-.38H.28"),
    "–": (0.5, "M0-.38H.5"),
    "—": (0.8, "M0-.38H.8"),
    "−": (0.4, "M0-.42H.4"),
    "_": (0.5, "M0 .12H.5"),
    "+": (0.46, "M0-.42H.46M.23-.65V-.19"),
    "=": (0.46, "M0-.54H.46M0-.3H.46"),
    "×": (0.36, "M0-.6L.36-.24M.36-.6L0-.24"),
    "*": (0.36, "M.18-1V-.56M0-.9L.36-.66M.36-.9L0-.66"),
    "/": (0.36, "M0 .1L.36-1.05"),
    "\\": (0.36, "M0-1.05L.36.1"),
    "|": (0.0, "M0-1.06V.16"),
    "#": (0.6, "M.22-.95L.1-.05M.5-.95L.38-.05M.02-.66H.6M0-.34H.58"),
    "%": (0.7, "M.16-1A.15.2 0 1 1 .159-1ZM.54-.4A.15.2 0 1 1 .539-.4ZM.62-1L.08 0"),
    "&": (0.62, "M.62 0L.16-.66C0-.9 .14-1 .25-1C.4-1 .46-.8 .28-.64L.14-.5C-.06-.3 0 0 .24 0C.44 0 .56-.16 .6-.38"),
    "@": (0.8, "M.56-.4A.16.2 0 1 1 .559-.42V-.3C.58-.1 .8-.2 .8-.46A.4.44 0 1 0 .6-.02"),
    "$": (0.5, "M.46-.76C.36-.95 .03-.92 .04-.68C.05-.42 .5-.56 .5-.27C.5.02 .1 0 0-.2M.25-1.06V.12"),
    "^": (0.4, "M0-.7L.2-1L.4-.7"),
    "~": (0.46, "M0-.34C.1-.58 .34-.24 .46-.48"),
    "`": (0.12, "M0-1L.12-.82"),
    "·": (0.0, "M0-.42V-.41"),
    "…": (0.6, "M0-.01V0M.3-.01V0M.6-.01V0"),
    "ı": (0.0, "M0-.66V0"),
    "ȷ": (0.16, "M.16-.66V.12A.17.17 0 0 1 0 .28"),
    "ß": (0.5, "M0 0V-.76C.02-1.08 .44-1.06 .42-.78C.41-.62 .26-.62 .26-.54C.3-.42 .5-.4 .5-.2C.5.02 .28.03 .2-.03"),
    "ø": (0.5, _BOWL + "M.02.06L.48-.72"),
    "Ø": (0.66, _O + "M.06.05L.6-1.05"),
    "æ": (0.86, _BOWL + "M.5-.35H.86A.18.33 0 0 0 .5-.35V-.3C.5-.02 .7.06 .84-.12M.5-.66V0"),
    "Æ": (0.86, "M0 0L.4-1H.86M.42-1V0H.86M.42-.53H.8M.13-.33H.42"),
    "œ": (0.86, _BOWL + "M.5-.35H.86A.18.33 0 0 0 .5-.35V-.3C.5-.02 .7.06 .84-.12"),
    "Œ": (0.92, "M.92-1H.36C-.12-1 -.12 0 .36 0H.92M.46-1V0M.46-.53H.86"),
    "đ": (0.56, _BOWL + "M.5-1V0M.3-.84H.64"),
    "Đ": (0.58, _D + "M-.1-.53H.26"),
    "ð": (0.5, _BOWL + "M.5-.36C.5-.7 .34-.86 .12-1M.06-.74L.42-.98"),
    "Ð": (0.58, _D + "M-.1-.53H.26"),
    "þ": (0.5, _BOWL + "M0-1V.3"),
    "Þ": (0.5, "M0-1V0M0-.8H.24A.26.26 0 0 1 .24-.26H0"),
    "ł": (0.2, "M.1-1V0M-.04-.38L.26-.62"),
    "Ł": (0.46, "M.04-1V0H.46M-.1-.36L.3-.6"),
    BOX: (0.56, "M0-.9H.56V.06H0Z"),
}
"""The width and the SVG path of each glyph."""

_ABOVE = {
    "\u0300": "M-.12-.2L.06 0",
    "\u0301": "M.12-.2L-.06 0",
    "\u0302": "M-.16 0L0-.18L.16 0",
    "\u0303": "M-.18-.02C-.08-.22 .08.08 .18-.14",
    "\u0304": "M-.18-.06H.18",
    "\u0306": "M-.16-.18A.16.16 0 0 0 .16-.18",
    "\u0307": "M0-.08V-.07",
    "\u0308": "M-.14-.08V-.07M.14-.08V-.07",
    "\u0309": "M-.06-.2C.12-.24 .1-.1 0-.06V0",
    "\u030a": "M.1-.08A.1.1 0 1 1 .1-.081Z",
    "\u030b": "M0-.2L-.14 0M.22-.2L.08 0",
    "\u030c": "M-.16-.18L0 0L.16-.18",
}
"""Accents above: they stand on y = 0 with their middle at x = 0."""
_BELOW = {
    "\u031b": "M.24-.6C.36-.62 .42-.74 .36-.84",
    "\u0323": "M0 .22V.23",
    "\u0326": "M.02.18L-.04.34",
    "\u0327": "M.02 0C.02.1 .14.12 .1.22C.06.3 -.06.28 -.1.25",
    "\u0328": "M.1 0C0 .1 -.02.28 .16.24",
}
"""Accents below or beside a letter, whose middle is at x = 0."""
_ACCENT = 0.25
"""How much higher a second accent is placed."""
_LOW = frozenset("acegmnopqrsuvwxyzıȷæœø")
"""Lower-case letters without an ascender; accents are placed lower over them."""


def _apart(character: str) -> str:
    """The letter and its accents; i and j lose their dot below an accent."""
    letters = normalize("NFD", character)
    if len(letters) > 1 and letters[1] in _ABOVE:
        letters = {"i": "ı", "j": "ȷ"}.get(letters[0], letters[0]) + letters[1:]
    return letters


def is_drawn(text: str) -> bool:
    """Whether every character of the text has a glyph."""
    return all(map(_has_glyph, normalize("NFC", text)))


@lru_cache(maxsize=4096)
def _has_glyph(character: str) -> bool:
    letters = _apart(character)
    return letters[:1] in _GLYPHS and all(accent in _ABOVE or accent in _BELOW for accent in letters[1:])


def glyph_path(character: str) -> str:
    """The SVG path of a letter, digit or sign without accents; KeyError if it has no glyph."""
    return _GLYPHS[character][1]


def glyph_parts(character: str) -> list[tuple[str, float, float]]:
    """The paths of a character, each with its shift (x, y): the letter and its accents, or the box."""
    if not is_drawn(character):
        return [(glyph_path(BOX), 0.0, 0.0)]
    letter, accents = _apart(character)[0], _apart(character)[1:]
    parts = [(glyph_path(letter), 0.0, 0.0)]
    middle, top = _GLYPHS[letter][0] / 2, -0.86 if letter in _LOW else -1.18
    for accent in accents:
        if accent in _ABOVE:
            parts.append((_ABOVE[accent], middle, top))
            top -= _ACCENT
        else:
            parts.append((_BELOW[accent], middle, 0.0))
    return parts


@lru_cache(maxsize=4096)
def advance(character: str) -> float:
    """The distance from the start of this character to the start of the next, in glyph heights; 0 for an accent."""
    if combining(character):
        return 0.0
    letter = _apart(character)[0] if is_drawn(character) else BOX
    return _GLYPHS[letter][0] + SPACING


def measure(text: str) -> float:
    """The width of a text that is not empty, between the middles of its outermost strokes, in glyph heights."""
    return sum(advance(character) for character in normalize("NFC", text)) - SPACING
