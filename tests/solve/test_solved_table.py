"""The figures of docs/solving.md and docs/data/solved.txt agree with the solver; here the quickest."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType, SimpleNamespace

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
    """A row without the turn and the cost: rounding decides between equally good turns."""
    found = re.match(r"\S+ \S+: (win|loss|draw)\b", row)
    assert found, row
    return found[0]


def test_the_quickest_rows_are_as_documented(table: ModuleType) -> None:
    rows = list(table.solved(3))
    assert len(rows) > 40
    assert [result(old) for old, _ in rows] == [result(new) for _, new in rows]


def test_the_shortest_certificates_are_as_documented(table: ModuleType) -> None:
    rows = list(table.certificates(400))
    assert len(rows) == 6
    assert [old for old, _ in rows] == [new for _, new in rows]


def test_the_page_and_the_check_have_the_same_certificates(table: ModuleType) -> None:
    page = (table.DOCS / "solving.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| (.+?) \| [\d,]+ \| .* s \|$", page, re.MULTILINE)) == set(table.CERTIFICATES)


def test_the_table_has_a_row_for_every_game_from_the_start(table: ModuleType) -> None:
    rows = (table.DOCS / "data" / "solved.txt").read_text(encoding="utf-8").splitlines()
    found = [row.split(" start: ")[0] for row in rows if " start: " in row]
    assert sorted(found) == sorted({*table.WHOLE, *table.HARD})


def test_a_draw_and_a_missing_name_are_compared_too(
    table: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a solver that finds at once what takes minutes: a draw, with two certificates."""
    game, halves = (
        "network(size=6,stones=4,network=4)",
        (SimpleNamespace(lines=[0] * 3), SimpleNamespace(lines=[0] * 4)),
    )
    found = SimpleNamespace(proved=True, result="draw", turn="a2", nodes=5, certificates=halves)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "solved.txt").write_text(f"{game} start: draw a3, 5 nodes\n", encoding="utf-8")
    rows = "| A draw, both halves | 7 | 1 s |\n| Another | 9 | 1 s |\n"
    (tmp_path / "solving.md").write_text(rows, encoding="utf-8")
    monkeypatch.setattr(table, "DOCS", tmp_path)
    monkeypatch.setattr(table, "CERTIFICATES", {"A draw, both halves": game})
    monkeypatch.setattr(table, "solve", lambda *_, **__: found)
    ((old, new),) = table.solved(5)
    assert (result(old), new) == (result(new), f"{game} start: draw a2, 5 nodes")
    assert list(table.differences(5)) == [
        f"- {old}\n+ {new}",
        "- Another: 9 lines\n+ Another: not in CERTIFICATES of bench/solve_table.py",
    ]
    assert list(table.certificates(7)) == [
        ("A draw, both halves: 7 lines", "A draw, both halves: 7 lines"),
        ("Another: 9 lines", "Another: not in CERTIFICATES of bench/solve_table.py"),
    ]
