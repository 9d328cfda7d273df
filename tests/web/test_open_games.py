"""OpenGames: wishes become events in order, the computer answers, clocks run out, and everything continues after a
restart."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from kept_games import running
from own_loop import run

import isthmus
from isthmus import Seat
from isthmus.record import Record, TimeControl
from isthmus.web.game.games_in_memory import MissingGameError
from isthmus.web.game.live_game import Event, Holder, LiveGame, RefusedError
from isthmus.web.game.open_games import OpenGames
from isthmus.web.http.client_address import ClientAddressMiddleware
from isthmus.web.storage.faults import StorageError
from isthmus.web.storage.store import Store
from isthmus.web.storage.wish_key import WishKey

PERSON, FRIEND, COMPUTER = Holder("person", "Ann"), Holder("person", "Ben"), Holder("computer", "Level 1", 1)
HEX = isthmus.game("hex", size=3, pie=0)
OPENED = 1000.0
TAKEN_KEY = "you have used this key for another request in this game; use a new key for each request"


class Engines:
    """Engines that play in this process. ``hold`` makes them wait during a search, ``failing`` makes them fail."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.owners: list[str] = []
        self.failing = False
        self.going_on = asyncio.Event()
        self.going_on.set()

    def hold(self) -> None:
        self.going_on.clear()

    async def run(self, owner: str, work: Callable[..., Any], *arguments: Any, name: str) -> Any:
        self.owners.append(owner)
        self.asked.append(name)
        if self.failing:
            raise RuntimeError("the workers crashed on this job")
        turn = work(*arguments)
        await self.going_on.wait()
        return turn


class World:
    """A store and open games with a clock that the test sets."""

    def __init__(self, store: Store, most: int = 2000) -> None:
        self.store = store
        self.at = OPENED
        self.awake = 0.0
        self.engines = Engines()
        self.open_games = OpenGames(store, self.engines, lambda: self.at, most, awake=lambda: self.awake)

    def sleep(self, seconds: float) -> None:
        """Time passes without a sign of life from the server."""
        self.at += seconds
        self.awake += seconds

    def open(self, holders: tuple[Holder, Holder] = (PERSON, FRIEND), clock: TimeControl | None = None) -> str:
        opened = LiveGame.opened(Record(HEX, clock=clock), holders, self.at)
        return self.store.create(str(HEX), opened, [])

    async def play(self, game: str, turn: str) -> int:
        """A turn by the seat to act."""
        live = await self.open_games.game(game)
        assert live.seat is not None
        return await self.play_as(live.seat, game, turn, live.ply)

    async def claim(self, game: str) -> int:
        """A claim of a win on time."""
        return await self.open_games.wish(game, lambda game, at: game.time_over(at))

    async def play_as(self, seat: Seat, game: str, turn: str, ply: int, key: str = "", *both: Seat) -> int:
        """A turn by a seat with a key, from a person who may have both seats."""
        known = WishKey.of(key, seat, ("play", turn, ply), both) if key else None
        return await self.open_games.wish(game, lambda game, at: game.play(turn, at, seat=seat, ply=ply), known)

    async def events(self, game: str, to: Callable[[LiveGame], bool], after: int = 0) -> list[tuple[int, Event]]:
        """The events up to the one after which the game meets a condition."""
        heard = []
        async with asyncio.timeout(60):
            async for number, event, live in self.open_games.follow(game, after):
                heard.append((number, event))
                if to(live) and number == live.number:
                    return heard
        raise AssertionError("the events have ended")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(f"sqlite:///{tmp_path / 'web.db'}")
    yield made
    made.close()


@asynccontextmanager
async def a_world(store: Store, most: int = 2000) -> AsyncIterator[World]:
    world = World(store, most)
    yield world
    await world.open_games.close()


