"""A runner from text: ``local``, ``ray`` or ``ray://HOST:PORT``."""

from __future__ import annotations

import os

from isthmus.errors import SearchError, quoted
from isthmus.work.local import LocalRunner
from isthmus.work.runner import Runner

__all__ = ["EXPECTED", "runner_of"]

EXPECTED = "local, ray (the cluster that this machine is part of) or ray://HOST:PORT"
"""The runners, for messages and help.

>>> from isthmus.work import EXPECTED
>>> EXPECTED.startswith("local")
True
"""


def runner_of(text: str = "local", jobs: int | None = None, *, here: bool | None = None) -> Runner:
    """The runner for a text, with this many jobs; by default one per processor. Close it after use.

    ``here`` is for the local runner; see LocalRunner. Raises SearchError for another text, or for a cluster that does
    not answer.

    >>> from isthmus.work import runner_of
    >>> runner = runner_of("local", jobs=1)
    >>> runner.jobs
    1
    >>> runner.close()
    """
    if text == "local":
        return LocalRunner(jobs or os.cpu_count() or 1, here=here)
    if text == "ray" or text.startswith("ray://"):
        from isthmus.work.cluster import RayRunner

        return RayRunner(None if text == "ray" else text, jobs)
    raise SearchError(f"no runner is called {quoted(text)}; expected {EXPECTED}")
