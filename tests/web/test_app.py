"""The server's answers to browsers, to programs, and to intruders."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import subprocess
import sys
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from live_server import PATIENCE, Person, Site, until
from websockets.exceptions import ConnectionClosed, InvalidStatus

import isthmus
from isthmus import Outcome, Side
from isthmus.record import parse_record, parse_share_link, read_record
from isthmus.rules.position import Position
from isthmus.web.game import pages

BOT = Path(__file__).parents[2] / "docs" / "example" / "bot.py"
TINY = "hex(size=3,pie=0)"
ELSEWHERE = {"origin": "https://elsewhere.example"}


@pytest.fixture
def game(ann: Person, ben: Person) -> str:
    """A game between Ann, who is first, and Ben, who came by link."""
    opened = ann.open(TINY, "link", name="Ann")
    assert ben.form(ann.invitation(opened), {"name": "Ben"}).status == 303
    return opened


def state(person: Person, game: str) -> Any:
    return person.get(f"/api/games/{game}").json()["state"]


# Pages -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", sorted(isthmus.games()))
def test_the_start_page_offers_every_game_with_its_parameters(ann: Person, kind: str) -> None:
    page = ann.get(f"/?game={kind}")
    assert page.status == 200
    assert all(f'name="{parameter.name}"' in page.text for parameter in isthmus.games()[kind].parameters)
    assert f'value="{kind}"' in page.text


def test_the_start_page_handles_an_unknown_game(ann: Person) -> None:
    assert "Hex" in ann.get("/?game=<script>").text
    assert "<script>" not in ann.get("/?game=<script>").text


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"game": "chess"}, "no game is called"),
        ({"game": ""}, "is not a game"),
        ({"game": "hex("}, "is not a game"),
        ({"size": "two"}, "expected a whole number from 3 to 26"),
        ({"size": "27"}, "expected a whole number from 3 to 26"),
        ({"opponent": "level-13"}, "opponent: found &#39;level-13&#39;, expected one of"),
        ({"clock": "2+1"}, "clock: found &#39;2+1&#39;, expected one of"),
        ({"seat": "third"}, "seat: found &#39;third&#39;, expected first, second or random"),
        ({"name": "A" * 41}, "Your name may have at most 40 characters, not 41"),
        ({"name": "A\x00"}, "Your name contains a character that cannot be shown. Remove it and try again."),
    ],
)
def test_a_form_that_makes_no_game_is_answered_with_the_reason(ann: Person, wrong: dict[str, str], words: str) -> None:
    answer = ann.form("/games", {"game": "hex"} | wrong)
    assert (answer.status, words in answer.text) == (422, True)
    assert not ann.cookies


def test_names_and_texts_are_shown_as_written(ann: Person) -> None:
    game = ann.open(TINY, "link", name="<b>Ann</b>")
    assert "<b>Ann" not in ann.get(f"/g/{game}").text
    answer = ann.form("/games", {"game": "<i>hex</i>"})
    assert "&lt;i&gt;hex" in answer.text
    assert "<i>" not in answer.text


def test_a_missing_page_is_reported_as_missing(ann: Person) -> None:
    assert ann.get("/g/nothing").status == 404
    assert "There is no game at this address" in ann.get("/g/nothing").text
    assert ann.get("/g/nothing/events").status == 404
    assert ann.get("/g/nothing/seat/x").status == 404
    for path in ("", "/steps", "/stream", "/record"):
        assert ann.get(f"/api/games/nothing{path}").json() == {"detail": "There is no game at this address."}
    assert ann.post("/api/games/nothing/turns", {"turn": "a1", "ply": 0}).status == 404
    with ann.live("nothing") as talk:  # accepted first, because a browser does not see why a socket was refused
        assert talk.end() == 4404


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_the_root_has_the_files_for_crawlers_and_browsers(ann: Person, method: str) -> None:
    robots = ann.ask(method, "/robots.txt")
    assert (robots.status, robots.headers["content-type"]) == (200, "text/plain; charset=utf-8")
    if method == "GET":
        assert robots.text == "User-agent: *\nDisallow: /g/\nDisallow: /study/\nDisallow: /api/\n"
    icon = ann.ask(method, "/favicon.ico")
    assert icon.status == 307
    assert ann.get(icon.headers["location"]).headers["content-type"] == "image/svg+xml"


def test_other_sites_can_neither_open_games_nor_take_seats_nor_play(ann: Person) -> None:
    assert ann.form("/games", {"game": "hex"}, **ELSEWHERE).status == 403
    game = ann.open(TINY, "link")
    assert ann.form(ann.invitation(game), {}, **ELSEWHERE).status == 403
    assert state(ann, game)["ready"] is False
    with pytest.raises(InvalidStatus), ann.live(game, **ELSEWHERE):
        pass
    with ann.live(game, origin=ann.address) as talk:
        assert talk.next()["yours"] == ["first"]


# Seats -------------------------------------------------------------------------------------------------------------
def test_only_the_maker_is_shown_the_link_and_only_while_the_seat_is_open(ann: Person, ben: Person) -> None:
    game = ann.open(TINY, "link")
    link = ann.invitation(game)
    assert link in ann.get(f"/g/{game}").text
    assert "/seat/" not in ben.get(f"/g/{game}").text
    assert "You are invited" in ben.get(link).text
    ben.form(link, {})
    assert link not in ann.get(f"/g/{game}").text


def test_the_maker_who_opens_the_link_is_told_what_it_is(ann: Person, ben: Person) -> None:
    game = ann.open(TINY, "link")
    page = ann.get(ann.invitation(game)).text
    assert "Your own invitation to Hex" in page
    assert "Your friend will be the second player." in page
    assert f'<a class="button main" href="/g/{game}">Back to the game</a>' in page
    assert "Your own" not in ben.get(ann.invitation(game)).text


def test_a_player_who_returns_by_the_used_link_gets_to_the_game(ann: Person, ben: Person) -> None:
    game = ann.open(TINY, "link")
    link = ann.invitation(game)
    ben.form(link, {})
    for one in (ann, ben):
        answer = one.get(link)
        assert (answer.status, answer.headers["location"]) == (303, f"/g/{game}")
    watcher = Person(ann.address)
    answer = watcher.get(link)
    assert answer.status == 404
    assert f'href="/g/{game}">Watch this game</a>' in answer.text


def test_an_invitation_can_be_withdrawn_until_somebody_has_joined(ann: Person, ben: Person) -> None:
    game = ann.open(TINY, "link")
    link = ann.invitation(game)
    assert ben.form(f"/g/{game}/withdraw", {}).status == 403
    assert ann.form(f"/g/{game}/withdraw", {}, **ELSEWHERE).status == 403
    bearer = f"Bearer {link.rsplit('/', 1)[-1]}"
    assert ben.form(f"/g/{game}/withdraw", {}, Authorization=bearer).status == 403
    assert ben.get(link).status == 200
    answer = ann.form(f"/g/{game}/withdraw", {})
    assert (answer.status, answer.headers["location"]) == (303, "/")
    for path in (f"/g/{game}", link, f"/api/games/{game}"):
        assert ben.get(path).status == 404
    assert "Perhaps the invitation was withdrawn, or the game was removed." in ben.get(link).text
    assert ben.form(link, {"name": "Ben"}).status == 404
    assert f"isthmus-{game}" not in ann.cookies or not ann.cookies[f"isthmus-{game}"]
    game = ann.open(TINY, "link")
    ben.form(ann.invitation(game), {})
    answer = ann.form(f"/g/{game}/withdraw", {})
    assert answer.headers["location"] == f"/g/{game}"
    assert state(ann, game)["ready"]


def test_open_pages_of_a_withdrawn_game_learn_of_it(ann: Person, ben: Person) -> None:
    game = ann.open(TINY, "link")
    with ann.live(game) as mine, ben.live(game) as watching:
        for talk in (mine, watching):
            talk.next()
        ann.form(f"/g/{game}/withdraw", {})
        for talk in (mine, watching):
            assert talk.end() == 4404


def test_a_player_can_take_the_seat_to_another_device(ann: Person, ben: Person, game: str) -> None:
    found = re.search(rf'id="my-seat" [^>]*value="[^"]*(/g/{game}/seat/[^"]+)"', ben.get(f"/g/{game}").text)
    assert found
    phone = Person(ann.address)
    assert 'id="my-seat"' not in phone.get(f"/g/{game}").text
    assert phone.get(found[1]).status == 303
    with phone.live(game) as talk:
        assert talk.next()["yours"] == ["second"]
    beside = ann.open(TINY)
    assert 'id="my-seat"' not in ann.get(f"/g/{beside}").text  # one link cannot carry both seats


def test_seats_are_kept_from_the_last_visit_on_and_a_used_link_is_forgotten(ann: Person, ben: Person) -> None:
    game = ann.open(TINY, "link")
    kept = dict(ann.cookies)
    assert set(given(ann, f"/g/{game}")) == {f"isthmus-{game}"}
    assert ann.cookies == kept
    assert not given(ben, f"/g/{game}")
    ben.form(ann.invitation(game), {})
    lasting = {name: "Max-Age=34560000" in how for name, how in given(ann, f"/g/{game}").items()}
    assert lasting == {f"isthmus-{game}": True, f"isthmus-{game}-invitation": False}
    assert ann.cookies == kept | {f"isthmus-{game}-invitation": ""}


def test_the_cookie_of_a_finished_game_is_kept_for_two_weeks(ann: Person) -> None:
    game = ann.open(TINY)
    with ann.live(game) as talk:
        assert "granted" in talk.wish("ann-resigns", do="resign", seat="first")
    assert "Max-Age=1209600" in given(ann, f"/g/{game}")[f"isthmus-{game}"]


def given(person: Person, path: str) -> dict[str, str]:
    """The cookies that a page sets, by name."""
    cookies = person.get(path).headers.get_all("set-cookie", [])
    assert all("HttpOnly" in one and "SameSite=lax" in one for one in cookies)
    return {one.partition("=")[0]: one for one in cookies}


def test_a_refused_name_does_not_take_the_seat_and_can_be_corrected(ann: Person, ben: Person) -> None:
    game = ann.open(TINY, "link")
    answer = ben.form(ann.invitation(game), {"name": "B" * 41})
    assert (answer.status, "Your name may have at most 40 characters, not 41." in answer.text) == (422, True)
    assert f'value="{"B" * 41}"' in answer.text
    assert not ben.cookies
    assert state(ann, game)["ready"] is False
    assert ben.form(ann.invitation(game), {"name": "B" * 40, "mine": mine_of(answer.text)}).status == 303


def test_a_token_that_is_in_use_elsewhere_opens_no_second_seat(ann: Person, ben: Person) -> None:
    game = ann.open(TINY, "link")
    other = ben.open(TINY, "link")
    answer = ben.form(ann.invitation(game), {"mine": ben.cookies[f"isthmus-{other}"]})
    assert (answer.status, state(ann, game)["ready"]) == (422, False)
    assert ben.form(ann.invitation(game), {"mine": mine_of(answer.text)}).status == 303


def test_a_second_press_that_comes_too_early_leads_to_the_seat_as_well(
    site: Site, ann: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ann.open(TINY, "link")
    form = {"mine": mine_of(ben.get(ann.invitation(game)).text)}
    wish = site.app.state.services.open_games.wish

    async def twice(*wanted: Any, **more: Any) -> int:
        await wish(*wanted, **more)
        return int(await wish(*wanted, **more))

    monkeypatch.setattr(site.app.state.services.open_games, "wish", twice)
    answer = ben.form(ann.invitation(game), form)
    assert (answer.status, answer.headers["location"]) == (303, f"/g/{game}")
    with ben.live(game) as talk:
        assert talk.next()["yours"] == ["second"]


def test_a_button_pressed_twice_takes_the_seat_once(ann: Person, ben: Person) -> None:
    game = ann.open(TINY, "link")
    form = {"mine": mine_of(ben.get(ann.invitation(game)).text)}
    assert ben.form(ann.invitation(game), form).status == 303
    before = state(ann, game)["number"]
    again = ben.form(ann.invitation(game), form | {"name": "Somebody"})
    assert (again.status, again.headers["location"]) == (303, f"/g/{game}")
    assert state(ann, game)["number"] == before


def mine_of(page: str) -> str:
    """The new token of the seat, in the form of an invitation."""
    found = re.search(r'name="mine" value="([^"]+)"', page)
    assert found
    return found[1]


def test_the_sender_of_a_link_cannot_take_the_seat_once_it_is_taken(ann: Person, ben: Person, game: str) -> None:
    link = ann.invitation(game)
    for answer in (ann.get(link), ann.form(link, {"mine": "x" * 24})):
        assert (answer.status, answer.headers["location"]) == (303, f"/g/{game}")
    token = link.rsplit("/", 1)[-1]
    assert ann.ask("POST", f"/api/games/{game}/resign", Authorization=f"Bearer {token}", Cookie="").status == 403
    assert ann.post(f"/api/games/{game}/join", {"token": token}).status == 403
    assert ann.ask("POST", f"/g/{game}/study").status == 409
    with ann.live(game) as talk:
        assert talk.next()["yours"] == ["first"]
    with ben.live(game) as talk:
        assert talk.next()["yours"] == ["second"]


def test_a_weak_token_is_not_accepted(ann: Person, ben: Person) -> None:
    game = ann.open(TINY, "link")
    assert ben.form(ann.invitation(game), {"mine": "x"}).status == 303
    assert len(ben.cookies[f"isthmus-{game}"]) >= 24


def test_nobody_plays_for_the_other_seat(site: Site, ann: Person, ben: Person, game: str) -> None:
    with ben.live(game) as talk:
        refused = talk.wish("ben-plays-1", do="play", turn="b2", ply=0)
        assert refused == {"refused": "ben-plays-1", "why": "it is the first seat's turn"}
        # Ben cannot get another seat by claiming it.
        for number, seat in enumerate(("first", 7)):
            refused = talk.wish(f"ben-resigns-{number}", do="resign", seat=seat)
            assert refused["why"] == f"seat: found {seat!r}, expected second, the seat that you have"
    with site.person().live(game) as talk:
        for number, do in enumerate(("play", "resign", "ask-back", "say")):
            refused = talk.wish(f"watcher-{number}", do=do, turn="b2", ply=0, seat="first", words="hm")
            assert refused["why"] == "you have no seat in this game"
    other = ann.open(TINY, "link")
    stranger = site.person()
    stranger.cookies = {f"isthmus-{game}": ann.cookies[f"isthmus-{other}"]}
    with stranger.live(game) as talk:
        assert talk.next()["yours"] == []
    assert state(ann, game)["ply"] == 0


def test_a_token_that_opens_no_seat_makes_no_turn(site: Site, ann: Person, game: str) -> None:
    for token in ("", "wrong", ann.cookies[f"isthmus-{game}"][:-1]):
        answer = site.person(token).post(f"/api/games/{game}/turns", {"turn": "b2", "ply": 0})
        assert (answer.status, answer.json()) == (403, {"detail": "this token is not for a seat in this game"})
        assert site.person(token).post(f"/api/games/{game}/resign").status == 403
    assert state(ann, game)["number"] == 2


# Turns -------------------------------------------------------------------------------------------------------------
def test_a_wish_sent_twice_is_granted_once(ann: Person, game: str) -> None:
    with ann.live(game) as talk:
        first = talk.wish("the-same-key", do="play", turn="b2", ply=0)
        again = talk.wish("the-same-key", do="play", turn="b2", ply=0)
    assert first == again == {"granted": "the-same-key", "number": 3}
    assert state(ann, game)["turns"] == ["b2"]


def test_a_turn_is_for_the_position_that_its_player_saw(ann: Person, game: str) -> None:
    with ann.live(game) as talk:
        assert (
            "to follow turn 1, but the game is at turn 0"
            in talk.wish("too-early-1", do="play", turn="b2", ply=1)["why"]
        )
        assert "expected turn, the text of a turn" in talk.wish("no-ply-at-all", do="play", turn="b2")["why"]
        assert "expected turn, the text of a turn" in talk.wish("ply-is-truth", do="play", turn="b2", ply=True)["why"]
        assert "expected play, resign" in talk.wish("what-is-this", do="dance")["why"]
        assert "made: expected a list" in talk.wish("what-is-made", do="steps", made="b2")["why"]
        assert "granted" in talk.wish("now-it-is-it", do="play", turn="b2", ply=0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no JSON",
        "[]",
        "1e999",
        "[" * 4000,
        '{"key": "short"}',
        '{"key": 12345678}',
        '{"key": "\\ud800 is no letter"}',
        '{"key": "12345678", "do": "play", "turn": "\\udfff", "ply": 0}',
        json.dumps({"key": "a-good-key", "do": "say", "words": "x" * 5000}),
        json.dumps({"key": "a-good-key", "do": "say", "words": 5}),
        json.dumps({"key": "a-good-key", "do": "say", "words": None}),
        json.dumps({"key": "a-good-key", "do": "play", "turn": "b2" * 1000, "ply": 0}),
        json.dumps({"key": "a-good-key", "do": "steps", "made": ["b2", "\x00"]}),
    ],
)
def test_nonsense_is_refused_and_the_connection_stays(ann: Person, game: str, text: str) -> None:
    with ann.live(game) as talk:
        talk.connection.send(text)
        assert talk.until(lambda message: "refused" in message)["why"]
        assert "granted" in talk.wish("still-here", do="say", words="hello")


def test_bytes_close_the_connection(ann: Person, game: str) -> None:
    with ann.live(game) as talk:
        talk.connection.send(b"{}")
        with pytest.raises(ConnectionClosed):
            talk.until(lambda _: False)


@pytest.mark.parametrize("failing", ["news_text", "chain_summary"])
def test_a_failed_connection_is_closed_and_logged(
    ann: Person, game: str, failing: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A page that no longer gets news must notice, and reconnects."""
    with ann.live(game, after=2) as talk:
        talk.until(lambda message: "here" in message)
        monkeypatch.setattr(f"isthmus.web.game.sockets.{failing}", lambda *_: {}["a mistake of ours"])
        talk.say(key="something", do="say", words="hello")
        talk.say(key="summarised", do="summary")
        with pytest.raises(ConnectionClosed) as closed:
            talk.until(lambda _: False)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1011
    assert "a mistake of ours" in caplog.text


