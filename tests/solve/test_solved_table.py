"""The figures of docs/solving.md and docs/data/solved.txt agree with the solver; here the quickest."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(name="table", scope="module")
def _table() -> ModuleType:
    path = Path(__file__).parent.parent.parent / "bench" / "solve_table.py"
    spec = importlib.util.spec_from_file_location("solve_table", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def result(row: str) -> str:
    """A row without the turn: rounding decides between equally good turns."""
    return row.split(",", 1)[0] if ": loss" in row else row[: row.index(": win") + 5]


def test_the_quickest_rows_are_as_documented(table: ModuleType) -> None:
    rows = list(table.solved(3))
    assert len(rows) > 40
    assert [result(old) for old, _ in rows] == [result(new) for _, new in rows]


def test_the_shortest_certificates_are_as_documented(table: ModuleType) -> None:
    rows = list(table.certificates(400))
    assert len(rows) == 6
    assert [old for old, _ in rows] == [new for _, new in rows]


def test_every_certificate_of_the_page_is_known_to_the_check(table: ModuleType) -> None:
    page = (table.DOCS / "solving.md").read_text(encoding="utf-8")
    assert all(f"| {name} |" in page for name in table.CERTIFICATES)
