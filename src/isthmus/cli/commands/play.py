"""``isthmus play``: a person against the computer, two people, or the computer against itself."""

from __future__ import annotations

import re
import shlex
from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

import isthmus
from isthmus.cli.arguments import Parameters, complete_game, evaluator_option, game_of
from isthmus.cli.errors import CommandError
from isthmus.cli.position_argument import is_file
from isthmus.cli.terminal.console import at_a_terminal, output
from isthmus.cli.terminal.phrases import command
from isthmus.engine import LEVELS, USUAL_LEVEL
from isthmus.errors import IsthmusError, RulesError, counted
from isthmus.rules.game import Game
from isthmus.rules.types import Seat

if TYPE_CHECKING:
    from isthmus.cli.play.local_game import Limits, LocalGame

__all__ = ["play"]


class SideChoice(StrEnum):
    """The values of --side: which seats people take."""

    BLACK = "black"
    WHITE = "white"
    FIRST = "first"
    SECOND = "second"
    NONE = "none"
    BOTH = "both"


_LEVEL_CHOOSES_EVALUATOR = "a level chooses its evaluator; omit --eval"
_LEVEL_HAS_ONE_THREAD = "a level has one thread; omit --threads"

SIDE_HELP = (
    "Your seat: first or second (first makes the first turn); black or white (the seat that begins "
    "with that colour; with the pie rule the second player may change it); none (the computer plays itself); "
    "both (two people)."
)


def _side_choice(text: str) -> SideChoice:
    try:
        return SideChoice(text)
    except ValueError:
        raise CommandError(f"--side is {text!r}; expected one of {', '.join(SideChoice)}") from None


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help="A game, such as hex or 'hex(size=7)'; without one you choose from a list, and a level. "
            "With --resume also a file.",
            autocompletion=complete_game,
        ),
    ] = None,
    *,
    param: Parameters = None,
    side: Annotated[
        SideChoice | None,
        typer.Option(
            help=SIDE_HELP + " Default: first.",
            parser=_side_choice,
            metavar="|".join(SideChoice),
            autocompletion=lambda incomplete: [choice for choice in SideChoice if choice.startswith(incomplete)],
        ),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.01, help="Seconds per turn for the computer. Default: 1.")
    ] = None,
    simulations: Annotated[
        int | None,
        typer.Option(min=1, help="Simulations per turn instead of a time; then the same seed plays the same turns."),
    ] = None,
    level: Annotated[
        int | None,
        typer.Option(min=1, max=len(LEVELS), help="The computer's level, from 1. Default: full strength."),
    ] = None,
    evaluator: Annotated[str | None, evaluator_option(otherwise="auto; a level chooses its own")] = None,
    threads: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=256,
            help="Threads of the computer's search. Default: one for each processor; with --simulations one.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the computer's random numbers and of a level's style.")] = 0,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Resume the last unfinished game (of GAME, if given), or the game in a FILE."),
    ] = False,
    file: Annotated[
        Path | None, typer.Option(help="Keep the game in this file, as JSON lines, instead of in the state folder.")
    ] = None,
) -> None:
    """Play a game in the terminal against the computer.

    The game is saved after every turn; --resume continues it.

    isthmus play 'hex(size=7,pie=0)' --level 1

    isthmus play orbit --side white --seconds 5

    isthmus play --resume
    """
    from isthmus.cli.play import saves
    from isthmus.cli.play.local_game import Limits, LocalGame, people_of

    limited = bool(seconds or simulations or level)
    if level and (seconds or simulations):
        raise CommandError("a level has its own limits; omit --seconds and --simulations")
    if level and evaluator:
        raise CommandError(_LEVEL_CHOOSES_EVALUATOR)
    if level and threads:
        raise CommandError(_LEVEL_HAS_ONE_THREAD)
    seconds = seconds if seconds or simulations else 1.0
    limits = Limits(seconds, simulations, seed, level, evaluator or "auto", threads)
    if resume:
        local = _resumed(game, file)
        if param:
            raise CommandError("--resume continues a game with its own parameters; omit --param")
        if side is not None:
            local.people = people_of(side, local.position.game)
        local.limits = _resumed_limits(local.limits, limits, evaluator, limited=limited)
        _sit_down(local)
        return
    if game is not None and game not in isthmus.games() and is_file(game):
        raise CommandError(f"{game} is a file; to continue its game: {command()} play --resume {shlex.quote(game)}")
    if file is not None and file.exists():
        raise CommandError(f"{file} already exists; continue its game with --resume {file}, or choose another name")
    if file is not None and not file.parent.is_dir():
        raise CommandError(f"there is no folder {file.parent} for {file.name}")
    if file is not None and file.suffix.lower() not in saves.KEPT:
        raise CommandError(f"{file}: a game in progress is kept as JSON lines; expected a name that ends in .jsonl")
    if game is None:
        found = _choose()
        if isinstance(found, LocalGame):
            found.limits = _resumed_limits(found.limits, limits, evaluator, limited=limited)
            _sit_down(found)
            return
        chosen = game_of(str(found), param) if param else found
        computer_plays = side not in (SideChoice.BOTH, SideChoice.NONE)
        if computer_plays and not (limited or evaluator or threads) and at_a_terminal():
            limits = replace(limits, level=_choose_level())
    else:
        chosen = game_of(game, param)
    people = people_of(side or SideChoice.FIRST, chosen)
    _sit_down(LocalGame.new(chosen, people, file or saves.new_path(chosen.id), limits))


