"""The notebooks of docs/notebooks run from top to bottom, and are kept without outputs."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

FOLDER = Path(__file__).parent.parent / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))

every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def cells(path: Path) -> list[dict[str, Any]]:
    return json.loads(path.read_text(encoding="utf-8"))["cells"]


def test_there_are_notebooks() -> None:
    assert {path.stem for path in NOTEBOOKS} >= {"study-a-game", "invent-a-game", "train-a-player"}


@every_notebook
def test_a_notebook_is_kept_without_outputs(path: Path) -> None:
    for cell in cells(path):
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


@every_notebook
@pytest.mark.timeout(120)
def test_a_notebook_runs_and_draws(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    display = ModuleType("IPython.display")
    vars(display)["SVG"] = str
    outside_a_shell = ModuleType("IPython")
    vars(outside_a_shell).update(version_info=(9, 0), get_ipython=lambda: None)  # Matplotlib asks
    monkeypatch.setitem(sys.modules, "IPython", outside_a_shell)
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    monkeypatch.chdir(FOLDER)
    names: dict[str, Any] = {"__name__": "notebook"}
    drawn = []
    for number, cell in enumerate(cells(path), start=1):
        if cell["cell_type"] == "code":
            drawn.append(picture_of(run("".join(cell["source"]), f"{path.name}, cell {number}", names)))
    assert len([picture for picture in drawn if picture.startswith("<svg")]) >= 2


def run(source: str, name: str, names: dict[str, Any]) -> Any:
    """Runs a cell and returns the value of its last line, which a notebook shows."""
    body = ast.parse(source).body
    last = body.pop() if isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), name, "exec"), names)
    return eval(compile(ast.Expression(last.value), name, "eval"), names) if last else None


def picture_of(shown: Any) -> str:
    """The picture that a notebook draws for a value. SVG text is returned unchanged."""
    draw = getattr(shown, "_repr_svg_", None)
    return draw() if draw else str(shown)
