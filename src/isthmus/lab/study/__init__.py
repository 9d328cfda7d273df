"""Study files: what they may contain, and what follows from it."""

from isthmus.lab.study.plan import Plan, Point, Role, plan_of
from isthmus.lab.study.study import Strength, Study, StudyError

__all__ = ["Plan", "Point", "Role", "Strength", "Study", "StudyError", "plan_of"]
