"""The neutral description: the position in plain data."""

import json
from math import hypot

import pytest

import isthmus
from isthmus import Position
from isthmus.games.hex import Hex
from isthmus.render import Options, describe
from isthmus.rules.scenery import Scenery


def test_it_is_json(middle: Position) -> None:
    data = json.loads(json.dumps(describe(middle).as_json()))
    assert [field["name"] for field in data["fields"]] == list(middle.game.topology.names)
    assert sorted(stone["name"] for stone in data["stones"] if stone["side"] == "black") == sorted(
        middle.stones("black")
    )


def test_fields_lie_inside_the_outline(opening: Position) -> None:
    description = describe(opening)
    outline = description.outline
    for field in description.fields:
        x, y = field.place
        for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
            assert (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0


def test_goal_bands_lie_outside_the_fields_of_their_side(opening: Position) -> None:
    description = describe(opening)
    for _, polygon in description.goals:
        for x, y in polygon:
            assert min(hypot(x - f.place[0], y - f.place[1]) for f in description.fields) > 0.49


def test_hex_goal_bands_meet_at_the_corners_and_share_them_fairly() -> None:
    goals = describe(isthmus.game("hex", size=5).start()).goals
    assert [side for side, _ in goals].count("black") == 2
    assert [side for side, _ in goals].count("white") == 2
    corners = [{(round(x, 3), round(y, 3)) for x, y in polygon} for _, polygon in goals]
    for i, corner in enumerate(corners):
        assert len(corner & corners[(i + 1) % 4]) == 2


def test_every_line_and_column_has_its_label(opening: Position) -> None:
    texts = {label.text for label in describe(opening).labels}
    names = opening.game.topology.names
    assert texts == {name[0] for name in names} | {name[1:] for name in names}
    assert describe(opening, Options(coordinates=False)).labels == ()


@pytest.mark.parametrize(("name", "text", "cell"), [("trinidad", "g", "g1"), ("trinidad", "13", "g13")])
def test_trinidad_labels_are_at_the_end_of_their_line(name: str, text: str, cell: str) -> None:
    description = describe(isthmus.game(name).start())
    place = next(field.place for field in description.fields if field.name == cell)
    near = [label for label in description.labels if label.text == text]
    assert min(hypot(label.anchor[0] - place[0], label.anchor[1] - place[1]) for label in near) < 1.05


@pytest.mark.parametrize("name", ["hex", "quadrant-hex"])
def test_the_letters_of_a_rhombus_are_straight_above_and_below_their_column(name: str) -> None:
    description = describe(isthmus.game(name).start())
    places = {field.name: field.place for field in description.fields}
    last = max(int(field[1:]) for field in places)
    for label in description.labels:
        if label.text.isalpha():
            assert label.away[0] == 0
            assert label.anchor[0] == places[f"{label.text}{1 if label.away[1] < 0 else last}"][0]


def test_bridges_join_dots_of_their_own_side() -> None:
    game = isthmus.game("bridgit", size=3, pie=0)
    description = describe(game.start().play("c3").play("b2"))
    for stone in description.stones:
        assert stone.ends is not None
        assert {(stone.side, end) for end in stone.ends} <= set(description.dots)


def test_a_moved_stone_leaves_its_outline_and_a_trail() -> None:
    game = isthmus.game("trinidad", size=3)
    white, black = ["c3"], ["a1"]
    position = game.position(black=black, white=white, to_move="white").play("c3-c4")
    description = describe(position)
    assert [(ghost.kind, ghost.side, ghost.name) for ghost in description.ghosts] == [("left", "white", "c3")]
    assert [(link.kind, link.side) for link in description.links] == [("trail", "white")]
    assert [stone.name for stone in description.stones if "last" in stone.marks] == ["c4"]


def test_a_choice_of_colour_leaves_the_last_stone_marked() -> None:
    position = isthmus.game("hex", size=5, pie=1).start().play("a2").play("take-white")
    assert [stone.name for stone in describe(position).stones if "last" in stone.marks] == ["a2"]


def test_orbit_shows_land_by_owner() -> None:
    game = isthmus.game("orbit", size=9, pie=0)
    position = game.position(black=["c5", "d6", "e5", "d4"], white=["g7", "f8", "h8", "g9"])
    assert {(land.owner, land.name) for land in describe(position).land} == {("black", "d5"), ("white", "g8")}
    assert describe(position, Options(marks=False)).land == ()


def test_a_winning_chain_is_joined_from_goal_to_goal() -> None:
    position = isthmus.game("hex", size=3, pie=0).start()
    for turn in ("b1", "a1", "b2", "a2", "b3"):
        position = position.play(turn)
    description = describe(position)
    assert {stone.name for stone in description.stones if "winning" in stone.marks} == {"b1", "b2", "b3"}
    assert [(link.kind, link.side) for link in description.links] == [("winning", "black")] * 2


def test_a_position_without_history_has_no_last_turn() -> None:
    position = isthmus.game("hex", size=3).position(black=["a1"], white=["b2"])
    assert all(stone.marks == () for stone in describe(position).stones)


def test_a_board_of_cells_needs_no_goals() -> None:
    class Bare(Hex):
        """Hex without goals at the borders."""

        id = "bare"

        def scenery(self) -> Scenery:
            return Scenery()

    drawn = describe(Bare(size=4).start())
    assert drawn.goals == ()
    assert len(drawn.fields) == 16
