"""Stones, bridges and signs as reusable SVG shapes, one unit in radius.

The sides differ by shape as well as by colour: black has an engraved diamond, white a ring inside a strong rim; on the
last turn's stones the sign is filled and lit. So they remain distinct in grey print and for people with any kind of
colour blindness.
"""

from __future__ import annotations

from isthmus.render.markup import element
from isthmus.render.themes import StoneColours, Theme

__all__ = [
    "BRIDGE",
    "DIAMOND",
    "RIM",
    "SPAN",
    "bare",
    "bridge",
    "cross",
    "diamond",
    "dot",
    "gradient",
    "halo",
    "left",
    "pending",
    "ring",
    "sheen",
    "stone",
]

RIM = 0.13
"""The width of a stone's outline, relative to its radius: on a dark ground only the outline of a black stone is
visible.
"""
BRIDGE, SPAN = 0.37, 0.26
"""The width of a bridge with and without its outline, in board units."""
DIAMOND = "M0-.44L.44 0L0 .44L-.44 0Z"


def gradient(name: str, colours: StoneColours) -> str:
    """The light on a stone, from the upper left."""
    return element(
        "radialGradient",
        element("stop", offset="0", stop_color=colours.light),
        element("stop", offset="0.5", stop_color=colours.body),
        element("stop", offset="1", stop_color=colours.shade),
        id=name,
        cx="0.36",
        cy="0.3",
        r="0.78",
    )


def sheen(name: str, light: str, body: str) -> str:
    """The light on a goal band, brightest in its middle."""
    return element(
        "linearGradient",
        element("stop", offset="0", stop_color=body),
        element("stop", offset="0.4", stop_color=light),
        element("stop", offset="1", stop_color=body),
        id=name,
        x2="1",
        y2="1",
    )


def diamond(colour: str, *, filled: bool, scale: str | None = None) -> str:
    """Black's sign."""
    return element(
        "path",
        d=DIAMOND,
        fill=colour if filled else "none",
        stroke=colour,
        stroke_width="0.11",
        stroke_linejoin="round",
        transform=scale,
    )


def ring(colour: str, *, filled: bool, scale: str | None = None) -> str:
    """White's sign."""
    return element(
        "circle", r="0.43", fill=colour if filled else "none", stroke=colour, stroke_width="0.12", transform=scale
    )


def _sign(side: str, colours: StoneColours, last: bool, scale: str | None = None) -> str:
    colour = colours.lit if last else colours.sign
    draw = diamond if side == "black" else ring
    return draw(colour, filled=last, scale=scale)


def stone(name: str, side: str, colours: StoneColours, light: str, *, last: bool) -> str:
    """A stone: its body filled with the gradient ``light``, and its sign."""
    return element("g", _body(colours, light), _sign(side, colours, last), id=name)


def bare(name: str, colours: StoneColours, light: str) -> str:
    """A stone without its sign, to carry an inscription."""
    return element("g", _body(colours, light), id=name)


def _body(colours: StoneColours, light: str) -> str:
    return element("circle", r=f"{1 - RIM / 2:g}", fill=f"url(#{light})", stroke=colours.rim, stroke_width=f"{RIM:g}")


def bridge(name: str, side: str, colours: StoneColours, *, last: bool) -> str:
    """A bridge along the x axis between dots one unit from its middle: black solid, white hollow."""
    way = "M-.94 0H.94"
    outside = element("path", d=way, stroke=colours.rim, stroke_width=f"{BRIDGE:g}", stroke_linecap="round")
    inside = element("path", d=way, stroke=colours.body, stroke_width=f"{SPAN:g}", stroke_linecap="round")
    shine = element("path", d="M-.94-.05H.94", stroke=colours.light, stroke_width="0.06", stroke_linecap="round")
    sign = _sign(side, colours, last, "scale(.2)" if not last else "scale(.24)")
    return element("g", outside, inside, shine, sign, id=name)


def dot(name: str, side: str, colours: StoneColours, light: str) -> str:
    """A fixed post: black round, white square."""
    if side == "black":
        shape = element("circle", r="0.26", fill=f"url(#{light})", stroke=colours.rim, stroke_width="0.04")
    else:
        shape = element(
            "rect",
            x="-0.23",
            y="-0.23",
            width="0.46",
            height="0.46",
            rx="0.07",
            fill=f"url(#{light})",
            stroke=colours.rim,
            stroke_width="0.05",
        )
    return element("g", shape, id=name)


def halo(name: str, theme: Theme) -> str:
    """The glow behind a stone of the winning chain."""
    return element("circle", r="1.2", fill=theme.glow, stroke=theme.glow_line, stroke_width="0.07", id=name)


def left(name: str, theme: Theme) -> str:
    """The broken outline where a stone stood before it moved."""
    return element(
        "circle",
        r="0.8",
        fill=theme.line,
        fill_opacity="0.15",
        stroke=theme.label,
        stroke_width="0.1",
        stroke_dasharray="0.28 0.222",
        id=name,
    )


def pending(name: str, theme: Theme) -> str:
    """The broken ring around a stone of an unfinished turn."""
    return element(
        "circle",
        r="1.1",
        fill="none",
        stroke=theme.accent,
        stroke_width="0.16",
        stroke_dasharray="0.55 0.314",
        id=name,
    )


def cross(name: str, theme: Theme) -> str:
    """The cross over a captured stone."""
    return element(
        "path",
        d="M-.5-.5L.5 .5M.5-.5L-.5 .5",
        fill="none",
        stroke=theme.accent,
        stroke_width="0.2",
        stroke_linecap="round",
        id=name,
    )
