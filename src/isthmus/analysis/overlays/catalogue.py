"""The catalogue of overlays, and one function that makes any of them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from isthmus.analysis.overlays import (
    current_map,
    land_map,
    near_networks,
    proof_map,
    row_reach,
    search_map,
    switching_trees,
)
from isthmus.analysis.overlays.current import has_current
from isthmus.analysis.overlays.types import Overlay, side_or_mover
from isthmus.engine import search
from isthmus.errors import A_POSITION, SearchError, expect, quoted
from isthmus.rules.native import NativeCore
from isthmus.rules.position import Position
from isthmus.rules.types import Side

__all__ = ["OVERLAYS", "OverlayKind", "choices", "overlay", "overlays"]

Choices = Mapping[str, tuple[str, ...]]
_NONE: Choices = MappingProxyType({})
_SIDES = tuple(map(str, Side))


@dataclass(frozen=True)
class OverlayKind:
    """One kind of overlay.

    ``applies`` says whether a position has it. ``make`` makes it from a position and keyword options. ``choices`` are
    the options with a few named values, the default first; ``limits`` are the options that limit its work.

    >>> import isthmus
    >>> from isthmus.analysis.overlays import OVERLAYS
    >>> OVERLAYS["current"].applies(isthmus.game("orbit").start()), "simulations" in OVERLAYS["visits"].limits
    (False, True)
    """

    title: str
    applies: Callable[[Position], bool]
    make: Callable[..., Overlay]
    choices: Callable[[Position], Choices] = lambda _: _NONE
    limits: tuple[str, ...] = ()


def _of_contests(position: Position) -> Choices:
    return {"side": (current_map.BOTH, *_SIDES), "contest": current_map.contest_names(position)}


def _by_side(position: Position) -> Choices:
    """The option ``side``, with the side to move as the first choice."""
    mover = side_or_mover(position, None)
    return {"side": (str(mover), str(mover.other))}


def _by_side_and_contest(position: Position) -> Choices:
    return {**_by_side(position), "contest": current_map.contest_names(position)}


def _by_piece(position: Position) -> Choices:
    return {**_by_side(position), "piece": ("", *position.stones(Side.BLACK), *position.stones(Side.WHITE))}


def _goes_on(position: Position) -> bool:
    return position.outcome is None


def _has_priors(position: Position) -> bool:
    """The search of games that exist only in Python has no priors."""
    return position.outcome is None and isinstance(position.game.core, NativeCore)


_SEARCH = ("report", *(name for name in inspect.signature(search).parameters if name != "position"))

OVERLAYS: Mapping[str, OverlayKind] = MappingProxyType(
    {
        "current": OverlayKind("Current flow", has_current, current_map.current, _of_contests),
        "change": OverlayKind("What a stone would change", has_current, current_map.change, _by_side_and_contest),
        "visits": OverlayKind("Visits of the search", _goes_on, search_map.visits, limits=_SEARCH),
        "priors": OverlayKind("Attention before the search", _has_priors, search_map.priors, limits=_SEARCH),
        "values": OverlayKind("Values of the search", _goes_on, search_map.values, limits=_SEARCH),
        "territory": OverlayKind("Territory now", land_map.has_land, land_map.territory),
        "ownership": OverlayKind(
            "Ownership at the end", land_map.can_estimate, land_map.ownership, limits=("playouts", "seed")
        ),
        "near-networks": OverlayKind("Near-networks", near_networks.has_networks, near_networks.near, _by_side),
        "rows": OverlayKind("Row moves", row_reach.has_rows, row_reach.rows, _by_piece),
        "trees": OverlayKind("The winner's two trees", switching_trees.has_trees, switching_trees.trees),
        "proof": OverlayKind(
            "Proof map",
            proof_map.can_prove,
            proof_map.proof,
            limits=("seconds", "nodes", "stop", "on_progress"),
        ),
    }
)
"""Every kind by its name, in display order.

>>> from isthmus.analysis.overlays import OVERLAYS
>>> OVERLAYS["current"].title
'Current flow'
"""


def overlays(position: Position) -> tuple[str, ...]:
    """The names of the overlays for a position. Raises SearchError for anything but a position.

    >>> import isthmus
    >>> from isthmus.analysis.overlays import overlays
    >>> overlays(isthmus.game("orbit", size=5).start())
    ('visits', 'priors', 'values', 'territory', 'ownership', 'proof')
    """
    expect(position, Position, A_POSITION, SearchError)
    return tuple(name for name, kind in OVERLAYS.items() if kind.applies(position))


def choices(position: Position, name: str) -> Choices:
    """The options of an overlay that have a few named values here, the default first.

    Raises SearchError for an overlay that the position does not have.

    >>> import isthmus
    >>> from isthmus.analysis.overlays import choices
    >>> choices(isthmus.game("hex", size=5).start(), "current")
    {'side': ('both', 'black', 'white'), 'contest': ('all',)}
    """
    return _kind(position, name).choices(position)


def overlay(position: Position, name: str, **options: object) -> Overlay:
    """One overlay of a position. docs/overlays.md describes the options.

    Raises SearchError for an overlay that the position does not have, for an unknown option or choice, and for limits
    out of range.

    >>> import isthmus
    >>> from isthmus.analysis.overlays import overlay
    >>> shares = overlay(isthmus.game("hex", size=5).start(), "visits", simulations=200).values
    >>> 0.999 < sum(shares.values()) < 1.001
    True
    """
    kind = _kind(position, name)
    known = kind.choices(position)
    for option, value in options.items():
        if option not in known and option not in kind.limits:
            names = ", ".join((*known, *kind.limits)) or "none"
            raise SearchError(f"overlay {name} has no option {quoted(option)}; its options are: {names}")
        if option in known and str(value) not in known[option]:
            there = ", ".join(filter(None, known[option]))
            raise SearchError(f"{option}: there is no {quoted(value)}; expected one of: {there}")
    return kind.make(
        position, **{option: str(value) if option in known else value for option, value in options.items()}
    )


def _kind(position: Position, name: str) -> OverlayKind:
    expect(position, Position, A_POSITION, SearchError)
    kind = OVERLAYS.get(name) if isinstance(name, str) else None
    if kind is not None and kind.applies(position):
        return kind
    there = ", ".join(overlays(position)) or "none"
    what = f"no overlay is called {quoted(name)}" if kind is None else f"overlay {name} does not apply to this position"
    raise SearchError(f"{what}; the overlays here are: {there}")
