"""Live games: order and time, players and watchers, pages."""
