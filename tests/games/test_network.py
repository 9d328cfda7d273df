"""Network: one test per sentence of Rules 5, on hand-made positions and one published one."""

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from isthmus import Game, IllegalTurnError, NotationError, Position, PositionError, RulesError, Side
from isthmus.games.network import Network
from isthmus.rules.fingerprint import fingerprint, value

Build = Callable[..., Game]

# Sackson's example as shown with the published rules: black f2 is White's there.
NOT_A_NETWORK = ["f8", "e6", "f6", "g4", "b3", "e3", "d2", "g1"]
# A network of six: up, right, up, right, up.
STAIRS = ["c1", "c3", "e3", "e5", "g5", "g8"]
# On the board of six a move from c3 to d3 completes Black's b1-b3-d3-d6 and opens White's a4-c4-c2-f2.
CROSSED_BLACK, CROSSED_WHITE = ["b1", "b3", "c3", "d6"], ["a4", "c4", "c2", "f2"]
SMALL = {"size": 6, "stones": 4, "network": 4}


@pytest.fixture
def build(played: Callable[[str], Build]) -> Build:
    return played("network")


def texts(here: Position) -> list[str]:
    return [turn.text for turn in here.turns()]


def test_the_board_is_8_by_8_without_the_corners_and_white_begins(build: Build) -> None:
    """Rules 5, sentence 1: and each player has 10 stones, networks need 6."""
    start = build().start()
    assert str(start.game) == "network(size=8,pie=0)"
    assert start.game.values == {"size": 8, "pie": 0, "stones": 10, "network": 6, "moves": "adjacent"}
    assert len(start.game.topology) == 60
    assert str(start.to_move) == "white"
    for corner in ("a1", "a8", "h1", "h8"):
        with pytest.raises(NotationError):
            start.play(corner)


def test_size_stones_network_and_moves_are_parameters(build: Build) -> None:
    """Rules 5: larger boards and longer connections; a network needs no more stones than there are."""
    assert str(build(size=10, stones=12, network=7, moves="anywhere")) == (
        "network(size=10,pie=0,stones=12,network=7,moves=anywhere)"
    )
    for values in ({"size": 7}, {"size": 14}, {"stones": 3}, {"network": 13}, {"moves": "far"}, {"pie": 2}):
        with pytest.raises(RulesError):
            build(**values)
    with pytest.raises(RulesError, match="network is 6; expected at most 5, the number of stones of a colour"):
        build(stones=5)


def test_no_stone_may_be_in_an_enemy_goal_area(build: Build) -> None:
    """Rules 5: Black's are the top and bottom rows, White's the left and right columns, corners excluded."""
    game = build()
    inner = 36
    assert len(game.start().steps()) == inner + 12
    for name in ("b1", "g8"):
        with pytest.raises(IllegalTurnError, match=f"{name} is in a goal area of black"):
            game.start().play(name)
    black = game.position(to_move="black")
    assert len(black.steps()) == inner + 12
    for name in ("a2", "h7"):
        assert name in game.start().steps()
        with pytest.raises(IllegalTurnError, match=f"{name} is in a goal area of white"):
            black.play(name)
    tiles = game.scenery().tiles
    assert [role for role, _ in tiles] == ["black-goal"] * 12 + ["white-goal"] * 12


def test_no_stone_may_move_into_an_enemy_goal_area(build: Build) -> None:
    """Rules 5: under the same limits."""
    here = build(**SMALL).position(["b1", "d1", "b6", "b4"], ["a2", "a4", "f2", "f4"], "black")
    assert "b4-c4" in here.steps()
    with pytest.raises(IllegalTurnError, match="a5 is in a goal area of white"):
        here.play("b4-a5")


