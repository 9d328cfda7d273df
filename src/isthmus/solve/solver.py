"""The exact solver: proves the result of a position with best play, or says that it is unproved within the limits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, repeat
from typing import TYPE_CHECKING

from isthmus import _native
from isthmus.errors import SearchError, quoted
from isthmus.rules.native import NativeCore
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Seat
from isthmus.solve.limits import (
    UNLIMITED,
    check_function,
    check_position,
    core_failures,
    count_limit,
    time_limit,
    whole,
)
from isthmus.solve.plain import PlainProof

if TYPE_CHECKING:  # certificates need the records, which load slowly and are rarely needed
    from isthmus.solve.certificate import Certificate, Claim

__all__ = ["Solution", "solve"]

Stones = tuple[Sequence[int], Sequence[int]]
_RESULTS = {-1: "loss", 0: "draw", 1: "win"}


@dataclass(frozen=True)
class Solution:
    """What is proved about ``position`` for ``seat``, the seat to act.

    The result lies between ``least`` and ``most``, which are -1 (lost), 0 (drawn) or 1 (won); it is proved if they are
    equal. ``turn`` reaches ``least``; None for a loss, or if a limit prevented it. The search visited ``nodes`` nodes
    in ``seconds``. ``certificates``, if requested: one for a win or loss, two for a draw, except those that a limit
    left no room for. ``table_mb``: the MiB that retrograde analysis would have needed, if ``memory_mb`` was too small
    for it. ``ended_by``: the limit that cut short the proof, its turn or its certificate, by its name in ``solve``:
    ``'nodes'``, ``'seconds'``, ``'stop'`` or ``'certificate_lines'``; None if no limit did.

    >>> import isthmus
    >>> solution = isthmus.solve(isthmus.game("hex", size=3, pie=0).start(), certificate=True)
    >>> solution.result, str(solution.winner), str(solution.turn), len(solution.certificates)
    ('win', 'first', 'b2', 1)
    """

    position: Position
    seat: Seat
    least: int
    most: int
    turn: Turn | None
    nodes: int
    seconds: float
    certificates: tuple[Certificate, ...] = ()
    table_mb: int | None = None
    ended_by: str | None = None

    @property
    def proved(self) -> bool:
        """Whether the result is certain."""
        return self.least == self.most

    @property
    def complete(self) -> bool:
        """Whether the result is certain, and ``turn`` reaches it unless it is a loss."""
        return self.proved and (self.turn is not None or self.least == -1)

    @property
    def result(self) -> str:
        """``'win'``, ``'loss'`` or ``'draw'`` for ``seat``, or ``'unproved'``."""
        return _RESULTS[self.least] if self.proved else "unproved"

    @property
    def winner(self) -> Seat | None:
        """The seat that wins; None for a draw or an unproved result."""
        if not self.proved or self.least == 0:
            return None
        return self.seat if self.least == 1 else self.seat.other

    @property
    def draw(self) -> bool:
        """Whether it is proved that neither seat can win."""
        return self.proved and self.least == 0

    @property
    def uncertified(self) -> tuple[Claim, ...]:
        """The claims of the proved result that have no certificate. A draw has two: neither seat loses."""
        from isthmus.solve.certificate import Claim

        claims: tuple[Claim, ...] = ()
        if self.draw:
            claims = tuple(Claim(seat, or_draw=True) for seat in Seat)
        elif self.winner is not None:
            claims = (Claim(self.winner),)
        certified = {certificate.claim for certificate in self.certificates}
        return tuple(claim for claim in claims if claim not in certified)

    def __str__(self) -> str:
        if self.proved:
            return "draw" if self.draw else f"{self.winner} player wins"
        known = {(-1, 0): "does not win", (0, 1): "does not lose"}.get((self.least, self.most))
        return f"unproved, but the {self.seat} player {known}" if known else "unproved"


def solve(
    position: Position,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    memory_mb: int = 256,
    stop: Callable[[], bool] | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    certificate: bool = False,
    certificate_lines: int = 1_000_000,
    net: _native.Net | None = None,
) -> Solution:
    """Prove the result of a position with best play, by proof-number search.

    In Network, retrograde analysis also examines all positions that can follow, if ``memory_mb`` has room for one byte
    for each. It also proves draws in which both seats can repeat positions forever.

    The search ends when the result is proved, after this many ``nodes`` or ``seconds``, or soon after ``stop()``
    returns true. The solution then says what is known. ``on_progress(nodes, lines)`` is called every few milliseconds
    with the number of nodes visited and of certificate lines written. The transposition table grows to at most
    ``memory_mb`` MiB. In mid-turn the turn is completed. With ``certificate`` the proof is also written down, in at
    most ``certificate_lines`` lines; this may take longer than finding it. If two trees prove the result, only they are
    written. The GIL is released.

    ``net`` orders the search; ``ordering_net`` of isthmus.engine.nets.evaluators has the one for a game. It may change
    the time that a proof takes, and which of several turns is found, but never the result.

    A game that exists only in Python is solved in Python: slowly, without certificates and nets, and only if no
    position can recur.

    Raises SearchError if the game is over, a limit is not a positive number, the net is for another game, a certificate
    or net is wanted for a game without a native core, or memory runs out. If the program ends meanwhile, this call
    never returns in a daemon thread.

    >>> import isthmus
    >>> solution = isthmus.solve(isthmus.game("hex", size=4, pie=0).start(), seconds=60)
    >>> solution.result, str(solution.winner), solution.turn in solution.position.turns()
    ('win', 'first', True)
    """
    check_position(position)
    if not isinstance(certificate, bool):
        raise SearchError(f"certificate: expected True or False; got {quoted(certificate)}")
    if position.outcome:
        raise SearchError(f"nothing to solve, because the game is over: {position.outcome}")
    most, longest = count_limit("nodes", nodes), time_limit("seconds", seconds)
    memory = min(count_limit("memory_mb", memory_mb) << 20, UNLIMITED)
    lines = min(whole("certificate_lines", certificate_lines), UNLIMITED)
    if memory_mb is None:
        raise SearchError("memory_mb: expected a whole number; got None")
    if lines < 0:
        raise SearchError(f"certificate_lines: expected 0 or more; got {certificate_lines}")
    check_function("stop", stop)
    check_function("on_progress", on_progress)
    if not isinstance(net, _native.Net | None):
        raise SearchError(f"net: expected a net packed for this machine, or None; got {quoted(net)}")
    game = position.game
    stopped = False

    def keep_on(nodes: int, lines: int) -> bool:
        nonlocal stopped
        if on_progress:
            on_progress(nodes, lines)
        stopped = bool(stop and stop())
        return not stopped

    if not isinstance(game.core, NativeCore):
        extras = certificate or net is not None
        return _in_python(position, extras=extras, nodes=most, seconds=longest, memory=memory, keep_on=keep_on)

    def limit(solution: Solution, nodes: int, seconds: float) -> str | None:
        """The limit that cut the work short, given that the result is incomplete."""
        if stopped:
            return "stop"
        if solution.nodes > nodes:
            return "nodes"
        if solution.seconds >= seconds:
            return "seconds"
        return "certificate_lines" if solution.proved else None

    def run(certificate: bool, nodes: int = most, seconds: float = longest) -> Solution:
        try:
            smaller = "memory_mb (--memory)" + (" or certificate_lines (--lines)" if certificate else "")
            with core_failures(f"try a smaller {smaller}"):
                found = _native.solve(
                    position.state,
                    nodes,
                    seconds,
                    memory,
                    [(symmetry.image, symmetry.swaps) for symmetry in game.symmetries()],
                    certificate,
                    lines,
                    keep_on if stop or on_progress else None,
                    net,
                )
        except ValueError as error:
            raise SearchError(str(error)) from None
        solution = _solution(position, found)
        complete = solution.complete and not (certificate and solution.uncertified)
        return solution if complete else replace(solution, ended_by=limit(solution, nodes, seconds))

    if not certificate:
        return run(certificate=False)
    from isthmus.solve.theory_certificate import certificate_by_theory, has_theory

    if not has_theory(game):
        return run(certificate=True)
    solution = run(certificate=False)
    if solution.winner is None:
        return solution
    short = certificate_by_theory(position, solution.winner, solution.turn, lines)
    if short:
        return replace(solution, certificates=(short,))
    left = max(1, most - solution.nodes), max(0.0, longest - solution.seconds)
    written = run(True, *left)
    return written if written.proved else replace(solution, ended_by=written.ended_by)


def _in_python(
    position: Position, *, extras: bool, nodes: int, seconds: float, memory: int, keep_on: Callable[[int, int], bool]
) -> Solution:
    """The solution of a game that exists only in Python. ``extras``: whether a certificate or a net is wanted."""
    if extras:
        raise SearchError(f"{position.game} is written only in Python; certificates and nets need a native core")
    found = PlainProof(position, nodes=nodes, seconds=seconds, memory=memory, keep_on=keep_on)
    assert position.seat is not None
    made = position.snapshot.pending if position.mid_turn else ()
    turn = position.game.turn_of[(*made, *found.steps)] if found.steps else None
    return Solution(
        position, position.seat, found.least, found.most, turn, found.nodes, found.seconds, ended_by=found.ended_by
    )


def _solution(position: Position, found: _native.Solved) -> Solution:
    seat, made = position.seat, position.snapshot.pending if position.mid_turn else ()
    assert seat is not None
    return Solution(
        position=position,
        seat=seat,
        least=found["least"],
        most=found["most"],
        turn=position.game.turn_of[(*made, *found["turn"])] if found["turn"] else None,
        nodes=found["nodes"],
        seconds=found["seconds"],
        certificates=tuple(_certificate(position, *written) for written in found["certificates"]),
        table_mb=int(found["table"] / 2**20) + 1 if found["table"] else None,
    )


def _certificate(
    position: Position,
    seat: int,
    or_draw: bool,
    has_cycles: bool,
    lines: Sequence[tuple[Stones | None, Sequence[tuple[tuple[int, ...], int]]]],
) -> Certificate:
    """A certificate from its steps; only the first line may begin in mid-turn, and turns are written whole."""
    from isthmus.solve.certificate import Certificate, Claim, Line

    game, made = position.game, position.snapshot.pending if position.mid_turn else ()
    return Certificate(
        position,
        Claim(tuple(Seat)[seat], or_draw),
        tuple(
            Line({str(game.turn_of[(*begun, *steps)]): after for steps, after in turns}, stones)
            for begun, (stones, turns) in zip(chain((made,), repeat(())), lines, strict=False)
        ),
        has_cycles,
    )
