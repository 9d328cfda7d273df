"""Counts phrases that make English sound translated, in the texts of a commit or of the working tree.

    .venv/bin/python scripts/count_phrases.py [COMMIT …]

docs/design/0026-plain-english.md has the results. ``tests/test_wording.py`` refuses some of these phrases. Others are
sometimes right, so they are only counted.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
TEXTS = re.compile(
    r"[^/]+\.(md|toml|yml)|CMakeLists\.txt|Makefile|Containerfile|docs/.*\.(md|ipynb|py)|native/.*\.(hpp|cpp|in)"
    r"|src/isthmus/.*\.(py|pyi|md|html|js)|(bench|tests)/.*\.(py|hpp|cpp)|scripts/.*|\.github/.*\.yml|\.ci/run"
)
OTHERS = re.compile(r"CHANGELOG|web/learn/lab/reports/|scripts/count_phrases|tests/test_wording|playthroughs")
"""Not counted: the history of changes, written reports and playthroughs, and lists of such phrases."""
_BEGINS = r"(?:^|[.:;(] |\"\"\"|# |// )"
PHRASES = {
    "test names that begin with what or who": r"def test_(?:what|who)(?:ever)?_",
    "test names with is_no, is_none, for_ever": (
        r"def test_\w*(?:(?<!there)_is_no_|_(?:is|are)_none|_for_ever|_that_there_is_not)"
    ),
    "a sentence that begins with who": _BEGINS + r"[Ww]ho(?:ever)? [a-z]+s\b(?![^.\n]*\?)",
    "a sentence that begins with what": _BEGINS + r"[Ww]hat(?:ever)? [a-z]+\b(?![^.\n]*\?)",
    "is no (but not: there is no)": r"(?<![Tt]here )\bis no (?!\w+er\b)",
    "of its own": r"\bof (?:its|their) own\b",
    "for ever, nothing of, such as are, shall, whence …": (
        r"\bfor ever\b(?!y)|\b(?:says?|knows?) nothing of\b|\bsuch as are\b|\bas it were\b"
        r"|\b(?:shall|whence|thereof|milliard|nought)\b"
    ),
}


def texts(commit: str | None) -> Iterator[str]:
    """The texts of a commit, or of the working tree."""
    listed = ["ls-tree", "-r", "--name-only", commit] if commit else ["ls-files"]
    for name in _git(*listed).splitlines():
        if TEXTS.fullmatch(name) and not OTHERS.search(name):
            if commit:
                yield _git("show", f"{commit}:{name}")
            elif (ROOT / name).is_file():
                yield (ROOT / name).read_text(encoding="utf-8", errors="replace")


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=True)
    return done.stdout.decode("utf-8", errors="replace")


def counts(commit: str | None) -> list[int]:
    """The number of texts, then the number of each of PHRASES."""
    found = list(texts(commit))
    return [
        len(found),
        *(sum(len(re.findall(phrase, text, re.MULTILINE)) for text in found) for phrase in PHRASES.values()),
    ]


def main(commits: list[str]) -> None:
    """Print a table with a column for each commit, and one for the working tree."""
    columns = [counts(commit) for commit in (*commits, None)]
    lines = [f"| phrase | {' | '.join((*commits, 'now'))} |", f"|---|{'---|' * len(columns)}"]
    for name, row in zip(("texts", *PHRASES), zip(*columns, strict=True), strict=True):
        lines.append(f"| {name} | {' | '.join(f'{number:,}' for number in row)} |")
    sys.stdout.write("\n".join([*lines, ""]))


if __name__ == "__main__":
    main(sys.argv[1:])
