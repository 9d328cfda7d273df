"""Overlays: numbers for the points of a position, for any front end to draw. ``catalogue`` lists them; see docs.

>>> import isthmus
>>> from isthmus.analysis.overlays import overlay, overlays
>>> position = isthmus.game("hex", size=5).start()
>>> overlays(position)
('current', 'change', 'visits', 'priors', 'values', 'proof')
>>> overlay(position, "current", side="black").values["c3"] > 0.2
True
"""

from isthmus.analysis.overlays.catalogue import OVERLAYS, OverlayKind, choices, overlay, overlays
from isthmus.analysis.overlays.types import Overlay

__all__ = ["OVERLAYS", "Overlay", "OverlayKind", "choices", "overlay", "overlays"]
