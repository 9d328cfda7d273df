"""Ctrl-C while a command is loaded: one line and the code of an interrupt. Programs with the library are unaffected."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from isthmus._starting import _is_the_command

INTERRUPTED = "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n"
"""A module that presses Ctrl-C when it is imported."""


def run(folder: Path, module: str, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command in which the named module presses Ctrl-C."""
    (folder / f"{module}.py").write_text(INTERRUPTED, encoding="utf-8")
    wanted = [sys.executable, *command]
    environment = os.environ | {"PYTHONPATH": str(folder), "ISTHMUS_DATABASE": f"sqlite:///{folder}/games.db"}
    return subprocess.run(
        wanted, input="", capture_output=True, text=True, check=False, timeout=120, env=environment, cwd=folder
    )


def script(folder: Path) -> str:
    """The command ``isthmus``, as made by an installer."""
    path = folder / "isthmus"
    path.write_text("import sys\nfrom isthmus.cli.main import main\nsys.exit(main())\n", encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("by", ["script", "module"])
@pytest.mark.parametrize(
    ("module", "command"),
    [
        ("typer", ["gtp", "-g", "hex"]),
        ("typer", ["serve", "--no-browser", "--port", "0"]),
        ("typer", ["games"]),
        ("rich", ["play"]),
        ("uvicorn", ["serve", "--no-browser", "--port", "0"]),
        ("alembic", ["serve", "--no-browser", "--port", "0"]),
    ],
)
def test_ctrl_c_while_a_command_is_loaded_is_one_line(tmp_path: Path, by: str, module: str, command: list[str]) -> None:
    started = [script(tmp_path)] if by == "script" else ["-m", "isthmus"]
    done = run(tmp_path, module, *started, *command)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "interrupted\n")


@pytest.mark.parametrize(
    ("words", "arguments", "expected"),
    [
        ("/x/bin/isthmus play -m", "/x/bin/isthmus play -m", True),
        ("-X dev /x/bin/isthmus", "/x/bin/isthmus", True),
        ("-misthmus play", "-m play", True),
        ("-Im isthmus", "-m", True),
        ("-Wm -m isthmus", "-m", True),
        ("-X m -m other", "-m", False),
        ("-m other isthmus", "-m isthmus", False),
        ("-c pass -m isthmus", "-c -m isthmus", False),
        ("/x/other.py isthmus", "/x/other.py isthmus", False),
    ],
)
def test_the_command_is_recognised(words: str, arguments: str, expected: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "orig_argv", ["python", *words.split()])
    monkeypatch.setattr(sys, "argv", arguments.split())
    assert _is_the_command() is expected


def test_a_program_with_the_library_keeps_its_ctrl_c(tmp_path: Path) -> None:
    program = "import isthmus\ntry:\n    import nothing_else\nexcept KeyboardInterrupt:\n    print('heard')\n"
    done = run(tmp_path, "nothing_else", "-c", program)
    assert (done.returncode, done.stdout, done.stderr) == (0, "heard\n", "")
