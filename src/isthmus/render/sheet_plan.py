"""The plan of a sheet: turns per diagram, diagrams side by side, and their size, to fit on one page."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Protocol

from isthmus.errors import DrawingError, counted

__all__ = ["GAP", "Page", "Plan", "plan_sheet"]

EVERY = (5, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200, 300, 400, 500, 750, 1000)
"""The numbers of turns per diagram to try by default."""
COMFORTABLE, LEAST, LARGEST = 3.3, 1.6, 9.0
"""Millimetres from field to field: preferred, smallest and largest."""
GAP = 6.0
"""The minimum distance between diagrams side by side, in millimetres."""
MOST_COLUMNS = 12
SHRINK = 0.97


class Page(Protocol):
    """The facts a plan needs; lengths in millimetres."""

    turns: int
    units: float
    """The width of a diagram in board units."""
    room: float
    """The width of the page between its margins."""

    @property
    def high(self) -> float:
        """The height left for diagrams."""

    def diagrams_height(self, plan: Plan) -> float:
        """The part of this height that a plan needs."""


@dataclass(frozen=True)
class Plan:
    """``every`` turns per diagram, ``columns`` diagrams side by side, each ``width`` millimetres wide (0: no room)."""

    every: int
    columns: int
    width: float


def plan_sheet(page: Page, every: int | None, columns: int | None) -> Plan:
    """The plan for a game; ``every`` and ``columns`` are as requested, None to let the plan choose.

    Raises DrawingError if the diagrams do not fit.
    """
    tried = [k for k in EVERY if k < page.turns] + [max(1, page.turns)]
    if every is not None:
        plan = _largest(page, every, columns)
        if not plan.width:
            fits = next((k for k in tried if _largest(page, k, columns).width), None)
            hint = f"; with {fits} turns per diagram they fit" if fits else ""
            raise DrawingError(f"with {counted(every, 'turn')} per diagram, the diagrams do not fit on one page{hint}")
        return plan
    plan = Plan(1, 1, 0.0)
    for k in tried:
        plan = max(plan, _largest(page, k, columns), key=lambda plan: plan.width)
        if plan.width >= COMFORTABLE * page.units:
            break
    if not plan.width:
        diagrams = "the diagrams" if columns is None else f"diagrams in {counted(columns, 'column')}"
        raise DrawingError(f"{diagrams} do not fit on the page")
    return plan


def _largest(page: Page, every: int, columns: int | None) -> Plan:
    """The plan with the largest diagrams for ``every`` turns in each."""
    count = max(1, ceil(page.turns / every))
    choice = range(1, min(count, MOST_COLUMNS) + 1) if columns is None else (columns,)
    return max((_fitted(page, every, number) for number in choice), key=lambda plan: plan.width)


def _fitted(page: Page, every: int, columns: int) -> Plan:
    plan = Plan(every, columns, min((page.room - GAP * (columns - 1)) / columns, LARGEST * page.units))
    while plan.width >= LEAST * page.units:
        if page.diagrams_height(plan) <= page.high:
            return plan
        plan = Plan(every, columns, plan.width * SHRINK)
    return Plan(every, columns, 0.0)
