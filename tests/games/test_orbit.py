"""Orbit: one test per sentence of Rules 3, on hand-made positions."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from isthmus import Game, IllegalTurnError, Position, RulesError, Side

Build = Callable[..., Game]

# Rows from the top, x black, o white.
DIAMOND = """
. . . . . . .
. . . . . . .
. . . x . . .
. . x . x . .
. . . x . . .
. . . . . . .
. . . . . . .
"""
LOW_ARCH = """
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . x . . .
. . x . x . .
"""


@pytest.fixture
def build(played: Callable[[str], Build]) -> Build:
    return played("orbit")


def fields(diagram: str, mark: str) -> list[str]:
    rows = [line.split() for line in diagram.strip().splitlines()]
    return [
        f"{'abcdefghi'[column]}{len(rows) - row}"
        for row, line in enumerate(rows)
        for column, found in enumerate(line)
        if found == mark
    ]


def position(build: Build, diagram: str, to_move: str) -> Position:
    size = len(diagram.strip().splitlines())
    return build(size=size, pie=0).position(fields(diagram, "x"), fields(diagram, "o"), to_move)


def names(here: Position, cells: tuple[int, ...]) -> list[str]:
    return [here.game.topology.names[cell] for cell in cells]


def test_the_board_is_16_and_black_begins_with_a_pie_of_3_by_default(build: Build) -> None:
    """Rules 3, sentences 1 and 2."""
    start = build().start()
    assert str(start.game) == "orbit(size=16,pie=3)"
    assert len(start.steps()) == 16 * 16 + 1
    assert str(start.to_move) == "black"
    for size, pie in ((4, 3), (20, 3), (9, 2)):
        with pytest.raises(RulesError):
            build(size=size, pie=pie)


def test_a_turn_is_a_stone_on_an_empty_point_or_a_pass(build: Build) -> None:
    """Rules 3: a stone on an empty point, or pass."""
    after = build(size=5, pie=0).start().play("c3")
    assert len(after.turns()) == 25
    assert "pass" in after.steps()
    with pytest.raises(IllegalTurnError, match="c3 is occupied by black"):
        after.play("c3")
    assert after.play("pass").to_move is Side.BLACK


def test_the_first_seat_makes_k_turns_then_the_second_chooses_a_colour(build: Build) -> None:
    """Rules 1.3 with k = 3 and k = 1."""
    for pie, opening in ((3, ("a1", "b3", "e5")), (1, ("a1",))):
        here = build(size=5, pie=pie).start()
        for turn in opening:
            assert str(here.seat) == "first"
            here = here.play(turn)
        assert here.choosing
        assert str(here.seat) == "second"
        assert here.steps() == ["take-black", "take-white"]
        assert here.phase == "choose"
        here = here.play("take-white")
        assert str(here.to_move) == "white"
        assert str(here.seat) == "second"


def test_stones_connect_diagonally_and_enclose_an_orbit(build: Build) -> None:
    """Rules 3: stones connect orthogonally and diagonally; a region that touches no side lies within an orbit."""
    here = position(build, DIAMOND, "white")
    assert "d4" not in here.steps()
    assert len(here.steps()) == 49 - 5 + 1
    with pytest.raises(IllegalTurnError, match="d4 lies within black's orbit"):
        here.play("d4")


def test_a_region_that_touches_exactly_one_side_lies_within_a_half_orbit(build: Build) -> None:
    """Rules 3: exactly one side."""
    here = position(build, LOW_ARCH, "white")
    assert "d1" not in here.steps()
    assert len(here.steps()) == 49 - 4 + 1
    with pytest.raises(IllegalTurnError, match="d1 lies within black's half-orbit"):
        here.play("d1")


def test_a_corner_point_touches_two_sides(build: Build) -> None:
    """Rules 3: so a region with a corner is not a half-orbit."""
    here = build(size=5, pie=0).position(["a2", "b1"], [], "white")
    assert "a1" in here.steps()
    assert here.marks.land == ((), ())


def test_two_sides_make_no_half_orbit(build: Build) -> None:
    """Rules 3: a wall across the board encloses nothing, for the region beyond it touches three sides."""
    here = build(size=5, pie=0).position(["a3", "b3", "c3", "d3", "e3"], [], "white")
    assert len(here.steps()) == 20 + 1


def test_the_owner_may_play_within_its_own_orbit_and_half_orbit(build: Build) -> None:
    """Rules 3: P may play there itself."""
    assert "d4" in position(build, DIAMOND, "black").steps()
    assert "d1" in position(build, LOW_ARCH, "black").steps()


def test_a_stone_that_closes_an_orbit_captures_what_lies_within(build: Build) -> None:
    """Rules 3: every opposing stone within P's orbits is removed."""
    here = build(size=7, pie=0).position(["c4", "e4", "d3"], ["d4", "g7"], "black").play("d5")
    assert here.stones("white") == ["g7"]
    assert here.captured == ["d4"]
    assert "d4" not in here.steps()


