"""Agreement with another judgement: one that agrees, a random one, and the engine's own."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from judging.judged import JudgedPosition, Verdict, agreement, correlation, read_judged, regret_difference, verdict

from isthmus.errors import SearchError

GAME = "hex(size=3,pie=0)"
LOST = {"a1": 0.1, "b1": 0.2, "c1": 0.3, "a2": 0.1, "c2": 0.2, "a3": 0.3, "b3": 0.1, "c3": 0.2}
POSITION = JudgedPosition(("b2",), "c1", 0.3, LOST)


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "judged.jsonl"
    line = {"moves": ["b2"], "best": "c1", "chance": 0.3, "chances": LOST}
    path.write_text(json.dumps(line) + "\n\n", encoding="utf-8")
    assert read_judged(path) == [POSITION]


def test_the_chances_are_those_of_the_side_to_move() -> None:
    found = verdict(GAME, POSITION, 200, {})
    assert found.claimed == 0  # the centre wins, so white has lost
    assert found.held == 0.3
    assert found.regret in [pytest.approx(0.3 - chance) for chance in LOST.values()]
    assert 1 <= found.rank <= 9


def test_parameters_reach_the_search() -> None:
    with pytest.raises(SearchError, match="no-such-number"):
        verdict(GAME, POSITION, 10, {"no-such-number": 1})


def test_the_judge_agrees_with_itself() -> None:
    verdicts = [Verdict(0.0, chance / 10, chance / 10, 1, 1.0) for chance in range(1, 10)]
    found = agreement(verdicts)
    assert found.positions == 9
    assert found.regret == (0, (0, 0))
    assert found.correlation[0] == pytest.approx(1)
    assert found.turns[0] == found.rank[0] == 1


def test_regrets_are_compared_position_by_position() -> None:
    one = [Verdict(regret / 10, 0.5, 0.5, 1, 1.0) for regret in range(10)]
    other = [Verdict(regret / 10 + 0.1, 0.5, 0.5, 1, 1.0) for regret in range(10)]
    value, (low, high) = regret_difference(one, other)
    assert value == pytest.approx(0.1)
    assert low == pytest.approx(0.1)
    assert high == pytest.approx(0.1)


def test_correlation() -> None:
    assert correlation([(0, 0), (1, 2), (2, 4)]) == pytest.approx(1)
    assert correlation([(0, 4), (1, 2), (2, 0)]) == pytest.approx(-1)
    assert math.isnan(correlation([(0, 1), (0, 2)]))
    assert math.isnan(correlation([(0, 1)]))
