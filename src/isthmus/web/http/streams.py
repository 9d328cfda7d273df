"""Streaming answers: lines of JSON for programs, server-sent events for pages.

Heartbeats break long silences. Otherwise a proxy might close the connection.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from typing import Any, TypeVar

from starlette.responses import StreamingResponse

__all__ = ["STILL_HERE", "event_stream", "events_text", "json_lines", "spoken"]

_HEARTBEAT = 7.0
"""Seconds of silence before a heartbeat."""
STILL_HERE = ": still here\n\n"
"""The heartbeat of an event stream: a comment."""

Message = Mapping[str, Any]
Item = TypeVar("Item")


async def spoken(
    items: AsyncGenerator[Item, None], say: Callable[[Item], str], silence: str
) -> AsyncGenerator[str, None]:
    """The texts of items as they arrive, with ``silence`` as a heartbeat. Closes the items when the reader leaves."""
    coming: asyncio.Future[Item] | None = None
    try:
        while True:
            coming = coming or asyncio.ensure_future(anext(items))
            done, _ = await asyncio.wait({coming}, timeout=_HEARTBEAT)
            if not done:
                yield silence
                continue
            try:
                item = coming.result()
            except StopAsyncIteration:
                return
            coming = None
            yield say(item)
    finally:
        if coming is not None:
            coming.cancel()
            await asyncio.gather(coming, return_exceptions=True)
        await items.aclose()


def json_lines(messages: AsyncGenerator[Message, None]) -> StreamingResponse:
    """The messages as lines of JSON, with empty lines as heartbeats."""
    # Compression and some proxies would hold back the beginning until there is more of it.
    headers = {"content-encoding": "identity", "x-accel-buffering": "no"}
    lines = spoken(messages, lambda message: json.dumps(message) + "\n", "\n")
    return StreamingResponse(lines, media_type="application/x-ndjson", headers=headers)


def event_stream(messages: AsyncGenerator[dict[str, Any], None]) -> StreamingResponse:
    """The messages as server-sent events."""
    return events_text(spoken(messages, lambda one: f"data: {json.dumps(one, allow_nan=False)}\n\n", STILL_HERE))


def events_text(texts: AsyncIterator[str]) -> StreamingResponse:
    """The answer for server-sent events that are already text."""
    return StreamingResponse(texts, media_type="text/event-stream", headers={"cache-control": "no-store"})
