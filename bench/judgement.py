"""How good the engine's chances are: how well they predict results and agree with other judges; their calibration.

    python bench/judgement.py games 'trellis(size=15,pie=0)' --games 30 --output build/judgement/trellis.jsonl
    python bench/judgement.py predict build/judgement/trellis.jsonl --reliability
    python bench/judgement.py again build/judgement/trellis.jsonl --simulations 4000 --output build/trellis-4000.jsonl
    python bench/judgement.py predict build/judgement/trellis.jsonl --against build/trellis-4000.jsonl
    python bench/judgement.py judged POSITIONS.jsonl --simulations 1000 --against eval=net
    python bench/judgement.py calibrate docs/data/judgement/*.gz --output src/isthmus/engine/calibration.json
    python bench/judgement.py calibrate docs/data/judgement/nets/*.gz --cards src/isthmus/engine/nets
    python bench/judgement.py plot docs/data/judgement{,/nets}/*.gz --output docs/images/reliability.svg
    python bench/judgement.py doubling 'hex(size=11,pie=0)' --simulations 200 --games 100 --logs build/doubling

``games`` and ``doubling`` continue where they were stopped. ``again`` judges the positions of known games with other
engine parameters, simulations or evaluator. The evaluator is the hand-made one, unless ``--parameters`` names another.
``--json`` prints JSON lines instead of tables.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from judging import calibrating, games, judged, prediction, tables

import isthmus
from isthmus.engine.calibration import ENTRY, Calibration, calibration_of
from isthmus.engine.net_file import read_net, write_net
from isthmus.engine.nets.catalogue import open_net, packaged_path
from isthmus.engine.nets.evaluators import HAND
from isthmus.match.game import MatchSettings
from isthmus.match.log import MatchLog
from isthmus.match.run import Match

Command = Callable[[argparse.Namespace], None]
QUARTERS = ("first", "second", "third", "last")


def way(text: str) -> dict[str, float | str]:
    """How the engine judges, from text: ``exploration=1.5,temperature=2,eval=net``."""
    pairs = [part.strip().split("=") for part in text.split(",") if part]
    return {name: value if name == "eval" else float(value) for name, value in pairs}


def play_games(options: argparse.Namespace) -> None:
    """Play the games that a file does not have yet."""
    settings = games.Settings(
        str(isthmus.game(options.game)), options.simulations, options.parameters, options.openings, options.seed
    )
    _write(
        options.output,
        settings,
        lambda have: (games.play(settings, number) for number in range(options.games) if number not in have),
    )


def judge_again(options: argparse.Namespace) -> None:
    """Judge the games of a file with other settings."""
    settings, known = games.read_games(options.file)
    settings = replace(settings, simulations=options.simulations, parameters=options.parameters)
    _write(
        options.output,
        settings,
        lambda have: (games.again(settings, game) for game in known[: options.games] if game.game not in have),
    )


def _write(path: Path, settings: games.Settings, missing: Callable[[set[int]], Iterator[games.JudgedGame]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    have = {game.game for game in games.read_games(path)[1]} if path.exists() else set()
    for game in games.write_games(path, settings, missing(have)):
        print(f"{settings.game}: game {game.game}, {len(game.turns)} turns", flush=True)


def predict(options: argparse.Namespace) -> None:
    """How well the chances in recorded games predicted the results."""
    rows, details = [], []
    for path in options.files:
        name, claims = _claims(path, calibrated=options.calibrated)
        quarters = prediction.predicted(claims)
        said: dict[str, object] = {"game": name, "games": len(claims), "quarters": list(map(asdict, quarters))}
        rows.append(tables.predicted_row(name, len(claims), quarters))
        if options.reliability:
            reliable, tempered = prediction.reliability(claims), prediction.tempered(claims)
            said |= {"reliability": list(map(asdict, reliable)), "temperatures": list(map(asdict, tempered))}
            details += [f"\n{name}\n", tables.reliability_table(reliable), "", tables.tempered_table(tempered)]
        if options.against:
            same = {game.game for game in games.read_games(options.against)[1]}
            kept = [one for one, game in zip(claims, games.read_games(path)[1], strict=True) if game.game in same]
            other = _claims(options.against, calibrated=options.calibrated)[1]
            found = prediction.difference(kept, other)
            said["against"] = found
            details += [f"\n{options.against} less {path}, log loss of the same {len(other)} games by quarter:"]
            details += [", ".join(tables.figure(one, 3) for one in found)]
        if options.json:
            print(json.dumps(said))
    if not options.json:
        print(tables.table(("game", "games", *QUARTERS), rows))
        print("\n".join(details))


def _claims(path: Path, *, calibrated: bool) -> tuple[str, list[list[prediction.Claim]]]:
    settings, known = games.read_games(path)
    claims = list(map(prediction.claims_of, known))
    if calibrated:
        game = isthmus.game(settings.game)
        calibration = calibration_of(game, open_net(packaged_path(game.id)).card if by_net(settings) else None)
        if calibration is not None:
            claims = calibrating.calibrated(claims, calibration, calibrating.fields_of(settings.game))
    return settings.game, claims


def by_net(settings: games.Settings) -> bool:
    """Whether the package's net judged; a net of another file has no calibration here."""
    return settings.parameters.get("eval") == "net"


