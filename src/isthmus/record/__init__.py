"""Records: games and positions as text. Position text, diagrams, game records, and readers for boards of old pages."""

from isthmus.record.ascii_board import read_ascii_board
from isthmus.record.board import Board, shift_columns, to_position
from isthmus.record.board_string import read_board_string
from isthmus.record.diagram import format_diagram, parse_diagram
from isthmus.record.files import read_record, write_record
from isthmus.record.lines import format_record
from isthmus.record.position_text import format_position, parse_position
from isthmus.record.reading import read_any, read_board
from isthmus.record.record import Record

__all__ = [
    "Board",
    "Record",
    "format_diagram",
    "format_position",
    "format_record",
    "parse_diagram",
    "parse_position",
    "read_any",
    "read_ascii_board",
    "read_board",
    "read_board_string",
    "read_record",
    "shift_columns",
    "to_position",
    "write_record",
]
