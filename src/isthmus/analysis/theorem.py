"""A perfect opponent that explains its turns: Bridg-It and one-stone Trellis by Lehman's theorem.

A side with two trees that share no point, each joining its two goals, wins even if the other side moves: a point of one
tree mends a cut in the other (docs/design/0008-switching-games.md). The trees are kept from turn to turn while they are
valid, so that people can watch them shrink.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from isthmus.analysis.overlays.switching_trees import Sets, Vertex, answers_of, ends_of
from isthmus.engine import search
from isthmus.errors import IllegalTurnError, SearchError
from isthmus.games.bridgit import Bridgit
from isthmus.games.trellis import Trellis
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Side
from isthmus.solve.theory_certificate import has_theory

__all__ = ["Exchange", "Trees", "begin", "exchange", "stands"]

_SIMULATIONS = 400
"""Simulations of the search for the turn that is hardest to answer, if no turn wins by theory."""


@dataclass(frozen=True)
class Trees:
    """Two trees of ``side``, A and B, as points. ``cut`` is a point of one that the other side has just taken."""

    side: Side
    one: tuple[str, ...]
    two: tuple[str, ...]
    cut: str = ""

    def letter(self, point: str) -> str:
        """``'A'``, ``'B'``, or empty for a point of neither tree."""
        return "A" if point in self.one else "B" if point in self.two else ""

    def without(self, *points: str) -> Trees:
        """What is left of the trees after either side takes these points."""
        one, two = (tuple(point for point in tree if point not in points) for tree in (self.one, self.two))
        return Trees(self.side, one, two)


@dataclass(frozen=True)
class Exchange:
    """A person's turn and the answer.

    ``words`` explain the exchange to the person. ``winner`` is the side that wins by theory; None if that is not known.
    ``answer`` is the theorem's turn; None if it makes none. ``positions`` are those after the turn and after the
    answer, if there is one. ``trees`` belong to the side that then wins by theory; None before the person's first turn,
    at the end, and where Trellis's mirror rule leaves no answer. ``kept`` is a turn that would have kept the win, if
    this one gave it away. ``answers`` gives the answer to each point of the trees.
    """

    positions: tuple[Position, ...]
    words: str
    winner: Side | None
    trees: Trees | None = None
    answer: Turn | None = None
    kept: Turn | None = None

    @property
    def answers(self) -> dict[str, str]:
        """For each point of the trees, the point that mends a cut there; empty while there is a cut to mend."""
        if self.trees is None or self.trees.cut or self.positions[-1].outcome:
            return {}
        return _answers(self.positions[-1], self.trees)


def stands(position: Position, trees: Trees) -> bool:
    """Whether two trees prove that their side wins ``position`` even if the other moves (without the mirror rule)."""
    game, names = _game(position), position.game.topology.cell_of
    points = (*trees.one, *trees.two)
    if len(set(points)) != len(points) or not all(point in names for point in points):
        return False
    held = position.snapshot.stones[trees.side.value]
    if any(position.snapshot.owner(names[point]) is not None for point in points):
        return False
    touched = []
    for tree in (trees.one, trees.two):
        sets, ends = Sets(), [ends_of(game, trees.side, names[point]) for point in tree]
        for cell in held:
            sets.join(*ends_of(game, trees.side, cell))
        vertices = {sets.find(end) for pair in ends for end in pair}
        for start, end in ends:
            if sets.find(start) == sets.find(end):
                return False
            sets.join(start, end)
        if sets.find("from") != sets.find("to") or len(vertices) != len(tree) + 1:
            return False
        touched.append(vertices)
    return touched[0] == touched[1]


def begin(position: Position, person: Side) -> Exchange:
    """The start of a game against the theorem: the theorem makes a turn unless the person moves first.

    Raises SearchError if the game has no such theory.
    """
    winner = _winner(position)
    if position.to_move is person:
        words = f"You are {_named(person)} and move first."
        if winner is person:
            words += " Theory gives you the win: there is always a turn after which two trees join your sides."
            words += " Find it each time."
        return Exchange((position,), words, winner)
    words = f"{_named(person.other)} begins with {{}}. Now two trees join its sides: it can mend whatever you cut."
    return _free(position, (), words)


def exchange(before: Position, turn: str, trees: Trees | None = None) -> Exchange:
    """A person's ``turn`` in ``before`` and the perfect opponent's answer.

    ``trees`` come from the previous exchange; they are ignored if they do not hold. Raises NotationError or
    IllegalTurnError as ``Position.play`` does, IllegalTurnError in the opening, and SearchError if the game has no such
    theory.
    """
    after, person = before.play(turn), before.to_move
    if person is None or before.snapshot.opening.under_way:
        raise IllegalTurnError("the theorem does not cover the opening: play without the pie rule")
    could_win, given = _winner(before), str(after.last_turn)
    if after.outcome:
        return Exchange((after,), f"{given} joins your sides: you have won against the theorem.", person)
    winner = _winner(after)
    if winner is person:
        return _attack(after, person, _trees_of(person, after, trees and trees.without(given, trees.cut)))
    if winner is None:
        return _free(
            after, (after,), "The mirror rule might forbid an answer here, so theory gives none. A search finds {}."
        )
    if could_win is person:
        kept = search(before, simulations=1).best
        words = f"With {given} you gave the win away; {kept} would have kept it. Now {{}} completes two trees."
        return replace(_free(after, (after,), words), kept=kept)
    standing = _trees_of(person.other, before, trees)
    if standing is None or not standing.letter(given):
        words = f"{given} touches neither tree, so any answer will do: {{}} brings the win nearer."
        return _free(after, (after,), words)
    words = f"The mirror rule forbids the answer to {given} that the trees give; but {{}} still wins."
    return _mend(before, after, standing, given) or _free(after, (after,), words)


def _winner(position: Position) -> Side | None:
    """The winner by theory; None if Trellis's mirror rule leaves it open, and at the end."""
    _game(position)
    theory = None if position.outcome else search(position, simulations=1).theory
    return theory.winner if theory else None


