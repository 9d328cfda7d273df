"""Trinidad: one test per sentence of Rules 4, on hand-made positions."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from isthmus import Game, IllegalTurnError, NotationError, Position, RulesError, Side
from isthmus.games.trinidad import Trinidad
from isthmus.rules.connect import Contest, winning_chain
from isthmus.rules.fingerprint import fingerprint

Build = Callable[..., Game]

# The border parts of the board with five fields a side, each from cut field to cut field.
NORTH_WEST = ["e1", "f1", "g1", "h1", "i1", "i2", "i3"]
NORTH_EAST = ["i3", "i4", "i5", "h6", "g7", "f8", "e9"]
SOUTH_EAST = ["e9", "d8", "c7", "b6", "a5", "a4", "a3"]
SOUTH_WEST = ["a3", "a2", "a1", "b1", "c1", "d1", "e1"]


@pytest.fixture
def build(played: Callable[[str], Build]) -> Build:
    return played("trinidad")


def texts(here: Position) -> list[str]:
    return [turn.text for turn in here.turns()]


def row_steps(here: Position) -> set[str]:
    return {step for step in here.steps() if "-" in step}


def full_board(game: Game, white: set[str]) -> Position:
    return game.position([name for name in game.topology.names if name not in white], white, "white")


def winners(game: Trinidad, contest: Contest, here: Position) -> list[Side]:
    near = game.topology.neighbours
    return [
        side for side in Side if winning_chain(contest, side, here.snapshot.stones[side.value], lambda _, c: near[c])
    ]


def test_the_board_is_a_hexagon_of_odd_side_7_by_default_and_white_begins(build: Build) -> None:
    """Rules 4, sentences 1 and 2."""
    start = build().start()
    assert str(start.game) == "trinidad(size=7,pie=0)"
    assert len(start.game.topology) == 127
    assert str(start.to_move) == "white"
    for values in ({"size": 4}, {"size": 11}, {"pie": 3}, {"initial": 0}, {"initial": 7}):
        with pytest.raises(RulesError):
            build(**values)


def test_the_border_has_four_parts_that_share_their_cut_fields(build: Build) -> None:
    """Rules 4: north-west and south-east are White's, north-east and south-west Black's."""
    game = build(size=5)
    assert isinstance(game, Trinidad)
    parts = [[game.topology.names[cell] for cell in part] for part in game.border_parts]
    assert parts == [NORTH_WEST, NORTH_EAST, SOUTH_EAST, SOUTH_WEST]
    edges = game.scenery().edges
    assert [str(side) for side, _ in edges] == ["white", "black", "white", "black"]
    assert edges[0][1][-1] == edges[1][1][0] == game.topology.positions[game.topology.cell("i3")]


def test_each_cut_field_belongs_to_both_parts_it_ends(build: Build) -> None:
    """Rules 4: so the middle row, and the fields between the two other cuts, join either colour's sides."""
    game = build(size=5)
    middle_row = [f"e{number}" for number in range(1, 10)]
    top_to_bottom = ["i3", "h3", "g4", "f4", "e5", "d4", "c4", "b3", "a3"]
    for chain in (middle_row, top_to_bottom):
        assert str(game.position([], chain).outcome) == "white (connected)"
        assert str(game.position(chain, []).outcome) == "black (connected)"
        assert game.position([], chain[1:]).outcome is None
        assert game.position(chain[:-1], []).outcome is None


def test_opposite_sides_are_joined_and_adjacent_ones_are_not_enough(build: Build) -> None:
    """Rules 4: a chain between a colour's two sides wins."""
    game = build(size=3)
    assert str(game.position([], ["d1", "c2", "b2", "a2"]).outcome) == "white (connected)"
    assert str(game.position(["d4", "c4", "b3", "a2"], []).outcome) == "black (connected)"
    assert game.position(["d1", "c2", "b2"], []).outcome is None
    assert game.position([], ["b1", "c2", "d1"]).outcome is None


@pytest.mark.parametrize("size", [3, 5, 7])
def test_every_full_board_has_exactly_one_winner(build: Build, size: int) -> None:
    """Rules 4: it cannot be a draw, checked on random full boards."""
    game = build(size=size)
    assert isinstance(game, Trinidad)
    generator = random.Random(size)
    seen = set()
    for _ in range(60):
        white = {name for name in game.topology.names if generator.random() < 0.5}
        here = full_board(game, white)
        won = winners(game, game.contest, here)
        assert len(won) == 1
        assert here.outcome is not None
        assert here.outcome.winner is won[0]
        seen.add(won[0])
    assert seen == set(Side)


