"""Puzzles and the play against a theorem."""
