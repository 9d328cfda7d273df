"""What the engine says of a position, for pages and programs."""