@pytest.mark.parametrize("size", [3, 5, 7])
def test_a_full_board_without_a_winner_exists_if_cut_fields_are_not_shared(build: Build, size: int) -> None:
    """Rules 4: the theorem holds because they are shared. Black above the middle row, White on it and below."""
    game = build(size=size)
    assert isinstance(game, Trinidad)
    white = {name for name in game.topology.names if name[0] <= "abcdefg"[size - 1]}
    here = full_board(game, white)
    assert here.outcome is not None
    assert here.outcome.winner is Side.WHITE
    (north_east, south_west), (north_west, south_east) = game.contest.goals
    cuts = (north_east | south_west) & (north_west | south_east)
    assert len(cuts) == 4
    apart = Contest(
        "unshared",
        game.contest.region,
        ((north_east - cuts, south_west - cuts), (north_west - cuts, south_east - cuts)),
    )
    assert winners(game, apart, here) == []


def test_in_the_initial_phase_pieces_go_on_any_empty_field_by_turns(build: Build) -> None:
    """Rules 4: until each has three (s ≥ 7) or one (s ≤ 5); a placement is a whole turn."""
    for size, each in ((3, 1), (5, 1), (7, 3), (9, 3)):
        here = build(size=size).start()
        fields = len(here.game.topology)
        for number, name in enumerate(["a1", "a3", "b1", "b3", "c1", "c3"][: 2 * each]):
            assert here.phase == "initial"
            assert not here.may_stop
            assert len(here.steps()) == fields - number
            assert here.snapshot.number("to_place") == 2 * each - number
            here = here.play(name)
            assert not here.mid_turn
        assert here.phase == "turn"
        assert here.to_move is Side.WHITE
        assert here.snapshot.number("to_place") == 0


def test_initial_is_a_parameter(build: Build) -> None:
    """Rules 4: `initial`, printed if it is not the default."""
    assert str(build(size=5, initial=2)) == "trinidad(size=5,pie=0,initial=2)"
    assert str(build(size=7, initial=3)) == "trinidad(size=7,pie=0)"
    here = build(size=3, initial=2).start().play("a1").play("e1").play("c3")
    assert here.phase == "initial"
    with pytest.raises(IllegalTurnError, match="every turn places one piece"):
        here.play("pass")
    assert here.play("c5").phase == "turn"


def test_with_a_pie_of_1_the_second_seat_chooses_after_one_piece(build: Build) -> None:
    """Rules 4 and 1.3; Black, whose turn it normally is, continues."""
    here = build(size=3, pie=1).start().play("c3")
    assert here.choosing
    assert here.phase == "choose"
    here = here.play("take-white")
    assert here.to_move is Side.BLACK
    assert str(here.seat) == "first"
    assert here.phase == "initial"


def test_an_add_is_on_an_empty_field_next_to_a_piece_of_its_colour(build: Build) -> None:
    """Rules 4: an optional add; e5 has six neighbours, one of them Black's."""
    here = build(size=5).position(["e4"], ["e5"], "white")
    assert [step for step in here.steps() if len(step) == 2] == ["d4", "d5", "e6", "f4", "f5"]
    with pytest.raises(IllegalTurnError, match="e7 is not next to a white piece"):
        here.play("e7")
    with pytest.raises(IllegalTurnError, match="e4 is occupied by black"):
        here.play("e4")


def test_a_turn_is_an_add_then_a_row_move_each_optional(build: Build) -> None:
    """Rules 4: in this order; the row move ends the turn."""
    here = build(size=5).position(["a1"], ["e5"], "white")
    assert here.phase == "turn"
    assert not here.may_stop
    middle = here.step("e6")
    assert middle.mid_turn
    assert middle.phase == "row"
    assert middle.may_stop
    assert middle.to_move is Side.WHITE
    assert "stop" in middle.steps()
    assert not [step for step in middle.steps() if len(step) == 2]
    assert middle.snapshot.counter("history") == ()
    assert middle.step("stop") == here.play("e6")
    assert middle.step("e5-e7").stones("white") == ["e7", "e8"]
    assert here.play("e6+e5-e7").to_move is Side.BLACK
    assert {"e6", "e6+e5-e7", "e5-e6", "pass"} <= set(texts(here))
    with pytest.raises(IllegalTurnError, match="a turn adds one piece, and e6 has been added"):
        middle.step("f5")
    with pytest.raises(IllegalTurnError):
        here.play("e5-e6+f6")


def test_the_added_piece_may_move_at_once(build: Build) -> None:
    """Rules 4: the row move may include the new piece."""
    here = build(size=5).position(["a1"], ["e5"], "white")
    assert here.play("e6+e6-e7").stones("white") == ["e5", "e7"]


