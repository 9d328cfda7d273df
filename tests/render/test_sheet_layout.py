"""The layout of a sheet: its content, in lines that fit."""

import pytest

import isthmus
from isthmus.record import Record
from isthmus.render.lettering import width_of
from isthmus.render.sheet_layout import FACTS, MOST_LIST, NAMES, STEP, TURN, Layout
from isthmus.rules.types import Side

GAME = isthmus.game("hex", size=3, pie=1)
RECORD = Record.of_turns(GAME, ["b2", "take-black", "a1", "c3"], ("Ann", "Ben"), date="2001-10-31")


def layout(record: Record = RECORD) -> Layout:
    return Layout(record, "A4", "paper")


def test_the_names_are_those_of_the_seats_with_their_colours() -> None:
    assert layout().names == "Ann (White) – Ben (Black)"
    assert layout(Record(GAME, ("Ann", ""))).names == "Ann – Second player"


def test_the_result_has_its_reason() -> None:
    assert layout().facts == ["Unfinished after 4 turns · 2001-10-31 · hex(size=3,pie=1)"]
    assert layout(RECORD.end(Side.WHITE, "resigned")).facts[0].startswith("White wins: black resigned · ")
    assert layout(RECORD.end(None, "agreed")).facts[0].startswith("Draw: agreed · ")


def test_a_score_is_shown() -> None:
    game = isthmus.game("orbit", size=9, pie=0)
    record = Record.of_turns(game, ["e5", "pass", "pass"]).settled()
    assert record.result is not None
    assert record.result.score is not None
    black, white = record.result.score
    assert f": black {black}, white {white} · " in layout(record).facts[0]


def test_diagrams_hold_all_turns() -> None:
    assert layout().parts(3) == [(1, 3), (4, 4)]
    assert layout().parts(10) == [(1, 4)]
    assert layout(Record(GAME)).parts(10) == [(1, 0)]
    assert [set(part.numbers.values()) for part in layout().numbered(3)] == [{1, 3}, {4}]


@pytest.mark.parametrize("name", ["M" * 200, "李" * 200, "Ш" * 200])
def test_long_names_are_cut(name: str) -> None:
    facts = {"occasion": "E" * 200, "place": "P" * 200}
    page = layout(Record.of_turns(GAME, RECORD.turns, (name, name), **facts))
    assert width_of(page.names) * NAMES <= page.room
    assert all(width_of(line) * FACTS <= page.room for line in page.facts)
    assert page.names.count("…") == 2


def test_a_very_long_game_leaves_room_for_diagrams() -> None:
    game = isthmus.game("trinidad")
    position, turns = game.start(), []
    while len(turns) < 40:
        turns.append(str(next(iter(position.turns()))))
        position = position.play(turns[-1])
    page = layout(Record.of_turns(game, turns))
    columns, rows, step = page.turn_columns
    assert columns * rows >= 40
    assert columns * step <= page.room + 3.01
    assert max(width_of(text) for text in page.turn_texts) * TURN < step
    page.turns, page.turn_texts = 3000, [f"{number} {turns[20]}" for number in range(3000)]
    del page.turn_columns
    assert page.list_height <= MOST_LIST * page.height + STEP * TURN
