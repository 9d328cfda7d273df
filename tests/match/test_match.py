"""Matches: games by number, their log, workers, and scoring."""

from __future__ import annotations

import json
import random
import shlex
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from random_nets import write_random_net

from isthmus import SearchError, Seat, Side, __version__
from isthmus.engine.net_file import read_net, write_net
from isthmus.match import game as match
from isthmus.match import run as match_run
from isthmus.match.game import GameNumber, MatchSettings, PlayedGame, play_game
from isthmus.match.log import MatchLog, record_of
from isthmus.match.run import Match, Tally
from isthmus.match.statistics import Pentanomial, Sprt
from isthmus.record.lines import format_record, parse_record

QUICK = MatchSettings("plain", "random", "hex(size=4,pie=0)", seconds=None, simulations=60, seed=5)
PROGRAM = Path(__file__).parents[1] / "protocols" / "external_program.py"


def program(mode: str) -> str:
    return "gtp:" + shlex.join([sys.executable, "-S", str(PROGRAM), mode])


def played(
    settings: MatchSettings, pairs: int, *, jobs: int = 1, sprt: Sprt | None = None, log: MatchLog | None = None
) -> tuple[list[PlayedGame], Tally]:
    whole = Match(settings, pairs=pairs, sprt=sprt, log=log)
    games = sorted(whole.play(jobs), key=lambda game: game.number)
    return games, whole.tally


# One game ------------------------------------------------------------------------------------------------------------
def test_a_game_depends_on_nothing_but_settings_and_number() -> None:
    assert play_game(QUICK, GameNumber(3, 1)) == play_game(QUICK, GameNumber(3, 1))
    assert play_game(QUICK, GameNumber(3, 1)) != play_game(replace(QUICK, seed=6), GameNumber(3, 1))


def test_both_games_of_a_pair_have_the_opening_and_the_players_exchange_seats() -> None:
    for pair in range(3):
        first, second = (play_game(QUICK, GameNumber(pair, half)) for half in (0, 1))
        assert first.opening == second.opening == 2
        assert first.turns[:2] == second.turns[:2]
        assert (first.a_seat, second.a_seat) == (Seat.FIRST, Seat.SECOND)
        assert (first.a_side, second.a_side) == (Side.BLACK, Side.WHITE)


def test_with_the_pie_rule_the_players_make_the_opening_and_the_colour_is_that_of_the_end() -> None:
    settings = replace(QUICK, game="hex(size=4,pie=1)", openings="none")
    for pair in range(4):
        game = play_game(settings, GameNumber(pair, 0))
        assert game.opening == 0
        assert game.a_side is (Side.WHITE if game.turns[1] == "take-black" else Side.BLACK)
    given = [play_game(replace(settings, openings="random"), GameNumber(1, half)) for half in (0, 1)]
    assert [game.opening for game in given] == [1, 1]
    assert given[0].turns[0] == given[1].turns[0]


def test_the_winner_is_a_player_whatever_seat_and_colour_it_has() -> None:
    for number in (GameNumber(0, 0), GameNumber(0, 1)):
        game = play_game(QUICK, number)
        outcome = record_of(QUICK, game).result
        assert outcome is not None
        assert game.winner == ("a" if outcome.winner is game.a_side else "b")
        assert (game.fault, game.reason) == (None, "connected")
        assert game.points == (1.0 if game.winner == "a" else 0.0)


def test_a_game_that_does_not_end_is_drawn_at_the_cap() -> None:
    game = play_game(replace(QUICK, max_turns=4), GameNumber(0, 0))
    assert (game.winner, game.fault, game.reason) == (None, "unfinished", "not over after 4 turns")
    assert len(game.turns) == 4
    assert game.points == 0.5


@pytest.mark.parametrize(
    ("mode", "fault"),
    [("illegal", "illegal"), ("resign", "resigned"), ("refuse", "refused"), ("die", "stopped"), ("hang", "time")],
)
def test_a_player_that_breaks_the_rules_loses_in_either_seat(mode: str, fault: str) -> None:
    slow = mode == "hang"
    settings = replace(QUICK, b=program(mode), simulations=60, seconds=0.2 if slow else None, margin=0.1)
    for half in (0, 1):
        game = play_game(settings, GameNumber(0, half))
        assert (game.winner, game.fault) == ("a", fault)


