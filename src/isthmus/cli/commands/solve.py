"""``isthmus solve``: prove the result of a position, and write the proof to a file."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from isthmus.cli.arguments import Parameters, evaluator_option
from isthmus.cli.errors import CommandError, interrupts
from isthmus.cli.position_argument import After, At, Number, OfGame, What, understand
from isthmus.cli.terminal.console import output
from isthmus.cli.terminal.writing import Force, check_free, write_file
from isthmus.errors import counted

if TYPE_CHECKING:
    from isthmus.solve.solver import Solution

__all__ = ["solve"]

UNPROVED = 1
"""The exit code if the limits were too small."""
_CUT = {
    "nodes": "the certificate needs more nodes than --nodes allows",
    "seconds": "the certificate takes longer than --seconds allows",
    "certificate_lines": "the certificate has more lines than --lines allows",
    "stop": "the certificate was interrupted",
}
"""Why a proof was not written, by the limit that was reached."""
_ORDERS = (
    "The evaluator that orders the search; the result stays the same: hand (hand-made), net (the package's net), auto "
    "(the net if the package has one, except in Network), or a FILE.net."
)
BETWEEN_LINES = 0.1
"""Seconds between updates of the progress line."""


def solve(
    what: What = "-",
    *,
    seconds: Annotated[float | None, typer.Option(min=0.001, help="Give up after this many seconds.")] = None,
    nodes: Annotated[int | None, typer.Option(min=1, help="Give up after this many nodes.")] = None,
    memory: Annotated[int, typer.Option(min=1, help="MiB for the transposition table.")] = 256,
    certificate: Annotated[
        Path | None, typer.Option(help="Write the proof to this file, for: isthmus check FILE.", metavar="FILE")
    ] = None,
    force: Force = False,
    lines: Annotated[int, typer.Option(min=1, help="Maximum number of lines of a certificate.")] = 1_000_000,
    evaluator: Annotated[str, evaluator_option(_ORDERS)] = "auto",
    at: At = None,
    after: After = None,
    number: Number = None,
    game: OfGame = None,
    param: Parameters = None,
    json_line: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Prove the result with best play: a win, loss or draw for the side to move, and a turn that achieves it.

    Without --seconds or --nodes it continues until the result is proved, or until it has tried everything; Ctrl-C ends
    it. The proof of a draw has two halves; one is written even if the other does not fit. The exit code is 1 if nothing
    is proved or the certificate is incomplete.
    """
    from isthmus.engine.nets.evaluators import ordering_net
    from isthmus.solve.solver import solve as prove

    check_free(certificate, force=force)
    position = understand(what, at, param, number, after, game=game).position
    if position.outcome:
        raise CommandError(f"nothing to solve, because the game is over: {position.outcome}")
    with _status() as say, interrupts() as interrupted:
        solution = prove(
            position,
            nodes=nodes,
            seconds=seconds,
            memory_mb=memory,
            stop=interrupted.is_set,
            on_progress=say,
            certificate=certificate is not None,
            certificate_lines=lines,
            net=ordering_net(evaluator, position.game),
        )
    written = certificate if certificate is not None and _write(solution, certificate) else None
    if json_line:
        typer.echo(json.dumps(_fields(solution, written), ensure_ascii=False))
    else:
        _print(solution, written)
    missing = solution.uncertified if certificate is not None else ()
    if missing:
        lacks = f'lacks the half "{missing[0]}"' if written else "was not written"
        typer.echo(f"{certificate} {lacks}: {_CUT[solution.ended_by or 'stop']}.", err=True)
        if solution.draw and solution.ended_by == "certificate_lines":
            typer.echo("With more --memory, the proof of a draw may have fewer lines.", err=True)
    if solution.table_mb and not solution.proved:
        typer.echo(f"To look for draws by repetition as well, use --memory {solution.table_mb}.", err=True)
    if not solution.proved or missing:
        raise typer.Exit(UNPROVED)


@contextmanager
def _status() -> Iterator[Callable[[int, int], None]]:
    """A function that updates a progress line on a terminal, separate from standard output."""
    console = Console(stderr=True, highlight=False, emoji=False)
    began, shown = monotonic(), 0.0
    with console.status("proving; Ctrl-C ends it") as status:

        def say(nodes: int, lines: int) -> None:
            nonlocal shown
            if (now := monotonic()) - shown < BETWEEN_LINES:
                return
            shown = now
            done = f"proved, writing the certificate: {counted(lines, 'line')}" if lines else "proving"
            status.update(f"{done}, {counted(nodes, 'node')}, {now - began:.0f} s; Ctrl-C ends it")

        yield say


def _write(solution: Solution, path: Path) -> bool:
    if not solution.certificates:
        return False
    lines = (line for certificate in solution.certificates for line in certificate.text())
    write_file("".join(f"{line}\n" for line in lines).encode(), path)
    return True


def _fields(solution: Solution, written: Path | None) -> dict[str, object]:
    return {
        "game": str(solution.position.game),
        "seat": str(solution.seat),
        "result": solution.result,
        "least": solution.least,
        "most": solution.most,
        "turn": None if solution.turn is None else str(solution.turn),
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 3),
        "certificate": None if written is None else str(written),
    }


def _print(solution: Solution, written: Path | None) -> None:
    console = output()
    position = solution.position
    settled = not position.snapshot.opening.under_way
    chooses = ", who chooses a colour" if position.choosing else ""
    actor = f"{solution.seat} player" + (f" ({position.to_move})" if settled else chooses)
    acting = f"the {actor}{chooses and ','} is to move"
    pie = "" if settled or position.choosing else " (with the pie rule)"
    said = f"{solution.result} for the {actor}{pie}" if solution.proved else f"{solution}; {acting}"
    turn = f"; best is {solution.turn}" if solution.turn else ""
    console.print(f"[bold]{said}[/bold]{turn}", soft_wrap=True)
    console.print(f"{counted(solution.nodes, 'node')}, {solution.seconds:.2f} s", style="dim", soft_wrap=True)
    for certificate in solution.certificates if written else ():
        about = f"{certificate.claim}, {counted(len(certificate.lines), 'line')}"
        console.print(f"{written}: {about}", style="dim", soft_wrap=True, markup=False)
