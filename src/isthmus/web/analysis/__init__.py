"""The engine's analysis of positions, for pages and programs."""
