"""The database: its tables, the events of games, migrations."""
