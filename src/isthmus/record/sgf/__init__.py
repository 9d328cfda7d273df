"""SGF, the Smart Game Format FF[4]: records as text that other programs read, and their files; see docs/sgf.md."""

from isthmus.record.sgf.reading import parse_sgf
from isthmus.record.sgf.syntax import is_sgf
from isthmus.record.sgf.text import decode_bytes
from isthmus.record.sgf.writing import format_sgf

__all__ = ["decode_bytes", "format_sgf", "is_sgf", "parse_sgf"]
