"""How far apart the levels are: matches between neighbouring levels in every game, and the differences in Elo.

    python bench/calibrate_levels.py --logs build/levels --output docs/data/levels.jsonl --games 40 --jobs 2

Each match keeps a log, so that the command continues where it stopped. The output has one line per match;
docs/strength.md shows it.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator
from pathlib import Path

import isthmus
from isthmus.engine import LEVELS
from isthmus.match.game import MatchSettings
from isthmus.match.log import MatchLog
from isthmus.match.run import Match, Tally


def rungs() -> Iterator[tuple[str, str]]:
    """The matches: each level plays the level below it, level 1 a random player, and full strength level 8."""
    names = ["random", *(f"level{level.number}" for level in LEVELS), "full"]
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


def main() -> None:
    """Play the matches that are missing and write the summary."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--logs", type=Path, required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1, help="a turn, at full strength")
    parser.add_argument("--only", nargs="*", default=list(isthmus.games()), help="games")
    parser.add_argument("--upper", nargs="*", default=[upper for upper, _ in rungs()], help="only their matches")
    options = parser.parse_args()
    options.logs.mkdir(parents=True, exist_ok=True)
    lines = []
    for kind in options.only:
        game = str(isthmus.game(kind, pie=0))
        for upper, lower in rungs():
            if upper not in options.upper:
                continue
            # Each level has its own limits.
            seconds, simulations = (options.seconds, None) if upper == "full" else (None, 1)
            settings = MatchSettings(upper, lower, game, seconds, simulations, "random", options.seed)
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
