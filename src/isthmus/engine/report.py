"""Report: the result of a search. Every number states its point of view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from isthmus.engine.calibration import Calibration, filled
from isthmus.errors import plural
from isthmus.rules import display
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Seat, Side, Step

__all__ = [
    "Findings",
    "FoundTurn",
    "Proof",
    "Report",
    "Theory",
    "TurnReport",
    "Value",
    "percent",
    "person",
    "proved",
    "tenths",
]


class Proof(Enum):
    """The proved result of a turn or a position, by seat, in the order of the native core.

    >>> import isthmus
    >>> from isthmus.engine import Proof
    >>> print(Proof.FIRST_WINS, Proof.FIRST_WINS.win_for(isthmus.Seat.SECOND))
    first wins False
    """

    UNPROVED = 0
    FIRST_WINS = 1
    SECOND_WINS = 2
    DRAW = 3

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")

    def win_for(self, seat: Seat) -> bool:
        """Whether this seat is proved to win."""
        return self is (Proof.FIRST_WINS if seat is Seat.FIRST else Proof.SECOND_WINS)


@dataclass(frozen=True)
class Value:
    """An expected result. ``first`` is in [-1, 1]: +1 the first seat wins for certain, -1 the second, 0 even.

    >>> from isthmus import Seat
    >>> from isthmus.engine import Value
    >>> Value(0.5).of(Seat.SECOND), Value(0.5).chance(Seat.SECOND)
    (-0.5, 0.25)
    """

    first: float

    def of(self, seat: Seat) -> float:
        """The value from a seat's point of view."""
        return self.first if seat is Seat.FIRST else -self.first

    def chance(self, seat: Seat) -> float:
        """The seat's winning chance in [0, 1], where a draw counts half."""
        return (1 + self.of(seat)) / 2


@dataclass(frozen=True)
class TurnReport:
    """One turn of a search, which ``seat`` would play: its visits, its value and its proved result.

    ``prior`` is its share of attention before the search, in [0, 1]. ``variation`` is the expected continuation,
    starting with the turn; for the less visited turns it has only the turn.

    >>> import isthmus
    >>> report = isthmus.search(isthmus.game("hex", size=5, pie=0).start(), simulations=300)
    >>> first = report.turns[0]
    >>> first.turn == report.best, first.variation == report.variation, first.visits > 0, first.chance > 0.5
    (True, True, True, True)
    """

    turn: Turn
    visits: int
    value: Value
    proof: Proof
    prior: float
    variation: tuple[Turn, ...]
    seat: Seat

    @property
    def chance(self) -> float:
        """The winning chance of the seat to play, in [0, 1]."""
        return self.value.chance(self.seat)


@dataclass(frozen=True)
class Theory:
    """Why a position is won in theory: two trees decide a switching game (Lehman 1964).

    After the best turn, or now if the winner is not to act, the two ``trees`` of empty points join the goals of
    ``winner`` and touch the same squares or dots: if one is cut, a point of the other mends it. Both are empty if the
    best turn ends the game.

    >>> import isthmus
    >>> report = isthmus.search(isthmus.game("bridgit", size=4, pie=0).start(), simulations=10)
    >>> one, other = report.theory.trees
    >>> str(report.theory.winner), len(one) == len(other), set(one) & set(other)
    ('black', True, set())
    """

    winner: Side
    trees: tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True)
class FoundTurn:
    """A turn as an engine returns it, in steps; ``value`` is for the first seat."""

    steps: tuple[Step, ...]
    visits: int
    value: float
    prior: float
    proof: Proof
    variation: Sequence[tuple[Step, ...]]


@dataclass(frozen=True)
class Findings:
    """The raw result of an engine, the best turn first; values are for the first seat. ``Report.of`` reads it."""

    turns: Sequence[FoundTurn]
    value: float
    proof: Proof
    simulations: int
    nodes: int
    depth: int
    seconds: float
    theory: tuple[int, Sequence[int], Sequence[int]] | None = None
    """The winner's side and two trees of cells."""


