"""Messages as server-sent events: one JSON object each, and a comment now and then that keeps the line open."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

from starlette.responses import StreamingResponse

__all__ = ["event_stream"]

_HEARTBEAT = 10.0


def event_stream(messages: AsyncGenerator[dict[str, Any], None]) -> StreamingResponse:
    """The answer that sends these messages. Who goes away closes the generator."""
    return StreamingResponse(_sent(messages), media_type="text/event-stream", headers={"cache-control": "no-store"})


async def _sent(messages: AsyncGenerator[dict[str, Any], None]) -> AsyncIterator[str]:
    coming: asyncio.Task[dict[str, Any]] | None = None
    try:
        while True:
            coming = coming or asyncio.ensure_future(anext(messages))
            done, _ = await asyncio.wait({coming}, timeout=_HEARTBEAT)
            if not done:
                yield ": still here\n\n"
                continue
            try:
                message = coming.result()
            except StopAsyncIteration:
                return
            coming = None
            yield f"data: {json.dumps(message, allow_nan=False)}\n\n"
    finally:
        if coming is not None:
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)
        await messages.aclose()
