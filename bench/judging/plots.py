"""A picture of reliability: for each game, how often favourites won against how often they claimed to win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from judging.prediction import Reliable

COLUMNS = 4
COLOURS = ("#d9822b", "#2a7de1")
"""For the first and the second series; they and the grey are readable on white and on black."""
_GREY = "#888888"
_STYLE: dict[str, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "isthmus",
    "font.family": "sans-serif",
    "font.size": 9,
    "text.color": _GREY,
    "axes.edgecolor": _GREY,
    "axes.labelcolor": _GREY,
    "xtick.color": _GREY,
    "ytick.color": _GREY,
}


def draw_reliability(panels: Mapping[str, Mapping[str, Sequence[Reliable]]], path: Path) -> None:
    """Draw one panel for each game with its series by name, at most two; the same figures give the same bytes.

    Bars are 95% intervals. On the diagonal, claims come true as often as they should.
    """
    rows = -(-len(panels) // COLUMNS)
    names = list(dict.fromkeys(name for series in panels.values() for name in series))
    with rc_context(_STYLE):
        figure = Figure(figsize=(9, 0.5 + 2.35 * rows), layout="constrained")
        axes = figure.subplots(rows, COLUMNS, sharex=True, sharey=True, squeeze=False)
        for (game, series), place in zip(panels.items(), axes.flat, strict=False):
            _draw(place, game, series, names)
        for place in axes.flat[len(panels) :]:
            place.set_axis_off()
        for place in axes.flat[max(0, len(panels) - COLUMNS) : len(panels)]:
            place.tick_params(labelbottom=True)
        figure.supxlabel("the favourite's chance, in %", color=_GREY, fontsize=9)
        figure.supylabel("favourites that won, in %", color=_GREY, fontsize=9)
        handles = [Line2D([], [], color=colour, marker="o", markersize=3) for colour in COLOURS[: len(names)]]
        figure.legend(handles, names, loc="outside upper right", ncols=len(names), frameon=False)
        figure.savefig(path, format="svg", transparent=True, metadata={"Date": None})


def _draw(place: Any, game: str, series: Mapping[str, Sequence[Reliable]], names: Sequence[str]) -> None:
    place.plot([50, 100], [50, 100], color=_GREY, linewidth=0.8, linestyle=":")
    for name, rows in series.items():
        claimed, won = [100 * row.claimed for row in rows], [100 * row.won for row in rows]
        bars = [
            [100 * max(0.0, row.won - row.won_interval[0]) for row in rows],
            [100 * max(0.0, row.won_interval[1] - row.won) for row in rows],
        ]
        colour = COLOURS[names.index(name)]
        place.errorbar(
            claimed, won, bars, color=colour, marker="o", markersize=3, linewidth=1, elinewidth=0.7, label=name
        )
    place.set_title(game, fontsize=9)
    place.set_xlim(48, 102)
    place.set_ylim(0, 104)
    place.set_xticks([50, 75, 100])
    place.set_yticks([0, 50, 100])
    place.spines[["top", "right"]].set_visible(False)
