"""How the computer thinks in a game in the terminal."""

from __future__ import annotations

from cli_helpers import Run

import isthmus
from isthmus.cli.play.local_game import Limits, processors

START = isthmus.game("hex", size=5, pie=0).start()


def test_under_a_time_limit_the_search_uses_all_processors() -> None:
    assert Limits(1.0).engine.threads == processors() >= 1
    assert Limits(1.0, threads=3).engine.threads == 3


def test_with_simulations_the_same_seed_plays_the_same_turns() -> None:
    assert Limits(None, 50).engine.threads == Limits(1.0, 50).engine.threads == 1
    one, other = (Limits(None, 50, seed=4) for _ in range(2))
    for position in (START, START.play("c3")):
        assert one.search(position).turns == other.search(position).turns


def test_under_a_time_limit_the_search_goes_on_from_what_it_found() -> None:
    limits = Limits(0.05, threads=1, evaluator="hand")
    position = isthmus.game("trellis", size=9, pie=0).start()
    assert limits.search(position).nodes < limits.search(position).nodes


def test_a_level_has_one_thread(run: Run) -> None:
    done = run("play", "hex(size=4,pie=0)", "--level", "2", "--threads", "2")
    assert done.code == 2
    assert "a level has one thread; omit --threads" in done.err


def test_threads_play(run: Run) -> None:
    done = run("play", "hex(size=3,pie=0)", "--side", "none", "--seconds", "0.02", "--threads", "3")
    assert done.code == 0
    assert "wins" in done.out
