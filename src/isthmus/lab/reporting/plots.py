"""Plots as SVG for a page: figures by strength with their intervals, and a line for each game."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Mapping, Sequence
from itertools import cycle, pairwise
from typing import Any

from isthmus.lab.measures.measure import Estimate

__all__ = ["plot"]

INK = "#123456"
"""A placeholder for the page's text colour, which depends on the reader's theme."""

COLOURS = ("#0b7fab", "#d1495b", "#66a182", "#edae49", "#8d6a9f", "#7a8b99", "#c06014", "#2e8b57")
"""Lines also differ by their marks and dashes."""

_MARKS, _DASHES = "osD^vPX*", ("-", "--", "-.", ":")


def plot(estimates: Sequence[Estimate], scale: str, label: str, simulations: Mapping[str, int | None]) -> str:
    """The SVG of some figures of one measure, by strength.

    ``simulations`` are those of each strength. If all have a number, the strengths stand at its logarithm; if not, from
    left to right in the order of the study.
    """
    import matplotlib as mpl

    mpl.use("Agg", force=False)
    from matplotlib.figure import Figure

    games = list(dict.fromkeys(one.game for one in estimates))
    places, axis = _places(list(dict.fromkeys(one.strength for one in estimates)), simulations)
    settings: Any = {"svg.hashsalt": label, "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 10}
    with mpl.rc_context(settings):
        figure = Figure(figsize=(6.4, 2.4 + 0.22 * len(games)), layout="constrained")
        axes = figure.subplots()
        nearest = min((right - left for left, right in pairwise(sorted(places.values()))), default=1.0)
        looks = zip(cycle(COLOURS), cycle(_MARKS), cycle(_DASHES), strict=False)
        for number, (game, (colour, mark, dash)) in enumerate(zip(games, looks, strict=False)):
            rows = [one for one in estimates if one.game == game and one.value is not None]
            shift = (number - (len(games) - 1) / 2) * 0.3 * nearest / max(1, len(games))
            values = [one.value or 0.0 for one in rows]
            ends = [
                (value if one.low is None else one.low, value if one.high is None else one.high)
                for one, value in zip(rows, values, strict=True)
            ]
            below = [max(0.0, value - low) for value, (low, _) in zip(values, ends, strict=True)]
            above = [max(0.0, high - value) for value, (_, high) in zip(values, ends, strict=True)]
            axes.errorbar(
                [places[one.strength] + shift for one in rows],
                values,
                yerr=[below, above],
                color=colour,
                marker=mark,
                linestyle=dash,
                capsize=3,
                label=game,
            )
            for one, value in zip(rows, values, strict=True):
                if one.low is not None and one.high is None:
                    _draw_endless(axes, places[one.strength] + shift, value, colour)
        axes.set_xticks(list(places.values()), list(places))
        axes.set_xlabel(axis)
        axes.margins(y=0.15)  # room for the arrows
        if scale == "share":
            axes.set_ylim(-0.03, 1.03)
            axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", "25%", "50%", "75%", "100%"])
            axes.axhline(0.5, color=INK, linewidth=0.5, alpha=0.5)
        axes.tick_params(colors=INK)
        axes.xaxis.label.set_color(INK)
        for name, spine in axes.spines.items():
            spine.set_visible(name in {"left", "bottom"})
            spine.set_color(INK)
        figure.legend(loc="outside lower left", frameon=False, labelcolor=INK, fontsize=9)
        out = io.StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return _for_page(out.getvalue(), label)


def _draw_endless(axes: Any, place: float, value: float, colour: str) -> None:
    """An arrow upwards, for an interval without an upper end."""
    arrow = {"arrowstyle": "<-", "color": colour}
    axes.annotate("", (place, value), xytext=(0, 24), textcoords="offset points", arrowprops=arrow)


def _places(strengths: Sequence[str], simulations: Mapping[str, int | None]) -> tuple[dict[str, float], str]:
    """The place of each strength from left to right, and the name of the axis."""
    counts = [simulations[strength] for strength in strengths]
    if all(counts):
        places = [math.log2(count or 1) for count in counts]
        return dict(zip(strengths, places, strict=True)), "simulations per turn (log scale)"
    return {strength: float(number) for number, strength in enumerate(strengths)}, "players"


def _for_page(text: str, label: str) -> str:
    """The SVG without the parts that only a file needs, in the page's colour, and as wide as the page allows."""
    svg = text[text.index("<svg") :].replace(INK, "currentColor")
    svg = re.sub(r'<g id="[^"]*"', "<g", svg)  # these names would occur in every plot; nothing refers to a group
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", svg, count=1)
    svg = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", svg, count=1)
    return svg.replace("<svg", f'<svg role="img" aria-label="{label}"', 1)
