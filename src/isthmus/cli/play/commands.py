"""The commands that a person can type during a game: one function per command, and their table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from isthmus.cli.commands.rules import read_rules
from isthmus.cli.play import saves
from isthmus.cli.play.session import Leave, Session
from isthmus.cli.play.typed_turns import as_turn, as_typed, example, sentence, show_turns
from isthmus.cli.terminal.console import at_a_terminal
from isthmus.cli.terminal.notation_help import notation_lines
from isthmus.cli.terminal.phrases import chance_of
from isthmus.errors import IllegalTurnError, IsthmusError, NotationError
from isthmus.rules.types import Seat

__all__ = ["answer"]

HINT_SECONDS = 1.0
AGREED = ("yes", "y", "resign")


@dataclass(frozen=True)
class Command:
    """A command word with its usage and meaning. ``takes``: whether an argument may follow."""

    usage: str
    meaning: str
    run: Callable[[Session, str], None]
    takes: bool = False


def answer(session: Session, said: str) -> None:
    """Carry out a typed command or turn. Errors are shown, and nothing is lost."""
    word, _, rest = said.partition(" ")
    if not said:
        session.reply("Type a turn such as " + example(session.game.position) + ", or 'help'.")
        return
    turn = ""
    try:
        command = COMMANDS.get(ALIASES.get(word.lower(), word.lower()))
        if command is None:
            turn = as_turn(session.game.position, said)
            session.made(turn)
        elif rest.strip() and not command.takes:
            session.reply(f"'{rest.strip()}' after '{word}' is not understood; type '{word}' alone.")
        else:
            command.run(session, rest.strip())
    except NotationError as error:
        near = get_close_matches(word.lower(), COMMANDS, n=1)
        session.reply(f"Did you mean '{near[0]}'?" if near else as_typed(sentence(error), turn, said))
        session.reply("Type 'turns' for the legal turns, or 'help' for the other commands.")
    except IllegalTurnError as error:
        session.reply(as_typed(sentence(error), turn, said))
    except (IsthmusError, OSError) as error:
        session.reply(sentence(error))


# The commands -----------------------------------------------------------------------------------------------------
def _help(session: Session, _: str) -> None:
    width = max(len(command.usage) for command in COMMANDS.values()) + 2
    lines = [f"  {command.usage:<{width}}{command.meaning}" for command in COMMANDS.values()]
    first = f"Type a turn, such as {example(session.game.position)}, or one of these words:"
    session.show("\n".join((first, *lines, *notation_lines(session.game.position.game))))


def _turns(session: Session, rest: str) -> None:
    show_turns(session.console, session.say, session.game.position, rest)


def _hint(session: Session, _: str) -> None:
    position = session.game.position
    seat = position.seat
    if seat is None:
        session.say("The game is over; there are no hints.")
        return
    limits = session.game.limits
    seconds = min(HINT_SECONDS, limits.seconds or HINT_SECONDS)
    try:
        report = limits.new_engine().search(position, seconds=seconds, simulations=limits.simulations)
    except KeyboardInterrupt:
        session.reply("Hint interrupted.")
        return
    aim = ""
    if position.snapshot.opening.turns:
        chooser = session.subject_and_verb(Seat.SECOND, "choose")
        aim = f" The aim now is an even position, because {chooser[0].lower()}{chooser[1:]} the colour."
    chance = chance_of(report, session.whose(seat))
    session.reply(f"Hint: {report.best} ({chance}; {report.seconds:.1f} s).{aim}")


def _undo(session: Session, _: str) -> None:
    if session.game.resigned is not None:
        session.game.reopen()
        session.note("Resignation taken back.")
        session.save()
        return
    turns = session.game.turns
    count = session.game.undo()
    if not count:
        session.reply("Nothing to take back.")
        return
    session.note(f"Taken back: {', '.join(turns[-count:])}.")
    session.save()


def _resign(session: Session, _: str) -> None:
    if at_a_terminal() and session.read("Resign? Type 'yes', or press Enter to go on").lower() not in AGREED:
        session.reply("You did not resign; the game goes on.")
        return
    session.game.resign()


def _board(session: Session, _: str) -> None:
    session.draw()


def _rules(session: Session, _: str) -> None:
    read_rules(session.console, type(session.game.position.game))
    if session.live:
        session.draw()


def _save(session: Session, rest: str) -> None:
    path = Path(rest).expanduser() if rest else session.game.path
    if rest and path.exists():
        session.reply(f"{path} already exists; choose another name.")
        return
    if rest and not path.parent.is_dir():
        session.reply(f"There is no folder {path.parent}; choose another place.")
        return
    try:
        saves.save(session.game, path if rest else None)
    except IsthmusError as error:
        session.reply(f"{error}.")
        return
    session.reply(f"Saved in {path}")


def _quit(_: Session, __: str) -> None:
    raise Leave


COMMANDS: Mapping[str, Command] = {
    "help": Command("help", "show this list, and how turns are written", _help),
    "turns": Command("turns [STEP]", "list the legal turns, or those with a step: turns e5", _turns, takes=True),
    "hint": Command("hint", "let the computer suggest a turn, with your winning chance", _hint),
    "undo": Command("undo", "go back to your last decision", _undo),
    "resign": Command("resign", "give up the game", _resign),
    "board": Command("board", "draw the board again", _board),
    "rules": Command("rules", "read the rules of this game", _rules),
    "save": Command("save [FILE]", "write the record to a file (every turn is saved anyway)", _save, takes=True),
    "quit": Command("quit, q", "leave; 'play --resume' continues the game if it has turns", _quit),
}
ALIASES = {"?": "help", "h": "help", "moves": "turns", "exit": "quit", "q": "quit", "u": "undo", "takeback": "undo"}
