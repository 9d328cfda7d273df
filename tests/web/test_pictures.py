"""Painters: one picture after another, not too many for one owner, and none takes forever."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from live_server import Person, Site
from own_loop import run
from pool_work import double

from isthmus.web.engine import pictures
from isthmus.web.engine import worker_group as engine_lane
from isthmus.web.engine.pictures import Painters
from isthmus.web.engine.worker_group import CrowdedError


def painting(work: Callable[[Painters], Coroutine[Any, Any, None]]) -> None:
    async def main() -> None:
        made = Painters()
        try:
            await work(made)
        finally:
            made.close()

    run(main())


def test_the_waiting_pictures_of_one_owner_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_lane, "_MOST_OF_ONE", 2)

    async def work(made: Painters) -> None:
        crowd = [asyncio.create_task(made.run("crowd", double, number)) for number in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(CrowdedError):
            await made.run("crowd", double, 4)
        assert await made.run("somebody else", double, 5) == 10
        assert await asyncio.gather(*crowd) == [0, 2, 4]

    painting(work)


def test_a_picture_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time limit starts with the drawing, so waiting pictures are drawn too."""
    monkeypatch.setattr(pictures, "_LONGEST", 0.1)

    async def work(made: Painters) -> None:
        endless = asyncio.create_task(made.run("Ann", time.sleep, 3600))
        await asyncio.sleep(0)
        monkeypatch.setattr(pictures, "_LONGEST", 3600)
        waiting = asyncio.create_task(made.run("Ben", double, 21))
        with pytest.raises(TimeoutError):
            await endless
        assert await waiting == 42

    painting(work)


@pytest.mark.parametrize(("error", "status"), [(CrowdedError("too much"), 429), (TimeoutError(), 503)])
def test_a_refused_picture_says_why(site: Site, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int) -> None:
    person: Person = site.person()
    opened = person.post("/api/games", {"game": "hex(size=3,pie=0)", "opponent": "here"}).json()

    async def refuse(*_: object) -> bytes:
        raise error

    monkeypatch.setattr(site.app.state.services.painters, "run", refuse)
    answer = person.get(f"/api/games/{opened['id']}/record?format=png")
    assert answer.status == status
    assert "picture" in answer.json()["detail"]
    assert answer.headers["retry-after"] == ("10" if status == 429 else None)
