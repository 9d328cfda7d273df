"""The public readers that ``bench/fuzz.py`` and the tests try: their input, good texts, and possible errors."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from io import StringIO
from math import prod
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import Any

from fastapi import HTTPException

import isthmus
from isthmus.analysis.puzzles.lines import read_puzzles
from isthmus.analysis.puzzles.sources import _POSITION as POSITION_LINE
from isthmus.analysis.puzzles.sources import read_sources
from isthmus.cli.play.saves import load
from isthmus.cli.play.typed_turns import as_turn
from isthmus.cli.position_argument import GAME, PATH, PRINTED
from isthmus.engine.net_file import NetFile, NetShape, read_net, tensor_shapes, write_net
from isthmus.errors import IsthmusError
from isthmus.lab.ledger import read_ledger
from isthmus.lab.study.study import Study
from isthmus.learn.records import read_records
from isthmus.match.player_spec import parse_player
from isthmus.match.records import is_match_log, read_match_records
from isthmus.protocols.analysis_queries import read_query
from isthmus.protocols.gtp.engine import GtpEngine
from isthmus.protocols.gtp.resigning import Resigning
from isthmus.record import (
    decode,
    format_diagram,
    format_position,
    format_record,
    format_sgf,
    format_share_link,
    format_turn_list,
    parse_diagram,
    parse_hexworld_link,
    parse_position,
    parse_record,
    parse_sgf,
    parse_share_link,
    parse_turn_list,
    read_any,
    read_ascii_board,
    read_board_string,
    read_course_moves,
    read_games,
)
from isthmus.record.exhibit import exhibits_of, parse_exhibit
from isthmus.solve.checker import check_certificate
from isthmus.web.board.position_text import read_position
from isthmus.web.board.state import state_after
from isthmus.web.game.new_game import NewGame
from isthmus.web.game.sockets import _read as read_message
from isthmus.web.http.forms import parse_form
from isthmus.web.study.importing import read_start
from isthmus.web.study.upload import UPLOAD, read_upload
from isthmus.web.study.wishes import read_wish

__all__ = ["READERS", "TRUSTED", "Reader"]


@dataclass(frozen=True)
class Reader:
    """``read`` takes a text; it accepts the texts in ``good``. ``longest``: no caller passes a longer text (0: any)."""

    read: Callable[[str], object]
    good: tuple[str, ...]
    longest: int = 0
    errors: tuple[type[Exception], ...] = (IsthmusError,)

    def try_out(self, text: str) -> None:
        """Reads a text, or refuses it with a documented error; any other error passes through."""
        with suppress(*self.errors):
            self.read(text)


HEX = isthmus.game("hex(size=5,pie=1)")
TRELLIS = isthmus.game("trellis(size=7,pie=1)")
RECORD = parse_turn_list("1. c2 2. take-white 3. b4 4. d2 5. c3", HEX).annotate(
    2, comment="Why?\nSo [it] is: \\ so.", marks=(), judgement="good", seconds=3.5
)
IN_PLAY = (
    '{"format": "isthmus-record", "version": 2, "game": "hex(size=5,pie=0)", "seats": [], "at": 9.5,'
    ' "clock": {"main": 300, "periods": 3, "period": 30}, "number": 1}\n'
    '{"players": ["Ann", "Ben"], "seat": "second", "at": 9.5, "number": 2}\n{"turn": "b2", "seat": "first"}\n'
    '{"ask": "take-back", "seat": "first"}\n{"remove": 1}\n{"say": "so"}\n{"result": "black", "reason": "resigned"}\n'
)
POSITION = TRELLIS.start().play("e4").play("take-black").play("c3")
NETWORK = isthmus.game("network").start()
HEXWORLD = "https://hexworld.org/board/#11r9c1,b4:sh4g8i8,h3g4:rb"
MAIL = "Hi Ann,\nhere I go:\n\n" + format_turn_list(RECORD) + "# Ben"
COURSE = "1. add 1 1\n2: add 6 6; [add to 12] // so\nblack : quit"
ASCII = "   A   B   C\n3 V--- ---    3\n   | : | - |\n2  ---x---H   2\n   | - | : |\n1  --- ---V   1\n"
STRING = 'boardgv2diag("lurd,7,7,7/5tt/3x3/7/7/7/7");'
EXHIBIT = (
    "# Two stones.\nhex(size=4,pie=0)\n. . . .\n. . x .\n. . . .\n. x . .\nwhite\n"
    "# apart c2 b4: Either\n#  of two.\n# try b3: legal. Black answers.\n# task wins: Win\n# status: so"
)
LOG = (
    '{"format": "isthmus-match", "version": 1, "settings": {"game": "hex(size=3,pie=0)"}}\n'
    '{"pair": 0, "game": 0, "players": ["Ann", "Ben"], "turns": ["b2", "a1", "b1", "c1", "b3"]}\n'
)
PUZZLES = (
    '{"format": "isthmus-puzzles", "version": 1}\n'
    '{"position": "hex(size=3,pie=0) 1x1/3/3 black first=black", "line": ["b2"], "unique": 1, "refutations": {},'
    ' "grade": 1, "effort": 1, "rank": 1, "themes": [], "nodes": 5}\n'
)
CERTIFICATE = (
    '{"isthmus": "certificate", "version": 1, "position": "hex(size=3,pie=0) 1x1/1x1/3 black first=black",'
    ' "claim": "first wins", "lines": 1}\n{"turns": {"b3": null}}\n'
)
QUERY = '{"id": "q", "game": "hex(size=5,pie=0)", "moves": ["c3", "b4"], "limits": {"seconds": 1}, "turns": 3}'
EDIT = (
    '{"version": 1, "do": "note", "node": 1, "comment": "so", "marks": [{"kind": "label", "point": "a1", "text": "A"}]}'
)
MESSAGE = '{"key": "12345678", "do": "play", "seat": "first", "turn": "c3", "ply": 0}'
FORM = "game=hex&size=5&text=1.%20c3%0D%0Ab4&number=1"
PARTS = (
    '--x\r\nContent-Disposition: form-data; name="text"\r\n\r\nhex(size=3,pie=0)\r\nb2 a1\r\n'
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n\r\n--x--\r\n'
)
SGF = (
    format_sgf(RECORD),
    "(;FF[4]GM[11]SZ[5]PB[A]RE[B+R]TM[600]OT[5x30 byo-yomi]RU[swap];B[a2];W[swap-pieces];B[d2](;W[e3]C[no])(;W[c3]))",
    "(;EV[hex.ch.1]PB[a [b\\]]]PW[c]SZ[13]SO[https://www.littlegolem.net];W[cb];B[swap];W[gg];B[resign])",
    "(;GM[11]SZ[7]AB[a1:b2][c3]AW[d4]PL[W]CR[a1:c3]LB[d4:x];W[e5])",
)
GTP: tuple[str, ...] = (
    "play black c3",
    "5 boardsize 7",
    "isthmus-game hex(size=5,pie=0)",
    "time_settings 300 10 5",
    "all_legal_moves",
)
GTP += (f"isthmus-position {format_position(POSITION)}", "# nothing", "showboard", "undo", "final_score")


def _gtp(line: str) -> None:
    """Handles a line, except commands that search: the tests of the engine cover these."""
    if "gen" not in line.lower() and "analyze" not in line.lower():
        GtpEngine(HEX).handle(line)


def _turn(position: isthmus.Position, text: str) -> None:
    with suppress(IsthmusError):
        position.step(text)
    position.play(as_turn(position, text))


def _match_log(text: str) -> None:
    if is_match_log(text):
        read_match_records(text)


def _argument(text: str) -> None:
    _ = GAME.fullmatch(text), PATH.fullmatch(text), PRINTED.search(text), POSITION_LINE.match(text)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape" if text.isprintable() else "replace")


def _file(read: Callable[[Path], object], content: bytes) -> object:
    """Reads a file with this content."""
    with NamedTemporaryFile() as file:
        file.write(content)
        file.flush()
        return read(Path(file.name))


def _net() -> bytes:
    """The file of a small net."""
    shape = NetShape(2, 16, 0, 1, 1, ((0, 0),), ())
    tensors: dict[str, Any] = {}
    for name, (kind, lengths) in tensor_shapes(shape).items():
        zeros = memoryview(bytes((4 if kind == "f32" else 1) * prod(lengths)))
        tensors[name] = zeros.cast("f", lengths) if kind == "f32" else zeros.cast("b", lengths)
    with TemporaryDirectory() as folder:
        path = Path(folder, "small.net")
        write_net(path, NetFile("hex", shape, ("own", "other"), tensors))
        return path.read_bytes()


STUDY = """title = "Small"
question = '''Does the first
seat win?'''
games = [{ game = "hex", size = [3, 4], pie = 0 }]
players = { strengths = [4, "random"] }
budget = { games = 4 }
[questions]
measures = ["first-seat", "openings"]  # so that there are offers
[[claims]]
name = "half"
says = "The first seat wins half of the games."
measure = "first-seat"
at_least = 0.5
where = { size = 3, strength = 4 }
"""
LEDGER = (
    json.dumps({"format": "isthmus-lab", "version": 1, "study": json.loads(Study.of(STUDY).identity)})
    + '\n{"point":0,"pairs":[{"pair":0,"games":[{"game":1,"half":0,"winner":"first","side":"black","black":"first",'
    '"reason":"connected","opening":0,"turns":"b2 a1 b1 a2 b3"}]}],"seconds":0.04}\n'
    '{"isthmus":"0.1","engine":{"hex":"a"}}\n'
    '{"point":2,"pairs":[{"pair":0,"games":[{"game":9,"offer":"a1","value":100,"proved":true,"same":2}]}],"seconds":1}\n'
)
SELF_PLAY = (
    '{"game":"hex(size=2,pie=0)","net":"a","seed":1,"steps":[0,1],"result":1.0,"values":[0.5,null],'
    '"policy":[[[0,0.9],[3,0.1]],[]],"surprise":[0.0,0.0]}'
)
HARD = tuple(
    line
    for line in Path(__file__).with_name("hard_positions.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
)
"""Positions that took long to read: see the file."""
ANY = (MAIL, HEXWORLD, format_diagram(POSITION), format_position(POSITION), format_record(RECORD), SGF[1], COURSE)
READERS: Mapping[str, Reader] = {
    "isthmus.game": Reader(isthmus.game, ("trellis(size=15,pie=3)", " hex ( size = 5 ) ", "network")),
    "parse_player": Reader(parse_player, ("full(threads=2,seconds=0.5)", "level3", "gtp:mohex --quiet")),
    "parse_position": Reader(
        parse_position,
        (format_position(POSITION), "network(size=6,pie=0) 1x2/6/6/1o4/6/4 white history=0x75b8733425bceffe"),
    ),
    "parse_diagram": Reader(parse_diagram, (format_diagram(POSITION), format_diagram(RECORD.final))),
    "parse_record": Reader(parse_record, (format_record(RECORD), IN_PLAY)),
    "file of a game in play": Reader(lambda text: _file(load, _bytes(text)), (format_record(RECORD), IN_PLAY)),
    "parse_sgf": Reader(parse_sgf, SGF),
    "parse_sgf, bytes": Reader(lambda text: parse_sgf(_bytes(text)), SGF[:2]),
    "decode": Reader(lambda text: decode(_bytes(text)), ("(;CA[ISO-8859-1]PB[a])", "\ufeffhex")),
    "parse_share_link": Reader(parse_share_link, (f"Look: <https://x.example/{format_share_link(RECORD)}>.",)),
    "parse_hexworld_link": Reader(parse_hexworld_link, (HEXWORLD, "#5,c2b4,d3")),
    "parse_turn_list": Reader(lambda text: parse_turn_list(text, HEX), ("1. c2 2. take-white; 3) b4\n> d2 # so",)),
    "read_course_moves": Reader(read_course_moves, (COURSE,)),
    "read_ascii_board": Reader(lambda text: read_ascii_board(text, TRELLIS), (ASCII,)),
    "read_board_string": Reader(lambda text: read_board_string(text, TRELLIS), (STRING,)),
    "read_any": Reader(read_any, ANY),
    "read_any, game known": Reader(lambda text: read_any(text, TRELLIS), ("Hi!\n1. e4 2. take-black", ASCII, STRING)),
    "read_start (study)": Reader(
        lambda text: read_start({"game": "hex(size=5)"}, text), (MAIL, LOG, HEXWORLD), 400_000
    ),
    "read_upload (form)": Reader(
        lambda text: read_upload("application/x-www-form-urlencoded", _bytes(text)), (FORM,), 4 << 20
    ),
    "parse_form (multipart)": Reader(
        lambda text: parse_form(UPLOAD, "multipart/form-data; boundary=x", _bytes(text)), (PARTS,), 4 << 20
    ),
    "NewGame.read": Reader(
        lambda text: NewGame.read({"game": text, "opponent": "here"}), ("hex(size=5,pie=0)", "hex"), 200
    ),
    "read_wish (study)": Reader(lambda text: read_wish(_bytes(text)), (EDIT,), 4 << 20),
    "socket message": Reader(read_message, (MESSAGE,), 4096),
    "Position.play": Reader(partial(_turn, POSITION), ("d4+g4", "pass"), 4096),
    "Position.play, choosing": Reader(partial(_turn, TRELLIS.start().play("e4")), ("take-black", "take-white"), 4096),
    "Position.play, Network": Reader(partial(_turn, NETWORK), ("b2", "c3"), 4096),
    "exhibits": Reader(
        lambda text: list(map(parse_exhibit, exhibits_of(text))), (f"Words\n```board\n{EXHIBIT}\n```\n",)
    ),
    "parse_exhibit": Reader(parse_exhibit, (EXHIBIT,)),
    "file of puzzles": Reader(lambda text: _file(read_puzzles, _bytes(text)), (PUZZLES,)),
    "file to find puzzles in": Reader(lambda text: _file(read_sources, _bytes(text)), (LOG, SGF[0], ANY[3])),
    "match log": Reader(_match_log, (LOG,)),
    "analysis query": Reader(read_query, (QUERY,)),
    "GTP line": Reader(_gtp, GTP),
    "when to resign": Reader(Resigning.parse, ("never", "0.05")),
    "certificate": Reader(lambda text: check_certificate(StringIO(text)), (CERTIFICATE,)),
    "read_games": Reader(read_games, (SGF[0] + SGF[2], *ANY[:2])),
    "state_after (board)": Reader(
        lambda text: state_after(read_position(text), ()), HARD, 20_000, (IsthmusError, HTTPException)
    ),
    "ledger of the lab": Reader(lambda text: _file(read_ledger, _bytes(text)), (LEDGER,)),
    "study of the lab": Reader(lambda text: _file(Study.read, _bytes(text)), (STUDY,)),
    "games of self-play": Reader(
        lambda text: _file(read_records, gzip.compress(_bytes(text), 1)), (SELF_PLAY, f"{SELF_PLAY}\n{SELF_PLAY}\n")
    ),
    "games of self-play, cut": Reader(
        lambda text: _file(read_records, text.encode("latin-1", "replace")),
        (gzip.compress(SELF_PLAY.encode(), mtime=0).decode("latin-1"),),
    ),
    "net": Reader(lambda text: _file(read_net, text.encode("latin-1", "replace")), (_net().decode("latin-1"),)),
    "argument of a command": Reader(_argument, ("hex(size=5)", "games/a.sgf", "lurd,7,7,49")),
}
"""The readers by name. Some are private, such as ``_read`` for messages, but they read text from strangers."""
TRUSTED: Mapping[str, str] = {
    "isthmus.cli.commands.rules.read_rules": "reads no text: it shows the rules",
    "isthmus.match.player_spec.PlayerSpec.from_match": "reads no text: it chooses limits",
    "isthmus.cli.play.session.Session.read": "reads a line as it is; 'Position.play' covers its interpretation",
    "isthmus.cli.position_argument.read_argument": "reads a file; 'argument of a command' and 'decode' cover its parts",
    "isthmus.web.engine.readers.Readers.read": "runs another reader, in a process",
    "isthmus.web.http.forms.read_form": "needs a request; 'parse_form' covers the reading of its body",
    "isthmus.web.study.studies.Studies.read": "reads the database, which only the server writes, with parse_record",
    "isthmus.web.game.game_log.read_log": "reads the database, which only the server writes",
    "isthmus.web.game.live_game.LiveGame.read": "reads an event that the server has checked, or the database",
    "isthmus.record.game_in_play.GameInPlay.read": "reads an event that its caller has checked",
    "isthmus.learn.fit.Learner.load": "reads a file that the training wrote in its own folder, without pickle",
    "isthmus.learn.settings.TrainSettings.load": "reads a file that the training wrote in its own folder",
}
"""Public readers that are not fuzzed, with the reasons."""
