"""Signals and lost terminals: whatever happens to a game, it is saved and can be resumed."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

from cli_helpers import COMMAND, PATIENCE, Run, start_process

from isthmus.record import read_record


def wait_for(happened: Callable[[], bool]) -> None:
    """Wait until something has happened; fail if it does not."""
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.02)


def turns_saved(home: Path) -> int:
    return max((len(read_record(path).turns) for path in (home / "games").glob("[!.]*.jsonl")), default=0)


def test_a_killed_game_is_resumed(run: Run, home: Path) -> None:
    process = start_process("play", "hex(size=4,pie=0)", "--side", "both")
    assert process.stdin is not None
    process.stdin.write("b2\nc3\n")
    process.stdin.flush()
    wait_for(lambda: turns_saved(home) == 2)
    process.kill()
    process.communicate(timeout=PATIENCE)
    done = run("play", "--resume", typed=["a1", "quit"])
    assert "The game continues after 2 turns." in done.out
    assert turns_saved(home) == 3


def test_an_interrupt_at_the_prompt_saves_and_leaves(home: Path) -> None:
    process = start_process("play", "hex(size=4,pie=0)", "--side", "both")
    assert process.stdin is not None
    process.stdin.write("b2\n")
    process.stdin.flush()
    wait_for(lambda: turns_saved(home) == 1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Saved in" in out
    assert "Traceback" not in err


class Terminal:
    """A command in a terminal of 80 columns and 24 lines."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.ours, theirs = pty.openpty()
        size = {"COLUMNS": "80", "LINES": "24", "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}
        self.process = subprocess.Popen(
            [*COMMAND, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=os.environ | size | environment
        )
        os.close(theirs)
        self.seen = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        os.close(self.ours)

    def read_until(self, text: str) -> None:
        """Read the command's output until ``text`` appears after the last read."""
        end = time.monotonic() + PATIENCE
        while text not in self.seen:
            assert time.monotonic() < end, f"{text!r} does not come; seen: {self.seen[-500:]!r}"
            if select.select([self.ours], [], [], 0.1)[0]:
                try:
                    self.seen += os.read(self.ours, 65536).decode("utf-8", "replace")
                except OSError:  # the other end is closed
                    assert text in self.seen, f"the command ended before {text!r}: {self.seen[-500:]!r}"
        self.seen = self.seen.partition(text)[2]

    def type(self, line: str) -> None:
        os.write(self.ours, f"{line}\n".encode())


def test_an_interrupt_while_the_computer_thinks_offers_to_go_on(home: Path) -> None:
    with Terminal("play", "hex(pie=0)", "--seconds", "600") as terminal:
        terminal.read_until("You, black")
        terminal.type("f6")
        terminal.read_until("is thinking")
        time.sleep(0.3)  # interrupt the search itself, not the code before it
        terminal.process.send_signal(signal.SIGINT)
        terminal.read_until("Interrupted; nothing is lost.")
        terminal.read_until("quit")
        terminal.type("")
        terminal.read_until("is thinking")
        time.sleep(0.3)
        terminal.process.send_signal(signal.SIGINT)
        terminal.read_until("Interrupted; nothing is lost.")
        terminal.read_until("quit")
        terminal.type("quit")
        terminal.read_until("play --resume")
        assert terminal.process.wait(timeout=PATIENCE) == 0
    assert turns_saved(home) == 1


def test_a_refused_turn_is_answered_below_the_board_drawn_again() -> None:
    with Terminal("play", "quadrant-trellis", "--side", "both") as terminal:
        terminal.read_until("The first player, black")
        terminal.type("z99")
        terminal.read_until("Quadrant Trellis (size=17, pie=0) · turn 1")
        terminal.read_until("No field 'z99' on this board")
        terminal.read_until("The first player, black")
        terminal.type("q")
        assert terminal.process.wait(timeout=PATIENCE) == 0


def test_rules_and_help_wait_until_they_are_read(tmp_path: Path) -> None:
    with Terminal("play", "hex(size=4)", PATH=str(tmp_path)) as terminal:  # a machine without less
        for word, last in (("rules", "Sources"), ("help", "quit, q")):
            terminal.read_until("Your opening turn, for black")
            terminal.type(word)
            terminal.read_until(last)
            terminal.read_until("Press Enter to continue")
            terminal.type("")
            terminal.read_until("Hex (size=4, pie=1) · turn 1")
        terminal.type("q")
        assert terminal.process.wait(timeout=PATIENCE) == 0


def test_a_terminal_shows_colours_unless_they_are_not_wanted(home: Path) -> None:
    with Terminal("play", "hex(size=4)") as terminal:
        terminal.read_until("Your opening turn, for black")
        terminal.type("quit")
        assert terminal.process.wait(timeout=PATIENCE) == 0
    os.environ["NO_COLOR"] = "1"
    try:
        with Terminal("show", "hex(size=4)") as terminal:
            terminal.read_until("▪")
            assert terminal.process.wait(timeout=PATIENCE) == 0
            assert "\x1b[38" not in terminal.seen
            assert "\x1b[48" not in terminal.seen
    finally:
        del os.environ["NO_COLOR"]
