"""The catalogue: every game class by its id, from this package, from others, and from the running program."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from importlib.metadata import EntryPoint, entry_points
from inspect import isabstract
from pathlib import Path
from traceback import extract_tb
from types import MappingProxyType
from typing import TYPE_CHECKING, Self

from isthmus.errors import RulesError, quoted
from isthmus.games.files import chosen_files, games_in
from isthmus.rules.game import Game
from isthmus.rules.parameters import Parameter

__all__ = ["Catalogue"]

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_VALUE = re.compile(r"[^\s,=()]+")
_FACTS = ("id", "title", "inventor", "year", "summary", "parameters", "goals")


class Catalogue(Mapping[str, type[Game]]):
    """Game classes by id: built-in ones, those of other packages and files, then those that were registered.

    A package adds a game by an entry point in the group ``isthmus.games`` that names a Game subclass. A file named by
    ``--load`` adds the games that it defines, in place of installed games of the same ids. Both are loaded at the first
    request for an unknown game or for the list. An unusable one is left out; ``broken`` says why.
    """

    def __init__(self, built_in: Sequence[type[Game]]) -> None:
        self._built_in = {kind.id: kind for kind in built_in}
        self._registered: dict[str, type[Game]] = {}
        self._installed: Mapping[str, type[Game]] | None = None
        self._known: Mapping[str, type[Game]] | None = None
        self._broken: dict[str, str] = {}
        self._loading = threading.RLock()  # other threads wait for the games; the loading one may ask for those so far

    def __call__(self) -> Self:
        """The catalogue itself, so that ``isthmus.games()`` is the same as ``isthmus.games``."""
        return self

    # Looking games up ------------------------------------------------------------------------------------------------
    def __getitem__(self, name: str) -> type[Game]:
        try:
            return self._here(name) or self._all()[name]
        except KeyError:
            raise KeyError(self._unknown(name)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and (self._here(name) is not None or name in self._all())

    if not TYPE_CHECKING:  # hidden from type checkers, which would then accept any name

        def __getattr__(self, name: str) -> type[Game]:
            wanted = name.replace("_", "-")
            if not name.startswith("_") and wanted in self:
                return self[wanted]
            raise AttributeError(self._unknown(name) if not name.startswith("_") else name)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *(name.replace("-", "_") for name in self)})

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def __repr__(self) -> str:
        return f"<Games: {', '.join(self)}>"

    def __str__(self) -> str:
        """A line for each game: its id and its summary."""
        width = max(map(len, self))
        return "\n".join(f"{name:<{width}}  {kind.summary}" for name, kind in self.items())

    def find(self, called: str) -> type[Game]:
        """Find a game by its id or title, in any case. Raises RulesError for an unknown name."""
        wanted = _as_id(called)
        if wanted in self:
            return self[wanted]
        for kind in self.values():
            if _as_id(kind.title) == wanted:
                return kind
        for name, reason in self.broken.items():
            if _as_id(name) == wanted:
                raise RulesError(reason)
        raise RulesError(self._unknown(called))

    @property
    def broken(self) -> Mapping[str, str]:
        """Unusable games: the name of an entry point or the path of a file, and the reason."""
        self._all()
        return MappingProxyType(self._broken)

    @property
    def added(self) -> list[type[Game]]:
        """The games of other packages and files, and the registered ones."""
        return [kind for name, kind in self._all().items() if name not in self._built_in]

    def fault(self, error: BaseException) -> str:
        """Where an added game raised an exception: ``'hedges.py, line 92, in apply: ZeroDivisionError: …'``.

        Empty if the exception did not pass through the file of an added game.
        """
        files = {getattr(sys.modules.get(kind.__module__), "__file__", None) for kind in self.added}
        files |= set(map(str, chosen_files()))
        for frame in reversed(extract_tb(error.__traceback__)):
            if frame.filename in files:
                place = f"{Path(frame.filename).name}, line {frame.lineno}, in {frame.name}"
                return f"{place}: {type(error).__name__}: {error}"
        return ""

    # Adding to them --------------------------------------------------------------------------------------------------
    def register(self, kind: type[Game]) -> None:
        """Add a class for the duration of this process, or replace the class registered under its id.

        Raises RulesError for anything but a complete Game class, and for the id of a built-in game.
        """
        if not (isinstance(kind, type) and issubclass(kind, Game)):
            raise RulesError(f"{quoted(kind)} is not a game; expected a subclass of isthmus.Game")
        self._check_new(kind)
        self._registered[kind.id] = kind
        self._known = None

    def refresh(self) -> None:
        """Forget the games of other packages and files, and look for them again when they are needed."""
        self._installed = self._known = None

    def _here(self, name: str) -> type[Game] | None:
        """A game that is known without loading other packages, which takes time and may fail."""
        return self._built_in.get(name) or self._registered.get(name)

    def _all(self) -> Mapping[str, type[Game]]:
        with self._loading:
            if self._installed is None:
                self._installed = {}  # for a file or package that asks for games while it loads
                self._installed = {**self._load_packages(), **self._load_files()}
                self._known = None  # a request during loading may have filled it
            if self._known is None:
                self._known = {**self._built_in, **self._installed, **self._registered}
            return self._known

    def _load_packages(self) -> Mapping[str, type[Game]]:
        usable: dict[str, type[Game]] = {}
        self._broken = {}
        for entry in sorted(entry_points(group="isthmus.games"), key=lambda entry: (entry.name, entry.value)):
            try:
                kind = _load(entry)
            except RulesError as error:
                self._broken[entry.name] = str(error)
                continue
            if self._built_in.get(kind.id, kind) is not kind or usable.setdefault(kind.id, kind) is not kind:
                self._broken[entry.name] = f"two games are called {kind.id!r}; {entry.value!r} is ignored"
        return usable

    def _load_files(self) -> Mapping[str, type[Game]]:
        usable: dict[str, type[Game]] = {}
        for file in chosen_files():
            try:
                kinds = games_in(file)
                for kind in kinds:
                    self._check_new(kind)
            except RulesError as error:
                self._broken[str(file)] = f"{file}: {error}"
                continue
            for kind in kinds:
                if usable.setdefault(kind.id, kind) is not kind:
                    self._broken[str(file)] = f"{file}: two games are called {kind.id!r}; give them different ids"
        return usable

    def _check_new(self, kind: type[Game]) -> None:
        """Raise RulesError for an incomplete class, and for the id of a built-in game."""
        _check_complete(kind)
        if kind.id in self._built_in:
            raise RulesError(
                f"the id of {kind.__name__} is {quoted(kind.id)}, the id of a built-in game; expected another id"
            )

    def _unknown(self, called: str) -> str:
        near = get_close_matches(_as_id(called), self, n=1) if isinstance(called, str) else []
        hint = f"did you mean {near[0]!r}? " if near else ""
        faults = "".join(f"; {self.broken[name]}" for name in map(str, chosen_files()) if name in self.broken)
        return f"no game is called {quoted(called)}; {hint}the games are: {', '.join(self)}{faults}"


def _as_id(called: str) -> str:
    """A name in the form of an id: ``Quadrant Hex`` → ``quadrant-hex``."""
    return re.sub("[_ ]+", "-", called.lower())


def _check_complete(kind: type[Game]) -> None:
    """Raise RulesError for a class that lacks a fact or a method, or whose id has another form."""
    missing = [fact for fact in _FACTS if not hasattr(kind, fact)]
    if isabstract(kind):
        missing += sorted(kind.__abstractmethods__)
    if missing:
        raise RulesError(f"the game {kind.__name__} is not complete; it lacks: {', '.join(missing)}")
    if not (isinstance(kind.id, str) and _ID.fullmatch(kind.id)):
        raise RulesError(f"the id of {kind.__name__} is {quoted(kind.id)}; expected one such as 'quadrant-hex'")
    _check_parameters(kind)
    goals = kind.goals
    texts = isinstance(goals, Sequence) and not isinstance(goals, str) and all(isinstance(goal, str) for goal in goals)
    if not texts or len(goals) != 2:
        raise RulesError(f"the goals of {kind.__name__} are {quoted(goals)}; expected two texts, for black and white")


def _check_parameters(kind: type[Game]) -> None:
    """Raise RulesError for parameters that are not declared as the contract says."""
    found = kind.parameters
    if not isinstance(found, Sequence) or not all(isinstance(one, Parameter) for one in found):
        raise RulesError(f"the parameters of {kind.__name__} are {quoted(found)}; expected a list of Parameter")
    for one in found:
        what = f"the parameter {one.name} of {kind.__name__}"
        if not isinstance(one.values, Sequence) or isinstance(one.values, str) or not one.values:
            raise RulesError(f"{what} has the values {quoted(one.values)}; expected a sequence of values")
        for value in one.values if not isinstance(one.values, range) else ():
            if type(value) not in (int, str):
                raise RulesError(f"{what} has the value {quoted(value)}; expected whole numbers or texts")
            if isinstance(value, str) and not _VALUE.fullmatch(value):
                raise RulesError(f"{what} has the value {quoted(value)}; expected a text without spaces and , = ( )")
        if not callable(one.default) and one.default not in one.values:
            raise RulesError(f"{what} has the default {quoted(one.default)}; expected {one.expected()}")


def _load(entry: EntryPoint) -> type[Game]:
    try:
        kind = entry.load()
    except Exception as error:
        raise RulesError(f"the game {entry.name!r} registered as {entry.value!r} does not load: {error}") from error
    if not (isinstance(kind, type) and issubclass(kind, Game) and isinstance(getattr(kind, "id", None), str)):
        raise RulesError(f"entry point {entry.name!r} names {entry.value!r}, which is not a Game class with an id")
    _check_complete(kind)
    return kind
