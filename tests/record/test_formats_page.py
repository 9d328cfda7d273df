"""The examples of docs/formats.md are read by the readers that the page describes."""

import re
from pathlib import Path

import isthmus
from isthmus.record import (
    format_diagram,
    format_position,
    format_record,
    format_share_link,
    format_turn_list,
    parse_share_link,
    read_any,
    read_board,
)
from isthmus.record.exhibit import parse_exhibit
from isthmus.record.exhibit_check import untruths

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```(?:board)?\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
POSITIONS, DIAGRAM, EXHIBIT, RECORD, TURNS, MAIL, LINKS, HEXWORLD, ASCII, STRING = EXAMPLES


def test_the_position_texts_are_canonical():
    for line in POSITIONS.splitlines():
        assert format_position(read_any(line)) == line


def test_the_diagram_is_canonical():
    assert format_diagram(read_any(DIAGRAM)) + "\n" == DIAGRAM


def test_the_exhibit_is_true():
    exhibit = parse_exhibit(EXHIBIT)
    assert exhibit.trials
    assert exhibit.bonds
    assert untruths(exhibit) == []


def test_the_record_is_canonical():
    assert format_record(read_any(RECORD)) == RECORD


def test_the_list_of_turns_is_canonical():
    assert format_turn_list(read_any(TURNS)) == TURNS


def test_the_mail_is_read_without_its_remarks():
    assert read_any(MAIL).turns == ("c2", "take-black", "f6")


def test_the_links_are_canonical():
    for line in LINKS.splitlines():
        record, cursor = parse_share_link(line)
        assert format_share_link(record, cursor) == line


def test_the_links_of_other_sites_are_read():
    ended, going_on = (read_any(line) for line in HEXWORLD.splitlines())
    assert (str(ended.result), going_on.turns) == ("black (resigned)", ("b4", "take-black", "d8", "h7"))


def test_the_printed_boards_are_read():
    trellis = isthmus.game("trellis")
    assert read_board(ASCII, trellis).marks == ("b2",)
    assert read_board(STRING, trellis).marks == ("h8",)


def test_the_page_names_the_counters_of_every_game():
    for name, kind in isthmus.games().items():
        counters = kind().counters()
        if kind.__module__.startswith("isthmus.") and counters:
            row = next(line for line in PAGE.splitlines() if line.startswith(f"| {name} |"))
            assert re.findall(r"`(\w+)`", row) == sorted(counters)
