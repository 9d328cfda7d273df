"""The game of an SGF tree and its start: the root properties that all others depend on."""

from __future__ import annotations

from importlib.metadata import version

from isthmus.errors import NotationError, PositionError, quoted
from isthmus.games import game as make_game
from isthmus.record.position_text import format_position, parse_position
from isthmus.record.sgf.hex import HEX, hex_game
from isthmus.record.sgf.moves import TURN, first_moves, move_of
from isthmus.record.sgf.orientation import LETTERS, MOST_POINTS, Orientation
from isthmus.record.sgf.syntax import SgfProperty, SgfTree
from isthmus.record.sgf.text import escaped, simple_text
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.rules.types import Side

__all__ = ["FOUNDATION", "ISTHMUS", "SET_UP", "beginning_of", "read_game", "read_start", "write_game", "write_start"]

ISTHMUS = 1999
"""The number for all games without an assigned number in SGF. It is far from the assigned ones, 1 to 40."""
GAME, START = "ISGAME", "ISSTART"
"""Private properties of the root: the game with its parameters, and the position text of its start."""
FOUNDATION = ("FF", "GM", "CA", "SZ", "AP", GAME, START)
"""The root properties that the writer makes itself."""
SET_UP = ("AB", "AW", "AE", "PL")


def read_game(tree: SgfTree) -> Game:
    """The game of a tree. Without ISGAME it is Hex, even without GM, since Isthmus does not play Go.

    Raises NotationError for the number of another game, RulesError for a game that does not exist.
    """
    root = tree.nodes[0].named
    if GAME in root:
        return make_game(simple_text(root[GAME].values[0]))
    number = simple_text(root["GM"].values[0]).strip() if "GM" in root else str(HEX)
    if number != str(HEX) or ("GM" not in root and "KM" in root):
        found = quoted(number) if "GM" in root else "none, but a komi (KM), as in Go"
        raise NotationError(f"GM: found {found}, expected {HEX} (Hex), or {ISTHMUS} and the game in {GAME}")
    return hex_game(tree)


def write_game(game: Game) -> list[SgfProperty]:
    """The first properties of a root: the format, the program and the game."""
    said = {
        "FF": "4",
        "CA": "UTF-8",
        "AP": f"Isthmus:{version('isthmus')}",
        "GM": str(HEX if game.id == "hex" else ISTHMUS),
    }
    if "size" in game.values:
        said["SZ"] = str(game.values["size"])
    return [SgfProperty(name, (value,)) for name, value in {**said, GAME: escaped(str(game))}.items()]


# Where it begins ---------------------------------------------------------------------------------------------------
def beginning_of(tree: SgfTree) -> int:
    """The number of nodes before the first move and before any variation; stones may be set up there."""
    count = 1
    while _without_turn(tree, count - 1) and len(tree.children[count - 1]) == 1 and _without_turn(tree, count):
        count += 1
    return count


def _without_turn(tree: SgfTree, number: int) -> bool:
    node = tree.nodes[number]
    return move_of(node) is None and TURN not in node.named


def read_start(tree: SgfTree, orientation: Orientation) -> Position | None:
    """The start of the game: from ISSTART, or from stones set up before the first move; None: the usual start.

    Without PL the colour of the first move is to play, or without a move the colour with fewer stones. Raises
    NotationError for an invalid point, PositionError for an impossible set-up.
    """
    root = tree.nodes[0].named
    if START in root:
        return parse_position(simple_text(root[START].values[0]))
    stones: dict[str, Side] = {}
    to_move: Side | None = None
    named = 0
    said = [found for node in tree.nodes[: beginning_of(tree)] for found in node.properties if found.name in SET_UP]
    for found in said:
        if found.name == "PL":
            to_move = _colour(found, orientation)
            continue
        points = orientation.points(found.values)
        if points is None:
            raise NotationError(
                f"{found.name}: found {quoted(' '.join(found.values))}, expected fields of {orientation.game}"
            )
        named += len(points)
        if named > MOST_POINTS:
            raise NotationError(f"{found.name}: found {named:,} points so far, expected at most {MOST_POINTS:,}")
        for point in points:
            stones.pop(point, None)
            if found.name != "AE":
                stones[point] = orientation.side(found.name[1])
    black, white = ([point for point in stones if stones[point] is side] for side in Side)
    first = first_moves(tree, 1)
    if to_move is None and first:
        to_move = orientation.side(first[0].name)
    if to_move is None and len(black) != len(white):
        to_move = Side.WHITE if len(black) > len(white) else Side.BLACK
    if not stones and to_move in (None, orientation.game.first_side):
        return None
    return orientation.game.position(black, white, to_move)


def _colour(found: SgfProperty, orientation: Orientation) -> Side:
    letter = simple_text(found.values[0]).strip()[:1].upper()
    if letter not in LETTERS.values():
        raise NotationError(f"PL: found {quoted(found.values[0])}, expected B or W")
    return orientation.side(letter)


def write_start(start: Position) -> list[SgfProperty]:
    """The root properties for a game that begins at a position: stones and the colour to play, for every reader, and
    the position text if these do not express all of it.
    """
    game = start.game
    stones = {f"A{LETTERS[side]}": tuple(start.stones(side)) for side in Side}
    written = [SgfProperty(name, points) for name, points in stones.items() if points]
    if start.to_move is not None:
        written.append(SgfProperty("PL", (LETTERS[start.to_move],)))
    try:
        set_up = game.position(start.stones("black"), start.stones("white"), start.to_move)
    except PositionError:
        set_up = None
    # Without PL a reader must guess the colour to play, for example if the game is over.
    if start.to_move is None or start != set_up or start == game.start():
        written.append(SgfProperty(START, (escaped(format_position(start)),)))
    return written
