"""An event loop for a test: in a thread, as Playwright's sits in the main one while a browser of the tests runs."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any

PATIENCE = 120.0
"""Seconds that the work has. Nothing waits for its thread: one that hangs could not be ended by anybody."""


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """What the coroutine returns or raises; TimeoutError if it does not come to its end."""
    outcome: Future[Any] = Future()

    async def in_time() -> Any:
        return await asyncio.wait_for(work, PATIENCE)

    def settle() -> None:
        try:
            outcome.set_result(asyncio.run(in_time()))
        except BaseException as error:
            outcome.set_exception(error)

    threading.Thread(target=settle, daemon=True).start()
    return outcome.result(PATIENCE + 30)
