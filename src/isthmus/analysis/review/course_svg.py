"""The course of a game as a picture: log-odds by turn, proofs in separate bands, a mark on every fault.

One SVG with its own colours, which follow the reader's preference for light or dark if the viewer supports it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from isthmus.analysis.review.conclusions import Conclusions
from isthmus.analysis.review.course import FURTHEST, CoursePoint, course, log_odds
from isthmus.analysis.review.judge import GRADES
from isthmus.analysis.review.narration import findings, person
from isthmus.render.markup import closed, element, polyline, text_element
from isthmus.rules.types import Seat

__all__ = ["course_svg"]

WIDTH, HEIGHT = 760.0, 340.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 58.0, 744.0, 34.0, 298.0
_BAND = 22.0
"""Height of a band for proofs."""
_MIDDLE = (_TOP + _BOTTOM) / 2
_REACH = (_BOTTOM - _TOP) / 2 - _BAND
_TICKS = (0.98, 0.95, 0.9, 0.75)
_SIGNS = {grade.name: grade.sign for grade in GRADES}

_LIGHT = {
    "card": "#ffffff",
    "text": "#33373d",
    "faint": "#6b7178",
    "grid": "#dfe2e6",
    "even": "#8a9098",
    "first": "#1f77a8",
    "second": "#b0562a",
    "line": "#33373d",
    "blunder": "#c0142b",
    "mistake": "#b25000",
    "inaccuracy": "#7a6500",
}
_DARK = {
    "card": "#1c1f24",
    "text": "#e4e6e9",
    "faint": "#a0a6ae",
    "grid": "#353a42",
    "even": "#7d848d",
    "first": "#5fb4e0",
    "second": "#e39a6c",
    "line": "#e4e6e9",
    "blunder": "#ff6b76",
    "mistake": "#ffa14a",
    "inaccuracy": "#e6cc3c",
}


def course_svg(review: Conclusions, *, dark: bool | None = None) -> str:
    """The picture as SVG text. ``dark`` None follows the reader; viewers without support show it light."""
    points = course(review)
    above, below = (person(review.record, seat) for seat in Seat)
    step = (_RIGHT - _LEFT) / max(1, len(points) - 1)
    places = [(_LEFT + step * point.number, _height(point)) for point in points]
    parts = [
        text_element("title", f"The course of the game: {above} above, {below} below"),
        text_element("desc", " ".join(findings(review)) or "No turn has been reviewed yet."),
        _style(dark),
        element("rect", class_="card", width=WIDTH, height=HEIGHT, rx=8.0),
        _bands(),
        _grid(),
        *_areas(points, places),
        *_proofs(points, places, step),
        *_curves(points, places),
        *_faults(points, places),
        _words(above, below),
        _numbers(points, places),
    ]
    return element(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH:g} {HEIGHT:g}",
        width=WIDTH,
        height=HEIGHT,
        role="img",
    )


def _style(dark: bool | None) -> str:
    rules = _rules(_DARK if dark else _LIGHT)
    if dark is None:
        rules += f"@media (prefers-color-scheme:dark){{{_rules(_DARK)}}}"
    return element("style", "text{font:12px system-ui,'DejaVu Sans',sans-serif}.small{font-size:11px}" + rules)


def _rules(colours: dict[str, str]) -> str:
    """The style of each class. Colours are written in the rules, since not every viewer supports variables."""
    return "".join(
        (
            f".card{{fill:{colours['card']}}}text{{fill:{colours['text']}}}.faint{{fill:{colours['faint']}}}",
            f".grid{{stroke:{colours['grid']}}}.even{{stroke:{colours['even']}}}",
            f".line{{stroke:{colours['line']};fill:none;stroke-width:2;stroke-linejoin:round}}",
            *(f".{seat}{{fill:{colours[str(seat)]}}}" for seat in Seat),
            *(f".{grade.name}{{fill:{colours[grade.name]}}}" for grade in GRADES),
            f".dot{{stroke:{colours['card']};stroke-width:1.5}}",
            f".sign{{font-weight:700;paint-order:stroke;stroke:{colours['card']};stroke-width:3}}",
        )
    )


def _height(point: CoursePoint) -> float:
    """The distance of a point from the top: proofs in the middle of their band, unknown points on the even line."""
    if point.proof in ("first", "second"):
        return _TOP + _BAND / 2 if point.proof == "first" else _BOTTOM - _BAND / 2
    return _MIDDLE - _REACH * log_odds(0.5 if point.share is None else point.share) / FURTHEST


def _bands() -> str:
    return "".join(
        element("rect", class_=str(seat), opacity=0.12, x=_LEFT, y=top, width=_RIGHT - _LEFT, height=_BAND)
        for seat, top in ((Seat.FIRST, _TOP), (Seat.SECOND, _BOTTOM - _BAND))
    )


def _grid() -> str:
    lines = [element("path", class_="even", d=polyline([(_LEFT, _MIDDLE), (_RIGHT, _MIDDLE)]))]
    labels = [(0.5, _MIDDLE)]
    for share in _TICKS:
        for sign in (-1, 1):
            height = _MIDDLE + sign * _REACH * log_odds(share) / FURTHEST
            lines.append(element("path", class_="grid", d=polyline([(_LEFT, height), (_RIGHT, height)])))
            labels.append((share, height))
    told = [_label(f"{share:.0%}", height) for share, height in labels]
    told += [_label("proved", height) for height in (_TOP + _BAND / 2, _BOTTOM - _BAND / 2)]
    return "".join(lines + told)


def _label(text: str, height: float) -> str:
    return text_element("text", text, class_="faint small", x=_LEFT - 8, y=height + 4, text_anchor="end")


def _known(points: Sequence[CoursePoint]) -> list[list[int]]:
    """The evaluated stretches of the game, as point numbers."""
    runs = groupby(range(len(points)), key=lambda place: points[place].share is not None)
    return [list(run) for known, run in runs if known]


def _areas(points: Sequence[CoursePoint], places: Sequence[tuple[float, float]]) -> list[str]:
    """The areas between the curve and the even line, for each seat."""
    areas = []
    for run in _known(points):
        for seat, limit in ((Seat.FIRST, min), (Seat.SECOND, max)):
            shape = [(places[run[0]][0], _MIDDLE)]
            for one, other in zip(run, [*run[1:], run[-1]], strict=True):
                (x, y), (next_x, next_y) = places[one], places[other]
                shape.append((x, limit(y, _MIDDLE)))
                if (y - _MIDDLE) * (next_y - _MIDDLE) < 0:
                    shape.append((x + (next_x - x) * (_MIDDLE - y) / (next_y - y), _MIDDLE))
            shape.append((places[run[-1]][0], _MIDDLE))
            areas.append(element("path", class_=str(seat), opacity=0.28, d=closed(shape)))
    return areas


def _proofs(points: Sequence[CoursePoint], places: Sequence[tuple[float, float]], step: float) -> list[str]:
    """The filled band at proved results, from half a turn before to half a turn after."""
    drawn = []
    for proof, run in groupby(points, key=lambda point: point.proof):
        numbers = [point.number for point in run]
        left = max(_LEFT, places[numbers[0]][0] - step / 2)
        right = min(_RIGHT, places[numbers[-1]][0] + step / 2)
        if proof in ("first", "second"):
            top = _TOP if proof == "first" else _BOTTOM - _BAND
            drawn.append(element("rect", class_=proof, x=left, y=top, width=right - left, height=_BAND))
        elif proof:
            drawn.append(element("rect", class_="faint", x=left, y=_MIDDLE - 3, width=right - left, height=6.0))
    return drawn


def _curves(points: Sequence[CoursePoint], places: Sequence[tuple[float, float]]) -> list[str]:
    return [element("path", class_="line", d=polyline([places[place] for place in run])) for run in _known(points)]


def _faults(points: Sequence[CoursePoint], places: Sequence[tuple[float, float]]) -> list[str]:
    """A dot on every fault with its sign next to it, away from the curve; a tooltip has the words."""
    drawn = []
    for point, (x, y) in zip(points, places, strict=True):
        if point.grade:
            outwards = (y < _MIDDLE) is not bool(point.proof)
            beside = y - 10 if outwards else y + 19
            dot = element("circle", text_element("title", point.told), class_=f"{point.grade} dot", cx=x, cy=y, r=5.5)
            sign = text_element(
                "text", _SIGNS[point.grade], class_=f"{point.grade} sign", x=x, y=beside, text_anchor="middle"
            )
            drawn += [dot, sign]
    return drawn


def _words(above: str, below: str) -> str:
    legend = " · ".join(f"{grade.sign} {grade.name}" for grade in GRADES)
    return (
        text_element("text", above, class_="first sign", x=_LEFT, y=_TOP - 12)
        + text_element("text", below, class_="second sign", x=_LEFT, y=HEIGHT - 9)
        + text_element("text", legend, class_="faint small", x=_RIGHT, y=HEIGHT - 9, text_anchor="end")
    )


def _numbers(points: Sequence[CoursePoint], places: Sequence[tuple[float, float]]) -> str:
    """The labels of every fifth, tenth, … turn, about a dozen of them."""
    every = next(step for step in (1, 5, 10, 20, 50, 100, 200, 500, 1000) if len(points) <= 16 * step)
    return "".join(
        text_element("text", str(point.number), class_="faint small", x=x, y=_BOTTOM + 16, text_anchor="middle")
        for point, (x, _) in zip(points, places, strict=True)
        if point.number % every == 0
    )
