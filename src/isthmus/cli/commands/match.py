"""``isthmus match``: two players, many games, and the confidence of the result."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterator
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from isthmus._starting import INTERRUPTED
from isthmus.cli.arguments import On, Parameters, complete_game, game_of
from isthmus.cli.errors import CommandError
from isthmus.cli.terminal.console import output
from isthmus.errors import counted
from isthmus.match.game import UNFINISHED, MatchSettings
from isthmus.match.log import MatchLog
from isthmus.match.openings import KINDS, kind_for
from isthmus.match.player_spec import EXPECTED, Limits, parse_player
from isthmus.match.run import Match, Share, Tally
from isthmus.match.statistics import Pentanomial, Sprt, wilson

__all__ = ["match"]

DEFAULT_GAMES, MOST_TESTED = 100, 20_000
"""The default number of games, and the maximum with --sprt."""

_FAULT_WORDS = {
    "time": "on time",
    "illegal": "by an illegal turn",
    "refused": "by refusing a turn",
    "stopped": "because the program stopped",
    "resigned": "by resigning",
}


def match(
    a: Annotated[str, typer.Argument(metavar="A", help=f"A player: {EXPECTED}.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The opponent of A.")],
    *,
    game: Annotated[
        str,
        typer.Option("--game", "-g", help="The game, such as hex or 'hex(size=9)'.", autocompletion=complete_game),
    ],
    param: Parameters = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", "-n", min=2, help=f"Number of games, even. Default: {DEFAULT_GAMES}. With --sprt: the maximum."
        ),
    ] = None,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option(
            "--sprt",
            metavar="ELO0 ELO1",
            help="Stop as soon as one of these Elo differences is accepted, with error rates of 5%.",
        ),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", "--time", "-t", min=0.001, help="Seconds per turn. Default: 1.")
    ] = None,
    simulations: Annotated[
        int | None,
        typer.Option("--simulations", min=1, help="Simulations per turn, instead of or in addition to time."),
    ] = None,
    openings: Annotated[
        str | None,
        typer.Option(
            "--openings",
            help=f"The first turns: {', '.join(KINDS)}. Default: balanced, or none with the pie rule.",
        ),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Number of games to play at the same time.")] = 1,
    on: On = "local",
    log: Annotated[
        Path | None,
        typer.Option(
            "--log", "-l", dir_okay=False, help="Save the games in this file; the same command resumes the match."
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same openings and random numbers.")] = 0,
    margin: Annotated[
        float,
        typer.Option(
            "--margin", min=0.0, help="Seconds by which a turn may exceed its time limit before its player loses."
        ),
    ] = 1.0,
    max_turns: Annotated[
        int, typer.Option("--max-turns", min=1, help="Turns after which an unfinished game is a draw.")
    ] = 1000,
) -> None:
    """Play a match: each opening twice, with the seats exchanged.

    Prints wins, draws and losses of A, its win rate with the Wilson interval, and the Elo difference with an interval
    based on pairs. All are 95% intervals.

    isthmus match full plain --game trellis --seconds 1 --games 40 --jobs 2 --log match.jsonl
    """
    if games is not None and games % 2:
        raise CommandError(f"--games is {games}; expected an even number, as each opening is played twice")
    if sprt is not None and not sprt[0] < sprt[1]:
        raise CommandError(f"--sprt is {sprt[0]:g} {sprt[1]:g}; expected the smaller Elo first, such as --sprt 0 20")
    chosen = game_of(game, param)
    settings = MatchSettings(
        a=parse_player(a).text,
        b=parse_player(b).text,
        game=str(chosen),
        seconds=1.0 if seconds is None and simulations is None else seconds,
        simulations=simulations,
        openings=kind_for(chosen, openings),
        seed=seed,
        margin=margin,
        max_turns=max_turns,
    )
    given = [name for name, limit in (("--seconds", seconds), ("--simulations", simulations)) if limit is not None]
    if given and not any(parse_player(text).is_limited for text in (a, b)):
        players = " and ".join(dict.fromkeys((settings.a, settings.b)))
        typer.echo(f"note: {given[0]} has no effect on {players}", err=True)
    test = Sprt(*sprt) if sprt else None
    most = games or (MOST_TESTED if test else DEFAULT_GAMES)
    console = output()
    with MatchLog(log, settings) if log else nullcontext() as opened:
        played = Match(settings, pairs=most // 2, sprt=test, log=opened)
        _head(console, settings, jobs, on)
        if opened and (before := len(opened.games)):
            complete = played.accepted is not None or played.tally.games >= 2 * (most // 2)
            goes_on = "the match is complete" if complete else "the match continues"
            console.print(f"{log} already has {counted(before, 'game')}; {goes_on}.", soft_wrap=True, markup=False)
        try:
            with _Bar(played) as bar, closing(played.play(jobs, on)) as playing:
                bar.follow(playing)
        except KeyboardInterrupt:
            _report(console, played)
            where = (
                f"The games are kept in {log}; the same command resumes the match."
                if log
                else "Nothing was saved; see --log."
            )
            console.print(f"Interrupted. {where}", soft_wrap=True, markup=False)
            raise typer.Exit(INTERRUPTED) from None
        _report(console, played)


def _head(console: Console, settings: MatchSettings, jobs: int, on: str) -> None:
    given = Limits(settings.seconds, settings.simulations)
    limits = [parse_player(text).from_match(given) for text in (settings.a, settings.b)]
    first, second = map(_limits_in_words, limits)
    if first == second:
        players = f"{settings.a} against {settings.b}{f', {first}' if first else ''}"
    else:
        a, b = (f" ({said})" if said else "" for said in (first, second))
        players = f"{settings.a}{a} against {settings.b}{b}"
    openings = f"{settings.openings} openings" if settings.openings != "none" else "no openings"
    lines = [f"{settings.game}: {players}, {openings}, seed {settings.seed}"]
    timed = any(limit.seconds is not None for limit in limits)
    processors = os.cpu_count() or jobs
    if timed and on == "local" and jobs > processors:
        processor = "processor" if processors == 1 else "processors"
        lines.append(f"{jobs} games at a time on {processors} {processor}: the players get less than their full time.")
    for line in lines:
        console.print(line, soft_wrap=True, markup=False)


def _limits_in_words(limits: Limits) -> str:
    said = [f"{limits.seconds:g} s"] if limits.seconds is not None else []
    said += [counted(limits.simulations, "simulation")] if limits.simulations is not None else []
    return f"{' and '.join(said)} a turn" if said else ""


_EVERY = 0.25
"""Seconds between updates of the progress bar."""


class _Bar(Progress):
    """The progress bar: the games played and their results."""

    def __init__(self, played: Match) -> None:
        super().__init__(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True, highlight=False, emoji=False),
            transient=True,
        )
        self.disable = not self.console.is_terminal
        self._match = played
        tally = played.tally
        self._bar = self.add_task(self._words(tally), total=2 * played.pairs, completed=tally.games)

    def follow(self, playing: Iterator[object]) -> None:
        shown = -math.inf
        for _ in playing:
            # The time for a tally grows with the number of games.
            if not self.disable and time.monotonic() - shown >= _EVERY:
                tally = self._match.tally
                self.update(self._bar, description=self._words(tally), completed=tally.games)
                shown = time.monotonic()

    def _words(self, tally: Tally) -> str:
        words = f"+{tally.won} ={tally.drawn} -{tally.lost}"
        sprt = self._match.sprt
        return words if sprt is None else f"{words}  LLR {sprt.ratio(tally.pairs):+.2f}"


def _report(console: Console, played: Match) -> None:
    tally, settings = played.tally, played.settings
    results = f"{tally.won} won, {tally.drawn} drawn, {tally.lost} lost of {counted(tally.games, 'game')}"
    pairs = tally.pairs.pairs
    lines = [f"{settings.a}: {results} ({counted(pairs, 'pair')})"]
    if tally.games:
        low, high = wilson(tally.points, tally.games)
        of_pairs = "" if 2 * pairs == tally.games else f", from {counted(pairs, 'complete pair')}"
        lines.append(
            f"win rate {tally.points / tally.games:.1%} (Wilson {low:.1%} to {high:.1%}), "
            f"Elo {tally.pairs.elo_in_words()}{of_pairs}"
        )
        shares = [f"as {seat} {_share(share)}" for seat, share in tally.seats.items()]
        shares += [f"as {side} {_share(share)}" for side, share in tally.sides.items()]
        lines.append(f"points {', '.join(shares)}")
        lines.append(_faults(tally, settings))
        if tally.repeated:
            lines.append(
                f"{counted(tally.repeated, 'game')} identical to an earlier one, so the intervals are too narrow"
            )
        lines.append(f"longest turn: {' and '.join(map(_time, tally.longest))}")
    if played.sprt:
        lines.append(_verdict(played.sprt, tally.pairs, played.accepted))
    for line in lines:
        console.print(line, soft_wrap=True, markup=False)


def _time(seconds: float) -> str:
    if seconds < 0.0001:
        return "under 0.1 ms"
    return f"{seconds:.2f} s" if seconds >= 0.1 else f"{1000 * seconds:.1f} ms"


def _share(share: Share) -> str:
    return f"{share.points:g} of {share.games}"


def _faults(tally: Tally, settings: MatchSettings) -> str:
    names = {"a": settings.a, "b": settings.b}
    said = [
        f"{names[who]} lost {count} {_FAULT_WORDS[fault]}"
        for (who, fault), count in sorted(tally.faults.items())
        if fault != UNFINISHED
    ]
    if unfinished := tally.faults.get(("both", UNFINISHED)):
        said.append(f"{unfinished} unfinished after {counted(settings.max_turns, 'turn')}, counted as draws")
    return "; ".join(said) or "all games ended by the rules"


def _verdict(sprt: Sprt, pairs: Pentanomial, accepted: int | None) -> str:
    low, high = sprt.bounds
    verdict = "undecided" if accepted is None else f"Elo {(sprt.elo0, sprt.elo1)[accepted]:g} accepted"
    return (
        f"SPRT of Elo {sprt.elo0:g} against {sprt.elo1:g}: LLR {sprt.ratio(pairs):+.2f} "
        f"({low:+.2f} to {high:+.2f}), {verdict}"
    )
