"""Learning: rules pages with live boards, full boards on which exactly one side connects, and the current lens."""

from isthmus.web.learn.pages import router

__all__ = ["router"]