def test_the_computer_answers_until_the_game_is_over(store: Store) -> None:
    async def work() -> None:
        async with a_world(store) as world:
            game = world.open((PERSON, COMPUTER))
            while not (live := await world.open_games.game(game)).over:
                if live.seat is Seat.FIRST:
                    await world.play(game, str(live.record.final.turns()[0]))
                await world.events(game, lambda live: live.over or live.seat is Seat.FIRST)
            assert {event["seat"] for event in store.events(game)[1:]} == {"first", "second"}
            assert game not in running(store)

    run(work())


def test_the_computer_begins_if_it_has_the_first_seat(store: Store) -> None:
    async def work() -> None:
        async with a_world(store) as world:
            game = world.open((COMPUTER, PERSON))
            heard = await world.events(game, lambda live: live.seat is Seat.SECOND)
            assert ["turn" in event for _, event in heard] == [False, True]

    run(work())


def test_a_turn_thought_about_a_position_that_was_taken_back_is_not_made(store: Store) -> None:
    async def work() -> None:
        async with a_world(store) as world:
            game = world.open((PERSON, COMPUTER))
            world.engines.hold()
            await world.play(game, "b2")
            while not world.engines.asked:
                await asyncio.sleep(0)
            await world.open_games.wish(game, lambda live, at: live.request_takeback(Seat.FIRST, at))
            await world.play(game, "a3")
            world.engines.going_on.set()
            await world.events(game, lambda live: live.ply == 2)
            # The first search was about b2; the one that counts was about a3.
            assert world.engines.asked == [game, game]
            assert (await world.open_games.game(game)).record.turns[0] == "a3"

    run(work())


def test_the_computer_thinks_for_the_asking_page_and_else_for_the_game(store: Store) -> None:
    """So a player with many games at once keeps nobody else waiting."""

    async def work() -> None:
        async with a_world(store) as world:
            games = [world.open((COMPUTER, PERSON)) for _ in range(3)]

            async def app(scope: Any, receive: Any, send: Any) -> None:
                for game in games[:2]:
                    await world.open_games.game(game)

            async def never(*_: Any) -> Any:
                raise AssertionError

            scope = {"type": "http", "client": ("2001:db8:1:2::1", 1), "headers": []}
            await asyncio.create_task(ClientAddressMiddleware(app)(scope, never, never))
            await world.open_games.game(games[2])
            for game in games:
                await world.events(game, lambda live: live.ply == 1)
            assert world.engines.owners == ["2001:0db8:0001:0002"] * 2 + [games[2]]
            assert world.engines.asked == games

    run(work())


def test_the_computer_stops_when_it_has_won_by_default(store: Store) -> None:
    async def work() -> None:
        async with a_world(store) as world:
            game = world.open((PERSON, COMPUTER))
            world.engines.hold()
            await world.play(game, "b2")
            await world.open_games.wish(game, lambda live, at: live.resign(Seat.FIRST, at))
            world.engines.going_on.set()
            await asyncio.sleep(0)
            live = await world.open_games.game(game)
            assert (live.winner, live.record.turns) == (Seat.SECOND, ("b2",))

    run(work())


def test_a_clock_that_has_run_out_ends_the_game(store: Store) -> None:
    async def work() -> None:
        async with a_world(store) as world:
            game = world.open(clock=TimeControl(60, 5))
            world.at = OPENED + 60
            (*_, (number, last)) = await world.events(game, lambda live: live.over)
            on_time = {"result": "white", "reason": "on time", "at": OPENED + 60, "seat": "first"}
            assert (number, last) == (2, on_time)
            assert (await world.open_games.game(game)).winner is Seat.SECOND

    run(work())


def test_a_timer_that_is_early_waits_for_the_clock(store: Store) -> None:
    """The wall clock may be set back while the timer keeps running."""

    async def work() -> None:
        async with a_world(store) as world:
            game = world.open(clock=TimeControl(60))
            world.at = OPENED + 59.99
            assert not (await world.open_games.game(game)).over
            await asyncio.sleep(0.05)
            assert not (await world.open_games.game(game)).over
            with pytest.raises(RefusedError, match="neither player's time is up"):
                await world.open_games.wish(game, lambda live, at: live.time_over(at))
            world.at = OPENED + 60
            await world.events(game, lambda live: live.over)

    run(work())


