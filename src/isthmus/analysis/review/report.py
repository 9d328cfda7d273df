"""Review: the conclusions from a record's evaluations, which it prints and draws. It makes no searches.

``ReviewRun`` adds the evaluations, but they may also come from elsewhere. The review depends only on the record, so a
saved review is the same when it is read again.
"""

from __future__ import annotations

from dataclasses import dataclass

from isthmus.analysis.review.conclusions import Conclusions
from isthmus.analysis.review.in_full import in_full
from isthmus.rules import display

__all__ = ["Review"]


@dataclass(frozen=True)
class Review(Conclusions):
    """A record as judged by its evaluations; see ``Conclusions`` for its fields.

    >>> import isthmus
    >>> record = isthmus.record.Record.of_turns(isthmus.game("hex", size=3, pie=0), ["a1", "b2", "a2", "c1"])
    >>> review = isthmus.review(record, simulations=100)
    >>> review.turns[0].turn, review.turns[0].judgement.grade
    ('a1', 'blunder')
    """

    def __str__(self) -> str:
        """The whole review: every turn, the faults of each seat, the findings."""
        return in_full(self)

    def _repr_html_(self) -> str:
        """The course of the game and the whole review, as notebooks show it."""
        from isthmus.analysis.review.course_svg import course_svg

        return display.in_notebook(course_svg(self, dark=False), str(self))
