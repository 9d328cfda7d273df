"""The engine: its graph from turn to turn, progress reports, threads, stopping, numbers."""

from __future__ import annotations

import math
import os
import random
import re
import resource
import signal
import threading
from typing import Any

import pytest

import isthmus
from isthmus import Game, SearchError
from isthmus.engine import Engine, EnginePlayer, Proof, Report, SearchInterrupt
from isthmus.games import BUILT_IN

SMALL = [kind(size=next(p.values[0] for p in kind.parameters if p.name == "size")) for kind in BUILT_IN]


def test_results_below_the_played_turns_are_kept() -> None:
    engine = Engine(seed=1)
    start = isthmus.game("hex", size=9, pie=0).start()
    first = engine.search(start, simulations=2000)
    reply = first.variation[1]
    position = start.play(first.best).play(reply)
    kept = engine.search(position, simulations=1)
    fresh = Engine(seed=1).search(position, simulations=1)
    assert fresh.nodes == 1
    assert kept.nodes > 20
    assert sum(entry.visits for entry in kept.turns) > 20
    engine.clear()
    assert engine.search(position, simulations=1).nodes == 1


def test_an_engine_may_switch_between_games() -> None:
    engine = Engine()
    for game in SMALL:
        assert engine.search(game.start(), simulations=20).best in game.start().turns()


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_both_orders_of_a_turn_are_one_entry(game: Game) -> None:
    chance = random.Random(str(game))
    for _ in range(12):
        position = game.start()
        for _ in range(chance.randrange(12)):
            after = position.play(chance.choice(position.turns()))
            if after.outcome:
                break
            position = after
        report = isthmus.search(position, simulations=1000)
        turns = [entry.turn for entry in report.turns]
        assert len(turns) == len(set(turns))


def test_asking_for_numbers_forgets_nothing() -> None:
    engine = Engine()
    start = isthmus.game("hex", size=7, pie=0).start()
    held = engine.search(start, simulations=300).nodes
    engine.numbers(isthmus.game("hex", size=5))
    assert engine.search(start, simulations=1).nodes >= held


def test_reports_stream_while_it_thinks() -> None:
    position = isthmus.game("trellis", size=9).start()
    seen: list[Report] = []
    last = isthmus.search(position, seconds=60, on_report=seen.append, report_every=0.001, stop=lambda: len(seen) >= 5)
    assert len(seen) == 5
    counts = [report.simulations for report in seen]
    assert counts == sorted(counts)
    assert last.simulations >= counts[-1]
    for report in seen:
        assert report.position == position
        assert report.variation[0] == report.best
        assert report.best in position.turns()


@pytest.mark.parametrize("threads", [1, 3])
def test_another_thread_may_stop_it(threads: int) -> None:
    engine = Engine(threads=threads)
    position = isthmus.game("orbit").start()
    begun = threading.Event()
    found: list[Report] = []

    def think() -> None:
        found.append(engine.search(position, simulations=1 << 60, on_report=lambda _: begun.set(), report_every=0))

    thinking = threading.Thread(target=think)
    thinking.start()
    assert begun.wait(60)
    with pytest.raises(SearchError, match="already searching"):
        engine.search(position, simulations=1)
    engine.stop()
    thinking.join(60)
    assert not thinking.is_alive()
    assert found[0].best in position.turns()


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_threads_share_one_search(game: Game) -> None:
    report = isthmus.search(game.start(), simulations=2000, threads=4)
    assert report.best in game.start().turns()
    assert report.proof is not Proof.UNPROVED or 2000 <= report.simulations < 2000 + 4


@pytest.mark.parametrize("batch", [1, 4, 64])
@pytest.mark.parametrize("game", SMALL, ids=str)
def test_a_batch_makes_the_exact_number_of_simulations_and_is_reproducible(game: Game, batch: int) -> None:
    first, again = (Engine(parameters={"batch": batch}).search(game.start(), simulations=500) for _ in range(2))
    assert first.turns == again.turns
    assert first.proof is not Proof.UNPROVED or first.simulations == 500
    if first.proof is Proof.UNPROVED:
        assert sum(entry.visits for entry in first.turns) <= 500


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_threads_share_a_search_in_batches(game: Game) -> None:
    report = Engine(threads=4, parameters={"batch": 8}).search(game.start(), simulations=2000)
    assert report.best in game.start().turns()
    assert report.proof is not Proof.UNPROVED or 2000 <= report.simulations < 2000 + 4 * 8


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_the_engine_proves_what_it_proves_in_batches_too(game: Game) -> None:
    alone, together = (Engine(parameters={"batch": batch}).search(game.start(), simulations=3000) for batch in (1, 16))
    proofs = {alone.proof, together.proof} - {Proof.UNPROVED}
    assert len(proofs) <= 1


def test_a_batch_in_a_full_memory_still_searches() -> None:
    full = Engine(parameters={"batch": 16, "memory_mb": 0})
    report = full.search(isthmus.game("hex", size=5, pie=0).start(), simulations=200)
    assert report.simulations == 200


def test_numbers_have_names() -> None:
    game = isthmus.game("hex", size=5)
    numbers = Engine().numbers(game)
    assert numbers["exploration"] > 0
    other = Engine(parameters={"exploration": 3.0}).search(game.start(), simulations=500)
    assert other.turns != Engine().search(game.start(), simulations=500).turns
    with pytest.raises(SearchError, match=r"no engine parameter is called depth; expected one of .*exploration"):
        Engine(parameters={"depth": 3}).search(game.start())
    assert Engine().numbers(game.reference()) == {}
    wrong = {"oversight": 2, "exploration": float("nan"), "temperature": 0, "memory_mb": -1, "batch": 256}
    for name, bad in wrong.items():
        with pytest.raises(SearchError, match=f"engine parameter {name} is .*; expected"):
            Engine(parameters={name: bad}).search(game.start())
    for threads in (0, 1000):
        with pytest.raises(SearchError, match="threads: expected a whole number from 1 to"):
            Engine(threads=threads)


