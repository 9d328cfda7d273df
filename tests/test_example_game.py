"""A game from outside the package, in Python only, works everywhere: the example of docs/adding-a-game.md.

The example is made visible as an installed package would be, by a module and its metadata in a folder on the path.
"""

from __future__ import annotations

import importlib.metadata
import os
import random
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

import isthmus
from isthmus import Game, IllegalTurnError, Position, PositionError
from isthmus.engine.players import RandomPlayer
from isthmus.games import catalogue
from isthmus.record.position_text import format_position
from isthmus.testing import CHECKS
from isthmus.testing.returns import check_board

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "docs" / "example"
GUIDE = ROOT / "docs" / "adding-a-game.md"
GROUP = "isthmus.games"


def hedges(size: int = 6, pie: int = 0) -> Game:
    return isthmus.game("hedges", size=size, pie=pie)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder like site-packages after `pip install ./docs/example`."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    folder = tmp_path_factory.mktemp("site")
    (folder / "hedges.py").write_text((EXAMPLE / "hedges.py").read_text(encoding="utf-8"), encoding="utf-8")
    metadata = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", encoding="utf-8"
    )
    entries = [f"{name} = {value}" for name, value in project["entry-points"][GROUP].items()]
    (metadata / "entry_points.txt").write_text(f"[{GROUP}]\n" + "\n".join(entries) + "\n", encoding="utf-8")
    return folder


