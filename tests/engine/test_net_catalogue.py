"""The catalogue of nets: one net a game, for the sizes on its card; and the engine's choice."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from random_nets import random_net, write_random_net

import isthmus
from isthmus.engine import Engine
from isthmus.engine.net_file import write_net
from isthmus.engine.nets import catalogue
from isthmus.errors import SearchError
from isthmus.match.player_spec import parse_player


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in place of the folder with the package's nets."""
    monkeypatch.setattr(catalogue, "FOLDER", tmp_path)
    return tmp_path


def judge(game: str, evaluator: str = "auto") -> str:
    return Engine(evaluator=evaluator).judge(isthmus.game(game))


def test_a_net_serves_the_sizes_on_its_card(tmp_path: Path) -> None:
    write_random_net(tmp_path, "hex", sizes=[7, 11])
    assert catalogue.net_for(isthmus.game("hex", size=11, pie=0), tmp_path) is catalogue.nets(tmp_path)["hex"]
    assert catalogue.net_for(isthmus.game("hex", size=7), tmp_path) is not None
    assert catalogue.net_for(isthmus.game("hex", size=9), tmp_path) is None
    assert catalogue.net_for(isthmus.game("trellis", size=11), tmp_path) is None


def test_auto_is_a_net_only_in_sizes_where_it_is_stronger(folder: Path) -> None:
    write_random_net(folder, "hex", sizes=[5, 7], auto=[7])
    assert [judge(f"hex(size={size})") for size in (5, 7, 9)] == ["hand", "hex.net", "hand"]
    assert judge("hex(size=5)", "net") == "hex.net"
    assert judge("hex(size=7)", "hand") == "hand"
    with pytest.raises(SearchError, match=r"there is no net for hex\(size=9,pie=1\); expected hand or auto"):
        judge("hex(size=9)", "net")


def test_auto_is_a_net_only_with_the_parameters_that_the_gate_played(folder: Path) -> None:
    write_random_net(folder, "trellis", sizes=[7], auto=[7])
    assert judge("trellis(size=7,pie=0)") == judge("trellis(size=7,pie=3)") == "trellis.net"
    assert judge("trellis(size=7,separation=2)") == "hand"
    assert judge("trellis(size=7,separation=2)", "net") == "trellis.net"


def test_without_nets_the_hand_made_evaluator_judges(folder: Path) -> None:
    assert catalogue.nets() == {}
    assert {judge(name) for name in isthmus.games()} == {"hand"}


def test_a_report_names_its_evaluator(folder: Path) -> None:
    write_random_net(folder, "hex", sizes=[5], auto=[5])
    start = isthmus.game("hex(size=5)").start()
    assert isthmus.search(start, simulations=20).evaluator == "hex.net"
    report = isthmus.search(start, simulations=20, evaluator="hand")
    assert report.evaluator == "hand"
    assert str(report).endswith(" s, evaluator hand")
    assert isthmus.search(start, simulations=20, plain=True, evaluator="net").evaluator == "plain"


def test_where_only_python_has_the_game_no_net_judges(folder: Path) -> None:
    write_random_net(folder, "hex", sizes=[5], auto=[5])
    game = isthmus.game("hex(size=5)").reference()
    assert isthmus.search(game.start(), simulations=5).evaluator == "plain"
    with pytest.raises(SearchError, match="is written only in Python, so nets cannot be used"):
        isthmus.search(game.start(), simulations=5, evaluator="net")


def test_a_net_that_changes_on_disk_is_read_again(folder: Path) -> None:
    start = isthmus.game("hex(size=5,pie=0)").start()
    path = write_random_net(folder, "hex", sizes=[5], seed=1)
    before = isthmus.search(start, simulations=30, evaluator="net")
    write_net(path, random_net(start.game, seed=2, blocks=2, sizes=[5]))
    after = isthmus.search(start, simulations=30, evaluator="net")
    assert [turn.prior for turn in before.turns] != [turn.prior for turn in after.turns]


def test_a_net_that_was_trained_on_other_planes_is_refused(folder: Path) -> None:
    net = random_net(isthmus.game("hex"), sizes=[5])
    object.__setattr__(net, "plane_names", ("own", "opponent", "board", "legal", "goals", "pending", "moons"))
    write_net(folder / "hex.net", net)
    with pytest.raises(SearchError, match="needs other input planes than those of hex"):
        judge("hex(size=5)", "net")


@pytest.mark.parametrize("sizes", [7, "7", [7.0], ["7"], [True], None])
def test_a_card_without_a_list_of_sizes_is_refused(folder: Path, sizes: object) -> None:
    write_random_net(folder, "hex", sizes=sizes)
    with pytest.raises(SearchError, match="sizes: expected a list of sizes"):
        judge("hex(size=7)", "net")


def test_a_damaged_net_affects_no_other_game(folder: Path) -> None:
    (folder / "orbit.net").write_bytes(b"ISTHNET0")
    write_random_net(folder, "hex", sizes=[5], auto=[5])
    assert judge("hex(size=5)") == "hex.net"
    with pytest.raises(SearchError, match="this is not a net"):
        judge("orbit(size=6)")


def test_a_player_of_a_match_may_judge_by_the_net_of_a_file(tmp_path: Path) -> None:
    path = write_random_net(tmp_path, "hex")
    player = parse_player(f"full(eval={path})")
    assert player.evaluator == str(path)
    assert parse_player(player.text) == player


def test_importing_the_engine_opens_no_net() -> None:
    code = """
import sys
opened = []
sys.addaudithook(lambda event, arguments: opened.append(str(arguments[0])) if event == "open" else None)
import isthmus.engine, isthmus.cli.main
print([path for path in opened if path.endswith(".net")])
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told == "[]\n"


def test_every_net_of_the_package_is_named_after_its_game() -> None:
    for name, net in catalogue.nets().items():
        assert net.game == name
        kind = isthmus.games()[net.game]
        sizes = catalogue.sizes_of(net, "sizes")
        assert sizes
        assert set(catalogue.sizes_of(net, "auto")) <= set(sizes)
        for size in sizes:
            assert kind(size=size).values["size"] == size
