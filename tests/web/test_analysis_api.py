"""Analysis over HTTP: streams, refusals, and no work continues after its client is gone."""

from __future__ import annotations

import json
import pickle
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from live_server import PATIENCE, Answer, Person, Site, serving, until
from pool_work import kill_workers, review_and_fail

import isthmus
from isthmus.analysis.overlays import overlays
from isthmus.errors import SearchError
from isthmus.games import games
from isthmus.record import Record, format_position, format_record, parse_record
from isthmus.rules.position import Position
from isthmus.web.analysis import api as analysis_api
from isthmus.web.analysis.work import find_hint, review_game
from isthmus.web.engine.pool import CrowdedError, ReplacedError

BLUNDER = ("b3", "c1", "b2", "c3", "a4", "b1")
"""Hex 4: Black has won in theory until a4."""


@pytest.fixture
def person(site: Site) -> Person:
    return site.person()


def start(game: str, *turns: str) -> Position:
    position = isthmus.game(game).start()
    for turn in turns:
        position = position.play(turn)
    return position


def told(answer: Answer) -> list[Any]:
    """The messages of a stream."""
    assert answer.status == 200, answer.text
    assert answer.headers["content-type"].startswith("text/event-stream")
    return [json.loads(line.removeprefix("data: ")) for line in answer.text.splitlines() if line.startswith("data: ")]


def ask(person: Person, path: str, **wish: Any) -> list[Any]:
    return told(person.post(f"/api/analysis{path}", wish))