def test_a_turn_stops_the_clock_of_its_seat_and_starts_the_other(store: Store) -> None:
    async def work() -> None:
        async with a_world(store) as world:
            game = world.open(clock=TimeControl(60, 5))
            world.at = OPENED + 20
            await world.play(game, "b2")
            live = await world.open_games.game(game)
            assert live.clock is not None
            assert (live.clock.left, live.since, live.deadline()) == ((45, 60), OPENED + 20, OPENED + 80)
            world.at = OPENED + 81
            with pytest.raises(RefusedError, match="the time is up"):
                await world.play(game, "a1")

    run(work())


def test_a_restart_resumes_clocks_and_the_computer(store: Store) -> None:
    async def work() -> None:
        async with a_world(store) as world:
            world.engines.hold()
            thinking = world.open((PERSON, COMPUTER))
            await world.play(thinking, "b2")
            timed = world.open(clock=TimeControl(60))
            await world.play(timed, "b2")
        async with a_world(store) as world:
            world.at = OPENED + 100  # it was down when the time of the second seat ended
            await world.open_games.wake()
            await world.events(thinking, lambda live: live.ply == 2)
            await world.events(timed, lambda live: live.over)
            assert (await world.open_games.game(timed)).winner is Seat.FIRST
            assert running(store) == [thinking]

    run(work())


def test_no_clock_runs_while_the_server_is_down(store: Store) -> None:
    async def work() -> None:
        async with a_world(store) as world:
            await world.open_games.begin()
            timed, untimed = world.open(clock=TimeControl(60)), world.open()
            await world.play(timed, "b2")
            world.at += 20
        for down in (100, 30):
            async with a_world(store) as world:
                world.at = OPENED + 20 + down + (0 if down == 100 else 110)
                await world.open_games.begin()
                await world.open_games.wake()
                live = await world.open_games.game(timed)
                assert live.event == {"paused": down, "at": world.at}
                assert live.deadline() == world.at + 40 - (0 if down == 100 else 10)
                assert (await world.open_games.game(untimed)).number == 1
                world.at += 10
        async with a_world(store) as world:
            world.at = OPENED + 20 + 100 + 10 + 30 + 10
            live = await world.open_games.game(timed)
            assert live.number == 4  # nothing is added twice
            await world.play(timed, "a1")
            assert (await world.open_games.game(timed)).event["left"] == 60 - 20 - 10 - 10

    run(work())


def test_a_game_that_began_after_the_last_sign_of_life_loses_no_time(store: Store) -> None:
    """A crash comes up to half a minute after the last sign of life."""

    async def work() -> None:
        async with a_world(store) as world:
            await world.open_games.begin()
            world.at += 25
            game = world.open(clock=TimeControl(60))
            await world.play(game, "b2")
        store.alive(OPENED)  # as if it had crashed
        async with a_world(store) as world:
            world.at = OPENED + 1000
            await world.open_games.begin()
            assert (await world.open_games.game(game)).deadline() == OPENED + 1060

    run(work())


NOT_UP = "neither player's time is up"


def test_no_clock_runs_while_the_machine_sleeps(store: Store) -> None:
    async def work() -> None:
        async with a_world(store) as world:
            await world.open_games.begin()
            timed, untimed = world.open(clock=TimeControl(60)), world.open()
            await world.play(timed, "b2")
            await world.play(untimed, "b2")
            world.at += 50
            world.sleep(300)
            await world.open_games.wake()  # sets the timer, which is late, to now
            paused = {"paused": 300, "at": world.at}
            assert await world.events(timed, lambda live: live.number == 3, 2) == [(3, paused)]
            for _ in range(2):
                with pytest.raises(RefusedError, match=NOT_UP):
                    await world.claim(timed)
            world.sleep(9)  # too short to be sleep
            with pytest.raises(RefusedError, match=NOT_UP):
                await world.claim(timed)
            assert (await world.open_games.game(timed)).number == 3
            world.sleep(1)
            await world.claim(timed)
            live = await world.open_games.game(timed)
            assert (live.over, live.winner) == (True, Seat.FIRST)
            assert [event for event in store.events(timed) if "paused" in event] == [paused]
            assert len(store.events(untimed)) == 2

    run(work())


