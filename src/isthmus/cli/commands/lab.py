"""``isthmus lab``: studies of rules, from a file to a report."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from isthmus._starting import INTERRUPTED
from isthmus.cli.arguments import On
from isthmus.cli.errors import CommandError, interrupts
from isthmus.cli.terminal.console import output, show_board
from isthmus.cli.terminal.help_texts import WrappedGroup
from isthmus.cli.terminal.phrases import command
from isthmus.cli.terminal.writing import Force, check_free

if TYPE_CHECKING:
    from isthmus.lab import Study

__all__ = ["app"]

app = typer.Typer(
    cls=WrappedGroup,
    no_args_is_help=True,
    help="Measure how a rule changes a game, from many games that the engine plays.",
)

LedgerFile = Annotated[
    Path | None,
    typer.Option("--ledger", "-l", dir_okay=False, help="The file for the games. Default: next to the study."),
]
Jobs = Annotated[int | None, typer.Option("--jobs", "-j", min=1, help="Batches at a time. Default: one per processor.")]


@app.command()
def run(
    study: Annotated[Path, typer.Argument(metavar="STUDY", exists=True, dir_okay=False, help="The file of a study.")],
    *,
    ledger: LedgerFile = None,
    on: On = "local",
    jobs: Jobs = None,
    mixed: Annotated[
        bool, typer.Option("--mixed", help="Add games even if another engine played those in the ledger.")
    ] = False,
) -> None:
    """Play the games of a study that are not in its ledger yet.

    The same command resumes an interrupted run. It stops if this engine would play differently from the one that
    played the games in the ledger; --mixed adds its games anyway, and the report says so. Needs isthmus\\[lab], and
    isthmus\\[cluster] for Ray.

    isthmus lab run separation.toml --ledger separation.jsonl
    """
    from isthmus import lab

    read = lab.Study.read(study)
    where = ledger or read.ledger
    finished = _play(read, where, on, jobs, mixed=mixed)
    console = output()
    if finished:
        report = f"{command()} lab report {where} --output report.html"
        console.print(f"The games are in {where}; next: {report}", soft_wrap=True)


def _play(study: Study, ledger: Path, on: str, jobs: int | None, *, mixed: bool = False) -> bool:
    """Run a study with a progress bar; returns whether it was completed. Raises KeyboardInterrupt after Ctrl-C."""
    from isthmus import lab
    from isthmus.cli.terminal.lab_progress import LabBar

    paused = stopped = False
    with (
        interrupts() as interrupted,
        LabBar(study.data.title) as bar,
        closing(lab.run(study, ledger=ledger, on=on, jobs=jobs, mixed=mixed)) as running,
    ):
        for progress in running:
            bar.show(progress)
            paused = progress.paused
            stopped = interrupted.is_set()
            if stopped:
                break
    if stopped:
        output().print(f"Interrupted. The games are in {ledger}; the same command resumes the run.", soft_wrap=True)
        raise typer.Exit(INTERRUPTED)
    if paused:
        output().print(f"The study has used all its core-hours; the games are kept in {ledger}.", soft_wrap=True)
    return not paused


@app.command()
def report(
    ledger: Annotated[
        Path, typer.Argument(metavar="LEDGER", exists=True, dir_okay=False, help="The games of a study.")
    ],
    *,
    out: Annotated[
        Path, typer.Option("--output", "-o", dir_okay=False, help="The page; .json and .csv files go next to it.")
    ],
    site: Annotated[
        str | None,
        typer.Option(
            "--site",
            help="The address of the web app, for the page's links; / for a page that the app itself shows. Default: "
            "the usual address of isthmus serve.",
        ),
    ] = None,
    force: Force = False,
) -> None:
    """Make a report of the games so far: one HTML page, and its figures as JSON and CSV.

    The run need not be finished. The page has no scripts and needs no other files.

    isthmus lab report separation.jsonl --output separation.html
    """
    from isthmus import lab

    if out.suffix != ".html":
        raise CommandError(f"--output {out}: expected a name that ends in .html")
    files = [out.with_suffix(suffix) for suffix in (".html", ".json", ".csv")]
    for file in files:
        check_free(file, force=force)
    found = lab.report(ledger)
    lab.write_report(found, out, *([site] if site else []))
    console = output()
    for one in found.judgements:
        console.print(f"{one.claim.name}: {one.verdict}", soft_wrap=True, markup=False)
    console.print(f"Wrote {', '.join(map(str, files))}.", soft_wrap=True, markup=False)


@app.command()
def compare(
    one: Annotated[Path, typer.Argument(metavar="A", exists=True, dir_okay=False, help="A ledger.")],
    other: Annotated[Path, typer.Argument(metavar="B", exists=True, dir_okay=False, help="Another ledger.")],
) -> None:
    """Compare the figures of two studies, for each game that they share, or for the only game of each.

    An asterisk marks figures whose intervals do not overlap.

    isthmus lab compare three.jsonl two.jsonl
    """
    from isthmus import lab
    from isthmus.lab.comparing import compare as compared
    from isthmus.lab.reporting.results import shown

    console = output()
    found = list(compared(lab.report(one), lab.report(other)))
    if not found:
        raise CommandError(f"{one} and {other} have no figure in common; expected the same measures and strengths")
    console.print(f"  figure: {one} | {other}", soft_wrap=True, markup=False)
    for row in found:
        scale = lab.MEASURES[row.one.measure].scale
        first, second = (shown(each.value, each.low, each.high, scale) for each in (row.one, row.other))
        where = ", ".join(filter(None, [row.one.game, f"at {row.one.strength}", row.one.restriction]))
        mark = "*" if row.apart else " "
        console.print(f"{mark} {row.one.figure}, {where}: {first} | {second}", soft_wrap=True, markup=False)


@app.command()
def show(
    number: Annotated[int, typer.Argument(metavar="NUMBER", min=1, help="The number of a game, from a report.")],
    *,
    ledger: Annotated[
        Path, typer.Option("--ledger", "-l", exists=True, dir_okay=False, help="The ledger with the game.")
    ],
) -> None:
    """Draw the end of a game of a study. Print its turns, and the address that opens it as a study in isthmus serve.

    isthmus lab show 1207 --ledger separation.jsonl
    """
    from isthmus import lab
    from isthmus.lab.play.played import Played
    from isthmus.lab.reporting.files import SITE
    from isthmus.lab.reporting.games import record_of
    from isthmus.record.share import format_share_link

    results = lab.report(ledger)
    place, found = results.plan.found(number), results.find(number)
    if place is None or found is None:
        last = max(
            (one.number for pairs in results.games.values() for pair in pairs.values() for one in pair), default=0
        )
        raise CommandError(f"{ledger} has no game {number}; expected a number up to {last} from its report")
    record = record_of(place[0], found)
    console = output()
    point = place[0]
    game = results.study.captions[point.game]
    facts = ", ".join(filter(None, [f"{point.role} of {game} at {point.strength}", point.restriction]))
    console.print(f"Game {number}: {facts}", soft_wrap=True, markup=False)
    show_board(console, record.final)
    console.print(" ".join(record.turns), soft_wrap=True, markup=False)
    if record.result:
        console.print(f"{record.result}", soft_wrap=True, markup=False)
    if isinstance(found, Played) and found.finished:
        outcome = record.final.outcome
        if outcome is None or (outcome.winner, outcome.reason) != (found.side, found.reason):
            kept = f"{found.side or 'draw'} ({found.reason})"
            typer.echo(f"The rules have changed since this game was played: {ledger} says {kept}.", err=True)
    address = format_share_link(record, address=f"{SITE}/study")
    console.print(f"While isthmus serve runs, the game is at {address}", soft_wrap=True, markup=False)


@app.command()
def claims(
    *,
    quick: Annotated[
        bool, typer.Option("--quick", help="Play only ten games per point, too few to settle anything.")
    ] = False,
    kept: Annotated[
        bool, typer.Option("--kept", help="Print the verdicts that come with this version; play nothing.")
    ] = False,
    only: Annotated[list[str] | None, typer.Option("--only", help="Only the study of this name; repeatable.")] = None,
    folder: Annotated[
        Path, typer.Option("--folder", file_okay=False, help="The folder for ledgers and reports.")
    ] = Path("claims"),
    on: On = "local",
    jobs: Jobs = None,
) -> None:
    """Play the studies of the inventors' claims again, and compare their verdicts with those of this version.

    The same engine gives the same figures. The folder gets the games and a report of each study. The same command
    resumes after an interruption. Studies that take an hour are played only with --quick, or if --only names them.
    docs/claims.md lists the claims and the open questions.

    isthmus lab claims --only pie
    """
    from isthmus import lab
    from isthmus.lab import claimed

    console = output()
    found = claimed.studies()
    for name in only or ():
        if name not in found:
            raise CommandError(f"--only {name}: no such study; expected {', '.join(found)}")
    for name in only or found:
        study = claimed.quick(found[name]) if quick else found[name]
        console.print(f"{name}: {study.data.title}", soft_wrap=True, markup=False)
        before = {claim["name"]: claim for claim in (claimed.kept(name) or {"claims": []})["claims"]}
        if kept:
            for claim in before.values():
                words = f"  {claim['name']}: {claim['verdict']}, {claim['shown']}"
                console.print(words, soft_wrap=True, markup=False)
            continue
        if name in claimed.LONG and not (only or quick):
            console.print(f"  takes about an hour; play it with --only {name}", soft_wrap=True, markup=False)
            continue
        folder.mkdir(parents=True, exist_ok=True)
        ledger = folder / f"{name}{'-quick' if quick else ''}.jsonl"
        _play(study, ledger, on, jobs)
        results = lab.report(ledger)
        lab.write_report(results, ledger.with_suffix(".html"))
        for one in results.as_data()["claims"]:
            said = f"{one['verdict']}, {one['shown']}"
            was = None if quick else before.get(one["name"])
            same = "" if was is None else _compared(said, f"{was['verdict']}, {was['shown']}")
            console.print(f"  {one['name']}: {said}{same}", soft_wrap=True, markup=False)


def _compared(now: str, kept: str) -> str:
    return "; as recorded" if now == kept else f"; the recorded result differs: {kept}"


@app.command()
def measures() -> None:
    """List the measures that a study may ask for, with their definitions and how they mislead.

    isthmus lab measures
    """
    from isthmus import lab
    from isthmus.lab.measures.catalogue import claimable

    console = output()
    for measure in lab.MEASURES.values():
        console.print(f"[bold]{measure.name}[/bold]", highlight=False)
        for words in (
            measure.definition,
            f"Point of view: {measure.of_whom}.",
            f"How it misleads: {measure.misleads}",
            f"Claims about it: {'yes' if claimable(measure) else 'no'}.",
        ):
            console.print(f"  {words}", soft_wrap=True, markup=False)
