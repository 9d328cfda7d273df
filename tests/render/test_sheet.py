"""The printed page: complete, well formed, within its margins, also for long games and long names; the same as PDF."""

import re
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

import isthmus
from isthmus import Position
from isthmus.record import Record
from isthmus.render import THEMES, DrawingError, to_pdf, to_sheet
from isthmus.render.sheet import sheet_image

SVG = "{http://www.w3.org/2000/svg}"
GAME = isthmus.game("hex", size=4, pie=0)
RECORD = Record.of_turns(GAME, ["a1", "b1", "c3", "b2", "d4", "a4", "c1"], ("Ann", "Ben"), date="2001-10-31")
NAMES = st.text(st.characters(exclude_categories=["C", "Z"]), max_size=200)


def long_record(name: str, turns: int) -> Record:
    position, played, number = isthmus.game(name).start(), [], 0
    while len(played) < turns and position.outcome is None:
        legal = [step for step in position.steps() if step != "pass"] or position.steps()
        position = position.step(legal[(number * 7919 + 13) % len(legal)])
        number += 1
        if not position.mid_turn:
            played.append(str(position.last_turn))
    return Record.of_turns(position.game, played, ("Ann", "Ben"), date="2001-10-31").settled()


def captions(svg: str) -> int:
    """The number of diagrams: each puts the board on the page once."""
    root = ET.fromstring(svg)
    boards = {
        node.attrib["id"] for node in root.iter() if node.get("id", "").endswith("-empty") and node.tag == f"{SVG}g"
    }
    return sum(node.get("href", "")[1:] in boards for node in root.iter(f"{SVG}use"))


def test_it_has_a_diagram_for_every_few_turns() -> None:
    assert captions(to_sheet(RECORD, every=3)) == 3
    assert captions(to_sheet(RECORD, every=7)) == 1
    assert captions(to_sheet(RECORD)) == 2
    assert captions(to_sheet(Record(GAME))) == 1


def test_it_is_as_large_as_the_paper() -> None:
    for page, size in (("A4", ("210mm", "297mm")), ("letter", ("215.9mm", "279.4mm")), ("a4", ("210mm", "297mm"))):
        root = ET.fromstring(to_sheet(RECORD, page=page))
        assert (root.attrib["width"], root.attrib["height"]) == size


def test_it_describes_the_game_in_words() -> None:
    root = ET.fromstring(to_sheet(RECORD))
    assert root.findtext(f"{SVG}title") == "Hex: Ann (Black) – Ben (White)"
    assert str(root.findtext(f"{SVG}desc")).endswith("1 a1 2 b1 3 c3 4 b2 5 d4 6 a4 7 c1")


@pytest.mark.parametrize("theme", THEMES)
def test_every_reference_is_defined_once(middle: Position, theme: str) -> None:
    record = long_record(middle.game.id, 12)
    root = ET.fromstring(to_sheet(record, theme=theme, every=6))
    names = [node.attrib["id"] for node in root.iter() if "id" in node.attrib]
    assert len(names) == len(set(names))
    used = {value for node in root.iter() for value in re.findall(r"#([\w-]+-[\w-]+)", " ".join(node.attrib.values()))}
    assert used <= set(names)


@pytest.mark.parametrize(("name", "turns"), [("trellis", 150), ("trinidad", 150), ("bridgit", 60), ("hex", 3)])
def test_nothing_overflows_the_margins(name: str, turns: int) -> None:
    """The outermost eight millimetres of the page are blank, and the rest is well filled."""
    record = long_record(name, turns)
    record = Record.of_turns(record.game, record.turns, ("M" * 200, "W" * 200), occasion="E" * 200, place="P" * 200)
    picture = sheet_image(record, dots=72).convert("L")
    width, height = picture.size
    edge = int(8 / 25.4 * 72)
    inner = picture.crop((edge, edge, width - edge, height - edge))
    picture.paste(255, (edge, edge, width - edge, height - edge))
    assert picture.getextrema() == (255, 255)
    assert inner.getextrema()[0] < 60


def test_the_last_diagram_shows_the_winning_chain() -> None:
    record = Record.of_turns(isthmus.game("hex", size=3, pie=0), ["a1", "b1", "a2", "b2", "a3"]).settled()
    glow = f'stroke="{THEMES["paper"].glow}"'
    assert to_sheet(record, every=3).count(glow) == 1
    unfinished = Record.of_turns(record.game, record.turns[:4])
    assert glow not in to_sheet(unfinished, every=3)


def test_letters_without_glyphs_are_left_to_fonts_and_others_are_not() -> None:
    svg = to_sheet(Record.of_turns(GAME, ["a1"], ("Иван", "李世乭")))
    texts = [node.text for node in ET.fromstring(svg).iter(f"{SVG}text")]
    assert texts == ["Иван (Black) – 李世乭 (White)"]
    assert "<text" not in to_sheet(Record.of_turns(GAME, ["a1"], ("Łukasz", "Müller")))


def test_without_fonts_such_letters_are_boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("isthmus.render.sheet._has_fonts", lambda: False)
    record = Record.of_turns(GAME, ["a1"], ("李", "Ann"))
    empty = Record.of_turns(GAME, ["a1"], (" ", "Ann"))
    assert sheet_image(record, dots=72).tobytes() != sheet_image(empty, dots=72).tobytes()


@settings(max_examples=15)
@given(NAMES, NAMES)
def test_any_names_are_well_formed(first: str, second: str) -> None:
    assert ET.fromstring(to_sheet(Record.of_turns(GAME, ["a1"], (first, second)))).tag == f"{SVG}svg"


def test_the_pdf_is_one_page_of_the_right_size(tmp_path: Path) -> None:
    data = to_pdf(RECORD, tmp_path / "game.pdf", dots=72)
    assert (tmp_path / "game.pdf").read_bytes() == data
    assert data.startswith(b"%PDF-")
    assert data.count(b"/Type /Page\n") == 1
    box = re.search(rb"/MediaBox \[ ([\d. ]+) \]", data)
    assert box is not None
    assert [float(part) for part in box[1].split()] == pytest.approx([0, 0, 595, 842], abs=1)
    image = re.search(rb"\xff\xd8.*\xff\xd9", data, re.DOTALL)
    assert image is not None
    assert Image.open(BytesIO(image[0])).size == (595, 842)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"every": 0}, "every is a whole number, 1 or more, not 0"),
        ({"every": True}, "not True"),
        ({"columns": 1.5}, "columns is a whole number, 1 or more, not 1.5"),
        ({"page": "A5"}, "no page is called 'A5'; the pages are: A4, letter"),
        ({"theme": "pink"}, "no theme is called 'pink'"),
        ({"columns": 90}, "diagrams in 90 columns do not fit"),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], message: str) -> None:
    for draw in (to_sheet, to_pdf):
        with pytest.raises(DrawingError, match=message):
            draw(RECORD, **options)


@pytest.mark.parametrize("dots", [0, 71, 601, 300.0, True])
def test_bad_dots_are_refused(dots: Any) -> None:
    with pytest.raises(DrawingError, match="dots is the number of dots per inch, a whole number from 72 to 600"):
        to_pdf(RECORD, dots=dots)