def test_sleep_is_noticed_before_anybody_acts(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """The waiting players see at once that the clock stood still."""
    monkeypatch.setattr("isthmus.web.game.sleep._BEAT", 0.0)
    outage, failures = store.outage, [StorageError("the disk is full")]

    def fail_once(began: float, ended: float) -> None:
        if failures:
            raise failures.pop()
        outage(began, ended)

    async def work() -> None:
        async with a_world(store) as world:
            await world.open_games.begin()
            game = world.open(clock=TimeControl(60))
            await world.play(game, "b2")
            monkeypatch.setattr(store, "outage", fail_once)
            world.at += 20
            world.sleep(300)
            ((_, event),) = await world.events(game, lambda live: live.number == 3, 2)
            assert event == {"paused": 300, "at": world.at}
            flag = (await world.open_games._games.open(game)).flag
            assert flag is not None
            assert flag.when() - asyncio.get_running_loop().time() <= 40  # real seconds
            assert not failures

    run(work())


@pytest.mark.parametrize("failing", ["outage", "append"])
def test_no_clock_runs_out_until_its_pause_is_stored(
    store: Store, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    works = getattr(store, failing)

    def fail(*given: Any, **named: Any) -> None:
        if failing == "outage" or "paused" in given[2][0]:
            raise StorageError("the disk is full")
        works(*given, **named)

    async def work() -> None:
        async with a_world(store) as world:
            await world.open_games.begin()
            game, other = world.open(clock=TimeControl(60)), world.open()
            await world.play(game, "b2")
            world.sleep(300)
            with monkeypatch.context() as broken:
                broken.setattr(store, failing, fail)
                with pytest.raises(StorageError):
                    await world.claim(game)
                with pytest.raises(StorageError):
                    await world.claim(game)
            await world.play(other, "b2")
            with pytest.raises(RefusedError, match=NOT_UP):
                await world.claim(game)
            assert (await world.open_games.game(game)).event == {"paused": 300, "at": world.at}

    run(work())


def test_a_game_that_is_loaded_during_sleep_loses_no_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    outages, read, going_on = store.outages, [], threading.Event()

    def slow(after: float) -> list[tuple[float, float]]:
        read.append(found := outages(after))
        assert going_on.wait(60)
        return found

    async def work() -> None:
        async with a_world(store) as world:
            game = world.open(clock=TimeControl(60))
            await world.play(game, "b2")
        async with a_world(store) as world:
            await world.open_games.begin()
            monkeypatch.setattr(store, "outages", slow)
            loading = asyncio.create_task(world.open_games.game(game))
            while not read:
                await asyncio.sleep(0.01)
            world.sleep(300)
            claiming = asyncio.create_task(world.claim(game))
            while not (ended := outages(0.0)):
                await asyncio.sleep(0.01)
            assert ended == [(OPENED, OPENED + 300)]
            await asyncio.sleep(0.05)
            going_on.set()
            await loading
            with pytest.raises(RefusedError, match=NOT_UP):
                await claiming
            assert (await world.open_games.game(game)).event == {"paused": 300, "at": world.at}

    run(work())


def test_a_server_that_ends_right_after_sleep_keeps_the_outage(store: Store) -> None:
    async def work() -> None:
        async with a_world(store) as world:
            await world.open_games.begin()
            world.sleep(300)
        assert store.outages(0.0) == [(OPENED, OPENED + 300)]

    run(work())


def test_a_game_that_cannot_be_read_keeps_no_other_one_waiting(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        async with a_world(store) as world:
            broken, waiting = world.open(), world.open((COMPUTER, PERSON))
            store.append(broken, 2, [{"turn": "z9", "at": OPENED, "seat": "first"}])
            store.set_waking(broken, -1.0)
            await world.open_games.wake()
            await world.events(waiting, lambda live: live.ply == 1)
        assert f"event=game-unreadable game={broken}" in caplog.text

    run(work())


def test_failed_tasks_keep_no_game_in_memory(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with a_world(store) as world:
            await world.open_games.game(world.open())
            world.at += 10_000
            monkeypatch.setattr(store, "waking", lambda _: 1 / 0)
            keeping = asyncio.create_task(world.open_games.run_housekeeping())
            async with asyncio.timeout(60):
                while len(world.open_games):
                    await asyncio.sleep(0)
            keeping.cancel()

    run(work())


def test_the_time_when_a_game_wakes_is_noted_while_it_is_locked(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """No turn may come between reading a game and storing its time, or the turn's own time would be lost."""

    async def work() -> None:
        async with a_world(store) as world:
            open_game = await world.open_games._games.open(world.open())
            noted: list[bool] = []
            monkeypatch.setattr(store, "set_waking", lambda *_: noted.append(open_game.lock.locked()))
            await world.open_games.wake()
            assert noted == [True]

    run(work())


def test_a_repeated_key_gets_the_same_answer(store: Store) -> None:
    async def work() -> None:
        async with a_world(store) as world:
            game = world.open()
            sent = [world.play_as(Seat.FIRST, game, "b2", 0, "the-key") for _ in range(5)]
            assert await asyncio.gather(*sent) == [2] * 5
            assert await world.play_as(Seat.SECOND, game, "a1", 1, "another") == 3
        async with a_world(store) as world:
            assert await world.play_as(Seat.SECOND, game, "a1", 1, "another") == 3
            assert await world.play_as(Seat.FIRST, game, "b2", 0, "the-key") == 2
            assert (await world.open_games.game(game)).record.turns == ("b2", "a1")

    run(work())


def test_each_seat_has_its_own_keys(store: Store) -> None:
    """A guessed key of the other seat does not block its turn."""

    async def work() -> None:
        async with a_world(store) as world:
            game = world.open()
            assert await world.play_as(Seat.FIRST, game, "b2", 0, "the-key") == 2
            assert await world.play_as(Seat.SECOND, game, "a1", 1, "the-key") == 3
            assert (await world.open_games.game(game)).record.turns == ("b2", "a1")
            assert await world.play_as(Seat.FIRST, game, "b2", 0, "the-key") == 2

    run(work())


def test_a_key_stands_for_one_wish(store: Store) -> None:
    async def work() -> None:
        async with a_world(store) as world:
            game = world.open()
            await world.open_games.game(game)  # from now on requests arrive in the order sent
            sent = [world.play_as(Seat.FIRST, game, turn, 0, "the-key") for turn in ("b2", "a1")]
            made, refused = await asyncio.gather(*sent, return_exceptions=True)
            assert (made, str(refused)) == (2, TAKEN_KEY)
            await world.play_as(Seat.SECOND, game, "a1", 1, "the-key")
            for turn, ply in (("c3", 2), ("b2", 2), ("b2", 1)):  # even a legal wish is refused
                with pytest.raises(RefusedError, match="use a new key"):
                    await world.play_as(Seat.FIRST, game, turn, ply, "the-key")
            assert (await world.open_games.game(game)).record.turns == ("b2", "a1")
            assert len(store.events(game)) == 3

    run(work())


def test_a_player_with_both_seats_has_one_set_of_keys(store: Store) -> None:
    """Another seat is to act when the request is repeated."""

    async def work() -> None:
        async with a_world(store) as world:
            game = world.open()

            async def say(seat: Seat) -> int:
                key = WishKey.of("the-key", seat, ("say", "hm"), Seat)
                return await world.open_games.wish(game, lambda live, at: live.say(seat, "hm", at), key)

            assert [await say(Seat.FIRST), await say(Seat.SECOND)] == [2, 2]
            with pytest.raises(RefusedError, match="use a new key"):
                await world.play_as(Seat.FIRST, game, "b2", 0, "the-key", *Seat)
            assert len(store.events(game)) == 2

    run(work())


def test_a_wish_is_granted_even_if_nobody_waits_for_the_answer(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection may break while a turn is stored. The other player still gets the turn."""
    stored, go_on = threading.Event(), threading.Event()
    append = store.append

    def slow(*arguments: Any, **named: Any) -> None:
        append(*arguments, **named)
        stored.set()
        go_on.wait(60)

    async def work() -> None:
        async with a_world(store) as world:
            game = world.open()
            monkeypatch.setattr(store, "append", slow)
            playing = asyncio.create_task(world.play(game, "b2"))
            await asyncio.to_thread(stored.wait, 60)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            go_on.set()
            heard = await world.events(game, lambda live: live.ply == 1)
            assert ["turn" in event for _, event in heard] == [False, True]

    run(work())


def test_only_one_of_two_turns_for_the_same_ply_is_made(store: Store) -> None:
    async def work() -> None:
        async with a_world(store) as world:
            game = world.open()

            async def one(turn: str) -> int | str:
                try:
                    return await world.open_games.wish(
                        game, lambda live, at: live.play(turn, at, seat=Seat.FIRST, ply=0)
                    )
                except RefusedError as error:
                    return str(error)

            assert sorted(map(str, await asyncio.gather(one("b2"), one("a1")))) == ["2", "it is the second seat's turn"]
            assert len(store.events(game)) == 2

    run(work())


def test_a_refused_wish_leaves_no_trace(store: Store) -> None:
    async def work() -> None:
        async with a_world(store) as world:
            game = world.open()
            with pytest.raises(RefusedError):
                await world.play_as(Seat.SECOND, game, "b2", 0, "the-key")
            assert len(store.events(game)) == 1
            assert await world.play_as(Seat.FIRST, game, "b2", 0, "the-key") == 2
            assert await world.play_as(Seat.SECOND, game, "a1", 1, "the-key") == 3

    run(work())


def test_every_watcher_hears_every_event_once_in_order(store: Store) -> None:
    async def work() -> None:
        async with a_world(store) as world:
            game = world.open()
            await world.play(game, "b2")
            # More events than a slow reader's queue can hold, for watchers who came at different times.
            watching = [
                asyncio.create_task(world.events(game, lambda live: live.number == 90, after))
                for after in (0, 1, 2) * 10
            ]
            await asyncio.sleep(0)
            for _ in range(88):
                await world.open_games.wish(game, lambda live, at: live.say(Seat.FIRST, "hm", at))
            for task, after in zip(watching, (0, 1, 2) * 10, strict=True):
                assert [number for number, _ in await task] == list(range(after + 1, 91))

    run(work())


def test_a_watcher_ahead_of_the_events_gets_all_of_them(store: Store) -> None:
    async def work() -> None:
        async with a_world(store) as world:
            game = world.open()
            await world.play(game, "b2")
            heard = await world.events(game, lambda live: live.number == 2, after=3)
            assert [number for number, _ in heard] == [1, 2]

    run(work())


def test_a_watcher_that_leaves_is_forgotten(store: Store) -> None:
    async def work() -> None:
        async with a_world(store) as world:
            game = world.open()
            assert not (open_game := await world.open_games._games.open(game)).watchers
            following = world.open_games.follow(game)
            assert (await anext(following))[0] == 1
            assert len(open_game.watchers) == 1
            await following.aclose()
            assert not open_game.watchers

    run(work())


def test_a_missing_game_cannot_be_opened(store: Store) -> None:
    async def work() -> None:
        async with a_world(store) as world:
            with pytest.raises(MissingGameError):
                await world.open_games.game("nothing")

    run(work())


def test_a_game_is_loaded_once_for_everybody_who_waits_for_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if those who asked first do not wait for it."""
    read, going_on = [], threading.Event()
    events = store.events

    def slow(game_id: str) -> list[Event]:
        read.append(game_id)
        assert going_on.wait(60)
        return events(game_id)

    async def work() -> None:
        async with a_world(store) as world:
            games = [world.open() for _ in range(3)]
            monkeypatch.setattr(store, "events", slow)
            asked = [asyncio.create_task(world.open_games.game(game)) for game in games for _ in range(20)]
            while len(read) < 2:
                await asyncio.sleep(0.01)
            for task in asked[:5]:
                task.cancel()
            await asyncio.sleep(0.05)
            assert len(read) == 2  # no more at once
            going_on.set()
            found = await asyncio.gather(*asked, return_exceptions=True)
            assert [isinstance(one, asyncio.CancelledError) for one in found] == [True] * 5 + [False] * 55
            assert sorted(read) == sorted(games)
            with pytest.raises(MissingGameError):
                await world.open_games.game("nothing")

    run(work())


# Coming and going --------------------------------------------------------------------------------------------------
def test_a_game_that_nobody_looks_at_leaves_memory_and_comes_back(store: Store) -> None:
    async def work() -> None:
        async with a_world(store) as world:
            game = world.open()
            await world.play_as(Seat.FIRST, game, "b2", 0, "the-key")
            following = world.open_games.follow(game, 2)
            watching = asyncio.create_task(anext(following))
            await asyncio.sleep(0)
            world.at += 10_000
            world.open_games.tidy()
            assert len(world.open_games) == 1  # somebody watches
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)
            await following.aclose()
            world.open_games.tidy()
            assert len(world.open_games) == 1  # somebody watched just now
            world.at += 10_000
            world.open_games.tidy()
            assert len(world.open_games) == 0
            assert (await world.open_games.game(game)).record.turns == ("b2",)
            assert await world.play_as(Seat.FIRST, game, "b2", 0, "the-key") == 2
            assert await world.play(game, "c3") == 3

    run(work())


def test_a_finished_game_can_always_be_read(store: Store) -> None:
    async def work() -> None:
        async with a_world(store) as world:
            game = world.open()
            await world.play(game, "b2")
            await world.open_games.wish(game, lambda live, at: live.resign(Seat.SECOND, at))
            world.at += 10_000
            world.open_games.tidy()
            assert len(world.open_games) == 0
            live = await world.open_games.game(game)
            assert (live.winner, live.record.turns) == (Seat.FIRST, ("b2",))
            assert [number for number, _ in await world.events(game, lambda live: live.over)] == [1, 2, 3]

    run(work())


def test_a_game_that_is_over_leaves_memory_soon(store: Store) -> None:
    """Games end all the time, and each would take about 80 kB while it stayed."""

    async def work() -> None:
        async with a_world(store) as world:
            games = [world.open() for _ in range(4)]
            for game in games:
                await world.play(game, "b2")
            for game in games[1:]:
                await world.open_games.wish(game, lambda live, at: live.resign(Seat.SECOND, at))
            world.at += 60
            await world.open_games.game(games[1])
            world.open_games.tidy()
            assert set(world.open_games._games) == set(games[:2])

    run(work())


def test_the_number_of_games_in_memory_is_limited_and_the_last_used_stay(store: Store) -> None:
    async def work() -> None:
        async with a_world(store, most=3) as world:
            games = [world.open() for _ in range(4)]
            for game in (games[0], games[1], games[2], games[0], games[3]):
                await world.open_games.game(game)
            assert set(world.open_games._games) == {games[2], games[0], games[3]}

    run(work())


def test_games_that_continue_by_themselves_stay(store: Store) -> None:
    async def work() -> None:
        async with a_world(store, most=2) as world:
            world.engines.hold()
            thinking = world.open((COMPUTER, PERSON))
            timed = world.open(clock=TimeControl(600))
            for game in (thinking, timed, world.open()):
                await world.open_games.game(game)
            world.at += 500
            world.open_games.tidy()
            assert {thinking, timed} <= set(world.open_games._games)
            world.at += 100
            world.engines.going_on.set()
            await world.open_games.wake()  # real timers do not follow this test's clock
            await world.events(thinking, lambda live: live.ply == 1)
            await world.events(timed, lambda live: live.over)

    run(work())


def test_a_game_of_days_leaves_memory_and_is_back_before_the_time_is_over(store: Store) -> None:
    async def work() -> None:
        async with a_world(store) as world:
            game = world.open(clock=TimeControl.days(1))
            await world.open_games.wake()
            await world.play(game, "b2")
            world.at += 10_000
            world.open_games.tidy()
            assert len(world.open_games) == 0
            await world.open_games.wake()
            assert len(world.open_games) == 0
            world.at = OPENED + 86_400 - 60
            await world.open_games.wake()
            assert len(world.open_games) == 1
            world.at = OPENED + 86_400
            await world.open_games.wake()
            await world.events(game, lambda live: live.over)
            assert (await world.open_games.game(game)).winner is Seat.FIRST

    run(work())


def test_a_start_loads_only_games_that_continue_by_themselves(store: Store) -> None:
    async def work() -> None:
        async with a_world(store) as world:
            waiting, timed = world.open(), world.open(clock=TimeControl(600))
            open_seat = world.open((PERSON, Holder("open")), TimeControl(600))
            await world.open_games.wake()
            for game in (waiting, timed):
                await world.play(game, "b2")
        async with a_world(store) as world:
            await world.open_games.wake()
            assert set(world.open_games._games) == {timed}
            await world.open_games.wish(open_seat, lambda live, at: live.join(Seat.SECOND, "Ben", at))
            await world.open_games.wish(timed, lambda live, at: live.resign(Seat.FIRST, at))
        async with a_world(store) as world:
            await world.open_games.wake()
            assert set(world.open_games._games) == {open_seat}

    run(work())


def test_a_computer_that_failed_is_asked_again(store: Store) -> None:
    async def work() -> None:
        async with a_world(store) as world:
            game = world.open((COMPUTER, PERSON))
            world.engines.failing = True
            await world.open_games.game(game)
            for _ in range(3):
                await asyncio.sleep(0)
            assert (await world.open_games.game(game)).ply == 0
            assert world.engines.asked
            assert world.open_games.computer_fault(game) == "the engine failed"
            assert world.open_games.computer_fault("unknown") == ""
            world.engines.failing = False
            await world.open_games.wake()
            await world.events(game, lambda live: live.ply == 1)
            assert world.open_games.computer_fault(game) == ""

    run(work())


def test_a_game_that_changed_elsewhere_is_read_again(store: Store) -> None:
    """Two servers with one database are a mistake, but no turn is lost."""

    async def work() -> None:
        async with a_world(store) as one, a_world(store) as other:
            game = one.open()
            await other.open_games.game(game)
            await one.play(game, "b2")
            with pytest.raises(RefusedError, match="changed elsewhere"):
                await other.open_games.wish(game, lambda live, at: live.play("a1", at, seat=Seat.FIRST, ply=0))
            assert (await other.open_games.game(game)).record.turns == ("b2",)
            assert await other.play(game, "a1") == 3

    run(work())


def test_a_game_does_not_fill_the_database_with_talk(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("isthmus.web.game.open_games._MOST_EVENTS", 5)

    async def work() -> None:
        async with a_world(store) as world:
            game = world.open()
            for _ in range(4):
                await world.open_games.wish(game, lambda live, at: live.say(Seat.FIRST, "hm", at))
            with pytest.raises(RefusedError, match="you can only play turns or resign"):
                await world.open_games.wish(game, lambda live, at: live.say(Seat.FIRST, "hm", at))
            assert await world.play(game, "b2") == 6

    run(work())
