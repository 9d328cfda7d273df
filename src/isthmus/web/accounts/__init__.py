"""Accounts, above all of programs: their games, challenges and streams."""
