"""``isthmus doctor``: the installation, how it was built, and whether it works."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

import isthmus
from isthmus import _native
from isthmus.cli.terminal.console import output
from isthmus.errors import counted
from isthmus.games import broken_games

__all__ = ["build_in_words", "doctor"]

ABOUT_NETS = (
    "value: the net's value of the start on its smallest board, for the side to act, -1 to 1; used on: the sizes where "
    "engines use it by default; shape: channels x blocks; gate: tests passed"
)
ABOUT_CARDS = (
    "losses: see docs/training.md; quantised: the mean change of the policy and of the value caused by 8-bit numbers, "
    "and the greatest change of a value; data: the hash of the games"
)


def build_in_words(profile: str, *, assertions: bool) -> str:
    """A build of the native core in plain words: its purpose and its limits."""
    if profile == "sanitize":
        return "a sanitizer build: slow, with checks at run time; for testing only"
    if not profile.startswith("release") or assertions:
        return "a debug build: slow, with checks; measurements are meaningless"
    if profile.endswith("native"):
        return "tuned for this machine: fast here, but it may not run on another one"
    return "portable: it runs on any machine of this kind; 'make' builds one tuned for this machine"


def doctor(
    cards: Annotated[bool, typer.Option("--cards", help="Also show how each net was trained and tested.")] = False,
    own: Annotated[
        list[Path] | None,
        typer.Option(
            "--net", exists=True, dir_okay=False, help="Also check the net in this file and show its card. Repeatable."
        ),
    ] = None,
) -> None:
    """Show what is installed and how it was built, then test every game and net; exit code 1 if anything fails."""
    from isthmus.cli.commands.self_test import CHECKS, checks
    from isthmus.record.files import state_folder

    console = output()
    build = _native.build_info()
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="bold", no_wrap=True)
    facts.add_column(overflow="fold")
    for name, value in (
        ("Isthmus", f"{isthmus.__version__}, in {Path(isthmus.__file__).parent}"),
        ("Python", f"{platform.python_version()} ({platform.python_implementation()}), {sys.executable}"),
        ("Platform", f"{platform.system()} {platform.release()}, {platform.machine()}"),
        ("Processors", str(os.cpu_count() or "unknown")),
        ("Native core", build_in_words(build["profile"], assertions=build["assertions"])),
        ("Profile", build["profile"]),
        ("Compiler", build["compiler"]),
        ("Flags", build["flags"]),
        ("Nets run by", f"{_native.net_kernels()[0]} (this machine has {', '.join(_native.net_kernels())})"),
        ("State folder", _folder_in_words(state_folder())),
    ):
        facts.add_row(name, value)
    console.print(facts)
    console.print()
    failures = 0
    results = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for title in ("game", *CHECKS):
        results.add_column(title, no_wrap=title == "game")
    for name, kind in isthmus.games().items():
        cells = []
        for check in checks(kind):
            failures += not check.passed
            cells.append(_marked(check.passed, check.finding))
        results.add_row(Text(name, style="bold"), *cells)
    for name, reason in broken_games().items():
        failures += 1
        results.add_row(Text(name, style="bold"), _marked(False, reason))
    console.print(results)
    console.print()
    failures += _show_nets(console, own or (), cards=cards)
    console.print()
    if failures:
        console.print(f"{counted(failures, 'check')} failed.", style="bold red")
        raise typer.Exit(1)
    console.print("Everything works.", style="green")


def _show_nets(console: Console, own: Sequence[Path], *, cards: bool) -> int:
    """Show the nets of the package and those of other files. Returns how many do not work."""
    from isthmus.cli.commands.net_check import net_check, net_checks

    nets = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    nets.add_column("net", no_wrap=True)
    for title in ("value", "sizes", "used on", "shape", "file", "gate"):
        nets.add_column(title)
    names = {path.name for path in own}
    figures = Table.grid(padding=(0, 2))
    figures.add_column(style="bold", no_wrap=True)
    errors = []
    for net in chain(net_checks(), map(net_check, own)):
        nets.add_row(Text(net.name, style="bold"), _marked(net.passed, net.finding if net.passed else ""), *net.facts)
        if not net.passed:
            errors.append(Text.assemble((net.name, "bold"), " ", _marked(False, net.finding)))
        if net.figures and (cards or net.name in names):
            figures.add_row(net.name, Text("\n".join(net.figures)))
    if not nets.row_count:
        console.print("There are no nets: positions are judged by hand-made evaluators.")
        return 0
    console.print(nets)
    for error in errors:  # whole lines, because a column is too narrow for them
        console.print(error, soft_wrap=True)
    console.print(ABOUT_NETS, style="dim")
    if figures.row_count:
        console.print()
        console.print(figures)
        console.print(ABOUT_CARDS, style="dim")
    return len(errors)


def _marked(passed: bool, finding: str) -> Text:
    mark, style = ("ok", "green") if passed else ("FAIL", "bold red")
    return Text.assemble((mark, style), " ", (finding, "dim" if passed else ""))


def _folder_in_words(folder: Path) -> str:
    from isthmus.record.files import file_in_the_way

    if file := file_in_the_way(folder):
        return f"{folder} ({file} is a file: games are not saved; set ISTHMUS_HOME to a folder)"
    nearest = folder
    while not nearest.exists() and nearest != nearest.parent:
        nearest = nearest.parent
    if not os.access(nearest, os.W_OK):
        return f"{folder} (not writable: games are not saved; set ISTHMUS_HOME to another folder)"
    return f"{folder}" + ("" if folder.exists() else " (created when the first game is saved)")