def test_steps_tell_what_may_come_next_and_say_why_not(ann: Person) -> None:
    game = ann.open("trellis(size=5,pie=0)")
    with ann.live(game) as talk:
        answer = talk.wish("what-may-be", do="steps", made=["c3"])
        assert (answer["made"], answer["may_stop"], answer["done"]) == (["c3"], True, False)
        assert talk.wish("what-may-not", do="steps", made=["c3", "c3"])["refused"] == "what-may-not"
    assert ann.get(f"/api/games/{game}/steps?made=z9").status == 422
    assert ann.get(f"/api/games/{game}/steps?made=c3&made=stop").json()["done"] is True


def test_takebacks_and_resignation(ann: Person, ben: Person, game: str) -> None:
    with ann.live(game) as first, ben.live(game) as second:
        first.wish("ann-plays-1", do="play", turn="b2", ply=0)
        assert "granted" in first.wish("ann-asks-it", do="ask-back")
        assert second.until(lambda message: message.get("state", {}).get("asked") == "first")
        assert "nobody has asked" in first.wish("ann-answers", do="answer-back", agreed=True)["why"]
        assert "granted" in second.wish("ben-answers", do="answer-back", agreed=True)
        assert first.until(lambda message: "remove" in message.get("event", {}))["state"]["ply"] == 0
        assert "granted" in second.wish("ben-resigns", do="resign")
        over = first.until(lambda message: message.get("state", {}).get("over"))
    assert (over["state"]["winner"], over["state"]["reason"]) == ("first", "resigned")


