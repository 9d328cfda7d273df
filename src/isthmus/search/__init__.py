"""Searching: engines behind one function, players behind one protocol, and what they report.

``isthmus.search`` is the function of that name; import what else you need from this package by ``from isthmus.search
import …``.
"""

from isthmus.search.engine import Engine, SearchInterrupt, search
from isthmus.search.land import LandEstimate, estimate_land
from isthmus.search.levels import LEVELS, Level, LevelPlayer, level_player
from isthmus.search.players import EnginePlayer, Player, RandomPlayer
from isthmus.search.report import Proof, Report, Theory, TurnReport, Value

__all__ = [
    "LEVELS",
    "Engine",
    "EnginePlayer",
    "LandEstimate",
    "Level",
    "LevelPlayer",
    "Player",
    "Proof",
    "RandomPlayer",
    "Report",
    "SearchInterrupt",
    "Theory",
    "TurnReport",
    "Value",
    "estimate_land",
    "level_player",
    "search",
]
