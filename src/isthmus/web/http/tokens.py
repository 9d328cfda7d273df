"""Tokens and ids: secrets that open a seat, a study or an account, and names for what has an address."""

from __future__ import annotations

import secrets
from hashlib import sha256

__all__ = ["new_id", "new_token", "token_hash"]

_ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that are not mistaken for each other."""


def new_token() -> str:
    """A secret of 144 random bits."""
    return secrets.token_urlsafe(18)


def new_id() -> str:
    """A name for something that is to have an address."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(8))


def token_hash(token: str) -> str:
    """What is kept of a token."""
    # Tokens are long and random, so there is nothing to guess that a slow hash would protect.
    return sha256(token.encode()).hexdigest()
