"""Plans of a sheet: enough turns per diagram for boards of a good size, never more than the page holds."""

from dataclasses import dataclass
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isthmus.errors import DrawingError
from isthmus.render.sheet_plan import COMFORTABLE, GAP, LARGEST, LEAST, Plan, plan_sheet


@dataclass
class Paper:
    """A page of diagrams that are square."""

    turns: int
    units: float = 17.0
    room: float = 186.0
    high: float = 220.0

    def diagrams_height(self, plan: Plan) -> float:
        return ceil(ceil(max(self.turns, 1) / plan.every) / plan.columns) * (plan.width + 6)


@given(st.integers(0, 2000), st.floats(4, 30))
def test_a_free_plan_always_fits(turns: int, units: float) -> None:
    page = Paper(turns, units)
    plan = plan_sheet(page, None, None)
    assert LEAST * units <= plan.width <= LARGEST * units
    assert plan.columns * plan.width + (plan.columns - 1) * GAP <= page.room + 1e-6
    assert page.diagrams_height(plan) <= page.high


def test_a_longer_game_has_more_turns_a_diagram() -> None:
    plans = [plan_sheet(Paper(turns), None, None) for turns in (10, 60, 150, 400)]
    assert [plan.every for plan in plans] == [5, 10, 20, 50]
    assert all(plan.width >= COMFORTABLE * 17 for plan in plans)


def test_a_requested_layout_is_kept() -> None:
    assert plan_sheet(Paper(60), 15, None).every == 15
    assert plan_sheet(Paper(60), None, 2).columns == 2
    assert plan_sheet(Paper(60), 20, 3) == Plan(20, 3, pytest.approx(58, abs=0.01))


def test_too_many_diagrams_are_refused_with_a_number_that_fits() -> None:
    with pytest.raises(
        DrawingError,
        match="with 1 turn per diagram, the diagrams do not fit on one page; with 5 turns per diagram they fit",
    ):
        plan_sheet(Paper(150), 1, None)
    assert plan_sheet(Paper(150), 5, None).width >= LEAST * 17
    with pytest.raises(DrawingError, match="diagrams in 40 columns do not fit on the page"):
        plan_sheet(Paper(150), None, 40)
    with pytest.raises(DrawingError, match=r"with 150 turns per diagram, the diagrams do not fit on one page$"):
        plan_sheet(Paper(150, high=10), 150, None)
