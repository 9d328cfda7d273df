"""Overlays as a board shows them: heat, marks and arrows, and the same in words for readers who cannot see them.

Chances are the first seat's, as everywhere on a page. (A search reports them for the seat to move.)
"""

from __future__ import annotations

from typing import Any

from isthmus.analysis.overlays import OVERLAYS, Overlay, choices, overlays
from isthmus.analysis.overlays.types import Scale
from isthmus.analysis.review.narration import position_in_words
from isthmus.engine.report import percent, person
from isthmus.rules.position import Position
from isthmus.rules.types import Seat, Side

__all__ = ["drawing", "kinds_of"]

_JUDGED = ("change", "values", "proof")
_PAIRS = ("trees",)
_SHARES = ("current", "visits", "priors")
_MOST_LABELS, _MOST_ARROWS, _MOST_ENTRIES, _MOST_NAMED = 6, 16, 100, 8
_FAINT = 0.12
"""Fields with less heat get no label."""
_BESIDE_MARKS = 0.4
"""The factor by which heat is weakened under marks that show the same thing, so that the marks stay visible."""


def kinds_of(position: Position) -> list[dict[str, Any]]:
    """The overlays of a position: ``kind``, ``title``, ``choices`` (the default first), and whether it is ``slow``."""
    return [
        {
            "kind": name,
            "title": OVERLAYS[name].title,
            "choices": {option: list(values) for option, values in choices(position, name).items() if len(values) > 1},
            "slow": bool(OVERLAYS[name].limits),
        }
        for name in overlays(position)
    ]


def drawing(overlay: Overlay) -> dict[str, Any]:
    """An overlay for the board of a page.

    ``heat`` is in [-1, 1], and ``tone`` says what its sign means: ``sides`` (1 Black, -1 White), ``judged`` (1 good for
    ``view``, -1 bad), ``pair`` (two classes) or ``plain`` (0 nothing, 1 much). ``marks`` and ``arrows`` are as the
    board takes them, ``words`` are sentences.
    """
    strength = _BESIDE_MARKS if overlay.name == "proof" else 1.0
    if overlay.name == "values":
        strength = _towards_black(overlay.position)
    heat = {point: round(strength * value, 3) for point, value in overlay.heat.items() if abs(value) >= 0.005}
    return {
        "kind": overlay.name,
        "options": dict(overlay.options),
        "title": overlay.title,
        "meaning": _meaning(overlay),
        "view": _first(overlay.position) if overlay.name == "values" else overlay.view,
        "tone": _tone(overlay),
        "heat": heat,
        "marks": _marks(overlay),
        "arrows": _arrows(overlay),
        "words": _words(overlay),
        "entries": [dict(entry) for entry in overlay.entries[:_MOST_ENTRIES]],
    }


_NOT_WON = {
    "lost": "Every turn is proved to lose.",
    "draw": "The position is proved to be a draw.",
    "unproved": "No winning turn is proved.",
    "won": "No winning turn puts a stone on a field.",
}


def _first(position: Position) -> str:
    return person(position, Seat.FIRST)


def _towards_black(position: Position) -> float:
    """The sign that turns a value for the seat to move into a value for Black, or for the first seat while the colours
    are open."""
    side = position.side_of(position.seat or Seat.FIRST)
    return 1.0 if side is Side.BLACK or (side is None and position.seat is Seat.FIRST) else -1.0


def _first_chance(overlay: Overlay, value: float) -> float:
    """The first seat's chance, from a value in [-1, 1] for the seat to move."""
    return (1 + value if overlay.position.seat is Seat.FIRST else 1 - value) / 2


def _meaning(overlay: Overlay) -> str:
    if overlay.name == "proof":  # the legend explains the signs
        return "Whether the best turn that puts a stone there wins, draws or loses, where that is proved."
    if overlay.name != "values":
        return overlay.meaning
    return f"The winning chance of {_first(overlay.position)}, in percent, if a stone is played there now."


