"""Parameters of a game: declared once, checked on input, printed and parsed as ``trellis(size=15,pie=3)``."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from isthmus.errors import RulesError, quoted

__all__ = ["LONGEST_GAME", "Parameter", "Value", "check_values", "format_game", "parse_game"]

Value = int | str
LONGEST_GAME = 1000
"""The maximum number of characters in the text of a game, far more than any game needs; longer text is refused unread.
"""

_NAME = re.compile(r"[A-Za-z][\w -]*")


@dataclass(frozen=True)
class Parameter:
    """One parameter: its name, its allowed values in display order, its default and its meaning.

    ``default`` may be a function of the values already fixed, for a default that follows another parameter. The printed
    form always includes ``shown`` parameters, and the others only if they differ from the default. ``advice`` is what a
    player should know before choosing, usually empty.
    """

    name: str
    values: Sequence[Value]
    default: Value | Callable[[Mapping[str, Value]], Value]
    meaning: str
    shown: bool = False
    advice: str = ""

    def default_for(self, fixed: Mapping[str, Value]) -> Value:
        """The default, given the parameters declared before this one."""
        return self.default(fixed) if callable(self.default) else self.default

    def expected(self) -> str:
        """The allowed values in words, for messages and help."""
        if isinstance(self.values, range) and len(self.values) > 3:
            step = self.values.step
            what = {1: "a whole number", 2: "an odd number" if self.values.start % 2 else "an even number"}
            return f"{what.get(step, f'a whole number in steps of {step}')} from {self.values[0]} to {self.values[-1]}"
        return "one of " + ", ".join(str(value) for value in self.values)

    def check(self, value: object, game: str) -> Value:
        """``value`` converted (from text if need be) and checked; RulesError if it is not allowed."""
        if isinstance(value, str):
            for allowed in self.values if not isinstance(self.values, range) else ():
                if str(allowed) == value:
                    return allowed
            if re.fullmatch(r"[0-9]{1,9}", value):
                value = int(value)
        if isinstance(value, int | str) and not isinstance(value, bool) and value in self.values:
            return value
        raise RulesError(f"{game}: {self.name} is {quoted(value)}; expected {self.expected()}")


def check_values(game: str, declared: Sequence[Parameter], given: Mapping[str, object]) -> dict[str, Value]:
    """All parameters of a game with defaults filled in; RulesError names an unknown or bad one."""
    unknown = sorted(set(given) - {parameter.name for parameter in declared})
    if unknown:
        names = ", ".join(parameter.name for parameter in declared) or "none"
        raise RulesError(f"{game} has no parameter {quoted(unknown[0])}; it has: {names}")
    fixed: dict[str, Value] = {}
    for parameter in declared:
        value = given[parameter.name] if parameter.name in given else parameter.default_for(fixed)
        fixed[parameter.name] = parameter.check(value, game)
    return fixed


def format_game(
    game: str, declared: Sequence[Parameter], values: Mapping[str, Value], also: Collection[str] = ()
) -> str:
    """The canonical text of a game with its parameters. The parameters in ``also`` are shown even at their
    defaults."""
    fixed: dict[str, Value] = {}
    parts = []
    for parameter in declared:
        value = values[parameter.name]
        if parameter.shown or parameter.name in also or value != parameter.default_for(fixed):
            parts.append(f"{parameter.name}={value}")
        fixed[parameter.name] = value
    return f"{game}({','.join(parts)})"


def parse_game(text: str) -> tuple[str, dict[str, str]]:
    """``'trellis(size=15,pie=3)'`` → ``('trellis', {'size': '15', 'pie': '3'})``; RulesError if it cannot be read."""
    if isinstance(text, str) and len(text) > LONGEST_GAME:
        raise RulesError(
            f"{quoted(text)} is not a game: found {len(text):,} characters, expected at most {LONGEST_GAME}"
        )
    game, bracket, given = text.strip().partition("(") if isinstance(text, str) else ("", "", "")
    game = game.rstrip()
    if not _NAME.fullmatch(game) or (bracket and not given.endswith(")")):
        expected = "a name and parameters such as 'trellis(size=15,pie=3)'"
        raise RulesError(f"{quoted(text)} is not a game; expected {expected}")
    values: dict[str, str] = {}
    given = given.removesuffix(")").strip()
    for part in given.split(",") if given else ():
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not name or not value:
            raise RulesError(f"{quoted(part.strip())} in {quoted(text)} is not a parameter; expected name=value")
        if name in values:
            raise RulesError(f"parameter {quoted(name)} occurs twice in {quoted(text)}")
        values[name] = value
    return game, values
