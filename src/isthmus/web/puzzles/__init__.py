"""Puzzles, and play against a theorem."""
