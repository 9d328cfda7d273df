"""``isthmus puzzle``: a puzzle in the terminal; it takes turns, and says what is right and what refutes the others."""

from __future__ import annotations

import random
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from isthmus.cli.arguments import complete_game, kind_of
from isthmus.cli.console import output, plain, show_board
from isthmus.cli.errors import CommandError
from isthmus.cli.puzzles import GRADES_HELP, grades_of
from isthmus.cli.words import counted, stone, title_of
from isthmus.errors import IllegalTurnError, NotationError

if TYPE_CHECKING:
    from isthmus.analysis.puzzles.puzzle import Puzzle

__all__ = ["puzzle"]

HELP = "Type a turn; or 'hint', 'solution', 'next' for another puzzle, 'quit'."


def puzzle(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="A game, such as hex; any without one.", autocompletion=complete_game),
    ] = None,
    *,
    name: Annotated[
        str | None, typer.Option("--name", "-n", help="The puzzle of this name, such as 4f09c2ab; else one by chance.")
    ] = None,
    grade: Annotated[str | None, typer.Option(metavar="N|N-M", help=GRADES_HELP)] = None,
    file: Annotated[
        Path | None, typer.Option("--file", "-f", dir_okay=False, help="Puzzles of 'isthmus puzzles'.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Same seed, same puzzles.")] = None,
) -> None:
    """Solve puzzles: find the only turn that wins."""
    choice = _chosen(game, file, name, grade)
    random.Random(seed).shuffle(choice)
    console = output()
    if console.is_terminal:
        with suppress(ImportError):
            import readline  # noqa: F401 - gives input() a line that can be edited
    solved = 0
    for shown, one in enumerate(choice, start=1):
        try:
            outcome = _Sitting(console, one).run()
        except EOFError:
            console.print()
            outcome = None
        solved += outcome is True
        if outcome is None or shown == len(choice) or not _another(console):
            if shown > 1:
                console.print(f"{solved} of {counted(shown, 'puzzle')} solved at the first try.")
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
        raise CommandError(f"there is no such puzzle{' '.join(['', *wanted])} among {counted(len(found), 'puzzle')}")
    return chosen


def _another(console: Console) -> bool:
    console.file.flush()
    try:
        return input("Enter for another puzzle, q to leave > ").strip().lower() not in ("q", "quit", "exit", "n", "no")
    except EOFError:
        console.print()
        return False


class _Sitting:
    """One puzzle in front of a person."""

    def __init__(self, console: Console, one: Puzzle) -> None:
        self.console = console
        self.puzzle = one
        self.failed = False

    def run(self) -> bool | None:
        """Ask until the puzzle is solved: whether at the first try, without help; None where the person leaves."""
        self._show()
        while True:
            said = self._read()
            word = said.lower()
            if word in ("quit", "q", "exit"):
                return None
            if word == "next":
                return False
            if word in ("solution", "give up"):
                self.failed = True
                self._solved("The only winning turn is")
                return False
            if word == "hint":
                self.failed = True
                self._hint()
            elif word in ("", "help", "?"):
                self._say(HELP)
            elif word == "board":
                self._show()
            elif self._right(said):
                return not self.failed

    def _show(self) -> None:
        one = self.puzzle
        if self.console.is_terminal:
            self.console.clear()
        heading = f"{title_of(one.position)} · puzzle {one.name} · grade {one.grade} of 5"
        self.console.print(heading, style="bold", markup=False, soft_wrap=True)
        show_board(self.console, one.position)
        self._say(f"{one.goal}. {HELP}")

    def _read(self) -> str:
        self.console.file.flush()
        line = input(f"{stone(self.puzzle.side, plain=plain())} to play > ").strip()
        if not sys.stdin.isatty():
            self._say(line)
        return line

    def _right(self, said: str) -> bool:
        """Whether a turn solves the puzzle; says why not."""
        try:
            answer = self.puzzle.answer(said.lower())
        except (IllegalTurnError, NotationError) as error:
            self._say(f"{error}.")
            return False
        if answer.right:
            self._solved("Right:" if not self.failed else "Right now:")
            return True
        self.failed = True
        refuted = f"the answer is {answer.reply}" if answer.reply else "that ends the game"
        self._say(f"{answer.turn} does not win: {refuted}. Try again.")
        return False

    def _hint(self) -> None:
        one = self.puzzle
        if wrong := next(iter(one.refutations), None):
            reply = f": the answer is {wrong.reply}" if wrong.reply else ""
            self._say(f"{wrong.turn} looks good, but does not win{reply}.")
        if one.themes:
            from isthmus.analysis.puzzles.themes import THEMES

            self._say(f"{'; '.join(THEMES.get(theme, theme) for theme in one.themes).capitalize()}.")
        self._say(f"The turn begins with the letter {one.solution[0]}.")

    def _solved(self, saying: str) -> None:
        one = self.puzzle
        *_, last = one.positions()
        if self.console.is_terminal:
            self.console.clear()
        show_board(self.console, one.position.play(one.solution))
        self._say(f"{saying} {one.solution}")
        if len(one.line) > 1:
            end = f" and wins: {last.outcome}" if last.outcome else " and so on"
            self._say(f"It goes on {' '.join(one.line[1:])}{end}.")
        elif last.outcome:
            self._say(f"The game is over: {last.outcome}.")

    def _say(self, text: str) -> None:
        self.console.print(text, markup=False, soft_wrap=not self.console.is_terminal)
