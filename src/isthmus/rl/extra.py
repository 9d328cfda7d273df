"""Checks that the packages for environments are installed."""

from __future__ import annotations

from isthmus.errors import expect_packages

__all__ = ["check_extra"]

NEEDED = ("numpy", "gymnasium", "pettingzoo")


def check_extra() -> None:
    """Raise SearchError, with the command that helps, if a package of ``isthmus[rl]`` is missing."""
    expect_packages("environments need", NEEDED, "rl")
