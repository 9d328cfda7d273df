"""Playing games and solving puzzles in the terminal."""
