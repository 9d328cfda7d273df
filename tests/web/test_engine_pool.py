import asyncio
import os
import signal
import time
from pathlib import Path

import own_loop
import pytest

from isthmus.web.engine_pool import EnginePool


def double(number):
    return 2 * number


def fail():
    raise ValueError("no")


def die_once(path):
    """Ends its process the first time, as a crash would."""
    if not Path(path).exists():
        Path(path).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "alive"


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def run(work):
    async def main():
        pool = EnginePool(1)
        try:
            return await work(pool)
        finally:
            pool.close()

    return own_loop.run(main())


def test_work_is_done_elsewhere_and_mistakes_come_back():
    async def work(pool):
        assert await pool.run("Ann", double, 21) == 42
        assert await pool.run("Ann", os.getpid) != os.getpid()
        with pytest.raises(ValueError, match="no"):
            await pool.run("Ann", fail)

    run(work)


def test_a_worker_that_dies_takes_no_work_with_it(tmp_path):
    async def work(pool):
        assert await pool.run("Ann", die_once, str(tmp_path / "died")) == "alive"
        with pytest.raises(RuntimeError, match="died"):
            await pool.run("Ann", die)
        assert await pool.run("Ann", double, 3) == 6

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
        await asyncio.gather(single, *crowd)
        assert order.index(("single", 0)) <= 2

    run(work)


def test_who_goes_away_leaves_the_queue():
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
