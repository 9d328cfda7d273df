"""What a site keeps, and its removal, by the functions and by the command."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select
from typer.testing import CliRunner

import isthmus
from isthmus.cli.main import app
from isthmus.record import Record
from isthmus.rules.types import Seat
from isthmus.web.accounts.store import AccountStore
from isthmus.web.game.live_game import Holder, LiveGame
from isthmus.web.storage.opening import UnusableDatabaseError
from isthmus.web.storage.store import Store
from isthmus.web.storage.tables import EVENTS, METADATA, PLAYERS, SEATS
from isthmus.web.storage.upkeep import REMOVED, Upkeep, look, messages

DAY = 86400.0


@pytest.fixture
def address(tmp_path: Path) -> str:
    """A database with a finished game, one in progress, one that nobody joined, and an account."""
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with closing(Store(url)) as store:
        for number, (one, two) in enumerate((("Ann", "Ben"), ("[/]", "Dee"), ("Eve", ""))):
            holders = Holder("person", one), Holder("open")
            record = Record(isthmus.game("hex", size=3, pie=0))
            game_id, at = f"game{number}", 10 * DAY * (number + 1)
            opened = LiveGame.opened(record, holders, at)
            store.create("hex(size=3,pie=0)", opened, [(Seat.FIRST, f"t{number}")], game_id)
            if two:
                joined = LiveGame.of_header(opened).join(Seat.SECOND, two, at + 1)
                played = joined.play("b2", at + 2)
                store.append(game_id, 2, [joined.event, played.event], over=number == 0)
        AccountStore(store).create("Robot")
        with store.writing() as connection:
            connection.execute(insert(PLAYERS).values(game_id="game0", seat=0, account_id="robot"))
    return url


def ids(address: str) -> list[str]:
    return [game.id for game in look(address).games]


def rows(address: str) -> dict[str, int]:
    with closing(Store(address)) as store, store.reading() as connection:
        return {
            name: connection.scalar(select(func.count()).select_from(METADATA.tables[name])) or 0 for name in TABLES
        }


TABLES = [EVENTS.name, SEATS.name, PLAYERS.name]


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["site", *arguments], catch_exceptions=False)
    return done.exit_code, " ".join(done.output.split())


def test_the_list_has_the_newest_first_even_while_a_server_runs(address: str) -> None:
    with closing(Store(address)):
        kept = look(address)
    assert [(game.id, game.players, game.events) for game in kept.games] == [
        ("game2", ("Eve", ""), 1),
        ("game1", ("[/]", "Dee"), 3),
        ("game0", ("Ann", "Ben"), 3),
    ]
    assert [game.over is None for game in kept.games] == [True, True, False]
    assert [account.name for account in kept.accounts] == ["Robot"]
    assert (kept.count, kept.in_progress, kept.account_count, kept.studies) == (3, 2, 1, 0)
    assert [game.id for game in look(address, newest=1).games] == ["game2"]


def test_a_removed_game_leaves_nothing_behind(address: str) -> None:
    before = rows(address)
    with closing(Upkeep(address)) as upkeep:
        assert upkeep.remove_games(["game0", "nothing"]) == ["nothing"]
        assert upkeep.remove_games(["game0"]) == []
    assert ids(address) == ["game2", "game1"]
    assert rows(address) == {"events": before["events"] - 3, "seats": before["seats"] - 1, "players": 0}


def test_the_games_of_a_removed_account_stay(address: str) -> None:
    with closing(Upkeep(address)) as upkeep:
        assert upkeep.remove_account("Robot")
        assert not upkeep.remove_account("Robot")
    assert len(ids(address)) == 3
    assert rows(address)["players"] == 0


@pytest.mark.parametrize(("days", "left"), [(5, 3), (15, 2), (25, 2), (35, 1)])
def test_old_games_are_those_that_ended_and_those_that_never_began(address: str, days: int, left: int) -> None:
    with closing(Upkeep(address)) as upkeep:
        assert upkeep.remove_before(days * DAY) == (3 - left, days > 20)
    assert "game1" in ids(address)


def test_nothing_is_removed_while_a_server_runs(address: str) -> None:
    with (
        closing(Store(address)),
        pytest.raises(UnusableDatabaseError, match="a server is using the database; stop it"),
    ):
        Upkeep(address)


def test_the_command_lists_and_removes(address: str) -> None:
    code, said = run("list", "--database", address)
    assert code == 0
    assert said.startswith("3 games (2 in progress), 1 account, 0 studies")
    assert "Ann – Ben" in said
    assert "[/] – Dee" in said
    assert re.search(r"Accounts: Robot \(\d{4}-\d\d-\d\d\)", said)
    assert "Ann" not in run("list", "--newest", "1", "--database", address)[1]
    assert run("remove", "game0", "--database", address) == (0, "Removed 1 game.")
    said = "Removed 1 game; kept 1 older unfinished game."
    assert run("remove", "--before", "1971-01-01", "--database", address) == (0, said)
    assert run("remove", "--account", "ROBOT", "--database", address) == (0, "Removed the account ROBOT.")
    assert run("list", "--database", address)[1].startswith("1 game (1 in progress), 0 accounts")


def test_a_dry_run_lists_the_games_and_removes_nothing(address: str) -> None:
    with closing(Store(address)):  # a server may be running
        code, said = run("remove", "--before", "1971-01-01", "--dry-run", "--database", address)
        assert code == 0
        assert said.startswith("Would remove 2 games. id ")
        assert ("game0" in said, "game1" in said, "game2" in said) == (True, False, True)
        code, said = run("remove", "game1", "--dry-run", "--database", address)
        assert (code, said.startswith("Would remove 1 game. "), "[/] – Dee" in said) == (0, True, True)
        assert run("remove", "--before", "1970-01-02", "--dry-run", "--database", address) == (
            0,
            "Would remove 0 games.",
        )
    assert len(ids(address)) == 3


def test_a_narrow_list_cuts_nothing(address: str) -> None:
    narrow = {"COLUMNS": "60", "TERMINAL_WIDTH": "60"}
    assert "…" not in CliRunner().invoke(app, ["site", "list", "--database", address], env=narrow).output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["remove"], "expected exactly one of these: ids of games, --account"),
        (["remove", "game0", "--account", "Robot"], "expected exactly one of these: ids of games, --account"),
        (["remove", "game0", "game9"], "there is no game game9; nothing was removed"),
        (["remove", "--account", "nobody"], "there is no account 'nobody'"),
        (["remove", "game0", "game9", "--dry-run"], "there is no game game9; nothing would be removed"),
        (["remove", "--account", "Robot", "--dry-run"], "--dry-run lists games, and --account removes none"),
        (["remove", "--before", "soon"], "--before is 'soon'; expected a date such as 2026-01-01"),
    ],
)
def test_a_wrong_removal_removes_nothing(address: str, arguments: list[str], said: str) -> None:
    code, words = run(*arguments, "--database", address)
    assert code == 2
    assert said in words
    assert len(ids(address)) == 3


@pytest.mark.parametrize("command", [["list"], ["remove", "x"]])
def test_a_missing_database_is_not_created(tmp_path: Path, command: list[str]) -> None:
    code, said = run(*command, "--database", f"sqlite:///{tmp_path / 'no.db'}")
    assert code == 2
    assert "there is no such file" in said
    assert not (tmp_path / "no.db").exists()


@pytest.mark.parametrize("command", [["list"], ["remove", "x"]])
def test_a_database_without_tables_is_not_taken_for_a_broken_one(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "empty.db").touch()
    code, said = run(*command, "--database", f"sqlite:///{tmp_path / 'empty.db'}")
    assert code == 2
    assert said.endswith("it has no tables yet; 'isthmus serve' creates them")
    assert (tmp_path / "empty.db").stat().st_size == 0


def kept_game(store: Store, game_id: str) -> LiveGame:
    header, *others = store.events(game_id)
    game = LiveGame.of_header(header)
    for event in others:
        game = game.read(event)
    return game


def test_a_message_is_removed_and_the_rest_of_the_game_stays(address: str) -> None:
    with closing(Store(address)) as store:
        game = kept_game(store, "game1")
        for words in ("good [luck]", "an insult"):
            game = game.say(Seat.SECOND, words, 50 * DAY)
            store.append("game1", len(store.events("game1")) + 1, [game.event])
        said = run("chat", "game1", "--database", address)
        assert re.search(r"1\. \S+, the second player: good \[luck\] 2\. \S+, the second player: an insult$", said[1])
    assert run("chat", "game1", "--database", address, "--remove", "3")[0] == 2
    assert run("chat", "game1", "--database", address, "--remove", "2") == (0, "Removed message 2 of game game1.")
    with closing(Store(address)) as store:
        again = kept_game(store, "game1")
    assert again.said == ((Seat.SECOND, "good [luck]"), (Seat.SECOND, REMOVED))
    assert again.number == game.number
    assert [one.words for one in messages(address, "game1") or ()] == ["good [luck]", REMOVED]


def test_the_chat_of_a_quiet_and_of_a_missing_game(address: str) -> None:
    assert run("chat", "game0", "--database", address) == (0, "No messages.")
    code, said = run("chat", "gone", "--database", address)
    assert (code, said) == (2, "error: there is no game gone")
