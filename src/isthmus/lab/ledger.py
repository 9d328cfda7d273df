"""The ledger of a study: append-only JSON lines, first the study, then one line per batch.

A ledger survives if its writer is killed: the games of an unfinished last line are played again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Self

import isthmus
from isthmus.errors import SearchError, quoted
from isthmus.lab.play.played import Offer, Played
from isthmus.lab.study.plan import Plan, Role
from isthmus.lab.study.study import Study
from isthmus.match.line_file import LineFile

__all__ = ["Ledger", "LedgerError", "Pairs", "read_games", "read_study"]

FORMAT = "isthmus-lab"
VERSION = 1

Pairs = dict[int, dict[int, list[Played | Offer]]]
"""The games of a ledger, by point number, then pair number. A pair without games is also done: it had none to play.
"""


class LedgerError(SearchError):
    """A ledger that cannot be read or used; the message names the file and line."""


class Ledger:
    """A ledger, open for a run. Only one run at a time may use it; it is a context manager.

    ``games`` are its games. ``seconds`` is the time that workers took for them. Raises LedgerError if the file is not
    a ledger, is damaged, or belongs to another study; SearchError if another run uses it; OSError for file errors.
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self._plan = plan
        self._file = LineFile(path)
        try:
            lines = self._file.lines
            if lines:
                _compare(path, lines[0], plan.study)
            self.games, self.seconds = _games(path, lines[1:], plan)
            if not lines:
                self._write(_header(plan.study))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file, and allow other runs to use it."""
        self._file.close()

    def add(self, point: int, games: Iterable[tuple[int, list[dict[str, Any]]]], seconds: float) -> None:
        """Write a batch in one piece. If it cannot be written, raises OSError and leaves the file as it was."""
        found = list(games)
        pairs = [{"pair": pair, "games": lines} for pair, lines in found]
        self._write({"point": point, "pairs": pairs, "seconds": round(seconds, 3)})
        self.seconds += seconds
        of_point = self.games.setdefault(point, {})
        role = self._plan.points[point].role
        for pair, lines in found:
            of_point[pair] = [_one(role, line) for line in lines]

    def _write(self, line: Mapping[str, Any]) -> None:
        self._file.append(json.dumps(line, ensure_ascii=False, separators=(",", ":")))


def read_study(path: Path) -> Study:
    """The study of a ledger. Raises LedgerError if the file is not a ledger, OSError for file errors."""
    with path.open("rb") as file:
        line = file.readline()
    if not line.endswith(b"\n"):
        raise LedgerError(f"{path}: expected a ledger, whose first line names its study")
    return Study.from_data(_head(path, line.decode("utf-8", "replace"))["study"])


def read_games(path: Path, plan: Plan) -> Pairs:
    """The games of a ledger, without locking the file; a run may continue to write to it."""
    content = path.read_bytes()
    lines = content[: content.rfind(b"\n") + 1].decode("utf-8", "replace").splitlines()
    return _games(path, lines[1:], plan)[0]


def _header(study: Study) -> dict[str, Any]:
    said = json.loads(study.identity)
    return {"format": FORMAT, "version": VERSION, "isthmus": isthmus.__version__, "study": said}


def _head(path: Path, line: str) -> dict[str, Any]:
    try:
        head = json.loads(line)
    except ValueError:
        head = None
    if not isinstance(head, dict) or head.get("format") != FORMAT or not isinstance(head.get("study"), dict):
        raise LedgerError(f"{path}, line 1: found {quoted(line)}, expected the first line of a ledger of the lab")
    if head.get("version") != VERSION:
        raise LedgerError(f"{path}, line 1: version: found {quoted(head.get('version'))}, expected {VERSION}")
    return head


def _compare(path: Path, line: str, study: Study) -> None:
    there, here = _head(path, line)["study"], _header(study)["study"]
    for name in (*here, *there):
        if there.get(name) != here.get(name):
            raise LedgerError(
                f"{path}: this ledger belongs to another study: {name} is {quoted(there.get(name))} there and "
                f"{quoted(here.get(name))} here; give another --ledger, or the study of this one"
            )


def _games(path: Path, lines: Iterable[str], plan: Plan) -> tuple[Pairs, float]:
    games: Pairs = {}
    seconds = 0.0
    for number, line in enumerate(lines, start=2):
        try:
            event = json.loads(line)
            point = plan.points[event["point"]]
            of_point = games.setdefault(point.number, {})
            for entry in event["pairs"]:
                if entry["pair"] in of_point:
                    raise ValueError(f"pair {entry['pair']} of point {point.number} occurs twice")
                of_point[entry["pair"]] = [_one(point.role, one) for one in entry["games"]]
            seconds += event["seconds"]
        except (ValueError, KeyError, TypeError, IndexError) as error:
            what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            raise LedgerError(f"{path}, line {number}: {what}") from None
    return games, seconds


def _one(role: Role, data: Mapping[str, Any]) -> Played | Offer:
    return Offer.of_data(data) if role is Role.OPENINGS else Played.of_data(data)
