"""Accounts, mostly of programs: their games, challenges and streams."""