@dataclass(frozen=True)
class Report:
    """The result of a search of ``position``.

    ``best`` is the turn to play, ``seat`` the seat to play it. ``turns`` has every turn searched, ``best`` first, then
    by visits. ``variation`` is the principal variation, starting with ``best``. ``value`` is an estimate unless
    ``proof`` says otherwise: it is the mean of all simulations, but in an opening of the pie rule it is the value of
    ``best``. Estimates here and in ``turns`` are calibrated where ``engine.calibration`` says so; ``searched`` is the
    value before calibration. ``simulations`` is the number of simulations of this search, ``nodes`` the number of
    positions in memory, ``depth`` the number of steps in the longest line, and ``seconds`` the time taken.

    ``theory`` is set if theory decides every position of the game: Bridg-It, and Trellis with one stone a turn. A
    winning turn then needs no search; if every turn loses, the search shows which turn is hardest to answer.

    ``evaluator`` names the evaluator: ``hand``, the name of a net's file such as ``hex.net``, or ``plain`` for random
    games.

    >>> import isthmus
    >>> report = isthmus.search(isthmus.game("hex", size=3, pie=0).start(), simulations=50)
    >>> str(report.best), str(report.seat), report.chance, str(report.proof)
    ('b2', 'first', 1.0, 'first wins')
    """

    position: Position
    seat: Seat
    best: Turn
    value: Value
    proof: Proof
    turns: tuple[TurnReport, ...]
    variation: tuple[Turn, ...]
    simulations: int
    nodes: int
    depth: int
    seconds: float
    searched: Value
    theory: Theory | None = None
    evaluator: str = "hand"

    def __str__(self) -> str:
        """The report with a table of every turn that was searched; ``repr`` also has the variation of each turn."""
        return _in_full(self)

    def _repr_html_(self) -> str:
        """The board with the turns that the search visited most, and the table, as notebooks show it."""
        from isthmus.engine.report_picture import report_picture

        return display.in_notebook(
            report_picture(self.position, [(entry.turn, entry.visits) for entry in self.turns]), str(self)
        )

    @property
    def pv(self) -> tuple[Turn, ...]:
        """The principal variation under its usual engine name."""
        return self.variation

    @property
    def chance(self) -> float:
        """The winning chance of the seat to play, in [0, 1]."""
        return self.value.chance(self.seat)

    @classmethod
    def of(
        cls, position: Position, findings: Findings, evaluator: str = "hand", calibration: Calibration | None = None
    ) -> Report:
        """The report on a position from an engine's findings and the name of its evaluator.

        Without a calibration, values stay unchanged.
        """
        game, seat = position.game, position.seat
        assert seat is not None
        share = filled(position) if calibration else 0.0

        def calibrated(first: float, proof: Proof) -> Value:
            if calibration is None or proof is not Proof.UNPROVED:
                return Value(first)
            chance = (1 + max(-1.0, min(first, 1.0))) / 2
            return Value(2 * calibration.chance(chance, share) - 1)

        made = position.snapshot.pending if position.mid_turn else ()

        def read(found: FoundTurn) -> TurnReport:
            turn = game.turn_of[(*made, *found.steps)]
            following = (game.turn_of[steps] for steps in found.variation[1:])
            unvisited = not found.visits and found.proof is not Proof.UNPROVED
            value = _PROVED[found.proof] if unvisited else calibrated(found.value, found.proof)
            return TurnReport(turn, found.visits, value, found.proof, found.prior, (turn, *following), seat)

        turns = tuple(map(read, findings.turns))
        searched = _value(position, findings)
        return cls(
            position=position,
            seat=seat,
            best=turns[0].turn,
            value=calibrated(searched, findings.proof),
            proof=findings.proof,
            turns=turns,
            variation=turns[0].variation,
            simulations=findings.simulations,
            nodes=findings.nodes,
            depth=findings.depth,
            seconds=findings.seconds,
            searched=Value(searched),
            theory=_theory(position, findings),
            evaluator=evaluator,
        )


def _value(position: Position, findings: Findings) -> float:
    """The value of the position: the mean of all simulations, but in an opening that of the best turn.

    In an opening, results of turns that favour Black and of turns that favour White cancel out in the mean, though the
    second seat gains from both.
    """
    opening = position.snapshot.opening.under_way and not position.choosing
    return findings.turns[0].value if opening and findings.turns[0].visits else findings.value


_PROVED = {Proof.FIRST_WINS: Value(1.0), Proof.SECOND_WINS: Value(-1.0), Proof.DRAW: Value(0.0)}


def _theory(position: Position, findings: Findings) -> Theory | None:
    if findings.theory is None:
        return None
    winner, *trees = findings.theory
    names = position.game.step_names
    one, two = (tuple(names[cell] for cell in tree) for tree in trees)
    return Theory(tuple(Side)[winner], (one, two))


def tenths(chance: float, proof: Proof) -> str:
    """A chance for display, with one decimal: ``'57.1%'``; it is 0 or 100% only if it is proved."""
    return percent(chance, 1, certain=proof is not Proof.UNPROVED)


def _in_full(report: Report) -> str:
    """The report with a table of its turns; all chances are those of the player to move."""
    who = person(report.position, report.seat)
    certain = f"proved: {proved(report.proof, report.position)}" if report.proof is not Proof.UNPROVED else "estimate"
    found = [_row(report, entry) for entry in report.turns]
    rows = [("turn", "visits", f"chance of {who}", "proved" if any(row[-1] for row in found) else ""), *found]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    table = [
        f"{turn:<{widths[0]}}  {visits:>{widths[1]}}  {chance:>{widths[2]}}  {proof}".rstrip()
        for turn, visits, chance, proof in rows
    ]
    searched = f"{report.simulations:,} {plural(report.simulations, 'simulation')}"
    return "\n".join(
        (
            f"{report.position.game}: {who} to play",
            f"best {report.best}, chance of {who} {tenths(report.chance, report.proof)} ({certain})",
            f"expected {' '.join(map(str, report.variation))}",
            *table,
            f"{searched}, {report.seconds:.2f} s, evaluator {report.evaluator}",
        )
    )


def _row(report: Report, entry: TurnReport) -> tuple[str, str, str, str]:
    """The cells of a turn in the table. A turn that was proved without a visit shows no number of visits."""
    said = "" if entry.proof is Proof.UNPROVED else proved(entry.proof, report.position)
    chance = tenths(entry.chance, entry.proof) if entry.visits or said else "-"
    visits = "" if said and not entry.visits else f"{entry.visits:,}"
    return str(entry.turn), visits, chance, said


def percent(share: float, decimals: int = 0, *, certain: bool = False) -> str:
    """A chance for display: ``'57%'``; an estimate is never 0 or 100%."""
    margin = 0 if certain else 10 ** -(decimals + 2)
    return f"{min(1 - margin, max(margin, share)):.{decimals}%}"


def person(position: Position, seat: Seat) -> str:
    """The name of a seat: its colour, or first or second player while the colour is open."""
    return str(position.side_of(seat) or f"the {seat} player")


def proved(proof: Proof, position: Position) -> str:
    """The proof in words, such as ``'black wins'``; ``'nothing yet'`` if nothing is proved."""
    if proof is Proof.UNPROVED:
        return "nothing yet"
    if proof is Proof.DRAW:
        return "a draw with best play"
    return f"{person(position, Seat.FIRST if proof is Proof.FIRST_WINS else Seat.SECOND)} wins"
