"""How the computer thinks in a game in the terminal."""

from __future__ import annotations

import pytest
from cli_helpers import Run

import isthmus
from isthmus.cli.play.local_game import Limits, processors
from isthmus.engine import Engine

START = isthmus.game("hex", size=5, pie=0).start()


def test_under_a_time_limit_the_search_uses_all_processors() -> None:
    assert Limits(1.0).new_engine().threads == processors() >= 1
    assert Limits(1.0, threads=3).new_engine().threads == 3


def test_with_simulations_the_same_seed_plays_the_same_turns() -> None:
    assert Limits(None, 50).new_engine().threads == Limits(1.0, 50).new_engine().threads == 1
    one, other = (Limits(None, 50, seed=4) for _ in range(2))
    for position in (START, START.play("c3")):
        assert one.search(position).turns == other.search(position).turns


@pytest.mark.parametrize(("limits", "engines"), [(Limits(0.01), 1), (Limits(None, 5), 3)])
def test_under_a_time_limit_one_engine_makes_all_searches(
    limits: Limits, engines: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Engine] = []
    make = Limits.new_engine
    monkeypatch.setattr(Limits, "new_engine", lambda self: made.append(make(self)) or made[-1])
    for _ in range(3):
        limits.search(START)
    assert len(made) == engines


def test_an_engine_gets_no_more_threads_than_it_supports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _: range(300), raising=False)
    assert Limits(1.0).new_engine().threads == 256


def test_a_level_has_one_thread(run: Run) -> None:
    done = run("play", "hex(size=4,pie=0)", "--level", "2", "--threads", "2")
    assert done.code == 2
    assert "a level has one thread; omit --threads" in done.err


def test_threads_play(run: Run) -> None:
    done = run("play", "hex(size=3,pie=0)", "--side", "none", "--seconds", "0.02", "--threads", "3")
    assert done.code == 0
    assert "wins" in done.out
