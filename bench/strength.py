"""How strong the engine is: one second per turn, against the plain search in every game, and in Hex against OpenSpiel.

    python bench/strength.py --logs build/strength --output docs/data/strength.jsonl --jobs 2

Each match keeps a log, so that the command continues where it stopped. All matches take about six hours of two cores.
``--most 20`` plays at most 20 games per match. The output has one line per match with games; docs/strength.md shows it.
Run it in the checkout. OpenSpiel comes with the extra ``bench``.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path

import isthmus
from isthmus.match.game import MatchSettings
from isthmus.match.log import MatchLog
from isthmus.match.openings import kind_for
from isthmus.match.run import Match, Tally
from isthmus.match.statistics import wilson

OPENSPIEL = "gtp:.venv/bin/python bench/external_openspiel.py"
MATCHES = (
    ("hex(pie=0)", "plain", 100),
    ("trellis(pie=0)", "plain", 100),
    ("trinidad(pie=0)", "plain", 100),
    ("network(pie=3)", "plain", 100),
    ("network(pie=0)", "plain", 100),
    ("bridgit(pie=0)", "plain", 100),
    ("bridgit(size=10,pie=0)", "plain", 100),
    ("quadrant-hex(pie=0)", "plain", 40),
    ("quadrant-trellis(pie=0)", "plain", 40),
    ("orbit(pie=0)", "plain", 40),
    ("hex(pie=0)", OPENSPIEL, 40),
)
"""Game, opponent, number of games: 100 if games are short, 40 if they are long."""
SEED = 7


def summary(game: str, opponent: str, tally: Tally) -> dict[str, object]:
    """One line of the result: the share of points and its interval in percent, the longest turns in seconds."""
    share, least, most = (100 * part for part in (tally.points / tally.games, *wilson(tally.points, tally.games)))
    return {
        "game": game,
        "opponent": opponent,
        "games": tally.games,
        "won": tally.won,
        "drawn": tally.drawn,
        "score": round(share),
        "interval": [round(least), round(most)],
        "faults": sum(tally.faults.values()),
        "longest": [round(seconds, 2) for seconds in tally.longest],
    }


def summaries(logs: Path, most: int, jobs: int) -> Iterator[dict[str, object]]:
    """Play the missing games, up to ``most`` per match, and sum up; without jobs only sum up."""
    for text, opponent, games in MATCHES:
        game = isthmus.game(text)
        name = "openspiel" if opponent == OPENSPIEL else opponent
        settings = MatchSettings("full", opponent, str(game), seconds=1.0, openings=kind_for(game, None), seed=SEED)
        path = logs / f"{re.sub(r'[^a-z0-9]+', '-', str(game))}{name}.jsonl"
        if not jobs and not path.exists():
            continue
        with MatchLog(path, settings) as log:
            match = Match(settings, pairs=max(1, (min(games, most) if jobs else games) // 2), log=log)
            for _ in match.play(jobs) if jobs else ():
                pass
        if match.tally.games:
            yield summary(str(game), name, match.tally)


def main() -> None:
    """Play the matches that are missing and write the summary."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--logs", type=Path, required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--most", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=1, help="games played at a time; 0 only sums up the logs")
    options = parser.parse_args()
    options.logs.mkdir(parents=True, exist_ok=True)
    lines = []
    for line in summaries(options.logs, options.most, options.jobs):
        lines.append(json.dumps(line))
        print(lines[-1], flush=True)
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
