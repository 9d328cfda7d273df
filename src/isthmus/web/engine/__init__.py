"""Thinking in processes of its own."""
