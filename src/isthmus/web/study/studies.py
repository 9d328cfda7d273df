"""Studies: editable records, kept in the database. Anyone with the id may read; the owner may edit.

Every call blocks for a short time and may come from any thread. An edit names the version for which it is meant, so one
of two simultaneous edits is refused, and nobody edits a version that they have not seen.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import cached_property
from hmac import compare_digest

from sqlalchemy import delete, insert, select, update

from isthmus.errors import IsthmusError
from isthmus.record import Record, format_record, parse_record
from isthmus.rules.position import Position
from isthmus.web.http.tokens import new_id, new_token, token_hash
from isthmus.web.storage.store import Store
from isthmus.web.storage.tables import STUDIES
from isthmus.web.study.edits import RefusedEditError, check_size

__all__ = ["MissingStudyError", "StaleError", "Studies", "Study", "side_of_turn"]

_MOST_IN_MEMORY = 64
LARGEST = 1_000_000
"""The maximum number of characters in a record as JSON lines."""


class MissingStudyError(Exception):
    """There is no study with this id."""


class StaleError(IsthmusError):
    """An edit was for an old version."""


@dataclass(frozen=True)
class Study:
    """An editable record. ``game_id`` is the game on this server that it came from, if any."""

    study_id: str
    record: Record
    version: int
    owner_hash: str
    game_id: str | None = None

    @cached_property
    def sides(self) -> tuple[str | None, ...]:
        """The colour that played each node's turn; None for a choice of colour and at the beginning."""
        positions = self.record.all_positions()
        return tuple(side_of_turn(positions[node.parent]) if node.turn else None for node in self.record.nodes)

    def belongs_to(self, token: str) -> bool:
        """Whether this is its owner's token."""
        return compare_digest(token_hash(token), self.owner_hash)


class Studies:
    """The studies of a database.

    The most recently used stay in memory, because reading a record plays all its turns.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, Study] = OrderedDict()
        self._lock = threading.Lock()

    def create(self, record: Record, game_id: str | None = None, owner: str = "") -> tuple[str, str]:
        """Make a new study for the owner with this token, or for a new owner. Returns its id and its owner's token.

        Raises RefusedEditError if it is too large.
        """
        text = _text(record)
        study_id, token, now = new_id(), owner or new_token(), time.time()
        values = {"id": study_id, "token_hash": token_hash(token), "game_id": game_id, "record": text, "version": 1}
        with self._store.writing() as connection:
            connection.execute(insert(STUDIES).values(**values, created=now, changed=now))
        return study_id, token

    def read(self, study_id: str) -> Study:
        """The study with this id. Raises MissingStudyError if it does not exist."""
        columns = STUDIES.c.version, STUDIES.c.token_hash, STUDIES.c.game_id
        with self._store.reading() as connection:
            row = connection.execute(select(*columns).where(STUDIES.c.id == study_id)).one_or_none()
            if row is None:
                raise MissingStudyError(study_id)
            with self._lock:
                known = self._known.get(study_id)
            if known is not None and known.version == row.version:
                return self._remember(known)
            now = select(STUDIES.c.record, STUDIES.c.version).where(STUDIES.c.id == study_id)
            found = connection.execute(now).one_or_none()
            if found is None:  # it was deleted in the meantime
                raise MissingStudyError(study_id)
        return self._remember(Study(study_id, parse_record(found.record), found.version, row.token_hash, row.game_id))

    def change(self, study: Study, record: Record) -> Study:
        """Store another record as the next version of a study, and return it.

        Raises StaleError if the study has changed since ``study`` was read, and RefusedEditError if the record is too
        large.
        """
        text = _text(record)
        with self._store.writing() as connection:
            done = connection.execute(
                update(STUDIES)
                .where(STUDIES.c.id == study.study_id, STUDIES.c.version == study.version)
                .values(record=text, version=study.version + 1, changed=time.time())
            )
            if done.rowcount != 1:
                raise StaleError("the study has changed in the meantime")
        return self._remember(replace(study, record=record, version=study.version + 1))

    def remove(self, study_id: str) -> None:
        """Delete a study."""
        with self._store.writing() as connection:
            connection.execute(delete(STUDIES).where(STUDIES.c.id == study_id))
        with self._lock:
            self._known.pop(study_id, None)

    def _remember(self, study: Study) -> Study:
        with self._lock:
            self._known[study.study_id] = study
            self._known.move_to_end(study.study_id)
            while len(self._known) > _MOST_IN_MEMORY:
                self._known.popitem(last=False)
        return study


def side_of_turn(before: Position) -> str | None:
    """The colour that plays a turn in a position; None for a choice of colour."""
    return str(before.to_move) if before.to_move else None


def _text(record: Record) -> str:
    """The text of the record for storage. Raises RefusedEditError if it is too large."""
    check_size(record)
    text = format_record(record)
    if len(text) > LARGEST:
        raise RefusedEditError(f"a study may have at most {LARGEST:,} characters; this one would have {len(text):,}")
    return text
