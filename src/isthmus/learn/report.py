"""The report of a training run: one page of HTML with the curves of its log. It needs no network."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import matplotlib as mpl
from jinja2 import Environment
from markupsafe import Markup
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from isthmus.learn.run_folder import RunFolder

__all__ = ["Curve", "draw", "write_report"]

INK = "#123456"
"""A placeholder for the colour of the page's text, which depends on the reader's theme."""

COLOURS = ("#3b7dd8", "#d9822b", "#3fa34d", "#b455a0", "#8a8a8a")
"""Easy to see on white and on near black."""

SIZE = 6.4, 3.0
"""Inches; the page scales the picture to its width."""


@dataclass(frozen=True)
class Curve:
    """A line of a plot: its name, a number for each generation (None where it is unknown), and perhaps intervals.

    ``ends`` are the lower and upper end of the interval of each number.
    """

    name: str
    numbers: Sequence[float | None]
    ends: Sequence[tuple[float, float]] | None = None


def write_report(folder: RunFolder) -> None:
    """Write ``report.html`` into the folder of a training run. Does nothing before the first generation has ended."""
    lines = folder.log()
    if not lines:
        return
    template = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(
        files("isthmus.learn").joinpath("report.html").read_text(encoding="utf-8")
    )
    page = template.render(
        settings=folder.settings,
        lines=lines,
        last=lines[-1],
        plots=[(title, said, Markup(draw(title, curves))) for title, said, curves in _plots(lines)],
        length_of=lambda seconds: f"{seconds / 3600:.1f} h" if seconds >= 3600 else f"{seconds / 60:.0f} min",
    )
    draft = folder.path / ".report.html"
    draft.write_text(page, encoding="utf-8")
    draft.replace(folder.path / "report.html")


def draw(title: str, curves: Sequence[Curve]) -> str:
    """A plot over the generations, as an SVG element. Its text has the colour of the page's text."""
    parts = ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color")
    style: dict[Any, Any] = {"svg.fonttype": "none", "svg.hashsalt": title} | dict.fromkeys(parts, INK)
    with mpl.rc_context(style):
        figure = Figure(figsize=SIZE, layout="constrained")
        axes = figure.subplots()
        for curve, colour in zip(curves, COLOURS, strict=False):
            known = [number for number, value in enumerate(curve.numbers) if value is not None]
            values = [value for value in curve.numbers if value is not None]
            axes.plot(known, values, marker="o", markersize=3, color=colour, label=curve.name)
            if curve.ends:
                low, high = zip(*curve.ends, strict=True)
                axes.fill_between(known, low, high, color=colour, alpha=0.2, linewidth=0)
        axes.set_xlabel("generation")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid(alpha=0.25, color=INK)
        axes.spines[["top", "right"]].set_visible(False)
        if len(curves) > 1:
            axes.legend(frameon=False)
        out = io.StringIO()
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Title": title})
    svg = out.getvalue()
    return svg[svg.index("<svg") :].replace(INK, "currentColor")


def _plots(lines: Sequence[Mapping[str, Any]]) -> list[tuple[str, str, list[Curve]]]:
    """Each plot: its title, what it shows, and its curves."""

    def loss(*names: str) -> list[Curve]:
        return [Curve(name, [line["losses"].get(name) for line in lines]) for name in names]

    def cost(name: str) -> Curve:
        return Curve(name, [line["quantised"][name] for line in lines])

    elo = Curve("Elo", [line["elo"][0] for line in lines], [(line["elo"][1], line["elo"][2]) for line in lines])
    said = (
        "The policy of each net plays that of an earlier net, without a search. The earlier net stays the opponent "
        "until a net is 100 Elo stronger. 0 is the first net; the band is the 95% interval."
    )
    return [
        ("Strength of the policy", said, [elo]),
        ("Policy", "Divergence from the search's policy, in nats; 0 is perfect.", loss("policy")),
        ("Value", "Log loss of the chance of winning, in nats; a coin toss gives 0.693.", loss("value")),
        ("Other losses", "They help the trunk of the net learn useful features.", loss("owner", "reply", "left")),
        (
            "The cost of 8 bits",
            "The mean divergence of the policy, in nats, and the mean difference of the value, which lies in [-1, 1].",
            [cost("policy"), cost("value")],
        ),
        (
            "Length of the games",
            "The mean number of steps, over all sizes.",
            [Curve("steps", [line["length"] for line in lines])],
        ),
        (
            "Result for Black",
            "The mean over the games, from -1 (all lost) to 1 (all won).",
            [Curve("result", [line["black"] for line in lines])],
        ),
    ]
