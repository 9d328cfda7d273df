"""Searching: engines behind one function, players behind one protocol, and their reports.

The function is ``isthmus.search``. Import the rest from here.

>>> import isthmus
>>> from isthmus.engine import Engine
>>> engine, position = Engine(seed=1), isthmus.game("hex", size=5, pie=0).start()
>>> engine.search(position, simulations=100).best in position.turns()
True
"""

from isthmus.engine.engine import Engine, SearchInterrupt, search
from isthmus.engine.land import LandEstimate, estimate_land
from isthmus.engine.levels import LEVELS, USUAL_LEVEL, Level, LevelPlayer, level_player
from isthmus.engine.players import EnginePlayer, Player, RandomPlayer
from isthmus.engine.report import Proof, Report, Theory, TurnReport, Value

__all__ = [
    "LEVELS",
    "USUAL_LEVEL",
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