def _tone(overlay: Overlay) -> str:
    if overlay.name == "values" and _first(overlay.position) in ("black", "white"):
        return "sides"
    if overlay.name in _JUDGED:
        return "judged"
    if overlay.name in _PAIRS:
        return "pair"
    return "sides" if overlay.scale is Scale.DIVERGING else "plain"


def _strongest(overlay: Overlay) -> list[str]:
    """The empty points with the greatest values. On a diverging scale, only points with positive values."""
    taken = {*overlay.position.stones("black"), *overlay.position.stones("white")}
    heat = overlay.heat
    points = [point for point, value in heat.items() if point not in taken and value >= _FAINT]
    return sorted(points, key=lambda point: (-overlay.values[point], point))


def _marks(overlay: Overlay) -> list[dict[str, str]]:
    if overlay.name == "proof":
        signs = {"won": ("circle", "good"), "lost": ("cross", "bad"), "draw": ("square", "plain")}
        return [
            {"point": point, "kind": signs[text][0], "tone": signs[text][1]}
            for point, text in overlay.texts.items()
            if text in signs
        ]
    if overlay.texts:
        return [{"point": point, "kind": "label", "text": text} for point, text in overlay.texts.items()]
    best = _strongest(overlay)
    if overlay.name == "change":
        return [{"point": point, "kind": "circle", "tone": "good"} for point in best[:1]]
    if overlay.name in _SHARES or overlay.name == "values":
        return [{"point": point, "kind": "label", "text": _label(overlay, point)} for point in best[:_MOST_LABELS]]
    return []


def _label(overlay: Overlay, point: str) -> str:
    value = overlay.values[point]
    if overlay.name == "values":
        return percent(_first_chance(overlay, value)).rstrip("%")
    return _share(overlay, value)


def _share(overlay: Overlay, value: float) -> str:
    """A share in percent, with a decimal if all shares are small."""
    return f"{100 * value:.{0 if overlay.full >= 0.1 else 1}f}"


def _arrows(overlay: Overlay) -> list[dict[str, Any]]:
    if overlay.name in _PAIRS:  # too many pairs to draw; ``entries`` lists them
        return []
    links = sorted(overlay.links, key=lambda link: -link.weight)[:_MOST_ARROWS]
    return [{"start": link.start, "end": link.end, "tone": "plan", "weight": round(link.weight, 3)} for link in links]


def _words(overlay: Overlay) -> list[str]:
    said = [_meaning(overlay)]
    best = [f"{point} ({_value(overlay, point)})" for point in _strongest(overlay)[:_MOST_NAMED]]
    if overlay.name == "proof":
        best = [point for point, text in overlay.texts.items() if text == "won"][:_MOST_NAMED]
        said.append(f"Won: {', '.join(best)}." if best else _NOT_WON[str(overlay.facts["position"])])
    elif best and overlay.name not in _PAIRS:
        said.append(f"{'Best' if overlay.name == 'values' else 'Highest'}: {', '.join(best)}.")
    told = {name: value for name, value in overlay.facts.items() if value is not None and ": " not in name}
    if isinstance(value := told.pop("value", None), float):
        names = _first(overlay.position), person(overlay.position, Seat.SECOND)
        proof = str(told.pop("proved", "")).removesuffix(" wins")
        said.append(f"{position_in_words(_first_chance(overlay, value), proof, names)}.")
    # dozens of facts about single contests are left out
    facts = [f"{name}: {_fact(value)}" for name, value in told.items()]
    if facts:
        said.append(f"{'; '.join(facts)}.")
    return [sentence[0].upper() + sentence[1:] for sentence in said]


def _value(overlay: Overlay, point: str) -> str:
    if overlay.name in _SHARES:
        return f"{_share(overlay, overlay.values[point])}%"
    if overlay.name == "values":
        return percent(_first_chance(overlay, overlay.values[point]))
    return f"{overlay.values[point]:.2f}".removesuffix(".00")


def _fact(value: float | str) -> str:
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.2f}".replace("-0.00", "0.00") if isinstance(value, float) else value
