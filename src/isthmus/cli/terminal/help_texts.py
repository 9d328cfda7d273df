"""Help texts that fit the width of the terminal."""

from __future__ import annotations

from inspect import cleandoc
from typing import Any

from typer.core import TyperGroup

__all__ = ["WrappedGroup"]


class WrappedGroup(TyperGroup):
    """A group of commands whose help texts are wrapped at the width of the terminal.

    Typer keeps the line breaks of a docstring after its first paragraph, which would break lines twice.
    """

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        command = super().get_command(ctx, cmd_name)
        if command is not None and command.help:
            paragraphs = cleandoc(command.help).split("\n\n")
            command.help = "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs)
        return command
