"""Records: games and positions as text, in every format that people and programs share; see docs/formats.md.

>>> from isthmus.record import read_any
>>> read_any("hex(size=5,pie=0) 5/3o1/2x2/5/5 black first=black")
<Position of hex(size=5,pie=0): black to move>
"""

from isthmus.record.ascii_board import read_ascii_board
from isthmus.record.board import Board, shift_columns, to_position
from isthmus.record.board_string import read_board_string
from isthmus.record.course_moves import read_course_moves
from isthmus.record.diagram import format_diagram, parse_diagram
from isthmus.record.files import read_record, write_record
from isthmus.record.game_in_play import GameInPlay, RefusedError
from isthmus.record.hexworld import parse_hexworld_link
from isthmus.record.lines import RecordReader, format_record, parse_record, record_schema
from isthmus.record.node import Evaluation, Mark, Node
from isthmus.record.position_text import format_position, parse_position
from isthmus.record.reading import decode, read_any, read_board, read_games
from isthmus.record.record import Record
from isthmus.record.result import Forfeit, Result
from isthmus.record.sgf import format_sgf, parse_sgf
from isthmus.record.share import format_share_link, parse_share_link
from isthmus.record.time_control import TimeControl
from isthmus.record.turn_list import format_turn_list, parse_turn_list

__all__ = [
    "Board",
    "Evaluation",
    "Forfeit",
    "GameInPlay",
    "Mark",
    "Node",
    "Record",
    "RecordReader",
    "RefusedError",
    "Result",
    "TimeControl",
    "decode",
    "format_diagram",
    "format_position",
    "format_record",
    "format_sgf",
    "format_share_link",
    "format_turn_list",
    "parse_diagram",
    "parse_hexworld_link",
    "parse_position",
    "parse_record",
    "parse_sgf",
    "parse_share_link",
    "parse_turn_list",
    "read_any",
    "read_ascii_board",
    "read_board",
    "read_board_string",
    "read_course_moves",
    "read_games",
    "read_record",
    "record_schema",
    "shift_columns",
    "to_position",
    "write_record",
]
