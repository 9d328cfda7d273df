"""The choice of an evaluator on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_helpers import Run
from random_nets import write_random_net

import isthmus
from isthmus.record import Record, read_record, write_record

SMALL = "hex(size=4,pie=0)"


pytestmark = pytest.mark.usefixtures("folder")


@pytest.fixture
def net(tmp_path: Path) -> str:
    """The path of a net for Hex that does not belong to the package."""
    return str(write_random_net(tmp_path, SMALL))


# The option -----------------------------------------------------------------------------------------------------------
def test_analyse_says_which_evaluator_judged(run: Run, folder: Path, net: str) -> None:
    assert "evaluator hand" in run("analyse", SMALL, "--simulations", "20").said
    assert "evaluator hex.net" in run("analyse", SMALL, "--simulations", "20", "--eval", net).said
    write_random_net(folder, "hex", sizes=[4], auto=[4])
    assert "evaluator hex.net" in run("analyse", SMALL, "--simulations", "20").said
    assert "evaluator hand" in run("analyse", SMALL, "--simulations", "20", "--eval", "hand").said


@pytest.mark.parametrize(
    "command",
    [
        ("analyse", SMALL),
        ("gtp", "--game", SMALL),
        ("play", SMALL),
        ("review", "game.jsonl"),
        ("overlay", SMALL, "visits"),
        ("bench", "search"),
    ],
    ids=lambda command: command[0],
)
def test_every_command_refuses_unknown_evaluators_in_the_same_words(run: Run, command: tuple[str, ...]) -> None:
    done = run(*command, "--eval", "strong")
    assert done.code == 2
    assert "evaluator: expected hand, net, auto or the path of a .net file; got 'strong'" in " ".join(done.err.split())


def test_the_analysis_engine_does_not_start_with_a_net_that_it_cannot_read(run: Run, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.net"
    damaged.write_text("no net")
    for given, reason in (("gone.net", "gone.net: No such file"), (str(damaged), "this is not a net")):
        done = run("analyse", "--jsonl", "--eval", given)
        assert done.code == 2
        assert reason in " ".join(done.err.split())


@pytest.mark.parametrize(
    "command", [("analyse", SMALL), ("gtp", "--game", SMALL), ("play", SMALL), ("bench", "search")]
)
def test_a_missing_net_is_reported_at_once(run: Run, command: tuple[str, ...]) -> None:
    for given, reason in (("net", "there is no net for"), ("gone.net", "gone.net: No such file")):
        done = run(*command, "--eval", given)
        assert done.code == 2
        assert reason in " ".join(done.err.split())


def test_gtp_judges_by_the_net_it_is_given(run: Run, net: str) -> None:
    lines = ["isthmus-analyze 1", ""]
    done = run("gtp", "--game", SMALL, "--simulations", "5", "--eval", net, typed=["genmove b", "quit"])
    assert done.code == 0
    assert done.out.startswith("= ")
    assert "evaluator hex.net" in run("gtp", "--game", "hex(size=3,pie=0)", "--eval", net, typed=lines).out


def test_the_analysis_engine_judges_by_the_net_it_is_given(run: Run, net: str) -> None:
    query = {"id": "q", "game": SMALL, "limits": {"simulations": 10}}
    lines = [json.dumps(query), json.dumps(query | {"id": "r", "evaluator": "hand"})]
    done = run("analyse", "--jsonl", "--eval", net, typed=lines)
    found = {answer["id"]: answer["evaluator"] for answer in map(json.loads, done.out.splitlines())}
    assert found == {"q": "hex.net", "r": "hand"}


def test_a_net_has_a_different_signature(run: Run, folder: Path) -> None:
    write_random_net(folder, "bridgit", sizes=[5])
    *positions, total = map(json.loads, run("bench", "search", "--simulations", "20", "--json").out.splitlines())
    assert {line["evaluator"] for line in positions} == {total["evaluator"]} == {"hand"}
    done = run("bench", "search", "--simulations", "20", "--json", "--eval", "net")
    *positions, other = map(json.loads, done.out.splitlines())
    assert {line["evaluator"] for line in positions} == {"bridgit.net"}
    assert {line["position"].split("(")[0] for line in positions} == {"bridgit"}
    assert other["signature"] != total["signature"]
    said = run("bench", "search", "--simulations", "20", "--eval", "net").said
    assert f"signature {other['signature']}, evaluator net" in said


def test_a_review_and_an_overlay_take_an_evaluator(run: Run, tmp_path: Path, net: str) -> None:
    path = tmp_path / "game.jsonl"
    write_record(Record.of_turns(isthmus.game(SMALL), ["b2", "c2", "b3"]), path)
    refused = run("review", str(path), "--simulations", "5", "--eval", "net")
    assert refused.code == 2
    assert "there is no net for hex" in refused.err
    assert not (tmp_path / "game.review.jsonl").exists()
    assert run("review", str(path), "--simulations", "5", "--proof-nodes", "0", "--eval", net).code == 0
    given = ("--simulations", "20", "--json")
    hand, learned = (run("overlay", SMALL, "priors", *given, "--eval", which).out for which in ("hand", net))
    assert json.loads(hand)["values"] != json.loads(learned)["values"]
    assert "overlay current has no option 'evaluator'" in " ".join(
        run("overlay", SMALL, "current", "--eval", net).err.split()
    )


# Play -----------------------------------------------------------------------------------------------------------------
def test_a_level_has_its_own_evaluator(run: Run) -> None:
    done = run("play", SMALL, "--level", "1", "--eval", "hand")
    assert done.code == 2
    assert "a level chooses its evaluator; omit --eval" in done.err


def test_a_resumed_game_keeps_its_evaluator(run: Run, home: Path) -> None:
    run("play", SMALL, "--side", "second", "--simulations", "5", "--eval", "hand", typed=["quit"])
    (path,) = (home / "games").glob("*.jsonl")
    assert read_record(path).players == ("computer (5 simulations, hand)", "person")
    run("play", "--resume", typed=["a1", "quit"])
    assert read_record(path).players == ("computer (5 simulations, hand)", "person")
    run("play", "--resume", "--simulations", "6", typed=["d1", "quit"])
    both = "computer (5 simulations, hand), then computer (6 simulations, hand)"
    assert read_record(path).players == (both, "person")
    run("play", "--resume", "--eval", "auto", typed=["a4", "d4", "quit"])
    assert read_record(path).players == (f"{both}, then computer (6 simulations)", "person")


def test_the_computer_plays_by_a_net(run: Run, home: Path, net: str) -> None:
    done = run("play", SMALL, "--side", "none", "--simulations", "5", "--eval", net)
    assert done.code == 0
    (path,) = (home / "games").glob("*.jsonl")
    assert read_record(path).players == ("computer (5 simulations)", "computer (5 simulations)")
