"""Runs ``isthmus serve`` as a process on a free port, for tests of its start and end."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from threading import Timer

from live_server import PATIENCE


def command(folder: Path, *options: str, port: str = "0") -> list[str]:
    """The command that serves the games of a folder."""
    wanted = ["--port", port, "--database", f"sqlite:///{folder / 'games.db'}", "--workers", "1", *options]
    return [sys.executable, "-m", "isthmus", "serve", *wanted]


def begin(
    folder: Path, *options: str, before: Sequence[str] = (), **environment: str
) -> tuple[subprocess.Popen[str], str]:
    """A listening server, and the address that it prints. Its stderr is in ``log.txt``.

    ``before`` is a command that runs the rest of its arguments.
    """
    wanted = [*before, *command(folder, *options)]
    with (folder / "log.txt").open("ab") as log:
        process = subprocess.Popen(wanted, stdout=subprocess.PIPE, stderr=log, text=True, env=os.environ | environment)
    assert process.stdout is not None
    late = Timer(PATIENCE, process.kill)
    late.start()
    try:
        said = re.fullmatch(r"Isthmus is at (http://\S+/) \(Ctrl-C ends it\)\n", process.stdout.readline())
        assert said, (folder / "log.txt").read_text(encoding="utf-8")
    except BaseException:
        end(process)
        raise
    finally:
        late.cancel()
    return process, said[1].rstrip("/")


def end(process: subprocess.Popen[str]) -> None:
    """Kills a server, if it still runs."""
    process.kill()
    process.wait(PATIENCE)
    if process.stdout is not None:
        process.stdout.close()
