"""``isthmus bench search``: one signature for the results of fixed searches."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from cli_helpers import Run

import isthmus
from isthmus.cli.commands.bench_search import bench_positions, run_searches, signature
from isthmus.engine import Report
from isthmus.record import format_position, parse_position


def test_the_positions_are_fixed_and_of_all_games() -> None:
    first = list(bench_positions())
    told = "\n".join(map(format_position, first))
    assert hashlib.sha256(told.encode()).hexdigest()[:16] == "9642c118443fbf1a"
    assert {position.game.id for position in first} == set(isthmus.games())
    assert not any(position.outcome for position in first)


def test_the_signature_tells_searches_apart() -> None:
    positions = list(bench_positions())[3:6]

    def reports(simulations: int) -> list[Report]:
        return [one.report for one in run_searches(positions, simulations)]

    assert signature(reports(50)) == signature(reports(50))
    assert signature(reports(50)) != signature(reports(51))


def test_the_command_prints_lines_that_can_be_read(run: Run) -> None:
    lines = [json.loads(line) for line in run("bench", "search", "--simulations", "20", "--json").out.splitlines()]
    *positions, total = lines
    assert [parse_position(line["position"]) for line in positions] == list(bench_positions())
    assert total["simulations"] == sum(line["simulations"] for line in positions)
    assert len(total["signature"]) == 8
    assert total["signature"] in run("bench", "search", "--simulations", "20").out


def test_earlier_figures_are_not_replaced_unasked(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "figures.jsonl"
    kept.write_text("of last year", encoding="utf-8")
    done = run("bench", "playouts", "hex(size=3)", "--rounds", "1", "--seconds", "0.01", "-o", str(kept))
    assert done.code == 2
    assert "already exists; --force replaces it" in done.err
    assert kept.read_text(encoding="utf-8") == "of last year"
