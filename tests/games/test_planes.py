"""The planes of each game: those sentences of docs/planes.md that the battery does not check."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import isthmus
from isthmus import Game, Side
from isthmus.games import BUILT_IN
from isthmus.games.bridgit import Bridgit
from isthmus.games.network import Network
from isthmus.games.trinidad import Trinidad
from isthmus.rules.placement import ConnectionGame
from isthmus.rules.planes import COMMON_PLANES
from isthmus.rules.position import Position

Place = tuple[int, int]
RISING, FALLING = ((1, 1), (-1, -1)), ((1, -1), (-1, 1))
UPRIGHT, LEVEL = ((2, 0), (-2, 0)), ((0, 2), (0, -2))


def plane(position: Position, name: str, view: int = 0) -> dict[Place, int]:
    """The bytes of a plane that are not 0, by row and column; a mark is 100."""
    game = position.game
    _, _, rows, columns = game.plane_shape()
    start = game.plane_names().index(name) * rows * columns
    seen = game.planes(position.reference_state, view, one=100)[start : start + rows * columns]
    return {divmod(number, columns): byte for number, byte in enumerate(seen) if byte}


def marked(position: Position, name: str, view: int = 0) -> set[str]:
    """The fields that a plane marks."""
    game = position.game
    image = game.views[position.snapshot.side.value][view].image
    back = {game.topology.grid[there]: game.topology.names[cell] for cell, there in enumerate(image)}
    return {back[place] for place in plane(position, name, view)}


def share(position: Position, name: str) -> int:
    """The share, in hundredths, of a plane on every field."""
    found = plane(position, name)
    assert set(found) in (set(), set(position.game.topology.grid))
    assert len({*found.values()}) < 2
    return next(iter(found.values()), 0)


def seen_links(game: ConnectionGame, side: Side, view: int) -> set[tuple[Place, Place]]:
    """The links of a side in a view, as pairs of places."""
    image, grid = game.views[side.value][view].image, game.topology.grid
    cells = range(len(game.topology))
    return {(grid[image[cell]], grid[image[near]]) for cell in cells for near in game.links(side, cell)}


def every_view(game: Game) -> Iterator[tuple[Position, Side, int]]:
    for side in Side:
        for view in range(len(game.views[side.value])):
            yield game.position(to_move=side), side, view


def shifted(place: Place, by: Place) -> Place:
    return place[0] + by[0], place[1] + by[1]


def within(places: set[Place], ways: dict[Place, tuple[Place, Place]]) -> set[tuple[Place, Place]]:
    """The links that lead from each place in its two ways to another place."""
    return {(place, there) for place in places for way in ways[place] if (there := shifted(place, way)) in places}


@pytest.mark.parametrize("text", ["trellis(size=5)", "trellis(size=7)", "quadrant-trellis(size=9)"])
def test_own_diagonals_rise_where_own_links_lead_a_row_up_and_a_column_right_in_every_view(text: str) -> None:
    game = isthmus.game(text)
    assert isinstance(game, ConnectionGame)
    places = set(game.topology.grid)
    for position, side, view in every_view(game):
        rising = plane(position, "own diagonals rise", view)
        links = seen_links(game, side, view)
        diagonal = {(one, other) for one, other in links if one[0] != other[0] and one[1] != other[1]}
        assert diagonal == within(places, {place: RISING if place in rising else FALLING for place in places})


def test_own_bridges_are_upright_where_they_join_dots_of_a_column_in_every_view() -> None:
    game = Bridgit(size=4)
    places = set(game.topology.grid)
    for position, side, view in every_view(game):
        upright = plane(position, "own bridges upright", view)
        links = seen_links(game, side, view)
        straight = {(one, other) for one, other in links if one[0] == other[0] or one[1] == other[1]}
        assert straight == within(places, {place: UPRIGHT if place in upright else LEVEL for place in places})


@pytest.mark.parametrize("kind", [kind for kind in BUILT_IN if kind.id != "orbit"], ids=lambda kind: kind.id)
def test_own_goals_lie_on_the_same_borders_in_every_view(kind: type[Game]) -> None:
    game = kind()
    seen = {
        name: {frozenset(plane(position, name, view)) for position, _, view in every_view(game)}
        for name in ("own goals", "opponent goals")
    }
    assert all(len(places) == 1 for places in seen.values())
    assert seen["own goals"] != seen["opponent goals"]


def test_the_goals_of_bridgit_are_the_bridges_that_reach_the_outer_dots() -> None:
    position = Bridgit(size=3).position(to_move="white")
    assert marked(position, "own goals") == {"a1", "a3", "a5", "e1", "e3", "e5"}
    assert marked(position, "opponent goals") == {"a1", "c1", "e1", "a5", "c5", "e5"}
    assert len(marked(position, "legal")) == 13


def test_orbit_has_no_goals_and_shows_what_either_side_encloses() -> None:
    position = isthmus.game("orbit", size=5, pie=0).position(
        black=["b3", "c4", "d3", "c2"], white=["a2", "b1", "e4"], to_move="white"
    )
    assert not plane(position, "own goals")
    assert not plane(position, "opponent goals")
    assert marked(position, "opponent orbits") == {"c3"}
    assert not marked(position, "own orbits")
    assert not marked(position, "own half-orbits")
    assert "c3" not in marked(position, "legal")
    edge = isthmus.game("orbit", size=5, pie=0).position(black=["b1", "c2", "d1"])
    assert marked(edge, "own half-orbits") == {"c1"}


def test_orbit_shows_a_pass_and_how_long_the_game_has_been() -> None:
    position = isthmus.game("orbit", size=5, pie=0).start().play("c3").play("pass")
    assert share(position, "passes") == 50
    assert share(position, "turns made") == 2
    assert share(position.play("c4"), "passes") == 0


def test_trellis_shows_how_many_stones_are_to_place_and_whether_the_turn_may_stop() -> None:
    position = isthmus.game("trellis", size=7, pie=0).start()
    assert share(position, "stones to place") == 100
    assert share(position, "may stop") == 0
    assert share(position, "separation") == 50
    middle = position.step("c3")
    assert marked(middle, "pending") == marked(middle, "own") == {"c3"}
    assert share(middle, "stones to place") == 50
    assert share(middle, "may stop") == 100
    assert marked(middle, "legal") == {step for step in middle.steps() if step != "stop"}
    assert marked(middle.play("stop"), "opponent") == {"c3"}
    assert share(position.play("pass"), "passes") == 50
    one = isthmus.game("trellis", size=7, pie=0, stones_per_turn=1).start()
    assert share(one, "stones to place") == 50
    assert share(one, "separation") == 0


def test_the_quadrant_games_show_the_goals_of_quarters_and_what_is_won() -> None:
    game = isthmus.game("quadrant-hex", size=6, pie=0)
    position = game.position(black=["a1", "a2", "a3"], white=["d1", "e1", "f1"])
    corner = {"a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"}
    assert marked(position, "quarters won") == corner
    assert marked(position, "quarters lost") == {name.translate(str.maketrans("abc", "def")) for name in corner}
    assert {name[1:] for name in marked(position, "own goals of quarters")} == {"1", "3", "4", "6"}
    assert {name[0] for name in marked(position, "opponent goals of quarters")} == set("acdf")
    assert share(position, "board won") == share(position, "board lost") == 0
    whole = game.position(black=["b1", "b2", "b3", "b4", "a5", "a6"], to_move="white")
    assert (share(whole, "board won"), share(whole, "board lost")) == (0, 100)


def test_trinidad_shows_the_initial_pieces_to_come_and_the_piece_that_was_added() -> None:
    position = isthmus.game("trinidad", size=5, pie=0, initial=3).start()
    assert share(position, "initial pieces") == 50
    assert share(position.play("a1"), "initial pieces") == 42
    added = isthmus.game("trinidad", size=5).position(white=["e4"], black=["a1"]).step("e5")
    assert marked(added, "pending") == {"e5"}
    assert share(added, "row to move") == 100
    assert share(added.play("stop"), "row to move") == 0


def slots(position: Position, view: int = 0) -> dict[str, int]:
    game = position.game
    state = position.reference_state
    return {step: game.policy_slot(state, game.step_ids[step], view) for step in position.steps()}


def test_row_moves_have_their_place_at_the_rearmost_piece_by_direction_and_distance() -> None:
    position = Trinidad(size=5).position(black=["e4", "e5"], white=["a1"], to_move="black")
    game, found = position.game, slots(position)
    _, planes, rows, columns = game.plane_shape()
    assert planes == 37
    places = {step: divmod(slot, rows * columns) for step, slot in found.items()}
    assert places["e4-e5"] == (1, places["e4-e6"][1])
    assert places["e4-e6"][0] == 2
    assert places["e5-e4"][0] == 7
    row, column = game.topology.grid[game.topology.cell("e4")]
    assert places["e4-e6"][1] == row * columns + column
    assert found["pass"] == planes * rows * columns + 1


def test_row_moves_beyond_six_fields_share_the_place_of_those_over_six() -> None:
    row = [f"i{number}" for number in range(1, 9)]
    found = slots(Trinidad(size=9).position(white=row, black=["a1"], to_move="white"))
    assert found["i1-i7"] == found["i1-i8"] == found["i1-i9"] != found["i1-i6"]


def test_network_shows_supplies_phase_parameters_and_repetitions() -> None:
    game = isthmus.game("network", size=6, stones=4, network=4, pie=0)
    position = game.position(white=["a2", "b4"], black=["c1"], to_move="white")
    assert share(position, "own supply") == 8
    assert share(position, "opponent supply") == 13
    assert share(position, "network length") == 33
    assert share(position, "moves anywhere") == share(position, "moving") == share(position, "repetitions") == 0
    moving = game.position(white=["a2", "a5", "c3", "d5"], black=["b1", "e1", "c6", "e6"], to_move="white")
    assert share(moving, "moving") == 100
    assert not plane(moving, "legal")
    again = moving
    for turn in ("c3-c4", "c6-b6", "c4-c3", "b6-c6"):
        again = again.play(turn)
    assert share(again, "repetitions") == 50


def test_moves_of_network_have_their_place_on_the_cell_they_leave_by_direction() -> None:
    position = Network(size=6, stones=4, network=4).position(
        white=["a2", "a5", "c3", "d5"], black=["b1", "e1", "c6", "e6"], to_move="white"
    )
    game = position.game
    _, planes, rows, columns = game.plane_shape()
    assert planes == 9
    # White gets the first view that exchanges the colours: a quarter turn.
    image = game.views[Side.WHITE.value][0].image
    for step, slot in slots(position).items():
        here, there = (game.topology.grid[image[game.topology.cell(name)]] for name in step.split("-"))
        ways = {1: (0, 1), 2: (0, -1), 3: (1, -1), 4: (-1, 1), 5: (1, 0), 6: (-1, 0), 7: (1, 1), 8: (-1, -1)}
        way, place = divmod(slot, rows * columns)
        assert place == here[0] * columns + here[1]
        assert there == shifted(here, ways[way])


def test_if_stones_move_anywhere_the_policy_covers_only_drops() -> None:
    game = Network(size=6, stones=4, network=4, moves="anywhere")
    assert game.plane_shape()[1] == 1
    moving = game.position(white=["a2", "a5", "c3", "d5"], black=["b1", "e1", "c6", "e6"], to_move="white")
    assert {*slots(moving).values()} == {-1}
    assert share(moving, "moves anywhere") == 100
    assert -1 not in slots(game.start()).values()


def test_the_policy_does_not_cover_the_choice_of_a_colour() -> None:
    choosing = isthmus.game("hex", size=3, pie=1).start().play("b2")
    assert slots(choosing) == {"take-black": -1, "take-white": -1}
    assert not plane(choosing, "legal")


def test_where_no_symmetry_exchanges_the_colours_the_board_stays_as_it_is_for_white() -> None:
    game = isthmus.game("orbit", size=5, pie=0)
    stones = ["a1", "b3"]
    black, white = game.position(black=stones), game.position(white=stones, to_move="white")
    for view in range(8):
        assert game.planes(black.reference_state, view) == game.planes(white.reference_state, view)


def test_a_view_that_does_not_exist_is_refused() -> None:
    game = isthmus.game("hex", size=3, pie=0)
    for view in (-1, 2):
        with pytest.raises(ValueError, match=f"there is no view {view} here; expected one below 2"):
            game.planes(game.reference().initial(), view)


@pytest.mark.parametrize("kind", BUILT_IN, ids=lambda kind: kind.id)
def test_neighbours_lie_in_the_same_directions_everywhere_on_the_grid(kind: type[Game]) -> None:
    topology = kind().topology
    ways: dict[Place, int] = {}
    for cell, near in product(range(len(topology)), repeat=2):
        (row, column), (to_row, to_column) = topology.grid[cell], topology.grid[near]
        if near in topology.neighbours[cell]:
            ways[to_row - row, to_column - column] = 0
    assert len(ways) in (4, 6, 8)
    for cell in range(len(topology)):
        around = {shifted(topology.grid[cell], way) for way in ways}
        assert {topology.grid[near] for near in topology.neighbours[cell]} == around & set(topology.grid)


PAGE = (Path(__file__).parents[2] / "docs" / "planes.md").read_text(encoding="utf-8")


def table(heading: str) -> list[list[str]]:
    """The rows of the table below a heading of docs/planes.md, without its head. Empty if there is no table."""
    section = PAGE.split(f"\n{heading}\n", 1)[1].split("\n#", 1)[0]
    return [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")][2:]


def listed(heading: str) -> list[str]:
    return [row[0].strip(" `") for row in table(heading)]


def test_the_page_lists_the_planes_of_every_game() -> None:
    assert tuple(listed("## The planes of every game")) == COMMON_PLANES


@pytest.mark.parametrize("kind", BUILT_IN, ids=lambda kind: kind.id)
def test_the_page_lists_the_planes_of_each_game(kind: type[Game]) -> None:
    assert listed(f"### {kind.title}") == list(kind().plane_names()[len(COMMON_PLANES) :])


def test_the_page_lists_the_planes_of_the_policy() -> None:
    told = {row[0].strip(): int(row[1]) for row in table("## The policy")}
    for kind in BUILT_IN:
        assert kind().plane_shape()[1] == told.get(kind.id, told["all others"])


def test_the_example_of_the_page_runs() -> None:
    code = PAGE.split("```python\n", 1)[1].split("```", 1)[0]
    names: dict[str, Any] = {}
    exec(code, names)
    assert eval(code.splitlines()[-1], names) == 40
