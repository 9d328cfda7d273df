"""A review for people: a table of turns, the course of the game, and a summary for each player."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from isthmus.analysis.review.conclusions import Answer, ReviewedTurn
from isthmus.analysis.review.course import course
from isthmus.analysis.review.judge import GRADES, Fact
from isthmus.analysis.review.narration import capital, findings, person, point_of_view, swing, turn_in_words
from isthmus.analysis.review.report import Review
from isthmus.cli.terminal.canvas import ASCII, UNICODE
from isthmus.cli.terminal.review_plot import plot
from isthmus.rules.types import Seat

__all__ = ["view"]

_LONGEST_NAME = 8
_STYLES = {"blunder": "bold red", "mistake": "red", "inaccuracy": "yellow"}
_SIGNS = {grade.name: grade.sign for grade in GRADES} | {"good": "!", "interesting": "!?"}
_KEPT = {Fact.NOTHING, Fact.KEPT_WIN, Fact.KEPT_DRAW}
"""Facts about turns without a known fault."""
_SETTLED = {Fact.KEPT_WIN, Fact.KEPT_DRAW, Fact.WAS_LOST}
"""Facts that the chances already show, and after which no turn could be better."""


def view(review: Review, console: Console, *, plain: bool) -> RenderableType:
    """The whole report for this console; ``plain`` uses ASCII for our own signs."""
    above, below = (person(review.record, seat) for seat in Seat)
    arrow = "->" if plain else "→"
    parts: list[RenderableType] = [
        Text(str(review.record.game), style="bold"),
        Text(point_of_view(review.record)),
        Text(),
    ]
    parts.append(_turns(review, console.width, arrow, plain=plain))
    faults = [turn for turn in review.variations if turn.judgement.grade]
    parts += [Text(f"Variation, {turn_in_words(turn).replace('→', arrow)}.") for turn in faults]
    parts.append(Text())
    parts += plot(course(review), above, below, width=min(console.width, 120), plain=plain)
    parts += [Text(), _people(review, arrow), Text(), *(Text(line) for line in findings(review))]
    return Group(*parts)


def _turns(review: Review, width: int, arrow: str, *, plain: bool) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False)
    table.add_column("#", justify="right", style="dim", no_wrap=True)
    table.add_column("by", no_wrap=True)
    table.add_column("turn", style="bold", no_wrap=True)
    table.add_column("chance", no_wrap=True)
    table.add_column("judgement", no_wrap=True)
    table.add_column("the engine's line", overflow="fold")
    signs = (ASCII if plain else UNICODE).stones
    names = [(review.record.players[seat.value] or str(seat))[:_LONGEST_NAME] for seat in Seat]
    swings = max(len(swing(turn)) for turn in review.turns)
    taken = 15 + max(map(len, names)) + max(len(turn.turn) for turn in review.turns) + swings + 13
    for turn in review.turns:
        name = names[turn.judgement.seat.value]
        by = f"{name} {signs[turn.side.value]}" if turn.side else name
        table.add_row(
            str(turn.number),
            by,
            turn.turn,
            swing(turn).replace("→", arrow),
            _judgement(review, turn),
            _line(turn, max(12, width - taken)),
        )
    return table


def _judgement(review: Review, turn: ReviewedTurn) -> Text:
    name = review.record.nodes[turn.node].judgement or turn.judgement.grade
    if not name:
        best = turn.best and turn.judgement.fact in _KEPT
        return Text("best" if best else "", style="dim")
    told = Text(f"{_SIGNS[name]:<2} {name}", style=_STYLES.get(name, "green"))
    if turn.answer is not Answer.NONE:
        told.append(f"\n   {turn.answer}", style="dim")
    return told


def _line(turn: ReviewedTurn, room: int) -> Text:
    """The engine's turn, if different, with as much of its line as fits, and the proof below it."""
    told = Text()
    if turn.judgement.fact in _SETTLED:
        return told
    doubtful = turn.judgement.fact is Fact.NOW_LOST and not turn.judgement.grade  # no better turn is known
    if turn.line and not turn.best and not doubtful:
        line = turn.line[0]
        for expected in turn.line[1:]:
            if len(line) + 1 + len(expected) > room:
                break
            line += f" {expected}"
        told.append(line)
        told.stylize("bold", 0, len(turn.line[0]))
    if turn.judgement.fact:
        told.append(f"\n{turn.judgement.fact}" if told else str(turn.judgement.fact), style="italic")
    return told


def _people(review: Review, arrow: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False)
    table.add_column("player", style="bold", overflow="fold")
    table.add_column("turns", justify="right")
    table.add_column("mean loss", justify="right", no_wrap=True)
    for grade in GRADES:
        table.add_column(grade.sign, justify="right", style=_STYLES[grade.name])
    table.add_column("greatest loss", overflow="fold")
    for seat in Seat:
        summary = review.summary(seat)
        table.add_row(
            capital(person(review.record, seat)),
            str(summary.turns),
            f"{100 * summary.mean_loss:.1f}%" if summary.turns else "-",
            *(str(summary.counts[grade.name]) for grade in GRADES),
            turn_in_words(summary.worst).replace("→", arrow) if summary.worst else "none",
        )
    return table
