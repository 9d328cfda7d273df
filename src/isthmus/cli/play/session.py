"""Session: a local game on a screen. It draws, asks, lets the computer think, and saves after every turn.

``isthmus.cli.play.commands`` carries out the commands that a person types. This module decides whose turn it is, and
handles Ctrl-C and the end of the input.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from contextlib import suppress

from rich.console import Console
from rich.text import Text

from isthmus.analysis.review.narration import capital
from isthmus.cli.play import saves
from isthmus.cli.play.local_game import LocalGame
from isthmus.cli.play.typed_turns import ended_early
from isthmus.cli.terminal.console import at_a_terminal, output, plain, show_board, show_pages
from isthmus.cli.terminal.phrases import chance_of, command, opening_of, stone, title_of
from isthmus.engine.nets.evaluators import EVALUATORS
from isthmus.errors import counted
from isthmus.record.files import state_folder
from isthmus.rules.position import Position
from isthmus.rules.types import Seat, Side

__all__ = ["Leave", "Session"]

PLAIN_PHASES = ("place", "turn", "choose", "over")
"""Phases that are not mentioned: ordinary turns, and those that the prompt names anyway."""

LOW = 30
"""With fewer lines than this, a terminal has no room for one line per sentence."""
HELP = "Type 'help' for the commands and the notation of turns."


class Leave(Exception):  # noqa: N818 - not an error: the person leaves the game
    """The person leaves; the game is saved."""


class Session:
    """A game played in the terminal until it is over or the person leaves. ``answer`` handles what a person types."""

    def __init__(self, game: LocalGame, answer: Callable[[Session, str], None]) -> None:
        self.game = game
        self.answer = answer
        self.console: Console = output()
        self.live = self.console.is_terminal
        if self.live:
            with suppress(ImportError):
                import readline  # noqa: F401 - lets people edit the line at input(), and recall earlier ones
        self.notes: list[str] = []
        self.shown: Position | None = None
        self.due = ""
        self.saved = False

    # Who is who ----------------------------------------------------------------------------------------------------
    def name(self, seat: Seat) -> str:
        """A seat as the subject of a sentence: ``'you'``, ``'the computer'``, ``'the first player'``."""
        if len(self.game.people) == 1:
            return "you" if seat in self.game.people else "the computer"
        return f"the {seat} player"

    def subject_and_verb(self, seat: Seat, verb: str) -> str:
        """A seat and what it does: ``'You play'``, ``'The computer plays'``."""
        name = self.name(seat)
        ending = "" if name == "you" else "es" if verb.endswith("s") else "s"
        return f"{capital(name)} {verb}{ending}"

    def whose(self, seat: Seat) -> str:
        """A seat as an owner: ``'your'``, ``"the computer's"``."""
        return "your" if self.name(seat) == "you" else f"{self.name(seat)}'s"

    def stone(self, side: Side) -> str:
        """A colour with its stone as this screen shows it."""
        return stone(side, plain=plain())

    # The game ------------------------------------------------------------------------------------------------------
    def run(self) -> None:
        """Play until the end, or until the person leaves. The game is saved whenever this returns or raises, if it
        has turns."""
        try:
            self._welcome()
            while True:
                while not self.game.over:
                    seat = self.game.position.seat
                    if seat in self.game.people:
                        self._ask()
                    else:
                        self._think()
                self._finish()
                if not self.game.people or not self._after_end():
                    break
        except Leave:
            self._farewell()
        except EOFError:
            self.console.print()
            self._farewell()
        except KeyboardInterrupt:
            self.console.print()
            self._farewell()
            raise
        except Exception:  # such as a fault in the rules of a loaded game
            self._farewell()
            raise

    def _welcome(self) -> None:
        position, game = self.game.position, self.game
        if len(game.people) == 1:
            mine = next(iter(game.people))
            held = position.side_of(mine)
            colour = f", {self.stone(held)}" if held else ""
            self.note(f"You are the {mine} player{colour}. {HELP}")
        elif game.people:
            self.note(f"Two people play. {HELP}")
        else:
            self.note("The computer plays against itself; Ctrl-C interrupts it.")
        if game.turns:
            self.note(f"The game continues after {counted(len(game.turns), 'turn')}.")
        if position.choosing:
            self.note(f"The opening is complete; now {self.subject_and_verb(Seat.SECOND, 'choose').lower()} a colour.")
        elif position.snapshot.opening.turns:
            maker, chooser = self.subject_and_verb(Seat.FIRST, "make"), self.subject_and_verb(Seat.SECOND, "choose")
            self.note(opening_of(position, chooser[0].lower() + chooser[1:], maker))

    def note(self, text: str) -> None:
        """Show a text below the board when it is next drawn."""
        self.notes.append(text)

    def reply(self, text: str) -> None:
        """Show an answer. On a terminal the board is redrawn with the answer below it, so that nothing scrolls away."""
        if self.live and not self.game.over:
            self.note(text)
        else:
            self.say(text)

    def show(self, text: str) -> None:
        """Show a long text; to a person at a terminal on a separate page, so that the board stays on the screen."""
        if self.live and at_a_terminal():
            show_pages(self.console, Text(text))
            self.draw()
        else:
            self.say(text)

    def say(self, text: str = "") -> None:
        """Show a text now."""
        self.console.print(text, markup=False, soft_wrap=not self.live)

    def draw(self, *, keep_notes: bool = False) -> None:
        """Draw the board and the notes; on a terminal in place of the previous board.

        ``keep_notes``: show the notes again with the next board, since there is no time to read them now.
        """
        position = self.game.position
        if self.live:
            self.console.clear()
        heading = f"{title_of(position)} · turn {len(self.game.turns) + 1}"
        if position.phase not in PLAIN_PHASES:
            heading += f" · {position.phase} phase"
        self.console.print(heading, style="bold", markup=False)
        show_board(self.console, position)
        self.shown = position
        # On a short terminal every line of text pushes a line of the board off the screen.
        tight = self.live and self.console.height < LOW
        for note in [" ".join(self.notes)] if tight and self.notes else self.notes:
            self.say(note)
        if not keep_notes:
            self.notes.clear()

    def read(self, prompt: str) -> str:
        """A line from the person.

        Without a terminal the line is printed too, so that the output shows the whole session.
        """
        self.console.file.flush()
        line = input(f"{prompt} > ")
        if not at_a_terminal():
            self.say(line)
        return line.strip()

    def save(self) -> None:
        """Write the game to its file. If the folder is not writable, the game continues unsaved."""
        try:
            saves.save(self.game)
            self.saved = True
        except OSError as error:
            self.saved = False
            self.note(f"This game is not saved: {error.strerror} ({self.game.path}).")

    # A person's turn -----------------------------------------------------------------------------------------------
    def _ask(self) -> None:
        self._say_due()
        if self.shown is not self.game.position or self.notes:
            self.draw()
        self.answer(self, self.read(self._prompt()))

    def _say_due(self) -> None:
        """What a turn consists of: at the first turn, and whenever that changes. The prompt asks for a colour."""
        position = self.game.position
        if not position.choosing and position.due not in ("", self.due):
            self.due = position.due
            self.note(f"{capital(self.due)}.")

    def _prompt(self) -> str:
        position = self.game.position
        seat, opening = position.seat, position.snapshot.opening
        assert seat is not None
        yours = "You" if self.name(seat) == "you" else f"The {seat} player"
        if position.choosing:
            return f"{yours}: take-black or take-white?"
        assert position.to_move is not None
        if opening.turns:
            total = int(position.game.values.get("pie", opening.turns))
            which = f"opening turn {total - opening.turns + 1} of {total}" if total > 1 else "opening turn"
            whose = "Your" if yours == "You" else f"{yours}'s"
            return f"{whose} {which}, for {self.stone(position.to_move)}"
        return f"{yours}, {self.stone(position.to_move)}"

    def made(self, turn: str) -> None:
        """A person's turn: play it, save it, and describe what it led to."""
        seat = self.game.position.seat
        assert seat is not None
        before, choosing = self.game.position, self.game.position.choosing
        self.game.play(turn)
        self.save()
        if ended_early(before, self.game.position.last_turn):
            self.note(f"You ended the turn after one stone, {self.game.position.last_turn}. 'undo' takes it back.")
        if choosing:
            self._say_choice(seat)
        elif len(self.game.people) != 1:
            self.note(f"{self.subject_and_verb(seat, 'play')} {self.game.position.last_turn}.")

    def _say_choice(self, seat: Seat) -> None:
        """A sentence that says who chose which colour, and which colour the other player gets."""
        position = self.game.position
        taken = position.side_of(seat)
        assert taken is not None
        rest = self.name(seat.other)
        has = "have" if rest == "you" else "has"
        to_move = f"; {position.to_move} to move" if position.to_move else ""
        takes = self.subject_and_verb(seat, "take")
        self.note(f"{takes} {self.stone(taken)}, so {rest} {has} {self.stone(taken.other)}{to_move}.")

    # The computer's turn -------------------------------------------------------------------------------------------
    def _think(self) -> None:
        position, limits = self.game.position, self.game.limits
        seat = position.seat
        assert seat is not None
        if self.live or not self.game.people:
            self.draw(keep_notes=bool(self.game.people))
        began = limits.seed
        try:
            if self.live:
                with self.console.status(
                    "The computer is thinking … (Ctrl-C interrupts it)", spinner="line" if plain() else "dots"
                ):
                    report = limits.search(position)
            else:
                report = limits.search(position)
        except KeyboardInterrupt:
            limits.seed = began  # the next search uses the same seed as the interrupted one
            self._interrupted()
            return
        choosing, mover = position.choosing, position.to_move
        self.game.play(report.best)
        self.save()
        whose = "its" if self.game.people else self.whose(seat)
        chance = chance_of(report, whose, by=" by its own estimate")
        figures = f"({chance}, {report.seconds:.1f} s)"
        if choosing:
            self._say_choice(seat)
            return
        for_side = f" for {self.stone(mover)}" if mover and position.snapshot.opening.under_way else ""
        doing = "passes" if str(report.best) == "pass" else f"plays {report.best}{for_side}"
        self.note(f"{capital(self.name(seat))} {doing} {figures}.")
        if self.game.position.captured:
            self.note(f"It takes {', '.join(self.game.position.captured)} off the board.")

    def _interrupted(self) -> None:
        """Ctrl-C while the computer was thinking: nothing is lost, and the person decides what to do."""
        self.say()
        self.say("Interrupted; nothing is lost.")
        while True:
            what = self.read("Press Enter to let the computer continue, or type 'undo' or 'quit'").lower()
            if what in ("", "go on", "go"):
                return
            if what in ("quit", "q", "exit"):
                raise Leave
            if what == "undo":
                self.answer(self, "undo")
                return

    # The end -------------------------------------------------------------------------------------------------------
    def _finish(self) -> None:
        self.note(self.result())
        names, marks = self.game.position.game.topology.names, self.game.position.marks
        if marks.winning and self.game.resigned is None:
            self.note(f"The winning stones: {' '.join(names[cell] for cell in marks.winning)}.")
        self.save()
        self.draw()
        if self.saved:  # in one line, so that the path can be copied
            self.console.print(f"The record is in {self.game.path}", markup=False, soft_wrap=True)

    def result(self) -> str:
        """The result in words: the winner, the reason and the score."""
        winner, outcome = self.game.record.winner, self.game.position.outcome
        if self.game.resigned is not None:
            assert winner is not None
            resigns, wins = self.subject_and_verb(self.game.resigned, "resign"), self.subject_and_verb(winner, "win")
            return f"{resigns}. {wins}."
        assert outcome is not None
        return f"{outcome.in_words}." + (f" {self.subject_and_verb(winner, 'win')}!" if winner else "")

    def _after_end(self) -> bool:
        """Offer the actions for a finished game. Returns whether the game continues."""
        keep = "for a copy" if self.saved else "to keep the record"
        self.say(f"Type 'undo' to go back, 'save FILE' {keep}, or press Enter to leave.")
        while True:
            try:
                said = self.read("The game is over")
            except EOFError:
                self.say()
                said = ""
            if said in ("", "quit", "q", "exit"):
                return False
            word = said.split()[0].lower()
            if word in ("save", "undo", "board", "help", "rules"):
                self.answer(self, said)
                if not self.game.over:
                    return True
            else:
                self.say("The game is over; type 'undo', 'save FILE' or 'board', or press Enter to leave.")

    def _farewell(self) -> None:
        if not self.game.turns and self._kept():
            with suppress(OSError):
                self.game.path.unlink(missing_ok=True)  # all turns were taken back
        elif self.game.turns and self.game.path.exists():
            self.say(f"Saved in {self.game.path}")
            if not self.game.over:
                with suppress(OSError):
                    self.game.path.touch()  # so that --resume finds this game, even if no turn was made
                self.say(f"To resume: {self._resuming()}")

    def _kept(self) -> bool:
        """Whether the file of the game is in the usual folder, not one that the person named."""
        return self.game.path.parent == state_folder() / "games"

    def _resuming(self) -> str:
        """The command that resumes this game."""
        evaluator = self.game.limits.evaluator
        net = f" --eval {shlex.quote(evaluator)}" if evaluator not in EVALUATORS else ""  # a record keeps no path
        path = "" if self._kept() else f" {shlex.quote(str(self.game.path))}"
        return f"{command()} play --resume{net}{path}"
