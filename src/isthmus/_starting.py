"""Makes Ctrl-C print one line, and no traceback, while the ``isthmus`` command is still loading.

In other programs, importing this module has no effect. It is imported first, and imports nothing else from the package.
"""

from __future__ import annotations

import os
import re
import signal
import sys

__all__ = ["INTERRUPTED", "loaded"]

INTERRUPTED = 130
"""The exit code of a program that was ended by Ctrl-C: 128 plus the number of the signal."""


def _leave(*_: object) -> None:
    os.write(2, b"interrupted\n")
    os._exit(INTERRUPTED)  # nothing has begun, so there is nothing to clean up


def _is_the_command() -> bool:
    """Whether this process was started as ``isthmus`` or ``python -m isthmus``."""
    if sys.argv[:1] == ["-m"]:
        # Python has taken its options; the word before the others names the module, perhaps after -m itself.
        return any(re.fullmatch(r"(-\w*m)?isthmus", word) for word in sys.orig_argv[-len(sys.argv) :][:1])
    return any(os.path.basename(one) in ("isthmus", "isthmus.exe") for one in sys.argv[:1])  # noqa: PTH119


def loaded() -> None:
    """Restore Python's handling of Ctrl-C, once the command is loaded."""
    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


if _is_the_command() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, _leave)
