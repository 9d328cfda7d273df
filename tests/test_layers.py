"""Data flows one way: the native layers include only layers to their left (import-linter checks the Python ones)."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LAYERS = [["board"], ["rules"], ["games"], ["knowledge"], ["search", "solve"], ["bind"]]
RANK = {layer: rank for rank, layers in enumerate(LAYERS) for layer in layers}
FILES = sorted(path for path in (ROOT / "native").rglob("*") if path.suffix in {".hpp", ".cpp", ".in"})


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_native_includes_point_left(path: Path) -> None:
    layer = path.relative_to(ROOT / "native").parts[0]
    for included in re.findall(r'#include "([a-z]+)/', path.read_text(encoding="utf-8")):
        assert included == layer or RANK[included] < RANK[layer], f"{path.name} is in {layer} and includes {included}"


def test_only_bind_knows_python() -> None:
    for path in FILES:
        if "bind" not in path.parts:
            assert not re.search(r"nanobind|Python\.h", path.read_text(encoding="utf-8")), path


def names_of_games() -> set[str]:
    """Ids, namespaces and classes of the native games."""
    headers = [path for path in FILES if path.parts[-2] == "games" and path.stem != "all"]
    classes = [re.findall(r"^class (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE) for path in headers]
    spaces = {path.stem for path in headers}
    return spaces | {space.replace("_", "-") for space in spaces} | {name for found in classes for name in found}


def knows_no_game(path: Path) -> bool:
    layer, *folder = path.relative_to(ROOT / "native").parts[:-1]
    return layer in {"search", "solve", "bind"} or (layer == "knowledge" and not names_of_games() & set(folder))


@pytest.mark.parametrize("path", [*filter(knows_no_game, FILES)], ids=lambda path: str(path.relative_to(ROOT)))
def test_search_and_what_games_share_name_no_game(path: Path) -> None:
    code = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
    found = set(re.findall(r"[\w-]+", code)) & names_of_games()
    assert not found, f"{path.name} names {found}; only a game's own folder may, and games/all.hpp"


def test_the_two_lists_of_games_agree() -> None:
    from isthmus import _native
    from isthmus.games import BUILT_IN

    assert _native.game_ids() == [kind.id for kind in BUILT_IN]
    assert all(vars(kind).get("native") is True for kind in BUILT_IN)


def test_a_game_has_its_file_in_each_language() -> None:
    from isthmus.games import BUILT_IN

    for kind in BUILT_IN:
        name = kind.id.replace("-", "_")
        assert kind.__module__ == f"isthmus.games.{name}"
        assert (ROOT / "native" / "games" / f"{name}.hpp").exists()
