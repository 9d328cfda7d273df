"""The database: its tables, and the events of games."""
