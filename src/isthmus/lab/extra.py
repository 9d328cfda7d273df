"""Checks that the packages that the lab needs are installed."""

from __future__ import annotations

from importlib.util import find_spec

from isthmus.errors import SearchError

__all__ = ["check_extra"]

NEEDED = ("matplotlib", "numpy", "scipy")


def check_extra() -> None:
    """Raise SearchError, with the command that helps, if a package of ``isthmus[lab]`` is missing."""
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise SearchError(f"the lab needs {', '.join(missing)}; install: pip install 'isthmus[lab]'")
