"""Runs an event loop for a test in a thread, because Playwright's loop is in the main thread while its browser runs."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any

PATIENCE = 120.0
"""The timeout of the work in seconds. Nothing waits for the thread, because a hanging thread cannot be stopped."""


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Runs a coroutine. Returns or raises the same as it does; raises TimeoutError if it does not end."""
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