def test_no_stone_has_two_friendly_neighbours_after_a_drop(build: Build) -> None:
    """Rules 5: so no cluster of three; among its eight neighbours."""
    here = build().position(["c3", "d4", "f6", "f3"], ["c6"], "black")
    with pytest.raises(IllegalTurnError, match="e5 would have two black neighbours"):
        here.play("e5")
    with pytest.raises(IllegalTurnError, match="b2 would give c3 two black neighbours"):
        here.play("b2")
    assert {"f7", "e7", "g7", "b6"} <= set(here.steps())
    assert here.play("f7").play("d7").to_move is Side.BLACK


def test_no_stone_has_two_friendly_neighbours_after_a_move(build: Build) -> None:
    """Rules 5: the place that the stone leaves does not count."""
    here = build(**SMALL).position(["b1", "d2", "b4", "c4"], ["a2", "a4", "f2", "f4"], "black")
    assert {"b4-b5", "b4-c5", "d2-e3"} <= set(here.steps())
    with pytest.raises(IllegalTurnError, match="c3 would have two black neighbours"):
        here.play("d2-c3")
    with pytest.raises(IllegalTurnError, match="d3 would give c4 two black neighbours"):
        here.play("d2-d3")


def test_a_player_with_stones_left_drops_and_one_without_moves(build: Build) -> None:
    """Rules 5: one stone a turn until the supply is used."""
    game = build(**SMALL)
    here = game.position(["b1", "d1", "b6"], ["a2", "a4", "f2", "f4"], "black")
    assert here.phase == "drop"
    assert all("-" not in step for step in here.steps())
    with pytest.raises(
        IllegalTurnError, match="black still has 1 to drop; stones move only after all have been dropped"
    ):
        here.play("b1-b2")
    moving = here.play("d6")
    assert moving.phase == "move"
    assert all("-" in step for step in moving.steps())
    with pytest.raises(IllegalTurnError, match="white has no stone left to drop; move one"):
        moving.play("c3")
    with pytest.raises(IllegalTurnError, match="b1 holds no white stone"):
        moving.play("b1-b2")
    with pytest.raises(IllegalTurnError, match="a pass is legal only if nothing else is"):
        moving.play("pass")


def test_moves_adjacent_is_one_step_in_eight_directions(build: Build) -> None:
    """Rules 5: one stone to an adjacent empty cell."""
    here = build(**SMALL).position(["b1", "d1", "b6", "c4"], ["a2", "a4", "f2", "d4"], "black")
    assert {step for step in here.steps() if step.startswith("c4")} == {
        f"c4-{name}" for name in ("b3", "c3", "d3", "b4", "b5", "c5", "d5")
    }
    with pytest.raises(IllegalTurnError, match="d4 is occupied"):
        here.play("c4-d4")
    with pytest.raises(NotationError):
        here.play("c4-c2")
    assert here.play("c4-c3").stones("black") == ["b1", "b6", "c3", "d1"]


def test_moves_anywhere_reaches_every_empty_cell(build: Build) -> None:
    """Rules 5: the other published form."""
    here = build(**SMALL, moves="anywhere").position(["b1", "d1", "b6", "c4"], ["a2", "a4", "f2", "f4"], "black")
    assert "c4-e3" in here.steps()
    assert here.play("c4-e6").stones("black") == ["b1", "b6", "d1", "e6"]
    with pytest.raises(IllegalTurnError, match="c2 would have two black neighbours"):
        here.play("c4-c2")
    with pytest.raises(IllegalTurnError, match="a3 is in a goal area of white"):
        here.play("c4-a3")


def test_the_first_to_complete_a_network_wins(build: Build) -> None:
    """Rules 5: a chain of six stones from goal to goal, each seeing the next, turning at each inner one."""
    here = build().position([name for name in STAIRS if name != "e5"], ["b7"], "black")
    assert here.outcome is None
    over = here.play("e5")
    assert str(over.outcome) == "black (network)"
    assert over.steps() == []
    path = over.marks.winning
    assert [over.game.topology.names[cell] for cell in path] == STAIRS
    assert over.marks.lines == tuple((Side.BLACK, *pair) for pair in pairwise(path))


