"""The nets that ``isthmus doctor`` lists and tries."""

from __future__ import annotations

import math
import re
from array import array
from pathlib import Path

import pytest
from cli_helpers import Run
from random_nets import random_net, write_random_net

import isthmus
from isthmus.cli.commands.net_check import figures_of, net_checks
from isthmus.engine.net_file import write_net

pytestmark = pytest.mark.usefixtures("folder")


def test_without_nets_doctor_says_so(run: Run) -> None:
    done = run("doctor")
    assert done.code == 0
    assert "There are no nets: positions are judged by hand-made evaluators." in done.said


def test_doctor_lists_every_net_and_finds_the_one_that_fails(run: Run, folder: Path) -> None:
    path = write_random_net(folder, "hex", sizes=[5, 7], auto=[7], generation=3, losses={"value": 0.51234})
    (folder / "orbit.net").write_bytes(b"nonsense")
    done = run("doctor")
    assert re.search(rf"hex\.net ok [+-]\d\.\d\d 5 7 7 16x1 {path.stat().st_size // 1000} kB not tested", done.said)
    assert "generation 3" not in done.said
    assert "orbit.net FAIL SearchError: " in done.said
    assert "this is not a net" in done.said
    assert done.said.count("FAIL SearchError: ") == 2  # in the games too: for Orbit, auto asks for the damaged net
    assert "2 checks failed." in done.said
    assert done.code == 1
    assert "hex.net generation 3 losses: value 0.512" in run("doctor", "--cards").said


def test_doctor_checks_a_net_of_your_own_and_shows_its_card(run: Run, folder: Path, tmp_path: Path) -> None:
    write_random_net(folder, "hex", sizes=[5], generation=3)
    (tmp_path / "own").mkdir()
    own = write_random_net(tmp_path / "own", "trellis", sizes=[7], generation=4)
    done = run("doctor", "--net", str(own))
    assert re.search(r"trellis\.net ok [+-]\d\.\d\d 7 none", done.said)
    assert "trellis.net generation 4" in done.said
    assert "generation 3" not in done.said
    own.write_bytes(b"")
    done = run("doctor", "--net", str(own))
    assert (done.code, "trellis.net FAIL SearchError: " in done.said) == (1, True)


@pytest.mark.parametrize("name", list(isthmus.games()))
def test_a_net_of_any_game_judges_a_first_position(folder: Path, name: str) -> None:
    size = next(parameter for parameter in isthmus.games()[name].parameters if parameter.name == "size").values[0]
    write_random_net(folder, name, sizes=[size])
    (found,) = net_checks()
    assert found.passed, found.finding


def test_faults_of_a_net_are_found(folder: Path) -> None:
    game = isthmus.game("hex")
    wrong = random_net(game, sizes=[5])
    tensors = {**wrong.tensors, "value2.bias": memoryview(array("f", [math.nan]))}
    write_net(folder / "hex.net", type(wrong)(wrong.game, wrong.shape, wrong.plane_names, tensors, wrong.card))
    write_net(folder / "bridgit.net", wrong)
    write_random_net(folder, "orbit")
    write_random_net(folder, "trellis", sizes=[7], auto=[9])
    write_random_net(folder, "trinidad", sizes=[4])
    found = {check.name: check.finding for check in net_checks() if not check.passed}
    assert "not finite" in found.pop("hex.net")
    assert "the file is called bridgit, but the net is for hex" in found.pop("bridgit.net")
    assert "its card has no sizes" in found.pop("orbit.net")
    assert "its sizes for auto are not among them" in found.pop("trellis.net")
    assert "size is 4; expected" in found.pop("trinidad.net")
    assert not found


def test_facts_of_a_net_are_short(folder: Path) -> None:
    results = [{"passed": True}, {"passed": False}]
    write_random_net(folder, "hex", sizes=[5, 6, 7, 9, 10, 13], auto=[], gate=results)
    (found,) = net_checks()
    assert found.facts[:2] == ("5-7 9 10 13", "none")
    assert found.facts[-1] == "1 of 2"


def test_digits_are_grouped() -> None:
    card = {
        "sizes": [7],
        "recipe": {"batch": 256, "knowledge": True, "play": {"simulations": 32}},
        "games": 12_000,
        "data": "f00d",
        "losses": {"policy": 2.0, "value": 0.5},
        "gate": [
            {"test": {"game": "hex(size=7,pie=0)", "seconds": 0.1}, "pairs": [0, 0, 4, 1, 3], "passed": True},
            {"passed": False},
        ],
        "notes": ["left", "out"],
    }
    plain, recipe, losses, test = figures_of(card)
    assert plain == "games 12,000, data f00d"
    assert recipe == "recipe: batch 256, knowledge yes, simulations 32"
    assert losses == "losses: policy 2, value 0.5"
    assert test == "gate: hex(size=7,pie=0) at 0.1 s: Elo +163 (+14 to +312), passed"
    assert figures_of({"data": 64 * "f", "calibration": {"fields": 121, "knots": [[0.0, 1.84]]}}) == (
        "data ffffffffffffffff…",
    )
