"""Migrations: a database by an older version keeps all its data. ``store_0003.sql`` is such a database."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config

from isthmus import Seat
from isthmus.web.game.game_log import read_log
from isthmus.web.storage import opening
from isthmus.web.storage.store import Store, TakenKeyError
from isthmus.web.storage.wish_key import WishKey

OLD = Path(__file__).parent / "store_0003.sql"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "games.db"
    connection = sqlite3.connect(path)
    connection.executescript(OLD.read_text(encoding="utf-8"))
    connection.close()
    return path


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute(query).fetchall()
    finally:
        connection.close()


def test_an_old_database_keeps_its_games_and_seats(old: Path) -> None:
    before = rows(old, "SELECT game_id, number, event, key FROM events ORDER BY game_id, number")
    store = Store(f"sqlite:///{old}")
    games = {name: read_log(store.events(name))[0] for name in ("people", "computer", "timed")}
    assert {name: game.record.turns for name, game in games.items()} == {
        "people": ("b2", "c3"),
        "computer": (),
        "timed": ("b2",),
    }
    assert store.seats_of("people", ["second-token-of-people"]) == {"second-token-of-people": Seat.SECOND}
    store.close()
    assert rows(old, "SELECT game_id, number, event, key FROM events ORDER BY game_id, number") == before
    assert rows(old, "PRAGMA foreign_key_check") == []


@pytest.mark.parametrize(
    ("game", "key", "number", "seat"),
    [
        ("people", "key-of-turn-0", 2, Seat.FIRST),
        ("people", "key-of-turn-1", 3, Seat.SECOND),
        ("people", "key-of-asking", 4, Seat.SECOND),
        ("people", "key-of-saying", 5, Seat.SECOND),
        ("people", "key-of-agreed", 6, Seat.FIRST),
        ("people", "key-of-giving-up", 8, Seat.FIRST),
        ("people", "key-of-again", 9, Seat.SECOND),
        ("computer", "key-of-turn-0", 2, Seat.FIRST),
        ("computer", "key-of-back", 4, Seat.FIRST),
        ("timed", "key-of-claim", 3, Seat.FIRST),
    ],
)
def test_an_old_key_belongs_to_the_seat_that_used_it(old: Path, game: str, key: str, number: int, seat: Seat) -> None:
    """Older versions did not store the content of a wish, so an old key matches any request with it."""
    store = Store(f"sqlite:///{old}")
    assert store.granted(game, WishKey.of(key, seat, ("anything",))) == number
    assert store.granted(game, WishKey.of(key, seat.other, ("anything",))) is None
    last = len(store.events(game))
    store.append(game, last + 1, [{"at": 1.0}], WishKey.of(key, seat.other, ("anything",)))
    with pytest.raises(TakenKeyError):
        store.granted(game, WishKey.of(key, seat.other, ("another",)))
    store.close()


def test_a_migration_that_fails_changes_nothing(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = rows(old, "SELECT type, name, sql FROM sqlite_master ORDER BY name")

    def broken(*_: object) -> None:
        raise RuntimeError("the process ends here")

    monkeypatch.setattr(opening, "_check_tables", broken)
    with pytest.raises(RuntimeError):
        Store(f"sqlite:///{old}")
    assert rows(old, "SELECT type, name, sql FROM sqlite_master ORDER BY name") == before
    assert rows(old, "SELECT version_num FROM alembic_version") == [("0003",)]
    monkeypatch.undo()
    Store(f"sqlite:///{old}").close()


def test_the_way_back_gives_the_old_tables_again(old: Path) -> None:
    before = rows(old, "SELECT name, type FROM pragma_table_info('events') ORDER BY name")
    store = Store(f"sqlite:///{old}")
    store.append("people", 10, [{"at": 1.0}], WishKey.of("key-of-turn-0", Seat.SECOND, ("say", "hm")))
    with store.writing() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(opening.__file__).parent / "migrations"))
        config.attributes["connection"] = connection
        command.downgrade(config, "0003")
    store.close()
    assert rows(old, "SELECT name, type FROM pragma_table_info('events') ORDER BY name") == before
    kept = rows(old, "SELECT number FROM events WHERE game_id = 'people' AND key = 'key-of-turn-0'")
    assert kept == [(2,)]  # there only one of the two can have it


def test_an_older_server_is_kept_from_a_database_with_lines(old: Path) -> None:
    """It would find no ``kind`` in an event. It refuses an unknown version at the start."""
    Store(f"sqlite:///{old}").close()
    assert rows(old, "SELECT version_num FROM alembic_version") == [("0008",)]
