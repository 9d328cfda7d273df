"""Analysis, to learn from: judged turns, reviews of whole games, overlays, puzzles. It builds on the search."""
