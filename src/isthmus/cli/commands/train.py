"""``isthmus train`` trains a net for a game by self-play; ``isthmus gate`` tests and admits it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.live import Live

import isthmus
from isthmus._starting import INTERRUPTED
from isthmus.cli.arguments import On, Parameters, complete_game, game_of, numbers_of
from isthmus.cli.errors import CommandError, interrupts
from isthmus.cli.terminal.console import output
from isthmus.cli.terminal.training_view import StandingLike, draw_standing, line_of
from isthmus.errors import counted
from isthmus.rules.parameters import parse_game

if TYPE_CHECKING:
    from isthmus.learn.gate import GateResult, GateTest
    from isthmus.match.run import Match

__all__ = ["gate", "train"]

TOLD_EVERY = 60.0
"""Seconds between two lines of progress if the output is not a terminal."""
_REDRAWN_EVERY = 0.2
"""The same on a terminal."""
RESUMES = "Run the same command again to resume."


class _Screen(Live):
    """Shows the progress: redrawn in place on a terminal, otherwise a line from time to time."""

    def __init__(self, console: Console, generation: int) -> None:
        super().__init__(console=console, auto_refresh=False)
        self._generation = generation
        self._told = time.monotonic()

    def watch(self, standing: StandingLike) -> None:
        if self.console.is_terminal:
            self.update(draw_standing(standing, self._generation), refresh=True)
        elif time.monotonic() - self._told > TOLD_EVERY:
            self.show(standing)

    def show(self, standing: StandingLike) -> None:
        """Show the final state: as a table, or as a line."""
        self._told = time.monotonic()
        if self.console.is_terminal:
            self.update(draw_standing(standing, self._generation), refresh=True)
        else:
            typer.echo(line_of(standing))


def _sizes(text: str) -> tuple[int, ...]:
    try:
        return tuple(sorted({int(size) for size in text.split(",")}))
    except ValueError:
        raise CommandError(f"--sizes is {text!r}; expected whole numbers, such as 5,7,9,11") from None


_OF_PLAY = ("sizes", "smaller", "simulations", "full", "generation", "uses", "backend", "on", "jobs")
"""The options about the games that a net plays."""


def _is_given(context: typer.Context, name: str) -> bool:
    """Whether an option is on the command line."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def train(
    context: typer.Context,
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="A game; 'isthmus games' lists them.", autocompletion=complete_game)
    ],
    *,
    param: Parameters = None,
    run: Annotated[Path, typer.Option("--run", file_okay=False, help="The folder of the training run.")],
    hours: Annotated[float, typer.Option("--hours", min=0.001, help="Total hours of training in this folder.")],
    sizes: Annotated[
        str | None, typer.Option("--sizes", help="Sizes to play, in ascending order. Default: the game's usual size.")
    ] = None,
    smaller: Annotated[
        float,
        typer.Option(
            "--smaller", min=0, max=1, help="The share of games on smaller boards, once all sizes are played."
        ),
    ] = 0.2,
    channels: Annotated[int, typer.Option("--channels", min=16, help="Channels of the net, a multiple of 16.")] = 32,
    blocks: Annotated[int, typer.Option("--blocks", min=1, help="Residual blocks of the net.")] = 4,
    knowledge: Annotated[
        bool,
        typer.Option("--knowledge/--no-knowledge", help="Show the net the judgement of the hand-made evaluator."),
    ] = False,
    simulations: Annotated[int, typer.Option("--simulations", min=2, help="Simulations per fully searched step.")] = 32,
    full: Annotated[
        float, typer.Option("--full", min=0.001, max=1, help="The share of the steps that are searched fully.")
    ] = 0.4,
    generation: Annotated[
        int,
        typer.Option(
            "--generation",
            min=1,
            help="Games that each net plays before the next one; rounded up to whole tasks, of 32 games on a CPU.",
        ),
    ] = 1000,
    window: Annotated[
        int, typer.Option("--window", min=1, help="The maximum number of games to learn from; the latest are used.")
    ] = 30_000,
    batch: Annotated[int, typer.Option("--batch", min=1, help="Positions per training step.")] = 256,
    uses: Annotated[
        float, typer.Option("--uses", min=0.1, help="How many times the learner uses a position, on average.")
    ] = 4.0,
    result: Annotated[
        float,
        typer.Option(
            "--result",
            min=0,
            max=1,
            help="The weight of the game's result in the value's target; the rest is the search's value.",
        ),
    ] = 1.0,
    net_weights: Annotated[
        float,
        typer.Option(
            "--net-weights",
            min=0,
            max=1,
            help="The net's share in the weights of steps, as in the engine; the hand-made evaluator has the rest.",
        ),
    ] = 1.0,
    rate: Annotated[
        float, typer.Option("--rate", min=1e-6, help="The learning rate; it falls in the last 30% of the time.")
    ] = 2e-3,
    start: Annotated[
        Path | None,
        typer.Option(
            "--from", dir_okay=False, exists=True, help="Begin with the net in this file; a smaller net is enlarged."
        ),
    ] = None,
    games: Annotated[
        Path | None,
        typer.Option(
            "--games",
            file_okay=False,
            exists=True,
            help="Play no games; learn from those of the training run in this folder, at its sizes.",
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", min=0, help="Seed for the first weights, the games and the batches.")
    ] = 0,
    backend: Annotated[
        str,
        typer.Option(
            "--backend",
            help="What evaluates the positions of games: native (8 bits, on processors), or jax (floats, on a GPU if "
            "JAX has one).",
        ),
    ] = "native",
    on: On = "local",
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=1, help="Processes that play. Default: one per processor; with jax, one."),
    ] = None,
) -> None:
    """Train a net for a game from games that it plays against itself.

    The same command resumes an interrupted run. Needs isthmus\\[train]. The folder contains the nets, the last one as
    final.net; 'isthmus gate' tests whether one makes the engine stronger.

    isthmus train hex --sizes 5,7,9,11 --run runs/hex --hours 8

    isthmus train hex --games runs/hex --channels 48 --blocks 6 --run runs/larger --hours 2

    isthmus train hex --backend jax --channels 96 --blocks 8 --run runs/teacher --hours 2
    """
    from isthmus.learn.extra import check_extra

    check_extra()
    chosen = game_of(game, param)
    if games and (given := [f"--{name}" for name in _OF_PLAY if _is_given(context, name)]):
        raise CommandError(f"with --games the run plays no games itself; omit {', '.join(given)}")
    if sizes and ("size" in parse_game(game)[1] or any(one.strip().startswith("size=") for one in param or ())):
        raise CommandError(f"size={chosen.number('size')} and --sizes {sizes}; expected only one of them")
    if channels % 16:
        raise CommandError(f"--channels is {channels}; expected a multiple of 16")
    # From here on Ctrl-C only sets an event. JAX would lose an exception that Ctrl-C raised while JAX loads or works.
    with interrupts() as interrupted:
        from isthmus.engine.nets.backends import JAX
        from isthmus.learn.batches import BatchSettings
        from isthmus.learn.distil import Distillation
        from isthmus.learn.fit import FitSettings
        from isthmus.learn.loop import Training
        from isthmus.learn.run_folder import RunFolder
        from isthmus.learn.settings import SelfPlaySettings, TrainSettings
        from isthmus.work import runner_of

        played = TrainSettings.load(games / "config.json").sizes if games else ()
        settings = TrainSettings(
            game=str(chosen),
            sizes=played or (_sizes(sizes) if sizes else (chosen.number("size"),)),
            channels=channels,
            blocks=blocks,
            knowledge=knowledge,
            batch=batch,
            window=window,
            uses=uses,
            seed=seed,
            small=0.0 if start else 0.4,
            remain=smaller,
            start=str(start.resolve()) if start else "",
            games=str(games.resolve()) if games else "",
            play=SelfPlaySettings.for_backend(backend, simulations=simulations, full_share=full, generation=generation),
            draw=BatchSettings(result=result),
            fit=FitSettings(rate=rate, net_weights=net_weights),
        )
        console = output()
        folder = RunFolder(run, settings)
        workers = jobs or (1 if backend == JAX else None)
        with folder.held():
            training = Distillation(folder) if games else Training(folder, runner_of(on, workers, here=False))
            if training.is_over(hours * 3600):
                console.print(
                    f"This training run has already used its {hours:g} h; give more --hours to continue.",
                    soft_wrap=True,
                    markup=False,
                )
            with _Screen(console, generation) as screen:
                screen.show(training.run(hours * 3600, screen.watch, interrupted.is_set))
    stopped = interrupted.is_set()
    said = f"Interrupted. {RESUMES}" if stopped else f"The net is {run / 'final.net'}."
    if not stopped and not training.learner.steps:
        said += " It has learned nothing yet: the time was too short. Give more --hours to continue."
    report = run / "report.html"
    curves = f" The curves are in {report}." if report.exists() else ""
    console.print(said + curves, soft_wrap=True, markup=False)
    if stopped:
        raise typer.Exit(INTERRUPTED)