def test_white_joins_left_and_right(build: Build) -> None:
    """Rules 5: the same network, turned."""
    turned = ["a3", "c3", "c5", "e5", "e7", "h7"]
    here = build().position(["b1"], turned[:-1], "white")
    assert str(here.play("h7").outcome) == "white (network)"


def test_a_network_needs_as_many_stones_as_the_parameter_says(build: Build) -> None:
    """Rules 5: at least six; `network` changes it."""
    assert build(network=7).position(STAIRS, [], "white").outcome is None
    assert build(network=5).position(STAIRS, [], "white").outcome is not None


def test_the_published_position_is_not_a_network(build: Build) -> None:
    """Rules 6: eight black stones, five in the longest legal line; a stone would be used twice."""
    assert build().position(NOT_A_NETWORK, ["f2"], "white").outcome is None
    five = build(network=5).position(NOT_A_NETWORK, ["f2"], "white")
    assert str(five.outcome) == "black (network)"
    assert {five.game.topology.names[cell] for cell in five.marks.winning} == {"f8", "f6", "e6", "g4", "g1"}


def test_a_stone_of_either_colour_in_between_blocks(build: Build) -> None:
    """Rules 5: they see each other if all cells between are empty; g6 stands between g5 and g8."""
    assert build().position(STAIRS, [], "white").outcome is not None
    assert build().position(STAIRS, ["g6"], "white").outcome is None
    assert build().position([*STAIRS, "g6"], [], "white").outcome is None
    diagonal = ["c1", "e3", "c5", "e5", "g7", "g8"]
    assert build().position(diagonal, [], "white").outcome is not None
    assert build().position(diagonal, ["d4"], "white").outcome is None


def test_the_direction_changes_at_every_inner_stone(build: Build) -> None:
    """Rules 5: c1, c3, c5 and on would be six, but it passes straight through c3."""
    straight = ["c1", "c3", "c5", "e5", "g7", "g8"]
    assert build().position(straight, [], "white").outcome is None
    assert build(network=5).position(straight, [], "white").outcome is None
    assert build(network=4).position(straight, [], "white").outcome is None
    bent = ["e3" if name == "c3" else name for name in straight]
    assert str(build().position(bent, [], "white").outcome) == "black (network)"


def test_only_one_stone_of_each_goal_area_is_part_of_a_network(build: Build) -> None:
    """Rules 5: none of the others in either; b1-e1-e4-c4-c6-e8 has two in the bottom row."""
    line = ["b1", "e1", "e4", "c4", "c6", "e8"]
    assert build().position(line, [], "white").outcome is None
    assert build(network=5).position(line, [], "white").outcome is not None
    top_too = ["c1", "c3", "e3", "e6", "c8", "f8"]
    assert build().position(top_too, [], "white").outcome is None
    assert build(network=5).position(top_too, [], "white").outcome is not None


def test_a_network_joins_the_two_goal_areas_not_one_with_itself(build: Build) -> None:
    """Rules 5: the first in one, the last in the other."""
    loop = ["b1", "b3", "d3", "d5", "g5", "g1"]
    assert build().position(loop, [], "white").outcome is None


def test_a_move_after_which_both_players_have_a_network_is_illegal(build: Build) -> None:
    """Rules 5: c3-d3 would complete Black's and open White's."""
    here = build(**SMALL).position(CROSSED_BLACK, CROSSED_WHITE, "black")
    assert here.outcome is None
    assert "c3-d3" not in here.steps()
    with pytest.raises(IllegalTurnError, match="c3-d3 would complete networks of both colours"):
        here.play("c3-d3")
    alone = build(**SMALL).position(CROSSED_BLACK, [*CROSSED_WHITE[:-1], "f5"], "black")
    assert str(alone.play("c3-d3").outcome) == "black (network)"


def test_a_move_that_completes_only_the_opponents_network_loses(build: Build) -> None:
    """Rules 5: Black opens White's line, and there is no line for Black."""
    here = build(**SMALL).position(CROSSED_BLACK, CROSSED_WHITE, "black")
    assert str(here.play("c3-d4").outcome) == "white (network)"


