"""How far apart the levels are: matches between neighbouring levels in every game, and the differences in Elo.

    python bench/calibrate_levels.py --logs build/levels --output docs/data/levels.jsonl --games 40 --jobs 2

Each match keeps a log, so that the command continues where it stopped. The output has one line per match;
docs/strength.md shows it.

    python bench/calibrate_levels.py --ladder docs/data/levels.jsonl src/isthmus/rl/level_elo.json

plays nothing: it writes the Elo of each level above level 1, by game, for isthmus.rl.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterable, Iterator
from itertools import accumulate
from pathlib import Path

import isthmus
from isthmus.engine import LEVELS
from isthmus.match.game import MatchSettings
from isthmus.match.log import MatchLog
from isthmus.match.run import Match, Tally
from isthmus.match.statistics import elo_of


def rungs() -> Iterator[tuple[str, str]]:
    """The matches: each level plays the level below it, and level 1 a random player."""
    names = ["random", *(f"level{level.number}" for level in LEVELS)]
    yield from zip(names[1:], names, strict=False)


def summary(game: str, upper: str, lower: str, tally: Tally) -> dict[str, object]:
    """One line of the result."""
    elo, least, most = tally.pairs.elo()
    return {
        "game": game,
        "upper": upper,
        "lower": lower,
        "games": tally.games,
        "points": tally.points,
        "elo": _whole(elo),
        "elo_interval": [_whole(least), _whole(most)],
    }


def _whole(elo: float) -> int | None:
    return round(elo) if math.isfinite(elo) else None  # all points, or none


def ladder(lines: Iterable[str]) -> dict[str, list[int]]:
    """The Elo of the levels above level 1, by game.

    A player with all the points counts as having half a point less, and one with none as having half a point.

    KeyError if a level is missing.
    """
    gains: dict[str, dict[str, int]] = {}
    for match in map(json.loads, lines):
        games = match["games"]
        share = min(max(match["points"], 0.5), games - 0.5) / games
        elo = round(elo_of(share)) if match["elo"] is None else match["elo"]
        gains.setdefault(isthmus.game(match["game"]).id, {})[match["upper"]] = elo
    above = [upper for upper, _ in rungs()][1:]
    return {game: list(accumulate((gain[upper] for upper in above), initial=0)) for game, gain in gains.items()}


def main() -> None:
    """Play the matches that are missing and write the summary."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ladder", type=Path, nargs=2, metavar=("RESULTS", "OUTPUT"))
    parser.add_argument("--logs", type=Path)
    parser.add_argument("--output", type=Path)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=list(isthmus.games()), help="games")
    parser.add_argument("--upper", nargs="*", default=[upper for upper, _ in rungs()], help="only their matches")
    options = parser.parse_args()
    if options.ladder:
        results, output = options.ladder
        elos = ladder(results.read_text(encoding="utf-8").splitlines())
        output.write_text(json.dumps(elos, indent=1) + "\n", encoding="utf-8")
        return
    if not options.logs or not options.output:
        parser.error("--logs and --output are required")
    options.logs.mkdir(parents=True, exist_ok=True)
    lines = []
    for kind in options.only:
        game = str(isthmus.game(kind, pie=0))
        for upper, lower in rungs():
            if upper not in options.upper:
                continue
            # Levels have their own limits, not those of the match.
            settings = MatchSettings(upper, lower, game, None, 1, "random", options.seed)
            with MatchLog(options.logs / f"{kind}-{upper}-{lower}.jsonl", settings) as log:
                match = Match(settings, pairs=options.games // 2, log=log)
                for _ in match.play(options.jobs):
                    pass
            lines.append(json.dumps(summary(game, upper, lower, match.tally)))
            print(lines[-1], flush=True)
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