@contextmanager
def listening(site: Site, path: str, **wish: Any) -> Iterator[Iterator[Any]]:
    """The messages of a stream as they arrive, until the reader leaves."""
    connection = HTTPConnection(site.address.removeprefix("http://"), timeout=PATIENCE)
    connection.request("POST", f"/api/analysis{path}", json.dumps(wish), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    messages = (json.loads(line[6:]) for line in answer if line.startswith(b"data: "))
    try:
        begins = ({"starting": True}, {"begun": True, "again": False})
        yield (message for message in messages if message not in begins and "place" not in message)
    finally:
        answer.close()
        connection.close()


# Lines -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", games())
def test_the_engine_shows_its_lines_in_every_game(person: Person, game: str) -> None:
    position = start(game)
    messages = ask(person, "", position=format_position(position), seconds=0.1, lines=2)
    last = messages[-1]
    report = last["report"]
    assert last["done"]
    assert report["position"] == format_position(position)
    assert report["turns"][0]["turn"] == report["best"]
    assert 1 <= len(report["turns"]) <= 2
    for turn in report["variation"]:
        position = position.play(turn)
    assert report["standing"]["words"]
    assert last["more"] is (report["proof"] == "none")


def test_values_name_their_point_of_view(person: Person) -> None:
    """Black is one stone short of a chain; White is to move and cannot help it."""
    position = start("hex(size=4,pie=0)", "b1", "d1", "b2", "d2", "b3")
    report = ask(person, "", position=format_position(position), seconds=5)[-1]["report"]
    assert report["seat"] == "second"
    assert report["whose"] == "All chances are for Black, the first player."
    assert report["standing"] == {"view": "black", "share": 1.0, "proved": "won", "words": "Black wins: proved."}
    assert report["chance_for_seat"] == 0
    assert {turn["said"] for turn in report["turns"]} == {"Black wins"}
    unsettled = ask(person, "", position=format_position(start("hex(size=5,pie=1)")), seconds=0.1)[-1]["report"]
    assert unsettled["standing"]["view"] == "the first player"
    assert unsettled["whose"] == "All chances are for the first player."


def test_chances_do_not_flip_with_the_seat_to_move(person: Person) -> None:
    """The first seat has White after the choice. The chance is always the first seat's, before and after the choice,
    whichever seat is to move."""
    said = {}
    for turns in ((), ("a5",), ("a5", "take-black"), ("a5", "take-black", "c3"), ("a5", "take-black", "c3", "b3")):
        wish = {"position": format_position(start("hex(size=5,pie=1)", *turns)), "seconds": 0.3}
        report = ask(person, "", **wish)[-1]["report"]
        first = report["value_for_first"]
        proved = report["proof"] != "none"
        assert report["standing"]["share"] == pytest.approx(
            round(first) / 2 + 0.5 if proved else (1 + first) / 2, abs=1e-5
        )
        for turn in report["turns"]:
            if turn["proof"] == "none" and turn["visits"]:
                chance = max(1, min(99, round(50 * (1 + turn["value_for_first"]))))
                assert abs(int(turn["said"].rstrip("%")) - chance) <= 1
        said[len(turns)] = report["standing"]["view"]
    assert said == {0: "the first player", 1: "the first player", 2: "white", 3: "white", 4: "white"}


@pytest.mark.parametrize(
    ("game", "turns", "filled"),
    [
        ("trellis(size=5,pie=0)", ("a1",), 2),
        ("network(size=6,stones=6,network=4)", (), 1),
        ("bridgit(size=3,pie=0)", (), 1),
    ],
)
def test_lines_come_with_what_a_board_draws(person: Person, game: str, turns: tuple[str, ...], filled: int) -> None:
    position = start(game, *turns)
    report = ask(person, "", position=format_position(position), seconds=0.3, lines=3)[-1]["report"]
    for turn in report["turns"]:
        assert [one["turn"] for one in turn["drawn"]] == turn["variation"][:9]
        now, seen = position, set()
        for drawn in turn["drawn"]:
            after = now.play(drawn["turn"])
            side = drawn["side"]
            came = {*after.stones(side)} - {*now.stones(side)}
            assert {*drawn["fields"]} == came - seen
            seen |= came
            now = after
        assert len(turn["drawn"][0]["fields"]) == filled


def test_the_pieces_and_the_path_of_a_row_move_are_drawn(person: Person) -> None:
    position = start("trinidad(size=3,pie=0)", "c3", "a1", "c4")
    report = ask(person, "", position=format_position(position), seconds=0.3, lines=30)[-1]["report"]
    moved = [one for turn in report["turns"] for one in turn["drawn"] if one["moves"]]
    assert moved
    assert all(start in one["turn"] and end in one["turn"] for one in moved for start, end in one["moves"])


def test_a_game_that_is_over_has_a_result_and_no_lines(person: Person) -> None:
    over = start("hex(size=3,pie=0)", "b1", "a1", "b2", "a2", "b3")
    message = ask(person, "", position=format_position(over))[-1]
    assert message["report"]["outcome"]["winner"] == "black"
    assert message["report"]["turns"] == []
    assert message["report"]["standing"]["share"] == 1
    assert message["report"]["standing"]["words"] == "The game is over: Black wins by connection."
    assert not message["more"]


def test_an_analysis_grows_and_ends_when_its_listener_goes(site: Site) -> None:
    position = format_position(start("trellis"))
    with listening(site, "", position=position, seconds=60) as messages:
        one, other = (next(messages)["report"]["simulations"] for _ in range(2))
        assert 0 < one < other
    until(lambda: site.app.state.services.engines.busy == 0, "the end of the search")


def test_a_newer_wish_of_a_page_takes_the_place_of_the_older(site: Site, person: Person) -> None:
    position = format_position(start("hex"))
    with listening(site, "", position=position, seconds=60, page="one") as messages:
        next(messages)
        with listening(site, "", position=position, seconds=60, page="two") as others:
            next(others)
            assert ask(person, "", position=position, seconds=0.1, page="one")[-1]["done"]
            assert list(messages)[-1] == {"done": True, "replaced": True}
            assert next(others)["report"]
    until(lambda: site.app.state.services.engines.busy == 0, "the end of the search")


def test_a_worker_that_is_killed_loses_nothing(site: Site) -> None:
    with listening(site, "", position=format_position(start("hex")), seconds=60) as messages:
        next(messages)
        kill_workers(site.app.state.services.engines)
        others = (message for message in messages if "report" not in message)
        assert next(others) == {"begun": True, "again": True}
        assert next(messages)["report"]["best"]


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"position": ""}, "position"),
        ({"position": "hex(size=99) 1 black"}, "size"),
        ({"position": "x" * 20_001}, "20,000 characters"),
        ({"position": "hex(size=5,pie=0) 5/5/5/5/5 black first=black", "seconds": 1e9}, "60"),
        ({"position": "hex(size=5,pie=0) 5/5/5/5/5 black first=black", "lines": 0}, "1"),
        ({}, "position"),
        ([1], "object"),
    ],
)
def test_an_impossible_analysis_is_a_clear_error(person: Person, wish: Any, words: str) -> None:
    answer = person.post("/api/analysis", wish)
    assert answer.status == 422
    assert words in answer.text


