"""One game of a point. It depends only on the study's seed, the point and its number."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Protocol

from isthmus.engine.players import EnginePlayer
from isthmus.errors import SearchError
from isthmus.games import game as make_game
from isthmus.lab.play.judge import judged
from isthmus.lab.play.played import UNFINISHED, Played
from isthmus.lab.play.restricted import RestrictedPlayer
from isthmus.lab.study.plan import Point
from isthmus.match.openings import opening
from isthmus.match.player_spec import Limits, OwnPlayer, parse_player
from isthmus.rules.game import Game
from isthmus.rules.position import Position
from isthmus.rules.turns import Turn
from isthmus.rules.types import Seat

__all__ = ["play_game", "play_pair"]


class _Chooser(Protocol):
    def choose(self, position: Position) -> Turn: ...


def play_pair(point: Point, pair: int, seed: int, max_turns: int) -> tuple[Played, Played]:
    """The two games of a pair: the same opening, the seats exchanged."""
    game = make_game(point.game)
    # Every point of a game has the same openings, so that chance affects comparisons less.
    turns = _opening(point.game, point.openings, f"opening {seed} {pair}")
    one, two = (play_game(point, game, turns, (pair, half), seed=seed, max_turns=max_turns) for half in (0, 1))
    return one, two


@lru_cache(maxsize=4096)
def _opening(game: str, kind: str, seed: str) -> tuple[Turn, ...]:
    return opening(make_game(game), kind, seed)


def play_game(
    point: Point, game: Game, prescribed: tuple[Turn, ...], number: tuple[int, int], *, seed: int, max_turns: int
) -> Played:
    """A game of a point; in half 0 player a has the first seat."""
    pair, half = number
    a, b = _players(point, game, pair, half, seed)
    of_seat = {Seat.FIRST: b if half else a, Seat.SECOND: a if half else b}
    position = game.start()
    positions: list[Position] = []
    turns: list[str] = []
    for turn in prescribed:
        position = position.play(turn)
        turns.append(turn.text)
    while position.outcome is None and len(turns) < max_turns:
        positions.append(position)
        assert position.seat is not None
        turn = of_seat[position.seat].choose(position)
        position = position.play(turn)
        turns.append(turn.text)
    outcome = position.outcome
    return Played(
        point.number_of(pair, half),
        half,
        position.winner,
        outcome.winner if outcome else None,
        position.seat_of("black"),
        outcome.reason if outcome else UNFINISHED,
        tuple(turns),
        len(prescribed),
        (a.free, a.turns) if isinstance(a, RestrictedPlayer) else (0, 0),
        judged(positions, point.judge) if point.judge else (),
    )


def _players(point: Point, game: Game, pair: int, half: int, seed: int) -> tuple[_Chooser, _Chooser]:
    made: list[_Chooser] = []
    for key, strength in (("a", point.a), ("b", point.b)):
        own = random.Random(f"player {seed} {pair} {half} {key}").getrandbits(62)
        player: _Chooser = parse_player(strength.player).build(game, Limits(), own)
        if key == "a" and point.restriction:
            player = _restricted(point, game, player)
        made.append(player)
    return made[0], made[1]


def _restricted(point: Point, game: Game, player: _Chooser) -> RestrictedPlayer:
    inner = player.player if isinstance(player, OwnPlayer) else player
    if not isinstance(inner, EnginePlayer) or inner.simulations is None:
        raise SearchError(f"{point.a.label} cannot be restricted; expected a player with a number of simulations")
    return RestrictedPlayer(point.restriction, game, inner.engine, inner.simulations)