def test_no_legal_turn_pass(build: Build) -> None:
    """Rules 5: in this game of many stones White has no drop left after sixteen; then only a pass is legal."""
    here = build(size=6, stones=24, network=12).start()
    drops = "a4 c4 b2 c3 e5 b6 a5 e2 d4 e4 f3 c1 c2 c6 f2 b1"
    for turn in drops.split():
        assert "pass" not in here.steps()
        here = here.play(turn)
    assert here.phase == "drop"
    assert texts(here) == ["pass"]
    here = here.play("pass").play("e1").play("pass").play("e6")
    # Now neither colour can drop: the passes repeat the position until it has occurred three times.
    for _ in range(4):
        assert here.outcome is None
        assert texts(here) == ["pass"]
        here = here.play("pass")
    assert str(here.outcome) == "draw (repetition)"


def test_a_position_that_occurs_for_the_third_time_is_a_draw(build: Build) -> None:
    """Rules 5: stones and player to move; the position before the first of these moves counts."""
    here = build(**SMALL).position(["b1", "d1", "b6", "d6"], ["a2", "a4", "f2", "f4"], "white")
    cycle = ("f2-e2", "d1-d2", "e2-f2", "d2-d1")
    for turn in (*cycle, *cycle):
        assert here.outcome is None
        here = here.play(turn)
    assert str(here.outcome) == "draw (repetition)"
    assert here.outcome is not None
    assert here.outcome.winner is None
    assert here.steps() == []
    assert here.game.restore_position(here.snapshot).outcome == here.outcome


def test_the_same_stones_with_the_other_player_to_move_are_another_position(build: Build) -> None:
    """Rules 5: a position is stones, supplies and player to move."""
    game = build(**SMALL, moves="anywhere")
    here = game.position(["b1", "d1", "b6", "d6"], ["a2", "a4", "f2", "f4"], "white")
    # White takes three moves over what Black undoes in two, so the same stones come back with Black to move.
    for turn in ("f2-e2", "d1-d2", "e2-e3", "d2-d1", "e3-f2"):
        here = here.play(turn)
    history = here.snapshot.counter("history")
    assert len(history) == len(set(history)) == 6
    assert list(history) == sorted(history)


def test_a_drop_makes_earlier_positions_unrepeatable(build: Build) -> None:
    """Rules 5: stones never leave, so after a drop only the new position counts."""
    start = build().start()
    assert start.snapshot.counter("history") == (fingerprint(((), ()), Side.WHITE),)
    here = start.play("c3").play("d7")
    assert here.snapshot.counter("history") == (fingerprint(here.snapshot.stones, Side.WHITE),)


def test_a_win_takes_precedence_over_a_repetition(build: Build) -> None:
    """Rules 5: the first to complete a network wins, even in a position said to have occurred twice."""
    game = build(**SMALL)
    here = game.position(CROSSED_BLACK, [*CROSSED_WHITE[:-1], "f5"], "black")
    after = here.play("c3-d3").snapshot
    twice = tuple(sorted((*here.snapshot.counter("history"), *[fingerprint(after.stones, after.side)] * 2)))
    again = game.restore_position(replace(here.snapshot, counters={"history": twice}))
    assert str(again.play("c3-d3").outcome) == "black (network)"


@pytest.mark.parametrize("pie", [3, 5])
def test_the_first_seat_makes_3_or_5_drops_then_the_second_chooses(build: Build, pie: int) -> None:
    """Rules 1.3 and 5; play continues with the colour whose turn it normally is."""
    here = build(pie=pie).start()
    for turn in ("c3", "c6", "e3", "e6", "g3")[:pie]:
        assert str(here.seat) == "first"
        assert here.phase == "drop"
        here = here.play(turn)
    assert here.choosing
    assert str(here.seat) == "second"
    before = here.snapshot.counter("history")
    here = here.play("take-black")
    assert here.snapshot.counter("history") == before
    assert here.to_move is Side.BLACK
    assert str(here.seat) == "second"