def _trees_of(side: Side, position: Position, proposed: Trees | None) -> Trees | None:
    """Trees of a winning side that is not to move: the proposed ones if they hold, otherwise the engine's."""
    if proposed and proposed.side is side and not proposed.letter(proposed.cut) and stands(position, proposed):
        return replace(proposed, cut="")
    theory = search(position, simulations=1).theory
    return Trees(side, *theory.trees) if theory and theory.winner is side else None


def _free(position: Position, made: tuple[Position, ...], words: str) -> Exchange:
    """The engine's turn with the resulting trees; ``{}`` in the words stands for the turn."""
    report = search(position, simulations=1)
    theory, mover = report.theory, position.to_move
    answered = position.play(report.best)
    trees = Trees(mover, *theory.trees) if theory and mover and theory.winner is mover else None
    return _ended(
        Exchange((*made, answered), words.format(report.best), theory.winner if theory else None, trees, report.best)
    )


def _mend(before: Position, after: Position, trees: Trees, cut: str) -> Exchange | None:
    """The answer to a cut from the other tree; None if the mirror rule forbids it."""
    answer = _answers(before, trees)[cut]
    try:
        answered = after.play(answer)
    except IllegalTurnError:
        return None
    gap, it = _gap(before, trees, cut)
    words = f"Your {cut} cut {gap}; {answer} of tree {trees.letter(answer)} joins {it} again."
    return _ended(Exchange((after, answered), words, trees.side, trees.without(cut, answer), answered.last_turn))


def _attack(after: Position, person: Side, trees: Trees | None) -> Exchange:
    """The turn that is hardest to answer, if the person wins by theory."""
    attack = search(after, simulations=_SIMULATIONS).best
    attacked = after.play(attack)
    cut = str(attack)
    if trees is None or not trees.letter(cut):
        words = f"{attack} touches neither of your trees, so any reply keeps the win."
        return _ended(Exchange((after, attacked), words, person, trees, attack))
    gap, it = _gap(after, trees, cut)
    other = "B" if trees.letter(cut) == "A" else "A"
    words = f"{attack} cuts {gap}. Join {it} again, for example with a point of tree {other}."
    left = replace(trees.without(cut), cut=cut)
    return _ended(Exchange((after, attacked), words, person, left, attack))


def _ended(found: Exchange) -> Exchange:
    """The same exchange, with the end of the game in words if it is over."""
    last = found.positions[-1]
    if not last.outcome:
        return found
    return replace(
        found, words=f"{found.words} {_named(last.outcome.winner)} has joined its sides and wins.", trees=None
    )


def _gap(position: Position, trees: Trees, cut: str) -> tuple[str, str]:
    """The parts that a cut separates, in words, and their pronoun: ``('two dots off tree A', 'them')``."""
    game, cells = _game(position), position.game.topology.cell_of
    letter = trees.letter(cut)
    tree = trees.one if letter == "A" else trees.two
    sets, seen = Sets(), set[Vertex]()
    for cell in (*position.snapshot.stones[trees.side.value], *(cells[point] for point in tree if point != cut)):
        ends = ends_of(game, trees.side, cell)
        sets.join(*ends)
        seen.update(ends)
    parts = {sets.find(end) for end in ends_of(game, trees.side, cells[cut])}
    seen.update(ends_of(game, trees.side, cells[cut]))
    main = sets.find("from")
    if main in parts and sets.find("to") in parts:
        return f"tree {letter} in two, between {_named(trees.side)}'s sides", "it"
    (loose,) = parts - {main}
    count = sum(sets.find(end) == loose for end in seen)
    what = "dot" if isinstance(game, Bridgit) else "square"
    return (
        f"{'a' if count == 1 else count} {what}{'' if count == 1 else 's'} off tree {letter}",
        "it" if count == 1 else "them",
    )


def _answers(position: Position, trees: Trees) -> dict[str, str]:
    game, cell = _game(position), position.game.topology.cell_of
    held = position.snapshot.stones[trees.side.value]
    one, two = ([cell[point] for point in tree] for tree in (trees.one, trees.two))
    return answers_of(game, trees.side, held, one, two) | answers_of(game, trees.side, held, two, one)


def _game(position: Position) -> Bridgit | Trellis:
    game = position.game
    if not isinstance(game, Bridgit | Trellis) or not has_theory(game):
        raise SearchError(f"no theorem decides {game}; choose Bridg-It, or Trellis with one stone a turn")
    return game


def _named(side: Side | None) -> str:
    return str(side).capitalize()
