"""``isthmus train`` and ``isthmus gate``: the errors for a missing package, a wrong size and a foreign folder."""

import os
import signal
from pathlib import Path

import pytest
from cli_helpers import Run
from random_nets import write_random_net

from isthmus.cli.commands import train
from isthmus.engine.net_file import read_net
from isthmus.learn import extra, loop
from isthmus.learn.run_folder import RunFolder
from isthmus.learn.settings import TrainSettings


def test_a_missing_package_is_one_line_with_the_remedy(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(extra, "NEEDED", ("jax", "no_such_package"))
    result = run("train", "hex", "--run", str(tmp_path / "run"), "--hours", "1")
    assert result.code == 2
    assert result.err == "error: training needs no_such_package; install: pip install 'isthmus[train]'\n"
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--sizes", "5,big"], "--sizes is '5,big'; expected whole numbers"),
        (["--sizes", "5,99"], "size"),
        (["--channels", "20"], "--channels is 20; expected a multiple of 16"),
        (["--sizes", "5,7", "-p", "size=5"], "size=5 and --sizes 5,7; expected only one of them"),
    ],
)
def test_an_impossible_request_is_one_line(run: Run, tmp_path: Path, arguments: list[str], said: str) -> None:
    result = run("train", "hex", "--run", str(tmp_path / "run"), "--hours", "1", *arguments)
    assert result.code == 2
    assert said in result.err
    assert result.err.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_the_share_of_smaller_boards_is_kept_with_the_run(run: Run, tmp_path: Path) -> None:
    options = ("--sizes", "3,4", "--smaller", "0.5", "--jobs", "1", "--hours", "0.001")
    assert run("train", "hex", "--run", str(tmp_path / "run"), *options).code == 0
    settings = TrainSettings.load(tmp_path / "run" / "config.json")
    assert settings.share_of_sizes(1.0) == {3: 0.5, 4: 0.5}


def test_ctrl_c_before_the_first_game_is_not_lost(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin = loop.first_learner

    def interrupted(settings: TrainSettings) -> object:
        os.kill(os.getpid(), signal.SIGINT)
        return begin(settings)

    monkeypatch.setattr(loop, "first_learner", interrupted)
    result = run("train", "hex", "--sizes", "3", "--jobs", "1", "--run", str(tmp_path / "run"), "--hours", "1")
    assert result.code == 130
    assert "Interrupted. Run the same command again to resume." in result.out
    assert (tmp_path / "run" / "state.npz").exists()


def test_a_folder_in_use_is_refused(run: Run, tmp_path: Path) -> None:
    arguments = ("train", "hex", "--sizes", "3", "--run", str(tmp_path / "run"), "--hours", "1")
    settings = TrainSettings("hex(size=11,pie=1)", (3,))
    with RunFolder(tmp_path / "run", settings).held():
        result = run(*arguments)
    assert result.code == 2
    assert "another training run is writing to this folder; end it first" in " ".join(result.err.split())


def test_a_folder_with_something_else_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").touch()
    result = run("train", "hex", "--run", str(tmp_path), "--hours", "1")
    assert result.code == 2
    assert "is not empty" in result.err


def test_a_file_without_a_net_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "some.net").write_bytes(b"nothing")
    result = run("gate", str(tmp_path / "some.net"), "--size", "5", "--logs", str(tmp_path / "logs"))
    assert result.code == 2
    assert "this is not a net" in result.err


@pytest.mark.parametrize(
    ("parameter", "said"),
    [
        ("net_weights", "'net_weights' is not a parameter; expected NAME=NUMBER, such as net_weights=0.5"),
        ("net_weights=half", "net_weights: 'half' is not a number; expected NAME=NUMBER"),
        ("net_weights=2", "engine parameter net_weights is 2; expected 0 to 1"),
        ("weight=1", "no engine parameter is called weight"),
    ],
)
def test_a_wrong_parameter_is_refused_before_a_match(run: Run, tmp_path: Path, parameter: str, said: str) -> None:
    net = write_random_net(tmp_path, "hex", sizes=[5])
    before = net.read_bytes()
    logs = tmp_path / "logs"
    result = run("gate", str(net), "--size", "5", "--logs", str(logs), "--parameter", parameter)
    assert result.code == 2
    assert said in result.err
    assert net.read_bytes() == before
    assert not logs.exists()


@pytest.mark.parametrize("pie", [0, 1])
def test_a_gate_plays_with_the_pie_rule_that_was_asked_for(run: Run, tmp_path: Path, pie: int) -> None:
    net = write_random_net(tmp_path, "hex", sizes=[3])
    asked = ["--size", "3", "--logs", str(tmp_path / "logs"), "--quick", "0.002", "--slow", "0.003"]
    result = run("gate", str(net), *asked, *(["--pie", str(pie)] if pie else []))
    assert result.code == 1
    assert "against the engine with its usual evaluator, hand." in result.out
    assert f"hex(size=3,pie={pie}) at 0.002 s: failed" in result.out
    assert read_net(net).card["gate"][0]["test"]["game"] == f"hex(size=3,pie={pie})"


def test_a_gate_tells_a_size_without_training_and_its_progress(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(train, "TOLD_EVERY", 0)
    net = write_random_net(tmp_path, "hex", sizes=[5])
    asked = ["--size", "3", "--logs", str(tmp_path / "logs"), "--quick", "0.002", "--slow", "0.003"]
    lines = run("gate", str(net), *asked).out.splitlines()
    assert lines[1] == "Note: this net was not trained on size 3."
    progress = [line for line in lines if line.endswith(" points")]
    assert progress[0].startswith("hex(size=3,pie=0) at 0.002 s: 1 game, ")
    assert lines.index(progress[-1]) < next(number for number, line in enumerate(lines) if "failed" in line)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--other", "3"), "--other 3 is the same as --size; expected a different size"),
        (
            ("--quick", "0.5", "--slow", "0.5"),
            "--quick is 0.5 and --slow 0.5; expected fewer seconds",
        ),
    ],
)
def test_a_gate_of_equal_tests_is_refused(run: Run, tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    net = write_random_net(tmp_path, "hex", sizes=[3])
    result = run("gate", str(net), "--size", "3", "--logs", str(tmp_path / "logs"), *arguments)
    assert result.code == 2
    assert said in " ".join(result.err.split())


def test_options_about_played_games_are_refused_where_none_are_played(run: Run, tmp_path: Path) -> None:
    arguments = (
        "--games",
        str(tmp_path),
        "--run",
        str(tmp_path / "run"),
        "--hours",
        "1",
        "--sizes",
        "5",
        "--uses",
        "3",
    )
    done = run("train", "hex", *arguments)
    assert (done.code, done.err) == (2, "error: with --games the run plays no games itself; omit --sizes, --uses\n")
