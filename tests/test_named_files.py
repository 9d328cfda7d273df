"""Documents and comments name files, folders and modules that exist."""

from __future__ import annotations

import functools
import importlib
import io
import re
import tokenize
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = ("bench", "docs", "native", "scripts", "src", "tests", "tools")
DOCUMENTS = sorted({*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "src").rglob("*.md")})
SOURCES = sorted(
    path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in {".py", ".hpp", ".cpp", ".js"}
)
CODE = re.compile(r"(?<![\w./<>*-])((?:[\w-]+/)*[\w-]+\.(?:py|pyi|hpp|cpp|js|css))\b(?![\w(*-])")
"""The name of a source file, with any part of its path."""
PLACE = re.compile(rf"(?<![\w./-])((?:{'|'.join(FOLDERS)})/[\w./-]*\w)(?![\w<>*{{-])")
"""A path from the root of the repository, to a file of any kind or a folder."""
DOTTED = re.compile(r"(?<![\w./'\"-])isthmus(?:\.[a-z_]\w*)+")
"""A module, or a name in one."""
TO_BE_WRITTEN = {
    *("games/hedges.hpp", "native/games/hedges.hpp", "native/knowledge/hedges/bundle.hpp", "hedges.hpp"),
    "my_game.py",
}
"""Files that a reader of docs/adding-a-game.md writes; the example game exists only in Python."""


@functools.cache
def files() -> frozenset[str]:
    """The files of the repository, by every suffix of their paths."""
    below = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))
    found = [path.relative_to(ROOT).as_posix() for path in (*ROOT.iterdir(), *below) if path.is_file()]
    return frozenset("/".join(name.split("/")[start:]) for name in found for start in range(name.count("/") + 1))


def missing(text: str) -> list[str]:
    """The files and folders in a text that do not exist in the repository."""
    named = {*CODE.findall(text), *(place.rstrip(".") for place in PLACE.findall(text))}
    return sorted(one for one in named - TO_BE_WRITTEN if one not in files() and not (ROOT / one).exists())


def comments(path: Path) -> str:
    """The comments of a source file, and in Python the docstrings and other texts of several lines."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        kept = (one.string for one in tokens if one.type == tokenize.COMMENT or one.string.startswith('"""'))
        return "\n".join(kept)
    return "\n".join(re.findall(r"//.*|/\*.*?\*/", text, re.DOTALL))


def exists(name: str) -> bool:
    """Whether a dotted name can be imported, or is in a module that can."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            found = getattr(found, part, None)
        return found is not None
    return False


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_document_names_files_and_modules_that_exist(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    assert missing(text) == []
    assert [name for name in sorted(set(DOTTED.findall(text))) if not exists(name)] == []


def test_comments_name_files_that_exist() -> None:
    wrong = {str(path.relative_to(ROOT)): named for path in SOURCES if (named := missing(comments(path)))}
    assert wrong == {}
