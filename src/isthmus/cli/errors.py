"""What a command says when it cannot do what it was asked; the message is all that the user sees."""

from __future__ import annotations

from isthmus.errors import IsthmusError

__all__ = ["CommandError"]


class CommandError(IsthmusError):
    """A command was asked for something impossible: a missing file, options that do not go together."""
