"""Protocols: the Go Text Protocol on both ends, and the analysis engine over JSON lines."""
