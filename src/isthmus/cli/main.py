"""The command ``isthmus``: combines the commands and turns errors into one red line."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

import isthmus
from isthmus._starting import INTERRUPTED, loaded
from isthmus.cli.commands import bench, lab, site
from isthmus.cli.commands.analyse import analyse
from isthmus.cli.commands.check import check
from isthmus.cli.commands.convert import convert
from isthmus.cli.commands.doctor import doctor
from isthmus.cli.commands.export import export
from isthmus.cli.commands.games import games
from isthmus.cli.commands.gtp import gtp
from isthmus.cli.commands.match import match
from isthmus.cli.commands.overlay import overlay
from isthmus.cli.commands.perft import perft
from isthmus.cli.commands.play import play
from isthmus.cli.commands.puzzle import puzzle
from isthmus.cli.commands.puzzles import puzzles
from isthmus.cli.commands.review import review
from isthmus.cli.commands.rules import rules
from isthmus.cli.commands.serve import serve
from isthmus.cli.commands.show import show
from isthmus.cli.commands.solve import solve
from isthmus.cli.commands.train import gate, train
from isthmus.cli.errors import reword
from isthmus.cli.terminal.console import complain, forgive_encodings
from isthmus.cli.terminal.help_texts import WrappedGroup
from isthmus.errors import IsthmusError, RulesError
from isthmus.games.files import choose_files, chosen_files

__all__ = ["app", "main"]

FAULT_SEEDS = 3
"""Random games that look for the fault of an added game."""

MISTAKE = 2


class Commands(WrappedGroup):
    """The group of all commands; the one place where errors become messages and exit codes."""

    def make_context(self, *arguments: Any, **settings: Any) -> Any:
        try:
            return super().make_context(*arguments, **settings)
        except typer.exceptions.TyperException as error:
            _refuse(error)

    def invoke(self, ctx: Any) -> Any:
        try:
            loaded()
            return super().invoke(ctx)
        except typer.exceptions.TyperException as error:
            _refuse(error)
        except IsthmusError as error:
            complain(f"{error}{_advice(error)}")
        except BrokenPipeError:
            # The reader, such as `head`, is gone. Discard the output that would be flushed at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(1) from None
        except OSError as error:
            complain(_what_failed(error))
        except (typer.Exit, typer.Abort):
            raise
        except Exception as error:
            if not (fault := _fault(error)):
                raise
            complain(fault)
        except KeyboardInterrupt:
            typer.echo("interrupted", err=True)
            raise typer.Exit(INTERRUPTED) from None
        raise typer.Exit(MISTAKE)


app = typer.Typer(
    cls=Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _what_failed(error: OSError) -> str:
    """An error of the operating system in words."""
    if not error.filename:
        return str(error)
    if not isinstance(error, FileNotFoundError):
        return f"{error.filename}: {error.strerror}"
    folder = Path(error.filename).parent
    return f"there is no file {error.filename}" if folder.is_dir() else f"there is no folder {folder}"


def _advice(error: IsthmusError) -> str:
    """How to make a game known, for an error about an unknown game."""
    unknown = "no game is called" in str(error) and not chosen_files()
    return "; a game in a Python file needs isthmus --load FILE" if unknown else ""


def _fault(error: Exception) -> str:
    """The fault of an added game that caused an exception, or an empty text.

    A wrong value from the rules of a game often makes another part of the program fail.
    """
    from isthmus.testing.returns import check_returns

    if place := isthmus.games.fault(error):
        return f"the rules of the game failed in {place}"
    for kind in isthmus.games.added:
        try:
            game = isthmus.game(kind.id)
            for seed in range(FAULT_SEEDS):
                check_returns(game, seed)
        except AssertionError as found:
            sentence = str(found).partition("\n")[0]
            return f"{kind.id} is faulty: {sentence}. Check it: isthmus.testing.check_game(isthmus.game('{kind.id}'))"
        except IsthmusError as found:
            return f"{kind.id} is faulty: {found}"
        except Exception as found:
            place = isthmus.games.fault(found)
            return f"{kind.id} is faulty: the rules failed{f' in {place}' if place else f': {found!r}'}"
    return ""


def _refuse(error: Any) -> NoReturn:
    """End with Typer's error about arguments as one line, like all other errors."""
    if type(error).__name__ == "NoArgsIsHelpError":
        raise error
    _name_param(error)
    _explain_extra(error)
    reword(error)
    said = " ".join(error.format_message().split()).removesuffix(".")
    context = getattr(error, "ctx", None)
    # A wrong value says what is expected; other mistakes need the list of options.
    advice = "" if context is None or type(error) is typer.BadParameter else f"; see {context.command_path} -h"
    complain(f"{said[:1].lower()}{said[1:]}{advice}")
    raise typer.Exit(MISTAKE)


