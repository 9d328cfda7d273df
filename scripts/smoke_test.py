"""Tries an installed Isthmus: plays, searches, proves, draws, reads and writes, and asks its server for pages.

    python -I scripts/smoke_test.py

It needs only the package, and writes into the current folder. It stops at the first error.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import isthmus
from isthmus.games.rules_page import page_of
from isthmus.record import Record, format_sgf, read_record, write_record
from isthmus.render import to_gif, to_pdf, to_png, to_svg

PATIENCE = 60.0
"""The most seconds to wait for an answer from the server."""


def main() -> None:
    """Try everything once."""
    assert "site-packages" in isthmus.__file__, f"this is {isthmus.__file__}, not an installed package"
    record = games()
    drawings(record)
    commands()
    server()
    sys.stdout.write(f"Isthmus {isthmus.__version__} works as installed in {Path(isthmus.__file__).parent}\n")


def games() -> Record:
    """Every game begins, and one is played to its end by the engine; its record is read back."""
    for kind in isthmus.games().values():
        position = kind().start()
        assert position.play(position.turns()[0]) != position
        assert page_of(kind).startswith(f"# {kind.title}\n"), f"{kind.id} has no rules page"
    record = Record(isthmus.game("hex", size=4, pie=1), ("Ann", "Ben"))
    while record.final.outcome is None:
        record = record.play(isthmus.search(record.final, simulations=100).best)
    write_record(record, Path("game.jsonl"))
    assert read_record(Path("game.jsonl")) == record
    assert format_sgf(record).startswith("(;FF[4]")
    return record


def drawings(record: Record) -> None:
    """Pictures of every kind."""
    assert to_svg(record.final).startswith("<svg")
    assert to_png(record.final, size=200).startswith(b"\x89PNG")
    assert to_gif(record, size=120).startswith(b"GIF89a")
    assert to_pdf(record, dots=72).startswith(b"%PDF")


def commands() -> None:
    """The command line: a game of the computer against itself, a review, a proof and its check, a picture."""
    run("play", "bridgit", "--param", "size=3", "--side", "none", "--simulations", "20", "--file", "played.jsonl")
    run("review", "played.jsonl", "--simulations", "20", "--proof-nodes", "50")
    run("solve", "hex(size=3,pie=0)", "--seconds", "20", "--certificate", "proof.jsonl")
    assert "first wins" in run("check", "proof.jsonl")
    run("show", "game.jsonl", "--svg", "-o", "board.svg")


def run(*arguments: str) -> str:
    """What a command prints; an error if it fails."""
    isthmus_ = str(Path(sys.executable).with_name("isthmus"))
    done = subprocess.run([isthmus_, *arguments], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, f"isthmus {' '.join(arguments)}: {done.stdout}{done.stderr}"
    return done.stdout


def server() -> None:
    """The server answers with pages, their styles and scripts, and says that it is ready."""
    isthmus_ = str(Path(sys.executable).with_name("isthmus"))
    environment = os.environ | {"ISTHMUS_HOME": str(Path("state").resolve()), "PYTHONUNBUFFERED": "1"}
    started = subprocess.Popen(
        [isthmus_, "serve", "--port", "0", "--no-browser", "--workers", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
    )
    ending = threading.Timer(PATIENCE, started.kill)
    ending.start()
    try:
        assert started.stdout is not None
        said = ""
        for line in started.stdout:
            said += line
            if found := re.search(r"http://localhost:\d+/", line):
                break
        else:
            raise AssertionError(f"the server did not start: {said}")
        pages(found[0])
    finally:
        ending.cancel()
        started.terminate()
        started.wait(PATIENCE)


def pages(address: str) -> None:
    """Ask for some pages and for everything that the first one loads."""
    assert json.loads(fetch(f"{address}readyz"))["ok"] is True
    start = fetch(address)
    assert "A first game" in start
    loaded = set(re.findall(r"(?:href|src)=\"/(static/[^\"]+)\"", start))
    assert loaded
    for path in loaded:
        assert fetch(f"{address}{path}")
    for path in ("learn/hex", "learn/lab", "learn/lab/orbit/report", "puzzles", "study", "api"):
        assert "<h1" in fetch(f"{address}{path}")


def fetch(address: str) -> str:
    """The text at an address of this machine."""
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        return answer.read().decode("utf-8")


if __name__ == "__main__":
    main()
