"""The public names of the package for the reference, and the names whose docstring has no example.

Used by the site (``reference.py``, ``check.py``) and by the tests, so it needs only Isthmus.
"""

from __future__ import annotations

import ast
import inspect
import itertools
import sys
from collections.abc import Collection, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

import isthmus

FACES = {"isthmus.cli", "isthmus.web"}
"""Interfaces for people, not for Python programs."""
MODULES = ["isthmus.errors", "isthmus.solve.certificate", "isthmus.solve.checker"]
"""Single modules that programs import from, besides the packages."""
NO_EXAMPLES_YET = {"isthmus.lab", "isthmus.rl"}
"""Packages whose names need no example so far."""


def packages(*, without: Collection[str] = ()) -> list[str]:
    """The package itself, each package below it that lists its public names, and MODULES.

    FACES and the packages in ``without`` are left out.
    """
    return ["isthmus", *_below(isthmus.__path__, "isthmus", {*FACES, *without}), *MODULES]


def _below(path: Iterable[str], package: str, skipped: Collection[str]) -> Iterator[str]:
    for module in iter_modules(path, f"{package}."):
        if module.ispkg and module.name not in skipped:
            found = import_module(module.name)
            if getattr(found, "__all__", None):
                yield module.name
            yield from _below(found.__path__, module.name, skipped)


def public_names(package: str) -> list[str]:
    """The public names of a package, in alphabetical order."""
    return sorted((name for name in import_module(package).__all__ if not name.startswith("_")), key=str.lower)


def docstring(package: str, name: str) -> str:
    """The docstring of a public name. The docstring of a constant follows it, in the module that defines it."""
    module = import_module(package)
    thing = getattr(module, name)
    if isinstance(thing, type) or inspect.isroutine(thing) or isinstance(thing, ModuleType):
        return inspect.getdoc(thing) or ""
    defined = _origin(module, name)
    body = ast.parse(Path(inspect.getfile(defined)).read_text(encoding="utf-8")).body
    for statement, following in itertools.pairwise(body):
        targets = getattr(statement, "targets", [getattr(statement, "target", None)])
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            text = getattr(getattr(following, "value", None), "value", "")
            return inspect.cleandoc(text) if isinstance(text, str) else ""
    return ""


def _origin(module: ModuleType, name: str) -> ModuleType:
    """The module in which a name of this module is defined."""
    for statement in ast.walk(ast.parse(Path(inspect.getfile(module)).read_text(encoding="utf-8"))):
        if isinstance(statement, ast.ImportFrom) and any((one.asname or one.name) == name for one in statement.names):
            return _origin(import_module(str(statement.module)), name)
    return sys.modules[module.__name__]


def examples() -> Iterator[tuple[str, str]]:
    """The full name of every public thing that needs an example, with its docstring."""
    for package in packages(without=NO_EXAMPLES_YET):
        for name in public_names(package):
            if f"{package}.{name}" not in NO_EXAMPLES_YET:
                yield f"{package}.{name}", docstring(package, name)


def without_example() -> list[str]:
    """The public names whose docstring has no example but needs one."""
    return [name for name, text in examples() if ">>> " not in text]
