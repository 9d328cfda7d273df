"""When the disk under the database fails: the effect on a player, on ``/readyz`` and on the next start. No accepted
turn is lost.

The disk of ``storage_faults.py`` fails below SQLite, so all of the server's code is real.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from live_server import Person, Site, serving
from storage_faults import FULL, IOERR_FSYNC, IOERR_WRITE, READONLY, Disk, failing_disk

from isthmus.record import parse_record
from isthmus.web.storage.faults import STORAGE_FAILS
from isthmus.web.storage.opening import UnusableDatabaseError
from isthmus.web.storage.store import Store

GAME = "hex(size=5,pie=0)"
TURNS = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]
FAULTS = [
    pytest.param("write", FULL, "database or disk is full", id="disk full"),
    pytest.param("write", IOERR_WRITE, "disk I/O error", id="write fails"),
    pytest.param("sync", IOERR_FSYNC, "disk I/O error", id="sync fails"),
    pytest.param("write", READONLY, "attempt to write a readonly database", id="read-only"),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of the database. Copies go beside it."""
    made = tmp_path / "served"
    made.mkdir()
    return made


@pytest.fixture
def disk(folder: Path) -> Iterator[Disk]:
    with failing_disk(folder) as made:
        yield made


@pytest.fixture
def site(folder: Path, disk: Disk) -> Iterator[Site]:
    """A separate server on that disk."""
    with serving(folder) as running:
        assert (folder / "web.db-shm").exists(), "the disk of the test has lost the name of a file"
        yield running


class Game:
    """A game with one program in both seats. The program records the accepted turns."""

    def __init__(self, site: Site) -> None:
        self.site = site
        opened = site.person().post("/api/games", {"game": GAME, "opponent": "here"}).json()
        self.id: str = opened["id"]
        self.path = f"/api/games/{self.id}"
        self.people = [site.person(opened["tokens"][seat]) for seat in ("first", "second")]
        self.accepted: list[str] = []

    def play(self) -> int:
        """Sends the next turn and returns the status of the answer."""
        ply = len(self.accepted)
        wish = {"turn": TURNS[ply], "ply": ply}
        answer = self.people[ply % 2].post(f"{self.path}/turns", wish, idempotency_key=f"turn-number-{ply}")
        if answer.status == 200:
            self.accepted.append(TURNS[ply])
        else:
            assert (answer.status, answer.json()) == (503, {"detail": STORAGE_FAILS})
            assert int(answer.headers["retry-after"]) > 0
        return answer.status

    def shown(self) -> list[str]:
        """The turns that the server shows."""
        turns = self.people[0].get(self.path).json()["state"]["turns"]
        assert isinstance(turns, list)
        return turns


def ready(person: Person) -> tuple[int, str]:
    answer = person.get("/readyz")
    return answer.status, answer.json()["database"]


def stored(folder: Path, game: str) -> list[str]:
    """The turns that a new server finds in the database of a folder."""
    store = Store(f"sqlite:///{folder / 'web.db'}")
    try:
        return [event["turn"] for event in store.events(game) if "turn" in event]
    finally:
        store.close()


@pytest.mark.parametrize(("kind", "result", "cause"), FAULTS)
def test_a_write_that_fails_is_reported_changes_nothing_and_can_be_repeated(
    site: Site, disk: Disk, tmp_path: Path, caplog: pytest.LogCaptureFixture, kind: str, result: int, cause: str
) -> None:
    game, ann = Game(site), site.person()
    assert (game.play(), game.play(), ready(ann)) == (200, 200, (200, "ok"))
    with caplog.at_level(logging.WARNING):
        disk.fail(kind, result)
        for _ in range(3):
            assert game.play() == 503
            assert game.shown() == game.accepted
        page = ann.form("/games", {"game": GAME, "opponent": "here"})
        assert (page.status, "failing at the moment" in page.text) == (503, True)
        assert ann.post("/api/account", {"name": "Nobody"}).status == 503
        with game.people[0].live(game.id) as talk:
            refused = talk.wish("by-socket", do="play", seat="first", turn="c1", ply=2)
            assert refused == {"refused": "by-socket", "why": STORAGE_FAILS}
            assert ready(ann) == (503, "failing")
            disk.mend()
            assert ready(ann) == (200, "ok")
            assert talk.wish("by-socket-again", do="say", words="hm", seat="first")["number"] == 4
        assert [game.play() for _ in range(4)] == [200] * 4
    assert game.shown() == game.accepted == TURNS[:6]
    said = [record.getMessage() for record in caplog.records if "event=storage" in record.getMessage()]
    assert len(said) == 2, said
    assert said[0].startswith(f'event=storage-failing what=writing cause="{cause}"')
    assert said[1].startswith("event=storage-well-again")
    assert not [record for record in caplog.records if record.exc_info], "one line, and no traceback"
    assert stored(disk.as_it_was_written(tmp_path / "copy"), game.id) == game.accepted