# Returning clients and watchers -----------------------------------------------------------------------------------
def events_of(lines: Iterator[str], last: int) -> list[Any]:
    """The messages of server-sent events up to the event with a number."""
    heard = []
    for line in lines:
        if line.startswith("data: "):
            heard.append(json.loads(line.removeprefix("data: ")))
            if heard[-1].get("event", {}).get("number") == last:
                return heard
    raise AssertionError("the stream has ended")


def played(person: Person, *turns: str) -> str:
    """A game where one person has made turns for both seats; its last event has the number of turns + 1."""
    game = person.open(TINY)
    with person.live(game) as talk:
        for ply, turn in enumerate(turns):
            seat = "second" if ply % 2 else "first"
            assert "granted" in talk.wish(f"turn-{ply}-of-it", do="play", seat=seat, turn=turn, ply=ply)
    return game


@pytest.mark.parametrize(("after", "told"), [(0, [1, 2, 3, 4]), (2, [3, 4]), (3, [4])])
def test_a_returning_client_gets_the_missed_events(ann: Person, after: int, told: list[int]) -> None:
    game = played(ann, "b2", "a1", "b1")
    with ann.live(game, after=after) as talk:
        assert talk.events(4) == told
        assert ["board" in message for message in talk.heard if "event" in message] == [n == 4 for n in told]
    with ann.reading(f"/g/{game}/events?after={after}") as lines:
        assert [message["event"]["number"] for message in events_of(lines, 4)[1:]] == told
    with ann.reading(f"/g/{game}/events", last_event_id=str(after)) as lines:
        assert [message["event"]["number"] for message in events_of(lines, 4)[1:]] == told
    with ann.reading(f"/api/games/{game}/stream?after={after}") as lines:
        assert [json.loads(next(lines))["event"]["number"] for _ in told] == told


