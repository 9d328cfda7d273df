"""Fixtures for the tests of the lab: a small study, and running it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from isthmus.lab import Study, run

sys.path.insert(0, str(Path(__file__).parent))

from lab_studies import SMALL, Play  # the path comes first


@pytest.fixture
def small() -> Study:
    return Study.of(SMALL)


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Plays a study into a ledger and returns the ledger."""

    def play(study: Study, name: str = "ledger.jsonl", jobs: int = 1, on: str = "local") -> Path:
        for _ in run(study, ledger=tmp_path / name, jobs=jobs, on=on):
            pass
        return tmp_path / name

    return play