def test_a_failure_told_in_several_lines_and_in_colour_can_be_kept(tmp_path: Path) -> None:
    script = tmp_path / "broken.py"
    script.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    failed = line.startswith('genmove')\n"
        "    print('? cannot move\\n\\x1b[31mbecause of this\\n' if failed else '= \\n', flush=True)\n",
        encoding="utf-8",
    )
    settings = replace(QUICK, b=f"gtp:{sys.executable} {script}", openings="none")
    game = play_game(settings, GameNumber(0, 0))
    assert (game.winner, game.fault) == ("a", "refused")
    assert game.reason.endswith("cannot move [31mbecause of this")
    assert record_of(settings, game).result is not None


def test_a_turn_over_its_time_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 10_000, 3))
    monkeypatch.setattr(match, "time", SimpleNamespace(perf_counter=lambda: float(next(clock))))
    settings = replace(QUICK, seconds=1.5, simulations=None, openings="none", margin=1.0)
    game = play_game(settings, GameNumber(0, 0))
    assert (game.winner, game.fault, game.reason) == ("b", "time", "plain took 3.00 s for a turn")
    assert game.turns == ()
    unlimited = play_game(replace(settings, a="level1"), GameNumber(0, 0))
    assert unlimited.fault is None
    assert max(unlimited.longest) == 3


# Scoring ---------------------------------------------------------------------------------------------------------
def test_a_match_counts_results_seats_colours_and_pairs() -> None:
    games, tally = played(QUICK, 6)
    assert tally.games == len(games) == 12
    assert tally.won == sum(game.winner == "a" for game in games) > 6
    assert tally.points == sum(share.points for share in tally.seats.values())
    assert [share.games for share in (*tally.seats.values(), *tally.sides.values())] == [6, 6, 6, 6]
    assert tally.pairs.pairs == 6
    assert tally.pairs.share == pytest.approx(tally.points / 12)
    assert tally.faults == {}


def test_repeated_games_are_counted() -> None:
    settings = replace(QUICK, a=program("good"), b=program("good"), openings="none")
    _, tally = played(settings, 3)
    assert tally.repeated == 4
    assert played(QUICK, 3)[1].repeated == 0


def test_faults_are_counted_by_player() -> None:
    _, tally = played(replace(QUICK, b=program("illegal")), 2)
    assert (tally.won, tally.faults) == (4, {("b", "illegal"): 4})
    _, tally = played(replace(QUICK, max_turns=3), 2)
    assert (tally.drawn, tally.faults) == (4, {("both", "unfinished"): 4})


def test_the_number_of_jobs_changes_nothing() -> None:
    assert played(QUICK, 3, jobs=2)[0] == played(QUICK, 3, jobs=1)[0]


def test_an_error_in_a_worker_is_reported() -> None:
    with pytest.raises(SearchError, match="cannot start 'no-such-program-here'"):
        played(replace(QUICK, b="gtp:no-such-program-here"), 3, jobs=2)


def test_leaving_a_match_ends_its_workers() -> None:
    import multiprocessing

    others = set(multiprocessing.active_children())  # other tests leave engines of servers
    playing = Match(QUICK, pairs=1000).play(2)
    next(playing)
    workers = set(multiprocessing.active_children()) - others
    assert len(workers) == 2
    playing.close()
    assert not workers.intersection(multiprocessing.active_children())


@pytest.mark.parametrize("order", range(4))
def test_a_test_stops_at_the_same_pair_in_whatever_order_games_end(monkeypatch: pytest.MonkeyPatch, order: int) -> None:
    chance = random.Random(1)
    winners = {GameNumber(pair, half): chance.choice("aaab") for pair in range(200) for half in (0, 1)}

    def play_games(_: object, numbers: Iterator[GameNumber], *__: object) -> Iterator[PlayedGame]:
        shuffle, waiting = random.Random(order), []
        for number in numbers:
            waiting.append(number)
            if len(waiting) > 5:
                yield game_won(waiting.pop(shuffle.randrange(len(waiting)) if order else 0))

    def game_won(number: GameNumber) -> PlayedGame:
        return PlayedGame(number, (), 0, winners[number], Side.BLACK, "connected", None)

    monkeypatch.setattr(match_run, "play_games", play_games)
    test = Sprt(0, 100)
    points = [sum(winners[GameNumber(pair, half)] == "a" for half in (0, 1)) for pair in range(200)]
    end = next(pairs for pairs in range(201) if test.accepted(Pentanomial.of(points[:pairs])) is not None)
    stopped = Match(QUICK, pairs=200, sprt=test)
    for _ in stopped.play():
        pass
    assert (stopped.accepted, stopped.pairs) == (1, end)
    assert stopped.tally.games == 2 * end
    assert stopped.tally.points == sum(points[:end])


