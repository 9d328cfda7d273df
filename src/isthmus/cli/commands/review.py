"""``isthmus review``: the engine judges every turn of a game and saves the results in a record."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from isthmus._starting import INTERRUPTED
from isthmus.cli.arguments import Evaluator, Parameters
from isthmus.cli.errors import CommandError
from isthmus.cli.position_argument import Number, OfGame, is_file, understand
from isthmus.cli.terminal.console import output, plain
from isthmus.cli.terminal.writing import check_free, write_text

if TYPE_CHECKING:
    from isthmus.analysis.review.run import ReviewRun
    from isthmus.record import Record

__all__ = ["review"]

SUFFIX = ".review.jsonl"
_SAVE_EVERY = 0.5
"""The minimum number of seconds between saves; a crash loses no more work than this."""


def review(
    what: Annotated[
        str, typer.Argument(metavar="FILE|-", help="A record of a game, in any format, or - for standard input.")
    ] = "-",
    *,
    out: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", dir_okay=False, help=f"Save the review here. Default: NAME{SUFFIX} next to FILE."
        ),
    ] = None,
    keep: Annotated[
        bool, typer.Option("--keep/--print-only", help="Save the review in a file, or only print it.")
    ] = True,
    seconds: Annotated[float | None, typer.Option(min=0.001, help="Seconds per position. Default: 1.")] = None,
    simulations: Annotated[
        int | None, typer.Option(min=1, help="Simulations per position, instead of or in addition to time.")
    ] = None,
    proof_nodes: Annotated[
        int | None,
        typer.Option(min=0, help="Solver nodes per position, 0 for no proofs. Default: as much time as the search."),
    ] = None,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, max=256, help="Positions to search at the same time.")
    ] = 1,
    again: Annotated[bool, typer.Option("--again", help="Evaluate every position again.")] = False,
    variations: Annotated[bool, typer.Option("--variations", help="Also review the variations.")] = False,
    lines: Annotated[bool, typer.Option("--lines", help="Add the better lines to the record, as variations.")] = False,
    seed: Annotated[int, typer.Option(min=0, help="With --simulations, the same seed gives the same result.")] = 0,
    evaluator: Evaluator = "auto",
    svg: Annotated[
        Path | None, typer.Option("--svg", dir_okay=False, help="Draw the course of the game in this file.")
    ] = None,
    number: Number = None,
    game: OfGame = None,
    param: Parameters = None,
    force: Annotated[bool, typer.Option("--force", help="Replace the picture if it exists.")] = False,
) -> None:
    """Review a game: the winning chance before and after every turn, faults, better turns, proofs, the pie.

    FILE is not changed. The review is saved in a separate record; the same command resumes it. Without
    limits, each position is searched for one second. Where the solver tries a proof, it gets up to one more second.

    isthmus review game.jsonl --simulations 5000 --jobs 2 --svg course.svg
    """
    from isthmus.analysis.review.course_svg import course_svg
    from isthmus.analysis.review.evaluating import Effort
    from isthmus.analysis.review.report import Review
    from isthmus.analysis.review.run import ReviewRun
    from isthmus.cli.terminal.review_view import view
    from isthmus.engine import Engine

    if seconds is None and simulations is None:
        seconds = 1.0
    check_free(svg, force=force)
    record = understand(what, None, param, number, game=game).record
    if record is None:
        raise CommandError("a review needs the record of a game, and this is a single position")
    if out is not None:
        _check_output(out, what)
    path = (out or _beside(what, number)) if keep else None
    if path is not None:
        record = _with_earlier(record, path)
    if again:
        record = _without_evaluations(record)
    effort = Effort(seconds=seconds, simulations=simulations, proof_nodes=proof_nodes, seed=seed, evaluator=evaluator)
    Engine(evaluator=evaluator).judge(record.game)  # fails now if there is no such net, before a file is written
    run = ReviewRun(record, effort, jobs=jobs, variations=variations, lines=lines)
    _save(run.record, path)  # report a folder without write access before the work, not after it
    console = output()
    try:
        _work(run, path)
    except KeyboardInterrupt:
        run.conclude()
        _save(run.record, path)
        where = f"The review so far is saved in {path}; the same command resumes it." if path else "Nothing was saved."
        console.print(f"Interrupted. {where}", soft_wrap=True, markup=False)
        raise typer.Exit(INTERRUPTED) from None
    found = Review.of(run.record)
    console.print(view(found, console, plain=plain()))
    if svg is not None:
        write_text(course_svg(found), svg)
        console.print(f"The course of the game is drawn in {svg}.", style="dim", soft_wrap=True, markup=False)
    if path is not None:
        console.print(f"The review is saved in {path}.", style="dim", soft_wrap=True, markup=False)


def _beside(what: str, number: int | None) -> Path | None:
    """The default file of a review: next to the record; None if the record is not a file.

    If the record is itself a review, it is that file. If a file has several games, each has a separate review.
    """
    if not is_file(what):
        return None
    path = Path(what)
    return path if path.name.endswith(SUFFIX) else path.with_name(path.stem + (f"-{number}" if number else "") + SUFFIX)


def _check_output(out: Path, what: str) -> None:
    if out.suffix.lower() != ".jsonl":
        raise CommandError(
            f"{out}: a review is saved as JSON lines; expected .jsonl ('isthmus convert' turns it into SGF)"
        )
    if out.exists() and not out.name.endswith(SUFFIX) and Path(what).exists() and out.samefile(what):
        raise CommandError(f"{out} is the file of the game, which must not change; choose another with -o")


def _with_earlier(record: Record, path: Path) -> Record:
    """The record with the results of an earlier review in that file; CommandError if the file holds another game."""
    from isthmus.analysis.review.grafting import graft
    from isthmus.errors import IsthmusError
    from isthmus.record import read_record

    if not path.parent.is_dir():
        raise CommandError(f"there is no folder {path.parent}")
    if not path.exists():
        return record
    try:
        return graft(record, read_record(path, lenient=True))
    except IsthmusError as error:
        raise CommandError(
            f"{path} exists but is not a review of this game ({error}); choose another with -o"
        ) from None


def _without_evaluations(record: Record) -> Record:
    for node in range(len(record.nodes)):
        record = record.annotate(node, evaluation=None)
    return record


def _save(record: Record, path: Path | None) -> None:
    from isthmus.record import write_record

    if path is not None:
        write_record(record, path)


def _work(run: ReviewRun, path: Path | None) -> None:
    saved = time.monotonic()
    with _Bar() as bar, closing(run.work()) as working:
        for progress in working:
            bar.show(progress.doing, progress.done, progress.total)
            if time.monotonic() - saved >= _SAVE_EVERY:
                _save(run.record, path)
                saved = time.monotonic()
    _save(run.record, path)


class _Bar(Progress):
    """The progress bar: the present stage and its progress."""

    def __init__(self) -> None:
        super().__init__(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            TextColumn("{task.completed:.0f}{task.fields[of]}", markup=False),
            TimeRemainingColumn(),
            console=Console(stderr=True, highlight=False, emoji=False),
            transient=True,
        )
        self.disable = not self.console.is_terminal
        self._bar = self.add_task("estimates", total=None, of="")

    def show(self, doing: str, done: int, total: int | None) -> None:
        """Show the present stage."""
        self.update(
            self._bar, description=doing, completed=done, total=total, of=f"/{total}" if total is not None else ""
        )
