"""What the package promises: sorted names, a light import, documented errors, a stub that is true."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import isthmus
from isthmus import _native, errors


def test_public_names_are_sorted_and_there() -> None:
    assert isthmus.__all__ == sorted(isthmus.__all__)
    assert all(hasattr(isthmus, name) for name in isthmus.__all__)
    assert callable(isthmus.search)


def test_import_loads_none_of_the_faces() -> None:
    heavy = "typer rich resvg_py numpy isthmus.cli isthmus.render"
    code = f"import sys, isthmus; print([m for m in '{heavy}'.split() if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_the_other_layers_come_when_they_are_asked_for() -> None:
    code = "import isthmus; print(*(getattr(isthmus, name).__name__ for name in ('analysis', 'record', 'render')))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told == "isthmus.analysis isthmus.record isthmus.render\n"
    with pytest.raises(AttributeError, match="'isthmus' has no attribute 'rendr'"):
        _ = isthmus.rendr


def test_every_error_is_drawn_in_the_tree() -> None:
    drawn = re.findall(r"(\w+Error)\(?", errors.__doc__ or "")
    for name in errors.__all__:
        assert name in drawn
        assert issubclass(getattr(errors, name), errors.IsthmusError)


def test_the_errors_of_the_door_are_value_errors() -> None:
    for error in (
        errors.RulesError,
        errors.NotationError,
        errors.IllegalTurnError,
        errors.PositionError,
        errors.DrawingError,
    ):
        assert issubclass(error, ValueError)


def test_the_stub_names_what_the_module_has() -> None:
    stub = (Path(isthmus.__file__).parent / "_native.pyi").read_text(encoding="utf-8")
    for owner in (_native, _native.State, _native.Game):
        for name in vars(owner):
            if not name.startswith("_"):
                assert re.search(rf"\b{name}\b", stub), f"{name} is missing from the stub"


def test_the_version_is_the_installed_one() -> None:
    from importlib.metadata import version

    assert isthmus.__version__ == version("isthmus")
