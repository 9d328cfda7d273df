"""Study: the questions, games, players, numbers of games, and claims."""

from __future__ import annotations

import hashlib
import itertools
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from pydantic import ValidationError

from isthmus.engine.nets.evaluators import check_evaluator
from isthmus.errors import IsthmusError, NotationError, quoted
from isthmus.games import game as make_game
from isthmus.lab.study.lines import line_of
from isthmus.lab.study.messages import first_mistake
from isthmus.lab.study.schema import StudyFile
from isthmus.match.player_spec import parse_player
from isthmus.record.files import decode_text
from isthmus.rules.parameters import format_game

__all__ = ["Strength", "Study", "StudyError"]

_LONGEST_LINE = 10_000
"""The maximum number of characters in a line: tomllib takes quadratic time for a long key with dots, which is on one
line.
"""


class StudyError(IsthmusError, ValueError):
    """A study file that cannot be read; the message names file, line and key, and what was expected."""


@dataclass(frozen=True)
class Strength:
    """A player of a study: its label in reports, its text, and its simulations if it is given by a number."""

    label: str
    player: str
    simulations: int | None


@dataclass(frozen=True)
class Study:
    """A study, checked. ``data`` is the content of its file, ``path`` the place of the file, if there is one.

    Equal data give equal games. ``core_hours`` does not matter: it only sets when a run pauses.
    """

    data: StudyFile
    path: Path | None = field(default=None, compare=False)
    text: str = field(default="", compare=False, repr=False)

    @classmethod
    def read(cls, path: Path | str) -> Self:
        """The study in a TOML file. Raises StudyError, or OSError for file errors."""
        path = Path(path)
        try:
            return cls.of(decode_text(path.read_bytes()), path)
        except NotationError as error:
            raise StudyError(f"{path}: {error}") from None

    @classmethod
    def of(cls, text: str, path: Path | None = None) -> Self:
        """The study that a TOML text describes; errors name ``path``. Raises StudyError."""
        for number, line in enumerate(text.split("\n"), start=1):
            if len(line) > _LONGEST_LINE:
                raise StudyError(
                    f"{path or 'study'}, line {number}: found {len(line):,} characters, "
                    f"expected at most {_LONGEST_LINE:,}"
                )
        try:
            found = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise StudyError(f"{path or 'study'}: {error}") from None
        except RecursionError:
            raise StudyError(f"{path or 'study'}: its lists or tables are nested too deeply") from None
        return cls.from_data(found, path, text)

    @classmethod
    def from_data(cls, found: Mapping[str, Any], path: Path | None = None, text: str = "") -> Self:
        """The study of TOML tables and keys. Raises StudyError."""
        try:
            data = StudyFile.model_validate(found)
        except ValidationError as error:
            raise _error(path, text, *first_mistake(error.errors())) from None
        study = cls(data, path, text)
        study._check()
        return study

    # What follows from it ------------------------------------------------------------------------------------------
    @cached_property
    def games(self) -> tuple[str, ...]:
        """The texts of the games, one for each combination of listed parameters, each game once."""
        found: dict[str, None] = {}
        for number in range(len(self.data.games)):
            found.update(dict.fromkeys(self._variants(number)))
        return tuple(found)

    @cached_property
    def captions(self) -> Mapping[str, str]:
        """The texts of the games for readers, by text. Parameters that differ between the variants of a game are shown
        even at their defaults."""
        games = {text: make_game(text) for text in self.games}
        found = {}
        for text, game in games.items():
            others = [other.values for other in games.values() if other.id == game.id]
            varied = [name for name, value in game.values.items() if any(other[name] != value for other in others)]
            found[text] = format_game(game.id, game.parameters, game.values, varied)
        return found

    @cached_property
    def strengths(self) -> tuple[Strength, ...]:
        """The players, from the first to the last of the file."""
        return tuple(map(self._strength, self.data.players.strengths))

    @cached_property
    def identity(self) -> str:
        """Everything that determines the games and the report, as one line of JSON."""
        said = self.data.model_dump(mode="json")
        del said["budget"]["core_hours"]
        return json.dumps(said, sort_keys=True, ensure_ascii=False, separators=(",", ":"))

    @cached_property
    def key(self) -> str:
        """A short name for the study, from its identity."""
        return hashlib.sha256(self.identity.encode()).hexdigest()[:12]

    @property
    def ledger(self) -> Path:
        """The default place of its games: next to the file, or in the current folder."""
        return self.path.with_suffix(".ledger.jsonl") if self.path else Path(f"study-{self.key}.ledger.jsonl")

    # Checks -------------------------------------------------------------------------------------------------------
    def error(self, at: tuple[str | int, ...], message: str) -> StudyError:
        """An error about a key, by its path."""
        return _error(self.path, self.text, at, message)

    def _check(self) -> None:
        for number in range(len(self.data.games)):
            self._variants(number)
        try:
            check_evaluator(self.data.players.evaluator)
        except IsthmusError as error:
            raise self.error(("players", "evaluator"), str(error)) from None
        strengths = self.data.players.strengths
        for number, strength in enumerate(strengths):
            if strength in strengths[:number]:
                raise self.error(("players", "strengths", number), f"{quoted(strength)} occurs twice")
            try:
                spec = parse_player(self._strength(strength).player)
            except IsthmusError as error:
                raise self.error(("players", "strengths", number), str(error)) from None
            if spec.kind == "gtp":
                message = (
                    f"found {quoted(strength)}, expected a number of simulations, random, level1 to level12, full(…) "
                    "or plain(…)"
                )
                raise self.error(("players", "strengths", number), message)
        names = [claim.name for claim in self.data.claims]
        for number, name in enumerate(names):
            if name in names[:number]:
                raise self.error(("claims", number, "name"), f"the name {quoted(name)} occurs twice")

    def _variants(self, number: int) -> list[str]:
        table = self.data.games[number]
        # By name, so that the order of the keys in the file does not matter.
        given_values = sorted(table.parameters.items())
        lists = {name: value if isinstance(value, list) else [value] for name, value in given_values}
        for name, values in lists.items():
            if not values:
                raise self.error(("games", number, name), "found an empty list, expected one or more values")
        found = []
        combined: tuple[Any, ...]
        for combined in itertools.product(*lists.values()):
            given = dict(zip(lists, combined, strict=True))
            try:
                found.append(str(make_game(table.game, **given)))
            except IsthmusError as error:
                blamed = next(
                    (name for name in lists if f"{name!r}" in str(error) or f": {name} is" in str(error)), "game"
                )
                raise self.error(("games", number, blamed), str(error)) from None
        return found

    def _strength(self, strength: int | str) -> Strength:
        if isinstance(strength, str):
            spec = parse_player(strength)
            simulations = spec.values.get("simulations")
            return Strength(spec.text, spec.text, None if simulations is None else int(simulations))
        player = f"full(simulations={strength},eval={self.data.players.evaluator})"
        return Strength(str(strength), player, strength)


def _error(path: Path | None, text: str, at: tuple[str | int, ...], message: str) -> StudyError:
    key = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in at).removeprefix(".")
    where = f", line {line_of(text, at)}" if text and at else ""
    return StudyError(f"{path or 'study'}{where}: {key}: {message}" if key else f"{path or 'study'}{where}: {message}")
