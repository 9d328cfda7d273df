"""The gate: the engine uses a net by default only if the net makes it stronger at equal time.

There are two kinds of sequential test: 0 against 30 Elo, at 0.1 and at 1 second a turn; and -20 against 0 Elo on other
sizes, to make sure that the engine is not weaker there. The matches are logged, so an interrupted gate can continue.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import isthmus
from isthmus.engine.engine import Engine
from isthmus.engine.net_file import read_net, write_net
from isthmus.engine.nets.catalogue import PARAMETERS, parameters_of
from isthmus.errors import SearchError
from isthmus.match.game import MatchSettings
from isthmus.match.log import MatchLog
from isthmus.match.run import Match
from isthmus.match.statistics import Sprt

__all__ = ["GATE", "GateResult", "GateTest", "admit", "gate", "gate_tests"]

QUICK, SLOW = 0.1, 1.0
"""Seconds a turn."""

BETTER, NO_WORSE = (0.0, 30.0), (-20.0, 0.0)
"""The two hypotheses of each test, in Elo."""

MOST_PAIRS = 10_000
"""A test without a decision after this many pairs counts as failed."""

GATE = "gate"
"""The key of the results in a net's card."""


@dataclass(frozen=True)
class GateTest:
    """One match that a net has to pass: the game's text, seconds a turn, and the two hypotheses in Elo."""

    game: str
    seconds: float
    elo: tuple[float, float]


@dataclass(frozen=True)
class GateResult:
    """The result of a test: whether the net passed, and the number of pairs with 0, 1/2, 1, 3/2 and 2 points.

    ``elo`` is the difference and the two ends of its 95% interval; infinite if one side won every game.
    """

    test: GateTest
    passed: bool
    pairs: tuple[int, ...]
    elo: tuple[float, float, float]


def gate_tests(games: Sequence[str], quick: float = QUICK, slow: float = SLOW) -> list[GateTest]:
    """The tests that show that a net is better in the first of these games and no worse in the others."""
    first, *others = games
    own = [GateTest(first, seconds, BETTER) for seconds in (quick, slow)]
    return own + [GateTest(game, quick, NO_WORSE) for game in others]


def gate(
    net: Path,
    wanted: Sequence[GateTest],
    logs: Path,
    *,
    parameters: Mapping[str, float] = MappingProxyType({}),
    opponent: str = "full",
    jobs: int = 1,
    on: str = "local",
    seed: int = 0,
    most_pairs: int = MOST_PAIRS,
    watch: Callable[[GateTest, Match], None] = lambda *_: None,
    decided: Callable[[GateResult], None] = lambda _: None,
) -> list[GateResult]:
    """Play the tests in order until the net fails one. The matches are logged in the folder ``logs``.

    ``parameters`` are engine parameters for the net, besides those on its card. ``opponent`` is the text of the player
    to beat. ``watch`` is called after every game, ``decided`` after every test. Raises SearchError if a match cannot be
    played; before the first game also for a parameter that the engine does not have, and for a log of another match.
    """
    if any(sign in str(net) for sign in "(),="):
        raise SearchError(
            f"{net}: expected a path without the characters ( ) , = because it becomes part of a player's name"
        )
    player = _player(net, parameters)
    matches = [
        (logs / f"{number}.jsonl", MatchSettings(player, opponent, test.game, test.seconds, seed=seed + number))
        for number, test in enumerate(wanted)
    ]
    logs.mkdir(parents=True, exist_ok=True)
    for path, settings in matches:
        if path.exists():
            with MatchLog(path, settings):
                pass  # a log of another match is refused here
    results: list[GateResult] = []
    for test, (path, settings) in zip(wanted, matches, strict=True):
        with MatchLog(path, settings) as log:
            match = Match(settings, pairs=most_pairs, sprt=Sprt(*test.elo), log=log)
            with closing(match.play(jobs, on)) as playing:
                for _ in playing:
                    watch(test, match)
        pairs = match.tally.pairs
        results.append(GateResult(test, match.accepted == 1, pairs.counts, pairs.elo()))
        decided(results[-1])
        if not results[-1].passed:
            break
    return results


def _player(net: Path, parameters: Mapping[str, float]) -> str:
    """The text of the player with a net. It names the net's parameters, so that no log mixes games with others."""
    file = read_net(net)
    Engine(parameters=parameters, evaluator="hand").numbers(isthmus.game(file.game))
    named = (f"{name}={value!r}," for name, value in sorted({**parameters_of(file), **parameters}.items()))
    return f"full({''.join(named)}eval={net})"


def admit(
    net: Path,
    wanted: Sequence[GateTest],
    results: Sequence[GateResult],
    sizes: Sequence[int],
    parameters: Mapping[str, float] = MappingProxyType({}),
) -> bool:
    """Write the results into a net's card. If the net passed all tests, the engine uses it by default at these sizes.

    These sizes then count as sizes of the net, even if it was not trained on them. The card also gets the
    ``parameters``, and the engine then uses them with the net. Other sizes and their results remain unless the
    parameters changed. If the net failed, the card loses the size of the failed test, and no parameter changes; if it
    failed with other parameters, the card does not change. Returns whether it passed.
    """
    passed = len(results) == len(wanted) and all(result.passed for result in results)
    file = read_net(net)
    before = parameters_of(file)
    after = {**before, **parameters}
    if not passed and after != before:
        return False
    tested = {result.test.game for result in results}
    auto = set(file.card.get("auto", ()) if after == before else ())
    kept = [old for old in file.card.get(GATE, ()) if after == before and old["test"]["game"] not in tested]
    new = [asdict(result) for result in results]
    for result in new:
        result["elo"] = [max(-9999.0, min(9999.0, elo)) for elo in result["elo"]]  # JSON has no infinity
    auto = auto | {*sizes} if passed else auto - {isthmus.game(results[-1].test.game).number("size")}
    found: dict[str, Any] = {GATE: [*kept, *new], "auto": sorted(auto)}
    found["sizes"] = sorted({*file.card.get("sizes", ()), *auto})
    if after:
        found[PARAMETERS] = after
    write_net(net, replace(file, card={**file.card, **found}))
    return passed
