"""How turns and colours are said in GTP: canonical turn text, and for Hex the words of the Hex programs (HTP).

HTP's coordinates are those of this project: column letter, row number from the top, Black from top to bottom. Its pie
rule is another drawing of ours: whoever takes the first stone keeps the colour White, and the stone is mirrored in the
long diagonal and becomes white (``swap-pieces``). The reflection keeps the rules and exchanges the colours, so both
ways lead to the same game.
"""

from __future__ import annotations

from isthmus.errors import NotationError, quoted
from isthmus.games.hex import Hex
from isthmus.protocols.gtp.moment import Moment
from isthmus.protocols.gtp.text import GtpError
from isthmus.rules.position import Position
from isthmus.rules.types import Side

__all__ = ["SWAP", "check_turn", "colour", "play", "swaps"]

SWAP = "swap-pieces"
SWAP_SIDES = "swap-sides"
"""The other way in use: the players exchange their colours, which is our own way."""


def colour(word: str) -> Side:
    """The side that ``b``, ``black``, ``w`` or ``white`` names, in capitals or not."""
    for side in Side:
        if word.lower() in (str(side), str(side)[0]):
            return side
    raise GtpError(f"invalid color or coordinate: {quoted(word)} is no colour; expected black or white")


def swaps(position: Position) -> bool:
    """The second player of Hex may take the first stone by ``swap-pieces`` now."""
    return isinstance(position.game, Hex) and position.choosing


def play(moment: Moment, side: Side, word: str) -> Moment:
    """The game after a turn for a colour; GtpError if it is not that colour's turn, else errors as ``Position.play``.

    Where a seat is to choose its colour, a turn that is no choice says that it takes the colour that it plays.
    """
    position = moment.position
    text = word.lower()
    if position.choosing and text in ("take-black", "take-white"):
        return moment.after(text)
    if text in (SWAP, SWAP_SIDES):
        if side is not position.snapshot.side or not swaps(position):
            raise GtpError(f"illegal move: {text} is for the second turn of Hex with the pie rule, by white")
        return _swapped(position) if text == SWAP else moment.after(f"take-{side.other}")
    check_turn(position, side)
    if position.choosing:
        moment = moment.after(f"take-{side}")
    try:
        return moment.after(word)
    except NotationError:
        if text == word:
            raise
        return moment.after(text)


def check_turn(position: Position, side: Side) -> None:
    """GtpError unless it is this colour's turn, or would be after the choice of a colour."""
    if position.outcome is None and side is not position.snapshot.side:
        raise GtpError(f"illegal move: it is not {side}'s turn but {side.other}'s")


def _swapped(position: Position) -> Moment:
    """Every stone mirrored and of the other colour, the other colour to move, the first seat's colour as it began."""
    names = position.game.topology.names
    size = position.game.number("size")

    def mirrored(side: Side) -> list[str]:
        cells = (divmod(names.index(stone), size) for stone in position.stones(side))
        return [names[column * size + row] for row, column in cells]

    black, white = mirrored(Side.WHITE), mirrored(Side.BLACK)
    return Moment.at(position.game.position(black, white, to_move=position.snapshot.side.other))