def _name_param(error: Any) -> None:
    """For an unknown option such as --size, add to the message that parameters of a game need --param."""
    name, context = str(getattr(error, "option_name", "")).removeprefix("--"), getattr(error, "ctx", None)
    if name == "load":
        error.message += ". It comes before the command: isthmus --load FILE COMMAND"
        error.possibilities = None
    takes_parameters = context is not None and any("--param" in one.opts for one in context.command.params)
    if takes_parameters and any(name == one.name for kind in isthmus.games.values() for one in kind.parameters):
        error.message += f". For a parameter of the game: --param {name}=VALUE"
        error.possibilities = None


def _explain_extra(error: Any) -> None:
    """For an argument too many, say how to give the size of a board, or the file of a game to resume."""
    found = re.fullmatch(r"Got unexpected extra argument.* \((.*)\)", str(getattr(error, "message", "")))
    context = getattr(error, "ctx", None)
    if not found or context is None:
        return
    if context.params.get("resume"):
        error.message += ". For the game in a file: --resume FILE, without the name of a game"
    elif re.fullmatch("[0-9]+", found[1]) and any("--param" in one.opts for one in context.command.params):
        error.message += f". For a board of size {found[1]}: --param size={found[1]}, or a game such as 'hex(size=7)'"


def _load(files: list[Path] | None) -> None:
    """Add the games of these files to the catalogue; RulesError if a file has an unusable game.

    A file that only the environment names is not needed for every command, so its fault is a warning.
    """
    if not files:
        for file in chosen_files():
            if reason := isthmus.games.broken.get(str(file)):
                typer.echo(f"warning: {reason}", err=True)
        return
    choose_files(files)
    isthmus.games.refresh()
    for file in chosen_files():
        if reason := isthmus.games.broken.get(str(file)):
            raise RulesError(reason)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"isthmus {isthmus.__version__}")
        raise typer.Exit


@app.callback()
def everything(
    _wanted: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
    load: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE", exists=True, dir_okay=False, help="Add the games that a Python file defines. Repeatable."
        ),
    ] = None,
) -> None:
    """Eight two-player games of connection and territory: play, learn, analyse and solve them.

    Start with: isthmus play, or isthmus serve for a browser.
    """
    _load(load)


# In the order of the README: the most needed first.
RESEARCH = "Research, and other programs"
PANELS = {
    "Play": (play, serve, games, rules, puzzle),
    "Study": (review, analyse, overlay, solve, check, puzzles),
    "Files and pictures": (show, convert, export),
    RESEARCH: (match, train, gate, gtp, perft, doctor),
}
for panel, commands in PANELS.items():
    for command in commands:
        app.command(rich_help_panel=panel)(command)
app.add_typer(site.app, name="site", rich_help_panel=RESEARCH)
app.add_typer(lab.app, name="lab", rich_help_panel=RESEARCH)
app.add_typer(bench.app, name="bench", rich_help_panel=RESEARCH)


def main() -> None:
    """The entry point of the command ``isthmus``."""
    forgive_encodings()
    app()
