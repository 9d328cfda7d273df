"""Lettering: lines of text as glyphs, cut and wrapped to fit, and letters without a glyph."""

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from isthmus.render import lettering as module
from isthmus.render.glyphs import measure
from isthmus.render.lettering import Lettering, cut, width_of, wrap

TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=60)


def lettering(*, fonts: bool = False) -> Lettering:
    return Lettering("t-{}".format, fonts=fonts)


def test_a_line_begins_ends_or_is_centred_where_asked() -> None:
    lefts = []
    for anchor in ("start", "middle", "end"):
        group = ET.fromstring(lettering().line("Hi", (100, 50), 10, "#000000", anchor=anchor))
        lefts.append(float(group.attrib["transform"].split("(")[1].split()[0]))
    width = 10 * measure("Hi")
    assert lefts == pytest.approx([100, 100 - width / 2, 100 - width], abs=0.02)


def test_every_glyph_is_defined_once_however_often_it_is_used() -> None:
    pen = lettering()
    pen.line("Anna", (0, 0), 10, "#000000")
    pen.line("nan é", (0, 20), 10, "#000000")
    shapes = [ET.fromstring(text) for text in pen.definitions()]
    assert [shape.attrib["id"] for shape in shapes] == ["t-glyph-A", "t-glyph-a", "t-glyph-n", "t-glyph-e9"]
    assert [shape.tag for shape in shapes] == ["path", "path", "path", "g"]


def test_a_letter_without_a_glyph_is_a_box_or_left_to_fonts() -> None:
    drawn = lettering()
    assert drawn.line("a李", (0, 0), 10, "#000000").count("<use") == 2
    assert [ET.fromstring(text).attrib["id"] for text in drawn.definitions()] == ["t-glyph-a", "t-glyph-fffd"]
    left = ET.fromstring(lettering(fonts=True).line("a<李", (3, 4), 10, "#000000"))
    assert (left.tag, left.text, left.attrib["x"]) == ("text", "a<李", "3")
    assert lettering(fonts=True).line("Łukasz", (0, 0), 10, "#000000").startswith("<g")


def test_an_edge_is_drawn_below_the_letters() -> None:
    line = lettering().line("a", (0, 0), 10, "#000000", case="#ffffff")
    assert line.index("#ffffff") < line.index("#000000")


def test_small_letters_are_centred_by_their_own_height() -> None:
    def base(text: str) -> float:
        group = ET.fromstring(lettering().centred(text, (0, 0), 10, "#000000"))
        return float(group.attrib["transform"].split()[1].split(")")[0])

    assert base("a") < base("A") == base("1") == 5


@given(TEXTS, st.floats(1, 50))
def test_a_text_is_cut_to_its_room(text: str, room: float) -> None:
    short = cut(text, room)
    assert width_of(short) <= room or short == "…"
    assert short == text or (short.endswith("…") and text.startswith(short[:-1]))


def test_a_long_text_is_cut_in_linear_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def measured(length: int) -> int:
        lengths: list[int] = []
        monkeypatch.setattr(module, "width_of", lambda text: lengths.append(len(text)) or width_of(text))
        assert cut("x" * length, 20).endswith("…")
        return sum(lengths)

    assert measured(8000) < 6 * measured(2000)


@given(st.lists(TEXTS.map(str.strip).filter(bool), max_size=12), st.floats(8, 60))
def test_pieces_are_wrapped_in_order_and_fit(pieces: list[str], room: float) -> None:
    lines = wrap(pieces, room)
    assert all(width_of(line.removesuffix(",")) <= room for line in lines)
    assert len(lines) <= len(pieces)
    if all(width_of(piece) <= room for piece in pieces):
        assert "".join(lines).replace(", ", ",") == ",".join(pieces).replace(", ", ",")


@given(TEXTS)
def test_any_text_is_well_formed_in_both_ways(text: str) -> None:
    for fonts in (False, True):
        pen = lettering(fonts=fonts)
        line = pen.line(text, (0, 0), 10, "#000000")
        ET.fromstring(f"<svg>{line}{''.join(pen.definitions())}</svg>")
