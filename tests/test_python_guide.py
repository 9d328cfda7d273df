"""The ten tasks of docs/python.md run unchanged, and print the output on the page."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import isthmus
from isthmus.record import Record, write_record

GUIDE = Path(__file__).parent.parent / "docs" / "python.md"
TASKS = dict(
    re.findall(r"^## (\d+)\. .*?\n(.*?)(?=^## |\Z)", GUIDE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
)
PLAYED = ["c2", "take-white", "d2", "c3", "d3", "b4", "c4", "c1", "d1", "b5"]
"""A game of Hex that Black wins: the ``game.jsonl`` of the page."""


def blocks(task: str) -> list[tuple[str, str]]:
    """The fenced blocks of a task: their language and text."""
    return re.findall(r"^```(\w+)\n(.*?)^```$", task, re.DOTALL | re.MULTILINE)


def test_there_are_ten_tasks_each_of_a_few_lines() -> None:
    assert list(TASKS) == [str(number) for number in range(1, 11)]
    for task in TASKS.values():
        code = [text for language, text in blocks(task) if language == "python"]
        assert code
        for text in code:
            assert len([line for line in text.splitlines() if line.strip()]) < 8
            assert max(map(len, text.splitlines())) <= 120


@pytest.fixture
def no_new_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Games registered by a task are removed after the test."""
    monkeypatch.setattr(isthmus.games, "_registered", {})
    yield
    isthmus.games.refresh()


@pytest.mark.usefixtures("no_new_games")
@pytest.mark.parametrize("number", TASKS)
def test_a_task_runs_and_prints_what_the_page_says(
    number: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = Record.of_turns(isthmus.game("hex", size=5, pie=1), PLAYED, ("Ann", "Ben")).settled()
    write_record(game, "game.jsonl")
    names: dict[str, Any] = {"__name__": "guide"}
    printed = io.StringIO()
    for language, text in blocks(TASKS[number]):
        if language == "python":
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(text, f"{GUIDE.name}, task {number}", "exec"), names)
        else:
            assert language == "text"
            assert printed.getvalue().rstrip() == text.rstrip()
