"""Makes the files about the claims' studies in the package and the documents, from the ledgers in docs/data/lab.

    .venv/bin/python scripts/lab_reports.py [--take FOLDER]

These are the reports that the web app shows (page and JSON), its text of the claims, the verdicts of `isthmus lab
claims --kept`, the tables beside the ledgers, and the drawings of the pairing of one-stone Trellis. It plays no games.
A test fails if a file differs from the output of this program. `--take` first takes the ledgers from a folder of
`isthmus lab claims`: after a change of the engine, play the studies again and take them. Needs isthmus[lab].
"""

from __future__ import annotations

import argparse
import json
import lzma
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from isthmus.lab import Results, claimed, pairing, report
from isthmus.lab.reporting.page import HERE, page_of

ROOT = Path(__file__).resolve().parents[1]
LEDGERS = ROOT / "docs/data/lab"
PAIRINGS = LEDGERS / "pairings.html"
CLAIMS = ROOT / "docs/claims.md"
SHIPPED = ROOT / "src/isthmus/web/learn/lab/reports"
VERDICTS = ROOT / "src/isthmus/lab/claims"
PACKED = ".jsonl.xz"


def names() -> list[str]:
    """The studies whose ledgers are here."""
    return sorted(path.name.removesuffix(PACKED) for path in LEDGERS.glob(f"*{PACKED}"))


def results_of(name: str) -> Results:
    """The results of a study, from its compressed ledger."""
    with TemporaryDirectory() as folder:
        ledger = Path(folder, f"{name}.jsonl")
        ledger.write_bytes(lzma.decompress((LEDGERS / f"{name}{PACKED}").read_bytes()))
        return report(ledger)


def take(folder: Path) -> None:
    """Take the complete ledgers of the studies from a folder."""
    for name, study in claimed.studies().items():
        ledger = folder / f"{name}.jsonl"
        if ledger.exists() and report(study, ledger=ledger).complete:
            packed = lzma.compress(ledger.read_bytes(), preset=9 | lzma.PRESET_EXTREME)
            (LEDGERS / f"{name}{PACKED}").write_bytes(packed)
            sys.stdout.write(f"took {ledger}\n")


def files_of(name: str) -> Iterator[tuple[Path, str]]:
    """The files that are made of a study's games, with their texts."""
    results = results_of(name)
    data = results.as_data()
    kept = {word: data[word] for word in ("key", "games", "claims")}
    yield SHIPPED / f"{name}.html", page_of(results, HERE)
    yield SHIPPED / f"{name}.json", results.as_json()
    yield LEDGERS / f"{name}.csv", results.as_csv()
    yield VERDICTS / f"{name}.json", json.dumps(kept, ensure_ascii=False, indent=1) + "\n"


def claims_in_words() -> tuple[Path, str]:
    """The page of claims as the web app has it, and its text."""
    return SHIPPED / "claims.md", CLAIMS.read_text(encoding="utf-8")


def pairings_page() -> tuple[Path, str]:
    """The page with the first player's pairing of one-stone Trellis for every size."""
    boards = "\n".join(
        f"<figure>{picture}<figcaption>{size}x{size}</figcaption></figure>" for size, picture in pairing.drawings()
    )
    return PAIRINGS, (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n<title>The pairing of one-stone Trellis</title>\n'
        "<style>body { font: 1rem/1.5 system-ui, sans-serif; margin: 1rem auto; max-width: 60rem; padding: 0 1rem }\n"
        ".boards { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1rem }\n"
        "figure { margin: 0; text-align: center } figure svg { width: 100%; height: auto }</style>\n"
        "<h1>Trellis with one stone a turn: how the first player wins</h1>\n"
        "<p>The first stone is in the middle. An arrow joins the two points of a pair. Whenever the other player "
        "takes one point of a pair, take the other point. Then Black joins top and bottom.</p>\n"
        f'<div class="boards">\n{boards}\n</div>\n</html>\n'
    )


def without_drawings(page: str) -> str:
    """A page without the paths of its plots, which differ between versions of matplotlib."""
    return re.sub(r"(<svg[^>]*>).*?</svg>", r"\1</svg>", page, flags=re.DOTALL)


def main() -> None:
    """Write every file that is not as it should be; differences in matplotlib's plots alone do not count."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--take", type=Path, metavar="FOLDER", help="take the ledgers of the studies from here first")
    folder = options.parse_args().take
    if folder is not None:
        take(folder)
    SHIPPED.mkdir(parents=True, exist_ok=True)
    for path, text in [claims_in_words(), pairings_page(), *(file for name in names() for file in files_of(name))]:
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        if before != text and (path == PAIRINGS or without_drawings(before) != without_drawings(text)):
            path.write_text(text, encoding="utf-8", newline="\n")
            sys.stdout.write(f"wrote {path.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
