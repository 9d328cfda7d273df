"""Draws the curve of a training run by docs/example/train_hex.py. To renew hex7.svg from hex7.json:

python docs/data/trainer/draw_curve.py
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from isthmus.match.statistics import wilson

HERE = Path(__file__).parent


def curve_picture(found: dict[str, Any]) -> str:
    """The share of points against the level by minutes, with intervals of 95 %, as SVG with the curve in its data."""
    curve = found["curve"]
    minutes = [row["minutes"] for row in curve]
    shares = [row["points"] / row["games"] for row in curve]
    intervals = [wilson(row["points"], row["games"]) for row in curve]
    below = [share - low for share, (low, _) in zip(shares, intervals, strict=True)]
    above = [high - share for share, (_, high) in zip(shares, intervals, strict=True)]
    figure = Figure(figsize=(6, 3.5), layout="constrained")
    axes = figure.subplots()
    axes.errorbar(minutes, shares, yerr=(below, above), marker="o", capsize=3)
    axes.axhline(0.5, linestyle="--", color="grey")
    axes.set(xlabel="minutes", ylabel=f"points against level {found['level']}", ylim=(0, 1))
    drawn = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": "curve"}):  # the same curve gives the same file
        figure.savefig(drawn, format="svg", metadata={"Date": None, "Description": json.dumps(curve)})
    return drawn.getvalue()[drawn.getvalue().index("<svg") :]


if __name__ == "__main__":
    found = json.loads((HERE / "hex7.json").read_text(encoding="utf-8"))
    (HERE / "hex7.svg").write_text(curve_picture(found), encoding="utf-8")
