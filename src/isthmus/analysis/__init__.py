"""Analysis: what a person learns from: judged turns, reviews of whole games, overlays, puzzles. Needs the search."""
