"""The SVG text: well formed, complete, self-contained, the same every time."""

from collections import Counter
from xml.etree import ElementTree as ET

import pytest

import isthmus
from isthmus import Position
from isthmus.render import THEMES, Options, describe, to_svg
from isthmus.render.frame import READABLE, Frame
from isthmus.render.markup import element, number, text_element

SVG = "{http://www.w3.org/2000/svg}"
DRAWN = {"svg", "title", "desc", "defs", "g", "use", "path", "circle", "rect", "linearGradient", "radialGradient"}
DRAWN |= {"stop", "clipPath"}


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text)


def uses(text: str) -> Counter[str]:
    """How often each reusable shape is drawn, by its name without the picture's prefix."""
    return Counter(use.attrib["href"].split("-", 1)[1] for use in parsed(text).iter(f"{SVG}use"))


@pytest.mark.parametrize("theme", THEMES)
def test_every_game_is_well_formed_in_every_theme(middle: Position, theme: str) -> None:
    root = parsed(to_svg(middle, theme=theme))
    assert root.tag == f"{SVG}svg"
    assert root.attrib["role"] == "img"


def test_only_static_shapes_are_used(middle: Position) -> None:
    root = parsed(to_svg(middle))
    assert {node.tag.removeprefix(SVG) for node in root.iter()} <= DRAWN
    assert not {name for node in root.iter() for name in node.attrib} & {"style", "class", "font-family"}


def test_every_reference_is_defined_once(middle: Position) -> None:
    text = to_svg(middle)
    names = Counter(node.attrib["id"] for node in parsed(text).iter() if "id" in node.attrib)
    assert set(names.values()) == {1}
    for node in parsed(text).iter():
        for value in node.attrib.values():
            if value.startswith(("#i", "url(#")):
                assert value.removeprefix("url(").rstrip(")")[1:] in names


def test_every_stone_is_drawn_once_in_its_colour(middle: Position) -> None:
    drawn = uses(to_svg(middle))
    for side in ("black", "white"):
        assert drawn[side] + drawn[f"{side}-last"] == len(middle.stones(side))


def test_an_empty_board_has_no_stones(opening: Position) -> None:
    drawn = uses(to_svg(opening))
    assert not any(drawn[name] for name in ("black", "white", "black-last", "white-last"))


def test_a_won_game_shows_its_chain(finished: Position) -> None:
    with_marks, without = to_svg(finished), to_svg(finished, marks=False)
    glow = THEMES["wood"].glow
    assert with_marks.count(f'stroke="{glow}"') + uses(with_marks)["halo"] > 0
    assert f'stroke="{glow}"' not in without
    assert uses(without)["halo"] == 0


def test_the_last_turn_is_lit_unless_marks_are_off() -> None:
    position = isthmus.game("trellis", size=9, pie=0).start().play("e5+f7")
    assert uses(to_svg(position))["black-last"] == 2
    assert uses(to_svg(position, marks=False))["black-last"] == 0


def test_the_pending_stone_has_a_ring_and_the_answered_turn_stays_lit() -> None:
    position = isthmus.game("trellis", size=9, pie=0).start().play("e5+f7").step("c3")
    drawn = uses(to_svg(position))
    assert (drawn["pending"], drawn["black-last"], drawn["white-last"]) == (1, 2, 0)


def test_captured_stones_are_crossed_ghosts() -> None:
    game = isthmus.game("orbit", size=9, pie=0)
    position = game.position(black=["c5", "d6", "e5"], white=["d5", "f7"], to_move="black").play("d4")
    assert uses(to_svg(position))["cross"] == 1
    assert uses(to_svg(position, marks=False))["cross"] == 0


def test_coordinates_can_be_left_out(middle: Position) -> None:
    assert any(name.startswith("glyph-") for name in uses(to_svg(middle)))
    assert not any(name.startswith("glyph-") for name in uses(to_svg(middle, coordinates=False)))


def test_the_same_position_gives_the_same_text(middle: Position) -> None:
    again = middle.game.restore_position(middle.snapshot)
    assert to_svg(middle) == to_svg(middle)
    assert to_svg(again, marks=False).count("<use") == to_svg(middle, marks=False).count("<use")


def test_names_in_different_pictures_differ() -> None:
    position = isthmus.game("hex", size=5).start()
    names = [
        {node.attrib["id"] for node in parsed(to_svg(position, **options)).iter() if "id" in node.attrib}
        for options in ({"theme": "wood"}, {"theme": "dark"}, {"size": 300})
    ]
    assert not names[0] & names[1]
    assert not names[0] & names[2]


def test_the_text_says_the_position() -> None:
    position = isthmus.game("hex", size=5, pie=0).start().play("c3").play("b2")
    said = parsed(to_svg(position)).findtext(f"{SVG}desc")
    assert said == "hex(size=5,pie=0). Black: c3. White: b2. Last turn: b2. Black to move."


def test_everything_lies_inside_the_picture(middle: Position) -> None:
    options = Options(size=500)
    description = describe(middle, options)
    frame = Frame(description, options)
    for place in [*description.outline, *(field.place for field in description.fields)]:
        x, y = frame.at(place)
        assert 0 < x < frame.width
        assert 0 < y < frame.height


def test_labels_stay_readable_in_small_pictures() -> None:
    options = Options(size=300)
    for name, size in (("hex", 26), ("trellis", 19), ("network", 8)):
        frame = Frame(describe(isthmus.game(name, size=size).start(), options), options)
        assert frame.label_height * frame.scale >= 0.8 * READABLE


def test_numbers_are_short() -> None:
    assert [number(value) for value in (1.0, 0.5, -0.001, 2.345678, 100.0)] == ["1", "0.5", "0", "2.35", "100"]


def test_text_and_attributes_are_escaped() -> None:
    assert text_element("title", "a<b & c") == "<title>a&lt;b &amp; c</title>"
    assert parsed(element("g", name='"<&>')).attrib["name"] == '"<&>'
