"""A position as a board on a page."""
