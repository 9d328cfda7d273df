"""Checks that a source distribution and a wheel contain everything that belongs there, and nothing else.

    .venv/bin/python scripts/distribution_contents.py DIST BUILD

DIST is the folder with both. BUILD is a build of the same checkout by Ninja: the files that its compiler has read must
be in the source distribution. Prints what is wrong and exits with 1.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BESIDE = {"CHANGELOG.md", "CMakeLists.txt", "LICENSE", "PKG-INFO", "README.md", "pyproject.toml"}
"""What a source distribution has besides the folders of sources."""
LARGEST = {".tar.gz": 1_500_000, ".whl": 6_000_000}
"""Bytes without nets. Half of that is usual; test data or pictures that slip in would exceed it."""
NETS = 4_000_000
"""Bytes of all nets together."""


def main(dist: Path, build: Path) -> int:
    """Print what is wrong with the distributions of a folder."""
    source, wheel = next(dist.glob("*.tar.gz")), next(dist.glob("*.whl"))
    with tarfile.open(source) as archive:
        sources = {member.name.split("/", 1)[1] for member in archive.getmembers() if member.isfile()}
    with zipfile.ZipFile(wheel) as archive:
        installed = set(archive.namelist())
    wrong = [*wrong_sources(sources, build), *wrong_wheel(installed)]
    nets = sum(path.stat().st_size for path in (ROOT / "src/isthmus/engine/nets").glob("*.net"))
    if nets > NETS:
        wrong.append(f"the nets have {nets:,} bytes, more than {NETS:,}")
    for path in (source, wheel):
        most = nets + next(size for ending, size in LARGEST.items() if path.name.endswith(ending))
        if path.stat().st_size > most:
            wrong.append(f"{path.name} has {path.stat().st_size:,} bytes, more than {most:,}")
        sys.stdout.write(f"{path.name}: {path.stat().st_size:,} bytes\n")
    sys.stdout.write("".join(f"{one}\n" for one in wrong))
    return bool(wrong)


def files_of(folder: str) -> set[str]:
    """The files of a folder of the repository, without what Python and compilers leave there."""
    found = {path for path in (ROOT / folder).rglob("*") if path.is_file() and path.suffix not in {".pyc", ".so"}}
    return {path.relative_to(ROOT).as_posix() for path in found}


def wrong_sources(sources: set[str], build: Path) -> Iterator[str]:
    """What the source distribution lacks or should not have."""
    expected = BESIDE | files_of("src/isthmus") | files_of("native")
    yield from (f"the source distribution lacks {name}" for name in sorted(expected - sources))
    yield from (f"the source distribution should not have {name}" for name in sorted(sources - expected))
    ninja = Path(sys.executable).with_name("ninja")
    told = subprocess.run(
        [ninja, "-C", build, "-t", "deps"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    read = {(build.resolve() / line.strip()).resolve() for line in told.splitlines() if line.startswith("    ")}
    own = {path.relative_to(ROOT).as_posix() for path in read if path.is_relative_to(ROOT)}
    own = {name for name in own if not name.startswith(("build/", ".venv/"))}
    if not own:
        yield f"{build} does not say what its compiler has read"
    yield from (f"the source distribution lacks {name}, which the compiler reads" for name in sorted(own - sources))


def wrong_wheel(installed: set[str]) -> Iterator[str]:
    """What the wheel lacks or should not have."""
    files = {name for name in installed if name.startswith("isthmus/")}
    native = {name for name in files if name.startswith("isthmus/_native.") and name.endswith((".so", ".pyd"))}
    if len(native) != 1:
        yield f"the wheel has {sorted(native) or 'no'} native core"
    expected = {name.removeprefix("src/") for name in files_of("src/isthmus")}
    yield from (f"the wheel lacks {name}" for name in sorted(expected - files))
    yield from (f"the wheel should not have {name}" for name in sorted(files - expected - native))
    others = {name.split("/")[0] for name in installed - files}
    yield from (
        f"the wheel has {name} beside the package" for name in sorted(others) if not name.endswith(".dist-info")
    )


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
