"""Checks that the packages that the lab needs are installed."""

from __future__ import annotations

from isthmus.errors import expect_packages

__all__ = ["check_extra"]

NEEDED = ("matplotlib", "numpy", "scipy")


def check_extra() -> None:
    """Raise SearchError, with the command that helps, if a package of ``isthmus[lab]`` is missing."""
    expect_packages("the lab needs", NEEDED, "lab")
