"""Sources: records, match logs and lists of positions are recognised and read; errors are named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import isthmus
from isthmus.analysis.puzzles.sources import read_sources
from isthmus.errors import IllegalTurnError, IsthmusError, NotationError, RulesError
from isthmus.match.game import MatchSettings
from isthmus.match.log import MatchLog
from isthmus.match.run import Match
from isthmus.record import Record, format_diagram, format_record

HEX = isthmus.game("hex(size=3,pie=0)")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.jsonl"


def test_a_record_is_one_game(file: Path) -> None:
    record = Record.of_turns(HEX, ("a1", "b2"), players=("Ann", "Ben"))
    file.write_text(format_record(record), encoding="utf-8")
    (source,) = read_sources(file)
    assert (source.file, source.number) == ("games.jsonl", 1)
    assert (source.players, source.turns) == (("Ann", "Ben"), ("a1", "b2"))
    assert [str(position.last_turn) for position in source.positions()] == ["None", "a1", "b2"]


def test_a_log_has_all_games_of_its_match(file: Path) -> None:
    settings = MatchSettings("random", "random", str(HEX), seconds=None, simulations=1, openings="none")
    with MatchLog(file, settings) as log:
        played = list(Match(settings, pairs=2, log=log).play())
    sources = read_sources(file)
    assert [source.turns for source in sources] == [game.turns for game in played]
    assert [source.number for source in sources] == [1, 2, 3, 4]
    assert all(source.positions()[-1].outcome for source in sources)
    torn = file.read_text(encoding="utf-8")[:-20]
    file.write_text(torn, encoding="utf-8")
    assert read_sources(file) == sources[:-1]


def test_there_is_one_position_per_line(file: Path) -> None:
    file.write_text(
        "# two\nhex(size=3,pie=0) 3/1x1/3 white first=black\n\nhex(size=3,pie=0) 3/3/3 black first=black\n",
        encoding="utf-8",
    )
    sources = read_sources(file)
    assert [source.start.stones("black") for source in sources] == [["b2"], []]
    assert [source.number for source in sources] == [1, 2]


def test_a_single_position_and_a_diagram_are_read(file: Path) -> None:
    position = HEX.start().play("b2")
    for text in ("hex(size=3,pie=0) 3/1x1/3 white first=black", format_diagram(position)):
        file.write_text(text, encoding="utf-8")
        assert [source.start for source in read_sources(file)] == [position]


HEADER = json.dumps({"format": "isthmus-match", "version": 1, "settings": {"game": "hex(size=3,pie=0)"}})


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("", NotationError, "found nothing"),
        ("hex(size=3,pie=0) 3/3/3 black\nhex(size=3,pie=0) 3/3 black", NotationError, "line 2: stones: found 2 rows"),
        (HEADER.replace('"version": 1', '"version": 2'), NotationError, "line 1: found version 2, expected 1"),
        (HEADER.replace("hex(", "hax("), RulesError, "no game is called 'hax'"),
        (HEADER + "\nnonsense\n{}\n", NotationError, "line 2: found 'nonsense', expected a JSON object"),
        (HEADER + '\n{"turns": "a1"}\n', NotationError, "line 2: turns: found 'a1', expected a list of turn texts"),
        (HEADER + '\n{"turns": [], "players": ["a"]}\n', NotationError, "line 2: players: found"),
    ],
)
def test_mistakes_are_named_with_file_and_line(file: Path, text: str, error: type[Exception], said: str) -> None:
    file.write_text(text, encoding="utf-8")
    with pytest.raises(error) as caught:
        read_sources(file)
    assert str(caught.value).startswith(f"{file}: ")
    assert said in str(caught.value)


def test_bytes_that_are_not_text_are_named(file: Path) -> None:
    file.write_bytes(b"hex \xff")
    with pytest.raises(NotationError, match="found the byte 0xff, expected UTF-8"):
        read_sources(file)


def test_an_illegal_turn_is_named_with_its_line(file: Path) -> None:
    file.write_text(HEADER + '\n{"turns": ["a1", "a1"], "players": ["", ""]}\n', encoding="utf-8")
    with pytest.raises(IllegalTurnError, match="line 2: turn 2: a1 is occupied"):
        read_sources(file)


@given(st.text(alphabet='{}[]":, \n#ahx123/()=isthmus-match', max_size=80))
def test_no_text_breaks_the_reader(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    file = tmp_path_factory.getbasetemp() / "fuzz.txt"
    file.write_text(HEADER + "\n" + text if text.startswith("{") else text, encoding="utf-8")
    try:
        for source in read_sources(file):
            source.positions()
    except IsthmusError:
        pass
