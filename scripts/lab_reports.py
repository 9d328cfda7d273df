"""Makes the files about the claims' studies in the package and the documents, from the ledgers in docs/data/lab.

    .venv/bin/python scripts/lab_reports.py

The reports that the web app shows (page and JSON), the claims in words for it, the verdicts of `isthmus lab claims
--kept`, and the tables beside the ledgers. It plays no games. A test fails if a file differs from the output of this
program. Needs isthmus[lab].
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from isthmus.lab import Results, report
from isthmus.lab.reporting.page import HERE, page_of

ROOT = Path(__file__).resolve().parents[1]
LEDGERS = ROOT / "docs/data/lab"
CLAIMS = ROOT / "docs/claims.md"
SHIPPED = ROOT / "src/isthmus/web/learn/lab/reports"
VERDICTS = ROOT / "src/isthmus/lab/claims"


def names() -> list[str]:
    """The studies whose ledgers are here."""
    return sorted(path.name.removesuffix(".jsonl.gz") for path in LEDGERS.glob("*.jsonl.gz"))


def results_of(name: str) -> Results:
    """The results of a study, from its compressed ledger."""
    with TemporaryDirectory() as folder:
        ledger = Path(folder, f"{name}.jsonl")
        ledger.write_bytes(gzip.decompress((LEDGERS / f"{name}.jsonl.gz").read_bytes()))
        return report(ledger)


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


def without_drawings(page: str) -> str:
    """A page without the paths of its plots, which differ between versions of matplotlib."""
    return re.sub(r"(<svg[^>]*>).*?</svg>", r"\1</svg>", page, flags=re.DOTALL)


def main() -> None:
    """Write every file that is not as it should be; plots alone are no reason."""
    SHIPPED.mkdir(parents=True, exist_ok=True)
    for path, text in [claims_in_words(), *(file for name in names() for file in files_of(name))]:
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        if without_drawings(before) != without_drawings(text):
            path.write_text(text, encoding="utf-8", newline="\n")
            sys.stdout.write(f"wrote {path.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
