"""Path and query fields for many routes, each with a maximum length."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query

__all__ = ["Id", "Name", "NodeText", "Token"]

Id = Annotated[str, Path(max_length=40)]
"""The id of a game, a study or a challenge."""
Name = Annotated[str, Path(max_length=40)]
"""The name of an account, a kind of game or a format."""
Token = Annotated[str, Path(max_length=80)]
NodeText = Annotated[str | None, Query(max_length=20)]
"""The number of a node in a query. Anything else is ignored."""
