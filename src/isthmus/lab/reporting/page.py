"""The report as one page of HTML: no scripts, no other files, for light and dark screens, phones and paper."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from isthmus.games import BUILT_IN
from isthmus.games import game as make_game
from isthmus.lab import claimed
from isthmus.lab.measures.measure import Estimate, Measure
from isthmus.lab.measures.repeats import MANY, repeats_at
from isthmus.lab.reporting.examples import examples
from isthmus.lab.reporting.games import record_of
from isthmus.lab.reporting.plots import plot
from isthmus.lab.reporting.results import Results, shown, shown_claim
from isthmus.lab.study.plan import Role
from isthmus.lab.study.toml_text import toml_of
from isthmus.lab.verdicts import Judgement
from isthmus.record.share import format_share_link
from isthmus.render import to_svg
from isthmus.rules.native import NativeCore

__all__ = ["HERE", "page_of"]

_PLOTTED = {"restricted": "in all", "depth": "Elo"}
"""The figure to draw for measures with several figures."""

_LINES = 6
"""The maximum number of games in one plot; more would be hard to distinguish."""

_METHODS = {
    "fixed": "for a fixed number of games",
    "sequence": "valid however often you look",
    "asymptotic": "valid however often you look, if there are many games",
    "exact": "no interval: every opening was judged",
    "part": "no interval: not all openings have been judged",
    "judged": "no interval for the judge's value of one opening",
}


HERE = "/"
"""The site of a page that the web app itself serves."""


def page_of(results: Results, site: str) -> str:
    """The whole page. ``site`` is the address of a web app, whose study page the links open.

    With the site ``/`` it is a page for the app's *Lab*, and has a link back to it.
    """
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["breakable"] = lambda text: Markup(",<wbr>").join(str(text).split(","))
    environment.filters["slug"] = lambda text: re.sub(r"\W+", "-", str(text).lower()).strip("-")
    study = results.study.data
    added = any(type(make_game(text)) not in BUILT_IN for text in results.study.games)
    captions = results.study.captions
    python_only = [captions[text] for text in captions if not isinstance(make_game(text).core, NativeCore)]
    return environment.get_template("page.html").render(
        results=results,
        study=study,
        claims=[_claim(one, captions) for one in results.judgements],
        measures=[_measure(results, measure, site) for measure in results.measures],
        boards=list(_boards(results, site)),
        python_only=python_only,
        command="isthmus --load YOUR_GAME.py" if added else "isthmus",
        evaluated=len(python_only) < len(results.study.games),
        numbers=any(isinstance(strength, int) for strength in study.players.strengths),
        without_openings=list(_without_openings(results)),
        repeats=list(_repeats(results)),
        confidence=f"{100 * study.confidence:g}%",
        here=site == HERE,
        claim_name=claimed.name_of(results.study),
        source=toml_of(results.study),
    )


def _without_openings(results: Results) -> Iterator[str]:
    """The games that all begin from the same start, because the study says so or by default."""
    for text in results.study.games:
        points = [point for point in results.plan.points if point.game == text and point.role is not Role.OPENINGS]
        if any(point.openings == "none" for point in points):
            yield results.study.captions[text]


def _repeats(results: Results) -> Iterator[str]:
    """The points with many repeated games, in words."""
    for point in results.plan.points:
        share = repeats_at(results.games, point)
        if share >= MANY:
            where = ", ".join(
                filter(None, [f"{results.study.captions[point.game]} at {point.strength}", point.restriction])
            )
            yield f"{100 * share:.0f}% of {where}"


def _claim(one: Judgement, captions: Mapping[str, str]) -> dict[str, Any]:
    return {
        "says": one.claim.says,
        "name": one.claim.name,
        "measure": one.claim.measure,
        "verdict": one.verdict,
        "figure": shown_claim(one),
        "points": " minus ".join(f"{captions[point.game]} at {point.strength}" for point in one.points),
        "pairs": one.pairs,
        "error": f"{100 * one.level:.2g}%",
        "note": one.note,
    }


def _measure(results: Results, measure: Measure, site: str) -> dict[str, Any]:
    captions = results.study.captions
    rows = [replace(one, game=captions[one.game]) for one in results.estimates if one.measure == measure.name]
    return {
        "facts": measure,
        "rows": [_row(results, one, measure.scale, site) for one in rows],
        "plots": list(_plots(results, rows, measure)),
    }


def _row(results: Results, one: Estimate, scale: str, site: str) -> dict[str, Any]:
    scale = "number" if one.unit == "steps" else scale
    return {
        "game": one.game,
        "strength": one.strength,
        "restriction": one.restriction,
        "figure": one.figure,
        "value": shown(one.value, one.low, one.high, scale),
        "count": one.count,
        "method": _METHODS[one.method],
        "note": one.note,
        "games": [(number, _link(results, number, site)) for number in one.games],
    }


def _link(results: Results, number: int, site: str) -> str:
    """The link to a game on the study page of a web app."""
    place, found = results.plan.found(number), results.find(number)
    assert place is not None
    assert found is not None
    return format_share_link(record_of(place[0], found), address=f"{site.rstrip('/')}/study")


def _plots(results: Results, rows: list[Estimate], measure: Measure) -> Iterator[str]:
    if measure.role is Role.OPENINGS or measure.name in {"ends", "contests", "captures"}:
        return
    wanted = _PLOTTED.get(measure.name, measure.title)
    drawn = [one for one in rows if one.figure == wanted and one.value is not None]
    if measure.name == "depth":
        drawn = [*_bottoms(results, drawn), *drawn]
    places = {strength.label: strength.simulations for strength in results.study.strengths}
    for restriction in dict.fromkeys(one.restriction for one in drawn):
        some = [one for one in drawn if one.restriction == restriction]
        games = list(dict.fromkeys(one.game for one in some))
        for first in range(0, len(games), _LINES):
            lines = games[first : first + _LINES]
            words = [f"{measure.title} by strength", restriction, f"games {first + 1} to {first + len(lines)}"]
            label = ", ".join(filter(None, words if len(games) > _LINES else words[:2]))
            yield plot([one for one in some if one.game in lines], measure.scale, label, places)


def _bottoms(results: Results, drawn: list[Estimate]) -> Iterator[Estimate]:
    """The first player of each ladder, which is at zero."""
    for game in dict.fromkeys(one.game for one in drawn):
        one = next(one for one in drawn if one.game == game)
        yield replace(one, strength=results.study.strengths[0].label, value=0.0, low=0.0, high=0.0)


def _boards(results: Results, site: str) -> Iterator[dict[str, Any]]:
    """For each game, a picture of the end of one game at the greatest strength."""
    for one in examples(results.plan, results.games):
        svg = to_svg(one.record.final, size=320, theme="paper")
        yield {
            # Not base64, which would double the size of the compressed page.
            "picture": quote(svg, safe=" /:=,;()'!*$&+?@-._~"),
            "game": results.study.captions[one.game],
            "words": f"game {one.number}, {one.words}",
            "link": _link(results, one.number, site),
        }
