"""The errors of Isthmus, one small tree.

::

    IsthmusError
    ├── RulesError(ValueError)        no such game, or a parameter out of range
    │   └── PositionError             stones that are impossible in this game
    ├── NotationError(ValueError)     text that cannot be read
    ├── IllegalTurnError(ValueError)  readable, but the rules forbid it here; says why
    ├── DrawingError(ValueError)      a drawing option that does not exist or is out of range
    └── SearchError(RuntimeError)     a search, proof, match or training run cannot be carried out

Some modules add their own below IsthmusError, such as isthmus.record.RefusedError.

Every message says what was found and what was expected. The library never prints and never exits.
"""

from collections.abc import Iterable
from importlib.util import find_spec
from json import JSONDecodeError
from types import UnionType

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
"""The maximum number of characters of a text that a message repeats."""


A_POSITION = "a position, such as isthmus.game('hex').start()"
A_RECORD = "a record, such as isthmus.record.read_record returns"


def quoted(found: object) -> str:
    """The found value for a message: in quotes, on one line, and shortened if it is long."""
    if isinstance(found, str):
        return repr(found if len(found) <= _LONGEST else found[:_LONGEST] + "…")
    try:
        text = repr(found)
    except Exception:
        return f"something of type {type(found).__name__}"  # such as a whole number with thousands of digits
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"


def plural(count: int, what: str) -> str:
    """The noun for a number: ``'turn'`` for 1, otherwise ``'turns'``."""
    return what if count == 1 else f"{what}s"


def counted(count: int, what: str) -> str:
    """A number with its noun: ``'1 turn'``, ``'2 turns'``."""
    return f"{count} {plural(count, what)}"


def json_fault(error: Exception) -> str:
    """What is wrong with one line of JSON, in words, from the error of ``json.loads``."""
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, JSONDecodeError):
        what = error.msg.removesuffix(" at")
        return f"{what[:1].lower()}{what[1:]} at character {error.pos + 1}".replace("expecting", "expected")
    return str(error)


class IsthmusError(Exception):
    """The root: catch this to catch everything that Isthmus raises on purpose.

    >>> import isthmus
    >>> try:
    ...     isthmus.game("hex", size=2)
    ... except isthmus.IsthmusError as error:
    ...     print(error)
    hex: size is 2; expected a whole number from 3 to 26
    """


class RulesError(IsthmusError, ValueError):
    """No such game, no such parameter, or a value out of its range.

    >>> import isthmus
    >>> isthmus.game("hex", sise=5)
    Traceback (most recent call last):
    isthmus.errors.RulesError: hex has no parameter 'sise'; it has: size, pie
    """


class PositionError(RulesError):
    """A set-up that is impossible in the game (overlapping stones, a forbidden cell).

    >>> import isthmus
    >>> isthmus.game("hex", size=5).position(black=["c3"], white=["c3"])
    Traceback (most recent call last):
    isthmus.errors.PositionError: c3 is given two stones; a field holds one
    """


class NotationError(IsthmusError, ValueError):
    """Text that is not a turn, a step, a point, a position or a diagram.

    >>> import isthmus
    >>> isthmus.game("hex", size=5).start().at("z9")
    Traceback (most recent call last):
    isthmus.errors.NotationError: no field 'z9' on this board; its columns are a to e, ...
    """


class IllegalTurnError(IsthmusError, ValueError):
    """A readable turn or step that the rules do not allow in this position.

    >>> import isthmus
    >>> isthmus.game("hex", size=5, pie=0).start().play("c3").play("c3")
    Traceback (most recent call last):
    isthmus.errors.IllegalTurnError: c3 is occupied by black
    """


class DrawingError(IsthmusError, ValueError):
    """A drawing option that does not exist or is out of its range.

    >>> import isthmus
    >>> isthmus.render.to_svg(isthmus.game("hex").start(), theme="gold")
    Traceback (most recent call last):
    isthmus.errors.DrawingError: no theme is called 'gold'; the themes are: wood, paper, dark
    """


class SearchError(IsthmusError, RuntimeError):
    """A search, proof, match or training run cannot be carried out, for example because the game is over.

    >>> import isthmus
    >>> isthmus.search(isthmus.game("hex").start(), simulations=0)
    Traceback (most recent call last):
    isthmus.errors.SearchError: limits must be positive; got simulations=0
    """


def expect(value: object, kind: type | tuple[type, ...] | UnionType, what: str, error: type[IsthmusError]) -> None:
    """Raise ``error``, which says that ``what`` was expected, unless the value is of this kind."""
    if not isinstance(value, kind):
        raise error(f"expected {what}; got {quoted(value)}")


def expect_packages(who_needs: str, names: Iterable[str], extra: str) -> None:
    """Raise SearchError, with the command that helps, if one of these packages of an extra is missing.

    ``who_needs`` begins the sentence: ``'the lab needs'``.
    """
    if missing := [name for name in names if find_spec(name) is None]:
        raise SearchError(f"{who_needs} {', '.join(missing)}; install: pip install 'isthmus[{extra}]'")
