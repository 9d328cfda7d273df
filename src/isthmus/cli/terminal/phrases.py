"""Phrases for a game in the terminal: players, colours, the opening, winning chances."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

from isthmus.cli.terminal.canvas import ASCII, UNICODE
from isthmus.engine import Report
from isthmus.engine.report import percent
from isthmus.games.files import chosen_files
from isthmus.rules.position import Position
from isthmus.rules.types import Seat, Side

__all__ = ["chance_of", "command", "opening_of", "stone", "title_of"]


def command() -> str:
    """The command line that runs Isthmus with the files of games that are loaded now."""
    return " ".join([_program(), *(f"--load {shlex.quote(_from_here(file))}" for file in chosen_files())])


def _program() -> str:
    """The name of Isthmus if the shell finds it, otherwise its path."""
    if shutil.which("isthmus"):
        return "isthmus"
    ran = Path(sys.argv[0])
    if ran.name == "isthmus" and ran.is_file():
        return _from_here(ran)
    return f"{_from_here(Path(sys.executable))} -m isthmus"


def _from_here(path: Path) -> str:
    """A path as people type it: relative if it is below the current folder."""
    whole = Path(os.path.abspath(path))  # noqa: PTH100 - links, such as the Python of a virtual environment, must be kept
    return str(whole.relative_to(Path.cwd()) if whole.is_relative_to(Path.cwd()) else whole)


def stone(side: Side, *, plain: bool) -> str:
    """A colour with its stone: ``'black ●'``."""
    return f"{side} {(ASCII if plain else UNICODE).stones[side.value]}"


def title_of(position: Position) -> str:
    """The game's title and its parameters: ``'Hex (size=11, pie=1)'``."""
    game = position.game
    values = str(game).partition("(")[2].rstrip(")").replace(",", ", ")
    return f"{game.title} ({values})" if values else game.title


def opening_of(position: Position, chooser: str, maker: str) -> str:
    """The rest of the opening: its turns and their player, and the player who then chooses."""
    count, first = position.snapshot.opening.turns, position.snapshot.side
    begun = count < int(position.game.values.get("pie", count))
    colours = [str(first if turn % 2 == 0 else first.other) for turn in range(count)]
    turns = "the last opening turn" if begun else "the first turn"
    if count > 1:
        which = f"the other {count} opening turns" if begun else f"the first {count} turns"
        turns = f"{which}, for {', '.join(colours[:-1])} and {colours[-1]}"
    return f"{maker} {turns}; then {chooser} a colour."


def chance_of(report: Report, whose: str, *, by: str = "") -> str:
    """The winning chance from a search, for the seat to play; ``by`` follows it if it is not proved."""
    seat: Seat = report.seat
    if report.proof.win_for(seat):
        return f"{whose} win is proved"
    if report.proof.win_for(seat.other):
        return f"{whose} loss is proved"
    return f"{whose} winning chance {percent(report.chance)}{by}"
