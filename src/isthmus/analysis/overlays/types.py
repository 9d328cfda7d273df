"""Overlay: numbers for the points of a board, with everything that a front end needs to draw them without knowing the
game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any, TypeAlias

from isthmus.record.position_text import format_position
from isthmus.rules import display
from isthmus.rules.position import Position
from isthmus.rules.types import Side

__all__ = ["Entry", "Fact", "Link", "Overlay", "Scale", "actor", "highest", "side_or_mover"]

Fact: TypeAlias = float | str | None
Entry: TypeAlias = Mapping[str, Any]
"""A line of the list that accompanies an overlay, such as a turn with its result; plain JSON."""

_MOST_ARROWS = 12
"""The maximum number of links that a picture shows; the strongest are kept."""

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Scale(StrEnum):
    """How values become colours: from none to full, or to both sides of a neutral middle."""

    SEQUENTIAL = "sequential"
    DIVERGING = "diverging"


@dataclass(frozen=True)
class Link:
    """A line from one point to another, such as a move; ``weight`` in [0, 1] says how strongly to draw it."""

    start: str
    end: str
    weight: float = 1.0
    text: str = ""


@dataclass(frozen=True)
class Overlay:
    """One map of a position.

    ``name`` and ``options`` identify the overlay, ``title`` and ``meaning`` explain the numbers in words. ``view`` is
    their point of view: ``'black'``, ``'white'``, ``'first seat'``, ``'second seat'``, or ``''`` for none. ``values``
    gives points their numbers, in ``unit``; some points may have none. On a sequential ``scale`` they are 0 or more; on
    a diverging one, positive numbers are good for ``view``. ``full`` (above 0) is the size that gets the full colour;
    some values may be greater. ``texts`` has short labels for points, ``links`` lines between points, such as moves.
    ``facts`` hold for the whole board, ``entries`` is a list in display order.

    >>> import isthmus
    >>> from isthmus.analysis.overlays import overlay
    >>> found = overlay(isthmus.game("hex", size=5).start(), "current", side="black")
    >>> found.title, found.unit, found.view
    ('Current flow of black', "share of black's current", 'black')
    >>> found.values["c3"] > found.values["a1"]
    True
    """

    name: str
    title: str
    meaning: str
    position: Position
    scale: Scale
    unit: str
    values: Mapping[str, float]
    full: float = 1.0
    view: str = ""
    texts: Mapping[str, str] = field(default_factory=lambda: _NOTHING)
    links: tuple[Link, ...] = ()
    facts: Mapping[str, Fact] = field(default_factory=lambda: _NOTHING)
    entries: tuple[Entry, ...] = ()
    options: Mapping[str, str] = field(default_factory=lambda: _NOTHING)

    def __post_init__(self) -> None:
        for name in ("values", "texts", "facts", "options"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))

    def __reduce__(self) -> tuple[Any, ...]:
        # A mapping proxy cannot be pickled, so the mappings are sent as plain dictionaries.
        fields = ((name, getattr(self, name)) for name in self.__dataclass_fields__)
        return _rebuilt, ({name: dict(value) if isinstance(value, Mapping) else value for name, value in fields},)

    @property
    def heat(self) -> dict[str, float]:
        """The values scaled for colours: in [0, 1] on a sequential scale, in [-1, 1] on a diverging one."""
        least = -1.0 if self.scale is Scale.DIVERGING else 0.0
        return {point: max(least, min(1.0, value / self.full)) for point, value in self.values.items()}

    def __str__(self) -> str:
        """The title and the meaning, the board with its numbers, the facts and all entries."""
        from isthmus.analysis.overlays.in_full import fact_in_words, numbered_board

        whose = f", for {self.view}" if self.view else ""
        parts = [f"{self.title}: {self.position.game}", self.meaning]
        unit = f"each number: {self.unit}{whose}; " if self.values else ""
        parts.append(f"{numbered_board(self.position, self.values, self.texts)}\n{unit}x black, o white")
        parts.append("\n".join(f"{name}: {fact_in_words(fact)}" for name, fact in self.facts.items()))
        entries = (", ".join(f"{name} {fact_in_words(fact)}" for name, fact in entry.items()) for entry in self.entries)
        parts.append("\n".join(entries))
        return "\n\n".join(filter(None, parts))

    def _repr_html_(self) -> str:
        """The board with discs for the numbers, and the text, as notebooks show it."""
        from isthmus.analysis.overlays.in_full import picture

        links = sorted(self.links, key=lambda link: -link.weight)[:_MOST_ARROWS]
        arrows = [(link.start, link.end) for link in links if link.start != link.end]
        return display.in_notebook(picture(self.position, self.heat, self.texts, arrows), str(self))

    def as_json(self) -> dict[str, Any]:
        """The overlay as plain data; docs/overlays.md describes it."""
        return {
            "overlay": self.name,
            "title": self.title,
            "meaning": self.meaning,
            "position": format_position(self.position),
            "options": dict(self.options),
            "view": self.view,
            "scale": str(self.scale),
            "unit": self.unit,
            "full": self.full,
            "values": dict(self.values),
            "texts": dict(self.texts),
            "links": [
                {"from": link.start, "to": link.end, "weight": link.weight, "text": link.text} for link in self.links
            ],
            "facts": dict(self.facts),
            "entries": [dict(entry) for entry in self.entries],
        }


def _rebuilt(fields: dict[str, Any]) -> Overlay:
    return Overlay(**fields)


def highest(values: Iterable[float]) -> float:
    """The greatest absolute value, or 1 if all are nearly 0; for ``Overlay.full``."""
    most = max(map(abs, values), default=0.0)
    return most if most > 1e-12 else 1.0


def actor(position: Position) -> str:
    """The side to act, for ``Overlay.view``: the colour, or the seat while the colours are open; ``''`` at the end."""
    if position.snapshot.opening.under_way or position.to_move is None:
        return "" if position.seat is None else f"{position.seat} seat"
    return str(position.to_move)


def side_or_mover(position: Position, side: Side | str | None) -> Side:
    """The side of an overlay: by default the side to move, or the side that moves after a choice of colours.

    Raises NotationError for anything that is not a side.
    """
    return position.snapshot.side if side is None else Side.of(side)
