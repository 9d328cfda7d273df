"""The studies that come with the package: the claims of the inventors, and the verdicts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from isthmus.lab.study.study import Study

__all__ = ["LONG", "QUICK_GAMES", "kept", "name_of", "quick", "studies"]

FOLDER = Path(__file__).parent / "claims"

QUICK_GAMES = 10

LONG = frozenset({"separation_whole"})
"""The studies that take about an hour, played only on request."""


def studies() -> dict[str, Study]:
    """The studies by name."""
    return {path.stem: Study.read(path) for path in sorted(FOLDER.glob("*.toml"))}


def name_of(study: Study) -> str | None:
    """The name of a study, if it is one of these."""
    return next((name for name, found in studies().items() if found == study), None)


def quick(study: Study) -> Study:
    """The same study with few games and openings, only to see that it runs."""
    data = study.data
    budget = data.budget.model_copy(update={"games": min(QUICK_GAMES, data.budget.games)})
    questions = data.questions.model_copy(update={"offers": min(QUICK_GAMES, data.questions.offers)})
    return Study(data.model_copy(update={"budget": budget, "questions": questions}), study.path, study.text)


def kept(name: str) -> Mapping[str, Any] | None:
    """The report of a study from this package; None if the package has no report of it."""
    path = FOLDER / f"{name}.json"
    if not path.exists():
        return None
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found