@pytest.mark.parametrize("after", ["-3", "x", "9" * 20, "²"])
def test_a_bad_event_number_gives_the_whole_stream(site: Site, ann: Person, after: str) -> None:
    game = played(ann, "b2")
    with ann.reading(f"/g/{game}/events", last_event_id=after.encode("latin-1").decode("latin-1")) as lines:
        assert [message["event"]["number"] for message in events_of(lines, 2)[1:]] == [1, 2]
    assert ann.get(f"/api/games/{game}/stream?after=-3").status == 422


def test_a_page_ahead_of_the_events_is_told_to_reload(site: Site, ann: Person) -> None:
    """As after a restored backup."""
    game = played(ann, "b2")
    with ann.live(game, after=2) as talk:
        talk.wish("here-we-are", do="steps")
    with ann.live(game, after=3) as talk:
        assert talk.end() == 4409
        assert talk.heard == []
    until(lambda: site.watchers(game) == 0, "no watchers")


@pytest.mark.parametrize("turns", [["b2"], ["b2", "a1", "b1", "c1", "b3"]])
def test_a_stream_ahead_of_the_events_begins_anew(ann: Person, turns: list[str]) -> None:
    """Also if the game is over."""
    game = played(ann, *turns)
    number = len(turns) + 1
    told = list(range(1, number + 1))
    with ann.reading(f"/g/{game}/events?after={number + 1}") as lines:
        assert [message["event"]["number"] for message in events_of(lines, number)[1:]] == told
    with ann.reading(f"/api/games/{game}/stream?after=500") as lines:
        assert [json.loads(next(lines))["event"]["number"] for _ in told] == told