# The log -------------------------------------------------------------------------------------------------------------
def logged(path: Path, pairs: int, settings: MatchSettings = QUICK) -> list[PlayedGame]:
    """The games that were played and written because the log lacked them."""
    with MatchLog(path, settings) as log:
        return played(settings, pairs, log=log)[0]


def test_a_log_continues_where_it_stopped_with_the_same_end(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    games = logged(whole, 3)
    assert logged(whole, 3) == []
    content = whole.read_bytes()
    torn = content[: content.index(b'"turns"', len(content) // 2)]
    parts.write_bytes(torn)
    assert 0 < len(logged(parts, 3)) < 6
    with MatchLog(parts, QUICK) as log:
        assert sorted(log.games.values(), key=lambda game: game.number) == games
        whole = Match(QUICK, pairs=3, log=log)
        assert list(whole.play()) == []
        assert whole.tally == replace(Tally.of(games), longest=whole.tally.longest)


def test_a_longer_match_goes_on_with_the_same_log_and_a_shorter_one_counts_what_it_needs(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    logged(path, 2)
    assert [game.number.pair for game in logged(path, 4)] == [2, 2, 3, 3]
    with MatchLog(path, QUICK) as log:
        assert Match(QUICK, pairs=1, log=log).tally.games == 2


def test_a_log_of_another_net_in_the_same_file_is_refused(tmp_path: Path) -> None:
    net = write_random_net(tmp_path, "hex(size=5,pie=0)", sizes=[5], seed=1)
    settings = replace(QUICK, a=f"full(eval={net})", game="hex(size=5,pie=0)")
    MatchLog(tmp_path / "log.jsonl", settings).close()
    file = read_net(net)
    write_net(net, replace(file, card={**file.card, "gate": []}))
    MatchLog(tmp_path / "log.jsonl", settings).close()  # the result of a gate does not change play
    named = replace(settings, a=f"full(net_weights=0.5,eval={net})")
    MatchLog(tmp_path / "named.jsonl", named).close()
    write_net(net, replace(file, card={**file.card, "parameters": {"net_weights": 0.5}}))
    MatchLog(tmp_path / "named.jsonl", named).close()  # the player named the parameter before its card did
    with pytest.raises(SearchError, match="a_judged_by"):
        MatchLog(tmp_path / "log.jsonl", settings)
    write_random_net(tmp_path, "hex(size=5,pie=0)", sizes=[5], seed=2)
    with pytest.raises(SearchError, match=r"a_judged_by is 'hex.net .*' there and 'hex.net .*' now"):
        MatchLog(tmp_path / "log.jsonl", settings)


def test_a_log_may_contain_any_text(tmp_path: Path) -> None:
    """JSON does not escape all characters that end lines elsewhere."""
    settings = replace(QUICK, b="gtp:program \u2028 \x85")
    for _ in range(2):
        MatchLog(tmp_path / "log.jsonl", settings).close()


def test_a_log_of_other_settings_is_refused_with_the_one_that_differs(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    logged(path, 1)
    before = path.read_bytes()
    for settings, message in (
        (replace(QUICK, seed=6), "seed is 5 there and 6 now"),
        (replace(QUICK, b="plain"), "b is 'random' there and 'plain' now"),
        (replace(QUICK, seconds=1.0), "seconds is None there and 1.0 now"),
    ):
        with pytest.raises(SearchError, match=message):
            MatchLog(path, settings)
    assert path.read_bytes() == before


@pytest.mark.parametrize("openings", ["balanced", "random"])
def test_a_log_that_does_not_name_the_judge_of_its_balanced_openings_is_refused(tmp_path: Path, openings: str) -> None:
    """Its next pairs would have openings of another kind."""
    path, settings = tmp_path / "log.jsonl", replace(QUICK, openings=openings)
    header = {"format": "isthmus-match", "version": 1, "settings": {**asdict(settings), "isthmus": __version__}}
    path.write_text(json.dumps(header) + "\n", encoding="utf-8")
    if openings == "random":
        MatchLog(path, settings).close()
        return
    with pytest.raises(SearchError, match="openings_judged_by is None there and 'hand' now"):
        MatchLog(path, settings)


def test_two_matches_cannot_write_to_one_log(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    with MatchLog(path, QUICK), pytest.raises(SearchError, match=r"log\.jsonl: another run is writing to this file"):
        MatchLog(path, QUICK)
    with pytest.raises(SearchError, match="belongs to another match"):
        MatchLog(path, replace(QUICK, seed=6))
    assert len(logged(path, 1)) == 2


def test_logged_games_are_records(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    for game in logged(path, 1):
        record = record_of(QUICK, game)
        assert parse_record(format_record(record)) == record
        assert record.players == (("plain", "random") if game.number.game == 0 else ("random", "plain"))


@pytest.mark.parametrize("mode", ["resign", "good"])
def test_forfeited_and_unfinished_games_come_back_from_the_log(tmp_path: Path, mode: str) -> None:
    settings = replace(QUICK, b=program(mode), game="hex(size=4,pie=1)", openings="none", max_turns=4)
    games = logged(tmp_path / "log.jsonl", 1, settings)
    with MatchLog(tmp_path / "log.jsonl", settings) as log:
        assert sorted(log.games.values(), key=lambda game: game.number) == games
    assert {game.fault for game in games} == {"resigned" if mode == "resign" else "unfinished"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"winner": "b"}, "winner: found 'b', but the turns lead to"),
        ({"winner": "c"}, "winner: found 'c', expected a, b or null"),
        ({"fault": "bored"}, "fault: found 'bored'"),
        ({"turns": ["a1", "a1"]}, "turn 2: a1"),
        ({"turns": "a1"}, "turns: found 'a1', expected a list"),
        ({"final": "nothing"}, "final: found 'nothing'"),
        ({"pair": -1}, "expected whole numbers"),
        ({"pair": 1}, "game \\(1, 0\\) occurs twice"),
        ({"turns": ["a1"]}, "did not end, and the log gives no reason"),
        ({"seconds": [1]}, "expected two numbers"),
    ],
)
def test_a_log_that_was_changed_is_refused_with_the_line(
    tmp_path: Path, change: dict[str, object], message: str
) -> None:
    path = tmp_path / "log.jsonl"
    logged(path, 2)
    lines = path.read_text().splitlines()
    event = json.loads(lines[1])
    assert event["winner"] == "a"
    lines[1] = json.dumps(event | change)
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(SearchError, match=f"log.jsonl, line [24]: .*{message}"):
        MatchLog(path, QUICK)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{}\n", "line 1: format: found None, expected 'isthmus-match'"),
        ("hello\n", "is not the log of a match; expected JSON lines"),
        ("[]\n", "line 1: found '\\[\\]', expected a JSON object"),
        ('{"format": "isthmus-match", "version": 9}\n', "version: found 9, expected 1"),
        ('{"format": "isthmus-match", "version": 1}\n', "'settings' is missing"),
    ],
)
def test_a_file_other_than_a_log_is_refused_and_left_alone(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(content)
    with pytest.raises(SearchError, match=message):
        MatchLog(path, QUICK)
    assert path.read_text() == content


@pytest.mark.parametrize("content", ["x", '{"name": "a document"}', '{"format": "isthmus-record", "version": 2}'])
def test_a_file_with_something_else_is_never_replaced(tmp_path: Path, content: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(SearchError, match="does not begin with"):
        MatchLog(path, MatchSettings("random", "random", "hex(size=3,pie=0)"))
    assert path.read_text(encoding="utf-8") == content
    path.write_text('{"format": "isthm', encoding="utf-8")
    with MatchLog(path, MatchSettings("random", "random", "hex(size=3,pie=0)")) as log:
        assert log.games == {}
