"""Review: what every turn of a game was worth, who erred, and what is proved; see docs/review.md.

``run`` lets the engine evaluate the positions, ``report`` says what the evaluations mean, ``narration`` says it in
English.
"""

from isthmus.analysis.review.evaluating import Effort
from isthmus.analysis.review.report import Review
from isthmus.analysis.review.run import ReviewRun, review

__all__ = ["Effort", "Review", "ReviewRun", "review"]
