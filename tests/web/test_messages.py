"""The message about an event is made once for any number of watchers."""

from __future__ import annotations

import gc
import json
from weakref import ref

import pytest

import isthmus
from isthmus.record import Record
from isthmus.web.board.state import board_state
from isthmus.web.game import messages
from isthmus.web.game.live_game import Holder, LiveGame

PEOPLE = Holder("person", "Ann"), Holder("person", "Ben")


@pytest.fixture
def game() -> LiveGame:
    opened = LiveGame.opened(Record(isthmus.game("hex", size=3, pie=0)), PEOPLE, 1.0)
    return LiveGame.of_header(opened)


def test_the_board_is_computed_once_for_all_watchers(game: LiveGame, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = []
    monkeypatch.setattr(messages, "board_state", lambda position: looked.append(position) or board_state(position))
    after = game.play("b2", 2.0)
    texts = {messages.news_text(2, after.event, after) for _ in range(50)}
    assert (len(texts), len(looked)) == (1, 1)
    told = json.loads(texts.pop())
    assert (told["event"]["number"], told["state"]["ply"], told["board"]["stones"]["black"]) == (2, 1, ["b2"])


def test_an_older_event_comes_alone(game: LiveGame) -> None:
    after = game.play("b2", 2.0)
    assert json.loads(messages.news_text(1, game.event, after)) == {"event": {**game.event, "number": 1}}


def test_the_same_event_of_two_games_is_told_apart_and_memory_is_bounded(game: LiveGame) -> None:
    games = [game.play(turn, 2.0) for turn in ("a1", "b2", "c3")] * 300
    for one in games:
        told = json.loads(messages.news_text(2, one.event, one))
        assert told["state"]["turns"] == list(one.record.turns)
    assert len(messages._made) <= messages._MOST


def test_messages_keep_no_game_in_memory(game: LiveGame) -> None:
    after = game.play("b2", 2.0)
    assert messages.news_text(2, after.event, after) == messages.news_text(2, after.event, after)
    watched = ref(after)
    del after
    gc.collect()
    assert watched() is None