def agree(options: argparse.Namespace) -> None:
    """How far the engine agrees with another judge of positions, with one or two sets of parameters."""
    positions = judged.read_judged(options.file)[: options.positions]
    ways = [options.parameters, *([options.against] if options.against is not None else [])]
    found = [[judged.verdict(options.game, one, options.simulations, each) for one in positions] for each in ways]
    figures = list(map(judged.agreement, found))
    difference = judged.regret_difference(*found) if len(found) == 2 else None
    names = [f"{options.simulations} simulations{_named(each)}" for each in ways]
    if options.json:
        for name, one in zip(names, figures, strict=True):
            print(json.dumps({"game": options.game, "search": name, **asdict(one)}))
        if difference:
            print(json.dumps({"regret_difference": difference}))
        return
    print(tables.agreement_table(names, figures))
    if difference:
        print(f"\nregret of the second less that of the first: {tables.figure(difference, 3)}")


def _named(parameters: games.Way) -> str:
    return "".join(f", {name}={f'{value:g}' if name != 'eval' else value}" for name, value in parameters.items())


def calibrate(options: argparse.Namespace) -> None:
    """Fit calibrations, and print the log loss by quarter before and after, for games to which they were not fitted.

    A game judged by the hand-made evaluator gets a line in the table only if its claims are worse than a coin in some
    quarter, a calibration helps, and there are enough games to be sure. A net gets one if it lowers the log loss beyond
    doubt.
    """
    table, rows = dict[str, tuple[int, Calibration]](), []
    for path in options.files:
        settings, known = games.read_games(path)
        found = calibrating.calibrate(settings.game, list(map(prediction.claims_of, known)), net=by_net(settings))
        game = isthmus.game(settings.game).id
        if by_net(settings):
            if options.cards:
                _write_card(options.cards / f"{game}.net", found.entry)
        elif found.calibration is not None:
            table[game] = found.fields, found.calibration
        rows.append(tables.losses_row(settings.game, found.before, found.after))
        if options.json:
            print(json.dumps({"game": settings.game, "games": len(known), **asdict(found)}))
    if not options.json:
        print(tables.table(("game", *QUARTERS), rows))
    if options.output:
        options.output.write_text(calibrating.table_text(table), encoding="utf-8")


def _write_card(path: Path, entry: dict[str, object] | None) -> None:
    net = read_net(path)
    card = {name: value for name, value in net.card.items() if name != ENTRY}
    write_net(path, replace(net, card=card if entry is None else {**card, ENTRY: entry}))


def plot(options: argparse.Namespace) -> None:
    """Draw how often favourites won against how often they claimed to win.

    Where a game is calibrated, the claims are those of calibrations that were fitted to other games.
    """
    from judging.plots import draw_reliability

    panels: dict[str, dict[str, list[prediction.Reliable]]] = {}
    for path in options.files:
        settings, known = games.read_games(path)
        net, claims = by_net(settings), list(map(prediction.claims_of, known))
        if calibrating.calibrate(settings.game, claims, net=net).calibration is not None:
            prior = calibrating.LEARNED if net else calibrating.BY_HAND
            claims = calibrating.cross_validated(claims, calibrating.fields_of(settings.game), prior)
        game = isthmus.game(settings.game)
        name = f"{game.title} {game.values['size']}" + (f", pie {game.values['pie']}" if game.values["pie"] else "")
        panels.setdefault(name, {})["with the net" if net else "hand-made"] = prediction.reliability(claims)
    draw_reliability(panels, options.output)


