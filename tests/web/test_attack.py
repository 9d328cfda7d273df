"""bench/attack.py and bench/soak.py run: a few seconds of each."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest
from live_server import PATIENCE

BENCH = Path(__file__).parents[2] / "bench"


def output(name: str, *options: str) -> str:
    """What the command prints. It must succeed."""
    wanted = [sys.executable, str(BENCH / name), *options]
    done = subprocess.run(wanted, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_an_attack_prints_a_table_and_the_server_holds() -> None:
    said = output("attack.py", "--only", "kill", "--kills", "1").splitlines()
    assert said[:2] == ["| result | attack | measured |", "|---|---|---|"]
    assert said[2].startswith("| held | 1 kills while four games are played | ")
    assert said[2].endswith(" accepted turns, 0 lost |")


@pytest.mark.parametrize(
    ("kind", "found"), [("oversize", "413 after"), ("rates", "5 granted"), ("positions", "12 of 12 answered")]
)
def test_the_server_withstands_the_first_attack_of_a_kind(
    kind: str, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not half-open connections, which take longer. Whether others wait depends on the machine."""
    monkeypatch.syspath_prepend(str(BENCH))
    attack = importlib.import_module("attack")
    row = attack.attacks([sys.executable, "-m", "isthmus", "serve"], 1)[kind][0]()
    assert row.measured.startswith(found)
    assert "others: " in row.measured


def test_a_soak_prints_the_memory_and_its_growth() -> None:
    said = output("soak.py", "--seconds", "6", "--games", "3", "--pause", "0.02", "--every", "1").splitlines()
    assert said[0].split() == ["seconds", "MiB", "games", "held", "games", "begun", "turns", "load"]
    assert int(said[-3].split()[-2]) > 0, "no turn was played"
    assert "third" in said[-2]
    assert said[-1].startswith("database at the end")
