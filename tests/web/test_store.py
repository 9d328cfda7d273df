import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from kept_games import running

import isthmus
from isthmus import Seat
from isthmus.record import Record
from isthmus.web.accounts.store import AccountStore
from isthmus.web.game.live_game import Holder, LiveGame
from isthmus.web.http.tokens import new_token
from isthmus.web.storage.store import ConflictError, GrantedError, SpentTokenError, Store, TakenKeyError
from isthmus.web.storage.tables import METADATA
from isthmus.web.storage.wish_key import WishKey
from isthmus.web.study.studies import Studies

OPENED = LiveGame.opened(Record(isthmus.game("hex")), (Holder("person", "Ann"), Holder("open")), 100.0)


def key(name, seat=Seat.FIRST, wish="a wish"):
    return WishKey.of(name, seat, (wish,))


@pytest.fixture
def store(tmp_path):
    (tmp_path / "folder").mkdir()
    opened = Store(f"sqlite:///{tmp_path}/folder/games.db")
    yield opened
    opened.close()


def test_a_game_comes_back_with_its_events(store):
    game = store.create("hex", OPENED, [])
    store.append(game, 2, [{"say": "Zoë", "at": 1.5, "seat": "first"}], key("key-1"))
    assert store.events(game) == [OPENED, {"say": "Zoë", "at": 1.5, "seat": "first"}]
    assert store.events(game, after=1) == [{"say": "Zoë", "at": 1.5, "seat": "first"}]
    assert store.events("nowhere") == []
    assert store.granted(game, key("key-1")) == 2
    assert store.granted(game, key("key-2")) is None


def test_a_number_is_given_once_and_a_key_once_to_each_seat(store):
    game, other = store.create("hex", OPENED, []), store.create("hex", OPENED, [])
    store.append(game, 2, [{"at": 1}], key("key-1"))
    with pytest.raises(ConflictError):
        store.append(game, 2, [{"at": 1}], key("key-2"))
    with pytest.raises(GrantedError) as granted:
        store.append(game, 3, [{"at": 1}], key("key-1"))
    assert granted.value.number == 2
    with pytest.raises(TakenKeyError):
        store.append(game, 3, [{"at": 1}], key("key-1", wish="another"))
    with pytest.raises(TakenKeyError):
        store.granted(game, key("key-1", wish="another"))
    assert len(store.events(game)) == 2
    assert store.granted(game, key("key-1", Seat.SECOND)) is None
    store.append(game, 3, [{"at": 1}], key("key-1", Seat.SECOND))
    store.append(other, 2, [{"at": 1}], key("key-1"))


def test_a_seat_is_opened_by_its_token_alone_and_the_token_is_kept_nowhere(store, tmp_path):
    token = new_token()
    game, other = store.create("hex", OPENED, [(Seat.SECOND, token)]), store.create("hex", OPENED, [])
    assert store.seats_of(game, [new_token(), token, token]) == {token: Seat.SECOND}
    assert store.seats_of(other, [token]) == {}
    assert store.seats_of(game, [new_token()]) == store.seats_of(game, []) == {}
    store.close()
    kept = b"".join(path.read_bytes() for path in (tmp_path / "folder").iterdir())
    assert token.encode() not in kept


def test_a_seat_gets_its_new_token_with_an_event_or_not_at_all(store):
    old, new, used = new_token(), new_token(), new_token()
    game = store.create("hex", OPENED, [(Seat.FIRST, used), (Seat.SECOND, old)])
    with pytest.raises(ConflictError):
        store.append(game, 1, [{"at": 1}], exchange=(old, new))
    for exchange in ((old, used), (new, new_token())):
        with pytest.raises(SpentTokenError):
            store.append(game, 2, [{"at": 1}], exchange=exchange)
    assert store.events(game) == [OPENED]
    assert store.seats_of(game, [new, old]) == {old: Seat.SECOND}
    store.append(game, 2, [{"at": 1}], exchange=(old, new))
    assert store.seats_of(game, [new, old]) == {new: Seat.SECOND}


def test_only_unfinished_games_are_running(store):
    first, second = store.create("hex", OPENED, []), store.create("hex", OPENED, [])
    store.append(first, 2, [{"at": 7.0}], over=True)
    assert running(store) == [second]


def test_the_time_since_the_last_sign_of_life_is_an_outage(store):
    store.begin(1000.0)
    assert store.outages(0.0) == []  # it never ran before
    store.alive(1030.0)
    store.begin(1100.0)
    assert store.outages(0.0) == [(1000.0, 1100.0)]  # no game continued by itself, so nothing was noted
    store.create("hex", OPENED, [])
    store.alive(1130.0)
    store.begin(1120.0)  # the system clock was set back
    store.begin(1200.0)
    assert store.outages(0.0) == [(1000.0, 1100.0), (1120.0, 1200.0)]
    assert store.outages(1100.0) == [(1120.0, 1200.0)]


def test_an_outage_of_a_running_server_is_counted_once(store):
    store.begin(1000.0)
    store.outage(1010.0, 1310.0)
    store.begin(1320.0)
    assert store.outages(0.0) == [(1010.0, 1310.0), (1310.0, 1320.0)]


def test_many_writers_at_once_lose_nothing(store):
    games = [store.create("hex", OPENED, []) for _ in range(8)]

    def write(game):
        for number in range(2, 27):
            store.append(game, number, [{"at": number}])

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, games))
    assert [len(store.events(game)) for game in games] == [26] * 8


def test_every_write_takes_its_turn(store, monkeypatch):
    """SQLite allows one writer at a time. A writer that finds it busy would sleep."""
    turns = []

    class Turn:
        def __enter__(self):
            turns.append("begun")

        def __exit__(self, *_):
            turns.append("done")

    monkeypatch.setattr(store, "_writes", Turn())
    record = Record(isthmus.game("hex"))
    accounts, studies = AccountStore(store), Studies(store)
    game = store.create("hex", OPENED, [])
    store.append(game, 2, [{"at": 1}])
    store.set_waking(game, None)
    store.inherit("again", "hex", OPENED, [(Seat.FIRST, new_token())])
    (ann, _), (ben, _) = accounts.create("Ann"), accounts.create("Ben")
    accounts.seat(game, Seat.FIRST, ann)
    accounts.settle(accounts.challenge(ann, ben, "hex", Seat.FIRST, "none"), "declined")
    accounts.accept(accounts.challenge(ann, ben, "hex", Seat.FIRST, "none"), ben, OPENED)
    study_id, _ = studies.create(record)
    studies.change(studies.read(study_id), record.play("a1"))
    studies.remove(study_id)
    assert turns == ["begun", "done"] * 15


def test_the_migrations_make_the_tables_that_the_code_uses(store):
    with store._engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []


def test_the_write_ahead_log_is_on(store, tmp_path):
    with sqlite3.connect(tmp_path / "folder" / "games.db") as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