def test_readiness_fails_as_long_as_there_is_no_room_for_a_game(site: Site, disk: Disk) -> None:
    ann = site.person()
    for _ in range(6):  # until the log of the database is the longest file, so that every write makes it longer
        assert Game(site).play() == 200
    disk.fill(room=4 * 4096)
    for _ in range(5):
        assert ann.post("/api/games", {"game": GAME, "opponent": "here"}).status == 503
        assert ready(ann) == (503, "failing")
    disk.mend()
    assert ready(ann) == (200, "ok")
    assert Game(site).play() == 200


@pytest.mark.parametrize("kind", ["write", "sync"])
def test_accepted_events_survive_any_failing_write_or_sync(site: Site, disk: Disk, tmp_path: Path, kind: str) -> None:
    """First the first write fails and all after it, then the second, and so on. So the fault hits every place in a
    transaction."""
    game, nth, refused = Game(site), 0, True
    while refused:
        nth += 1
        disk.fail(kind, IOERR_WRITE if kind == "write" else IOERR_FSYNC, nth)
        refused = game.play() == 503
        assert game.shown() == game.accepted
        disk.mend()
        if refused:
            assert game.play() == 200
    assert nth >= (3 if kind == "write" else 2), "no fault was met"
    assert game.shown() == game.accepted
    assert stored(disk.as_it_was_written(tmp_path / "copy"), game.id) == game.accepted


def test_accepted_events_survive_a_loss_of_power(site: Site, disk: Disk, tmp_path: Path) -> None:
    """The power fails at each write and sync of a turn, one after another. A turn without an answer may be stored or
    not."""
    game, nth, lost = Game(site), 0, True
    while lost:
        nth += 1
        disk.cut_power(nth)
        lost = game.play() == 503
        disk.mend()
        synced = disk.as_it_was_synced(tmp_path / f"synced-{nth}")
        written = disk.as_it_was_written(tmp_path / f"written-{nth}")
        assert stored(synced, game.id) == game.accepted
        assert stored(written, game.id) in (game.accepted, TURNS[: len(game.accepted) + lost])
        if lost:
            assert game.play() == 200
    assert nth > 3, "the power never went"


@pytest.mark.parametrize(("share", "status"), [(0.02, 404), (0.5, 404), (0.75, 200), (0.9, 200), (0.999, 200)])
def test_a_torn_log_leaves_a_sound_game(site: Site, disk: Disk, tmp_path: Path, share: float, status: int) -> None:
    """A truncated log has whole turns up to the cut and none after it, and the server starts."""
    game = Game(site)
    for _ in range(12):
        assert game.play() == 200
    torn = disk.as_it_was_written(tmp_path / "torn")
    log = torn / "web.db-wal"
    content = log.read_bytes()
    log.write_bytes(content[: int(len(content) * share)])
    with serving(torn) as again:
        ann = again.person()
        assert ready(ann) == (200, "ok")
        answer = ann.get(game.path)
        assert answer.status == status  # a short log has no game yet
        if status == 200:
            turns = answer.json()["state"]["turns"]
            assert turns == game.accepted[: len(turns)]
            assert parse_record(ann.get(f"{game.path}/record").text).turns == tuple(turns)
        assert Game(again).play() == 200


