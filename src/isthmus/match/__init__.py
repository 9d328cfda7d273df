"""Matches between players: games, openings, logs, statistics."""

from isthmus.match.game import GameNumber, MatchSettings, PlayedGame, play_game
from isthmus.match.log import MatchLog
from isthmus.match.player_spec import Limits, PlayerSpec, parse_player
from isthmus.match.records import read_match_records
from isthmus.match.run import Match, Tally
from isthmus.match.statistics import Pentanomial, Sprt, elo_of, expected_score, wilson

__all__ = [
    "GameNumber",
    "Limits",
    "Match",
    "MatchLog",
    "MatchSettings",
    "Pentanomial",
    "PlayedGame",
    "PlayerSpec",
    "Sprt",
    "Tally",
    "elo_of",
    "expected_score",
    "parse_player",
    "play_game",
    "read_match_records",
    "wilson",
]
