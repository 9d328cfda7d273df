"""Known results: forced wins found by brute force (``forced_wins.py`` made the list)."""

from __future__ import annotations

from pathlib import Path

import pytest

import isthmus
from isthmus.engine import Proof
from isthmus.record import parse_position

LINES = (Path(__file__).parent / "forced_wins.txt").read_text(encoding="utf-8").splitlines()
GAMES = {line.split()[1].partition("(")[0] for line in LINES}
SIMULATIONS = {1: 3_000, 2: 20_000, 3: 100_000}


def test_every_game_has_forced_wins() -> None:
    assert set(isthmus.games()) == GAMES
    for game in GAMES:
        # On the only Trinidad board that is small enough for brute force, random games have no win in three.
        depths = "12" if game == "trinidad" else "123"
        assert {line[0] for line in LINES if line.split()[1].startswith(f"{game}(")} == set(depths)


@pytest.mark.parametrize("line", LINES)
def test_a_forced_win_is_proved_and_its_turn_is_found(line: str) -> None:
    turns, _, text = line.partition(" ")
    position = parse_position(text)
    assert position.seat is not None
    report = isthmus.search(position, simulations=SIMULATIONS[int(turns)], parameters={"theory": 0})
    assert report.proof.win_for(position.seat)
    after = position.play(report.best)
    if turns == "1" and after.outcome:
        assert after.outcome.winner is not None
        assert after.seat_of(after.outcome.winner) is position.seat
        return
    answer = isthmus.search(after, simulations=200_000, parameters={"theory": 0})
    assert answer.proof is report.proof


@pytest.mark.parametrize("line", [line for line in LINES if line[0] == "1"])
def test_the_plain_search_finds_wins_in_one_too(line: str) -> None:
    position = parse_position(line[2:])
    assert position.seat is not None
    report = isthmus.search(position, simulations=20_000, plain=True)
    assert report.proof is (Proof.FIRST_WINS if position.seat.value == 0 else Proof.SECOND_WINS)
