"""``isthmus site``: list and remove the games of a server."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from isthmus.cli.errors import CommandError
from isthmus.cli.terminal.console import output
from isthmus.cli.terminal.help_texts import WrappedGroup
from isthmus.errors import counted

if TYPE_CHECKING:
    from isthmus.web.storage.upkeep import KeptGame

__all__ = ["app"]

app = typer.Typer(
    cls=WrappedGroup, no_args_is_help=True, help="List and remove the games of a server, and messages in them."
)

Database = Annotated[
    str | None, typer.Option(help="Database of games as a SQLAlchemy URL. Default: that of isthmus serve.")
]


@app.command("list")
def list_kept(
    *,
    database: Database = None,
    newest: Annotated[int, typer.Option("--newest", min=1, help="The number of games and accounts to list.")] = 20,
) -> None:
    """List the games and accounts of a server, the newest first. The server may be running."""
    from isthmus.web.storage.upkeep import look

    kept, console = look(_address(database), newest), output()
    console.print(
        f"{counted(kept.count, 'game')} ({kept.in_progress} in progress), {counted(kept.account_count, 'account')}, "
        f"{kept.studies} {'study' if kept.studies == 1 else 'studies'}"
    )
    if kept.games:
        console.print(_table(kept.games))
    if kept.accounts:
        names = ", ".join(f"{account.name} ({_day(account.created)})" for account in kept.accounts)
        console.print(f"Accounts: {names}", markup=False, soft_wrap=True)


@app.command()
def chat(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The id of a game.")],
    *,
    remove: Annotated[
        int | None,
        typer.Option("--remove", metavar="NUMBER", min=1, help="Remove the words of this message for good."),
    ] = None,
    database: Database = None,
) -> None:
    """List the chat messages of a game, or remove one; to remove it, stop the server first.

    isthmus site chat 4tq8wzkd --remove 3
    """
    from isthmus.web.storage.upkeep import Upkeep, messages

    address, console = _address(database), output()
    said = messages(address, game)
    if said is None:
        raise CommandError(f"there is no game {game}")
    if remove is None:
        for one in said:
            console.print(
                f"{one.number}. {_day(one.at)}, the {one.seat} player: {one.words}", markup=False, soft_wrap=True
            )
        if not said:
            console.print("No messages.")
        return
    with closing(Upkeep(address)) as upkeep:
        if not upkeep.remove_message(game, remove):
            raise CommandError(f"there is no message {remove} in game {game}; it has {counted(len(said), 'message')}")
    console.print(f"Removed message {remove} of game {game}.", markup=False)


@app.command()
def remove(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="The ids of games.")] = None,
    *,
    account: Annotated[str | None, typer.Option(help="The name of a program's account; its games stay.")] = None,
    before: Annotated[
        str | None,
        typer.Option(
            metavar="DATE",
            help="Remove games that ended before this day, and games opened before it in which nothing has happened.",
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only list the games that would be removed; the server may be running.")
    ] = False,
    database: Database = None,
) -> None:
    """Remove games, or an account, for good. The server must not be running.

    isthmus site remove --before 2026-01-01
    """
    from isthmus.web.storage.upkeep import Upkeep

    chosen = [bool(games), account is not None, before is not None]
    if sum(chosen) != 1:
        raise CommandError("expected exactly one of these: ids of games, --account, --before")
    if dry_run:
        _show_removal(_address(database), games or [], account, before)
        return
    with closing(Upkeep(_address(database))) as upkeep:
        if games:
            if missing := upkeep.remove_games(games):
                raise CommandError(f"there is no game {missing[0]}; nothing was removed")
            said = counted(len(set(games)), "game")
        elif account is not None:
            if not upkeep.remove_account(account):
                raise CommandError(f"there is no account {account!r}")
            said = f"the account {account}"
        else:
            assert before is not None
            removed, stay = upkeep.remove_before(_day_of(before))
            said = counted(removed, "game") + (f"; kept {counted(stay, 'older unfinished game')}" if stay else "")
    output().print(f"Removed {said}.", markup=False)


def _show_removal(address: str, ids: list[str], account: str | None, before: str | None) -> None:
    """List the games that ``remove`` would remove."""
    from isthmus.web.storage.upkeep import games_to_remove

    if account is not None:
        raise CommandError("--dry-run lists games, and --account removes none; leave out one of them")
    games = games_to_remove(address, ids, _day_of(before) if before else None)
    known = {game.id for game in games}
    if missing := [one for one in ids if one not in known]:
        raise CommandError(f"there is no game {missing[0]}; nothing would be removed")
    output().print(f"Would remove {counted(len(games), 'game')}.", markup=False)
    if games:
        output().print(_table(games))


def _table(games: Sequence[KeptGame]) -> Table:
    """Games, one a row."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("id", "game", "players", "begun", "ended", "events"):
        # A game's text is one long word: it continues on the next line instead of being cut.
        table.add_column(heading, no_wrap=heading in ("id", "begun", "ended"), overflow="fold")
    for game in games:
        names = " – ".join(name or "no name" for name in game.players)
        ended = "" if game.over is None else _day(game.over)
        table.add_row(game.id, game.game, Text(names), _day(game.created), ended, str(game.events))
    return table


def _address(database: str | None) -> str:
    from isthmus.web.settings import Settings

    return Settings().database if database is None else database


def _day_of(text: str) -> float:
    """The beginning of a day here, in seconds since 1970."""
    try:
        return datetime.combine(date.fromisoformat(text), datetime.min.time()).timestamp()
    except ValueError:
        raise CommandError(f"--before is {text!r}; expected a date such as 2026-01-01") from None


def _day(time: float) -> str:
    return f"{datetime.fromtimestamp(time).astimezone():%Y-%m-%d}"
