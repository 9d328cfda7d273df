"""Learning: rules pages with live boards, the full board that exactly one side connects, and the current lens."""

from isthmus.web.learn.pages import router

__all__ = ["router"]
