"""Rematch: the next game between the same players. A seat in one game gives a seat in the next."""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Iterable

from isthmus.web.game.live_game import LiveGame
from isthmus.web.storage.store import Store

__all__ = ["enter_rematch"]


def enter_rematch(store: Store, game_id: str, game: LiveGame, tokens: Iterable[str], now: float) -> list[str]:
    """The tokens for the rematch of a finished game, in exchange for ``tokens`` of the game itself.

    The first player becomes the second. Whichever player arrives first creates the rematch, so its clock does not run
    earlier; a watcher does not create it. The same token always gives the same new one, so arriving twice does no harm.
    Blocks for a few short transactions.
    """
    assert game.rematch is not None
    found = store.seats_of(game_id, tokens)
    if not found:
        return []
    seats = [(seat.other, _heir(token, game.rematch)) for token, seat in found.items()]
    store.inherit(game.rematch, str(game.record.game), game.opened_again(now), seats)
    return [token for _, token in seats]


def _heir(token: str, game_id: str) -> str:
    """A token that only the owner of the old one can compute."""
    return urlsafe_b64encode(hmac.digest(token.encode(), game_id.encode(), "sha256")[:18]).decode()
