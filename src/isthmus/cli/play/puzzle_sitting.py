"""One puzzle in the terminal: reads turns, confirms right ones and refutes wrong ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches

from rich.console import Console

from isthmus.analysis.puzzles.feedback import end_of, praise, task, why_wrong
from isthmus.analysis.puzzles.hints import hints
from isthmus.analysis.puzzles.puzzle import Puzzle
from isthmus.cli.commands.rules import read_rules
from isthmus.cli.play.typed_turns import as_turn, as_typed, sentence, show_turns
from isthmus.cli.terminal.console import at_a_terminal, plain, show_board
from isthmus.cli.terminal.notation_help import notation_lines
from isthmus.cli.terminal.phrases import stone, title_of
from isthmus.errors import IllegalTurnError, NotationError
from isthmus.rules.position import Position

__all__ = ["Sitting"]

HELP = "Type a turn, or one of: hint, solution, next (another puzzle), help, quit."
MEANINGS = {
    "help": "show this list",
    "hint": "see what kind of turn it is, or why a tempting turn fails; type it again for its first letter",
    "solution": "see the turn and how the game continues",
    "reply": "see what refutes your last turn, even if it gives the solution away",
    "turns [STEP]": "list the legal turns, or those with a step: turns e5",
    "board": "draw the board again",
    "rules": "read the rules of this game",
    "next": "skip to another puzzle",
    "quit, q": "leave",
}


class Sitting:
    """One puzzle session: the current turn to find, and whether there was a wrong answer."""

    def __init__(self, console: Console, one: Puzzle) -> None:
        self.console = console
        self.puzzle = one
        self.number = 0
        self.failed = False
        self.hinted = 0
        self.unsaid = ""

    @property
    def question(self) -> Position:
        """The position of the turn to find now."""
        return self.puzzle.question(self.number)

    def run(self) -> bool | None:
        """Ask until the puzzle is solved. Returns whether that took one try and no help; None if the person quits."""
        self._show()
        while True:
            said = self._read()
            word, _, rest = said.lower().partition(" ")
            word = ALIASES.get(word, word)
            if word == "quit":
                return None
            if word == "next":
                return False
            if word == "solution" or said.lower() == "give up":
                self.failed = True
                self._solved(f"The only winning turn is {self._wanted}.")
                return False
            if command := COMMANDS.get(word):
                command(self, rest.strip())
            elif self._right(said):
                return not self.failed

    @property
    def _wanted(self) -> str:
        return self.puzzle.wanted(self.number)

    def _show(self, saying: str = "") -> None:
        one = self.puzzle
        if self.console.is_terminal:
            self.console.clear()
        hardness = {1: " (easiest)", 5: " (hardest)"}.get(one.grade, "")
        heading = f"{title_of(one.position)} · puzzle {one.name} · grade {one.grade} of 5{hardness}"
        self.console.print(heading, style="bold", markup=False, soft_wrap=True)
        show_board(self.console, self.question)
        self._say(saying or f"{task(one)} {HELP}")

    def _read(self) -> str:
        self.console.file.flush()
        line = input(f"{stone(self.puzzle.side, plain=plain())} to play > ").strip()
        if not at_a_terminal():
            self._say(line)
        return line

    def _right(self, said: str) -> bool:
        """Whether a turn solves the puzzle; says why not, or asks for the next turn."""
        turn = as_turn(self.question, said)
        try:
            answer = self.puzzle.answer(turn, self.number)
        except (IllegalTurnError, NotationError) as error:
            near = get_close_matches(said.lower(), (*COMMANDS, "quit", "next", "solution"), n=1)
            unread = isinstance(error, NotationError)
            self._say(f"Did you mean '{near[0]}'?" if near and unread else as_typed(sentence(error), turn, said))
            return False
        if not answer.right:
            self.failed = True
            self.unsaid = why_wrong(self.puzzle, answer, tell=True)
            wrong = why_wrong(self.puzzle, answer)
            more = " Type 'reply' to see it anyway." if wrong != self.unsaid else ""
            self._say(f"{wrong} Try again.{more}")
            return False
        saying = praise(self.puzzle, self.number, first=not self.failed)
        if self.number + 1 == len(self.puzzle.asked):
            self._solved(saying)
            return True
        self.number, self.hinted, self.unsaid = self.number + 1, 0, ""
        self._show(saying)
        return False

    def _solved(self, saying: str) -> None:
        if self.console.is_terminal:
            self.console.clear()
        show_board(self.console, self.question.play(self._wanted))
        self._say(f"{saying} {end_of(self.puzzle, self.number)}".strip())

    def _say(self, text: str) -> None:
        self.console.print(text, markup=False, soft_wrap=not self.console.is_terminal)

    # Commands besides turns -------------------------------------------------------------------------------
    def help(self, _: str) -> None:
        """List the commands."""
        wrong = [turn.text for turn in self.question.turns() if turn.text not in (self._wanted, "pass")]
        such = f", such as {wrong[len(wrong) // 2]}," if wrong else ""
        self._say(f"Type a turn{such} or one of these words:")
        self._say("\n".join(f"  {word:<14}{meaning}" for word, meaning in MEANINGS.items()))
        if lines := notation_lines(self.puzzle.game):
            self._say("\n".join(lines))

    def hint(self, _: str) -> None:
        """Show what kind of turn it is; the second time, the letter that it begins with."""
        self.failed = True
        steps = hints(self.puzzle, self.number)
        if self.hinted == len(steps):
            self._say("There are no more hints; 'solution' shows the turn.")
            return
        again = "" if self.hinted else " Type 'hint' again for the first letter of the turn."
        self._say(steps[self.hinted].words + again)
        self.hinted += 1

    def reply(self, _: str) -> None:
        """Show the reply that was withheld because it gives the solution away."""
        self._say(self.unsaid or "There is no reply to show.")

    def turns(self, rest: str) -> None:
        """List the legal turns."""
        show_turns(self.console, self._say, self.question, rest)

    def rules(self, _: str) -> None:
        """Show the rules page of the game."""
        read_rules(self.console, type(self.puzzle.game))
        if self.console.is_terminal:
            self._show()

    def board(self, _: str) -> None:
        """Draw the board again."""
        self._show()


COMMANDS: Mapping[str, Callable[[Sitting, str], None]] = {
    "": Sitting.help,
    "help": Sitting.help,
    "hint": Sitting.hint,
    "reply": Sitting.reply,
    "turns": Sitting.turns,
    "rules": Sitting.rules,
    "board": Sitting.board,
}
ALIASES = {"?": "help", "h": "help", "moves": "turns", "exit": "quit", "q": "quit"}
