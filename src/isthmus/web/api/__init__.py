"""The interface for programs to games, and its page."""
