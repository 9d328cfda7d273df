"""Checks that every native header compiles when it is included alone, and without warnings.

    .venv/bin/python scripts/check_headers.py               every header: two minutes of one core
    .venv/bin/python scripts/check_headers.py --changed     headers changed since main, and all that include them
    .venv/bin/python scripts/check_headers.py FILE ...      these headers

CXX chooses the compiler. The default is clang++ if it is installed, or else c++. Exits with 1 if a header fails.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nanobind

ROOT = Path(__file__).resolve().parents[1]
NATIVE = ROOT / "native"
FLAGS = ["-std=c++20", "-fsyntax-only", "-DISTHMUS_FEW_WIDTHS", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
"""The warnings of CMakeLists.txt."""
ARM = platform.machine().lower() in {"arm64", "aarch64"}


def headers() -> list[Path]:
    """All headers that this machine's processor can compile."""
    found = sorted(NATIVE.rglob("*.hpp"))
    return [path for path in found if ARM or "<arm_neon.h>" not in path.read_text(encoding="utf-8")]


def git(*arguments: str) -> str | None:
    """The output of a git command; None if it fails."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def changed() -> list[Path]:
    """The headers that differ from the main branch, and all that include one. On that branch itself, all headers."""
    bases = (git("merge-base", "HEAD", main) for main in ("origin/main", "main"))
    base = next((base for base in bases if base), None)
    if base is None or base == git("rev-parse", "HEAD"):
        return headers()
    names = f"{git('diff', '--name-only', base, '--', 'native')}\n{git('ls-files', '--others', '--', 'native')}"
    includers: dict[Path, set[Path]] = defaultdict(set)
    for path in headers():
        for name in re.findall(r'^#include "(.+)"', path.read_text(encoding="utf-8"), re.MULTILINE):
            includers[NATIVE / name].add(path)
    found: set[Path] = set()
    waiting = [ROOT / name for name in names.splitlines() if name.endswith(".hpp")]
    while waiting:
        if (path := waiting.pop()) not in found:
            found.add(path)
            waiting += includers[path]
    return [path for path in headers() if path in found]


def complaint(compiler: str, header: Path) -> str:
    """The compiler's messages for a file that includes only this header; empty if it compiles."""
    places = (NATIVE, nanobind.include_dir(), sysconfig.get_path("include"))
    includes = [part for place in places for part in ("-isystem" if place != NATIVE else "-I", str(place))]
    done = subprocess.run(
        [compiler, *FLAGS, *includes, "-x", "c++", "-"],
        input=f'#include "{header.relative_to(NATIVE)}"\n',
        capture_output=True,
        text=True,
        check=False,
    )
    return "" if done.returncode == 0 else done.stderr


def header(name: str) -> Path:
    """The path of a header in native, for the command line."""
    path = Path(name).resolve()
    if path.suffix != ".hpp" or not path.is_relative_to(NATIVE) or not path.is_file():
        raise argparse.ArgumentTypeError(f"{name} is not a header in native")
    return path


def main() -> int:
    """Checks the headers that the command line names."""
    parser = argparse.ArgumentParser(description="Check that native headers compile when they are included alone.")
    parser.add_argument("headers", nargs="*", metavar="FILE", type=header, help="a header in native; all if none")
    parser.add_argument("--changed", action="store_true", help="headers changed since main, and all that include them")
    given = parser.parse_args()
    compiler = os.environ.get("CXX") or ("clang++" if shutil.which("clang++") else "c++")
    chosen = changed() if given.changed else given.headers or headers()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = dict(zip(chosen, pool.map(lambda path: complaint(compiler, path), chosen), strict=True))
    wrong = {path: words for path, words in found.items() if words}
    for path, words in wrong.items():
        sys.stderr.write(f"{path.relative_to(ROOT)} does not compile alone:\n{words}\n")
    sys.stdout.write(f"{len(chosen) - len(wrong)} of {len(chosen)} headers compile alone with {compiler}\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