def test_other_sites_cannot_use_the_engine(person: Person) -> None:
    wish = {"position": format_position(start("hex"))}
    assert person.post("/api/analysis", wish, origin="https://elsewhere.example").status == 403


# What waits for what ------------------------------------------------------------------------------------------------
def test_overlays_and_hints_wait_behind_no_lines_and_these_go_on(site: Site, person: Person) -> None:
    """The lines of two pages hold every process for long analyses, which one worker for games allows."""
    position = format_position(start("hex(size=11,pie=0)", "b2"))  # too large for a proof in this time
    with (
        listening(site, "", position=position, seconds=60, page="one") as lines,
        listening(site, "", position=position, seconds=60, page="two") as others,
    ):
        assert next(lines)["report"]
        assert next(others)["report"]
        for path, wish in (("/overlay", {"kind": "visits"}), ("/hint", {"strength": "quick"})):
            answer = person.post(
                f"/api/analysis{path}", wish | {"position": position, "page": "one"}, accept="text/event-stream"
            )
            messages = told(answer)
            assert [message for message in messages if "place" in message] == []
            assert messages[-1]["done"]
            assert "error" not in messages[-1]
            before = next(lines)["report"]["simulations"]
            after = next(message["report"] for message in lines if message["report"]["simulations"] > before)
            assert not after["final"], "the lines were not cut short"
    until(lambda: site.app.state.services.engines.busy == 0, "the end of the searches")


def test_a_starting_process_is_announced_before_it_works(tmp_path: Path) -> None:
    wish = {"position": format_position(start("hex(size=3,pie=0)")), "strength": "quick"}
    with serving(tmp_path) as cold:
        first, second, *_ = ask(cold.person(), "/hint", **wish)
        assert (first, second) == ({"starting": True}, {"begun": True, "again": False})
        assert ask(cold.person(), "/hint", **wish)[0] == {"begun": True, "again": False}, "it is warm now"


# Overlays ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", games())
def test_every_quick_overlay_of_every_game_can_be_drawn(person: Person, game: str) -> None:
    position = start(game)
    kinds = person.get(f"/api/analysis/overlays?game={game}").json()
    assert [kind["kind"] for kind in kinds] == list(overlays(position))
    for kind in kinds:
        if kind["slow"]:
            continue
        answer = person.post("/api/analysis/overlay", {"position": format_position(position), "kind": kind["kind"]})
        drawn = answer.json()
        assert (answer.status, drawn["kind"]) == (200, kind["kind"])
        assert drawn["meaning"] == drawn["words"][0]
        assert all(-1 <= value <= 1 for value in drawn["heat"].values())
        assert {*drawn["heat"], *(mark["point"] for mark in drawn["marks"])} <= {*position.game.topology.names}