def test_many_watch_and_leave_no_trace(site: Site, ann: Person, capfd: pytest.CaptureFixture[str]) -> None:
    game = played(ann, "b2")
    watchers = [site.person().reading(f"/g/{game}/events?after=2") for _ in range(8)]
    streams = [watcher.__enter__() for watcher in watchers]
    until(lambda: site.watchers(game) == 8, "eight watchers")
    with ann.live(game, after=2) as talk:
        talk.wish("for-them-all", do="play", seat="second", turn="a1", ply=1)
    for stream in streams:
        assert events_of(stream, 3)[-1]["state"]["turns"] == ["b2", "a1"]
    for watcher in watchers:
        watcher.__exit__(None, None, None)
    until(lambda: site.watchers(game) == 0, "nobody watching")
    assert "Traceback" not in capfd.readouterr().err


# Programs ----------------------------------------------------------------------------------------------------------
def created(person: Person, **wish: str) -> Any:
    answer = person.post("/api/games", {"game": TINY, "opponent": "here"} | wish)
    assert answer.status == 201, answer.text
    return answer.json()


def test_a_program_plays_a_game_through_the_api(site: Site) -> None:
    program = site.person()
    opened = created(program)
    path = f"/api/games/{opened['id']}"
    for ply, turn in enumerate(("b2", "a1", "b1", "a2", "b3")):
        program.token = opened["tokens"]["second" if ply % 2 else "first"]
        answer = program.post(f"{path}/turns", {"turn": turn, "ply": ply}, idempotency_key=f"turn-number-{ply}")
        assert (answer.status, answer.json()["number"]) == (200, ply + 2)
    again = program.post(f"{path}/turns", {"turn": "b3", "ply": 4}, idempotency_key="turn-number-4")
    assert again.json()["number"] == 6
    late = program.post(f"{path}/turns", {"turn": "c3", "ply": 5})
    assert (late.status, late.json()) == (409, {"detail": "the game is over"})
    record = parse_record(program.get(f"{path}/record").text)
    assert record.turns == ("b2", "a1", "b1", "a2", "b3")
    assert parse_share_link(program.get(f"{path}/record", accept="text/plain").text)[0].turns == record.turns


