"""An overlay as plain text and as a picture, for ``print`` and for notebooks."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from string import digits

from isthmus.analysis.overlays.types import Overlay
from isthmus.record import Mark
from isthmus.render import Annotations, Arrow, Heat, to_svg
from isthmus.rules.types import Side

__all__ = ["in_full", "picture"]

_STONES = {Side.BLACK: "x", Side.WHITE: "o"}
_MOST_ARROWS = 12
_LONGEST_LABEL = 3
_SIGNS = {"won": "circle", "lost": "cross", "draw": "square"}


def in_full(overlay: Overlay) -> str:
    """What it is, the numbers where the fields are, the facts and the list."""
    whose = f", for {overlay.view}" if overlay.view else ""
    parts = [f"{overlay.title}: {overlay.position.game}", overlay.meaning]
    if overlay.values or overlay.texts:
        unit = f"numbers: {overlay.unit}{whose}; " if overlay.values else ""
        parts.append(f"{_board(overlay)}\n{unit}x black, o white")
    if overlay.facts:
        parts.append("\n".join(f"{name}: {_said(fact)}" for name, fact in overlay.facts.items()))
    if overlay.entries:
        entries = (", ".join(f"{name} {_said(fact)}" for name, fact in entry.items()) for entry in overlay.entries)
        parts.append("\n".join(entries))
    return "\n\n".join(filter(None, parts))


def picture(overlay: Overlay) -> str:
    """SVG text: discs for the numbers, labels or signs for the texts, arrows for the strongest links."""
    marks = [
        Mark(_SIGNS[text], point) if text in _SIGNS else Mark("label", point, text)
        for point, text in overlay.texts.items()
        if text in _SIGNS or 0 < len(text) <= _LONGEST_LABEL
    ]
    links = sorted(overlay.links, key=lambda link: -link.weight)[:_MOST_ARROWS]
    arrows = [Arrow(link.start, link.end) for link in links if link.start != link.end]
    heat = Heat(overlay.heat) if overlay.values else None
    return to_svg(overlay.position, annotations=Annotations(marks=marks, heat=heat, arrows=arrows))


def _board(overlay: Overlay) -> str:
    """A line for each row of the board; columns are as far apart as the longest number needs."""
    position, board = overlay.position, overlay.position.game.topology
    told = {point: _content(overlay, point, position.at(point)) for point in board.names}
    room = max(map(len, told.values())) + 1
    left = min(x for x, _ in board.positions)
    places, label = board.positions, max(map(len, board.row_labels))
    heads = board.rows[0] if board.lattice == "hex-cells" else range(len(board))
    letters = {places[cell][0]: board.names[cell].rstrip(digits) for cell in heads}
    if board.lattice == "hex-points":  # whose numbers count along each row
        letters = {}
    columns = [sorted(letters), *([places[cell][0] for cell in row] for row in board.rows)]
    apart = min(right - one for line in columns for one, right in pairwise(line))

    def line(name: str, contents: Mapping[float, str]) -> str:
        drawn = f"{name:>{label}}"
        for x, content in sorted(contents.items()):
            drawn = f"{drawn:<{label + round((x - left) * room / apart)}} {content:>{room - 1}}"
        return drawn

    lines = [line("", letters)] if letters else []
    for row, name in zip(board.rows, board.row_labels, strict=True):
        lines.append(line(name, {places[cell][0]: told[board.names[cell]] for cell in row}))
    return "\n".join(lines)


def _content(overlay: Overlay, point: str, side: Side | None) -> str:
    if point in overlay.texts:
        return overlay.texts[point]
    if side is not None:
        return _STONES[side]
    return f"{overlay.values[point]:.2g}" if point in overlay.values else "."


def _said(fact: object) -> str:
    if isinstance(fact, float):
        return f"{fact:.3g}"
    if isinstance(fact, list | tuple):
        return " ".join(map(str, fact)) or "none"
    return "none" if fact is None else str(fact)