@pytest.mark.parametrize(
    ("error", "status", "why"),
    [
        (CrowdedError("too much"), 429, "too much"),
        (ReplacedError(), 409, "a newer request has replaced this one"),
        (SearchError("no memory"), 422, "no memory"),
        (RuntimeError("a fault"), 500, "the engine failed; try again"),
    ],
)
def test_slow_work_on_a_large_board_goes_to_the_engines(
    site: Site, person: Person, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, why: str
) -> None:
    monkeypatch.setattr(site.app.state.services.engines, "stream", _failing(error))
    wish = {"position": format_position(start("hex(size=5,pie=0)")), "kind": "change"}
    answer = person.post("/api/analysis/overlay", wish)
    assert (answer.status, why in answer.text) == (status, True)
    last = ask_stream(person, **wish)[-1]
    assert last.get("status", 409) == status
    assert person.post("/api/analysis/overlay", wish | {"kind": "current"}).status == 200


def test_while_the_server_shuts_down_an_overlay_is_refused(
    site: Site, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site.app.state.services.engines, "stream", _ended)
    answer = person.post("/api/analysis/overlay", {"position": format_position(start("hex(size=5)")), "kind": "change"})
    assert (answer.status, "is shutting down" in answer.text) == (503, True)


async def _ended(*_: Any, **__: Any) -> AsyncIterator[Any]:
    return
    yield


def _failing(error: Exception) -> Callable[..., AsyncIterator[Any]]:
    async def stream(*_: Any, **__: Any) -> AsyncIterator[Any]:
        raise error
        yield

    return stream


def test_the_sign_of_heat_is_that_of_the_side(person: Person) -> None:
    """Towards 1 for Black and towards -1 for White, as the board shades fields."""
    enclosed = start("orbit(size=5,pie=0)", "b1", "b5", "c2", "c4", "d1", "d5")
    drawn = person.post("/api/analysis/overlay", {"position": format_position(enclosed), "kind": "territory"}).json()
    assert (drawn["tone"], drawn["heat"]) == ("sides", {"c1": 1, "c5": -1})


def test_values_are_the_first_seats_and_dark_is_good_for_black(person: Person) -> None:
    """Whichever side is to move: where White would win at once, Black's chance is 1% and the field is light."""
    black_wins = start("hex(size=3,pie=0)", "b1", "a2", "b2", "c1")
    white_wins = start("hex(size=3,pie=0)", "a1", "a2", "c1", "b2", "c3")
    for position, field, label, sign in ((black_wins, "b3", "99", 1), (white_wins, "c2", "1", -1)):
        wish = {"position": format_position(position), "kind": "values"}
        drawn = person.post("/api/analysis/overlay", wish).json()
        assert (drawn["tone"], drawn["view"]) == ("sides", "black")
        assert drawn["words"][0] == "The winning chance of black, in percent, if a stone is played there now."
        labels = {mark["point"]: mark["text"] for mark in drawn["marks"]}
        assert drawn["heat"].get(field, 0) * sign > 0.5, drawn
        assert labels.get(field, label) == label
        assert not any("value:" in words for words in drawn["words"])


def test_an_amount_has_no_sign_but_a_point_of_view(person: Person) -> None:
    position = format_position(start("hex(size=5,pie=0)", "c3"))
    for side in ("black", "white"):
        drawn = person.post("/api/analysis/overlay", {"position": position, "kind": "current", "side": side}).json()
        assert (drawn["tone"], drawn["view"]) == ("plain", side)
        assert min(drawn["heat"].values()) > 0


def test_a_proof_map_marks_what_is_won_and_lost(person: Person) -> None:
    position = start("hex(size=3,pie=0)")
    messages = ask_stream(person, position=format_position(position), kind="proof")
    drawn = messages[-1]["overlay"]
    signs = {mark["point"]: mark["kind"] for mark in drawn["marks"]}
    assert set(signs) == {*position.game.topology.names}
    assert signs["b2"] == "circle"  # the middle wins
    assert signs["a1"] == "cross"
    assert drawn["heat"]["b2"] == -drawn["heat"]["a1"] > 0


def test_a_proof_map_of_a_lost_position_says_so(person: Person) -> None:
    lost = start("hex(size=3,pie=0)", "b2")
    drawn = ask_stream(person, position=format_position(lost), kind="proof")[-1]["overlay"]
    assert drawn["words"][:2] == [
        "Whether the best turn that puts a stone there wins, draws or loses, where that is proved.",
        "Every turn is proved to lose.",
    ]