def test_a_single_piece_moves_one_field_in_any_of_six_directions(build: Build) -> None:
    """Rules 4: a single piece moves one field."""
    here = build(size=5).position(["a1"], ["e5"], "white")
    assert row_steps(here) == {"e5-e4", "e5-e6", "e5-f4", "e5-f5", "e5-d4", "e5-d5"}
    assert here.play("e5-f4").stones("white") == ["f4"]


def test_a_row_of_k_pieces_moves_1_to_k_fields(build: Build) -> None:
    """Rules 4: pieces adjacent on one line move along that line, and part of a row may move."""
    here = build(size=5).position(["a1"], ["e3", "e4", "e5"], "white")
    along = {step for step in row_steps(here) if step[3] == "e"}
    right = {"e3-e4", "e3-e5", "e3-e6", "e4-e5", "e4-e6", "e5-e6"}
    # To the left a whole row of three has only two fields before the edge.
    left = {"e5-e4", "e5-e3", "e4-e3", "e4-e2", "e3-e2"}
    assert along == right | left
    assert here.play("e3-e6").stones("white") == ["e6", "e7", "e8"]
    assert here.play("e4-e6").stones("white") == ["e3", "e6", "e7"]
    assert here.play("e5-e4").stones("white") == ["e2", "e3", "e4"]
    with pytest.raises(IllegalTurnError, match="the row from e3 has length 3, so it moves at most that far"):
        here.play("e3-e7")
    with pytest.raises(IllegalTurnError, match="the row from e5 would leave the board"):
        here.play("e5-e2")
    with pytest.raises(IllegalTurnError, match="e7 holds no white piece"):
        here.play("e7-e8")


def test_rows_move_along_every_line_and_only_along_it(build: Build) -> None:
    """Rules 4: they move along that line; a row upwards to the right, then one upwards to the left."""
    rising = build(size=5).position(["a1"], ["e5", "f5"], "white")
    assert rising.play("e5-g5").stones("white") == ["g5", "h5"]
    falling = build(size=5).position(["a1"], ["e5", "f4"], "white")
    assert falling.play("e5-g3").stones("white") == ["g3", "h2"]
    assert falling.play("f4-d5").stones("white") == ["c5", "d5"]
    with pytest.raises(NotationError):
        rising.play("e5-g6")


def test_all_fields_entered_must_be_empty(build: Build) -> None:
    """Rules 4: no piece of either colour may be in the way."""
    here = build(size=5).position(["e7"], ["e3", "e4", "e5"], "white")
    assert "e3-e4" in here.steps()
    assert "e3-e5" not in here.steps()
    with pytest.raises(IllegalTurnError, match="the row from e3 is blocked at e7"):
        here.play("e3-e6")
    here = build(size=5).position(["a1"], ["e3", "e4", "e6"], "white")
    with pytest.raises(IllegalTurnError, match="the row from e3 is blocked at e6"):
        here.play("e3-e5")


def test_an_add_that_completes_the_chain_wins_at_once_and_ends_the_turn(build: Build) -> None:
    """Rules 4: a chain between a colour's two sides wins at once."""
    row = [f"e{number}" for number in range(1, 10) if number != 5]
    here = build(size=5).position(["a1"], row, "white")
    over = here.step("e5")
    assert str(over.outcome) == "white (connected)"
    assert not over.mid_turn
    assert over.steps() == []
    assert [text for text in texts(here) if text.startswith("e5")] == ["e5"]
    assert {over.game.topology.names[cell] for cell in over.marks.winning} == {*row, "e5"}
    with pytest.raises(IllegalTurnError, match="e5 is already a whole turn, because it wins"):
        here.play("e5+e4-f4")
    assert over.game.restore_position(over.snapshot).outcome == over.outcome


def test_a_row_move_that_completes_the_chain_wins(build: Build) -> None:
    """Rules 4: the chain counts, however it arose."""
    row = [f"e{number}" for number in range(1, 10) if number != 5]
    here = build(size=5).position(["a1"], [*row, "d5"], "white")
    assert str(here.play("d5-e5").outcome) == "white (connected)"


def test_a_chain_completed_in_the_initial_phase_wins_too(build: Build) -> None:
    """Rules 4: a chain wins at once; with six pieces each on the smallest board it may come so early."""
    here = build(size=3, initial=6).start()
    for turn in ("d1", "e1", "c2", "e2", "b2", "e3"):
        here = here.play(turn)
    assert here.phase == "initial"
    assert str(here.play("a2").outcome) == "white (connected)"