@pytest.fixture
def installed(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The example is installed while the test runs."""
    monkeypatch.syspath_prepend(str(site))
    isthmus.games.refresh()
    yield
    isthmus.games.refresh()
    sys.modules.pop("hedges", None)


@pytest.fixture
def cli(site: Path, tmp_path: Path) -> Callable[..., str]:
    """Runs `isthmus` in a separate process with the example installed, and returns its output."""

    def run(*arguments: str, typed: str = "") -> str:
        paths = [str(site), *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = os.environ | {
            "PYTHONPATH": os.pathsep.join(paths),
            "ISTHMUS_HOME": str(tmp_path / "state"),
            "COLUMNS": "120",
            "NO_COLOR": "1",
            "PYTHONIOENCODING": "utf-8",
        }
        done = subprocess.run(
            [sys.executable, "-c", "from isthmus.cli.main import main; main()", *arguments],
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=120,
            cwd=tmp_path,
            env=environment,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        return done.stdout

    return run


# The guide -------------------------------------------------------------------------------------------------------


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_guide_shows_the_example_as_it_is() -> None:
    assert blocks("python")[0] == (EXAMPLE / "hedges.py").read_text(encoding="utf-8")
    assert blocks("toml") == [(EXAMPLE / "pyproject.toml").read_text(encoding="utf-8")]


def test_the_battery_runs_as_the_guide_says(installed: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isthmus.games, "_registered", {})
    monkeypatch.setattr(isthmus.games, "_known", None)
    (code,) = (block for block in blocks("python") if "check_game" in block)
    exec(compile(code, "guide", "exec"), {})


# In the library --------------------------------------------------------------------------------------------------


def test_without_the_package_there_is_no_such_game() -> None:
    assert "hedges" not in {entry.name for entry in importlib.metadata.entry_points(group=GROUP)}
    with pytest.raises(isthmus.RulesError, match="no game is called 'hedges'"):
        isthmus.game("hedges")


def test_an_incomplete_game_of_a_package_affects_no_other_game(
    installed: None, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (site / "halfway.py").write_text(
        "import isthmus\nclass Halfway(isthmus.Game):\n    id = title = 'halfway'\n", encoding="utf-8"
    )
    entries = [importlib.metadata.EntryPoint("halfway", "halfway:Halfway", GROUP)]
    monkeypatch.setattr(catalogue, "entry_points", lambda **_: entries)
    isthmus.games.refresh()
    assert "halfway" not in isthmus.games
    with pytest.raises(isthmus.RulesError, match=r"Halfway is not complete; it lacks: inventor, year, .*steps"):
        isthmus.game("halfway")


def test_with_the_package_the_game_is_found_and_plays_by_its_python_rules(installed: None) -> None:
    game = hedges()
    assert str(game) == "hedges(size=6,pie=0)"
    assert game.core is game
    assert list(isthmus.games())[-1] == "hedges"


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("text", ["hedges(size=4,pie=0)", "hedges(size=4,pie=1)", "hedges(size=8,pie=1)"])
def test_the_contract_battery_passes(installed: None, text: str, check: Callable[[Game, int], None]) -> None:
    for seed in range(3):
        check(isthmus.game(text), seed)


def test_a_turn_plants_one_stone_or_two_neighbours(installed: None) -> None:
    turns = [turn.text for turn in hedges(size=4).start().turns()]
    single = [text for text in turns if "+" not in text]
    assert len(single) == 16
    assert len(turns) == 16 + 2 * 4 * 3
    with pytest.raises(IllegalTurnError, match="c1 is not beside a1"):
        hedges().start().play("a1+c1")


def test_no_stone_is_a_neighbour_of_an_opposing_stone(installed: None) -> None:
    position = hedges().start().play("c3")
    assert not {"c2", "c4", "b3", "d3", "c3"} & set(position.steps())
    assert "d4" in position.steps()
    with pytest.raises(IllegalTurnError, match="c4 is next to a black stone"):
        position.play("c4+d4")
    with pytest.raises(PositionError, match="next to an opposing stone"):
        hedges().position(black=["a1"], white=["a2"])


def test_there_is_no_passing(installed: None) -> None:
    with pytest.raises(IllegalTurnError, match="no passing"):
        hedges().start().play("pass")


def test_a_player_without_room_to_plant_loses(installed: None) -> None:
    position = hedges(size=4).position(black=["a1", "b2", "c3", "d4", "a3", "c1", "d2", "b4"], to_move="white")
    assert str(position.outcome) == "black (no room to plant)"
    assert position.turns() == []


def test_the_plain_search_finds_the_turn_that_leaves_no_room(installed: None) -> None:
    position = hedges(size=4).position(black=["a1", "b2", "c3", "a3", "c1", "d2", "b4"], to_move="black")
    report = isthmus.search(position, simulations=400, seed=1)
    assert position.play(report.best).outcome is not None
    assert report.proof.win_for(isthmus.Seat.FIRST)


def test_the_plain_search_beats_a_random_player(installed: None) -> None:
    wins = 0
    for seed in range(6):
        position = hedges(size=4).start()
        searcher = isthmus.Side.BLACK if seed % 2 else isthmus.Side.WHITE
        random_player = RandomPlayer(seed)
        while position.outcome is None:
            if position.to_move is searcher:
                turn = isthmus.search(position, simulations=100, seed=seed).best
            else:
                turn = random_player.choose(position)
            position = position.play(turn)
        wins += position.outcome.winner is searcher
    assert wins >= 5


# On the command line -------------------------------------------------------------------------------------------------


def test_games_lists_it(cli: Callable[..., str]) -> None:
    assert "hedges" in cli("games")


def test_rules_prints_the_page_that_it_brings(cli: Callable[..., str], installed: None) -> None:
    assert cli("rules", "hedges", "--source") == isthmus.games()["hedges"].rules_page
    assert "There is no passing and no draw." in " ".join(cli("rules", "hedges").split())


def test_play_plays_a_whole_game_against_itself(cli: Callable[..., str]) -> None:
    printed = cli("play", "hedges", "--param", "size=4", "--side", "none", "--seconds", "0.02")
    assert "no room to plant" in printed


def test_play_takes_the_turns_that_a_person_types(cli: Callable[..., str]) -> None:
    printed = cli("play", "hedges", "--param", "size=4", "--side", "both", typed="a1+c1\na1+a2\ntake-white\nb1\n")
    assert "c1 is not beside a1" in printed
    assert "b1 is next to a black stone" in printed


def test_show_draws_a_position(cli: Callable[..., str], installed: None) -> None:
    position = played(hedges(size=4), turns=3)
    assert "<svg" in cli("show", format_position(position), "--svg")


STUDY = """
title = "Hedges: who is favoured?"
[[games]]
game = "hedges"
size = 4
pie = 0
[players]
strengths = [4, 16]
[questions]
measures = ["first-seat", "ends", "depth", "restricted", "drama", "openings"]
judge = 4
offers = 3
restrictions = ["quarter"]
[budget]
games = 4
"""


def test_the_lab_studies_it_and_says_that_it_exists_only_in_python(cli: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text(STUDY, encoding="utf-8")
    cli("lab", "run", "study.toml", "--ledger", "games.jsonl", "--jobs", "1")
    cli("lab", "report", "games.jsonl", "-o", "report.html")
    page = " ".join((tmp_path / "report.html").read_text(encoding="utf-8").split())
    assert "<strong>hedges(size=4,pie=0)</strong> exists only in Python." in page
    assert "no room to plant" in page
    assert "no room to plant" in cli("lab", "show", "1", "--ledger", "games.jsonl")


def played(game: Game, turns: int) -> Position:
    chance = random.Random(7)
    position = game.start()
    for _ in range(turns):
        position = position.play(chance.choice(position.turns()))
    return position


def test_the_triangle_of_the_guide_is_a_board() -> None:
    (code,) = (block for block in blocks("python") if "def triangle" in block)
    found: dict[str, Any] = {}
    exec(code, found)
    board = found["triangle"](7)
    assert len(board) == 27
    assert [len(beside) for beside in board.neighbours].count(5) == 6  # around the hole
    check_board(cast("Game", SimpleNamespace(topology=board)), 0)
