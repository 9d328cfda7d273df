"""Options: the settings of a picture, checked once on input."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from isthmus.errors import DrawingError, quoted
from isthmus.render.themes import THEMES, Theme

__all__ = ["Options"]

SMALLEST, LARGEST = 64, 8192


@dataclass(frozen=True)
class Options:
    """How to draw a position.

    ``theme``: a name in ``isthmus.render.THEMES``. ``size``: the width of the picture in pixels; the height follows
    from the board. ``coordinates``: letters and numbers around the board. ``marks``: the last turn, captures, the
    winning chain and territory. Raises DrawingError for an unknown theme or a size out of range.

    >>> from isthmus.render import Options
    >>> Options(theme="dark", size=400)
    Options(theme='dark', size=400, coordinates=True, marks=True)
    """

    theme: str = "wood"
    size: int = 640
    coordinates: bool = True
    marks: bool = True

    def __post_init__(self) -> None:
        if not isinstance(self.theme, str) or self.theme not in THEMES:
            near = get_close_matches(str(self.theme), THEMES, n=1)
            hint = f"did you mean {near[0]!r}? " if near else ""
            raise DrawingError(f"no theme is called {quoted(self.theme)}; {hint}the themes are: {', '.join(THEMES)}")
        if isinstance(self.size, bool) or not isinstance(self.size, int) or not SMALLEST <= self.size <= LARGEST:
            raise DrawingError(
                f"size is the width in pixels, a whole number from {SMALLEST} to {LARGEST}, not {quoted(self.size)}"
            )
        for name in ("coordinates", "marks"):
            if not isinstance(getattr(self, name), bool):
                raise DrawingError(f"{name} is True or False, not {quoted(getattr(self, name))}")

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Options:
        """Options from keyword arguments; DrawingError names an unknown option."""
        known = tuple(cls.__dataclass_fields__)
        for name in values:
            if name not in known:
                near = get_close_matches(name, known, n=1)
                hint = f"did you mean {near[0]!r}? " if near else ""
                raise DrawingError(f"no drawing option is called {name!r}; {hint}the options are: {', '.join(known)}")
        return cls(**values)

    @property
    def colours(self) -> Theme:
        """The theme of that name."""
        return THEMES[self.theme]
