"""The picture of the course: well-formed, complete, and visible in light and dark."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

import golden_reviews
import pytest
import resvg_py
from review_helpers import evaluated

from isthmus.analysis.review.course import course
from isthmus.analysis.review.course_svg import HEIGHT, WIDTH, course_svg
from isthmus.analysis.review.report import Review
from isthmus.record import Record

SVG = "{http://www.w3.org/2000/svg}"
HEX = "hex(size=5,pie=0)"


def drawn(record: Record, dark: bool | None = None) -> ET.Element:
    return ET.fromstring(course_svg(Review.of(record), dark=dark))


@pytest.mark.parametrize("name", golden_reviews.GAMES)
def test_the_picture_has_a_dot_and_words_for_every_fault(name: str) -> None:
    record = golden_reviews.reviewed(golden_reviews.played(name))
    picture = drawn(record)
    told = [circle.findtext(f"{SVG}title") for circle in picture.iter(f"{SVG}circle")]
    assert told == [point.told for point in course(Review.of(record)) if point.grade]
    assert picture.get("role") == "img"
    assert picture.findtext(f"{SVG}title")
    assert picture.findtext(f"{SVG}desc")


def extents(element: ET.Element) -> Iterator[tuple[float, float]]:
    """The corners of an element's box. Paths use only absolute commands with pairs of numbers, and H and V."""
    x, y = float(element.get("x", 0)), float(element.get("y", 0))
    yield x, y
    yield x + float(element.get("width", 0)), y + float(element.get("height", 0))
    radius, centre = float(element.get("r", 0)), (float(element.get("cx", 0)), float(element.get("cy", 0)))
    yield centre[0] - radius, centre[1] - radius
    yield centre[0] + radius, centre[1] + radius
    at = (0.0, 0.0)
    for command, numbers in re.findall(r"([A-Za-z])([^A-Za-z]*)", element.get("d", "")):
        found = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        assert command in "MLHVZ"
        if command in "HV":
            points = [(one, at[1]) if command == "H" else (at[0], one) for one in found]
        else:
            points = list(zip(found[::2], found[1::2], strict=True))
        yield from points
        at = points[-1] if points else at


def test_everything_lies_within_the_picture() -> None:
    picture = drawn(evaluated(HEX, "b2 c3 a1 e5", [99, 1, 99, "second", None], "e1 e1 e1 e1"))
    assert {element.tag.removeprefix(SVG) for element in picture.iter()} >= {"path", "circle", "rect"}
    for element in picture.iter():
        for x, y in extents(element):
            assert 0 <= x <= WIDTH
            assert 0 <= y <= HEIGHT


def test_positions_without_an_evaluation_leave_a_gap() -> None:
    whole = drawn(evaluated(HEX, "b2 c3 a1 e5", [50, 60, 70, 60, 50]))
    broken = drawn(evaluated(HEX, "b2 c3 a1 e5", [50, 60, None, 60, 50]))
    curves = [
        len([path for path in found.iter(f"{SVG}path") if path.get("class") == "line"]) for found in (whole, broken)
    ]
    assert curves == [1, 2]


def test_a_record_without_evaluations_or_turns_is_an_empty_picture() -> None:
    empty = evaluated(HEX, "", [None])
    assert not list(drawn(empty).iter(f"{SVG}circle"))
    assert not [path for path in drawn(empty).iter(f"{SVG}path") if path.get("class") == "line"]


def test_names_cannot_break_out_of_the_picture() -> None:
    record = evaluated(HEX, "b2", [50, 60])
    hostile = Record.of_turns(record.game, record.turns, ("<script>", 'a"&b'))
    picture = drawn(hostile)
    assert not list(picture.iter(f"{SVG}script"))
    assert "<script>" in "".join(picture.itertext())


def test_the_colours_follow_the_reader_unless_they_are_chosen() -> None:
    review = Review.of(evaluated(HEX, "b2 c3", [50, 60, "first"]))
    assert "prefers-color-scheme:dark" in course_svg(review)
    assert "prefers-color-scheme" not in course_svg(review, dark=True)
    pictures = {bytes(resvg_py.svg_to_bytes(svg_string=course_svg(review, dark=dark))) for dark in (False, True)}
    assert len(pictures) == 2
