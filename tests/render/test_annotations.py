"""Annotations: the allowed ones, the refused ones with reasons, and that the description has all of them."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import isthmus
from isthmus.record import Mark
from isthmus.render import Annotations, Arrow, DrawingError, Heat, describe, to_svg

POSITION = isthmus.game("hex", size=3, pie=0).start().play("a1").play("c3")


def signs(annotations: Annotations) -> list[tuple[str, str, str, str]]:
    return [(sign.kind, sign.name, sign.text, sign.on) for sign in describe(POSITION, None, annotations).inscriptions]


def test_marks_say_on_which_stone_they_are() -> None:
    marks = [Mark("circle", "a1"), Mark("label", "c3", "A"), Mark("cross", "b2")]
    assert signs(Annotations(marks=marks)) == [
        ("circle", "a1", "", "black"),
        ("label", "c3", "A", "white"),
        ("cross", "b2", "", ""),
    ]


def test_a_label_replaces_a_number() -> None:
    pointed = Annotations(marks=[Mark("label", "a1", "A"), Mark("circle", "c3")], numbers={"a1": 1, "c3": 2})
    assert signs(pointed) == [
        ("number", "c3", "2", "white"),
        ("label", "a1", "A", "black"),
        ("circle", "c3", "", "white"),
    ]


def test_heat_is_written_in_two_digits() -> None:
    heat = Heat({"a2": 0.351, "b2": -0.08, "c2": 1, "a3": 0.0, "b3": -1.0, "c1": 0.999}, texts=True)
    spots = describe(POSITION, None, Annotations(heat=heat)).heat
    assert [spot.text for spot in spots] == [".35", "−.08", "1", "0", "−1", "1"]
    plain = describe(POSITION, None, Annotations(heat=Heat({"a2": 0.3}))).heat
    assert [(spot.value, spot.text) for spot in plain] == [(0.3, "")]


def test_annotations_are_json_and_described_in_words() -> None:
    pointed = Annotations(
        marks=[Mark("label", "b2", "A")],
        numbers={"a1": 7},
        heat=Heat({"b1": 0.5}),
        arrows=[Arrow("a1", "b1")],
        footnotes=["7 at c4"],
    )
    description = describe(POSITION, None, pointed)
    data = json.loads(json.dumps(description.as_json()))
    assert data["footnotes"] == ["7 at c4"]
    assert [link["kind"] for link in data["links"]] == ["arrow"]
    assert description.text.endswith("Marked: label A at b2. Numbered: 7 at a1. Arrows: a1 to b1. Beneath: 7 at c4.")


def test_without_annotations_nothing_is_marked() -> None:
    description = describe(POSITION)
    assert (description.heat, description.inscriptions, description.footnotes) == ((), (), ())


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"marks": [Mark("circle", "z9")]}, r"mark: found the point 'z9', expected a field of hex\(size=3,pie=0\)"),
        ({"numbers": {"d1": 1}}, "number: found the point 'd1'"),
        ({"numbers": {"a1": -1}}, "number at a1: found -1, expected a whole number from 0 to 9999"),
        ({"numbers": {"a1": True}}, "found True"),
        ({"numbers": {"a1": "1"}}, "found '1'"),
        ({"heat": Heat({"a9": 0.5})}, "heat: found the point 'a9'"),
        ({"heat": Heat({"a1": 1.01})}, "heat at a1: found 1.01, expected a number from -1 to 1"),
        ({"heat": Heat({"a1": float("nan")})}, "found nan"),
        ({"heat": Heat({"a1": "hot"})}, "found 'hot'"),
        ({"arrows": [Arrow("a1", "b9")]}, "arrow: found the point 'b9'"),
        ({"arrows": [Arrow("a1", "a1")]}, "expected two different points"),
        ({"footnotes": ["two\nlines"]}, "expected a few words in one line"),
        ({"footnotes": [""]}, "footnote: found ''"),
    ],
)
def test_annotations_that_cannot_be_drawn_are_refused(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(DrawingError, match=message):
        to_svg(POSITION, annotations=Annotations(**wrong))


@given(st.text(max_size=4), st.floats() | st.integers() | st.text(max_size=3), st.text(max_size=12))
def test_anything_is_drawn_or_refused(point: str, value: Any, footnote: str) -> None:
    for pointed in (
        Annotations(heat=Heat({point: value}, texts=True)),
        Annotations(heat=Heat({"b2": value}, texts=True)),
        Annotations(numbers={"a1": value}),
        Annotations(arrows=[Arrow("a1", point)]),
        Annotations(footnotes=[footnote]),
    ):
        with suppress(DrawingError):
            assert to_svg(POSITION, annotations=pointed).endswith("</svg>\n")
