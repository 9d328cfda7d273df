"""Ctrl-C while the command ``isthmus`` is loading, which takes a moment: one line, and no traceback.

In other programs, importing this module has no effect. It is imported first, so it imports nothing else of the package.
"""

from __future__ import annotations

import os
import signal
import sys

__all__ = ["INTERRUPTED", "loaded"]

INTERRUPTED = 130
"""The exit code of a program that was ended by Ctrl-C: 128 and the number of the signal."""


def _leave(*_: object) -> None:
    os.write(2, b"interrupted\n")
    os._exit(INTERRUPTED)  # nothing was begun, so there is nothing to clean up


def _is_the_command() -> bool:
    """Whether this process was started as ``isthmus`` or ``python -m isthmus``."""
    wanted = sys.orig_argv[1:]
    if "-m" in wanted:
        return sys.argv[:1] == ["-m"] and wanted[wanted.index("-m") + 1 :][:1] == ["isthmus"]
    return any(os.path.basename(one) in ("isthmus", "isthmus.exe") for one in wanted[:1])  # noqa: PTH119


def loaded() -> None:
    """The command begins: from now on it handles Ctrl-C itself."""
    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


if _is_the_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, _leave)