def test_no_turn_may_recreate_an_earlier_position_with_the_same_player_to_move(build: Build) -> None:
    """Rules 4: situational superko. The same stones with the other player to move are not a repetition."""
    start = build(size=5).position(["g5"], ["c3"], "white")
    here = start.play("c3-c4").play("pass").play("c4-c3")
    assert here.stones("white") == start.stones("white")
    assert here.to_move is Side.BLACK
    with pytest.raises(IllegalTurnError, match="pass would recreate an earlier position with white to move"):
        here.play("pass")
    away = start.play("c3-c4").play("g5-g4").play("c4-c3")
    with pytest.raises(IllegalTurnError, match="g4-g5 would recreate an earlier position with white to move"):
        away.play("g4-g5")
    assert "g4-g3" in away.steps()


def test_a_placement_makes_all_earlier_positions_unrepeatable(build: Build) -> None:
    """Rules 4: after an add the history is the new position alone."""
    here = build(size=5).position(["g5"], ["c3"], "white").play("c3-c4").play("pass")
    assert len(here.snapshot.counter("history")) == 3
    here = here.play("c5")
    assert here.snapshot.counter("history") == (fingerprint(here.snapshot.stones, Side.BLACK),)
    start = build(size=3).start()
    assert start.snapshot.counter("history") == (fingerprint(((), ()), Side.WHITE),)
    placed = start.play("a1")
    assert placed.snapshot.counter("history") == (fingerprint(placed.snapshot.stones, Side.BLACK),)


def test_declining_both_actions_is_a_pass_and_the_second_in_succession_repeats(build: Build) -> None:
    """Rules 4: a pass is a turn under superko too."""
    here = build(size=5).position(["g5"], ["c3"], "white").play("pass")
    assert here.to_move is Side.BLACK
    assert "pass" not in here.steps()
    assert "pass" in here.play("g6").steps()


def test_if_nothing_else_is_legal_pass(build: Build) -> None:
    """Rules 4: White, shut in at a1, may not pass by superko, and has to by the last rule."""
    here = build(size=3).position(["a2", "b1", "b2"], ["a1"], "black").play("pass")
    assert texts(here) == ["pass"]
    again = here.play("pass")
    assert again.to_move is Side.BLACK
    assert "pass" not in again.steps()
    assert len(again.turns()) > 1


def test_a_set_up_keeps_what_it_is_given(build: Build) -> None:
    """A set-up is in the main phase, but an empty board, where no add is possible, is in the initial phase."""
    here = build(size=5).position(["g5"], ["c3"], "black")
    assert here.phase == "turn"
    assert here.snapshot.counter("history") == (fingerprint(here.snapshot.stones, Side.BLACK),)
    assert build(size=7).position(to_move="black").snapshot.number("to_place") == 6


def test_a_snapshot_restores_in_mid_turn_too(build: Build) -> None:
    """Snapshot and restore are each other's inverse."""
    game = build(size=5)
    here = game.position(["g5"], ["c3"], "white")
    for known in (here, here.step("c4"), here.play("c4+c4-c5"), here.play("pass"), game.position(to_move="black")):
        again = game.restore_position(known.snapshot)
        assert again == known
        assert again.steps() == known.steps()
    forgotten = game.restore_position(replace(here.snapshot, counters={}))
    assert forgotten == here


def test_the_declared_symmetries_keep_or_exchange_the_border_parts(build: Build) -> None:
    """Rules 4: the half turn keeps the colours' parts, the reflections exchange them."""
    game = build(size=5)
    assert isinstance(game, Trinidad)
    goals = [{*map(frozenset, pair)} for pair in game.contest.goals]
    symmetries = game.symmetries()
    assert [symmetry.swaps for symmetry in symmetries] == [False, True, True]
    for symmetry in symmetries:
        moved = [{frozenset(symmetry.image[cell] for cell in part) for part in pair} for pair in goals]
        assert moved == (goals[::-1] if symmetry.swaps else goals)


def test_random_games_have_no_dead_end_and_mostly_end(build: Build) -> None:
    """Rules 4: no draw; superko bounds the rest, so games of many turns are cut off here."""
    generator = random.Random(4)
    ended = 0
    for number in range(30):
        core = build(size=3 if number % 3 else 5, pie=number % 2).core
        state = core.initial()
        for _ in range(120):
            if core.outcome(state) is not None:
                break
            steps = core.steps(state)
            assert steps
            assert list(steps) == sorted(set(steps))
            state = core.apply(state, generator.choice(steps))
        outcome = core.outcome(state)
        if outcome is not None:
            ended += 1
            assert outcome.winner is not None
            assert not core.steps(state)
    assert ended >= 15