def test_a_set_up_that_no_game_can_reach_is_refused(build: Build) -> None:
    """Rules 5: too many stones, enemy goals, clusters of three, two networks."""
    game = build(**SMALL)
    with pytest.raises(PositionError, match="5 black stones; each colour has 4"):
        game.position(["b1", "d1", "b3", "d3", "c5"], [])
    with pytest.raises(PositionError, match="a3 is in a goal area of white"):
        game.position(["a3"], [])
    with pytest.raises(PositionError, match="c3 has two white neighbours"):
        game.position([], ["b3", "c3", "d4"])
    with pytest.raises(PositionError, match="both colours have a network"):
        game.position(["b1", "b3", "d3", "d6"], CROSSED_WHITE)


def test_an_empty_board_with_black_to_move_keeps_its_place_in_the_history(build: Build) -> None:
    """Its fingerprint is 0, the neutral value of a counter, and still counts."""
    game = build()
    here = game.position(to_move="black")
    again = game.restore_position(here.snapshot)
    assert again == here
    assert again.play("c3").snapshot == here.play("c3").snapshot


def test_fingerprint_values_are_the_published_splitmix64_sequence() -> None:
    """The outputs of SplitMix64 from seed 0; the native core has the same."""
    assert [value(index) for index in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert fingerprint(((0,), (1,)), Side.WHITE) == value(0) ^ value(3) ^ value(1 << 20)


def test_the_declared_symmetries_keep_or_exchange_the_goal_areas(build: Build) -> None:
    """Rules 5: all seven hold; those that turn columns into rows exchange the colours."""
    game = build()
    sides = game.topology.borders
    goals = [{sides["bottom"], sides["top"]}, {sides["left"], sides["right"]}]
    symmetries = game.symmetries()
    assert len({symmetry.image for symmetry in symmetries}) == 7
    for symmetry in symmetries:
        moved = [{frozenset(symmetry.image[cell] for cell in area) for area in pair} for pair in goals]
        assert moved == (goals[::-1] if symmetry.swaps else goals)


def test_random_games_have_no_dead_end(build: Build) -> None:
    """Rules 5: repetition bounds the game; games of many turns are cut off here."""
    generator = random.Random(5)
    endings = set()
    for number in range(30):
        pie = (0, 1, 3, 5)[number % 4]
        moves = ("adjacent", "anywhere")[number % 2]
        core = build(size=6, pie=pie, stones=6, network=4 + number % 3, moves=moves).core
        state = core.initial()
        for _ in range(50):
            if core.outcome(state) is not None:
                break
            steps = core.steps(state)
            assert steps
            assert list(steps) == sorted(set(steps))
            state = core.apply(state, generator.choice(steps))
        if outcome := core.outcome(state):
            endings.add(str(outcome))
            assert not core.steps(state)
    assert {"black (network)", "white (network)"} <= endings


@pytest.mark.parametrize("moves", ["adjacent", "anywhere"])
def test_all_steps_at_once_are_those_in_which_no_fault_is_found_alone(moves: str) -> None:
    """Rules 5: the quick way to list drops and moves agrees with the limits looked at one by one."""
    game = Network(size=6, stones=5, network=4, moves=moves).reference()
    assert isinstance(game, Network)
    choose, moved = random.Random(4), 0
    for _ in range(12):
        here = game.start()
        for _ in range(40):
            if here.outcome:
                break
            state, cells = here.state, len(game.topology)
            own, taken = state.stones[state.side.value], state.stones[0] | state.stones[1]
            steps: list[int] = [cell for cell in range(cells) if cell not in taken]
            if not game.supply(state, state.side):
                steps = [game.move_step(one, to) for one in sorted(own) for to in game.targets(one) if to not in taken]
                moved += 1
            legal = [step for step in steps if game._fault(state, step) is None] or [game.pass_step]
            assert list(game.steps(state)) == legal
            here = here.play(choose.choice(here.turns()))
    assert moved > 50
