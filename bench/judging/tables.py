"""The results of bench/judgement.py as text: tables in the form of docs/strength.md."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from judging.intervals import Figure
from judging.judged import Agreement
from judging.prediction import Predicted, Reliable, Tempered


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def predicted_row(name: str, games: int, quarters: Sequence[Predicted]) -> list[str]:
    """A game's row: by quarter the log loss with its interval, how often the favourite won, and its claim."""
    return [f"`{name}`", str(games), *map(_quarter, quarters)]


def _quarter(one: Predicted) -> str:
    low, high = one.loss_interval
    return f"{one.loss:.2f} ({low:.2f}–{high:.2f}); {one.won:.0%}, {one.claimed:.0%}"


def losses_row(name: str, before: Sequence[float], after: Sequence[float]) -> list[str]:
    """A game's row: by quarter the log loss before and after."""
    return [f"`{name}`", *(f"{one:.2f} → {two:.2f}" for one, two in zip(before, after, strict=True))]


def reliability_table(rows: Sequence[Reliable]) -> str:
    """The favourites' claims, and how many of them won."""
    return table(
        ("claimed", "won", "positions", "games"),
        (
            (
                f"{one.claimed:.1%}",
                f"{one.won:.1%} ({one.won_interval[0]:.0%}–{one.won_interval[1]:.0%})",
                str(one.positions),
                str(one.games),
            )
            for one in rows
        ),
    )


def tempered_table(rows: Sequence[Tempered]) -> str:
    """The best temperature by quarter, and its effect on other games."""
    return table(
        ("quarter", "temperature", "log loss before", "after"),
        ((str(one.quarter), f"{one.temperature:.2f}", f"{one.before:.3f}", f"{one.after:.3f}") for one in rows),
    )


def agreement_table(names: Sequence[str], rows: Sequence[Agreement]) -> str:
    """Figures of judged positions, one row for each way to search them."""
    return table(
        ("search", "positions", "regret", "correlation of chances", "over the turns of a position", "rank of best"),
        (
            (
                name,
                str(one.positions),
                figure(one.regret, 3),
                figure(one.correlation, 2),
                figure(one.turns, 2),
                figure(one.rank, 1),
            )
            for name, one in zip(names, rows, strict=True)
        ),
    )


def figure(one: Figure, digits: int) -> str:
    """A number with its interval."""
    value, (low, high) = one
    return "–" if math.isnan(value) else f"{value:.{digits}f} ({low:.{digits}f}–{high:.{digits}f})"
