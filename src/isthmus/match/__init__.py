"""Matches between players: games, openings, logs, statistics."""
