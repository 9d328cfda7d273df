"""Themes: the colours of a drawing, one frozen value each. The SVG writer handles all shapes and sizes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["THEMES", "StoneColours", "Theme"]


@dataclass(frozen=True)
class StoneColours:
    """One side's stones: the body from its light to its shade, the rim, and the engraved sign, plain and lit."""

    light: str
    body: str
    shade: str
    rim: str
    sign: str
    lit: str


@dataclass(frozen=True)
class Theme:
    """Every colour of a drawing. Those called ``..._strength`` are opacities between 0 and 1.

    ``page`` is the colour around the board in formats without transparency, ``ink`` the colour of text on it.
    ``pointer`` is the colour of marks on empty fields, ``pointer_case`` the edge around them. ``heat_more`` and
    ``heat_less`` distinguish positive from negative numbers: blue and orange, which people with red-green colour
    blindness can also tell apart.

    >>> from isthmus.render import THEMES
    >>> THEMES["dark"].name, THEMES["dark"].page
    ('dark', '#1c2128')
    """

    name: str
    surface: tuple[str, str]
    rim: str
    grain: str
    grain_strength: float
    line: str
    label: str
    cell: tuple[str, str]
    cell_line: str
    dark_tile: str
    dark_tile_strength: float
    light_tile: str
    light_tile_strength: float
    black_goal: str
    black_goal_strength: float
    white_goal: str
    white_goal_strength: float
    divider: str
    black_edge: tuple[str, str, str]
    white_edge: tuple[str, str, str]
    black_land: str
    black_land_strength: float
    white_land: str
    white_land_strength: float
    accent: str
    glow: str
    glow_line: str
    page: str
    ink: str
    pointer: str
    pointer_case: str
    heat_more: str
    heat_less: str
    black: StoneColours
    white: StoneColours


WOOD = Theme(
    name="wood",
    surface=("#ebc68b", "#d6a366"),
    rim="#8f6231",
    grain="#7c4a16",
    grain_strength=0.12,
    line="#6d4a22",
    label="#5b3b17",
    cell=("#f3d9a6", "#e6be80"),
    cell_line="#9a6f3a",
    dark_tile="#6b3d10",
    dark_tile_strength=0.34,
    light_tile="#fff4d9",
    light_tile_strength=0.5,
    black_goal="#3a2410",
    black_goal_strength=0.4,
    white_goal="#fffaf0",
    white_goal_strength=0.75,
    divider="#8c2f1b",
    black_edge=("#4a4743", "#1c1a18", "#000000"),
    white_edge=("#ffffff", "#f1ebdf", "#7d6645"),
    black_land="#24160a",
    black_land_strength=0.42,
    white_land="#fffdf6",
    white_land_strength=0.62,
    accent="#d8371f",
    glow="#1fb5a8",
    glow_line="#0b5f5a",
    page="#ffffff",
    ink="#2a2118",
    pointer="#12306b",
    pointer_case="#fff1d6",
    heat_more="#1d55c4",
    heat_less="#c8390a",
    black=StoneColours("#6a6663", "#2a2826", "#0b0a0a", "#000000", "#a39c94", "#ff6a4d"),
    white=StoneColours("#ffffff", "#f6f2e8", "#cfc6b4", "#4a3d2a", "#9a8d78", "#d8371f"),
)

PAPER = Theme(
    name="paper",
    surface=("#f1ebdc", "#e8dfca"),
    rim="#cfc7b4",
    grain="#000000",
    grain_strength=0.0,
    line="#8d8674",
    label="#5d584c",
    cell=("#fbf7ed", "#f5efe1"),
    cell_line="#a9a18d",
    dark_tile="#8b8674",
    dark_tile_strength=0.66,
    light_tile="#ffffff",
    light_tile_strength=0.8,
    black_goal="#55524a",
    black_goal_strength=0.36,
    white_goal="#cfe0ef",
    white_goal_strength=0.6,
    divider="#b0452c",
    black_edge=("#4c4b49", "#1f1e1d", "#000000"),
    white_edge=("#ffffff", "#ffffff", "#5d584c"),
    black_land="#3d3a33",
    black_land_strength=0.34,
    white_land="#a9cdeb",
    white_land_strength=0.5,
    accent="#d02c17",
    glow="#ffc61f",
    glow_line="#b26a00",
    page="#ffffff",
    ink="#1f1e1d",
    pointer="#12306b",
    pointer_case="#ffffff",
    heat_more="#2a6fc9",
    heat_less="#d0480f",
    black=StoneColours("#5d5c5a", "#222120", "#070707", "#000000", "#a5a29b", "#ff6a4d"),
    white=StoneColours("#ffffff", "#ffffff", "#ebe6da", "#3d3a33", "#aca594", "#d02c17"),
)

DARK = Theme(
    name="dark",
    surface=("#47515f", "#38414d"),
    rim="#1c2128",
    grain="#000000",
    grain_strength=0.0,
    line="#8592a3",
    label="#c6d0dc",
    cell=("#566273", "#4b5666"),
    cell_line="#2c343e",
    dark_tile="#14181d",
    dark_tile_strength=0.42,
    light_tile="#c3d0e0",
    light_tile_strength=0.3,
    black_goal="#0d1014",
    black_goal_strength=0.5,
    white_goal="#dfe8f2",
    white_goal_strength=0.42,
    divider="#f0a35e",
    black_edge=("#2b2f35", "#0d0f12", "#8592a3"),
    white_edge=("#ffffff", "#dde3ea", "#1c2128"),
    black_land="#06080a",
    black_land_strength=0.52,
    white_land="#eef4fb",
    white_land_strength=0.4,
    accent="#ff6f52",
    glow="#ffd84a",
    glow_line="#6b4a00",
    page="#1c2128",
    ink="#e3e9f0",
    pointer="#e8f1ff",
    pointer_case="#1c2128",
    heat_more="#5aa9ff",
    heat_less="#ff9a3d",
    black=StoneColours("#4a4f57", "#15181c", "#030405", "#a3afbd", "#aab4c0", "#ff8468"),
    white=StoneColours("#ffffff", "#eef1f5", "#b9c2cd", "#1c2128", "#7b8795", "#e0442a"),
)

THEMES: Mapping[str, Theme] = MappingProxyType({theme.name: theme for theme in (WOOD, PAPER, DARK)})
"""Every theme by its name.

>>> from isthmus.render import THEMES
>>> list(THEMES)
['wood', 'paper', 'dark']
"""
