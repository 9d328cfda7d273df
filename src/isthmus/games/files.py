"""Games in single Python files: ``isthmus --load FILE``, or the environment variable ``ISTHMUS_LOAD``."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from importlib.util import module_from_spec, spec_from_file_location
from inspect import isabstract
from pathlib import Path
from traceback import extract_tb

from isthmus.errors import RulesError
from isthmus.rules.game import Game

__all__ = ["choose_files", "chosen_files", "games_in"]

_VARIABLE = "ISTHMUS_LOAD"


def choose_files(files: Iterable[Path]) -> None:
    """Let the catalogue load these files, here and in the processes that this one starts."""
    os.environ[_VARIABLE] = os.pathsep.join(str(file.absolute()) for file in files)


def chosen_files() -> list[Path]:
    """The files that the environment variable names."""
    return [Path(name) for name in os.environ.get(_VARIABLE, "").split(os.pathsep) if name]


def games_in(file: Path) -> list[type[Game]]:
    """The Game classes that a Python file defines. RulesError if it does not run or defines no game.

    The file runs. Classes that it imports, and abstract ones without an id, are not its games.
    """
    name = f"isthmus_loaded_{file.stem}"
    spec = spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise RulesError(f"{file} is not a Python file; expected a name that ends in .py")
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == str(file)]
        where = f"line {lines[-1]}: " if lines else ""
        raise RulesError(f"{file} does not run: {where}{type(error).__name__}: {error}") from error
    kinds = [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Game) and kind.__module__ == name
        if "id" in vars(kind) or not isabstract(kind)
    ]
    if not kinds:
        raise RulesError(f"{file} defines no game; expected a subclass of isthmus.Game with an id")
    return kinds
