"""The ledger of a study: append-only JSON lines, first the study and the engine, then one line per batch.

Another engine would play different games, so a ledger takes games of one engine only, unless its user wants to mix
them. A ledger survives if its writer is killed: the games of an unfinished last line are played again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from isthmus.errors import SearchError, json_fault, quoted
from isthmus.lab.measures.catalogue import full_plan
from isthmus.lab.play.played import Offer, Played
from isthmus.lab.play.signature import EngineUsed
from isthmus.lab.study.plan import Plan, Role
from isthmus.lab.study.study import Study, StudyError
from isthmus.match.line_file import LineFile, lines_of

__all__ = ["Contents", "Ledger", "LedgerError", "Pairs", "read_ledger"]

FORMAT = "isthmus-lab"
VERSION = 1

Pairs = dict[int, dict[int, list[Played | Offer]]]
"""The games of a ledger, by point number, then pair number. A pair without games is also done: it had none to play.
"""


class LedgerError(SearchError):
    """A ledger that cannot be read or used; the message names the file and line."""


@dataclass(frozen=True)
class Contents:
    """What is in a ledger: its games, the ``seconds`` that workers took for them, and the engines that played them."""

    games: Pairs
    seconds: float
    engines: tuple[EngineUsed, ...]


class Ledger:
    """A ledger, open for a run of an engine. Only one run at a time may use it; it is a context manager.

    ``games`` are its games. ``seconds`` is the time that workers took for them. Raises LedgerError if the file is not
    a ledger, is damaged, or belongs to another study; SearchError if another run uses it; OSError for file errors.
    """

    def __init__(self, path: Path, plan: Plan, engine: EngineUsed) -> None:
        self.path = path
        self._plan = plan
        self._engine = engine
        self._file = LineFile(path, f'{{"format":"{FORMAT}"')
        try:
            lines = self._file.lines
            if lines:
                _compare(path, lines[0], plan.study)
                contents = _contents(path, lines, plan)
            else:
                self._write(_header(plan.study) | _engine_data(engine))
                contents = Contents({}, 0.0, (engine,))
            self.games, self.seconds = contents.games, contents.seconds
            self._engines = contents.engines
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

    def admit(self, *, mixed: bool) -> None:
        """Check, before games are added, that the engine is the one of the earlier games.

        Raises LedgerError for another engine; if ``mixed``, records it in the ledger instead.
        """
        last = self._engines[-1]
        if last == self._engine:
            return
        if not mixed:
            raise LedgerError(
                f"{self.path}: the engine of its games is {last}; this one is {self._engine}, and would play different "
                "games; begin another ledger, or add its games anyway: isthmus lab run --mixed"
            )
        self._write(_engine_data(self._engine))
        self._engines = (*self._engines, self._engine)

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


def read_ledger(path: Path, study: Study | None = None) -> tuple[Plan, Contents]:
    """The plan and the contents of a ledger, without locking the file; a run may continue to write to it.

    Raises LedgerError if the file is not a ledger, or not that of ``study``; OSError for file errors.
    """
    content = path.read_bytes()
    lines = lines_of(content)
    if not lines:
        raise LedgerError(f"{path}: expected a ledger, whose first line names its study")
    if study is not None:
        _compare(path, lines[0], study)
    try:
        plan = full_plan(study or Study.from_data(_head(path, lines[0])["study"]))
    except StudyError as error:
        raise LedgerError(f"{path}: {error}") from None
    return plan, _contents(path, lines, plan)


def _header(study: Study) -> dict[str, Any]:
    return {"format": FORMAT, "version": VERSION, "study": json.loads(study.identity)}


def _engine_data(engine: EngineUsed) -> dict[str, Any]:
    return {"isthmus": engine.version, "engine": dict(engine.signatures)}


def _engine(line: Mapping[str, Any]) -> EngineUsed:
    """The engine that a line names; ledgers of earlier versions do not name one."""
    return EngineUsed(str(line.get("isthmus", "")), {str(game): str(found) for game, found in line["engine"].items()})


def _head(path: Path, line: str) -> dict[str, Any]:
    try:
        head = json.loads(line)
    except (ValueError, RecursionError):
        head = None
    if not isinstance(head, dict) or head.get("format") != FORMAT or not isinstance(head.get("study"), dict):
        raise LedgerError(f"{path}, line 1: found {quoted(line)}, expected the first line of a ledger of the lab")
    if head.get("version") != VERSION:
        raise LedgerError(f"{path}, line 1: version: found {quoted(head.get('version'))}, expected {VERSION}")
    return head


def _compare(path: Path, line: str, study: Study) -> None:
    there, here = _head(path, line)["study"], _header(study)["study"]
    if differing := _difference(there, here):
        name, old, new = differing
        raise LedgerError(
            f"{path}: this ledger belongs to another study: {name} is {quoted(old)} there and {quoted(new)} here; "
            "give another --ledger, or the study of this one"
        )


def _difference(there: Mapping[str, Any], here: Mapping[str, Any]) -> tuple[str, Any, Any] | None:
    """The first key, such as ``budget.games``, that differs in two studies, and both values; None if none does."""
    for name in (*here, *there):
        old, new = there.get(name), here.get(name)
        if old != new:
            inner = _difference(old, new) if isinstance(old, dict) and isinstance(new, dict) else None
            return (f"{name}.{inner[0]}", *inner[1:]) if inner else (name, old, new)
    return None


def _contents(path: Path, lines: Iterable[str], plan: Plan) -> Contents:
    games: Pairs = {}
    seconds = 0.0
    engines: list[EngineUsed] = []
    for number, line in enumerate(lines, start=1):
        try:
            event = json.loads(line)
            if number == 1 or "engine" in event:
                engines.append(_engine({"engine": {}} | event))
                continue
            point = plan.points[event["point"]]
            of_point = games.setdefault(point.number, {})
            for entry in event["pairs"]:
                if entry["pair"] in of_point:
                    raise ValueError(f"pair {entry['pair']} of point {point.number} occurs twice")
                of_point[entry["pair"]] = [_one(point.role, one) for one in entry["games"]]
            seconds += event["seconds"]
        except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
            what = f"{error} is missing" if isinstance(error, KeyError) else json_fault(error)
            raise LedgerError(f"{path}, line {number}: {what}") from None
    return Contents(games, seconds, tuple(engines))


def _one(role: Role, data: Mapping[str, Any]) -> Played | Offer:
    return Offer.of_data(data) if role is Role.OPENINGS else Played.of_data(data)
