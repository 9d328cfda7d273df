"""The border of the native core checks its arguments: no call harms the process."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import isthmus
from isthmus import Game, _native
from isthmus.games import BUILT_IN

SMALL = [kind(size=next(p.values[0] for p in kind.parameters if p.name == "size")) for kind in BUILT_IN]
HEX = isthmus.game("hex", size=5, pie=0)
FUZZ = Path(__file__).with_name("border_fuzz.py")
PROGRAM = """
import os, runpy, sys
if "ISTHMUS_SANITIZED" in os.environ:  # as in scripts/run-sanitized
    sys.meta_path[:] = [finder for finder in sys.meta_path if "Redirecting" not in type(finder).__name__]
del sys.argv[0]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def make(game: Game, changed: Mapping[str, Any]) -> _native.Game:
    return _native.make_game(game.id, {**game.values, **changed})


@pytest.mark.parametrize("seed", range(4))
def test_no_call_harms_the_process(seed: int) -> None:
    command = [sys.executable, "-X", "faulthandler", "-c", PROGRAM, FUZZ, str(seed), "250"]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert "search: " in done.stdout
    assert ("build: sanitize" in done.stdout) == ("ISTHMUS_SANITIZED" in os.environ)


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_the_core_takes_the_parameters_that_are_declared_and_no_others(game: Game) -> None:
    for parameter in game.parameters:
        for value in parameter.values:
            needed = {"stones": 24} if parameter.name == "network" else {}
            needed |= {"network": 4} if parameter.name == "stones" else {}
            assert make(game, {**needed, parameter.name: value}).num_steps > 0
        numbers = [value for value in parameter.values if isinstance(value, int)]
        outside = {n + d for n in numbers for d in (-1, 1)} - set(numbers)
        for bad in (*outside, -1, 2_147_483_647, -2_147_483_648, "many"):
            with pytest.raises(ValueError, match=f"parameter {parameter.name} cannot be"):
                make(game, {parameter.name: bad})
        for odd in (10**30, 2.5, None, b"5"):
            with pytest.raises(TypeError):
                make(game, {parameter.name: odd})
        with pytest.raises(ValueError, match=f"parameter missing: {parameter.name}"):
            _native.make_game(game.id, {k: v for k, v in game.values.items() if k != parameter.name})
    with pytest.raises(ValueError, match="no parameter is called colour"):
        make(game, {"colour": 1})


def test_a_network_of_more_stones_than_there_are_is_refused() -> None:
    with pytest.raises(ValueError, match="network"):
        make(isthmus.game("network"), {"stones": 5, "network": 6})


@pytest.mark.parametrize("kind", ["full", "plain"])
def test_a_searcher_refuses_states_of_other_games_and_sizes(kind: str) -> None:
    searcher = make(HEX, {}).searcher(kind, {}, 1)
    others = [make(HEX, {"size": 6}), make(HEX, {"pie": 1}), make(isthmus.game("bridgit"), {}), make(SMALL[0], {})]
    for other in others:
        state = other.initial()
        calls: list[Callable[[Any], object]] = [
            lambda state: searcher.search(state, 1, 1.0),
            lambda state: searcher.land(state, 1, 0),
            lambda state: searcher.flow(state, False),
        ]
        for call in calls[: 3 if kind == "full" else 1]:
            with pytest.raises(ValueError, match=r"the state belongs to .*; expected a state of hex\(pie=0,size=5\)"):
                call(state)
    assert searcher.search(make(HEX, {}).initial(), 10, 1.0)["simulations"] == 10


def test_bad_limits_are_refused() -> None:
    state, searcher = HEX.start().state, make(HEX, {}).searcher("full", {}, 1)
    for seconds in (0.0, -1.0, math.nan, -math.inf):
        with pytest.raises(ValueError, match="seconds: expected more than 0"):
            searcher.search(state, 1, seconds)
        with pytest.raises(ValueError, match="seconds: expected more than 0"):
            state.playouts(1, 1, False, seconds)
        with pytest.raises(ValueError, match="seconds: expected more than 0"):
            _native.solve(state, 1, seconds, 0, [], False, 0)
    for threads in (-1, 0, 257, 2**31 - 1):
        with pytest.raises(ValueError, match="threads: expected 1 to 256"):
            searcher.search(state, 1, 1.0, threads)
    with pytest.raises(ValueError, match="simulations: expected 1 or more"):
        searcher.search(state, 0, 1.0)
    with pytest.raises(ValueError, match="report_every: expected 0 or more"):
        searcher.search(state, 1, 1.0, 1, None, None, math.nan)
    with pytest.raises(TypeError, match="stop is not a function"):
        searcher.search(state, 1, 1.0, 1, 5)
    with pytest.raises(ValueError, match="playouts: expected 1 or more"):
        searcher.land(state, 0, 1)
    with pytest.raises(ValueError, match="from 0 to 300"):
        state.perft(301, True)


