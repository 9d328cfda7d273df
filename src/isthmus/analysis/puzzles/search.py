"""Finds puzzles in a game: goes through its positions from the last to the first, and keeps those with exactly one
winning turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from isthmus.analysis.puzzles.grade import difficulty, effort_of, grade_of
from isthmus.analysis.puzzles.proof import Finding, Verdict, only_winning_turn
from isthmus.analysis.puzzles.puzzle import Origin, Puzzle, Refutation
from isthmus.analysis.puzzles.sources import Source
from isthmus.analysis.puzzles.themes import WINS_AT_ONCE, themes_of
from isthmus.engine.engine import Engine
from isthmus.errors import SearchError
from isthmus.rules.native import NativeCore
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Seat
from isthmus.solve.solver import solve

__all__ = ["LONGEST", "NODES", "Harvest", "check_source", "find", "key", "winning_line"]

NODES = 20_000
"""The default solver nodes per position."""

LEAST_TURNS = 6
"""The fewest legal turns of a puzzle: a choice among fewer is too easy."""

APART = 4
"""The fewest turns between two puzzles from one game; nearer positions have nearly the same stones."""

PATIENCE = 2
"""After this many successive positions over the limit, the search gives up on the rest of the game: the earlier
positions are even harder."""

SHOWN = 6
"""The number of refutations in a puzzle, if there are enough wrong turns."""


@dataclass(frozen=True)
class Harvest:
    """The harvest of a game: its ``puzzles`` in the order of play, and the number of positions by verdict.

    ``stopped``: the search was told to stop before it was done with the game.
    """

    puzzles: tuple[Puzzle, ...] = ()
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    stopped: bool = False


def check_source(source: Source) -> None:
    """Raise SearchError for a game without a native core, whose puzzles cannot be proved."""
    if not isinstance(source.start.game.core, NativeCore):
        raise SearchError(f"{source.start.game} is written only in Python; puzzles are proved by the native solver")


def find(
    source: Source,
    *,
    nodes: int = NODES,
    on_position: Callable[[], None] | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Harvest:
    """The puzzles of a game, at least ``APART`` turns apart. Of two that are nearer, it takes the harder one.

    It examines positions in which a seat with a colour acts and has at least ``LEAST_TURNS`` turns. An obvious
    immediate win (grade 1) is not a puzzle. ``nodes`` limits the solver for each position; ``on_position`` is called
    after each position. Soon after ``stop()`` returns true the search ends; the position under way is not counted.
    Raises SearchError for a game without a native core, and the errors of ``Source``.
    """
    check_source(source)
    verdicts: Counter[Verdict] = Counter()
    found: list[Puzzle] = []
    failed = 0
    if stop():
        return Harvest(stopped=True)
    for turn, position, finding in _walk(source, nodes, stop):
        origin = Origin(source.file, source.number, source.players, turn)
        puzzle = _puzzle(position, finding, nodes, origin, stop) if finding.turn is not None else None
        if stop():  # what was found for this position may be incomplete
            return Harvest(_apart(found), verdicts, stopped=True)
        verdicts[finding.verdict] += 1
        failed = failed + 1 if finding.verdict is Verdict.UNPROVED else 0
        if puzzle and (WINS_AT_ONCE not in puzzle.themes or puzzle.grade > 1):
            found.append(puzzle)
        if on_position:
            on_position()
        if failed == PATIENCE:
            break
    return Harvest(_apart(found), verdicts)


def _walk(source: Source, nodes: int, stop: Callable[[], bool]) -> Iterator[tuple[int, Position, Finding]]:
    """(turns made, position, finding) from the last position to the first.

    If a position is proved lost, the turn before it wins, so that turn needs no proof.
    """
    positions = source.positions()
    won_by: Turn | None = None
    for number, position in reversed(list(enumerate(positions))):
        winning, won_by = won_by, None
        if position.outcome:
            if number and position.winner is positions[number - 1].seat:
                won_by = position.last_turn
            continue
        if position.choosing or position.snapshot.opening.under_way or position.mid_turn:
            continue
        if len(position.turns()) < LEAST_TURNS:
            continue
        finding = only_winning_turn(position, nodes=nodes, winning=winning, stop=stop)
        if finding.lost and number and positions[number - 1].seat is not position.seat:
            won_by = position.last_turn
        yield number, position, finding


def _puzzle(position: Position, finding: Finding, nodes: int, origin: Origin, stop: Callable[[], bool]) -> Puzzle:
    assert finding.turn is not None
    line, unique = winning_line(position, finding.turn, nodes=nodes, stop=stop)
    effort, rank = effort_of(position, finding.turn)
    shown = list(finding.replies.items())[:SHOWN]
    return Puzzle(
        position=position,
        line=line,
        unique=unique,
        refutations=tuple(Refutation(turn.text, "" if reply is None else reply.text) for turn, reply in shown),
        grade=grade_of(effort, rank, (len(line) + 1) // 2),
        effort=effort,
        rank=rank,
        themes=themes_of(position, finding.turn, finding.replies),
        nodes=finding.nodes,
        origin=origin,
    )


def _apart(found: Sequence[Puzzle]) -> tuple[Puzzle, ...]:
    kept: list[Puzzle] = []
    for puzzle in sorted(found, key=_hardness, reverse=True):
        if all(abs(puzzle.origin.turn - other.origin.turn) >= APART for other in kept):
            kept.append(puzzle)
    return tuple(sorted(kept, key=lambda puzzle: puzzle.origin.turn))


def _hardness(puzzle: Puzzle) -> float:
    return difficulty(puzzle.effort, puzzle.rank, (len(puzzle.line) + 1) // 2)


def key(position: Position) -> tuple[object, ...]:
    """A key that is equal for positions whose stones are images of each other under a symmetry of the board, with
    colours exchanged or not.

    It depends only on the game, the stones and the side to move: to a person such positions are the same puzzle.
    """
    black, white = (frozenset(stones) for stones in position.snapshot.stones)
    side = position.snapshot.side
    images = [(sorted(black), sorted(white), side.value)]
    for symmetry in position.game.symmetries():
        stones = [sorted(symmetry.image[cell] for cell in cells) for cells in (black, white)]
        turned = side.other if symmetry.swaps else side
        first, second = reversed(stones) if symmetry.swaps else stones
        images.append((first, second, turned.value))
    least = min(images)
    return (str(position.game), tuple(least[0]), tuple(least[1]), least[2])


LONGEST = 31
"""The maximum number of turns of a line; a longer game is cut off there."""

_SIMULATIONS = 300


def winning_line(
    position: Position, solution: Turn, *, nodes: int, stop: Callable[[], bool] = lambda: False
) -> tuple[tuple[str, ...], int]:
    """(the line from the solution on, how many of the winner's turns in it are proved to be the only winning ones).

    ``nodes`` limits the solver at each of the winner's turns. The line ends with the game, after LONGEST turns, or when
    the limit is reached or ``stop()`` returns true; the count ends at the first of the winner's turns that is not
    proved to be the only one.
    """
    seat = position.seat
    assert seat is not None
    line, unique, counting = [solution.text], 1, True
    position = position.play(solution)
    while position.outcome is None and len(line) < LONGEST and not stop():
        if position.seat is not seat:
            turn: Turn | None = Engine().search(position, simulations=_SIMULATIONS).best
        else:
            turn = None
            if counting:
                found = only_winning_turn(position, nodes=nodes, stop=stop)
                counting = found.verdict is Verdict.ONLY
                unique += counting
                turn = found.turn
            turn = turn or _winning(position, seat, nodes, stop)
        if turn is None:
            break
        line.append(turn.text)
        position = position.play(turn)
    return tuple(line), unique


def _winning(position: Position, seat: Seat, nodes: int, stop: Callable[[], bool]) -> Turn | None:
    report = Engine().search(position, simulations=_SIMULATIONS, stop=stop)
    if report.proof.win_for(seat):
        return report.best
    solution = solve(position, nodes=nodes, stop=stop)
    return solution.turn if solution.least == 1 else None
