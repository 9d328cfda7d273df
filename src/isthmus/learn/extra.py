"""Checks that the packages for training are installed."""

from __future__ import annotations

from importlib.util import find_spec

from isthmus.errors import SearchError

__all__ = ["check_extra"]

NEEDED = ("jax", "matplotlib", "optax", "numpy")


def check_extra() -> None:
    """Raise SearchError, with the command that helps, if a package of ``isthmus[train]`` is missing."""
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise SearchError(f"training needs {', '.join(missing)}; install: pip install 'isthmus[train]'")