def ask_stream(person: Person, **wish: Any) -> list[Any]:
    return told(person.post("/api/analysis/overlay", wish, accept="text/event-stream"))


@pytest.mark.parametrize(
    ("kind", "more", "words"),
    [
        ("nonsense", {}, "nonsense"),
        ("territory", {}, "does not apply"),
        ("current", {"side": "green"}, "green"),
        ("current", {"contest": "top left"}, "top left"),
    ],
)
def test_an_impossible_overlay_is_a_clear_error(person: Person, kind: str, more: dict[str, str], words: str) -> None:
    wish = {"position": format_position(start("hex")), "kind": kind} | more
    answer = person.post("/api/analysis/overlay", wish)
    assert answer.status == 422
    assert words in answer.json()["detail"]
    assert person.get("/api/analysis/overlays?game=chess").status == 422


# Reviews and hints -------------------------------------------------------------------------------------------------
def test_a_review_reports_its_progress_and_marks_the_blunder(person: Person) -> None:
    record = Record.of_turns(isthmus.game("hex(size=4,pie=0)"), BLUNDER)
    *messages, last = ask(person, "/review", record=format_record(record), strength="quick")
    progress = [message["progress"] for message in messages if "progress" in message]
    assert [point["number"] for one in progress for point in one["points"]] == list(range(len(BLUNDER) + 1))
    review = last["review"]
    (fault,) = (row for row in review["rows"] if row["grade"])
    assert (fault["turn"], fault["grade"], fault["sign"], fault["before"], fault["after"]) == (
        "a4",
        "blunder",
        "??",
        1,
        0,
    )
    assert fault["better"] == "b1"
    assert fault["drawn"] == {
        name: {"turn": turn, "side": "black", "fields": [turn], "moves": []}
        for name, turn in (("played", "a4"), ("better", "b1"))
    }
    assert [row["number"] for row in review["rows"] if row["drawn"]] == [fault["number"]]
    assert "throws away a proved win" in fault["why"].lower()
    reviewed = parse_record(review["record"])
    assert [node.turn for node in reviewed.nodes if node.judgement] == ["a4"]
    assert [point["share"] for point in review["points"]] == [1, 1, 1, 1, 1, 0, 0]
    known = person.post("/api/analysis/review/known", {"record": review["record"]}).json()
    assert {key: known[key] for key in ("rows", "points", "people")} == {
        key: review[key] for key in ("rows", "points", "people")
    }


def test_a_review_that_makes_room_goes_on_where_it_was() -> None:
    record = format_record(Record.of_turns(isthmus.game("hex(size=4,pie=0)"), BLUNDER))
    looked, pieces = [], 0
    result: dict[str, Any] = {"complete": False, "record": record}
    while not result["complete"]:
        heard: list[Any] = []
        wish = (result["record"], "quick", result.get("tried"))
        result = review_game(heard.append, lambda heard=heard: len(heard) >= 2, *wish)
        looked += [point["number"] for one in heard for point in one["points"]]
        pieces += 1
    assert pieces > 3
    assert looked == list(range(len(BLUNDER) + 1))
    whole = review_game(lambda _: None, lambda: False, record, "quick")
    assert (result["rows"], result["record"]) == (whole["rows"], whole["record"])


def test_a_review_that_must_always_make_room_ends() -> None:
    record = format_record(Record.of_turns(isthmus.game("hex(size=6,pie=0)"), ("c3", "d2", "e5", "b4")))
    result: dict[str, Any] = {"complete": False, "record": record}
    pieces: list[list[Any]] = []
    while not result["complete"]:
        assert len(pieces) < 15
        pieces.append([])
        wish = pickle.loads(pickle.dumps((result["record"], "quick", result.get("tried"))))  # as to a worker
        result = review_game(pieces[-1].append, lambda: True, *wish)
    assert all(len(heard) == 1 for heard in pieces[:-1])
    assert {heard[0]["doing"] for heard in pieces[:-1]} >= {"estimates", "proofs"}
    assert len(result["rows"]) == 4


