"""``python bench/calibrate_levels.py --ladder``: from the results of matches to the Elo of the levels."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from calibrate_levels import ladder

from isthmus.engine import LEVELS

ROOT = Path(__file__).parents[2]
RESULTS = (ROOT / "docs" / "data" / "levels.jsonl").read_text(encoding="utf-8").splitlines()


def results(points: float) -> list[str]:
    return [
        json.dumps({"game": "hex(size=5)", "upper": f"level{level.number}", "games": 10, "points": points, "elo": None})
        for level in reversed(LEVELS)
    ]


def test_the_ladder_of_the_package_is_what_was_measured() -> None:
    known = (ROOT / "src" / "isthmus" / "rl" / "level_elo.json").read_text(encoding="utf-8")
    assert ladder(RESULTS) == json.loads(known)


@pytest.mark.parametrize(("points", "step"), [(10, 512), (0, -512)])
def test_a_player_who_won_or_lost_all_games_has_a_finite_gap(points: float, step: int) -> None:
    assert ladder(results(points)) == {"hex": [step * number for number in range(len(LEVELS))]}


def test_a_missing_level_is_an_error() -> None:
    with pytest.raises(KeyError, match="level2"):
        ladder([line for line in results(10) if '"level2"' not in line])
