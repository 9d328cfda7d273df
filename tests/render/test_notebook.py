"""Positions, records and results draw themselves in notebooks and print. The import alone loads no drawing code."""

from __future__ import annotations

import re
import subprocess
import sys
from html import unescape
from pkgutil import resolve_name
from xml.etree import ElementTree as ET

import pytest

import isthmus
from isthmus.analysis.overlays import OVERLAYS, overlay, overlays
from isthmus.record import Node, Record, format_diagram, parse_diagram
from isthmus.render import to_svg
from isthmus.rules import display


def test_a_position_shows_its_board() -> None:
    position = isthmus.game("hex", size=5).start()
    assert position._repr_svg_() == to_svg(position)


def test_the_drawing_functions_of_the_rules_are_named_in_one_place() -> None:
    assert resolve_name(display.PICTURE) is to_svg
    assert resolve_name(display.DIAGRAM) is format_diagram


@pytest.mark.parametrize("name", list(isthmus.games()))
def test_print_shows_the_board_and_its_text_is_read_back(name: str) -> None:
    position = isthmus.game(name).start()
    assert parse_diagram(str(position)) == position
    assert repr(position).startswith(f"<Position of {position.game}: ")


# Records, reports, reviews, overlays ---------------------------------------------------------------------------------


def played(name: str, turns: int = 5) -> Record:
    """A game of a few turns, every third legal one."""
    record = Record(isthmus.game(name), ("Ann", "Ben"))
    for _ in range(turns):
        legal = record.final.turns()
        record = record.play(legal[len(legal) // 3])
    return record


def shown(thing: object) -> str:
    """The HTML for a notebook. It has a picture and the printed text."""
    page = thing._repr_html_()
    drawn = re.fullmatch(r'<div style="max-width: 40em">(<svg.*</svg>\s*)</div><pre>(.*)</pre>', page, re.DOTALL)
    assert drawn, page[:200]
    ET.fromstring(drawn[1])
    assert unescape(drawn[2]) == str(thing)
    return drawn[1]


@pytest.mark.parametrize("name", list(isthmus.games))
def test_records_reports_reviews_and_overlays_print_and_draw_themselves(name: str) -> None:
    record = played(name)
    assert shown(record) == to_svg(record.final)
    report = isthmus.search(record.final, simulations=30)
    assert "<circle" in shown(report)
    review = isthmus.review(record, simulations=5, proof_nodes=0)
    assert "The course of the game" in shown(review)
    position = record.final
    for kind in overlays(position):
        limits = {name: 20 for name in OVERLAYS[kind].limits if name in ("simulations", "nodes", "playouts")}
        found = overlay(position, kind, **limits)
        assert str(found).startswith(f"{found.title}: {position.game}\n")
        assert shown(found)


def test_a_record_prints_people_turns_comments_variations_and_result() -> None:
    game = isthmus.game("hex", size=5, pie=1)
    turns = ["b2", "take-black", "c3", "d2", "b4"]
    record = Record.of_turns(game, turns, ("Ann", "Ben"), date="2026-11-23", occasion="club")
    record, node = record.add(3, "d4")
    record, node = record.add(node, "a1")
    record = record.annotate(4, comment="Why not d4?", judgement="mistake").end(isthmus.Seat.FIRST, "resigned")
    assert str(record).splitlines() == [
        "hex(size=5,pie=1)",
        "Ann (white) – Ben (black)",
        "club, 2026-11-23",
        "1. b2  2. take-black  3. c3  4. d2 (mistake)",
        "    Why not d4?",
        "5. b4",
        "variation: 4. d4  5. a1",
        "result: white (resigned)",
    ]
    assert str(Record(game)) == "hex(size=5,pie=1)\nunfinished"


def test_a_record_that_is_not_legal_still_prints() -> None:
    record = Record(isthmus.game("hex", size=5, pie=0), ("Ann", ""), nodes=(Node(), Node(0, "c3"), Node(1, "c3")))
    assert str(record).splitlines()[1:] == ["Ann – the second player", "1. c3  2. c3", "unfinished"]
    assert record._repr_html_().startswith("<pre>")


def test_a_review_prints_every_turn_and_its_findings() -> None:
    record = Record.of_turns(isthmus.game("hex", size=3, pie=0), ["a1", "b2", "a2", "c1", "c3", "a3"], ("Ann", "Ben"))
    text = str(isthmus.review(record, simulations=100))
    lines = text.splitlines()
    assert lines[0] == "All chances are for Ann (black), who moved first."
    assert [line.split()[:3] for line in lines[3:9]] == [
        [str(number), "Ann" if number % 2 else "Ben", turn] for number, turn in enumerate(record.turns, start=1)
    ]
    assert "blunder" in lines[3]
    assert sum(line.startswith(("Ann (black): 3 turns", "Ben (white): 3 turns")) for line in lines) == 2


def test_an_overlay_prints_numbers_where_the_fields_are() -> None:
    position = isthmus.game("bridgit", size=3, pie=0).start()
    board = str(overlay(position, "trees")).split("\n\n")[2].splitlines()
    assert board[0].split() == list("abcde")
    for line, row in zip(board[1:], position.game.topology.rows, strict=False):
        names = [position.game.topology.names[cell] for cell in row]
        columns = [place for place, letter in enumerate(line) if letter != " " and place > 0]
        assert [board[0][place] for place in columns] == [name[0] for name in names]


def test_a_search_in_mid_turn_shows_the_rest_of_the_turn() -> None:
    half = isthmus.game("trellis", size=5, pie=0).start().step("c3")
    assert shown(isthmus.search(half, simulations=50))


def test_importing_isthmus_loads_no_drawing() -> None:
    code = "import sys, isthmus; print([name for name in sys.modules if name.startswith(('isthmus.render', 'resvg'))])"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"