def test_a_review_that_fails_after_a_part_of_the_work_gives_what_it_has(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = format_record(Record.of_turns(isthmus.game("hex(size=4,pie=0)"), BLUNDER))
    monkeypatch.setattr(analysis_api, "review_game", review_and_fail)
    last = ask(person, "/review", record=record, strength="quick")[-1]
    assert (last["done"], last["status"], last["error"]) == (True, 500, "the engine failed; try again")
    evaluated = parse_record(last["record"])
    assert evaluated.turns == BLUNDER
    assert evaluated.nodes[0].evaluation is not None


@pytest.mark.parametrize("game", ["hex(size=4,pie=0)", "trellis(size=5,pie=1)", "trinidad(size=3)"])
def test_a_review_blames_nobody_for_following_hints(game: str) -> None:
    position, turns = start(game), []
    while position.outcome is None and len(turns) < 12:
        hint = find_hint(lambda _: None, lambda: False, format_position(position), "quick")
        position = position.play(hint["turn"]["turn"])
        turns.append(str(position.last_turn))
    record = format_record(Record.of_turns(position.game, turns))
    rows = review_game(lambda _: None, lambda: False, record, "quick")["rows"]
    assert len(rows) == len(turns) > 3
    assert [row for row in rows if row["grade"]] == []


@pytest.mark.parametrize("game", games())
def test_a_hint_says_where_then_what_then_why(person: Person, game: str) -> None:
    position = start(game)
    hint = ask(person, "/hint", position=format_position(position), strength="quick")[-1]["hint"]
    assert position.play(hint["turn"]["turn"])
    assert set(hint["turn"]["fields"]) < set(hint["where"]["fields"])
    assert hint["turn"]["turn"] not in hint["where"]["words"]
    assert hint["turn"]["turn"] in hint["turn"]["words"]
    assert hint["why"]["words"]


def test_a_hint_in_a_lost_position_says_so_at_once(person: Person) -> None:
    lost = start("hex(size=3,pie=0)", "b2")
    hint = ask(person, "/hint", position=format_position(lost), strength="quick")[-1]["hint"]
    assert hint["where"]["words"].startswith("Every turn is proved to lose. The hardest to answer is on the shaded")


def test_a_hint_for_a_choice_of_colour_names_no_field(person: Person) -> None:
    position = start("hex(size=5,pie=1)", "c3")
    hint = ask(person, "/hint", position=format_position(position), strength="quick")[-1]["hint"]
    assert hint["turn"]["turn"] == "take-black"
    assert hint["where"] == {"fields": [], "words": "Which colour is ahead?"}


def test_a_record_that_is_too_long_is_not_even_read(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis_api, "count_turns", None)
    answer = person.post("/api/analysis/review", {"record": "{}\n" * 2001})
    assert (answer.status, answer.json()["detail"]) == (422, "the record has more than 1000 turns")


def test_an_impossible_review_or_hint_is_a_clear_error(person: Person) -> None:
    game = isthmus.game("hex(size=3,pie=0)")
    for record in ("", "{}", "no record", format_record(Record.of_turns(game, []))):
        answer = person.post("/api/analysis/review", {"record": record})
        assert answer.status == 422
        assert answer.json()["detail"]
    good = format_record(Record.of_turns(game, ["b2"]))
    illegal = good.replace('"b2"', '"z9"')
    assert person.post("/api/analysis/review", {"record": illegal}).status == 422
    assert person.post("/api/analysis/review", {"record": good, "strength": "divine"}).status == 422
    over = format_position(start("hex(size=3,pie=0)", "b1", "a1", "b2", "a2", "b3"))
    answer = person.post("/api/analysis/hint", {"position": over})
    assert (answer.status, "over" in answer.text) == (422, True)
