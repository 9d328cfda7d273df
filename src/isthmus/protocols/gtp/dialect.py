"""Turns and colours in GTP: canonical turn text, and for Hex the dialect of the Hex programs (HTP).

HTP's coordinates are those of this project: column letter, row number from the top, Black from top to bottom. Its pie
rule is a variant of ours: the player who takes the first stone stays White, and the stone is mirrored in the long
diagonal and becomes white (``swap-pieces``). The reflection keeps the rules and exchanges the colours, so both ways
lead to the same game.
"""

from __future__ import annotations

from dataclasses import replace

from isthmus.errors import IllegalTurnError, NotationError, PositionError, quoted
from isthmus.games.hex import Hex
from isthmus.protocols.gtp.text import GtpError
from isthmus.record import GameInPlay, Record
from isthmus.record.result import RESIGNED
from isthmus.rules.position import Position
from isthmus.rules.types import Outcome, Seat, Side

__all__ = ["SWAP", "begun_at", "colour", "play", "resign", "score", "swaps", "with_side_to_move"]

SWAP = "swap-pieces"
SWAP_SIDES = "swap-sides"
"""The other common form: the players exchange colours, as in this project."""


def colour(word: str) -> Side:
    """The side for ``b``, ``black``, ``w`` or ``white``; case does not matter."""
    for side in Side:
        if word.lower() in (str(side), str(side)[0]):
            return side
    raise GtpError(f"invalid color or coordinate: {quoted(word)} is not a colour; expected black or white")


def swaps(position: Position) -> bool:
    """Whether Hex's second player may take the first stone by ``swap-pieces`` now."""
    return isinstance(position.game, Hex) and position.choosing


def begun_at(position: Position) -> GameInPlay:
    """A game that begins with a position."""
    return GameInPlay(Record.from_position(position))


def resign(now: GameInPlay, side: Side) -> GameInPlay:
    """The game after a colour resigns. Before the colours are chosen, the seat that begins with this colour resigns."""
    seat = now.position.seat_of(side)
    if seat is None:
        seat = Seat.FIRST if side is now.record.game.first_side else Seat.SECOND
    return now.resign(seat)


def score(now: GameInPlay) -> str:
    """The result as GTP writes it, such as ``B+``, ``W+3``, ``B+Resign`` or ``0``; empty while the game continues."""
    result, winner = now.record.result, now.record.result and now.record.result.winner
    if result is None or winner is None:
        return "" if result is None else "0"
    if isinstance(winner, Seat):
        first = now.record.game.first_side
        winner = first if winner is Seat.FIRST else first.other
    lead: int | str = "Resign" if result.reason == RESIGNED else ""
    if isinstance(result, Outcome) and result.score:
        lead = abs(result.score[0] - result.score[1])
    return f"{str(winner)[0].upper()}+{lead}"


def play(now: GameInPlay, side: Side, word: str) -> GameInPlay:
    """The game after a turn for a colour. Raises as ``with_side_to_move`` and ``Position.play`` do.

    When a seat has to choose its colour, any other turn implies choosing the colour it plays.
    """
    position = now.position
    text = word.lower()
    if position.choosing and text in ("take-black", "take-white"):
        return now.play(text)
    if text in (SWAP, SWAP_SIDES):
        if side is not position.snapshot.side or not swaps(position):
            raise GtpError(f"illegal move: {text} is for the second turn of Hex with the pie rule, by white")
        return _swapped(position) if text == SWAP else now.play(f"take-{side.other}")
    ready = with_side_to_move(now, side)
    if ready.position.choosing:
        ready = ready.play(f"take-{side}")
    try:
        return _played(ready, word)
    except IllegalTurnError as error:
        if side is position.snapshot.side:
            raise
        raise GtpError(f"{_not_the_turn_of(side)}; with {side} to move, {error}") from None


def _played(now: GameInPlay, word: str) -> GameInPlay:
    try:
        return now.play(word)
    except NotationError:
        if word.lower() == word:
            raise
        return now.play(word.lower())


def with_side_to_move(now: GameInPlay, side: Side) -> GameInPlay:
    """The game, if it is over or this colour is to move. Otherwise a new game from the same stones with this colour to
    move.

    GTP allows turns of one colour in succession; controllers use them to set up positions. Such a position has no past.
    The seats keep their colours, and the opening is over. Raises GtpError if the rules have no such position.
    """
    position = now.position
    if now.over or side is position.snapshot.side:
        return now
    black, white = map(position.stones, Side)
    try:
        made = position.game.position(black, white, to_move=side)
    except PositionError as error:
        raise GtpError(f"{_not_the_turn_of(side)}, and no set-up has these stones: {error}") from None
    if not position.snapshot.opening.under_way:
        made = position.game.restore_position(replace(made.snapshot, opening=position.snapshot.opening))
    return begun_at(made)


def _not_the_turn_of(side: Side) -> str:
    return f"illegal move: it is not {side}'s turn but {side.other}'s"


def _swapped(position: Position) -> GameInPlay:
    """The position with every stone mirrored and in the other colour, and the other colour to move. The first seat's
    colour is as at the start."""
    names = position.game.topology.names
    size = position.game.number("size")

    def mirrored(side: Side) -> list[str]:
        cells = (divmod(names.index(stone), size) for stone in position.stones(side))
        return [names[column * size + row] for row, column in cells]

    black, white = mirrored(Side.WHITE), mirrored(Side.BLACK)
    return begun_at(position.game.position(black, white, to_move=position.snapshot.side.other))
