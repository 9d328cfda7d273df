"""``isthmus.testing.check_game`` says in a sentence what is wrong with a game."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

import isthmus
from isthmus.games.hex import Hex
from isthmus.rules import playouts
from isthmus.rules.opening import Opening
from isthmus.rules.placement import PlacementState
from isthmus.rules.planes import Plane
from isthmus.rules.scenery import Marks, Scenery
from isthmus.rules.snapshot import CounterRange, Snapshot
from isthmus.rules.types import Outcome, Seat, Side, Step, ToAct
from isthmus.testing import battery, check_game


class Rex(Hex):
    id = "rex"
    title = "Rex"


class Backwards(Rex):
    def steps(self, state: PlacementState) -> Sequence[Step]:
        return list(reversed(super().steps(state)))


class DeadEnd(Rex):
    def steps(self, state: PlacementState) -> Sequence[Step]:
        return () if len(state.stones[0]) > 2 else super().steps(state)


class Endless(Rex):
    def max_steps(self) -> int:
        return 3


class Forgetful(Rex):
    def restore(self, snapshot: Snapshot) -> PlacementState:
        return super().restore(Snapshot(((), snapshot.stones[1]), snapshot.side, snapshot.opening))


class Colliding(Rex):
    def key(self, state: PlacementState) -> int:
        return len(state.stones[0])


class Crooked(Rex):
    def symmetries(self) -> Sequence[Any]:
        first, *_ = super().symmetries()
        return [type(first)("shift", (*range(1, len(self.topology)), 0), swaps=False)]


class Planeless(Rex):
    def own_planes(self, state: PlacementState) -> Any:
        return []


class Renaming(Rex):
    def own_planes(self, state: PlacementState) -> Mapping[str, Plane]:
        return {f"after {len(state.stones[0])} stones": 0.5}


class Glaring(Rex):
    def own_planes(self, state: PlacementState) -> Mapping[str, Plane]:
        return {"too much": 1.5}


class Turning(Rex):
    def own_planes(self, state: PlacementState) -> Mapping[str, Plane]:
        return {"a corner": [0] if len(state.stones[0]) % 2 else [1]}


class Dumb(Rex):
    def apply(self, state: PlacementState, step: Step) -> PlacementState:
        raise TypeError("no idea")


class Unsorted(Rex):
    def snapshot(self, state: PlacementState) -> Snapshot:
        found = super().snapshot(state)
        return replace(found, stones=(found.stones[0][::-1], found.stones[1]))


class Counting(Rex):
    def snapshot(self, state: PlacementState) -> Snapshot:
        return replace(super().snapshot(state), counters={"stones": (len(state.stones[0]),)})


class Truthful(Rex):
    def outcome(self, state: PlacementState) -> Any:
        return super().outcome(state) is not None


class Speechless(Rex):
    def outcome(self, state: PlacementState) -> Outcome | None:
        found = super().outcome(state)
        return found and Outcome(found.winner, "")


class Spelling(Rex):
    def status(self, state: PlacementState) -> Sequence[str]:
        return "2 stones"


class Named(Rex):
    def steps(self, state: PlacementState) -> Any:
        return [self.step_names[step] for step in super().steps(state)]


class Misleading(Rex):
    rules_page = "```board\nrex(size=3,pie=0)\n. . .\n. . .\n. . .\n# try a1: illegal\n```\n"


class Alternating(Rex):
    def to_act(self, state: PlacementState) -> ToAct:
        found = super().to_act(state)
        return found._replace(seat=Seat(found.side.value))


class Pieless(Rex):
    def initial(self) -> PlacementState:
        return replace(super().initial(), opening=Opening.start(0, self.first_side))


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(isthmus.games, "_registered", {})
    yield
    isthmus.games.refresh()


def test_a_game_that_keeps_the_contract_passes_in_silence() -> None:
    isthmus.register(Rex)
    check_game(Rex(size=3))


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (Backwards, "steps ascend, each of them once"),
        (DeadEnd, "steps\\(\\) is empty, but outcome\\(\\) returns no result"),
        (Endless, "a game ends after 3 steps at most"),
        (Forgetful, "a position restored from a snapshot is equal to it"),
        (Colliding, "positions with equal keys have equal snapshots"),
        (Crooked, "the symmetry shift takes"),
        (Planeless, r"own_planes\(\) returns \[\]; expected planes by name"),
        (Renaming, "planes keep their names"),
        (Glaring, "a plane holds at most its mark"),
        (Turning, "the view half turn shows the image of the position"),
        (Unsorted, "the stones of a snapshot are sorted, each once; found"),
        (Counting, r"a snapshot has the counter stones; declare it in counters\(\)"),
        (Truthful, "outcome\\(\\) returns False; expected an Outcome or None"),
        (Speechless, "the Outcome has no reason; expected one in words"),
        (Spelling, "status\\(\\) returns '2 stones'; expected a list of texts"),
        (Named, "steps\\(\\) returns .*; expected a sequence of ids"),
        (Misleading, "exhibit 1 of the rules page: a1: claimed illegal, found legal"),
    ],
)
def test_the_error_says_which_sentence_fails(kind: type[Rex], sentence: str) -> None:
    isthmus.register(kind)
    with pytest.raises(AssertionError, match=f"^{sentence}") as caught:
        check_game(kind(size=3, pie=0))
    assert "of rex(size=3,pie=0), seed" in caught.value.__notes__[0]


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (Alternating, "to_act\\(\\) takes the seat from opening.seat"),
        (Pieless, "0 opening turns are left at the start; pie=1 says 1"),
    ],
)
def test_the_opening_is_checked(kind: type[Rex], sentence: str) -> None:
    isthmus.register(kind)
    with pytest.raises(AssertionError, match=f"^{sentence}"):
        check_game(kind(size=3, pie=1))


def changed(**methods: Any) -> type[Rex]:
    """Rex with other methods or facts. A value that is not callable is what the method returns."""
    facts = ("first_side", "year")
    body = {
        name: made if callable(made) or name in facts else (lambda *_, made=made: made)
        for name, made in methods.items()
    }
    return type("Changed", (Rex,), body)


def shot(*stones: Any) -> Snapshot:
    return Snapshot((stones[0], stones[1]), Side.BLACK, Opening(0, Side.BLACK))


def marked(*winning: Any) -> Marks:
    return Marks(winning=winning)


def edged(side: Any) -> Scenery:
    return Scenery(edges=((side, ((0, 0), (1, 0))),))


def board(**fields: Any) -> Any:
    return lambda game: replace(Hex.make_topology(game), **fields)


@pytest.mark.parametrize("strange", [-1, 999])
def test_the_check_of_steps_names_a_step_out_of_range(strange: int) -> None:
    kind = changed(steps=lambda game, state: sorted([*Hex.steps(game, state), strange]))
    isthmus.register(kind)
    with pytest.raises(AssertionError, match=rf"^steps are ids from 0 to 12; steps\(\) lists \[{strange}\]"):
        battery.check_steps(kind(size=3, pie=0), 1)


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (changed(make_topology=board(lattice="squares")), "the lattice is 'squares'; expected one of square-points, "),
        (
            changed(make_topology=board(neighbours=9 * ((9,),))),
            r"the neighbours of a1 contain \[9\]; expected cells below 9",
        ),
        (
            changed(make_topology=board(neighbours=((1,), *(8 * ((),))))),
            "b1 is a neighbour of a1, but a1 is not",
        ),
        (
            changed(make_topology=board(grid=(*(8 * ((0, 0),)), (0, 1)))),
            "the grid of the board has a1 and b1 and",
        ),
        (
            changed(make_topology=board(grid=((0, 0), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)))),
            r"from a1 to b1 the grid goes \(0, 2\) in rows and columns, from b1 to c1 \(0, 1\); expected the same",
        ),
        (changed(check_parameters=False), r"check_parameters\(\) returns False; expected None, and a RulesError"),
        (changed(make_topology=board(borders={"top": {12}})), r"the border 'top' contains \[12\]"),
        (changed(move_names=None), r"move_names\(\) returns None; expected a sequence of texts"),
        (changed(move_names=("wall a1",)), "a step is called 'wall a1'; expected small letters"),
        (changed(move_names=("a1+w",)), r"a step is called 'a1\+w'; expected small letters"),
        (changed(move_names=("Wall",)), "a step is called 'Wall'; expected small letters"),
        (changed(move_names=("w", "w")), "several steps are called w;"),
        (changed(move_names=("a1",)), "several steps are called a1;"),
        (changed(move_names=("pass",)), "several steps are called pass;"),
        (changed(first_side="white"), "first_side is 'white'; expected a Side"),
        (changed(year="2026"), "year is '2026'; expected a whole number"),
        (changed(symmetries=[("turn", ())]), r"symmetries\(\) returns .*; expected a sequence of Symmetry"),
        (changed(scenery=None), r"scenery\(\) returns None; expected a Scenery"),
        (
            changed(scenery=edged("black")),
            r"the side of an edge in scenery\(\) is 'black'; expected a Side",
        ),
        (
            changed(scenery=Scenery(tiles=(("grey", ((0, 0), (1, 0), (0, 1))),))),
            r"the role of a tile in scenery\(\) is 'grey'; expected one of dark, light, black-goal, white-goal",
        ),
        (changed(counters=["n"]), r"counters\(\) returns \['n'\]; expected CounterRange by name"),
        (changed(counters={"n": 3}), r"counters\(\) gives n 3; expected a CounterRange"),
        (changed(counters={"first": CounterRange(1)}), "a counter is called 'first'; expected small letters, and none"),
        (changed(max_steps="3"), r"max_steps\(\) returns '3'; expected a whole number or None"),
        (changed(goal_cells="ab"), r"goal_cells\(\) returns 'ab'; expected the cells of \(black, white\)"),
        (changed(doubt=None), r"doubt\(\) returns None for [a-z]\w*; expected a text, usually empty"),
        (changed(snapshot=((), ())), r"snapshot\(\) returns \(\(\), \(\)\); expected a Snapshot"),
        (changed(snapshot=shot([], [])), "the stones of a snapshot are"),
        (changed(snapshot=shot((9,), ())), r"a snapshot has stones on \[9\]"),
        (changed(steps=[999]), r"steps\(\) lists \[999\]; expected ids below 13"),
        (changed(to_act=Side.BLACK), r"to_act\(\) returns .*; expected ToAct\(seat, side, phase, may_stop\)"),
        (changed(to_act=None), r"to_act\(\) returns None; expected ToAct"),
        (changed(apply=None), r"apply\(\) returns None for \w\d; expected the state after it"),
        (changed(marks=marked("a1")), r"marks\(\) marks \['a1'\]; expected cells"),
        (changed(marks=None), r"marks\(\) returns None; expected Marks"),
    ],
)
def test_boards_and_values_of_wrong_types_are_reported_before_they_cause_a_crash(
    kind: type[Rex], sentence: str
) -> None:
    isthmus.register(kind)
    with pytest.raises(AssertionError, match=f"^{sentence}"):
        check_game(kind(size=3, pie=0), seeds=1)


@pytest.mark.parametrize(
    ("topology", "sentence"),
    [
        (None, r"make_topology\(\) of rex returns None; expected a Topology, such as square\(5\)"),
        (board(sort_keys=()), "the board has 9 names but 0 sort_keys; expected one for each name"),
        (
            board(rows=((0, 1),), grid=9 * ((0, 0),)),
            r"the rows of the board list the cells \[0, 1\]; expected 0 to 8",
        ),
    ],
)
def test_a_board_without_an_entry_for_each_name_is_refused_at_once(topology: Any, sentence: str) -> None:
    with pytest.raises(isthmus.RulesError, match=f"^{sentence}"):
        changed(make_topology=topology)(size=3, pie=0)


def test_a_forgotten_call_of_the_inherited_init_is_named() -> None:
    class Forgotten(Rex):
        def __init__(self, **values: object) -> None:
            pass

    isthmus.register(Forgotten)
    sentence = r"Forgotten.__init__\(\) must call super\(\).__init__\(\*\*values\)"
    with pytest.raises(isthmus.RulesError, match=sentence):
        isthmus.game("rex")
    with pytest.raises(AssertionError, match=sentence):
        check_game(Forgotten())


class Passing(Rex):
    """Both pass without end."""

    def steps(self, state: PlacementState) -> Sequence[Step]:
        return [self.pass_step]

    def apply(self, state: PlacementState, step: Step) -> PlacementState:
        return replace(state, side=state.side.other)

    def max_steps(self) -> Any:
        return None


class Unfinished(Rex):
    """Stones can still be placed when the game is over."""

    def steps(self, state: PlacementState) -> Sequence[Step]:
        taken = {*state.stones[0], *state.stones[1]}
        return [cell for cell in range(len(self.topology)) if cell not in taken]


def test_steps_after_the_end_are_reported() -> None:
    isthmus.register(Unfinished)
    with pytest.raises(AssertionError, match=r"after the end there are no steps; steps\(\) lists \["):
        check_game(Unfinished(size=3, pie=0), seeds=1)


class Refusing(Rex):
    """Fails where a player types ``pass``."""

    def objection(self, state: PlacementState, step: Step) -> str | None:
        return self.topology.names[step]


def test_every_special_move_is_tried_where_it_is_illegal() -> None:
    isthmus.register(Refusing)
    with pytest.raises(IndexError) as caught:
        check_game(Refusing(size=3, pie=0), seeds=1)
    assert caught.value.__notes__ == ["check_illegal of rex(size=3,pie=0), seed 0"]


def test_moves_that_lead_back_to_an_earlier_position_are_reported() -> None:
    isthmus.register(Passing)
    with pytest.raises(AssertionError, match="a game ends; pass pass lead back to an earlier position"):
        battery.check_bound(Passing(size=3, pie=0), 0)


def test_a_game_that_never_ends_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(battery, "_check_cycles", lambda _: None)
    monkeypatch.setattr(battery, "LONGEST_PLAYOUT", 500)
    monkeypatch.setattr(playouts, "LONGEST_PLAYOUT", 500)
    isthmus.register(Passing)
    with pytest.raises(AssertionError, match="a random game ends; this one is not over after 500 steps"):
        battery.check_bound(Passing(size=3, pie=0), 0)
    assert isthmus.playouts(Passing(size=3, pie=0).start(), 3).draws == 3


def test_an_outcome_is_won_by_a_colour() -> None:
    seat: Any = Seat.FIRST
    with pytest.raises(isthmus.RulesError, match=r"winner of an Outcome is .*; expected a Side, or None for a draw"):
        Outcome(seat, "connected")


def test_a_game_must_be_registered() -> None:
    with pytest.raises(AssertionError, match=r"Rex is not the game called 'rex'; register it"):
        check_game(Rex(size=3))


def test_an_error_of_a_game_gets_a_note_with_its_place() -> None:
    isthmus.register(Dumb)
    with pytest.raises(TypeError, match="no idea") as caught:
        check_game(Dumb(size=3, pie=0))
    assert caught.value.__notes__ == ["check_returns of rex(size=3,pie=0), seed 0"]


def test_only_a_game_is_checked() -> None:
    with pytest.raises(AssertionError, match="is not a game"):
        check_game("hex")


def test_the_battery_needs_no_tools_for_tests() -> None:
    code = "import sys, isthmus.testing; print([m for m in ('pytest', 'hypothesis') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
