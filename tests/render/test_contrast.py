"""Stones contrast with their background, and the two shades of a checkered board with each other, in every theme of
pictures and in both colour schemes of the web app.

A stone is visible by its body or its outline: one of them has a contrast of 3 to 1 (WCAG 2.2, 1.4.11, for meaningful
graphics). If only the outline has it, it is at least a twentieth of a field wide, which is one pixel on a board with 20
pixels per field. Shades are adjacent areas as large as a field, so 2 to 1 is enough for them; more would leave no
background on which stones of both colours are visible.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from itertools import product

import pytest

import isthmus
from isthmus.games import games
from isthmus.render import Options, describe
from isthmus.render.drawing import RADIUS
from isthmus.render.stones import BRIDGE, RIM, SPAN
from isthmus.render.themes import THEMES, Theme
from isthmus.web.board.symbols import UNIT

STONE, SHADE, OUTLINE = 3.0, 2.0, 0.05
Colour = tuple[float, float, float]
SHEET = resources.files("isthmus.web").joinpath("static/css/board.css").read_text(encoding="utf-8")
SCHEMES = ("light", "dark")
SIDES = ("black", "white")


# Colours -----------------------------------------------------------------------------------------------------------
def colour(written: str, below: Colour = (0, 0, 0), strength: float | None = None) -> Colour:
    """A colour as style sheets write it, such as ``#57785f4d``, laid over another."""
    digits = written.removeprefix("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) < 6 else digits
    red, green, blue, *alpha = (int(digits[at : at + 2], 16) / 255 for at in range(0, len(digits), 2))
    share = strength if strength is not None else alpha[0] if alpha else 1.0
    return (
        share * red + (1 - share) * below[0],
        share * green + (1 - share) * below[1],
        share * blue + (1 - share) * below[2],
    )


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours by WCAG, 1 to 21."""

    def light(seen: Colour) -> float:
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in seen)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    lighter, darker = sorted((light(one), light(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast(colour("#000"), colour("#fff")) == pytest.approx(21)
    assert contrast(colour("#777777"), colour("#fff")) == pytest.approx(4.48, abs=0.01)
    assert colour("#ff000080") == pytest.approx((0.502, 0, 0), abs=0.001)


# Grounds -----------------------------------------------------------------------------------------------------------
def grounds_of(game: str) -> set[str]:
    """The backgrounds of a game's stones: the bare surface, cells, shades, goal fields, and land if it is counted."""
    position = isthmus.game(game).start()
    drawing = describe(position, Options())
    found = {"cell" if drawing.cells else "surface", *(role for role, _ in drawing.tiles)}
    if found & {"dark", "light"}:
        found -= {"surface"}  # squares cover all of it
    land = position.marks.land is not None and game == "orbit"
    return found | ({"black-land", "white-land"} if land else set())


def in_theme(theme: Theme, ground: str, end: int) -> Colour:
    """The colour of a ground in a picture, at one end of the light on it."""
    surface = colour(theme.surface[end])
    cell = colour(theme.cell[end])
    return {
        "surface": surface,
        "cell": cell,
        "dark": colour(theme.dark_tile, surface, theme.dark_tile_strength),
        "light": colour(theme.light_tile, surface, theme.light_tile_strength),
        "black-goal": colour(theme.black_goal, cell, theme.black_goal_strength),
        "white-goal": colour(theme.white_goal, cell, theme.white_goal_strength),
        "black-land": colour(theme.black_land, surface, theme.black_land_strength),
        "white-land": colour(theme.white_land, surface, theme.white_land_strength),
    }[ground]


def named(name: str, scheme: str) -> str:
    """The value of a style sheet colour in a colour scheme."""
    found = re.search(rf"--{name}:\s*light-dark\((#\w+),\s*(#\w+)\)", SHEET)
    assert found, name
    return found[1 + SCHEMES.index(scheme)]


def rule(selector: str, name: str) -> float:
    """A number of the style sheet."""
    found = re.search(rf"^\s*{re.escape(selector)} {{[^}}]*\b{name}: ([\d.]+)", SHEET, re.MULTILINE)
    assert found, selector
    return float(found[1])


def in_scheme(scheme: str, ground: str) -> Colour:
    """The colour of a ground on a board of the web app."""
    surface = colour(named("board-surface", scheme))
    cell = colour(named("board-cell", scheme))
    if ground in ("surface", "cell"):
        return surface if ground == "surface" else cell
    if ground.endswith("goal"):
        return colour(named(ground, scheme), cell, rule(".board .goal-tiles", "fill-opacity"))
    name = f"board-{ground}-tile" if ground in ("dark", "light") else ground
    return colour(named(name, scheme), surface)


def all_grounds() -> Iterator[tuple[str, str]]:
    for game in sorted(games()):
        for ground in sorted(grounds_of(game)):
            yield game, ground


def test_the_grounds_are_those_that_games_have() -> None:
    found = {ground for _, ground in all_grounds()}
    assert found == {"surface", "cell", "dark", "light", "black-goal", "white-goal", "black-land", "white-land"}
    assert grounds_of("trellis") == {"dark", "light"}


# Stones ------------------------------------------------------------------------------------------------------------
def visible(body: Colour, shade: Colour, rim: Colour, width: float, ground: Colour) -> bool:
    """Whether a stone is visible on its background; ``width`` is that of its outline, in fields."""
    if max(contrast(body, ground), contrast(shade, ground)) >= STONE:
        return True
    return contrast(rim, ground) >= STONE and width >= OUTLINE


@pytest.mark.parametrize(("game", "ground"), list(all_grounds()))
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_stones_contrast_with_their_background_in_pictures(theme: Theme, game: str, ground: str) -> None:
    lattice = describe(isthmus.game(game).start(), Options()).lattice
    width = (BRIDGE - SPAN) / 2 if lattice == "bridges" else RIM * RADIUS[lattice]
    for stone, end in product((theme.black, theme.white), (0, 1)):
        parts = (colour(stone.body), colour(stone.shade), colour(stone.rim))
        assert visible(*parts, width, in_theme(theme, ground, end)), (stone, end)


@pytest.mark.parametrize(("game", "ground"), list(all_grounds()))
@pytest.mark.parametrize("scheme", SCHEMES)
def test_stones_contrast_with_their_background_on_the_page(scheme: str, game: str, ground: str) -> None:
    for side in SIDES:
        body, shade, rim = (colour(named(f"{side}-{part}", scheme)) for part in ("body", "shade", "rim"))
        width = rule(f".piece-body--{side}", "stroke-width") / UNIT
        if game == "bridgit":
            width = (rule(".piece-rim", "stroke-width") - rule(".piece-span", "stroke-width")) / 2 / UNIT
        assert visible(body, shade, rim, width, in_scheme(scheme, ground)), side


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_shades_of_squares_stay_apart_in_pictures(theme: Theme) -> None:
    for end in (0, 1):
        assert contrast(in_theme(theme, "dark", end), in_theme(theme, "light", end)) >= SHADE


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_shades_of_squares_stay_apart_on_the_page(scheme: str) -> None:
    assert contrast(in_scheme(scheme, "dark"), in_scheme(scheme, "light")) >= SHADE