def doubling(options: argparse.Namespace) -> None:
    """Match twice the simulations against the given number, from balanced openings in pairs; print the Elo gained."""
    options.logs.mkdir(parents=True, exist_ok=True)
    game, few = str(isthmus.game(options.game)), options.simulations
    more, once = (f"full(simulations={simulations},eval={options.evaluator})" for simulations in (2 * few, few))
    settings = MatchSettings(more, once, game, seconds=None, simulations=few, seed=options.seed)
    kind = "" if options.evaluator == HAND else f"-{Path(options.evaluator).stem}"
    path = options.logs / f"{re.sub(r'[^a-z0-9]+', '-', game)}{few}{kind}.jsonl"
    with MatchLog(path, settings) as log:
        match = Match(settings, pairs=options.games // 2, log=log)
        for _ in match.play():
            pass
    elo, low, high = match.tally.pairs.elo()
    said = {
        "game": game,
        "eval": options.evaluator,
        "simulations": [2 * few, few],
        "games": match.tally.games,
        "points": match.tally.points,
    }
    if options.json:
        print(json.dumps({**said, "elo": elo, "interval": [low, high]}))
    else:
        print(f"{game}, {2 * few} against {few}: {match.tally.points:g} of {match.tally.games}, ", end="")
        print(f"Elo {elo:+.0f} ({low:+.0f} to {high:+.0f})")


def pack(options: argparse.Namespace) -> None:
    """Pack files of games for the repository."""
    options.folder.mkdir(parents=True, exist_ok=True)
    for path in options.files:
        games.pack(path, options.folder / f"{path.name}.gz")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, does: Command, *, search: bool = False) -> argparse.ArgumentParser:
        assert does.__doc__
        one = commands.add_parser(name, help=does.__doc__, description=does.__doc__)
        one.set_defaults(does=does)
        one.add_argument("--json", action="store_true")
        if search:
            one.add_argument("--simulations", type=int, default=1000, help="for each turn or position")
            one.add_argument("--parameters", type=way, default={}, help="NAME=NUMBER,…,eval=EVALUATOR")
        return one

    one = command("games", play_games, search=True)
    one.add_argument("game")
    one.add_argument("--games", type=int, default=30)
    one.add_argument("--openings", default="random", help="random, balanced or none")
    one.add_argument("--seed", type=int, default=0)
    one.add_argument("--output", type=Path, required=True)
    one = command("again", judge_again, search=True)
    one.add_argument("file", type=Path)
    one.add_argument("--games", type=int, help="only this many, from the first")
    one.add_argument("--output", type=Path, required=True)
    one = command("predict", predict)
    one.add_argument("files", type=Path, nargs="+")
    one.add_argument("--calibrated", action="store_true", help="chances as reports give them")
    one.add_argument("--reliability", action="store_true", help="also tables of reliability and of temperatures")
    one.add_argument("--against", type=Path, help="the same games, judged in another way")
    one = command("judged", agree, search=True)
    one.add_argument("file", type=Path)
    one.add_argument("--game", default="hex(size=11,pie=0)")
    one.add_argument("--positions", type=int, help="only this many, from the first")
    one.add_argument("--against", type=way, help="another way to judge, to compare")
    one = command("calibrate", calibrate)
    one.add_argument("files", type=Path, nargs="+")
    one.add_argument("--output", type=Path, help="the table of hand-made evaluators to write")
    one.add_argument("--cards", type=Path, help="the folder of the nets whose cards get their calibrations")
    one = command("plot", plot)
    one.add_argument("files", type=Path, nargs="+")
    one.add_argument("--output", type=Path, required=True)
    one = command("doubling", doubling)
    one.add_argument("game")
    one.add_argument("--eval", dest="evaluator", default=HAND, help="the evaluator of both players")
    one.add_argument("--simulations", type=int, default=200)
    one.add_argument("--games", type=int, default=100)
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--logs", type=Path, required=True)
    one = command("pack", pack)
    one.add_argument("files", type=Path, nargs="+")
    one.add_argument("--folder", type=Path, required=True)
    return parser


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one of the commands."""
    options = _parser().parse_args(arguments)
    options.does(options)


if __name__ == "__main__":
    main()
