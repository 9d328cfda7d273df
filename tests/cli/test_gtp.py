"""``isthmus gtp``: the conversation with another program, through pipes."""

from __future__ import annotations

import io
import re
import signal
import subprocess

import pytest
from cli_helpers import PATIENCE, Run, start_process

from isthmus.cli.terminal.line_input import LineInput


@pytest.fixture
def program() -> subprocess.Popen[str]:
    """A separate process that speaks GTP for Hex 5×5."""
    return start_process("gtp", "--game", "hex", "-p", "size=5", "--simulations", "50")


def tell(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdin is not None
    process.stdin.write(line + "\n")
    process.stdin.flush()


def hear(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def response(process: subprocess.Popen[str]) -> str:
    """A whole response, up to the blank line."""
    lines = []
    while (line := hear(process)) != "\n":
        assert line, "the program has ended"
        lines.append(line)
    return "".join(lines)


def test_a_conversation(run: Run) -> None:
    lines = ["1 name", "", "# nothing", "2 boardsize 4", "3 play b a1", "4 nonsense", "5 quit", "6 name"]
    finished = run("gtp", "--game", "hex", "--simulations", "20", typed=lines)
    assert finished.out == "=1 Isthmus\n\n=2 \n\n=3 \n\n?4 unknown command\n\n=5 \n\n"
    assert finished.code == 0


def test_the_end_of_the_input_ends_it_after_the_last_answer(run: Run) -> None:
    finished = run("gtp", "--game", "bridgit(size=3)", "--simulations", "20", typed="7 genmove b")
    assert finished.out.startswith("=7 ")
    assert finished.out.endswith("\n\n")
    assert finished.code == 0


def test_the_options_reach_the_game(run: Run) -> None:
    arguments = ("gtp", "--game", "trellis", "-p", "size=7", "--simulations", "30", "--seed", "4")
    first, second = (run(*arguments, typed=["isthmus-game", "genmove b", "genmove w"]) for _ in range(2))
    assert first.out == second.out
    assert first.out.startswith("= trellis(size=7,pie=3)\n\n= ")
    assert run("gtp", "--game", "go").code == 2


@pytest.mark.parametrize(("rule", "answer"), [((), "resign"), (("--resign", "never"), None)])
def test_it_resigns_as_it_is_told(run: Run, rule: tuple[str, ...], answer: str | None) -> None:
    lost = "isthmus-position hex(size=4,pie=0) 4/1x2/1x2/4 white first=black"
    finished = run("gtp", "--game", "hex", "--simulations", "2000", *rule, typed=[lost, "genmove w"])
    word = finished.out.split()[-1]
    assert word == answer if answer else re.fullmatch("[a-d][1-4]", word)


def test_a_rule_of_resigning_that_cannot_be_read_is_refused(run: Run) -> None:
    finished = run("gtp", "--game", "hex", "--resign", "often")
    assert finished.code == 2
    assert "--resign: found 'often', expected never, proved, or a chance" in " ".join(finished.err.split())


def test_invalid_text_is_refused_and_the_program_continues() -> None:
    process = start_process("gtp", "--game", "hex")
    assert process.stdin is not None
    process.stdin.buffer.write(b"\xff\xfe\x80 x\n\x00\n1 play b \xc3\x28\r\n" + b"y" * 300_000 + b"\n2 name\nquit\n")
    out, err = process.communicate(timeout=PATIENCE)
    responses = out.split("\n\n")
    assert responses[0] == "? unknown command"
    assert responses[1].startswith("?1 illegal move")
    assert responses[2] == "? a line has at most 65536 characters"
    assert responses[3] == "=2 Isthmus"
    assert err == ""
    assert process.returncode == 0


def test_analysis_goes_on_until_the_next_line(program: subprocess.Popen[str]) -> None:
    tell(program, "isthmus-game trellis")
    response(program)
    tell(program, "3 isthmus-analyze 1")
    assert hear(program) == "=3 \n"
    for _ in range(3):
        assert hear(program).startswith("info move ")
    tell(program, "4 name")
    *rest, last = response(program).splitlines()
    assert all(line.startswith("info move ") for line in (*rest, last))
    assert response(program) == "=4 Isthmus\n"
    tell(program, "quit")
    assert response(program) == "= \n"
    assert program.wait(timeout=PATIENCE) == 0
    assert program.stderr is not None
    assert program.stderr.read() == ""


def test_ctrl_c_ends_it_without_a_traceback(program: subprocess.Popen[str]) -> None:
    tell(program, "name")
    response(program)
    program.send_signal(signal.SIGINT)
    _, err = program.communicate(timeout=PATIENCE)
    assert program.returncode == 130
    assert err == "interrupted\n"


@pytest.mark.parametrize("cut", range(1, 12))
def test_lines_are_put_together_however_they_come(cut: int) -> None:
    text = b"ab\n\ncdefghij\nk\xc3\xa9\nend"

    class Dripping(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            return super().read(cut)

    lines = LineInput(io.TextIOWrapper(Dripping(text)), 5)
    assert list(lines) == ["ab", "", "cdefgh", "ké", "end"]
