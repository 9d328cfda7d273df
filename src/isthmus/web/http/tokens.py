"""Tokens and ids: secrets that authorize a seat, a study or an account, and names for addresses."""

from __future__ import annotations

import secrets
from hashlib import sha256

__all__ = ["TOKEN_LENGTH", "new_id", "new_token", "token_hash"]

_ID_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that are not easily confused."""
TOKEN_LENGTH = 24
"""The number of characters of a new token."""


def new_token() -> str:
    """A secret of 144 random bits, in TOKEN_LENGTH characters."""
    return secrets.token_urlsafe(TOKEN_LENGTH * 6 // 8)


def new_id() -> str:
    """A random name for use in an address."""
    return "".join(secrets.choice(_ID_LETTERS) for _ in range(8))


def token_hash(token: str) -> str:
    """The hash of a token. Only hashes are stored."""
    # Tokens are long and random, so a slow hash would add no protection against guessing.
    return sha256(token.encode()).hexdigest()
