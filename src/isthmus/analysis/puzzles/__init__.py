"""Puzzles: positions with exactly one winning turn, proved, graded and with refutations; see docs/puzzles.md.

>>> from isthmus.analysis.puzzles import puzzles
>>> len(puzzles("hex")) >= 20
True
"""

from isthmus.analysis.puzzles.lines import format_puzzles, parse_puzzles
from isthmus.analysis.puzzles.puzzle import Puzzle
from isthmus.analysis.puzzles.shelf import games_with_puzzles, puzzles

__all__ = ["Puzzle", "format_puzzles", "games_with_puzzles", "parse_puzzles", "puzzles"]
