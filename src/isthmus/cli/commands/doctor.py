"""``isthmus doctor``: the installation, how it was built, and whether it works."""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path

import typer
from rich.table import Table
from rich.text import Text

import isthmus
from isthmus import _native
from isthmus.cli.terminal.console import output
from isthmus.errors import counted
from isthmus.games import broken_games

__all__ = ["build_in_words", "doctor"]


def build_in_words(profile: str, *, assertions: bool) -> str:
    """A build of the native core in plain words: its purpose and its limits."""
    if profile == "sanitize":
        return "a sanitizer build: slow, with checks at run time; for testing only"
    if not profile.startswith("release") or assertions:
        return "a debug build: slow, with checks; measurements are meaningless"
    if profile.endswith("native"):
        return "tuned for this machine: fast here, but it may not run on another one"
    return "portable: it runs on any machine of this kind; 'make' builds one tuned for this machine"


def doctor() -> None:
    """Show what is installed and how it was built, then test every game and net; exit code 1 if anything fails."""
    from isthmus.cli.commands.net_check import net_checks
    from isthmus.cli.commands.self_test import checks
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
    results = Table.grid(padding=(0, 2))
    results.add_column(style="bold", no_wrap=True)
    for name, kind in isthmus.games().items():
        cells = []
        for check in checks(kind):
            failures += not check.passed
            mark, style = ("ok", "green") if check.passed else ("FAIL", "bold red")
            cells.append(Text.assemble((mark, style), f" {check.name}\n", (check.finding, "dim")))
        results.add_row(name, *cells)
    for name, reason in broken_games().items():
        failures += 1
        results.add_row(name, Text.assemble(("FAIL", "bold red"), " unusable\n", (reason, "dim")))
    console.print(results)
    console.print()
    nets = Table.grid(padding=(0, 2))
    nets.add_column(style="bold", no_wrap=True)
    for net in net_checks():
        failures += not net.passed
        mark, style = ("ok", "green") if net.passed else ("FAIL", "bold red")
        lines = [f" {net.finding}", *filter(None, (net.about, net.figures))]
        nets.add_row(net.name, Text.assemble((mark, style), "\n".join(lines)))
    if nets.row_count:
        console.print(nets)
    else:
        console.print("There are no nets: positions are judged by hand-made evaluators.")
    console.print()
    if failures:
        console.print(f"{counted(failures, 'check')} failed.", style="bold red")
        raise typer.Exit(1)
    console.print("Everything works.", style="green")


def _folder_in_words(folder: Path) -> str:
    nearest = folder
    while not nearest.exists() and nearest != nearest.parent:
        nearest = nearest.parent
    if not os.access(nearest, os.W_OK):
        return f"{folder} (not writable: games are not saved; set ISTHMUS_HOME to another folder)"
    return f"{folder}" + ("" if folder.exists() else " (created when the first game is saved)")
