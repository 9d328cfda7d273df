"""Writes docs/command-line.md from the commands themselves, so that the page and `--help` cannot differ.

    .venv/bin/python docs/site/command_line.py

A test fails if the page differs from the output of this program.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup

from isthmus.cli.main import app

PAGE = Path(__file__).parents[1] / "command-line.md"
WIDTH = 120
HEAD = """# Command line

<!-- Written by docs/site/command_line.py from the help texts of the program; change those. -->

`isthmus COMMAND --help` prints the same in a terminal. After a mistake, a command ends with exit code 2 and a
message that says what was expected; after Ctrl-C, with 130. Ctrl-C is also the usual way to end `serve`, `analyse` and
`solve`. It does not change their exit code, and the last two print what they have found.

POSITION may be a game such as `hex` or `'hex(size=7)'`, for its start; a file in any [format](formats.md), for its
last position; a link; position text; or `-` for standard input.

`isthmus --load FILE COMMAND` adds the games that a Python file [defines](adding-a-game.md#3-register-it); the option
may be repeated. `isthmus --version` prints the version.
"""


def page() -> str:
    """The whole page."""
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    index, sections = [], []
    for panel, words in groupby(group.list_commands(typer.Context(group)), lambda word: _panel(group, word)):
        commands = [one for word in words for one in _commands(group, "isthmus", word)]
        rows = [f"| [`{name}`](#{name.replace(' ', '-')}) | {_first(command)} |" for name, command in commands]
        index.append("\n".join([f"**{panel}**", "", "| command | what it does |", "|---|---|", *rows]))
        sections += [_section(name, command) for name, command in commands]
    return "\n\n".join(part.strip() for part in [HEAD, *index, *sections]) + "\n"


def _panel(group: TyperGroup, word: str) -> str:
    """The heading under which ``isthmus --help`` lists a command."""
    return str(group.commands[word].rich_help_panel)


def _commands(group: TyperGroup, name: str, word: str) -> Iterator[tuple[str, Any]]:
    """A command with its full name, or all commands of a group."""
    command = group.commands[word]
    if not isinstance(command, TyperGroup):
        yield f"{name} {word}", command
        return
    for inner in command.list_commands(typer.Context(command)):
        yield from _commands(command, f"{name} {word}", inner)


def _first(command: Any) -> str:
    return _plain((command.help or "").split("\n\n")[0])


def _section(name: str, command: Any) -> str:
    paragraphs = [_paragraph(part) for part in (command.help or "").split("\n\n")]
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    options = [one for one in command.params if one.param_type_name == "option" and not one.hidden]
    usage = " ".join([name, *(["[OPTIONS]"] if options else []), *map(_place, arguments)])
    parts = [f"\n## {name}", *paragraphs, f"```text\n{usage}\n```"]
    rows = [f"| `{_plain(_place(one))}` | {_meaning(one)} |" for one in arguments]
    rows += [f"| {_names(one)} | {_meaning(one)} |" for one in options]
    if rows:
        parts.append("\n".join(["| argument or option | meaning |", "|---|---|", *rows]))
    return "\n\n".join(parts)


def _paragraph(text: str) -> str:
    """A paragraph of a help text; one that is a command is an example."""
    if text.startswith("isthmus "):
        return f"```console\n$ {' '.join(text.split())}\n```"
    return textwrap.fill(_plain(text), WIDTH, break_on_hyphens=False, break_long_words=False)


def _place(argument: Any) -> str:
    """An argument as the usage line shows it."""
    name = argument.metavar or argument.name.upper()
    name = f"{name}..." if argument.nargs == -1 else name
    return name if argument.required or name.startswith("[") else f"[{name}]"


def _names(option: Any) -> str:
    names = ", ".join(f"`{name}`" for name in [*option.opts, *option.secondary_opts])
    return names if option.is_flag or not option.metavar or "|" in option.metavar else f"{names} `{option.metavar}`"


def _meaning(parameter: Any) -> str:
    """The help text, the range and the default of an argument or option."""
    said = [_plain(parameter.help or "")]
    if said[0] and not said[0].endswith((".", "?")):
        said[0] += "."
    ends = {"from": _limit(parameter, "min"), "to": _limit(parameter, "max")}
    limits = [f"{word} {number:g}" for word, number in ends.items() if number is not None]
    if limits:
        said.append(f"A number {' '.join(limits)}.")
    if parameter.param_type_name == "option" and "|" in (parameter.metavar or ""):
        said.append(f"One of {', '.join(f'`{choice}`' for choice in parameter.metavar.split('|'))}.")
    default = parameter.default
    if parameter.required:
        said.append("Required.")
    elif isinstance(default, bool):
        if parameter.secondary_opts:
            said.append(f"Default: `{(parameter.opts if default else parameter.secondary_opts)[0]}`.")
    elif default not in (None, "", [], ()) and "Default" not in said[0]:
        said.append(f"Default: {getattr(default, 'value', default)}.")
    return " ".join(filter(None, said))


def _limit(parameter: Any, name: str) -> float | None:
    """The least or greatest number allowed; Typer has kept it in two places over time."""
    found = getattr(parameter, name, None)
    return getattr(getattr(parameter, "type", None), name, None) if found is None else found


def _plain(text: str) -> str:
    """A help text in one line, safe in a table."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "\\<").replace("*", "\\*")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
