"""Data flows one way: native layers include only layers to their left (import-linter checks Python), and no circles."""

import ast
import re
import tomllib
from collections.abc import Mapping
from itertools import pairwise
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


# The picture in docs/architecture.md ---------------------------------------------------------------------------------

PICTURE = (ROOT / "docs" / "images" / "architecture.svg").read_text(encoding="utf-8")


def boxes() -> list[tuple[str, float, float]]:
    """The name of every box in the picture, with its place: from the left, and from the top."""
    found = re.findall(r'<text x="([\d.]+)" y="([\d.]+)" class="name">(\w+)</text>', PICTURE)
    return [(name, float(x), float(y)) for x, y, name in found]


def columns() -> tuple[dict[str, float], dict[str, float]]:
    """The boxes of Python and of C++, each with its distance from the top."""
    middle = 540
    return (
        {name: y for name, x, y in boxes() if x < middle},
        {name: y for name, x, y in boxes() if x > middle},
    )


def python_layers() -> list[set[str]]:
    """The layers that import-linter checks, from the top."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (contract,) = (one for one in settings["tool"]["importlinter"]["contracts"] if "containers" not in one)
    return [set(re.findall(r"isthmus\.(\w+)", line)) for line in contract["layers"]]


def test_the_picture_shows_the_python_layers_in_their_order() -> None:
    python, _ = columns()
    layers = python_layers()
    assert python.keys() == set().union(*layers)
    for above, below in pairwise(layers):
        assert max(python[name] for name in above) < min(python[name] for name in below)


def test_the_picture_shows_the_native_layers_in_their_order() -> None:
    _, native = columns()
    assert native.keys() == {name for layers in LAYERS for name in layers}
    for below, above in pairwise(LAYERS):
        assert max(native[name] for name in above) < min(native[name] for name in below)


def test_the_picture_names_all_shared_knowledge() -> None:
    shown = set(re.findall(r'class="small" text-anchor="middle">(\w+)<', PICTURE))
    shared = {path.name for path in (ROOT / "native" / "knowledge").iterdir() if path.is_dir()} - names_of_games()
    assert shown == shared - {"playouts"}, "a game without knowledge uses random playouts, which are not shared"


def test_the_page_of_the_picture_describes_every_layer() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", page, re.MULTILINE)
    described = {name for row in rows for name in re.findall(r"\w+", row)}
    assert set().union(*python_layers()) - {"errors"} <= described


# Circles of Python imports --------------------------------------------------------------------------------------------

INHERENT = [{"isthmus.rules.game", "isthmus.rules.position"}]
"""Allowed circles: a game makes positions, and a position has a game. Only type checkers see this import."""

PYTHON = {
    ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted((ROOT / "src" / "isthmus").rglob("*.py"))
}


def imported_by(path: Path) -> set[str]:
    """The modules of the package that a module imports: at its top, in its functions, and only for type checkers."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} has a relative import"
            parts = {f"{node.module}.{name.name}" for name in node.names}
            modules = {part for part in parts if part in PYTHON or part == "isthmus._native"}
            found |= modules | ({str(node.module)} if parts - modules else set())
    return found & PYTHON.keys()


def circles(imports: Mapping[str, set[str]]) -> list[set[str]]:
    """The strongly connected components of more than one module, or of one that imports itself."""
    after = {name: reached(imports, name) for name in imports}
    found: list[set[str]] = []
    for name in imports:
        if name in after[name] and not any(name in circle for circle in found):
            found.append({other for other in after[name] if name in after[other]})
    return found


def reached(imports: Mapping[str, set[str]], start: str) -> set[str]:
    """All modules that an import loads, directly or indirectly."""
    seen, waiting = set[str](), [start]
    while waiting:
        new = imports[waiting.pop()] - seen
        seen |= new
        waiting += new
    return seen


def test_circles_are_found() -> None:
    imports = {"a": {"b"}, "b": {"c", "d"}, "c": {"a"}, "d": {"e"}, "e": set[str](), "f": {"f"}}
    assert circles(imports) == [{"a", "b", "c"}, {"f"}]


def test_python_modules_have_no_circular_imports() -> None:
    found = circles({name: imported_by(path) for name, path in PYTHON.items()})
    assert found == INHERENT


def test_imports_for_type_checkers_lead_down_too() -> None:
    """import-linter leaves them out, because the public face names for type checkers what it loads later."""
    rank = {layer: number for number, layers in enumerate(python_layers()) for layer in layers}
    for name, path in PYTHON.items():
        for imported in imported_by(path):
            above, below = (rank.get(module.partition("isthmus.")[2].split(".")[0]) for module in (name, imported))
            assert above is None or below is None or above <= below, f"{name} imports {imported}"


def test_modules_are_loaded_by_name_only_in_known_places() -> None:
    """A module name in a string is an import that the test above does not notice."""
    loads = re.compile(r"\b(import_module|resolve_name|__import__)\b")
    found = {name for name, path in PYTHON.items() if loads.search(path.read_text(encoding="utf-8"))}
    assert found == {"isthmus", "isthmus.rl", "isthmus.rules.display", "isthmus.match.player_spec"}
