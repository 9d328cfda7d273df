"""GtpEngine: the Go Text Protocol, version 2, for every game, and its dialect for Hex (HTP). Lines in, responses out.

docs/protocols.md describes the commands. Input and output are left to ``isthmus gtp``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from isthmus.errors import IsthmusError, quoted
from isthmus.games import game as make_game
from isthmus.protocols.gtp.clock import Clock
from isthmus.protocols.gtp.dialect import SWAP, begun_at, colour, play, resign, score, swaps, with_side_to_move
from isthmus.protocols.gtp.player import LARGEST_SEED, GtpPlayer
from isthmus.protocols.gtp.resigning import AT_PROOF, RESIGN, Resigning
from isthmus.protocols.gtp.text import (
    LONGEST,
    Command,
    GtpError,
    duration,
    expect,
    failure,
    info_line,
    read_command,
    success,
    whole,
)
from isthmus.record import format_diagram, format_position, format_record, parse_position
from isthmus.rules.game import Game
from isthmus.rules.parameters import parse_game
from isthmus.rules.position import Position

__all__ = ["GtpEngine"]

Emit = Callable[[str], None]
Stop = Callable[[], bool]

_LONGEST_WAIT = 360_000
"""The longest interval between the lines of an analysis, in hundredths of a second."""
_MOST_TURNS = 10**6
_EVERY = 25
"""Hundredths of a second between the lines of an analysis, if none are given."""


class GtpEngine:
    """A GTP session, with one game at a time.

    It thinks for ``seconds`` or ``simulations`` per turn (default 1 second), or as the controller's clock allows.
    ``evaluator`` is as for Engine. ``resigning`` is its rule for resigning. ``version`` is the answer to the command
    ``version``. ``quitting`` is true after ``quit``.
    """

    def __init__(
        self,
        game: Game,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        seed: int = 0,
        threads: int = 1,
        resigning: Resigning = AT_PROOF,
        evaluator: str = "auto",
        version: str = "",
    ) -> None:
        self.quitting = False
        self._version = version
        self._player = GtpPlayer(
            seconds, simulations, seed=seed, threads=threads, resigning=resigning, evaluator=evaluator
        )
        self._games = [begun_at(game.start())]
        self._commands: dict[str, Callable[[Sequence[str]], str]] = {
            "all_legal_moves": self._all_legal_moves,
            "boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "final_score": self._final_score,
            "genmove": self._genmove,
            "hexgui-analyze_commands": self._hexgui_commands,
            "isthmus-game": self._game,
            "isthmus-position": self._position,
            "isthmus-record": self._record,
            "known_command": self._known_command,
            "list_commands": self._list_commands,
            "name": self._name,
            "play": self._play,
            "protocol_version": self._protocol_version,
            "quit": self._quit,
            "reg_genmove": self._reg_genmove,
            "set_random_seed": self._set_random_seed,
            "showboard": self._showboard,
            "time_left": self._time_left,
            "time_settings": self._time_settings,
            "undo": self._undo,
            "version": self._say_version,
        }

    @property
    def position(self) -> Position:
        """The position now."""
        return self._games[-1].position

    def handle(self, line: str, *, emit: Emit | None = None, stop: Stop | None = None) -> str:
        """The response to a line, with the blank line that ends it; empty for a line without a command.

        No line makes it raise an error. With ``emit``, ``isthmus-analyze`` passes on its lines as it finds them, until
        ``stop()`` is true, and the response contains only the remaining lines.
        """
        if len(line) > LONGEST:
            return failure("", f"a line has at most {LONGEST} characters")
        command = read_command(line)
        if command is None:
            return ""
        try:
            if command.name == "isthmus-analyze":
                return self._analyse(command, emit, stop)
            if command.name not in self._commands:
                raise GtpError("unknown command")
            return success(command.id, self._commands[command.name](command.arguments))
        except IsthmusError as error:
            return failure(command.id, str(error))
        except Exception as error:  # a fault of this program must not end a match
            return failure(command.id, f"internal error: {type(error).__name__}: {error}")

    # About the engine ----------------------------------------------------------------------------------------------
    def _protocol_version(self, arguments: Sequence[str]) -> str:
        expect(arguments, 0)
        return "2"

    def _name(self, arguments: Sequence[str]) -> str:
        expect(arguments, 0)
        return "Isthmus"

    def _say_version(self, arguments: Sequence[str]) -> str:
        expect(arguments, 0)
        return self._version

    def _known_command(self, arguments: Sequence[str]) -> str:
        expect(arguments, 1)
        return "true" if arguments[0] in self._names() else "false"

    def _list_commands(self, arguments: Sequence[str]) -> str:
        expect(arguments, 0)
        return "\n".join(self._names())

    def _names(self) -> list[str]:
        return sorted([*self._commands, "isthmus-analyze"])

    def _quit(self, arguments: Sequence[str]) -> str:
        expect(arguments, 0)
        self.quitting = True
        return ""

    def _hexgui_commands(self, arguments: Sequence[str]) -> str:
        expect(arguments, 0)
        return "string/Position text/isthmus-position\nstring/Record/isthmus-record"

    # The board -------------------------------------------------------------------------------------------------
    def _boardsize(self, arguments: Sequence[str]) -> str:
        expect(arguments, 1, 2)
        if len(set(arguments)) > 1:
            raise GtpError(
                f"unacceptable size: {'x'.join(map(quoted, arguments))}; boards are as high as they are wide"
            )
        game = self.position.game
        _, values = parse_game(str(game))
        try:
            self._begin(make_game(str(game.id), **{**values, "size": arguments[0]}).start())
        except IsthmusError as error:
            raise GtpError(f"unacceptable size: {error}") from None
        return ""

    def _clear_board(self, arguments: Sequence[str]) -> str:
        expect(arguments, 0)
        self._begin(self.position.game.start())
        return ""

    def _game(self, arguments: Sequence[str]) -> str:
        if arguments:
            self._begin(make_game(" ".join(arguments)).start())
        return str(self.position.game)

    def _begin(self, position: Position) -> None:
        self._player.check(position)
        self._games = [begun_at(position)]
        self._player.restart()

    def _position(self, arguments: Sequence[str]) -> str:
        if arguments:
            position = parse_position(" ".join(arguments))
            if position.mid_turn:
                raise GtpError("the position is in mid-turn; expected one in which a turn begins")
            self._begin(position)
        return format_position(self.position)

    def _record(self, arguments: Sequence[str]) -> str:
        expect(arguments, 0)
        return format_record(self._games[-1].record)

    def _showboard(self, arguments: Sequence[str]) -> str:
        expect(arguments, 0)
        return format_diagram(self.position)

    # Turns ---------------------------------------------------------------------------------------------------------
    def _play(self, arguments: Sequence[str]) -> str:
        expect(arguments, 2)
        side, word = colour(arguments[0]), arguments[1]
        self._check_going_on()
        if word.lower() == RESIGN:
            self._games.append(resign(self._games[-1], side))
            return ""
        try:
            self._games.append(play(self._games[-1], side, word))
        except GtpError:
            raise
        except IsthmusError as error:
            raise GtpError(f"illegal move: {error}") from None
        return ""

    def _check_going_on(self) -> None:
        if (result := self._games[-1].record.result) is not None:
            raise GtpError(f"illegal move: the game is over: {result}")

    def _undo(self, arguments: Sequence[str]) -> str:
        expect(arguments, 0)
        if len(self._games) == 1:
            raise GtpError("cannot undo")
        self._games.pop()
        return ""

    def _all_legal_moves(self, arguments: Sequence[str]) -> str:
        expect(arguments, 0)
        position = self.position
        if self._games[-1].over:
            return ""
        if swaps(position):
            return " ".join([*map(str, position.play(f"take-{position.snapshot.side}").turns()), SWAP])
        return " ".join(map(str, position.turns()))

    def _final_score(self, arguments: Sequence[str]) -> str:
        expect(arguments, 0)
        if not self._games[-1].over:
            raise GtpError("cannot score: the game is not over")
        return score(self._games[-1])

    # Thinking ------------------------------------------------------------------------------------------------------
    def _genmove(self, arguments: Sequence[str]) -> str:
        expect(arguments, 1)
        side = colour(arguments[0])
        self._check_going_on()
        word, after = self._player.move(self._games[-1], side)
        self._games.append(after)
        return word

    def _reg_genmove(self, arguments: Sequence[str]) -> str:
        expect(arguments, 1)
        side = colour(arguments[0])
        self._check_going_on()
        return self._player.propose(self._games[-1], side)

    def _set_random_seed(self, arguments: Sequence[str]) -> str:
        expect(arguments, 1)
        self._player.set_seed(whole(arguments[0], LARGEST_SEED))
        return ""

    def _time_settings(self, arguments: Sequence[str]) -> str:
        expect(arguments, 3)
        self._player.clock = Clock(duration(arguments[0]), duration(arguments[1]), whole(arguments[2], _MOST_TURNS))
        return ""

    def _time_left(self, arguments: Sequence[str]) -> str:
        expect(arguments, 3)
        self._player.set_left(colour(arguments[0]), duration(arguments[1]), whole(arguments[2], _MOST_TURNS))
        return ""

    def _analyse(self, command: Command, emit: Emit | None, stop: Stop | None) -> str:
        words, now = list(command.arguments), self._games[-1]
        if words and not words[0].isdecimal():
            now = with_side_to_move(now, colour(words.pop(0)))
        every = whole(words.pop(0), _LONGEST_WAIT) if words else _EVERY
        expect(words, 0)
        self._check_going_on()
        position = now.position
        if emit is None or stop is None:
            return success(command.id, info_line(self._player.report(position)))
        self._player.check(position)  # after the next line an error could not be reported
        emit(f"={command.id} \n")
        hear = emit
        report = self._player.watch(position, stop, lambda found: hear(info_line(found) + "\n"), max(every, 1) / 100)
        return info_line(report) + "\n\n"
