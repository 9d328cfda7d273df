"""Lines from standard input, read by a thread, so that a busy program knows when the next one has arrived."""

from __future__ import annotations

import io
import queue
import threading
from collections.abc import Iterator
from typing import BinaryIO, TextIO

__all__ = ["LineInput"]

_AHEAD = 100
"""The maximum number of lines read ahead; then the writer waits."""
_CHUNK = 65_536


class LineInput:
    """Iterates over the lines of a stream, without line ends; undecodable bytes become replacement characters.

    A line of more than ``longest`` bytes is cut to ``longest + 1`` bytes, so that the reader notices that it is too
    long.
    """

    def __init__(self, stream: TextIO, longest: int) -> None:
        self._lines: queue.Queue[str | None] = queue.Queue(_AHEAD)
        self._longest = longest
        threading.Thread(target=self._read, args=(_unbuffered(stream),), daemon=True).start()

    def waiting(self) -> bool:
        """Whether a line, or the end of the input, is waiting."""
        return not self._lines.empty()

    def __iter__(self) -> Iterator[str]:
        while True:
            try:
                line = self._lines.get(timeout=0.5)  # so that an interrupt is noticed on every system
            except queue.Empty:
                continue
            if line is None:
                return
            yield line

    def _read(self, source: io.RawIOBase | BinaryIO) -> None:
        begun = b""
        try:
            while chunk := source.read(_CHUNK):
                *lines, begun = (begun + chunk).split(b"\n")
                begun = begun[: self._longest + 1]
                for line in lines:
                    self._put(line)
        except (OSError, ValueError):
            pass  # a closed stream is at its end
        if begun:
            self._put(begun)
        self._lines.put(None)

    def _put(self, line: bytes) -> None:
        self._lines.put(line[: self._longest + 1].decode("utf-8", errors="replace"))


def _unbuffered(stream: TextIO) -> io.RawIOBase | BinaryIO:
    """The raw bytes of a text stream, unbuffered, because a waiting thread would hold the buffer's lock at exit."""
    try:
        return io.FileIO(stream.fileno(), closefd=False)
    except OSError:
        return stream.buffer
