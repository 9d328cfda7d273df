"""Studies: a tree of turns with comments, its pages and files."""
