"""Games of self-play as data: one JSON object a line, compressed, in files that only grow.

Each call of ``append`` writes one gzip member, so that a file cut off in the middle of one loses only that. Games are
kept, never tensors: planes are made anew when a net learns.
"""

from __future__ import annotations

import gzip
import json
import os
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from isthmus.errors import SearchError, quoted

__all__ = ["GameRecord", "append", "read_records"]

LEAST_SHARE = 0.002
"""Smaller shares of a policy are left out; together they seldom make a hundredth."""

GZIP = 31
"""What zlib calls one member of a gzip file, header and checksum included."""


@dataclass(frozen=True, eq=False)
class GameRecord:
    """One game, in little memory.

    ``game`` is the game's text, ``net`` names who played, ``seed`` is that of the batch of games it belongs to.
    ``steps`` are step ids. ``result`` is Black's, from -1 to 1. ``values`` are the search's before each step, for
    Black, not a number where there was no search. Steps ``starts[i]`` to ``starts[i + 1]`` of ``policy_steps`` with
    ``policy_shares`` are the improved policy at step i, none where it was not searched in full.
    """

    game: str
    net: str
    seed: int
    steps: NDArray[np.uint16]
    result: float
    values: NDArray[np.float16]
    starts: NDArray[np.uint32]
    policy_steps: NDArray[np.uint16]
    policy_shares: NDArray[np.float16]

    @classmethod
    def of(cls, found: Mapping[str, Any], *, game: str, net: str, seed: int) -> Self:
        """A game as the core's ``self_play`` gives it: ``steps``, ``result``, ``values``, ``policy``."""
        policy = [[(step, share) for step, share in ply if share >= LEAST_SHARE] for ply in found["policy"]]
        flat = [pair for ply in policy for pair in ply]
        steps, values = found["steps"], found["values"]
        if not len(steps) == len(values) == len(policy):
            raise SearchError(f"a game has {len(steps)} steps, {len(values)} values and {len(policy)} policies")
        return cls(
            game,
            net,
            seed,
            np.array(steps, np.uint16),
            float(found["result"]),
            np.array([np.nan if value is None else value for value in values], np.float16),
            np.cumsum([0, *map(len, policy)], dtype=np.uint32),
            np.array([step for step, _ in flat], np.uint16),
            np.array([share for _, share in flat], np.float16),
        )

    @property
    def searched(self) -> int:
        """How many steps have a policy."""
        return int(np.count_nonzero(np.diff(self.starts)))

    def policy(self, step: int) -> list[tuple[int, float]]:
        """The (step, share) pairs before a step of the game; empty if it was not searched in full."""
        part = slice(int(self.starts[step]), int(self.starts[step + 1]))
        return list(zip(self.policy_steps[part].tolist(), self.policy_shares[part].tolist(), strict=True))

    def line(self) -> str:
        """The JSON object."""
        values = [None if np.isnan(value) else round(value, 3) for value in self.values.tolist()]
        policy = [[[step, round(share, 4)] for step, share in self.policy(number)] for number in range(len(self.steps))]
        about = {
            "game": self.game,
            "net": self.net,
            "seed": self.seed,
            "steps": self.steps.tolist(),
            "result": self.result,
            "values": values,
            "policy": policy,
        }
        return json.dumps(about, separators=(",", ":"))

    @classmethod
    def of_line(cls, line: str) -> Self:
        """The game of a line; SearchError if it is no such thing."""
        try:
            found = json.loads(line)
            return cls.of(found, game=str(found["game"]), net=str(found["net"]), seed=int(found["seed"]))
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
            raise SearchError(f"expected a game of self-play as JSON; got {quoted(line)}") from None


def append(path: Path, records: Sequence[GameRecord]) -> None:
    """Add games to a file, complete and at once; what a killed process has left cut off there is removed first."""
    text = "".join(record.line() + "\n" for record in records)
    whole = sum(length for _, length in _members(path))
    with path.open("ab") as file:
        if file.tell() != whole:
            file.truncate(whole)
        file.write(gzip.compress(text.encode(), 6, mtime=0))
        file.flush()
        os.fsync(file.fileno())


def read_records(path: Path) -> list[GameRecord]:
    """The games of a file; those of a last part that is cut off are left out. No file holds no games.

    Raises SearchError for lines that are no games.
    """
    records = []
    for text, _ in _members(path):
        for line in text.decode("utf-8", "replace").splitlines():
            try:
                records.append(GameRecord.of_line(line))
            except SearchError as error:
                raise SearchError(f"{path}, game {len(records) + 1}: {error}") from None
    return records


def _members(path: Path) -> Iterator[tuple[bytes, int]]:
    """Each whole gzip member of a file: what it holds, and its length in the file."""
    rest = path.read_bytes() if path.exists() else b""
    while rest:
        member = zlib.decompressobj(GZIP)
        try:
            text = member.decompress(rest)
        except zlib.error:
            return
        if not member.eof:
            return
        yield text, len(rest) - len(member.unused_data)
        rest = member.unused_data
