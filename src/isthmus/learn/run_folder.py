"""The folder of a training run: its settings, the games, the learner's state, the nets, and a log of the generations.

::

    config.json           the settings
    games/0000.jsonl.gz   the games of a generation
    nets/0000.net         the net at the start of a generation; 0000 is the one that the run began with
    final.net             the net written when the time is up
    state.npz             the learner, and the counts of the loop
    log.jsonl             one line for each finished generation
    report.html           the curves of the log

If a process is killed, the next one can always continue from the folder.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from isthmus.errors import SearchError
from isthmus.learn.records import GameRecord, read_records
from isthmus.learn.settings import TrainSettings
from isthmus.match.line_file import reserved

__all__ = ["RunFolder"]


class RunFolder:
    """The files of a training run in a folder. A missing folder is created.

    ``settings`` are written to a new folder, and to one whose training run failed before it made a net. In any other
    folder they must equal the settings that are there. Raises SearchError if they differ, or if the folder contains
    something else.
    """

    def __init__(self, path: Path, settings: TrainSettings) -> None:
        self.path = path
        self.settings = settings
        config = path / "config.json"
        begun = any(found.is_file() for found in path.glob("*/*")) or self.state.exists()
        if config.exists():
            if begun and (differs := TrainSettings.load(config).difference(settings)):
                raise SearchError(f"{path} contains a training run with other settings: {differs}")
        elif path.exists() and any(path.iterdir()):
            raise SearchError(f"{path} is not empty and does not contain a training run; choose another folder")
        for folder in ("games", "nets"):
            (path / folder).mkdir(parents=True, exist_ok=True)
        if not begun and config.exists():
            with self.held():  # another run may just have begun
                settings.save(config)
        elif not begun:
            settings.save(config)

    @property
    def state(self) -> Path:
        """The file of the learner's state."""
        return self.path / "state.npz"

    def has_state(self) -> bool:
        """Whether the learner's state is there. Raises SearchError if it is missing although it was saved before.

        Each line of the log is written just before the state, so with two lines the state was saved.
        """
        if not self.state.exists() and len(self.log()) > 1:
            raise SearchError(
                f"{self.state} is missing, so the learner cannot continue; restore the file, or choose another folder"
            )
        return self.state.exists()

    @property
    def final(self) -> Path:
        """The net written when the time is up."""
        return self.path / "final.net"

    def net(self, generation: int) -> Path:
        """The net at the start of a generation."""
        return self.path / "nets" / f"{generation:04}.net"

    def games(self, generation: int) -> Path:
        """The games of a generation."""
        return self.path / "games" / f"{generation:04}.jsonl.gz"

    def last_games(self, generation: int, most: int) -> list[GameRecord]:
        """The last games up to this generation, at most ``most``, the newest last."""
        parts: list[list[GameRecord]] = []
        while generation >= 0 and sum(map(len, parts)) < most:
            parts.append(read_records(self.games(generation)))
            generation -= 1
        return [record for part in reversed(parts) for record in part][-most:]

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the folder, so that no other training run can write to it.

        Raises SearchError if another one holds it.
        """
        with (self.path / "config.json").open("rb") as file:
            if not reserved(file.fileno()):
                raise SearchError(f"{self.path}: another training run is writing to this folder; end it first")
            yield

    def data_hash(self) -> str:
        """The SHA-256 of all games so far, file by file."""
        whole = hashlib.sha256()
        for path in sorted((self.path / "games").glob("*.jsonl.gz")):
            found = path.stat()
            whole.update(_hash(path, found.st_size, found.st_mtime_ns))
        return whole.hexdigest()

    def log(self) -> list[dict[str, Any]]:
        """The lines of the log, without an incomplete last one."""
        path = self.path / "log.jsonl"
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []
        try:
            return [json.loads(line) for line in lines if line.endswith("\n")]
        except ValueError:
            raise SearchError(f"{path} is damaged: expected one JSON object per line") from None

    def write_log(self, line: Mapping[str, Any]) -> None:
        """Add the line of a generation. Lines of this generation and of later ones are removed first."""
        lines = [one for one in self.log() if one["generation"] < line["generation"]]
        draft = self.path / ".log.jsonl"
        draft.write_text("".join(json.dumps(one) + "\n" for one in [*lines, line]), encoding="utf-8")
        draft.replace(self.path / "log.jsonl")


@cache  # the games of finished generations do not change
def _hash(path: Path, _size: int, _changed: int) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()
