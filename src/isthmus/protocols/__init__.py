"""Protocols: the Go Text Protocol from both ends, and the analysis engine that speaks JSON lines."""
