"""Checks that the packages for training are installed."""

from __future__ import annotations

from isthmus.errors import expect_packages

__all__ = ["check_extra"]

NEEDED = ("jax", "matplotlib", "optax", "numpy")


def check_extra() -> None:
    """Raise SearchError, with the command that helps, if a package of ``isthmus[train]`` is missing."""
    expect_packages("training needs", NEEDED, "train")
