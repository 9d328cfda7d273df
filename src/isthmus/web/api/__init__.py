"""The programming interface to games, and its page."""
