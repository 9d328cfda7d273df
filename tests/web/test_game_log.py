"""Logs of older servers can be read. ``old_logs.jsonl`` has logs by such a server, with the states of the games."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import isthmus
from isthmus import Seat
from isthmus.record import Record, RecordReader, TimeControl, format_record, read_record, record_schema
from isthmus.web.game.game_log import read_log
from isthmus.web.game.live_game import Holder, LiveGame, RefusedError

OLD = [json.loads(line) for line in (Path(__file__).parent / "old_logs.jsonl").read_text(encoding="utf-8").splitlines()]
SCHEMA = Draft202012Validator(record_schema())


def standing(game: LiveGame) -> dict[str, Any]:
    """The state of a game, as JSON."""
    return {
        "record": format_record(game.record),
        "holders": [[who.kind, who.name, who.level] for who in game.holders],
        "clock": game.clock and [list(game.clock.left), list(game.clock.periods)],
        "since": game.since,
        "asked": game.asked and str(game.asked),
        "rematch_asked_by": game.rematch_asked_by and str(game.rematch_asked_by),
        "rematch": game.rematch,
        "number": game.number,
        "said": [[str(seat), words] for seat, words in game.said],
    }


def test_the_old_logs_have_every_kind_of_event() -> None:
    assert {event["kind"] for old in OLD for event in old["log"]} == {
        "opened",
        "joined",
        "turn",
        "asked-back",
        "declined",
        "taken-back",
        "resigned",
        "time-over",
        "rematch-asked",
        "rematch-declined",
        "rematch",
        "said",
    }


@pytest.mark.parametrize("old", OLD)
def test_a_game_is_as_its_old_log_left_it(old: dict[str, Any]) -> None:
    game, events = read_log(old["log"])
    assert standing(game) == old["stands"]
    assert len(events) == len(old["log"])


@pytest.mark.parametrize("old", OLD)
def test_a_watcher_of_an_old_game_gets_lines_of_its_record(old: dict[str, Any]) -> None:
    game, events = read_log(old["log"])
    reader = RecordReader(events[0])
    SCHEMA.validate(events[0])
    for event in events[1:]:
        SCHEMA.validate(event)
        reader.read(event)
    assert reader.record() == game.record


@pytest.mark.parametrize("old", OLD)
def test_a_game_goes_on_where_an_old_log_ends(old: dict[str, Any]) -> None:
    for length in range(1, len(old["log"]) + 1):
        log = old["log"][:length]
        game, _ = read_log(log)
        try:
            after = game.say(Seat.SECOND, "hello", 9000.0)
            log.append(after.event)
            if game.ready and not game.over and game.clock is None:
                after = after.play(after.position.turns()[0], 9001.0)
                log.append(after.event)
        except RefusedError:
            continue
        assert read_log(json.loads(json.dumps(log)))[0] == after


def test_the_oldest_logs_gave_the_time_back() -> None:
    holders = Holder("person", "Ann"), Holder("computer", "Level 1", 1)
    record = Record(isthmus.game("hex", size=3, pie=0), clock=TimeControl(60, 5))
    log = [LiveGame.opened(record, holders, 100.0)]
    live = LiveGame.of_header(log[0]).play("b2", 110.0)
    log.append(live.event)
    log.append(live.play("a1", 110.0).event)
    back, _ = read_log([*log, {"kind": "taken-back", "at": 130.0, "seat": "first", "to": 0}])
    assert back.clock is not None
    assert (back.clock.left, back.deadline()) == ((55, 65), 185)


def test_a_log_is_a_record_file() -> None:
    for old in OLD:
        game, events = read_log(old["log"])
        assert read_record("".join(json.dumps(event) + "\n" for event in events)) == game.record


def test_the_example_of_the_page_is_such_a_log() -> None:
    page = (Path(__file__).parents[2] / "docs" / "web.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    (example,) = (block for language, block in blocks if not language and "turn" in block)
    header = LiveGame.opened(
        Record(isthmus.game("hex", size=3, pie=0)), (Holder("person", "Ann"), Holder("open")), 1000.0
    )
    lines = [{**header, "number": 1}, *map(json.loads, example.splitlines())]
    game, events = read_log(lines)
    assert [{**event, "number": number} for number, event in enumerate(events, start=1)] == lines
    assert read_record("".join(json.dumps(line) + "\n" for line in lines)) == game.record
