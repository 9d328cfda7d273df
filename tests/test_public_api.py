"""The promises of the package: sorted names, true types, a light import, documented errors, a correct stub."""

from __future__ import annotations

import doctest
import importlib
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import isthmus
import isthmus.analysis.review.run
import isthmus.engine.engine
import isthmus.rules.position
import isthmus.solve.solver
from isthmus import _native, errors
from isthmus.rules import playouts

sys.path.append(str(Path(__file__).parents[1] / "docs" / "site"))
import public_names

DOCUMENTED = [
    isthmus,
    sys.modules["isthmus.games"],
    sys.modules["isthmus.rules.position"],
    playouts,
    sys.modules["isthmus.solve.solver"],
    sys.modules["isthmus.engine.engine"],
    sys.modules["isthmus.analysis.review.run"],
    isthmus.testing,
    isthmus.render,
]
"""Modules with examples in the docstrings of methods or of the module."""


@pytest.mark.parametrize(
    ("face", "needs"), [("lab", "the lab needs"), ("learn", "training needs"), ("rl", "environments need")]
)
def test_a_face_names_its_missing_packages(face: str, needs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    extra = importlib.import_module(f"isthmus.{face}.extra")
    monkeypatch.setattr(extra, "NEEDED", ("numpy", "no_such_package", "nor_this_one"))
    with pytest.raises(isthmus.SearchError, match=rf"^{needs} no_such_package, nor_this_one; install: pip install "):
        extra.check_extra()


def test_public_names_are_sorted_and_exist() -> None:
    assert isthmus.__all__ == sorted(isthmus.__all__)
    assert all(hasattr(isthmus, name) for name in isthmus.__all__)
    assert callable(isthmus.search)


def test_dir_lists_what_there_is() -> None:
    assert set(isthmus.__all__) <= set(dir(isthmus))
    assert all(hasattr(isthmus, name) for name in dir(isthmus))
    assert [name for name in dir(isthmus) if not name.startswith("_")] == isthmus.__all__


def printed(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_import_loads_none_of_the_faces() -> None:
    heavy = ["typer", "rich", "resvg_py", "numpy", "PIL", "pytest", "hypothesis", "fastapi", "sqlalchemy"]
    heavy += [
        f"isthmus.{name}" for name in ["record", "render", "protocols", "match", "analysis", "testing", "cli", "web"]
    ]
    assert printed(f"import sys, isthmus; dir(isthmus); print([m for m in {heavy} if m in sys.modules])") == "[]\n"


def test_the_other_layers_load_on_first_use() -> None:
    names = "('analysis', 'record', 'render', 'testing')"
    told = printed(f"import isthmus; print(*(getattr(isthmus, name).__name__ for name in {names}))")
    assert told == "isthmus.analysis isthmus.record isthmus.render isthmus.testing\n"
    with pytest.raises(AttributeError, match="'isthmus' has no attribute 'rendr'"):
        _ = isthmus.rendr


@pytest.mark.parametrize("name", ["search", "solve", "review", "playouts", "game", "register"])
def test_a_function_of_the_face_is_never_shadowed_by_a_module(name: str) -> None:
    imports = "; ".join(f"import isthmus.{module}" for module in MODULES)
    told = f"print(isthmus.{name} is kept, type(kept).__name__)"
    assert printed(f"import isthmus; kept = isthmus.{name}; {imports}; {told}") == "True function\n"
    assert printed(f"{imports}; import isthmus; kept = isthmus.{name}; {told}") == "True function\n"


MODULES = (
    "solve.checker",
    "solve",
    "engine.engine",
    "games.hex",
    "analysis.review.run",
    "rules.playouts",
    "match.run",
    "protocols.gtp.engine",
    "testing.battery",
)


TYPED = """
import isthmus
import isthmus.solve.checker
from isthmus import Game, Position, Seat, Side, Turn
from isthmus.analysis.review import Review
from isthmus.games import trellis
from isthmus.games.hex import Hex
from isthmus.record import Record

position: Position = isthmus.games.hex(size=5, pie=0).start()
kind: type[Game] = isthmus.games["hex"]
best: Turn = isthmus.search(position, simulations=1).best
winner: Seat | None = isthmus.solve(position, seconds=1).winner
review: Review = isthmus.review(Record.of_turns(position.game, ["c3"]), simulations=1)
count: int = isthmus.playouts(position, 10, seed=1).won("black")
side: Side | None = position.side_of("first")
there: Side | None = position.at("c3")
picture: str = isthmus.render.to_svg(position)
isthmus.testing.check_game(trellis.Trellis())
title: str = isthmus.games.quadrant_hex.title
wide = isthmus.games.network(size=12, moves="anywhere")
kept: type[Game] = isthmus.games["registered"]


@isthmus.register
class Rex(Hex):
    id = "rex"


rex: Rex = Rex(size=3)
isthmus.serach(position)
isthmus.search(1)
isthmus.solve(position, second=1)
position.sideof("first")
isthmus.register(3)
isthmus.games.heks
isthmus.games.hex(sise=5)
isthmus.games.hex(size="wide")
isthmus.games.network(moves="nowhere")
Hex(sise=5)
"""

WRONG = re.compile(r"serach|\(1\)$|second=|sideof|register\(3\)|heks|sise|wide\"|nowhere")
"""The lines above that a type checker must refuse."""


def test_a_type_checker_knows_every_name_of_the_face_and_no_other(tmp_path: Path) -> None:
    from mypy import api

    file = tmp_path / "program.py"
    file.write_text(TYPED, encoding="utf-8")
    lines = TYPED.splitlines()
    wrong = {number for number, line in enumerate(lines, start=1) if WRONG.search(line)}
    found, _, _ = api.run(["--strict", "--cache-dir", str(tmp_path / "cache"), str(file)])
    errors_at = {int(number) for number in re.findall(r"program\.py:(\d+): error", found)}
    assert errors_at == wrong, found


@pytest.mark.parametrize("module", DOCUMENTED, ids=lambda module: module.__name__)
def test_the_examples_of_docstrings_are_true(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isthmus.games, "_registered", {})
    results = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    isthmus.games.refresh()
    assert results.attempted
    assert not results.failed


EXAMPLES = dict(public_names.examples())


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_public_name_has_an_example_that_runs_by_itself(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isthmus.games, "_registered", {})
    example = doctest.DocTestParser().get_doctest(EXAMPLES[name], {}, name, None, None)
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example)
    isthmus.games.refresh()
    assert results.attempted, "the reference needs an example in this docstring"
    assert not results.failed


def test_the_reference_has_the_packages_of_the_face_and_what_they_hold() -> None:
    assert {f"isthmus.{name}" for name in ("engine", "match", "record", "render", "solve", "testing")} < {
        *public_names.packages()
    }
    some = {"isthmus.search", "isthmus.engine.LEVELS", "isthmus.record.sgf.is_sgf", "isthmus.errors.RulesError"}
    assert some < EXAMPLES.keys()
    assert not any(name.startswith(("isthmus.cli", "isthmus.web")) for name in EXAMPLES)


def test_every_error_is_drawn_in_the_tree() -> None:
    drawn = re.findall(r"(\w+Error)\(?", errors.__doc__ or "")
    for name in errors.__all__:
        assert name in drawn
        assert issubclass(getattr(errors, name), errors.IsthmusError)


def test_the_errors_for_bad_input_are_value_errors() -> None:
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
