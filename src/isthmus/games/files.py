"""Games in single Python files: ``isthmus --load FILE``, or the environment variable ``ISTHMUS_LOAD``."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from hashlib import sha256
from importlib.machinery import ModuleSpec
from importlib.util import module_from_spec, spec_from_file_location
from inspect import isabstract
from pathlib import Path
from traceback import extract_tb
from types import ModuleType

from isthmus.errors import RulesError
from isthmus.rules.game import Game

__all__ = ["choose_files", "chosen_files", "games_in"]

_VARIABLE = "ISTHMUS_LOAD"
_PREFIX = "isthmus_loaded_"


def choose_files(files: Iterable[Path]) -> None:
    """Add files to those that the catalogue loads, here and in the processes that this one starts.

    Raises RulesError for a path with the character that separates paths.
    """
    paths = dict.fromkeys(map(str, [*chosen_files(), *(file.absolute() for file in files)]))
    for path in paths:
        if os.pathsep in path:
            raise RulesError(f"{path}: expected a path without {os.pathsep!r}, which separates paths in {_VARIABLE}")
    os.environ[_VARIABLE] = os.pathsep.join(paths)


def chosen_files() -> list[Path]:
    """The files that the environment variable names."""
    return [Path(name).absolute() for name in os.environ.get(_VARIABLE, "").split(os.pathsep) if name]


def games_in(file: Path) -> list[type[Game]]:
    """The Game classes that a Python file defines. The file runs once per process.

    Classes that it imports, and abstract ones without an id, are not its games. Raises RulesError if the file is
    missing, does not run, or defines no game.
    """
    name = _module_name(file)
    module = sys.modules.get(name) or _run(file, name)
    kinds = [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Game) and kind.__module__ == name
        if "id" in vars(kind) or not isabstract(kind)
    ]
    if not kinds:
        raise RulesError("defines no game; expected a subclass of isthmus.Game with an id")
    return kinds


def _module_name(file: Path) -> str:
    """The name of a file's module, which differs for files with equal names in other folders."""
    stem = re.sub(r"\W", "_", file.stem)
    return f"{_PREFIX}{stem}_{sha256(str(file.absolute()).encode()).hexdigest()[:12]}"


def _run(file: Path, name: str) -> ModuleType:
    spec = spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise RulesError("not a Python file; expected a name that ends in .py")
    if not file.is_file():
        raise RulesError("there is no such file")
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == str(file)]
        where = f"line {lines[-1]}: " if lines else ""
        raise RulesError(f"does not run: {where}{type(error).__name__}: {error}") from error
    return module


class _Finder:
    """Finds the module of a chosen file by its name, which a pickled game or position contains."""

    @staticmethod
    def find_spec(name: str, *_: object) -> ModuleSpec | None:
        """The spec of the module with this name; None for all other modules."""
        if not name.startswith(_PREFIX):
            return None
        found = (file for file in chosen_files() if _module_name(file) == name)
        return next((spec_from_file_location(name, file) for file in found), None)


if chosen_files():  # another process chose them, and may send their games to this one
    sys.meta_path.append(_Finder)
