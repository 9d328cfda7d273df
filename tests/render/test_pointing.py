"""Marks, numbers, heat and arrows in the picture: seen on stones of both sides and on empty fields, in every theme."""

from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

import isthmus
from isthmus import Position
from isthmus.record import Mark
from isthmus.render import THEMES, Annotations, Arrow, Frame, Heat, Options, describe, number_turns, to_png, to_svg
from isthmus.render.drawing import RADIUS

Reader = Callable[[bytes], Any]
GAME = isthmus.game("trellis", size=7, pie=0)
POSITION = GAME.position(black=["b2"], white=["d4"], to_move="black")
FIELDS = ("b2", "d4", "f6", "f5")
"""A black stone, a white one, an empty point on a dark square and one on a light square."""


def names(svg: str) -> list[str]:
    return [use.attrib["href"].split("-", 1)[1] for use in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}use")]


def greys(picture: Any, position: Position, name: str, **options: Any) -> list[float]:
    """The lightness of every pixel of a field, as far as a stone reaches."""
    wanted = Options(**options)
    description = describe(position, wanted)
    frame = Frame(description, wanted)
    x, y = frame.at(next(field.place for field in description.fields if field.name == name))
    reach = int(0.8 * RADIUS[description.lattice] * frame.scale)
    steps = range(-reach, reach + 1)
    return [picture.grey(x + dx, y + dy) for dx in steps for dy in steps if dx * dx + dy * dy <= reach * reach]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("kind", ["circle", "cross", "square", "triangle", "label"])
def test_marks_stand_out_everywhere(read_png: Reader, kind: str, theme: str) -> None:
    """At least a twentieth of the field differs strongly in lightness from the field without a mark."""
    marks = [Mark(kind, name, "A" if kind == "label" else "") for name in FIELDS]
    look: dict[str, Any] = {"theme": theme, "size": 320}
    plain = read_png(to_png(POSITION, **look))
    marked = read_png(to_png(POSITION, annotations=Annotations(marks=marks), **look))
    for name in FIELDS:
        pairs = zip(greys(plain, POSITION, name, **look), greys(marked, POSITION, name, **look), strict=True)
        changed = [abs(before - after) > 70 for before, after in pairs]
        assert sum(changed) > len(changed) / 20, (name, kind, theme)