def test_a_key_belongs_to_a_seat_and_to_one_wish(site: Site) -> None:
    opened = created(site.person())
    path, key = f"/api/games/{opened['id']}", "turn-of-mine"
    first, second = (site.person(opened["tokens"][seat]) for seat in ("first", "second"))
    assert first.post(f"{path}/turns", {"turn": "b2", "ply": 0}, idempotency_key=key).json()["number"] == 2
    other = second.post(f"{path}/turns", {"turn": "a1", "ply": 1}, idempotency_key=key)
    assert (other.status, other.json()["number"]) == (200, 3)
    assert other.json()["state"]["turns"] == ["b2", "a1"]
    again = first.post(f"{path}/turns", {"turn": "b2", "ply": 0}, idempotency_key=key)
    assert (again.status, again.json()["number"]) == (200, 2)
    wishes: list[tuple[str, Any]] = [
        ("turns", {"turn": "c3", "ply": 2}),
        ("turns", {"turn": "b2", "ply": 2}),
        ("say", {"words": "hm"}),
        ("resign", None),
        ("claim", None),
    ]
    for verb, wish in wishes:
        refused = first.post(f"{path}/{verb}", wish, idempotency_key=key)
        assert (refused.status, refused.json()["detail"]) == (
            409,
            "you have used this key for another request in this game; use a new key for each request",
        )
    assert state(first, opened["id"])["number"] == 3
    with first.live(opened["id"], after=3) as talk:  # the page and the API use the same keys of a seat
        assert talk.wish(key, do="play", turn="b2", ply=0)["number"] == 2
        assert "use a new key" in talk.wish(key, do="play", turn="c3", ply=2)["why"]


