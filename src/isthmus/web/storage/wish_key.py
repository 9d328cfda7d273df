"""WishKey: the idempotency key of a wish. With it, a wish that is sent twice is granted once."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from isthmus.rules.types import Seat

__all__ = ["WishKey"]


@dataclass(frozen=True)
class WishKey:
    """A ``name`` that a client chose for a wish of ``seat``. Names are separate for each seat of each game.

    ``seats`` are all seats of the client. A client with both seats may repeat a wish when it is already the other
    seat's turn, so both are needed. ``digest`` distinguishes wishes with the same name.
    """

    name: str
    seat: Seat
    seats: frozenset[Seat]
    digest: str

    @classmethod
    def of(cls, name: str, seat: Seat, asked: tuple[object, ...], seats: Iterable[Seat] = ()) -> WishKey:
        """The key of the request ``asked``: its action and content, as sent."""
        text = json.dumps(asked, ensure_ascii=True, separators=(",", ":"))
        return cls(name, seat, frozenset((seat, *seats)), sha256(text.encode()).hexdigest())
