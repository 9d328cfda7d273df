"""An append-only file of lines, which stays whole if a process is killed."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import Self

from isthmus.errors import SearchError, quoted

if sys.platform != "win32":
    import fcntl

__all__ = ["LineFile", "lines_of", "reserved"]


def lines_of(content: bytes) -> list[str]:
    """The complete lines of a file. Only line feeds end lines: JSON texts may contain other separators."""
    return content.decode("utf-8", "replace").split("\n")[:-1]


def reserved(file: int) -> bool:
    """Reserve an open file until it is closed. False if another process, or another opening of it, has reserved it.

    On Windows nothing is reserved, and the result is true.
    """
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
    return True


class LineFile:
    """A file of lines, open for appending. One process at a time may use it (not enforced on Windows); it is
    a context manager.

    ``lines`` are the lines in it when it was opened, without an incomplete last one. That one stays in the file until a
    line is appended. The first line of the file begins with ``header``. Raises SearchError if another process uses the
    file, it is not a regular file, or its only line is cut off and does not match ``header``; OSError for file errors.
    """

    def __init__(self, path: Path, header: str) -> None:
        self.path = path
        if path.exists() and not path.is_file():
            raise SearchError(f"{path} is not an ordinary file; expected a file that can be read again")
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
        try:
            self._lock()
            with os.fdopen(os.dup(self._file), "rb") as reader:
                content = reader.read()
        except BaseException:
            os.close(self._file)
            raise
        self._end = content.rfind(b"\n") + 1
        begins = header.encode()
        if not self._end and content[: len(begins)] != begins[: len(content)]:
            os.close(self._file)
            raise SearchError(
                f"{path} does not begin with {quoted(header)}; expected a new file, or one with earlier games"
            )
        self.lines = lines_of(content)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file, and allow other processes to use it."""
        os.close(self._file)

    def append(self, line: str) -> None:
        """Write a line in one piece. If it cannot be written, raises OSError; the file keeps the earlier lines."""
        data = f"{line}\n".encode()
        try:
            os.ftruncate(self._file, self._end)
            written = 0
            while written < len(data):
                written += os.write(self._file, data[written:])
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._file, self._end)
            raise OSError(error.errno, f"{error.strerror}; the earlier games are kept", str(self.path)) from None
        self._end += len(data)

    def _lock(self) -> None:
        if not reserved(self._file):
            raise SearchError(f"{self.path}: another run is writing to this file; end it first")