def test_an_account_with_both_seats_can_send_a_turn_again(site: Site) -> None:
    """By then the other seat is to act."""
    token = site.person().post("/api/account", {"name": "BothSeats"}).json()["token"]
    both = site.person(token)
    path = f"/api/games/{created(both)['id']}"

    def sent(verb: str, wish: Any, key: str) -> tuple[int, int]:
        answer = both.post(f"{path}/{verb}", wish, idempotency_key=key)
        return answer.status, answer.json()["number"]

    for _ in range(2):
        assert sent("turns", {"turn": "b2", "ply": 0}, "turn-of-mine") == (200, 2)
    assert sent("say", {"words": "hm"}, "say-of-mine") == (200, 3)
    assert sent("turns", {"turn": "a1", "ply": 1}, "turn-after") == (200, 4)
    assert sent("say", {"words": "hm"}, "say-of-mine") == (200, 3)
    assert "you have used this key" in both.post(f"{path}/resign", idempotency_key="say-of-mine").text


KEY = "4f0c4f0e-7d5e-4d11-9a3c-6a9d2f6f6f10"


def test_a_seat_can_be_taken_again_with_the_same_key_when_the_answer_was_lost(site: Site) -> None:
    opened = created(site.person(), opponent="link")
    path, link = f"/api/games/{opened['id']}", opened["tokens"]["second"]
    ben, eve = site.person(), site.person()
    wish = {"token": link, "name": "Ben"}
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: ben.post(f"{path}/join", wish, idempotency_key=KEY), range(4)))
    assert [answer.status for answer in answers] == [200] * 4
    assert len({answer.text for answer in answers}) == 1
    seat = answers[0].json()
    assert (seat["seat"], seat["token"] != link) == ("second", True)
    assert site.person(seat["token"]).post(f"{path}/say", {"words": "hello"}).status == 200
    # Others who know the link do not get the seat, with or without a key, under any name.
    assert eve.post(f"{path}/join", wish).status == 403
    assert eve.post(f"{path}/join", wish, idempotency_key=KEY.upper()).status == 403
    assert site.person(link).post(f"{path}/say", {"words": "hello"}).status == 403
    renamed = ben.post(f"{path}/join", wish | {"name": "Benjamin"}, idempotency_key=KEY)
    assert (renamed.status, "another request" in renamed.text) == (409, True)
    assert ben.get(path).json()["game"]["seats"]["second"]["name"] == "Ben"


def test_a_key_that_can_be_guessed_takes_no_seat(site: Site) -> None:
    """The new token is made from the key. With a guessable key, anybody who knows the link could make the token too."""
    opened = created(site.person(), opponent="link")
    path, link = f"/api/games/{opened['id']}/join", opened["tokens"]["second"]
    refused = site.person().post(path, {"token": link, "name": "Ben"}, idempotency_key="join-0001")
    assert (refused.status, "at least 22 characters" in refused.text) == (422, True)
    account = site.person(site.person().post("/api/account", {"name": "JoinsAgain"}).json()["token"])
    answers = [account.post(path, {"token": link}, idempotency_key="join-0001") for _ in range(2)]
    assert [answer.status for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    assert site.person().post(path, {"token": link}, idempotency_key="join-0001" * 3).status == 403


def test_the_stream_of_a_game_ends_with_it(site: Site) -> None:
    program = site.person()
    opened = created(program)
    path, program.token = f"/api/games/{opened['id']}", opened["tokens"]["first"]
    assert program.post(f"{path}/resign").json()["state"]["over"] is True
    with program.reading(f"{path}/stream") as lines:
        events = [json.loads(line)["event"] for line in lines]
    assert [event.get("result") for event in events] == [None, "white"]
    kept = read_record("".join(json.dumps(event) + "\n" for event in events))
    assert (str(kept.game), kept.result) == (events[0]["game"], Outcome(Side.WHITE, "resigned"))
    with program.reading(f"{path}/stream?after=2") as lines:
        assert list(lines) == []


def test_a_stream_comes_at_once_also_when_it_is_compressed(site: Site) -> None:
    """Most programs ask for compressed answers. There, too, a line must not wait for the next one."""
    opened = created(site.person())
    connection = HTTPConnection(site.address.removeprefix("http://"), timeout=PATIENCE)
    connection.request("GET", f"/api/games/{opened['id']}/stream", headers={"Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    unpacked = zlib.decompressobj(16 + zlib.MAX_WBITS)
    text = b""
    while b"\n" not in text:
        read = answer.read1()
        text += unpacked.decompress(read) if answer.headers["content-encoding"] == "gzip" else read
    connection.close()
    assert json.loads(text)["event"]["format"] == "isthmus-record"


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"game": "chess"}, 422),
        ({"opponent": "me"}, 422),
        ({"name": "A" * 41}, 422),
        ({"name": 5}, 422),
        ({"game": None}, 422),
        ({"game": "hex\ud800"}, 422),
    ],
)
def test_a_wish_for_no_game_is_refused(ann: Person, wish: Any, status: int) -> None:
    answer = ann.post("/api/games", {"game": TINY} | wish)
    assert answer.status == status, answer.text
    assert answer.json()["detail"]


