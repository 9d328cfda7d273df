"""A game, or a puzzle, played in the terminal."""
