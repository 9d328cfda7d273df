"""OpenSpiel's MCTSBot as a Hex program over GTP (the Hex dialect, HTP), as an opponent.

    isthmus match full "gtp:python bench/external_openspiel.py" --game "hex(size=11,pie=0)" --seconds 1
    isthmus match full "gtp:python bench/external_openspiel.py --simulations 2000" --game "hex(size=11)"

The bot solves (MCTS-Solver), with one random rollout per simulation. It takes the time that ``time_settings`` gives it,
or the number of simulations from ``--simulations``. OpenSpiel's Hex has no pie rule. With ``param_game allow_swap 1``
this script swaps a first stone with at least two fields between it and every side. It needs the package open_spiel (pip
install 'isthmus[bench]').
"""

from __future__ import annotations

import argparse
import contextlib
import random
import sys
from importlib.metadata import version

import pyspiel

UNLIMITED = 1 << 30
SWAP = "swap-pieces"


class RefusedError(Exception):
    """A command that cannot be executed."""


class Program:
    """One board and the turns played on it.

    OpenSpiel's first player is Black. After a swap Black moves again; then the stone has changed its colour and is
    mirrored in the long diagonal. OpenSpiel plays the same game as seen in that mirror: ``mirrored``.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.seed = options.seed
        self.seconds: float = options.seconds
        self.size = 11
        self.allow_swap = False
        self.clear_board()

    # Commands: each public method is a command -----------------------------------------------------------------------
    def protocol_version(self) -> str:
        return "2"

    def name(self) -> str:
        return "OpenSpiel MCTSBot"

    def version(self) -> str:
        return version("open_spiel")

    def list_commands(self) -> str:
        return "\n".join(name for name in vars(Program) if not name.startswith("_"))

    def known_command(self, name: str) -> str:
        return str(name in self.list_commands().split()).lower()

    def boardsize(self, size: str, *_: str) -> str:
        self.size = int(size)
        return self.clear_board()

    def clear_board(self) -> str:
        self.game = pyspiel.load_game(f"hex(board_size={self.size})")
        self.state = self.game.new_initial_state()
        self.mirrored = False
        self.chance = random.Random(self.seed)
        return ""

    def set_random_seed(self, seed: str) -> str:
        self.seed = int(seed)
        self.chance = random.Random(self.seed)
        return ""

    def time_settings(self, main: str, period: str, stones: str) -> str:
        if float(main) or not float(stones):
            raise RefusedError("expected a fixed time per turn: time_settings 0 SECONDS 1")
        self.seconds = float(period) / float(stones)
        return ""

    def param_game(self, name: str, value: str) -> str:
        if name != "allow_swap" or value not in {"0", "1"}:
            raise RefusedError("the only parameter is allow_swap, 0 or 1")
        self.allow_swap = value == "1"
        return ""

    def play(self, colour: str, word: str) -> str:
        self._check_colour(colour)
        if word.lower() == SWAP:
            self._swap()
            return ""
        action = self._action(word.lower())
        if self.state.is_terminal() or action not in self.state.legal_actions():
            raise RefusedError(f"illegal move: {word}")
        self.state.apply_action(action)
        return ""

    def genmove(self, colour: str) -> str:
        self._check_colour(colour)
        if self.state.is_terminal():
            return "resign"
        if self.allow_swap and self._may_swap() and self._worth_having(self.state.history()[0]):
            self._swap()
            return SWAP
        action = self._search()
        self.state.apply_action(action)
        return self._name(action)

    def showboard(self) -> str:
        return f"{self.state}" + ("\n(mirrored, colours exchanged)" if self.mirrored else "")

    def quit(self) -> str:
        raise EOFError

    # Their parts ------------------------------------------------------------------------------------------------------
    def _search(self) -> int:
        simulations = self.options.simulations or UNLIMITED
        seconds = -1.0 if self.options.simulations else self.seconds
        bot = pyspiel.MCTSBot(
            self.game,
            pyspiel.RandomRolloutEvaluator(1, self.chance.getrandbits(30)),
            self.options.uct,
            simulations,
            self.options.memory,
            True,
            self.chance.getrandbits(30),
            False,
            pyspiel.ChildSelectionPolicy.UCT,
            seconds,
        )
        return int(bot.step(self.state))

    def _may_swap(self) -> bool:
        return len(self.state.history()) == 1 and not self.mirrored

    def _worth_having(self, action: int) -> bool:
        return all(2 <= place < self.size - 2 for place in divmod(action, self.size))

    def _swap(self) -> None:
        if not self._may_swap():
            raise RefusedError(f"illegal move: {SWAP} is for the second turn")
        self.mirrored = True

    def _check_colour(self, word: str) -> None:
        if word.lower() not in {"b", "black", "w", "white"}:
            raise RefusedError(f"invalid color: {word}")
        if self.state.is_terminal():
            return
        black = (self.state.current_player() == 0) is not self.mirrored
        if black is not (word.lower()[0] == "b"):
            raise RefusedError(f"illegal move: it is not {word}'s turn")

    def _action(self, name: str) -> int:
        column, row = ord(name[0]) - ord("a"), int(name[1:]) - 1
        if not (0 <= column < self.size and 0 <= row < self.size):
            raise RefusedError(f"no such field: {name}")
        return column * self.size + row if self.mirrored else row * self.size + column

    def _name(self, action: int) -> str:
        row, column = divmod(action, self.size)
        if self.mirrored:
            row, column = column, row
        return f"{chr(ord('a') + column)}{row + 1}"


def answer(program: Program, line: str) -> str:
    """The response to a command line, with its blank line; EOFError for ``quit``."""
    words = line.partition("#")[0].split()
    number = words.pop(0) if words[0].isdigit() else ""
    if not words:
        return f"?{number} unknown command\n\n"
    command = None if words[0].startswith("_") else getattr(program, words[0], None)
    if not callable(command):
        return f"?{number} unknown command\n\n"
    try:
        return f"={number} {command(*words[1:])}\n\n"
    except RefusedError as refused:
        return f"?{number} {refused}\n\n"
    except (TypeError, ValueError, IndexError, pyspiel.SpielError) as error:
        return f"?{number} syntax error: {error}\n\n"


def main() -> None:
    """Answer commands until ``quit`` or the end of the input."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, help="simulations a turn, instead of time")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds a turn, until time_settings says otherwise")
    parser.add_argument("--uct", type=float, default=1.4, help="the exploration constant")
    parser.add_argument("--memory", type=int, default=1000, help="megabytes of the tree")
    parser.add_argument("--seed", type=int, default=0)
    program = Program(parser.parse_args())
    with contextlib.suppress(EOFError):
        for line in sys.stdin:
            if line.partition("#")[0].strip():
                print(answer(program, line), end="", flush=True)


if __name__ == "__main__":
    main()
