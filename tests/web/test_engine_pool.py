import asyncio
import os
import time
from contextlib import aclosing

import own_loop
import pytest
from pool_work import (
    be_deaf,
    die,
    die_once,
    double,
    echo,
    fail,
    fail_oddly,
    kill_workers,
    run_file,
    streamed_death,
    tick,
)

from isthmus.errors import NotationError, RulesError
from isthmus.games import files
from isthmus.web.engine import pool as engine_pool
from isthmus.web.engine import worker_group as engine_lane
from isthmus.web.engine.pool import Begun, CrowdedError, EnginePool, Place, ReplacedError, Result, Starting, Told


def run(work):
    async def main():
        pool = EnginePool(1)
        try:
            return await work(pool)
        finally:
            pool.close()

    return own_loop.run(main())


async def first_told(news):
    """Reads news up to the first report of the job."""
    async for one in news:
        if isinstance(one, Told):
            return one.value
    raise AssertionError("nothing was told")


def gone(pid):
    """Whether a process has ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


async def until(condition):
    while not condition():
        await asyncio.sleep(0.01)


# Turns of games ----------------------------------------------------------------------------------------------------
def test_work_is_done_elsewhere_and_mistakes_come_back():
    async def work(pool):
        assert await pool.run("Ann", double, 21) == 42
        assert await pool.run("Ann", os.getpid) != os.getpid()
        with pytest.raises(ValueError, match="no"):
            await pool.run("Ann", fail)

    run(work)


def test_a_fault_in_a_loaded_file_comes_back_with_its_place(tmp_path, monkeypatch):
    file = tmp_path / "rex.py"
    file.write_text("def play():\n    return 1 // 0\n", encoding="utf-8")
    monkeypatch.setenv(files._VARIABLE, str(file))

    async def work(pool):
        place = r"^the rules of this game failed in rex.py, line 2, in play: ZeroDivisionError: integer division"
        with pytest.raises(RulesError, match=place):
            await pool.run("Ann", run_file, str(file))

    run(work)


def test_an_error_that_a_loaded_file_raises_on_purpose_stays_as_it_is(tmp_path, monkeypatch):
    file = tmp_path / "rex.py"
    file.write_text("import isthmus\ndef play():\n    raise isthmus.NotationError('no field z9')\n", encoding="utf-8")
    monkeypatch.setenv(files._VARIABLE, str(file))

    async def work(pool):
        with pytest.raises(NotationError, match=r"^no field z9$"):
            await pool.run("Ann", run_file, str(file))

    run(work)


def test_a_worker_that_dies_takes_no_work_with_it(tmp_path):
    async def work(pool):
        assert await pool.run("Ann", die_once, str(tmp_path / "died")) == "alive"
        with pytest.raises(RuntimeError, match="crashed"):
            await pool.run("Ann", die)
        assert await pool.run("Ann", double, 3) == 6

    run(work)


def test_a_process_that_cannot_start_costs_its_job_and_no_other(monkeypatch):
    def refuse(*_):
        raise BlockingIOError(11, "Resource temporarily unavailable")

    async def work(pool):
        with monkeypatch.context() as full:
            full.setattr(engine_lane, "Worker", refuse)
            jobs = [asyncio.create_task(pool.run(owner, double, 21)) for owner in ("Ann", "Bea")]
            for failed in await asyncio.gather(*jobs, return_exceptions=True):
                assert isinstance(failed, CrowdedError)
        assert pool.busy == 0
        assert await pool.run("Ann", double, 21) == 42

    run(work)


def test_a_worker_that_dies_before_it_is_ready_takes_no_work_with_it():
    async def work(pool):
        asked = asyncio.create_task(pool.run("Ann", double, 21))
        await asyncio.sleep(0)
        kill_workers(pool)
        assert await asked == 42

    run(work)


def test_one_owner_does_not_keep_another_waiting():
    async def work(pool):
        order = []

        async def one(owner, number):
            await pool.run(owner, double, number)
            order.append((owner, number))

        crowd = [asyncio.create_task(one("crowd", number)) for number in range(5)]
        await asyncio.sleep(0)
        single = asyncio.create_task(one("single", 0))
        await asyncio.sleep(0)
        assert pool.place("single") == 2
        assert pool.place("crowd") == 1
        assert pool.place("nobody") == 0
        named = asyncio.create_task(pool.run("crowd", double, 0, name="a game of the crowd"))
        await asyncio.sleep(0)
        assert pool.place("a game of the crowd") == 6
        await named
        await asyncio.gather(single, *crowd)
        assert order.index(("single", 0)) <= 2
        assert pool.busy == 0

    run(work)


def test_a_client_that_goes_away_leaves_the_queue():
    async def work(pool):
        first = asyncio.create_task(pool.run("Ann", time.sleep, 0.05))
        second = asyncio.create_task(pool.run("Ben", double, 1))
        await asyncio.sleep(0)
        second.cancel()
        with pytest.raises(asyncio.CancelledError):
            await second
        await first
        assert pool.place("Ben") == 0

    run(work)


# Analyses ----------------------------------------------------------------------------------------------------------
def test_an_analysis_reports_its_progress():
    async def work(pool):
        news = [one async for one in pool.stream("Ann", "", echo, "hello")]
        assert news == [Starting(), Begun(), Told("hello"), Result("hello")]
        news = [one async for one in pool.stream("Ann", "", echo, "again")]
        assert news == [Begun(), Told("again"), Result("again")], "the worker is warm now"
        with pytest.raises(RuntimeError, match="UnsendableError: very odd"):
            await anext(one async for one in pool.stream("Ann", "", fail_oddly) if isinstance(one, Told))

    run(work)


def test_an_analysis_stops_when_nobody_listens_any_more(monkeypatch):
    """The job ends by itself, and its worker takes the next one."""
    monkeypatch.setattr(engine_lane, "_GRACE", 3600)

    async def work(pool):
        async with aclosing(pool.stream("Ann", "", tick, "tick")) as news:
            pid = await first_told(news)
        await until(lambda: pool.busy == 0)
        async with aclosing(pool.stream("Ann", "", tick, "tick")) as news:
            assert await first_told(news) == pid

    run(work)


def test_one_that_does_not_stop_is_ended_with_its_worker():
    async def work(pool):
        async with aclosing(pool.stream("Ann", "", be_deaf)) as news:
            pid = await first_told(news)
        await until(lambda: pool.busy == 0)
        await until(lambda: gone(pid))
        assert [one async for one in pool.stream("Ann", "", echo, "alive")][-1] == Result("alive")

    run(work)


def test_a_newer_analysis_takes_the_place_of_the_older():
    async def work(pool):
        async with aclosing(pool.stream("Ann", "lines", tick, "old")) as older:
            await first_told(older)
            async with aclosing(pool.stream("Ann", "hint", tick, "beside")) as beside:
                await first_told(beside)
                newer = [one async for one in pool.stream("Ann", "lines", echo, "new")]
                assert newer[-1] == Result("new")
                with pytest.raises(ReplacedError):
                    await _exhaust(older)
                assert await first_told(beside)

    run(work)


async def _exhaust(news):
    async for _ in news:
        pass


def test_waiting_clients_are_told_their_place_and_long_jobs_make_room(monkeypatch):
    """Two workers, three analyses by a crowd, one by somebody else."""
    monkeypatch.setattr(engine_pool, "_SLICE", 0.1)
    monkeypatch.setattr(engine_lane, "_LONG_GRACE", 3600)

    async def work(pool):
        heard = {name: [] for name in ("first", "second", "third", "single")}

        def has_told(*names):
            return all(any(isinstance(one, Told) for one in heard[name]) for name in names)

        async def listen(owner, name, work):
            async for one in pool.stream(owner, name, work, name):
                heard[name].append(one)

        had_time = [asyncio.create_task(listen("crowd", name, tick)) for name in ("first", "second")]
        await until(lambda: has_told("first", "second"))
        await asyncio.sleep(0.2)
        third = asyncio.create_task(listen("crowd", "third", tick))
        await asyncio.sleep(0)
        await listen("single", "single", echo)
        assert heard["third"][0] == Place(1)
        assert heard["single"][0] == Place(2)
        assert heard["single"][-1] == Result("single")
        await asyncio.gather(*had_time)
        assert [heard[name][-1] for name in ("first", "second")] == [
            Result("first", cut_short=True),
            Result("second", cut_short=True),
        ]
        await until(lambda: has_told("third"))
        third.cancel()

    run(work)


def test_short_jobs_do_not_wait_for_long_analyses_and_these_go_on(monkeypatch):
    """Every worker for long analyses is busy, for the same owner and for others, and more jobs wait."""
    monkeypatch.setattr(engine_pool, "_SLICE", 3600)  # otherwise some would have made room in time

    async def work(pool):
        told = dict.fromkeys(("lines", "review", "of others", "more"), 0)

        async def listen(owner, slot):
            async for one in pool.stream(owner, slot, tick, slot):
                told[slot] += isinstance(one, Told)

        owners = {"lines": "Ann", "review": "Ann", "of others": "Ben", "more": "Ben"}
        long = [asyncio.create_task(listen(owner, slot)) for slot, owner in owners.items()]
        await until(lambda: told["lines"] and (told["review"] or told["of others"]))
        heard = [one async for one in pool.stream("Ann", "overlay", echo, "an overlay", short=True)]
        assert [one for one in heard if isinstance(one, Place)] == []
        assert heard[-1] == Result("an overlay")
        before = told["lines"]
        await until(lambda: told["lines"] > before + 3)
        assert not any(one.done() for one in long)
        for one in long:
            one.cancel()
        await asyncio.gather(*long, return_exceptions=True)
        await until(lambda: pool.busy == 0)

    run(work)


def test_short_work_that_goes_on_makes_room_too(monkeypatch):
    monkeypatch.setattr(engine_pool, "_SHORT_SLICE", 0.1)
    monkeypatch.setattr(engine_lane, "_LONG_GRACE", 3600)

    async def work(pool):
        order = []

        async def listen(owner, name, work):
            heard = [one async for one in pool.stream(owner, name, work, name, short=True)]
            order.append((name, heard[-1].cut_short))

        crowd = [asyncio.create_task(listen("crowd", name, tick)) for name in ("first", "second")]
        await asyncio.sleep(0)
        single = asyncio.create_task(listen("single", "single", echo))
        await single
        await asyncio.gather(*crowd)
        assert order == [("first", True), ("second", True), ("single", False)]

    run(work)


def test_a_crowd_of_analyses_starves_no_game(monkeypatch):
    monkeypatch.setattr(engine_lane, "_MOST_OF_ONE", 3)
    monkeypatch.setattr(engine_pool, "_SLICE", 3600)  # otherwise some would have made room on a slow machine

    async def work(pool):
        crowd = [asyncio.create_task(_exhaust(pool.stream("crowd", str(slot), tick, ""))) for slot in range(5)]
        await until(lambda: pool.busy == 5)
        assert await pool.run("game", double, 21) == 42
        with pytest.raises(CrowdedError):
            await _exhaust(pool.stream("crowd", "one more", tick, ""))
        for one in crowd:
            one.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)
        await until(lambda: pool.busy == 0)

    run(work)


def test_an_analysis_begins_again_once_when_all_workers_are_killed():
    async def work(pool):
        async with aclosing(pool.stream("Ann", "", tick, "tick")) as news:
            pid = await first_told(news)
            await _exhaust(pool.stream("Ben", "", echo, "another worker, idle from now on"))
            kill_workers(pool)
            begun = [one async for one in _up_to(news, Begun)][-1]
            assert begun == Begun(again=True)
            one = await anext(news)
            assert isinstance(one, Told)
            assert one.value != pid

    run(work)


async def _up_to(news, kind):
    async for one in news:
        yield one
        if isinstance(one, kind):
            return


def test_an_analysis_over_which_every_worker_dies_is_given_up():
    async def work(pool):
        with pytest.raises(RuntimeError, match="crashed"):
            await _exhaust(pool.stream("Ann", "", streamed_death))

    run(work)


def test_closing_ends_the_listeners_and_the_workers():
    async def work(pool):
        listening = pool.stream("Ann", "", tick, "tick")
        pid = await first_told(listening)
        pool.end_streams()
        await _exhaust(listening)
        await until(lambda: gone(pid))
        assert await pool.run("game", double, 1) == 2

    run(work)
