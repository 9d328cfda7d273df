"""The results of a study: figures with intervals, claims with verdicts. They depend only on the games."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from isthmus.errors import plural
from isthmus.lab.ledger import read_ledger
from isthmus.lab.measures.catalogue import MEASURES, measures_of
from isthmus.lab.measures.measure import Estimate, Games, Measure
from isthmus.lab.play.played import Offer, Played
from isthmus.lab.play.signature import EngineUsed
from isthmus.lab.reporting.examples import examples
from isthmus.lab.rounds import standing_of
from isthmus.lab.study.plan import Plan
from isthmus.lab.study.study import Study
from isthmus.lab.verdicts import Judgement, judge_claims
from isthmus.record.share import format_share_link

__all__ = ["Results", "report", "shown", "shown_claim"]

_DIGITS = 6


@dataclass(frozen=True)
class Results:
    """The results of the games of a study so far, and the engines that played them."""

    plan: Plan
    games: Games
    engines: tuple[EngineUsed, ...] = ()

    @property
    def study(self) -> Study:
        """The study."""
        return self.plan.study

    @cached_property
    def measures(self) -> list[Measure]:
        """The measures that it computes, in the order of reports."""
        return measures_of(self.study)

    @cached_property
    def estimates(self) -> list[Estimate]:
        """All figures, measure by measure."""
        return [_rounded(one) for measure in self.measures for one in measure.estimates(self.plan, self.games)]

    @cached_property
    def judgements(self) -> list[Judgement]:
        """The claims with their verdicts."""
        return judge_claims(self.plan, self.games)

    @cached_property
    def played(self) -> int:
        """The number of games."""
        return self._count(Played)

    @cached_property
    def openings(self) -> int:
        """The number of judged openings."""
        return self._count(Offer)

    @property
    def extent(self) -> str:
        """The numbers of games and of judged openings, in words."""
        games = [f"{self.played:,} {plural(self.played, 'game')}"] if self.played or not self.openings else []
        openings = [f"{self.openings:,} judged {plural(self.openings, 'opening')}"] if self.openings else []
        return " and ".join([*games, *openings])

    def _count(self, kind: type[Played | Offer]) -> int:
        return sum(isinstance(one, kind) for pairs in self.games.values() for found in pairs.values() for one in found)

    @cached_property
    def complete(self) -> bool:
        """Whether all games of the study have been played."""
        wanted = standing_of(self.plan, self.games).wanted
        return all(len(self.games.get(number, ())) >= pairs for number, pairs in wanted.items())

    def find(self, number: int) -> Played | Offer | None:
        """The game, or the opening, with a number; None if it has not been played."""
        for pairs in self.games.values():
            for found in pairs.values():
                for one in found:
                    if one.number == number:
                        return one
        return None

    def as_data(self) -> dict[str, Any]:
        """All results as data for JSON."""
        return {
            "format": "isthmus-lab-report",
            "version": 1,
            "study": json.loads(self.study.identity),
            "key": self.study.key,
            "engines": [str(engine) for engine in self.engines],
            "games": self.played,
            "openings": self.openings,
            "complete": self.complete,
            "points": [
                {
                    "role": str(point.role),
                    "game": point.game,
                    "strength": point.strength,
                    "restriction": point.restriction,
                    "pairs": len(self.games.get(point.number, ())),
                    "of": point.pairs,
                }
                for point in self.plan.points
            ],
            "claims": [_claim(one) for one in self.judgements],
            "examples": [
                {"game": one.game, "number": one.number, "words": one.words, "link": format_share_link(one.record)}
                for one in examples(self.plan, self.games)
            ],
            "estimates": [{**asdict(one), "games": list(one.games), "exploratory": True} for one in self.estimates],
        }

    def as_json(self) -> str:
        """The data as text. The same games give the same bytes."""
        return json.dumps(self.as_data(), ensure_ascii=False, indent=1) + "\n"

    def as_csv(self) -> str:
        """The figures as a table."""
        out = io.StringIO()
        columns = [name for name in asdict(self.estimates[0]) if name != "games"] if self.estimates else ["measure"]
        table = csv.DictWriter(out, columns, extrasaction="ignore", lineterminator="\n")
        table.writeheader()
        table.writerows(asdict(one) for one in self.estimates)
        return out.getvalue()

    def __str__(self) -> str:
        lines = [f"{self.study.data.title}: {self.extent}{'' if self.complete else ', not complete'}"]
        lines += [f"{one.claim.name}: {one.verdict}" for one in self.judgements]
        captions = self.study.captions
        for one in self.estimates:
            scale = MEASURES[one.measure].scale
            where = " ".join(
                filter(None, [captions[one.game], f"at {one.strength}", one.restriction, one.note and f"({one.note})"])
            )
            lines.append(f"{one.measure}, {one.figure}: {shown(one.value, one.low, one.high, scale)}  {where}")
        return "\n".join(lines)


def report(study: Study | Path | str, *, ledger: Path | str | None = None) -> Results:
    """The results of a study, or of the ledger at a path.

    The games of a study are in ``ledger``, by default next to its file. Raises LedgerError if that is not a ledger or
    belongs to another study, OSError if it cannot be read.
    """
    known = study if isinstance(study, Study) else None
    plan, contents = read_ledger(Path(ledger or (study.ledger if isinstance(study, Study) else study)), known)
    return Results(plan, contents.games, contents.engines)


def shown(value: float | None, low: float | None, high: float | None, scale: str) -> str:
    """A figure with its interval, for people. An interval may have one end only."""
    if value is None:
        return "no games"

    def one(number: float) -> str:
        if scale == "share":
            return f"{100 * number:.1f}%"
        if scale == "value":
            return f"{number:.3f}"
        return f"{number:+.0f}" if scale == "elo" else f"{number:.1f}"

    if low is not None and high is not None:
        return f"{one(value)} ({one(low)} to {one(high)})"
    if low is not None or high is not None:
        return f"{one(value)} ({one(low)} or more)" if low is not None else f"{one(value)} ({one(high or 0.0)} or less)"
    return one(value)


def shown_claim(one: Judgement) -> str:
    """The figure of a claim with its interval, for people. Beside the verdict 'true' a bare 0% reads as 0% true."""
    scale = MEASURES[one.claim.measure].scale
    if one.value is None:
        return shown(None, None, None, scale)
    if one.claim.against is None:
        return f"measured {shown(one.value, one.low, one.high, scale)}"
    if scale != "share":
        return f"measured a difference of {shown(one.value, one.low, one.high, scale)}"
    value, low, high = (f"{100 * number:.1f}" for number in (one.value, one.low, one.high))
    return f"measured a difference of {value} percentage points ({low} to {high})"


def _rounded(one: Estimate) -> Estimate:
    """The number without its last digits, in which machines may differ."""
    value, low, high = (None if number is None else round(number, _DIGITS) for number in (one.value, one.low, one.high))
    return replace(one, value=value, low=low, high=high)


def _claim(one: Judgement) -> dict[str, Any]:
    value = None if one.value is None else round(one.value, _DIGITS)
    low, high = round(one.low, _DIGITS), round(one.high, _DIGITS)
    return {
        "name": one.claim.name,
        "says": one.claim.says,
        "measure": one.claim.measure,
        "points": [f"{point.game} at {point.strength}" for point in one.points],
        "value": value,
        "low": low,
        "high": high,
        "shown": shown_claim(one),
        "error": float(f"{one.level:.6g}"),
        "pairs": one.pairs,
        "verdict": one.verdict,
        "note": one.note,
    }
