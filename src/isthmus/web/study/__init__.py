"""Studies: trees of turns with comments, their pages and files."""