def _resumed_limits(before: Limits, given: Limits, evaluator: str | None, *, limited: bool) -> Limits:
    """The limits of a resumed game: the given ones if ``limited``, otherwise its earlier ones.

    It keeps hand, net or auto unless another evaluator is given; the file of a net must be given again.
    """
    limits = given if limited else replace(before, seed=given.seed, threads=given.threads)
    if limits.level and evaluator:
        raise CommandError(_LEVEL_CHOOSES_EVALUATOR)
    if limits.level and given.threads:
        raise CommandError(_LEVEL_HAS_ONE_THREAD)
    return replace(limits, evaluator=evaluator or before.evaluator)


def _sit_down(local: LocalGame) -> None:
    from isthmus.cli.play.commands import answer
    from isthmus.cli.play.session import Session

    if len(local.people) < len(Seat):
        local.limits.check(local.position.game)
    try:
        Session(local, answer).run()
    except KeyboardInterrupt:
        raise typer.Exit(130) from None  # the session has already printed where the game is saved


def _resumed(game: str | None, file: Path | None) -> LocalGame:
    """The unfinished game for --resume."""
    from isthmus.cli.play import saves
    from isthmus.record.files import file_in_the_way, state_folder

    with suppress(RulesError):
        game = isthmus.games.find(game).id if game else None
    if file is not None and game is not None and game not in isthmus.games():
        raise CommandError(f"--resume {game} and --file {file}: give only one file")
    if file is None and game is not None and game not in isthmus.games():
        file = Path(game).expanduser()
        if not file.exists() and not re.search(r"[./\\]", game):
            isthmus.game(game)  # suggests a similar name for a wrong one
    if file is not None:
        local = saves.load(file)
        if game in isthmus.games() and local.position.game.id != game:
            raise CommandError(f"{file} has a game of {local.position.game.id}, not of {game}")
        if local.over:
            raise CommandError(f"the game in {file} is over; '{command()} show {file}' shows it")
        return local
    found = saves.latest(game)
    if found is None:
        if file := file_in_the_way(state_folder()):
            raise CommandError(f"{file} is a file; expected a folder of games: set ISTHMUS_HOME to another one")
        what = f"no unfinished game of {game}" if game else "no unfinished game"
        raise CommandError(f"{what} in {state_folder()}; start one with: {command()} play {game or 'GAME'}")
    return found


def _choose() -> Game | LocalGame:
    """Let the person choose a game from a list, or resume the last unfinished one."""
    from rich.table import Table as Grid

    from isthmus.cli.play import saves

    console = output()
    unfinished = saves.latest()
    grid = Grid(box=None, padding=(0, 1), show_header=False)
    grid.add_column(justify="right", style="bold")
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    kinds = list(isthmus.games().values())
    for number, kind in enumerate(kinds, start=1):
        grid.add_row(str(number), kind.id, kind.summary)
    if unfinished is not None:
        played = counted(len(unfinished.turns), "turn")
        grid.add_row("r", "resume", f"your game of {unfinished.position.game.title}, {played} played")
    console.print("Which game? A number or a name; parameters may follow, as in: hex(size=7)", style="bold")
    console.print(grid)
    while True:
        try:
            said = input("Game > ").strip()
        except EOFError:
            console.print()
            raise CommandError(f"no game chosen; '{command()} play hex' starts one without asking") from None
        first, *values = re.split(r"[\s,]+", said) if "(" not in said else [said]
        if first.lower() in ("q", "quit", "exit"):
            raise typer.Exit
        if first.lower() in ("r", "resume") and unfinished is not None:
            return unfinished
        if not said or first.lower() in ("help", "h", "?"):
            _menu_says(console, f"Type a number from 1 to {len(kinds)} or a name, such as hex, or 'quit'.")
            continue
        if re.fullmatch("[0-9]{1,4}", first):
            if not 1 <= int(first) <= len(kinds):
                _menu_says(console, f"There is no game number {first}; the numbers go from 1 to {len(kinds)}.")
                continue
            first = kinds[int(first) - 1].id
        try:
            return game_of(first, values)
        except IsthmusError as error:
            _menu_says(console, f"{error}.")


def _choose_level() -> int | None:
    """Let the person choose the computer's level; None is full strength."""
    console, most = output(), len(LEVELS)
    usual = f"level {USUAL_LEVEL} ({LEVELS[USUAL_LEVEL - 1].words})"
    console.print(
        f"The computer's level, from 1 ({LEVELS[0].words}) to {most} ({LEVELS[-1].words})? "
        f"Enter plays at {usual}, 'full' at full strength.",
        style="bold",
    )
    while True:
        try:
            said = input("Level > ").strip()
        except EOFError:
            console.print()
            return USUAL_LEVEL
        if not said:
            return USUAL_LEVEL
        if said.lower() == "full":
            return None
        if said.lower() in ("q", "quit", "exit"):
            raise typer.Exit
        if re.fullmatch("[0-9]{1,2}", said) and 1 <= int(said) <= most:
            return int(said)
        _menu_says(
            console, f"Type a number from 1 to {most}, 'full' or 'quit', or press Enter for level {USUAL_LEVEL}."
        )


def _menu_says(console: Console, text: str) -> None:
    console.print(text, markup=False, soft_wrap=not console.is_terminal)
