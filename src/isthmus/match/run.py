"""A complete match: the remaining games on a runner, its end, and the standing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial

from isthmus.errors import SearchError, expect, quoted
from isthmus.match.game import GameNumber, MatchSettings, PlayedGame, play_game
from isthmus.match.log import MatchLog
from isthmus.match.statistics import Pentanomial, Sprt
from isthmus.rules.types import Seat, Side
from isthmus.work import runner_of

__all__ = ["Match", "Share", "Tally", "play_games"]


@dataclass(frozen=True)
class Share:
    """Points and the number of games they come from."""

    points: float
    games: int


@dataclass(frozen=True)
class Tally:
    """The standing of a match, from player a's point of view.

    ``pairs`` counts the complete pairs. ``seats`` and ``sides`` are a's points by seat, and by the colour that player a
    held at the end (games forfeited before the colours were settled have none). ``faults`` counts the games that did
    not end by the rules, by player (``"a"``, ``"b"``, or ``"both"`` if neither is to blame) and kind of fault.
    ``longest`` is the longest turn of a and of b, in seconds. ``repeated`` counts games identical to an earlier one
    with a in the same seat: they add no information, so the intervals are too narrow.

    >>> from isthmus.match import Match, MatchSettings
    >>> match = Match(MatchSettings("random", "random", "hex(size=3,pie=0)", openings="none"), pairs=2)
    >>> games = list(match.play())
    >>> match.tally.won + match.tally.lost, match.tally.pairs.pairs
    (4, 2)
    """

    won: int
    drawn: int
    lost: int
    pairs: Pentanomial
    seats: dict[Seat, Share]
    sides: dict[Side, Share]
    faults: dict[tuple[str, str], int]
    longest: tuple[float, float]
    repeated: int

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """The points of player a."""
        return self.won + self.drawn / 2

    @classmethod
    def of(cls, games: Iterable[PlayedGame]) -> Tally:
        """The tally of some games of a match."""
        known = list(games)
        by_pair: dict[int, list[float]] = {}
        for game in known:
            by_pair.setdefault(game.number.pair, []).append(game.points)
        results = Counter(game.winner for game in known)
        return cls(
            results["a"],
            results[None],
            results["b"],
            Pentanomial.of(sum(points) for points in by_pair.values() if len(points) == 2),
            {seat: _share(game for game in known if game.a_seat is seat) for seat in Seat},
            {side: _share(game for game in known if game.a_side is side) for side in Side},
            dict(Counter((_at_fault(game), game.fault) for game in known if game.fault is not None)),
            (
                max((game.longest[0] for game in known), default=0.0),
                max((game.longest[1] for game in known), default=0.0),
            ),
            len(known) - len({(game.a_seat, game.turns) for game in known}),
        )


def _share(games: Iterable[PlayedGame]) -> Share:
    points = [game.points for game in games]
    return Share(sum(points), len(points))


def _at_fault(game: PlayedGame) -> str:
    return {"a": "b", "b": "a", None: "both"}[game.winner]


class Match:
    """A match of at most ``pairs`` pairs. With ``sprt`` it ends as soon as that test does. Raises SearchError for
    settings of another type, and unless ``pairs`` is a whole number, 0 or more.

    Games in ``log`` are not played again; new games are added to it. The order in which games end does not matter: the
    test takes the pairs by number, and games beyond its end do not count. So if simulations are the limit, the result
    is the same for any number of jobs.

    >>> from isthmus.match import Match, MatchSettings
    >>> match = Match(MatchSettings("level1", "random", "hex(size=5)", seed=1), pairs=2)
    >>> len(list(match.play())), match.tally.games
    (4, 4)
    """

    def __init__(
        self, settings: MatchSettings, *, pairs: int, sprt: Sprt | None = None, log: MatchLog | None = None
    ) -> None:
        expect(settings, MatchSettings, "settings of a match", SearchError)
        if type(pairs) is not int or pairs < 0:
            raise SearchError(f"pairs: expected a whole number, 0 or more; got {quoted(pairs)}")
        self.settings = settings
        self.sprt = sprt
        self._log = log
        self._games: dict[GameNumber, PlayedGame] = {}
        self._limit = pairs
        self._tested = Pentanomial()
        """The pairs that the test has taken: all before the first incomplete one."""
        self.accepted: int | None = None
        """0 or 1 if the test has accepted ``elo0`` or ``elo1``."""
        for game in log.games.values() if log else ():
            self._count(game)

    def play(self, jobs: int = 1, on: str = "local") -> Generator[PlayedGame, None, None]:
        """Play the missing games; yields each game when it is finished. Close the generator to stop early.

        ``jobs`` games are played at a time, on the runner that ``on`` names (isthmus.work). Raises SearchError if a
        player cannot be made or the runner is unavailable, OSError if the log cannot be written.
        """
        with closing(play_games(self.settings, self._missing(), jobs, on)) as playing:
            for game in playing:
                if self._log:
                    self._log.add(game)
                self._count(game)
                yield game
                if self.accepted is not None:
                    return

    @property
    def pairs(self) -> int:
        """The maximum number of pairs; once the test has ended, the actual number."""
        return self._limit

    @property
    def tally(self) -> Tally:
        """The standing."""
        return Tally.of(game for game in self._games.values() if game.number.pair < self._limit)

    def _missing(self) -> Iterator[GameNumber]:
        for pair in range(self._limit):
            for half in (0, 1):
                number = GameNumber(pair, half)
                if self.accepted is None and number not in self._games:
                    yield number

    def _count(self, game: PlayedGame) -> None:
        self._games[game.number] = game
        while self.sprt and self.accepted is None and self._tested.pairs < self._limit:
            pair = self._tested.pairs
            both = [self._games.get(GameNumber(pair, half)) for half in (0, 1)]
            points = [game.points for game in both if game is not None]
            if len(points) < 2:
                return
            self._tested += Pentanomial.of([sum(points)])
            self.accepted = self.sprt.accepted(self._tested)
            if self.accepted is not None:
                self._limit = self._tested.pairs


def play_games(
    settings: MatchSettings, numbers: Iterable[GameNumber], jobs: int, on: str = "local"
) -> Generator[PlayedGame, None, None]:
    """The games with these numbers as they finish, ``jobs`` at a time. A single local job runs in this process.

    ``on`` is the name of the runner, as in ``isthmus.work.runner_of``. The next number is taken only when a worker is
    free. Errors in a worker are raised here. A game whose process dies is played again. Leaving the generator, even by
    Ctrl-C, ends the processes, and they end the programs that they started.
    """
    with closing(runner_of(on, jobs)) as runner, closing(runner.run(partial(play_game, settings), numbers)) as playing:
        for _, game in playing:
            yield game
