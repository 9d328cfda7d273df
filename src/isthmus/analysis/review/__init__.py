"""Review: the worth of every turn of a game, its mistakes, and what is proved; see docs/review.md.

``run`` lets the engine evaluate the positions, ``conclusions`` interprets the evaluations, ``narration`` puts them in
words, ``report`` is the ``Review`` that prints them.
"""

from isthmus.analysis.review.evaluating import Effort
from isthmus.analysis.review.report import Review
from isthmus.analysis.review.run import ReviewRun, review

__all__ = ["Effort", "Review", "ReviewRun", "review"]
