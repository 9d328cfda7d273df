"""A report for people: best turn, winning chance, proof, the turns searched, the expected continuation."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from isthmus.cli.terminal.phrases import title_of
from isthmus.engine import Proof, Report
from isthmus.engine.report import Theory, person, proved, tenths
from isthmus.errors import plural

__all__ = ["view"]


def view(report: Report, turns: int, *, thinking: bool = False) -> RenderableType:
    """The report with at most ``turns`` turns; all chances are those of the player to move."""
    whose = person(report.position, report.seat)
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim")
    table.add_column()
    table.add_row("to play", whose)
    table.add_row("best turn", Text(str(report.best), style="bold"))
    table.add_row("chance", f"{tenths(report.chance, report.proof)} for {whose}")
    table.add_row("proved", proved(report.proof, report.position))
    if report.theory is not None:
        table.add_row("theory", _theory(report.theory))
    table.add_row("expected", " ".join(map(str, report.variation)))
    if report.simulations:
        searched = f"{report.simulations:,} {plural(report.simulations, 'simulation')}"
        effort = f"{searched}, {report.nodes:,} {plural(report.nodes, 'node')}, {report.seconds:.1f} s"
        table.add_row("searched", effort + (", still thinking" if thinking else ""))
        table.add_row("evaluator", Text(report.evaluator))
    parts: list[RenderableType] = [Text(title_of(report.position), style="bold"), table, _turns(report, turns, whose)]
    if _puzzling(report, turns):
        words = "The best turn is the one with the most visits: a chance from few visits is uncertain."
        parts.append(Text(words, style="dim"))
    return Group(*parts)


def _puzzling(report: Report, count: int) -> bool:
    """Whether a shown turn has a higher chance than the best turn, and neither is proved."""
    shown = [entry for entry in report.turns[:count] if entry.visits and entry.proof is Proof.UNPROVED]
    best = [entry for entry in shown if entry.turn == report.best]
    return bool(best) and any(entry.chance > best[0].chance for entry in shown)


def _theory(theory: Theory) -> str:
    if not all(theory.trees):
        return f"{theory.winner} wins with the best turn"
    one, two = (" ".join(tree) for tree in theory.trees)
    return f"{theory.winner} wins by two trees: if one is cut, a point of the other joins it again\n{one}\n{two}"


def _turns(report: Report, count: int, whose: str) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("turn", style="bold", no_wrap=True)
    visits = sum(entry.visits for entry in report.turns)
    counted = ("visits", "share") if visits else ()  # theory needs none
    for heading in (*counted, f"chance of {whose}"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("proved", no_wrap=True)
    for entry in report.turns[:count]:
        proof = "" if entry.proof is Proof.UNPROVED else proved(entry.proof, report.position)
        chance = tenths(entry.chance, entry.proof) if entry.visits or proof else "–"
        counts = (f"{entry.visits:,}", f"{entry.visits / visits:.0%}") if visits else ()
        table.add_row(str(entry.turn), *counts, chance, proof)
    return table