@pytest.mark.parametrize(
    ("path", "wish", "words"),
    [
        (
            "/api/games",
            {"game": TINY, "oponent": "level-1"},
            "there is no field 'oponent'; the fields are: game, start, opponent, seat, clock, name",
        ),
        ("/api/account", {"name": "Typo", "colour": "x" * 50_000}, "there is no field 'colour'; the fields are: name"),
        ("/api/learn/fill", {"x" * 500: 1}, f"there is no field '{'x' * 60}…'; the fields are: board, seed, times"),
        (
            "/api/analysis/review/known",
            {"record": "", "strength": "quick"},
            "there is no field 'strength'; the fields are: page, record",
        ),
    ],
)
def test_a_field_that_does_not_exist_is_refused(ann: Person, path: str, wish: Any, words: str) -> None:
    answer = ann.post(path, wish)
    assert (answer.status, answer.json()) == (422, {"detail": words})


def test_every_json_body_refuses_unknown_fields(ann: Person) -> None:
    document = ann.get("/api/openapi.json").json()
    bodies = [
        operation["requestBody"]["content"]["application/json"]["schema"]
        for methods in document["paths"].values()
        for operation in methods.values()
        if "requestBody" in operation
    ]
    assert len(bodies) > 15
    for body in bodies:
        schema = document["components"]["schemas"][body["$ref"].rsplit("/", 1)[-1]] if "$ref" in body else body
        assert schema["additionalProperties"] is False, schema


def test_text_that_names_no_turn_is_refused(site: Site) -> None:
    opened = created(site.person())
    program, path = site.person(opened["tokens"]["first"]), f"/api/games/{opened['id']}/turns"
    wrong: list[Any] = [None, [], {"turn": "b2"}, {"turn": "b2", "ply": -1}, {"turn": "x" * 401, "ply": 0}]
    for body in wrong:
        assert program.post(path, body).status == 422
    assert program.post(path, {"turn": "b2", "ply": 0}, idempotency_key="short").status == 422
    assert program.ask("POST", path, b"{", content_type="application/json").status == 422
    for turn in ("z9", "b2+b3", "", "é"):
        answer = program.post(path, {"turn": turn, "ply": 0})
        assert (answer.status, state(program, opened["id"])["ply"]) == (409, 0)


def test_the_api_is_described(ann: Person) -> None:
    described = ann.get("/api/openapi.json").json()["paths"]
    assert {"/api/games", "/api/games/{game_id}/stream", "/api/games/{game_id}/turns"} <= set(described)
    assert [kind["id"] for kind in ann.get("/api/games/kinds").json()] == list(isthmus.games())
    assert ann.get("/api/health").json() == {"ok": True}


def test_a_position_that_is_too_long_cannot_be_a_start(ann: Person) -> None:
    answer = ann.form("/games", {"start": f"{TINY} 3/3/3 black{' ' * 20_000}", "opponent": "here"})
    assert (answer.status, "at most 20,000 characters" in answer.text) == (422, True)


def test_no_game_waits_while_a_page_is_drawn(
    site: Site, ann: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ann.open(TINY, "link")
    in_the_loop: list[bool] = []

    def noted(position: Position, **options: Any) -> str:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            in_the_loop.append(False)
        else:
            in_the_loop.append(True)
        return ""

    monkeypatch.setattr(pages, "board_html", noted)
    assert ann.get(f"/g/{game}").status == 200
    assert ben.get(ann.invitation(game)).status == 200
    assert in_the_loop == [False, False]


def test_pages_are_sent_small(ann: Person) -> None:
    page = ann.get("/", accept_encoding="gzip")
    assert page.headers["content-encoding"] == "gzip"
    assert len(gzip.decompress(page.body)) > 2 * len(page.body)


def test_the_example_bot_plays_a_whole_game_in_forty_lines(site: Site) -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) <= 40
    wanted = [sys.executable, str(BOT), site.address, "Randolph", "trellis(size=5,pie=1)", "level-1"]
    ended = subprocess.run(wanted, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "wins: connected" in ended.stdout
