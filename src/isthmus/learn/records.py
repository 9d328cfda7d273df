"""Games of self-play as data: compressed files with one JSON object per line. Games are only ever appended.

Each call of ``append`` writes one gzip member, so a truncated file loses only its last member; ``mend`` removes that.
Files contain games, not tensors: the planes are computed again when a net learns.
"""

from __future__ import annotations

import gzip
import json
import os
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from isthmus.errors import SearchError, quoted

__all__ = ["GameRecord", "append", "mend", "read_records"]

LEAST_SHARE = 0.002
"""Smaller shares of a policy are omitted. Together they are rarely more than 1%."""

_MAGIC = b"\x1f\x8b\x08"
"""The first bytes of a gzip member."""
GZIP = 31
"""The ``wbits`` that make zlib read one gzip member, with its header and checksum."""


@dataclass(frozen=True, eq=False)
class GameRecord:
    """One game, stored compactly.

    ``game`` is the game's text. ``net`` names the player. ``seed`` is the seed of the task that the game belongs to.
    ``steps`` are step ids. ``result`` is Black's, from -1 to 1. ``values`` are the search's values before each step,
    for Black, or nan if there was no search. The improved policy at step i is the slice from ``starts[i]`` to
    ``starts[i + 1]`` of ``policy_steps`` and ``policy_shares``. It is empty if the step was not searched in full.
    ``surprise`` is the divergence of each policy from the net's own, in nats; 0 where it is unknown.
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
    surprise: NDArray[np.float16]

    @classmethod
    def of(cls, found: Mapping[str, Any], *, game: str, net: str, seed: int) -> Self:
        """Make a record from the result of the core's ``self_play``: ``steps``, ``result``, ``values``, ``policy`` and,
        if known, ``surprise``."""
        policy = [[(step, share) for step, share in ply if share >= LEAST_SHARE] for ply in found["policy"]]
        flat = [pair for ply in policy for pair in ply]
        steps, values = found["steps"], found["values"]
        surprise = found.get("surprise", [0.0] * len(steps))
        if not len(steps) == len(values) == len(policy) == len(surprise):
            counts = f"{len(steps)} steps, {len(values)} values, {len(policy)} policies and {len(surprise)} surprises"
            raise SearchError(f"a game has {counts}; expected the same number of each")
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
            np.array(surprise, np.float16),
        )

    @cached_property
    def searched_steps(self) -> NDArray[np.intp]:
        """The numbers of the steps with a policy, from 0."""
        return np.flatnonzero(np.diff(self.starts))

    @property
    def searched(self) -> int:
        """The number of steps with a policy."""
        return len(self.searched_steps)

    def policy(self, step: int) -> list[tuple[int, float]]:
        """The policy before a step of the game, as (step, share) pairs. Empty if the step was not searched in full."""
        part = slice(int(self.starts[step]), int(self.starts[step + 1]))
        return list(zip(self.policy_steps[part].tolist(), self.policy_shares[part].tolist(), strict=True))

    def line(self) -> str:
        """The record as one line of JSON."""
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
            "surprise": [round(nats, 3) for nats in self.surprise.tolist()],
        }
        return json.dumps(about, separators=(",", ":"))

    @classmethod
    def of_line(cls, line: str) -> Self:
        """Read the game on a line. Raises SearchError for any other line."""
        try:
            found = json.loads(line)
            with np.errstate(over="raise"):
                return cls.of(found, game=str(found["game"]), net=str(found["net"]), seed=int(found["seed"]))
        except (ValueError, KeyError, TypeError, ArithmeticError, RecursionError):
            raise SearchError(f"expected a game of self-play as JSON; got {quoted(line)}") from None


def mend(path: Path) -> None:
    """Remove the part of a file that a killed process left incomplete. Do this before games are added.

    Raises SearchError if complete parts follow the damage, because then a killed process was not the cause.
    """
    whole = sum(length for _, length in _members(path))
    if path.exists() and path.stat().st_size != whole:
        os.truncate(path, whole)


def append(path: Path, records: Sequence[GameRecord]) -> None:
    """Add games to a file, whose games must be complete, and flush them to the disk."""
    text = "".join(record.line() + "\n" for record in records)
    with path.open("ab") as file:
        file.write(gzip.compress(text.encode(), 6, mtime=0))
        file.flush()
        os.fsync(file.fileno())


def read_records(path: Path) -> list[GameRecord]:
    """The games in a file, without an incomplete last part. A file that does not exist has no games.

    Raises SearchError for a line that is not a game, and for a part that is damaged.
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
    """Each complete gzip member of a file, up to an incomplete end: its content, and its length in the file."""
    whole = rest = path.read_bytes() if path.exists() else b""
    while rest:
        found = _member(rest)
        if found is None:
            damaged = f"{path} is damaged at byte {len(whole) - len(rest):,}"
            if any(_member(rest[place:]) for place in _places(rest)):
                raise SearchError(f"{damaged}, with more games after it; restore the file")
            if not _MAGIC.startswith(rest[: len(_MAGIC)]) and any(rest):  # not a part of a game, nor an empty block
                raise SearchError(f"{damaged}; restore the file")
            return
        text, after = found
        yield text, len(rest) - len(after)
        rest = after


def _member(data: bytes) -> tuple[bytes, bytes] | None:
    """The content of the gzip member at the beginning, and what follows it; None if it is incomplete or damaged."""
    member = zlib.decompressobj(GZIP)
    try:
        text = member.decompress(data)
    except zlib.error:
        return None
    return (text, member.unused_data) if member.eof else None


def _places(data: bytes) -> Iterator[int]:
    """The later places where a gzip member may begin."""
    place = data.find(_MAGIC, 1)
    while place >= 0:
        yield place
        place = data.find(_MAGIC, place + 1)
