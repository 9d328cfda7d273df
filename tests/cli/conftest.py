"""Shared by the command-line tests: a separate state folder, and a way to run a command."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from isthmus.cli.main import app
from isthmus.engine.nets import catalogue

sys.path.insert(0, str(Path(__file__).parent))

from cli_helpers import Finished, Run, end_processes


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty state folder, no colours, a screen of 100 columns."""
    folder = tmp_path / "state"
    monkeypatch.setenv("ISTHMUS_HOME", str(folder))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    return folder


@pytest.fixture(autouse=True)
def no_process_outlives_its_test() -> Iterator[None]:
    """The process of a failed test would keep a processor busy during all later tests."""
    yield
    end_processes()


@pytest.fixture
def run() -> Run:
    """Run a command in this process; ``typed`` are the lines that the person types."""

    def runs(*arguments: str, typed: list[str] | str = "") -> Finished:
        text = typed if isinstance(typed, str) else "".join(f"{line}\n" for line in typed)
        result = CliRunner().invoke(app, list(arguments), input=text, catch_exceptions=False)
        return Finished(result.exit_code, result.stdout, result.stderr)

    return runs


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in place of the folder with the package's nets."""
    path = tmp_path / "nets"
    path.mkdir()
    monkeypatch.setattr(catalogue, "FOLDER", path)
    return path
