"""The progress of a training run on the terminal: games, losses, Elo and the time left, redrawn in place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from rich.console import RenderableType
from rich.progress_bar import ProgressBar
from rich.table import Table

__all__ = ["StandingLike", "draw_standing", "duration", "line_of"]


class StandingLike(Protocol):
    """The shown part of ``isthmus.learn.standing.Standing``. This module does not load the training libraries."""

    @property
    def seconds(self) -> float: ...
    @property
    def limit(self) -> float: ...
    @property
    def generation(self) -> int: ...
    @property
    def generation_games(self) -> int: ...
    @property
    def games(self) -> int: ...
    @property
    def positions(self) -> int: ...
    @property
    def steps(self) -> int: ...
    @property
    def window(self) -> int: ...
    @property
    def sizes(self) -> Mapping[int, float]: ...
    @property
    def rates(self) -> tuple[float, float, float]: ...
    @property
    def losses(self) -> Mapping[str, float]: ...
    @property
    def elo(self) -> tuple[float, float, float] | None: ...


def draw_standing(standing: StandingLike, of_generation: int) -> RenderableType:
    """The standing as a table; ``of_generation`` is the number of games in a generation."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim")
    table.add_column()
    games, positions, learned = standing.rates
    sizes = ", ".join(f"size {size} {share:.0%}" for size, share in standing.sizes.items())
    left = max(0.0, standing.limit - standing.seconds)
    done = standing.generation_games  # whole tasks, so there may be more than wanted
    of = f" of {of_generation:,}" if done < of_generation else ""
    table.add_row("time", f"{duration(standing.seconds)} of {duration(standing.limit)}, {duration(left)} left")
    table.add_row(
        "generation",
        f"{standing.generation}, game {done:,}{of} ({sizes})",
    )
    table.add_row("games", f"{standing.games:,} ({games:.2f} a second); learning from the last {standing.window:,}")
    table.add_row("positions", f"{standing.positions:,} with a policy ({positions:.1f} a second)")
    table.add_row("learner", f"step {standing.steps:,} ({learned:.0f} positions a second)")
    table.add_row("losses", _losses(standing.losses))
    table.add_row("policy's Elo", _elo(standing.elo))
    table.add_row("", ProgressBar(total=max(standing.limit, 1e-9), completed=standing.seconds, width=60))
    return table


def line_of(standing: StandingLike) -> str:
    """The standing in one line, for a log."""
    counts = f"generation {standing.generation}, {standing.games:,} games, step {standing.steps:,}"
    elo = "" if standing.elo is None else f", policy's Elo {_elo(standing.elo)}"
    return f"{duration(standing.seconds)}: {counts}, losses {_losses(standing.losses)}{elo}"


def duration(seconds: float) -> str:
    """A time in words: hours and minutes, or minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s"


def _losses(losses: Mapping[str, float]) -> str:
    first = [name for name in ("policy", "value") if name in losses]
    words = [f"{name} {losses[name]:.3f}" for name in dict.fromkeys([*first, *losses])]
    return ", ".join(words) or "not yet known"


def _elo(elo: tuple[float, float, float] | None) -> str:
    if elo is None:
        return "known after the first generation"
    return f"{elo[0]:+.0f} ({elo[1]:+.0f} to {elo[2]:+.0f}) over the first net"
