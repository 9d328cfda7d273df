"""Properties of the whole connection family (rules 2): the theorem, symmetries, seats, the length of a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

import pytest

import isthmus
from isthmus import Game, Position, PositionError, Seat, Side
from isthmus.board.shapes import square
from isthmus.board.symmetry import Symmetry
from isthmus.board.topology import Cell, Topology
from isthmus.rules.connect import Contest, block, won_contests
from isthmus.rules.placement import ConnectionGame, PlacementGame

points = str.split

SMALL = [
    "trellis(size=5,pie=0)",
    "trellis(size=7,pie=0,stones_per_turn=1)",
    "trellis(size=7,pie=0,separation=1)",
    "quadrant-trellis(size=9)",
    "quadrant-trellis(size=13)",
    "quadrant-hex(size=6)",
    "quadrant-hex(size=8)",
    "hex(size=3,pie=0)",
    "hex(size=6,pie=0)",
    "bridgit(size=3)",
    "bridgit(size=5)",
]


@pytest.fixture(params=["core", "reference"])
def core(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def make(text: str, core: str) -> ConnectionGame:
    game = isthmus.game(text)
    played = game if core == "core" else game.reference()
    assert isinstance(played, ConnectionGame)
    return played


@pytest.mark.parametrize("text", SMALL)
def test_on_a_full_board_exactly_one_colour_has_won_every_contest(text: str, core: str) -> None:
    """The theorem of rules 2, on random boards with every share of stones between the colours."""
    game, random = make(text, core), Random(text)
    names = game.topology.names
    for _ in range(150):
        share = random.random()
        black = {cell for cell in range(len(names)) if random.random() < share}
        white = set(range(len(names))) - black
        won = won_contests(game.contests, (black, white), game.links)
        for contest in game.contests:
            assert (contest in won[0]) != (contest in won[1])
        winner = Side.BLACK if len(won[0]) >= game.contests_to_win else Side.WHITE
        position = game.position([names[cell] for cell in black], [names[cell] for cell in white])
        assert position.outcome.winner is winner
        assert position.steps() == []


@pytest.mark.parametrize("text", SMALL)
def test_a_contest_once_won_stays_won_and_is_won_by_one_colour(text: str, core: str) -> None:
    game, random = make(text, core), Random(text)
    position = game.start()
    before: tuple[set[str], set[str]] = set(), set()
    while position.outcome is None:
        position = position.step(random.choice(position.steps()))
        black, white = won_contests(game.contests, position.snapshot.stones, game.links)
        now = {contest.name for contest in black}, {contest.name for contest in white}
        assert before[0] <= now[0]
        assert before[1] <= now[1]
        assert not now[0] & now[1]
        before = now
    assert len(before[[*Side].index(position.outcome.winner)]) >= game.contests_to_win


def image(symmetry: Symmetry, game: Game, step: int) -> int:
    return symmetry.image[step] if step < len(game.topology) else step


def pictures(symmetry: Symmetry, position: Position) -> tuple[set[int], set[int]]:
    """The stones of (black, white) under a symmetry."""
    black, white = ({symmetry.image[cell] for cell in cells} for cells in position.snapshot.stones)
    return (white, black) if symmetry.swaps else (black, white)


@pytest.mark.parametrize("text", SMALL)
def test_play_commutes_with_the_symmetries(text: str, core: str) -> None:
    """A game and its image, played side by side, have the same legal steps, stones and winner up to the symmetry."""
    game, random = make(text, core), Random(text)
    assert game.symmetries()
    for symmetry in game.symmetries():
        assert sorted(symmetry.image) == list(range(len(game.topology)))
        position = game.position()
        mirror = game.position(to_move="white" if symmetry.swaps else "black")
        while position.outcome is None:
            steps = list(game.core.steps(position.state))
            assert {image(symmetry, game, step) for step in steps} == set(game.core.steps(mirror.state))
            step = random.choice(steps)
            position = position.step(game.step_names[step])
            mirror = mirror.step(game.step_names[image(symmetry, game, step)])
            assert pictures(symmetry, position) == tuple(set(stones) for stones in mirror.snapshot.stones)
        assert mirror.outcome.winner is (position.outcome.winner.other if symmetry.swaps else position.outcome.winner)


@pytest.mark.parametrize("text", SMALL)
def test_a_symmetry_maps_the_links_of_one_colour_to_those_of_its_image(text: str) -> None:
    game = make(text, "reference")
    for symmetry in game.symmetries():
        for side in Side:
            mapped = side.other if symmetry.swaps else side
            for cell in range(len(game.topology)):
                images = {symmetry.image[near] for near in game.links(side, cell)}
                assert images == set(game.links(mapped, symmetry.image[cell]))


@pytest.mark.parametrize("text", SMALL)
def test_a_game_ends_within_its_bound(text: str, core: str) -> None:
    """A game with as many passes, stops and late wins as the rules allow, the longest that is easy to find."""
    game, random = make(text, core), Random(text)
    for _ in range(5):
        position, made = game.start(), 0
        while position.outcome is None:
            steps = position.steps()
            idle = [name for name in ("pass", "stop") if name in steps]
            position = position.step(idle[0] if idle else random.choice(steps))
            made += 1
        assert made <= game.max_steps()


@pytest.mark.parametrize(
    "text", ["trellis(size=5,pie=1)", "quadrant-trellis(size=9,pie=1)", "quadrant-hex(size=6,pie=1)", "bridgit(pie=1)"]
)
def test_with_a_pie_of_one_the_second_player_chooses_after_the_first_turn(text: str, core: str) -> None:
    start = make(text, core).start()
    choice = start.play("a1")
    assert (start.seat, choice.seat, choice.choosing) == (Seat.FIRST, Seat.SECOND, True)
    for taken, mover in (("take-black", Seat.FIRST), ("take-white", Seat.SECOND)):
        after = choice.play(taken)
        assert (after.to_move, after.seat, after.choosing) == (Side.WHITE, mover, False)


@pytest.mark.parametrize("text", SMALL)
def test_a_snapshot_restores_every_position_of_a_game(text: str, core: str) -> None:
    game, random = make(text, core), Random(text)
    position = game.start()
    while position.outcome is None:
        position = position.step(random.choice(position.steps()))
        restored = game.restore_position(position.snapshot)
        assert restored == position
        assert restored.outcome == position.outcome
        assert restored.steps() == position.steps()
        assert game.core.key(restored.state) == game.core.key(position.state)


class Crossing(PlacementGame):
    """A square board on which diagonals link both colours, so that chains may cross."""

    id = "crossing"
    title = "Crossing"
    inventor = "nobody"
    year = 2000
    summary = "A board with room for two winners."
    goals = ("top to bottom", "left to right")
    parameters = isthmus.games()["hex"].parameters

    def make_topology(self) -> Topology:
        return square(9)

    def make_contests(self) -> Sequence[Contest]:
        return (block("board", 9, range(9), range(9)),)

    def links(self, side: Side, cell: Cell) -> Iterable[Cell]:
        near = (cell + 9 * up + right for up in (-1, 0, 1) for right in (-1, 0, 1))
        return [other for other in near if 0 <= other < 81 and abs(other % 9 - cell % 9) < 2]


def test_a_set_up_in_which_both_colours_have_won_is_refused() -> None:
    """No built-in board has room for two winners, so a special game is used."""
    game = Crossing(size=9)
    black = [f"{'ed'[number % 2]}{number}" for number in range(1, 10)]
    white = points("a4 b4 c4 d4 e5 f5 g5 h5 i5")
    assert game.position(black=black).outcome.winner is Side.BLACK
    assert game.position(white=white).outcome.winner is Side.WHITE
    with pytest.raises(PositionError, match="both colours have won Crossing here"):
        game.position(black=black, white=white)
