"""``isthmus bench env``: steps per second of the environments, and of other programs."""

from __future__ import annotations

import json

from cli_helpers import Run

SHORT = ("--rounds", "1", "--seconds", "0.01", "--count", "8", "--json")
FIGURES = {("isthmus", "steps"), ("isthmus", "with planes"), ("loop in Python", "steps")}


def test_the_help_names_the_extra(run: Run) -> None:
    assert "isthmus[rl]" in run("bench", "env", "--help").said


def test_every_game_has_its_figures(run: Run) -> None:
    boards = ("hex(size=11,pie=0)", "trellis(size=5,pie=3)")
    lines = [json.loads(line) for line in run("bench", "env", *boards, *SHORT).out.splitlines()]
    for board in boards:
        assert {(line["program"], line["measure"]) for line in lines if line["game"] == board} >= FIGURES
    assert all(0 < line["least"] <= line["median"] <= line["greatest"] for line in lines)
