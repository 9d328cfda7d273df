"""``isthmus puzzle``: solve puzzles in the terminal, one after another."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from isthmus.cli.arguments import complete_game, kind_of
from isthmus.cli.commands.puzzles import GRADES_HELP, grades_of
from isthmus.cli.errors import CommandError
from isthmus.cli.terminal.console import output
from isthmus.errors import counted

if TYPE_CHECKING:
    from isthmus.analysis.puzzles.puzzle import Puzzle

__all__ = ["puzzle"]


def puzzle(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="A game, such as hex. Default: any game.", autocompletion=complete_game),
    ] = None,
    *,
    name: Annotated[
        str | None, typer.Option("--name", "-n", help="The puzzle of this name, such as 4f09c2ab. Default: random.")
    ] = None,
    grade: Annotated[str | None, typer.Option(metavar="N|N-M", help=GRADES_HELP)] = None,
    file: Annotated[
        Path | None, typer.Option("--file", "-f", dir_okay=False, help="A file of puzzles from 'isthmus puzzles'.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same puzzles.")] = None,
) -> None:
    """Solve puzzles: find the only winning turn."""
    from isthmus.cli.play.puzzle_sitting import Sitting

    choice = _chosen(game, file, name, grade)
    random.Random(seed).shuffle(choice)
    console = output()
    if console.is_terminal:
        with suppress(ImportError):
            import readline  # noqa: F401 - gives input() a line that can be edited
    solved = 0
    for shown, one in enumerate(choice, start=1):
        try:
            outcome = Sitting(console, one).run()
        except EOFError:
            console.print()
            outcome = None
        solved += outcome is True
        if outcome is None or shown == len(choice) or not _another(console):
            if shown > 1:
                console.print(f"{solved} of {counted(shown, 'puzzle')} solved on the first try.")
            return


def _chosen(game: str | None, file: Path | None, name: str | None, grade: str | None) -> list[Puzzle]:
    from isthmus.analysis.puzzles.lines import read_puzzles
    from isthmus.analysis.puzzles.shelf import games_with_puzzles, puzzles

    kind = None if game is None else kind_of(game).id
    if file is not None:
        found = [one for one in read_puzzles(file) if kind in (None, one.game.id)]
    else:
        found = [one for each in ([kind] if kind else games_with_puzzles()) for one in puzzles(each)]
    grades = grades_of(grade)
    chosen = [one for one in found if one.grade in grades and name in (None, one.name)]
    if not chosen:
        wanted = [f"called {name!r}"] * (name is not None) + [f"of grade {grade}"] * (grade is not None)
        if not found:
            raise CommandError(f"there are no puzzles{' for this game' if game else ''}{f' in {file}' if file else ''}")
        raise CommandError(f"found no puzzle {' '.join(wanted)} among {counted(len(found), 'puzzle')}")
    return chosen


def _another(console: Console) -> bool:
    console.file.flush()
    try:
        return input("Enter for another puzzle, q to quit > ").strip().lower() not in ("q", "quit", "exit", "n", "no")
    except EOFError:
        console.print()
        return False
