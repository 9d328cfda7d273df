"""Fields of addresses that many routes have, each with a longest value."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query

__all__ = ["Id", "Name", "NodeText", "Token"]

Id = Annotated[str, Path(max_length=40)]
"""Of a game, a study, a challenge."""
Name = Annotated[str, Path(max_length=40)]
"""Of an account, a kind of game, a format."""
Token = Annotated[str, Path(max_length=80)]
NodeText = Annotated[str | None, Query(max_length=20)]
"""The number of a node in a query; what is no number is as if not said."""