def test_an_orbit_captures_all_stones_of_a_region_but_none_of_its_own_colour(build: Build) -> None:
    """Rules 3: every opposing stone, in any of P's orbits."""
    ring = ["b2", "b3", "b4", "c1", "d1", "e2", "e3", "e4", "c5"]
    here = build(size=7, pie=0).position([*ring, "c3"], ["c2", "d2", "d3", "f6"], "black").play("d5")
    assert here.stones("white") == ["f6"]
    assert here.captured == ["c2", "d2", "d3"]
    assert "c3" in here.stones("black")


def test_a_half_orbit_removes_nothing(build: Build) -> None:
    """Rules 3: within half-orbits nothing is removed."""
    here = build(size=7, pie=0).position(["c1", "d2"], ["d1"], "black").play("e1")
    assert here.stones("white") == ["d1"]
    assert here.captured == []


def test_only_the_stone_that_lands_captures_for_its_own_colour(build: Build) -> None:
    """Rules 3: after P's stone lands, P's orbits capture; those of the opponent do not."""
    here = build(size=7, pie=0).position(["c4", "e4", "d3", "d5"], ["d4"], "white").play("a1")
    assert "d4" in here.stones("white")
    assert "d4" not in here.play("g7").stones("white")


def test_a_captured_structure_opens_its_points_again(build: Build) -> None:
    """Rules 3: where a structure is destroyed by a capture, the points are open again."""
    before = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . o x o . .
    . . x o x . .
    . x . . . x .
    """
    here = position(build, before, "white")
    assert {"c1", "d1", "e1"}.isdisjoint(here.steps())
    here = here.play("d4")
    assert here.captured == ["d3"]
    assert {"c1", "d1", "e1"} <= set(here.play("g7").steps())
    assert "d3" not in here.steps()
    assert "d3" in here.play("g7").steps()


def test_a_whole_orbit_can_be_captured_and_changes_hands(build: Build) -> None:
    """Rules 3: as they stand now, not as they once stood."""
    ring = ["e5", "f4", "e3", "d2", "c3", "b4", "c5"]
    here = build(size=7, pie=0).position(fields(DIAMOND, "x"), ring, "white").play("d6")
    assert here.stones("black") == []
    assert "d4" not in here.steps()
    assert "d4" in here.play("a1").steps()


def test_two_passes_in_succession_end_the_game(build: Build) -> None:
    """Rules 3; a stone between them does not count."""
    here = build(size=5, pie=0).start().play("pass").play("c3").play("pass")
    assert here.outcome is None
    assert here.snapshot.number("passes") == 1
    over = here.play("pass")
    assert str(over.outcome) == "draw (territory 0–0)"
    assert over.steps() == []
    assert over.snapshot.number("passes") == 2


def test_passes_of_the_opening_end_nothing_and_the_count_starts_afresh(build: Build) -> None:
    """Rules 1.3: passing never ends a game during the phase."""
    here = build(size=5, pie=3).start().play("pass").play("pass").play("pass").play("take-black")
    assert here.outcome is None
    assert here.snapshot.number("passes") == 0
    assert here.snapshot.number("plies") == 3
    here = here.play("pass")
    assert here.outcome is None
    assert here.play("pass").outcome is not None


def test_the_4_n_n_th_placement_or_pass_ends_the_game(build: Build) -> None:
    """Rules 3: so does the 4n²-th placement or pass."""
    game = build(size=5, pie=0)
    early = game.position(["a1"], ["c3"], "black").snapshot
    last = game.restore_position(replace(early, counters={"plies": (99,)}))
    assert last.outcome is None
    assert str(last.play("pass").outcome) == "draw (territory 0–0)"
    assert last.play("e5").steps() == []
    before = game.restore_position(replace(early, counters={"plies": (98,)}))
    assert before.play("e5").outcome is None
    assert before.play("e5").play("a2").outcome is not None


def test_the_last_ply_also_removes_the_doomed_stones(build: Build) -> None:
    """Rules 3: at the end, however it comes, stones that cannot avoid capture are removed."""
    game = build(size=7, pie=0)
    early = game.position(["b1", "c2", "e2", "f1", "d3"], ["d2"], "black").snapshot
    last = game.restore_position(replace(early, counters={"plies": (4 * 49 - 1,)}))
    assert last.play("g7").stones("white") == []


def test_a_player_with_no_other_legal_turn_passes(build: Build) -> None:
    """Rules 3: every empty point within the opponent's half-orbits leaves the pass."""
    walls = ["a1", "a5", "e1", "e5", "b2", "b4", "d2", "d4", "a2", "b1", "c3"]
    filled = ["a4", "b5", "d5", "e4", "e2", "d1", "b3", "d3"]
    here = build(size=5, pie=0).position([*walls, *filled], [], "white")
    assert set(here.stones("black")) == {*walls, *filled}
    assert here.steps() == ["pass"]


