"""A program that speaks the Go Text Protocol (Farnebäck 2002), as a process: commands, responses and termination."""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from collections import deque
from typing import IO, Self

from isthmus.errors import SearchError, quoted
from isthmus.record.values import printable

__all__ = ["ForfeitError", "GtpProcess"]

PATIENCE = 60.0
"""The default timeout of a command in seconds, long enough for the first command of a program that loads slowly."""

_FAREWELL = 2.0
"""Seconds allowed for a program to exit after ``quit``."""

_MOST_LINES = 10_000
"""The maximum number of unread lines of output; a program that prints more has to wait."""


class ForfeitError(SearchError):
    """A player has forfeited a game. ``kind`` is in ``KINDS``; the message gives details, on one printable line."""

    KINDS = ("time", "illegal", "refused", "stopped", "resigned")

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(" ".join(printable(message).split()))
        self.kind = kind

    def __reduce__(self) -> tuple[type[ForfeitError], tuple[str, str]]:
        return ForfeitError, (self.kind, str(self))


class GtpProcess:
    """A running program. Use it as a context manager, or call ``close``, which always ends it.

    It leads a separate process group: Ctrl-C does not reach it, and its child processes end with it. Raises SearchError
    if it cannot be started.
    """

    def __init__(self, command: str) -> None:
        self.command_line = command
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise SearchError(f"{quoted(command)} is not a command line: {error}") from None
        if not words:
            raise SearchError("an external player needs a command line, such as gtp:'mohex --quiet'")
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,
            )
        except OSError as error:
            raise SearchError(f"cannot start {quoted(command)}: {error.strerror or error}") from None
        self._lines: queue.Queue[str | None] = queue.Queue(_MOST_LINES)
        self._complaints: deque[str] = deque(maxlen=5)
        self._broken = self._closed = False
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True).start()
        self._errors = threading.Thread(target=self._read_errors, args=(self._process.stderr,), daemon=True)
        self._errors.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ask(self, command: str, seconds: float = PATIENCE) -> str:
        """The text of the response to a command. Raises ForfeitError: ``refused`` (``?``), ``time`` or ``stopped``."""
        if self._broken:
            raise ForfeitError("stopped", f"{self._named} has ended already")
        assert self._process.stdin is not None
        self._broken = True  # until it has answered: after a timeout it cannot be used any more
        try:
            self._process.stdin.write(f"{command}\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self._stopped(command) from None
        return self._response(command, time.monotonic() + seconds, seconds)

    def _response(self, command: str, end: float, seconds: float) -> str:
        said: list[str] = []
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                raise ForfeitError("time", f"{self._named} did not answer {command!r} within {seconds:g} s") from None
            if line is None:
                raise self._stopped(command)
            line = line.strip()
            if not said and not line.startswith(("=", "?")):
                continue  # a program may print other lines before it answers
            if line:
                said.append(line)
                continue
            self._broken = False
            text = "\n".join((said[0][1:].lstrip("0123456789").strip(), *said[1:]))
            if said[0].startswith("?"):
                raise ForfeitError("refused", f"{self._named} refused {command!r}: {text or 'it gave no reason'}")
            return text

    def attempt(self, command: str) -> bool:
        """Whether the program carries out a command; it may refuse."""
        try:
            self.ask(command)
        except ForfeitError as forfeit:
            if forfeit.kind != "refused":
                raise
            return False
        return True

    def knows(self, name: str) -> bool:
        """Whether the program says that it knows a command."""
        try:
            return self.ask(f"known_command {name}").lower() == "true"
        except ForfeitError as forfeit:
            if forfeit.kind != "refused":
                raise
            return False

    def close(self) -> None:
        """Ask the program to quit if it listens, then end it and its child processes. A second call does nothing."""
        process = self._process
        if process.poll() is None and not self._broken and process.stdin is not None:
            with contextlib.suppress(OSError, ValueError):
                process.stdin.write("quit\n")
                process.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_FAREWELL)
        self._broken = self._closed = True
        self._kill()
        process.wait()
        with contextlib.suppress(queue.Empty):  # the reader may wait for room
            while True:
                self._lines.get_nowait()
        if process.stdin is not None:
            with contextlib.suppress(OSError, ValueError):
                process.stdin.close()

    def _kill(self) -> None:
        if hasattr(os, "killpg"):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()

    @property
    def _named(self) -> str:
        return f"the program {quoted(self.command_line)}"

    def _stopped(self, command: str) -> ForfeitError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        self._errors.join(1)  # its last output may still be on its way
        code = self._process.poll()
        how = "closed its output" if code is None else f"ended with status {code}"
        said = f"; it said: {' / '.join(self._complaints)}" if self._complaints else ""
        return ForfeitError("stopped", f"{self._named} {how} instead of answering {command!r}{said}")

    def _read(self, stream: IO[str]) -> None:
        with stream:
            for line in stream:
                self._lines.put(line)
                if self._closed:
                    break
        self._lines.put(None)

    def _read_errors(self, stream: IO[str]) -> None:
        with stream:
            for line in stream:
                if line.strip():
                    self._complaints.append(line.strip()[:200])
