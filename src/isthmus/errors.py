"""The errors of Isthmus, one small tree.

::

    IsthmusError
    ├── RulesError(ValueError)        no such game, or a parameter out of range
    │   └── PositionError             stones that are impossible in this game
    ├── NotationError(ValueError)     text that cannot be read
    ├── IllegalTurnError(ValueError)  readable, but the rules forbid it here; says why
    ├── DrawingError(ValueError)      a drawing option that does not exist or is out of range
    └── SearchError(RuntimeError)     a search was asked for something impossible

Every message says what was found and what was expected. The library never prints and never exits.
"""

__all__ = [
    "DrawingError",
    "IllegalTurnError",
    "IsthmusError",
    "NotationError",
    "PositionError",
    "RulesError",
    "SearchError",
]

_LONGEST = 60
"""The most characters of a text that a message repeats."""


def quoted(found: object) -> str:
    """The found value for a message: in quotes, on one line, and shortened if it is long."""
    if isinstance(found, str):
        return repr(found if len(found) <= _LONGEST else found[:_LONGEST] + "…")
    try:
        text = repr(found)
    except Exception:
        return f"something of type {type(found).__name__}"  # such as a whole number with thousands of digits
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


class IsthmusError(Exception):
    """The root: catch this to catch everything that Isthmus raises on purpose."""


class RulesError(IsthmusError, ValueError):
    """No such game, no such parameter, or a value out of its range."""


class PositionError(RulesError):
    """A set-up that is impossible in the game (overlapping stones, a forbidden cell)."""


class NotationError(IsthmusError, ValueError):
    """Text that is not a turn, a step, a point, a position or a diagram."""


class IllegalTurnError(IsthmusError, ValueError):
    """A readable turn or step that the rules do not allow in this position."""


class DrawingError(IsthmusError, ValueError):
    """A drawing option that does not exist or is out of its range."""


class SearchError(IsthmusError, RuntimeError):
    """A search was asked for something impossible, such as a turn in a finished game."""
