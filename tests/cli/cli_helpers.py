"""Helpers for command-line tests: processes, small games, predicted games."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress

import pytest

import isthmus
from isthmus import Game, Seat
from isthmus.cli.play.local_game import Limits

_CODE = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from isthmus.cli.main import main
main()
"""
COMMAND = [sys.executable, "-c", _CODE]
"""``isthmus`` as a separate process, which Ctrl-C reaches even if the parent of the tests ignores it."""

PATIENCE = 60.0
"""Seconds after which a process that should have ended counts as failed."""

_started: list[subprocess.Popen[str]] = []


class Finished:
    """The output of a command and its exit code."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def said(self) -> str:
        """Standard output with all white space as single spaces, to undo wrapping."""
        return " ".join(self.out.split())


Run = Callable[..., Finished]


def start_process(*arguments: str, **environment: str) -> subprocess.Popen[str]:
    """Start a command as a process with pipes, which ends with the test at the latest."""
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8"} | environment,
    )
    _started.append(process)
    return process


def end_processes() -> None:
    """End the processes of ``start_process`` that still run, such as after a failed test."""
    while _started:
        with suppress(BrokenPipeError), _started.pop() as process:  # some output may still be unwritten
            process.kill()


def smallest(kind: type[Game]) -> Game:
    """The game on its smallest board."""
    size = next((parameter for parameter in kind.parameters if parameter.name == "size"), None)
    return kind() if size is None else kind(size=size.values[0])


def random_game(game: Game, person: Seat | None, simulations: int, seed: int) -> tuple[list[str], isthmus.Position]:
    """The turns a person types in a random game against the computer, whose turns are predicted, and how the game ends.

    ``person`` None: both seats are people.
    """
    choose, limits = random.Random(seed), Limits(None, simulations, seed)
    position, typed = game.start(), []
    while position.outcome is None:
        if person in (None, position.seat):
            turn = choose.choice(position.turns())
            typed.append(str(turn))
        else:
            turn = limits.search(position).best
        position = position.play(turn)
    return typed, position


every_game = pytest.mark.parametrize("kind", list(isthmus.games().values()), ids=lambda kind: kind.id)