def test_a_finished_game_is_not_searched() -> None:
    position = isthmus.game("hex", size=3, pie=0).start()
    for turn in ("b2", "a1", "b1", "a2", "b3"):
        position = position.play(turn)
    for kind in ("full", "plain"):
        with pytest.raises(ValueError, match="the game is over"):
            position.game.core.game.searcher(kind, {}, 1).search(position.state, 1, 1.0)
    with pytest.raises(ValueError, match="the game is over"):
        _native.solve(position.state, 1, 1.0, 0, [], False, 0)


@pytest.mark.parametrize("image", [[], [0], [0] * 25, list(range(26)), list(range(1, 26)), list(range(-1, 24))])
def test_a_symmetry_is_an_order_of_the_cells(image: list[int]) -> None:
    with pytest.raises(ValueError, match="each cell of the board once"):
        _native.solve(HEX.start().state, 10, 1.0, 0, [(image, False)], False, 0)


@pytest.mark.parametrize(
    ("game", "pending", "counters"),
    [
        ("hex", [0], []),
        ("hex", [], [("passes", [1])]),
        ("trellis", [], [("passes", [3])]),
        ("trellis", [], [("streaks", [10])]),
        ("trellis", [], [("last", [1, 2, 3])]),
        ("trellis(stones_per_turn=1)", [0], []),
        ("orbit", [], [("plies", [10**6])]),
        ("orbit", [], [("passes", [256])]),
        ("trinidad", [], [("to_place", [255])]),
        ("network", [], [("patience", [1])]),
    ],
)
def test_a_snapshot_holds_what_the_rules_know(
    game: str, pending: list[int], counters: list[tuple[str, list[int]]]
) -> None:
    with pytest.raises(ValueError, match="snapshot: "):
        isthmus.game(game).core.game.restore([0], [], 1, 0, 0, pending, counters)


def test_a_snapshot_names_sides_by_0_and_1() -> None:
    for side, holds in ((256, 0), (-1, 0), (2, 0), (0, 255), (0, 256), (0, 2)):
        with pytest.raises(ValueError, match="no such side"):
            HEX.core.game.restore([], [], side, 0, holds, [], [])


def test_no_colour_of_network_has_more_stones_than_there_are() -> None:
    game = isthmus.game("network", stones=4, network=4)
    with pytest.raises(ValueError, match="more stones than a colour has"):
        game.core.game.restore([8, 10, 24, 26, 40], [], 0, 0, 0, [], [])


def test_one_thread_at_a_time_uses_a_searcher() -> None:
    searcher, state = make(HEX, {"size": 11}).searcher("full", {}, 1), isthmus.game("hex", size=11, pie=0).start().state
    begun, end = threading.Event(), threading.Event()
    thread = threading.Thread(
        target=lambda: searcher.search(state, 1 << 60, 100.0, 2, end.is_set, lambda _: begun.set(), 0.0)
    )
    thread.start()
    try:
        assert begun.wait(60)
        with pytest.raises(_native.WorkError, match="already searching"):
            searcher.search(state, 1, 1.0)
        with pytest.raises(_native.WorkError, match="already searching"):
            searcher.clear()
    finally:
        end.set()
        thread.join(60)
    assert searcher.search(state, 1, 1.0)["simulations"] == 1


def test_a_callback_may_not_use_its_searcher() -> None:
    # On a small board the search can prove the result before it calls back.
    state, searcher = isthmus.game("hex", size=11, pie=0).start().state, make(HEX, {"size": 11}).searcher("full", {}, 1)
    with pytest.raises(_native.WorkError, match="already searching"):
        searcher.search(state, 1 << 60, 100.0, 1, None, lambda _: searcher.clear(), 0.0)
    assert searcher.search(state, 1, 1.0)["simulations"] == 1