@pytest.mark.parametrize("theme", THEMES)
def test_numbers_are_light_on_black_and_dark_on_white(read_png: Reader, theme: str) -> None:
    pointed = Annotations(numbers={"b2": 1, "d4": 7})
    picture = read_png(to_png(POSITION, annotations=pointed, theme=theme, size=320))
    black, white = (greys(picture, POSITION, name, theme=theme, size=320) for name in ("b2", "d4"))
    assert max(black) - min(black) > 120
    assert max(white) - min(white) > 120
    assert sorted(black)[len(black) // 2] < 90
    assert sorted(white)[len(white) // 2] > 180


def test_a_stone_with_a_sign_loses_its_own() -> None:
    svg = to_svg(POSITION, annotations=Annotations(numbers={"b2": 1}))
    assert names(svg).count("black-bare") == 1
    assert names(svg).count("black") == 0
    assert names(svg).count("white") == 1


def test_a_number_of_the_last_turn_is_lit() -> None:
    positions = [GAME.start(), GAME.start().play("b2")]
    lit = f'stroke="{THEMES["wood"].black.lit}"'
    with_marks, without = (
        to_svg(positions[1], annotations=number_turns(positions), marks=marks) for marks in (True, False)
    )
    assert with_marks.count(lit) == without.count(lit) + 1


def test_bridges_have_room_for_numbers() -> None:
    game = isthmus.game("bridgit", size=3, pie=0)
    positions = [game.start(), game.start().play("c3")]
    assert names(to_svg(positions[1], annotations=number_turns(positions))).count("black-bare") == 1


def test_larger_numbers_have_larger_discs_and_negative_ones_a_bar() -> None:
    heat = Heat({"f6": 1.0, "f5": 0.25, "f4": -0.25, "f3": 0.0})
    root = ET.fromstring(to_svg(GAME.start(), annotations=Annotations(heat=heat), coordinates=False, size=400))
    theme = THEMES["wood"]
    discs = [node for node in root.iter() if node.get("fill") in {theme.heat_more, theme.heat_less}]
    assert [disc.get("fill") for disc in discs] == [theme.heat_more, theme.heat_more, theme.heat_less]
    radii = [float(disc.attrib["r"]) for disc in discs]
    assert radii[0] > 1.3 * radii[1]
    assert radii[1] == radii[2]
    bars = [node for node in root.iter() if node.tag.endswith("path") and node.get("stroke") == theme.pointer_case]
    assert len(bars) == 1


@pytest.mark.parametrize("theme", THEMES)
def test_heat_is_seen_around_stones_of_both_sides(read_png: Reader, theme: str) -> None:
    heat = Heat({"b2": 0.9, "d4": 0.9})
    picture = read_png(to_png(POSITION, annotations=Annotations(heat=heat), theme=theme, size=320))
    options = Options(theme=theme, size=320)
    description = describe(POSITION, options)
    frame = Frame(description, options)
    colour = bytes.fromhex(THEMES[theme].heat_more[1:])
    for stone in description.stones:
        x, y = frame.at(stone.place)
        edge = 1.09 * RADIUS["square-points"] * frame.scale
        assert picture.pixel(x + edge * 0.6, y + edge * 0.8)[:3] == pytest.approx(tuple(colour), abs=30)


def test_blue_and_orange_differ_for_eyes_that_see_red_and_green_alike() -> None:
    """Only blue distinguishes the two; the bar distinguishes them for people who see no colours."""
    for theme in THEMES.values():
        assert abs(int(theme.heat_more[5:], 16) - int(theme.heat_less[5:], 16)) > 120


def test_an_arrow_points_at_its_end() -> None:
    svg = to_svg(GAME.start(), annotations=Annotations(arrows=[Arrow("a1", "g7")]), size=400)
    assert svg.count(f'fill="{THEMES["wood"].pointer}"') == 2


def test_footnotes_are_beneath_the_board_in_lines_that_fit(read_png: Reader) -> None:
    options = Options(size=320)
    footnotes = [f"{number} at c{number}" for number in range(1, 40)]
    frame = Frame(describe(POSITION, options, Annotations(footnotes=footnotes)), options)
    assert len(frame.footnote_lines) > 2
    picture = read_png(to_png(POSITION, annotations=Annotations(footnotes=footnotes), size=320))
    assert (picture.width, picture.height) == (320, frame.height)
    assert frame.height > frame.board_height == Frame(describe(POSITION, options), options).height
    ground = picture.grey(1, frame.height - 3)
    # Nothing is written on the edges, and something between them.
    assert all(
        abs(picture.grey(x, y) - ground) < 2
        for x in (1, 318)
        for y in range(frame.board_height + 20, picture.height - 8)
    )
    assert any(abs(picture.grey(60, y) - ground) > 50 for y in range(frame.board_height + 5, picture.height))


@pytest.mark.parametrize("size", [64, 320, 2000])
def test_every_game_can_be_annotated_at_every_size(middle: Position, size: int) -> None:
    fields = middle.game.topology.names
    heat = Heat({name: number / len(fields) * 2 - 1 for number, name in enumerate(fields)}, texts=True)
    numbers = dict.fromkeys(middle.stones("black"), 100)
    pointed = Annotations([Mark("label", fields[0], "Q")], numbers, heat, [Arrow(fields[0], fields[-1])], ["1 at a1"])
    svg = to_svg(middle, annotations=pointed, size=size)
    assert ET.fromstring(svg).attrib["width"] == str(size)


@given(st.text(min_size=1, max_size=100).filter(str.isprintable))
def test_any_label_gives_well_formed_text(text: str) -> None:
    svg = to_svg(POSITION, annotations=Annotations(marks=[Mark("label", "f6", text), Mark("label", "b2", text)]))
    assert ET.fromstring(svg).tag.endswith("svg")
    defined = {node.get("id") for node in ET.fromstring(svg).iter()}
    assert {node.attrib["href"][1:] for node in ET.fromstring(svg).iter() if "href" in node.attrib} <= defined
