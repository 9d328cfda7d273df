"""The computer's pause before a turn: only if somebody watches, and on its own clock."""

from __future__ import annotations

from pathlib import Path

import pytest
from live_server import serving
from own_loop import run
from playwright.sync_api import Browser
from screens import Screen
from windows import windows

import isthmus
from isthmus import Seat
from isthmus.record import Record, TimeControl
from isthmus.web.app import create_app
from isthmus.web.game.live_game import Holder, LiveGame
from isthmus.web.game.pace import Pace
from isthmus.web.game.presence import Presence
from isthmus.web.settings import Settings

PERSON, COMPUTER = Holder("person", "Ann"), Holder("computer", "Level 1", 1)
HEX = isthmus.game("hex", size=5, pie=0)


def game_of(holders: tuple[Holder, Holder] = (COMPUTER, PERSON), clock: TimeControl | None = None) -> LiveGame:
    return LiveGame.of_header(LiveGame.opened(Record(HEX, clock=clock), holders, 1000.0))


def waited(game: LiveGame, thought: float = 0.0, *, seen: bool = True, game_id: str = "a-game") -> float:
    """The seconds for which a turn is delayed after a search of this length."""
    at, slept = [50.0], list[float]()

    async def think() -> str:
        at[0] += thought
        return "c3"

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    pace = Pace(lambda _: seen, lambda: at[0], sleep)
    assert run(pace.keep(game_id, game, think())) == "c3"
    return sum(slept)


def test_a_quick_turn_takes_from_four_to_eight_tenths_of_a_second() -> None:
    """The pause varies, like a person's."""
    moments = {waited(game_of(), game_id=f"game-{number}") for number in range(50)}
    assert 0.4 <= min(moments) < 0.5
    assert 0.7 < max(moments) <= 0.8


def test_thinking_time_counts() -> None:
    whole = waited(game_of())
    assert waited(game_of(), 0.3) == pytest.approx(whole - 0.3)
    assert waited(game_of(), 0.9) == 0


def test_without_an_open_page_there_is_no_pause() -> None:
    assert waited(game_of(), seen=False) == 0
    assert waited(game_of((COMPUTER, COMPUTER)), seen=False) == 0


def test_two_computers_are_slow_enough_to_be_watched() -> None:
    assert waited(game_of((COMPUTER, COMPUTER))) >= 0.4


def test_the_pause_uses_the_computers_clock_but_never_exhausts_it() -> None:
    assert waited(game_of(clock=TimeControl(main=600))) >= 0.4
    assert waited(game_of(clock=TimeControl(main=2))) == pytest.approx(0.1)
    game = game_of(clock=TimeControl(main=600))
    after = game.play("c3", 1000.7)
    assert after.clock
    assert after.clock.left == (pytest.approx(599.3), 600)
    assert after.since == 1000.7


def test_a_page_is_seen_as_long_as_it_is_open() -> None:
    presence = Presence()
    assert not presence.seen("a-game")
    for seats in ((Seat.FIRST,), ()):
        with presence.visit("a-game", seats):
            assert presence.seen("a-game")
        assert not presence.seen("a-game")


def test_the_reply_on_an_open_page_comes_after_the_pause(browser: Browser, tmp_path: Path) -> None:
    """By the server's clock, so that a busy machine can only make it later."""
    with serving(tmp_path, pause=True) as site, windows(browser) as new:
        ann = Screen(new(), site)
        ann.begin("hex", opponent="level-1", seat="first", size="5", pie="0")
        ann.field("c3").click()
        ann.ply(2)
        with site.person().live(ann.game) as talk:
            talk.until(lambda message: message.get("state", {}).get("ply") == 2)
        own, reply = (one["event"]["at"] for one in talk.heard if "turn" in one.get("event", {}))
        assert reply - own >= 0.4


def test_a_server_pauses_and_one_for_tests_does_not(tmp_path: Path) -> None:
    async def pace(settings: Settings) -> object:
        app = create_app(settings)
        async with app.router.lifespan_context(app):
            return app.state.services.open_games._pace

    usual = run(pace(Settings(f"sqlite:///{tmp_path / 'web.db'}", workers=1)))
    assert isinstance(usual, Pace)
    with serving(tmp_path) as site:
        assert site.app.state.services.open_games._pace is None
