"""A server's message about an unusable database: one line with the reason and what is expected."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from live_server import PATIENCE
from serve_process import begin, command, end

from isthmus.web.settings import Settings
from isthmus.web.storage.opening import UnusableDatabaseError, reading_only
from isthmus.web.storage.store import Store


def refused(url: str) -> str:
    """The reason why a store cannot be opened, on one line."""
    with pytest.raises(UnusableDatabaseError) as error:
        Store(url).close()
    said = str(error.value)
    assert "\n" not in said
    return said


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("games.db", "'games.db' is not a valid URL; expected the URL of a file, such as sqlite:///games.db"),
        ("", "is not a valid URL"),
        ("sqlite://", "it is in memory and would be lost with the server; expected the URL of a file"),
        ("sqlite:///:memory:", "it is in memory"),
        ("sqlite:///file:games?mode=memory&uri=true", "it is in memory"),
        ("sqlite:///file::memory:?uri=true", "it is in memory"),
        ("sqlite://games.db", "three slashes before its name; expected the URL of a file, such as sqlite:///games.db"),
        ("nosuch://games.db", "this kind of database is unknown"),
        ("oracle+nosuch://games.db", "this kind of database is unknown"),
        ("sqlite+aiosqlite:///games.db", "its driver is not installed"),
    ],
)
def test_a_bad_address_is_reported(url: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert words in refused(url)
    assert list(tmp_path.iterdir()) == [], "nothing is left behind"


@pytest.mark.parametrize("url", ["postgresql://ann:secret@localhost:port/games", "nosuch://ann:secret@localhost/games"])
def test_passwords_are_never_shown(url: str) -> None:
    assert "secret" not in refused(url)


def test_a_file_other_than_a_database_is_reported_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Dear diary, " * 200)
    assert f"sqlite:///{path} cannot be used: the file is not a SQLite database" in refused(f"sqlite:///{path}")
    assert path.read_text() == "Dear diary, " * 200
    assert list(tmp_path.iterdir()) == [path], "no lock file is left behind"


def test_an_unusable_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for folder in ("mistyped", "no/such"):
        said = f"its folder {tmp_path}/{folder} does not exist; expected an existing folder"
        assert said in refused(f"sqlite:///{tmp_path}/{folder}/games.db")
    for folder in ("file", "file/deeper"):
        assert f"{tmp_path}/file is a file; expected a folder" in refused(f"sqlite:///{tmp_path}/{folder}/games.db")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert "the file cannot be opened; expected a file" in refused(f"sqlite:///{tmp_path}")
    # Nobody can write there, not even root.
    assert "in a folder that the server may write to" in refused("sqlite:////proc/games.db")


def test_a_read_only_database_is_reported(tmp_path: Path) -> None:
    Store(f"sqlite:///{tmp_path}/games.db").close()
    said = refused(f"sqlite:///file:{tmp_path}/games.db?mode=ro&uri=true")
    assert "the file cannot be written; expected a file and a folder that the server may write to" in said


def tables(path: Path, *statements: str) -> str:
    connection = sqlite3.connect(path)
    with connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()
    return f"sqlite:///{path}"


def test_tables_of_another_program_are_reported_and_left_alone(tmp_path: Path) -> None:
    url = tables(tmp_path / "shop.db", "CREATE TABLE customers (id)", "CREATE TABLE orders (id)")
    assert "tables of another program (customers, orders); expected one for Isthmus alone" in refused(url)
    connection = sqlite3.connect(tmp_path / "shop.db")
    assert connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (2,)
    connection.close()


@pytest.mark.parametrize(
    ("statements", "words"),
    [
        (["UPDATE alembic_version SET version_num = '9999'"], "a newer version of Isthmus, or another program, has"),
        (["ALTER TABLE studies DROP COLUMN version"], "its table studies has no column version"),
        (["DROP TABLE challenges"], "it has no table challenges; expected a database made by this version"),
        (["DROP TABLE alembic_version"], "tables of another program"),
    ],
)
def test_tables_that_only_resemble_ours_are_reported(tmp_path: Path, statements: list[str], words: str) -> None:
    Store(f"sqlite:///{tmp_path}/games.db").close()
    assert words in refused(tables(tmp_path / "games.db", *statements))


def test_a_file_locked_by_another_program_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(f"sqlite:///{tmp_path}/games.db").close()
    monkeypatch.setattr("isthmus.web.storage.opening._BUSY", 50)
    other = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert "another program keeps the file locked" in refused(f"sqlite:///{tmp_path}/games.db")
    other.close()
    Store(f"sqlite:///{tmp_path}/games.db").close()


def test_a_file_has_one_server_under_any_name(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/games.db")
    (tmp_path / "link.db").symlink_to(tmp_path / "games.db")
    for name in ("games.db", "link.db", "../" + tmp_path.name + "/games.db"):
        assert "another server is using the file" in refused(f"sqlite:///{tmp_path}/{name}")
    Store(f"sqlite:///{tmp_path}/other.db").close()
    store.close()
    Store(f"sqlite:///{tmp_path}/games.db").close()


# As a command ------------------------------------------------------------------------------------------------------
def serve(*options: str) -> subprocess.CompletedProcess[str]:
    wanted = [sys.executable, "-m", "isthmus", "serve", "--no-browser", "--port", "0", *options]
    return subprocess.run(wanted, capture_output=True, text=True, check=False, timeout=PATIENCE)


def test_the_command_says_it_in_one_line_and_fails(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("Dear diary, " * 200)
    done = serve("--database", f"sqlite:///{tmp_path}/notes.txt")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"error: the database sqlite:///{tmp_path}/notes.txt cannot be used: the file is not a SQLite database\n"
    )


def test_an_empty_address_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ISTHMUS_HOME", str(tmp_path))
    done = serve("--database", "")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: the database '' is not a valid URL")
    assert list(tmp_path.iterdir()) == []


def test_the_state_folder_is_created(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("isthmus.web.storage.opening.state_folder", lambda: tmp_path / "new" / "state")
    Store(f"sqlite:///{tmp_path}/new/state/web.db").close()
    assert (tmp_path / "new" / "state" / "web.db").exists()


def test_a_state_folder_that_is_a_file_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "env.sh").write_text("x")
    for home in (tmp_path / "env.sh", tmp_path / "env.sh" / "deeper"):
        monkeypatch.setenv("ISTHMUS_HOME", str(home))
        done = serve()
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.endswith(f"cannot be used: {tmp_path}/env.sh is a file; expected a folder\n")
        with (
            pytest.raises(UnusableDatabaseError, match="is a file; expected a folder"),
            reading_only(Settings().database),
        ):
            pass


def test_a_new_database_is_for_its_own_account_alone(tmp_path: Path) -> None:
    def modes() -> set[int]:
        return {path.stat().st_mode & 0o777 for path in tmp_path.iterdir() if ".lock" not in path.name}

    store = Store(f"sqlite:///{tmp_path}/games.db")
    assert len(list(tmp_path.glob("games.db-*"))) == 2  # -wal and -shm
    assert modes() == {0o600}
    store.close()
    (tmp_path / "games.db").chmod(0o640)
    Store(f"sqlite:///{tmp_path}/games.db").close()
    assert modes() == {0o640}


def test_a_second_server_on_a_file_is_refused_until_the_first_is_killed(tmp_path: Path) -> None:
    first, _ = begin(tmp_path, "--no-browser")
    try:
        wanted = command(tmp_path, "--no-browser")
        second = subprocess.run(wanted, capture_output=True, text=True, check=False, timeout=PATIENCE)
        assert (second.returncode, second.stdout) == (2, "")
        assert second.stderr.count("\n") == 1
        assert (
            "another server is using the file; stop that server, or name another file with --database" in second.stderr
        )
        os.kill(first.pid, signal.SIGKILL)
        first.wait(PATIENCE)
        third, _ = begin(tmp_path, "--no-browser")
        end(third)
    finally:
        end(first)
