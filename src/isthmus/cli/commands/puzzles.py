"""``isthmus puzzles``: find positions with exactly one winning turn in games, and write them to a file."""

from __future__ import annotations

import math
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from isthmus.cli.errors import CommandError
from isthmus.cli.terminal.console import output
from isthmus.errors import counted

if TYPE_CHECKING:
    from isthmus.analysis.puzzles.proof import Verdict
    from isthmus.analysis.puzzles.puzzle import Puzzle
    from isthmus.analysis.puzzles.search import Harvest

__all__ = ["grades_of", "puzzles"]

GRADES_HELP = "Only puzzles of these grades, such as 3 or 2-5; 1 is the easiest, 5 the hardest."


def grades_of(text: str | None) -> range:
    """The grades of the option; without it, all grades."""
    match = re.fullmatch(r"\s*([1-5])\s*(?:-\s*([1-5])\s*)?", text or "1-5")
    if match is None or int(match[1]) > int(match[2] or match[1]):
        raise CommandError(f"--grade is {text!r}; expected a grade from 1 to 5, or a range such as 2-5")
    return range(int(match[1]), int(match[2] or match[1]) + 1)


def puzzles(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE",
            dir_okay=False,
            help="Records, logs of 'isthmus match', diagrams, or position texts, one per line.",
        ),
    ],
    *,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--output", dir_okay=False, help="Append to this file. Default: standard output."),
    ] = None,
    nodes: Annotated[int, typer.Option(min=1, help="Maximum number of solver nodes per position.")] = 20_000,
    seconds: Annotated[
        float | None, typer.Option(min=0.1, help="Stop after this time; a short search may find no puzzle.")
    ] = None,
    most: Annotated[int | None, typer.Option(min=1, help="Stop after this many puzzles.")] = None,
    grade: Annotated[str | None, typer.Option(metavar="N|N-M", help=GRADES_HELP)] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Number of games to search at the same time.")] = 1,
) -> None:
    """Find puzzles: positions of games in which exactly one turn wins, proved by the solver.

    The puzzles of a game are written as soon as the game is done, so Ctrl-C loses none of them. Positions already in
    the output, even rotated or mirrored, are not written again. To solve puzzles: isthmus puzzle.

    In games of weak players there is more to find:

    isthmus match level3 level2 --game 'hex(size=7)' --games 20 --log match.jsonl

    isthmus puzzles match.jsonl --output mine.jsonl --seconds 60
    """
    from isthmus.analysis.puzzles.hunt import hunt
    from isthmus.analysis.puzzles.lines import format_puzzle, header, read_puzzles
    from isthmus.analysis.puzzles.search import check_source
    from isthmus.analysis.puzzles.sources import read_sources

    grades = grades_of(grade)
    sources = [source for file in files for source in read_sources(file)]
    for source in sources:
        check_source(source)
    new = out is None or not out.exists() or not out.stat().st_size
    before = () if new or out is None else read_puzzles(out)
    with out.open("a", encoding="utf-8", newline="\n") if out else nullcontext(sys.stdout) as file, _Bar() as bar:
        if new:
            _write(file, header())
        elif out is not None and not out.read_bytes().endswith(b"\n"):
            file.write("\n")
        hunting = hunt(
            sources,
            nodes=nodes,
            jobs=jobs,
            known=[puzzle.position for puzzle in before],
            grades=grades,
            seconds=seconds or math.inf,
            on_position=bar.position,
        )
        try:
            with closing(hunting):
                for harvest in bar.follow(hunting, len(sources)):
                    for puzzle in harvest.puzzles[: most and most - bar.found]:
                        bar.count(puzzle)
                        _write(file, format_puzzle(puzzle))
                    if bar.found == most:
                        break
        finally:
            bar.stop()
            _report(bar, out, len(sources))


def _write(file: TextIO, line: str) -> None:
    file.write(line + "\n")
    file.flush()


class _Bar(Progress):
    """The progress bar: the games searched, and the numbers of puzzles."""

    def __init__(self) -> None:
        super().__init__(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("games"),
            TimeElapsedColumn(),
            console=Console(stderr=True, highlight=False, emoji=False),
            transient=True,
        )
        self.disable = not self.console.is_terminal
        self.games = 0
        self.out_of_time = False
        self.grades: Counter[int] = Counter()
        self.verdicts: Counter[Verdict] = Counter()
        self._looked = 0
        self._bar = self.add_task(self._words())

    @property
    def found(self) -> int:
        return self.grades.total()

    def follow(self, harvests: Iterable[Harvest], games: int) -> Iterator[Harvest]:
        self.update(self._bar, total=games)
        for harvest in harvests:
            self.games += not harvest.stopped
            self.out_of_time |= harvest.stopped
            self.verdicts += harvest.verdicts
            self._looked = self.verdicts.total()
            yield harvest
            self.update(self._bar, description=self._words(), completed=self.games)

    def position(self) -> None:
        self._looked += 1
        self.update(self._bar, description=self._words())

    def count(self, puzzle: Puzzle) -> None:
        self.grades[puzzle.grade] += 1

    def _words(self) -> str:
        return f"{counted(self._looked, 'position')}, {counted(self.found, 'puzzle')}"


def _report(bar: _Bar, out: Path | None, games: int) -> None:
    """Report the puzzles found, their file, and how many of the ``games`` were searched.

    If the puzzles go to standard output, the report goes to standard error.
    """
    from isthmus.analysis.puzzles.proof import Verdict

    console = output() if out else Console(stderr=True, highlight=False, emoji=False)
    grades = ", ".join(f"{count} of grade {grade}" for grade, count in sorted(bar.grades.items()))
    found = counted(bar.found, "puzzle") + (f" added to {out}" if out else "") + (f": {grades}" if grades else "")
    proved = (verdict for verdict in Verdict if verdict is not Verdict.UNPROVED)
    verdicts = ", ".join(f"{bar.verdicts[verdict]} with {verdict}" for verdict in proved)
    part = f"{bar.games} of {counted(games, 'game')}" if bar.games < games else counted(games, "game")
    if bar.out_of_time:
        part = f"out of time after {part}"
    looked = f"{part}, {counted(bar.verdicts.total(), 'position')}"
    console.print(found, soft_wrap=True, markup=False)
    console.print(f"{looked}: {verdicts}, {bar.verdicts[Verdict.UNPROVED]} unproved", style="dim", soft_wrap=True)