def gate(
    net: Annotated[Path, typer.Argument(metavar="NET", dir_okay=False, help="The file of a net.")],
    *,
    size: Annotated[int, typer.Option("--size", help="The size at which it must be stronger.")],
    other: Annotated[
        list[int] | None, typer.Option("--other", help="A size at which it must not be weaker; repeatable.")
    ] = None,
    pie: Annotated[
        int,
        typer.Option(
            "--pie",
            min=0,
            help="The game's pie parameter in the matches, for a game where one side can force a win without it.",
        ),
    ] = 0,
    logs: Annotated[Path, typer.Option("--logs", file_okay=False, help="The folder for the logs of the matches.")],
    parameter: Annotated[
        list[str] | None,
        typer.Option(
            "--parameter",
            metavar="NAME=NUMBER",
            help="An engine parameter for this net, such as net_weights=0.5; kept on its card; repeatable.",
        ),
    ] = None,
    quick: Annotated[float, typer.Option("--quick", min=0.001, help="Seconds per turn in the first match.")] = 0.1,
    slow: Annotated[float, typer.Option("--slow", min=0.001, help="Seconds per turn in the second match.")] = 1.0,
    on: On = "local",
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="Number of games to play at the same time.")] = 1,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same openings.")] = 0,
) -> None:
    """Test whether a net makes the engine stronger at equal time, and write the result into its file.

    The tests are sequential: 0 against 30 Elo at the size of --size, quick and slow; -20 against 0 Elo at each --other
    size. The exit code is 1 if the net fails. The same command resumes an interrupted test.

    isthmus gate runs/hex/final.net --size 11 --other 9 --other 13 --logs runs/hex/gate
    """
    from isthmus.engine import Engine
    from isthmus.engine.net_file import read_net
    from isthmus.learn.gate import admit, gate_tests
    from isthmus.learn.gate import gate as play_gate

    if size in (other or ()):
        raise CommandError(f"--other {size} is the same as --size; expected a different size")
    if quick >= slow:
        raise CommandError(f"--quick is {quick:g} and --slow {slow:g}; expected fewer seconds in the first match")
    parameters = numbers_of(parameter) if parameter else {}
    file = read_net(net)
    texts = [str(isthmus.game(file.game, size=one, pie=pie)) for one in (size, *(other or ()))]
    wanted = gate_tests(texts, quick, slow)
    console = output()
    opponent = Engine().judge(isthmus.game(texts[0]))
    console.print(f"{net} against the engine with its usual evaluator, {opponent}.", soft_wrap=True, markup=False)

    for one in (size, *(other or ())):
        if one not in file.card.get("sizes", (one,)):
            console.print(f"Note: this net was not trained on size {one}.", soft_wrap=True, markup=False)
    told = time.monotonic()

    def watch(test: GateTest, match: Match) -> None:
        nonlocal told
        if time.monotonic() - told < (_REDRAWN_EVERY if console.is_terminal else TOLD_EVERY):
            return  # a tally counts all games
        told, tally = time.monotonic(), match.tally
        line = f"{test.game} at {test.seconds:g} s: {counted(tally.games, 'game')}, {tally.points:g} points"
        if console.is_terminal:
            status.update(line)
        else:
            typer.echo(line)

    def decided(result: GateResult) -> None:
        test, (elo, low, high) = result.test, result.elo
        verdict = "passed" if result.passed else "failed"
        console.print(
            f"{test.game} at {test.seconds:g} s: {verdict}, {sum(result.pairs)} pairs, "
            f"Elo {elo:+.0f} ({low:+.0f} to {high:+.0f})",
            soft_wrap=True,
            markup=False,
        )

    try:
        with console.status("") as status:
            results = play_gate(
                net.resolve(),
                wanted,
                logs,
                parameters=parameters,
                jobs=jobs,
                on=on,
                seed=seed,
                watch=watch,
                decided=decided,
            )
    except KeyboardInterrupt:
        console.print(f"Interrupted. {RESUMES}", soft_wrap=True, markup=False)
        raise typer.Exit(INTERRUPTED) from None
    for test in wanted[len(results) :]:
        console.print(f"{test.game} at {test.seconds:g} s: not played", soft_wrap=True, markup=False)
    passed = admit(net, wanted, results, (size, *(other or ())), parameters)
    console.print(
        f"{net} {'makes the engine stronger.' if passed else 'does not make the engine stronger.'}",
        soft_wrap=True,
        markup=False,
    )
    if not passed:
        raise typer.Exit(1)