def filled(folder: Path, games: int = 60) -> str:
    """A database of several pages that was closed properly, and the id of its first game."""
    store = Store(f"sqlite:///{folder / 'web.db'}")
    opened = {"kind": "opened", "at": 1.0, "game": GAME, "clock": None}
    seats = [{"kind": "person", "name": name, "level": None} for name in ("Ann", "Ben")]
    ids = [store.create(GAME, opened | {"seats": seats}, []) for _ in range(games)]
    for game in ids:
        for ply in range(6):
            turn = {"kind": "turn", "at": 1.0, "seat": ("first", "second")[ply % 2], "turn": TURNS[ply], "ply": ply}
            store.append(game, ply + 2, [turn])
        store.set_waking(game, None)  # so that the start of a server does not load it into memory
    store.close()
    return ids[0]


def damage(path: Path, table: str) -> None:
    """Writes noise over the root page of a table."""
    connection = sqlite3.connect(path)
    size = connection.execute("PRAGMA page_size").fetchone()[0]
    root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()[0]
    connection.close()
    with path.open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\x5a" * size)


def test_a_damaged_page_is_found_at_the_start(tmp_path: Path) -> None:
    filled(tmp_path)
    damage(tmp_path / "web.db", "events")
    with pytest.raises(UnusableDatabaseError, match="is damaged; restore a backup"):
        Store(f"sqlite:///{tmp_path / 'web.db'}")


def test_damage_found_by_a_request_is_reported_and_remembered(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    game = filled(tmp_path)
    with serving(tmp_path) as site:
        ann = site.person()
        assert ready(ann) == (200, "ok")
        damage(tmp_path / "web.db", "events")
        site.app.state.services.store._engine.dispose()  # so that no page is in the memory of a connection
        answer = ann.get(f"/api/games/{game}")
        assert (answer.status, answer.json()) == (503, {"detail": STORAGE_FAILS})
        assert ann.get(f"/g/{game}").status == 503
        assert [ready(ann) for _ in range(2)] == [(503, "failing")] * 2
        assert ann.get("/healthz").status == 200
    assert not [record for record in caplog.records if record.exc_info]
    assert 'what=reading cause="database disk image is malformed"' in caplog.text


def test_events_that_make_no_sense_are_damage_too(tmp_path: Path) -> None:
    game = filled(tmp_path, games=1)
    connection = sqlite3.connect(tmp_path / "web.db")
    with connection:
        connection.execute("UPDATE events SET event = 'x' WHERE number = 3")
    connection.close()
    with serving(tmp_path) as site:
        assert site.person().get(f"/api/games/{game}").status == 503
        assert ready(site.person()) == (503, "failing")


def test_an_unresponsive_disk_is_reported(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("isthmus.web.health._DISK_PATIENCE", 0.05)
    ann = site.person()
    with site.app.state.services.store._writes:  # as during a write that never ends
        assert ready(ann) == (503, "failing")
    monkeypatch.undo()
    assert ready(ann) == (200, "ok")


def test_many_turns_at_once_are_written_together(site: Site, disk: Disk) -> None:
    """A sync takes milliseconds on a real disk. Turns that wait during one share the next."""
    store = site.app.state.services.store
    games = [store.create(GAME, {"at": 1.0}, []) for _ in range(30)]
    disk.mend()
    event: dict[str, Any] = {"at": 2.0}
    raised = store.together([lambda game=game: store.append(game, 2, [event]) for game in (*games, games[0])])
    assert [type(error).__name__ for error in raised] == ["NoneType"] * 30 + ["ConflictError"]
    assert [len(store.events(game)) for game in games] == [2] * 30
    assert disk.count["sync"] == 1
    disk.fail("sync", IOERR_FSYNC)
    raised = store.together([lambda game=game: store.append(game, 3, [event]) for game in (*games, games[0])])
    assert {type(error).__name__ for error in raised} == {"StorageError"}
    assert [len(store.events(game)) for game in games] == [2] * 30