def test_a_stone_within_an_orbit_once_the_land_is_filled_is_doomed(build: Build) -> None:
    """Rules 3: d2 is surrounded when Black fills c1, d1 and e1, though now it lies only within a half-orbit."""
    here = build(size=7, pie=0).position(["b1", "c2", "e2", "f1", "d3"], ["d2"], "black")
    over = here.play("pass").play("pass")
    assert over.stones("white") == []
    assert over.captured == ["d2"]
    assert over.outcome is not None
    assert over.outcome.score == (4, 0)
    assert over.outcome.winner is Side.BLACK


def test_a_stone_on_the_side_is_not_doomed_by_a_half_orbit(build: Build) -> None:
    """Rules 3: after the filling its region still touches the side, so it lies within no orbit."""
    here = build(size=7, pie=0).position(["b1", "c2", "e2", "f1", "d3"], ["d1", "d2"], "black")
    over = here.play("pass").play("pass")
    assert over.stones("white") == ["d1", "d2"]
    assert over.outcome is not None
    assert over.outcome.score == (2, 0)


def test_the_removal_is_repeated_until_no_stone_is_doomed(build: Build) -> None:
    """Rules 3: f2 goes first; that opens White's half-orbit round d1, so Black's land grows and dooms four more."""
    before = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . x x x x x .
    x . o o o . x
    x o . . x o x
    x . o . o . x
    """
    here = position(build, before, "white")
    assert names(here, here.marks.shared) == ["d1", "c2", "d2"]
    over = here.play("pass").play("pass")
    assert over.stones("white") == ["c1", "e1"]
    assert over.stones("black") == sorted(fields(before, "x"))
    assert over.outcome is not None
    assert over.outcome.score == (12, 0)


def test_the_doomed_of_both_colours_go_at_once(build: Build) -> None:
    """Rules 3: Black's d2 in White's arch and White's d6 in Black's are removed by the same two passes."""
    here = build(size=7, pie=0).position(
        ["b7", "c6", "d5", "e6", "f7", "d2"], ["b1", "c2", "d3", "e2", "f1", "d6"], "black"
    )
    over = here.play("pass").play("pass")
    assert "d2" not in over.stones("black")
    assert "d6" not in over.stones("white")
    assert str(over.outcome) == "draw (territory 4–4)"


def test_the_score_is_the_empty_points_of_a_sides_own_land(build: Build) -> None:
    """Rules 3: stones and captures count nothing, and the greater land wins."""
    here = build(size=7, pie=0).position([*fields(DIAMOND, "x"), "g1"], ["c7", "d6", "e7", "a4", "b5", "a6"], "white")
    assert names(here, here.marks.land[0]) == ["d4"]
    assert names(here, here.marks.land[1]) == ["a5", "d7"]
    over = here.play("pass").play("pass")
    assert str(over.outcome) == "white (territory 1–2)"


def test_shared_territory_is_barred_to_both_and_counts_for_neither(build: Build) -> None:
    """Rules 3: shared territory counts nothing."""
    black, white = ["c1", "d2", "e1"], ["b1", "c2", "d3", "e2", "f1"]
    for colour in ("black", "white"):
        here = build(size=7, pie=0).position(black, white, colour)
        assert "d1" not in here.steps()
        assert names(here, here.marks.shared) == ["d1"]
        assert here.marks.land == ((), ())
        assert str(here.play("pass").play("pass").outcome) == "draw (territory 0–0)"


def test_a_restored_finished_position_has_the_same_outcome(build: Build) -> None:
    """A finished state holds only the remaining stones, so removing the doomed again changes nothing."""
    here = build(size=7, pie=0).position(["b1", "c2", "e2", "f1", "d3"], ["d2"], "black")
    over = here.play("pass").play("pass")
    again = over.game.restore_position(over.snapshot)
    assert again == over
    assert again.outcome == over.outcome


def test_any_game_ends_within_its_bound(build: Build) -> None:
    """Rules 3: at most 4n² placements and passes, and one choice of colours."""
    generator = random.Random(1)
    for number in range(30):
        game = build(size=5, pie=(0, 1, 3)[number % 3])
        bound = game.max_steps()
        assert bound == 101
        core = game.core
        state, made = core.initial(), 0
        while core.outcome(state) is None:
            steps = core.steps(state)
            assert list(steps) == sorted(set(steps))
            # The last step, the pass, is taken only when forced, so that games become long and have captures.
            state = core.apply(state, generator.choice(steps[:-1] or steps))
            made += 1
        assert made <= bound
        assert not core.steps(state)
        assert core.outcome(core.restore(core.snapshot(state))) == core.outcome(state)
