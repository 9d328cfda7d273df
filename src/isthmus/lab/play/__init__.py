"""How a study plays: games of a point, with restricted players, a judge, and openings to judge."""
