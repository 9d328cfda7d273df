"""Rematch: the game after a game, into which everybody is let who has a seat in the one before."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterable

from isthmus.web.game.live_game import LiveGame
from isthmus.web.storage.store import Store

__all__ = ["enter_rematch"]


def enter_rematch(store: Store, game_id: str, game: LiveGame, tokens: Iterable[str], now: float) -> list[str]:
    """The tokens for the rematch of a finished game that come to who brings these of the game itself.

    Who was first is second now. The rematch is made when the first one comes, so its clock does not run before; who
    only watches makes none. The same token always leads to the same one, so that coming twice does no harm. Blocks for
    some short transactions.
    """
    assert game.rematch is not None
    found = store.seats_of(game_id, tokens)
    if not found:
        return []
    seats = [(seat.other, _heir(token, game.rematch)) for token, seat in found.items()]
    store.inherit(game.rematch, str(game.record.game), game.opened_again(now), seats)
    return [token for _, token in seats]


def _heir(token: str, game_id: str) -> str:
    """A token that only who has the old one can know."""
    return urlsafe_b64encode(hmac.digest(token.encode(), game_id.encode(), "sha256")[:18]).decode()
