"""The Go Text Protocol, version 2 (Farnebäck 2002): ``isthmus`` as an engine, and other programs as players."""