def test_overlooked_turns_prove_nothing() -> None:
    game = isthmus.game("hex", size=3, pie=0)
    assert isthmus.search(game.start(), simulations=5000).proof is Proof.FIRST_WINS
    weak = isthmus.search(game.start(), simulations=5000, parameters={"oversight": 0.5})
    assert weak.proof is Proof.UNPROVED
    assert all(entry.proof is Proof.UNPROVED for entry in weak.turns)


def test_theory_needs_no_search() -> None:
    for text in ("bridgit(size=6,pie=0)", "trellis(size=9,pie=0,stones_per_turn=1)"):
        start = isthmus.game(text).start()
        report = isthmus.search(start, simulations=10)
        assert report.proof is Proof.FIRST_WINS
        assert report.simulations == 0
        assert report.theory is not None
        assert report.theory.winner is isthmus.Side.BLACK
        one, two = map(set, report.theory.trees)
        assert one
        assert two
        assert not one & two
        played = start.play(report.best)
        assert not (one | two) & {*played.stones("black"), *played.stones("white")}
        lost = isthmus.search(played, simulations=200)
        assert lost.proof is Proof.FIRST_WINS
        assert lost.simulations > 0
        assert lost.theory is not None
        assert lost.theory.winner is isthmus.Side.BLACK
        assert isthmus.search(start, simulations=10, parameters={"theory": 0}).theory is None


def test_memory_is_bounded() -> None:
    position = isthmus.game("trellis", size=9).start()
    small = isthmus.search(position, simulations=20_000, parameters={"memory_mb": 1})
    large = isthmus.search(position, simulations=20_000)
    assert small.nodes < large.nodes / 4
    assert small.simulations == large.simulations


def test_a_thousand_searches_leave_nothing_behind() -> None:
    position = isthmus.game("trellis", size=7, pie=0).start()

    def search_many(count: int) -> int:
        for seed in range(count):
            isthmus.search(position, simulations=100, seed=seed)
        player = EnginePlayer(simulations=50)
        at = position
        while at.outcome is None:
            at = at.play(player.choose(at))
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = search_many(200)
    after = search_many(1000)
    assert after - before < 8 * 1024, "kilobytes"


def test_ctrl_c_returns_the_results_so_far() -> None:
    engine = Engine()
    start = isthmus.game("trellis", pie=0).start()
    interrupt = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # the parent process may have ignored it
    try:
        interrupt.start()
        with pytest.raises(SearchInterrupt) as caught:
            engine.search(start, seconds=60)
        interrupt.join()
    finally:
        signal.signal(signal.SIGINT, before)
    assert isinstance(caught.value, KeyboardInterrupt)
    assert caught.value.report.best in start.turns()
    assert caught.value.report.simulations > 10
    assert "best so far" in str(caught.value)
    assert engine.search(start, simulations=1).nodes > 100, "the graph stays"


def test_the_handler_of_another_signal_may_raise_any_error() -> None:
    def alarm(*_: object) -> None:
        raise TimeoutError("too long")

    before = signal.signal(signal.SIGALRM, alarm)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(TimeoutError, match="too long"):
            isthmus.search(isthmus.game("hex").start(), seconds=60)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("extreme", [-1e9, -50.0, -1.0, 0.0, 0.5, 30.0, 1e9, math.nan, math.inf])
@pytest.mark.parametrize("game", SMALL, ids=str)
def test_any_number_is_refused_or_gives_a_sound_report(game: Game, extreme: float) -> None:
    position = game.start()
    refused: list[str] = []
    for name in Engine().numbers(game):
        try:
            report = isthmus.search(position, simulations=30, parameters={name: extreme})
        except SearchError as error:
            refused.append(str(error))
            continue
        assert not math.isnan(extreme)
        numbers = [report.value.first, report.chance]
        numbers += [number for entry in report.turns for number in (entry.value.first, entry.prior)]
        assert all(-1 <= number <= 1 for number in numbers), name
    assert all(re.search(r"engine parameter \w+ is \S+; expected \S+ to \S+", text) for text in refused)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"seed": "x"}, "seed: expected a whole number; got 'x'"),
        ({"threads": 1.5}, "threads: expected a whole number from 1 to 256; got 1.5"),
        ({"parameters": {"exploration": "much"}}, "exploration: expected a number; got 'much'"),
    ],
)
def test_settings_of_the_wrong_kind_are_named(wrong: dict[str, Any], reason: str) -> None:
    with pytest.raises(SearchError, match=re.escape(reason)):
        Engine(**wrong)


@pytest.mark.parametrize(
    "limits", [{"seconds": "1"}, {"simulations": 1.5}, {"report_every": -1.0}, {"report_every": math.nan}]
)
def test_limits_of_the_wrong_kind_are_named(limits: dict[str, Any]) -> None:
    with pytest.raises(SearchError, match=f"{next(iter(limits))}"):
        isthmus.search(isthmus.game("hex").start(), **limits)


@pytest.mark.parametrize("wrong", ["hex", None, isthmus.game("hex")], ids=["text", "nothing", "game"])
def test_values_that_are_not_positions_are_refused(wrong: Any) -> None:
    with pytest.raises(SearchError, match="expected a position, such as"):
        isthmus.search(wrong, simulations=1)
