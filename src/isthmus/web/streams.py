"""Streams of JSON lines that go on until something ends; an empty line now and then keeps the connection open."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from typing import Any

from starlette.responses import StreamingResponse

__all__ = ["json_lines"]

_HEARTBEAT = 7.0
"""Seconds after which silence is broken."""

Message = Mapping[str, Any]


def json_lines(messages: AsyncGenerator[Message, None]) -> StreamingResponse:
    """The messages as an answer that goes on as long as they do; the generator is closed when the client goes."""
    # Compression, and some proxies, would keep the beginning back until there is more of it.
    headers = {"content-encoding": "identity", "x-accel-buffering": "no"}
    return StreamingResponse(_lines(messages), media_type="application/x-ndjson", headers=headers)


async def _lines(messages: AsyncGenerator[Message, None]) -> AsyncIterator[str]:
    coming: asyncio.Future[Message] | None = None
    try:
        while True:
            coming = coming or asyncio.ensure_future(anext(messages))
            done, _ = await asyncio.wait({coming}, timeout=_HEARTBEAT)
            if not done:
                yield "\n"
                continue
            try:
                message = coming.result()
            except StopAsyncIteration:
                return
            coming = None
            yield json.dumps(message) + "\n"
    finally:
        if coming is not None:
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)
        await messages.aclose()
