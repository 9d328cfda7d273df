"""An external program as a player, over GTP 2, and for Hex in the dialect of the Hex programs (HTP).

Turns are sent as canonical text. ``isthmus.protocols.gtp.dialect`` explains the pie rule of Hex programs; after
``swap-pieces`` the program plays a mirror image of our game with the colours exchanged.
"""

from __future__ import annotations

import contextlib
import math

from isthmus.errors import IllegalTurnError, NotationError, SearchError
from isthmus.games.hex import Hex
from isthmus.protocols.gtp.process import ForfeitError, GtpProcess
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Side

__all__ = ["ExternalPlayer"]

SILENCE = 600.0
"""Seconds after which a program without a time limit counts as hung."""

SWAP_PIECES, SWAP_SIDES = "swap-pieces", "swap-sides"


class ExternalPlayer:
    """A program that plays one game from its start. ``watch`` sends it each turn; ``close`` ends it.

    A turn may take ``seconds`` plus the ``margin``; without ``seconds``, ten minutes. The program receives the time as
    ``time_settings``, and the seed as ``set_random_seed`` if it knows that command. Its failures raise ForfeitError; if
    it cannot be started or refuses the board, SearchError.
    """

    def __init__(
        self, command: str, game: Game, *, seconds: float | None = None, margin: float = 1.0, seed: int = 0
    ) -> None:
        self.name = f"gtp:{command}"
        self._game = game
        self._limit = SILENCE if seconds is None else seconds + margin
        self._mirrored = False
        self._waiting: str | None = None
        self._chosen: str | None = None
        self._program = GtpProcess(command)
        try:
            self._begin(seconds, seed)
        except ForfeitError as forfeit:
            self.close()
            raise SearchError(str(forfeit)) from None
        except BaseException:
            self.close()
            raise

    def _begin(self, seconds: float | None, seed: int) -> None:
        program = self._program
        if "size" in self._game.values:
            program.ask(f"boardsize {self._game.values['size']}")
        if self._hex and program.knows("param_game"):  # Benzene's programs swap only if allowed to
            program.attempt(f"param_game allow_swap {self._game.values['pie']}")
        program.ask("clear_board")
        if program.knows("set_random_seed"):
            program.attempt(f"set_random_seed {seed % 2**31}")
        # The protocol requires whole seconds, but many programs accept fractions.
        if seconds is not None and not program.attempt(f"time_settings 0 {seconds:g} 1"):
            program.attempt(f"time_settings 0 {max(1, math.floor(seconds))} 1")

    def choose(self, position: Position) -> Turn:
        """The program's turn; ForfeitError if it resigns, runs out of time or ends, or its turn is illegal."""
        if self._waiting is not None:
            word, self._waiting = self._waiting, None
        else:
            word = self._program.ask(f"genmove {self._colour(position.snapshot.side)}", self._limit).lower()
            if word == "resign":
                raise ForfeitError("resigned", f"{self.name} resigned")
            if position.choosing:
                word = self._choice(position, word)
            elif self._mirrored:
                word = self._mirror(word)
        try:
            turn = position.play(word).last_turn
        except (IllegalTurnError, NotationError) as error:
            raise ForfeitError("illegal", f"{self.name} wants to play {word[:80]!r}: {error}") from None
        assert turn is not None
        self._chosen = turn.text
        return turn

    def watch(self, position: Position, turn: Turn) -> None:
        """Send the program a turn played in a position, unless the turn is its own."""
        if self._chosen == turn.text:
            self._chosen = None
        elif position.choosing and self._hex:
            self._tell_choice(position, turn)
        else:
            text = self._mirror(turn.text) if self._mirrored else turn.text
            self._program.ask(f"play {self._colour(position.snapshot.side)} {text}")

    def close(self) -> None:
        """End the program."""
        self._program.close()

    @property
    def _hex(self) -> bool:
        return isinstance(self._game, Hex)

    def _colour(self, side: Side) -> str:
        return str(side.other if self._mirrored else side)

    def _choice(self, position: Position, word: str) -> str:
        """The choice of a colour in the program's words; a stone instead of a choice keeps the present colour."""
        if word in {SWAP_PIECES, SWAP_SIDES} and self._hex:
            self._mirrored = word == SWAP_PIECES
            return f"take-{position.snapshot.side.other}"
        if word not in {"take-black", "take-white"}:
            self._waiting = word
            return f"take-{position.snapshot.side}"
        return word

    def _tell_choice(self, position: Position, turn: Turn) -> None:
        side = position.snapshot.side
        if turn.text == f"take-{side}":
            return  # the next stone implies it
        if not self._program.attempt(f"play {side} {SWAP_PIECES}"):
            # A program without the pie rule can still continue from the position after it.
            self._program.ask("clear_board")
            (stone,) = position.stones(side.other)
            self._program.ask(f"play {side} {self._mirror(stone)}")
        self._mirrored = True

    def _mirror(self, name: str) -> str:
        """A field of a Hex board mirrored in the long diagonal; other words unchanged."""
        with contextlib.suppress(NotationError):
            row, column = divmod(self._game.topology.cell(name), self._game.number("size"))
            return self._game.topology.names[column * self._game.number("size") + row]
        return name
