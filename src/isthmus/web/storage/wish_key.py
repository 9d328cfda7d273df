"""WishKey: what a wish is known by when it is sent again, so that it is granted once."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from isthmus.rules.types import Seat

__all__ = ["WishKey"]


@dataclass(frozen=True)
class WishKey:
    """A ``name`` that a client chose for a wish of ``seat``. Each seat of each game has names of its own.

    ``seats`` are all that the client may act for: the seat that acts changes with every turn, so a client with both
    seats may ask again when the other one is to act. ``digest`` tells one wish from another under the same name.
    """

    name: str
    seat: Seat
    seats: frozenset[Seat]
    digest: str

    @classmethod
    def of(cls, name: str, seat: Seat, asked: tuple[object, ...], seats: Iterable[Seat] = ()) -> WishKey:
        """The key of what was ``asked``: what is to be done and its content, as they were sent."""
        text = json.dumps(asked, ensure_ascii=True, separators=(",", ":"))
        return cls(name, seat, frozenset((seat, *seats)), sha256(text.encode()).hexdigest())
