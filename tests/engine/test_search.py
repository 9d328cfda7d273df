"""Searching: the native engine and the plain one through one function."""

from __future__ import annotations

import pytest

import isthmus
from isthmus import Game, Position, SearchError, Seat, Side
from isthmus.engine import Engine, EnginePlayer, Player, Proof, RandomPlayer, Value
from isthmus.games import BUILT_IN
from isthmus.record import parse_position

SMALL = [kind(size=next(p.values[0] for p in kind.parameters if p.name == "size")) for kind in BUILT_IN]


@pytest.mark.parametrize(
    "game", [*SMALL, *(game.reference() for game in SMALL)], ids=lambda g: f"{g}-{type(g.core).__name__}"
)
def test_a_report_is_consistent(game: Game) -> None:
    position = game.start()
    simulations = 400 if game.core is not game else 60
    report = isthmus.search(position, simulations=simulations, seed=3)
    legal = set(position.turns())
    assert report.best in legal
    assert report.pv[0] == report.best
    assert {entry.turn for entry in report.turns} <= legal
    assert report.simulations <= simulations
    assert -1 <= report.value.first <= 1
    assert 0 <= report.chance <= 1
    assert report.seat is Seat.FIRST
    after = position
    for turn in report.pv:
        after = after.play(turn)
    assert report.turns[0].turn == report.best
    visits = [entry.visits for entry in report.turns[1:]]
    assert visits == sorted(visits, reverse=True)
    assert all(entry.variation[0] == entry.turn for entry in report.turns)


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_the_same_seed_finds_the_same(game: Game) -> None:
    first, second = (isthmus.search(game.start(), simulations=500, seed=7) for _ in range(2))
    assert (first.turns, first.pv, first.value, first.nodes) == (second.turns, second.pv, second.value, second.nodes)


def test_all_moves_count_as_first_only_in_orbit() -> None:
    def visits(game: Game, **parameters: float) -> list[tuple[str, int]]:
        report = Engine(seed=7, parameters=parameters).search(game.start(), simulations=300)
        return [(str(entry.turn), entry.visits) for entry in report.turns]

    orbit, connection = isthmus.game("orbit", size=7, pie=0), isthmus.game("hex", size=7, pie=0)
    assert visits(orbit) != visits(orbit, amaf=0)
    assert visits(connection) == visits(connection, amaf=0)


@pytest.mark.parametrize("opening", ["g6 e6", "b2 f8", "g2 e5"])
def test_proof_numbers_lead_to_proofs_sooner(opening: str) -> None:
    game = isthmus.game("network", pie=0)
    position = game.start()
    for turn in opening.split():
        position = position.play(turn)
    guided, unguided = (
        Engine(seed=1, parameters={"proof_guidance": guidance}).search(position, simulations=300_000)
        for guidance in (Engine().numbers(game)["proof_guidance"], 0)
    )
    assert guided.proof is unguided.proof is Proof.FIRST_WINS
    assert guided.simulations < unguided.simulations


def test_only_network_is_guided_by_proof_numbers() -> None:
    guided = {name for name in isthmus.games() if Engine().numbers(isthmus.game(name))["proof_guidance"] > 0}
    assert guided == {"network"}


def test_a_win_in_one_turn_is_found_and_proved() -> None:
    game = isthmus.game("hex", size=5, pie=0)
    position = game.position(black=["c1", "c2", "c3", "c4"], white=["a1", "a2", "b3"], to_move="black")
    report = isthmus.search(position, simulations=100)
    assert report.proof is Proof.FIRST_WINS
    assert report.chance == 1
    outcome = position.play(report.best).outcome
    assert outcome is not None
    assert outcome.winner is Side.BLACK


def test_the_first_player_wins_small_hex_and_the_chooser_wins_with_the_pie() -> None:
    assert isthmus.search(isthmus.game("hex", size=3, pie=0).start(), simulations=100_000).proof is Proof.FIRST_WINS
    # With one stone placed, the second player chooses between a won and a lost side.
    assert isthmus.search(isthmus.game("hex", size=3, pie=1).start(), simulations=100_000).proof is Proof.SECOND_WINS


def test_both_engines_prove_the_same() -> None:
    game = isthmus.game("bridgit", size=3, pie=0)
    position = game.position(black=["c3", "b2", "e1"], white=["a1", "c5", "d4"], to_move="black")
    native = isthmus.search(position, simulations=20_000)
    plain = isthmus.search(game.reference().restore_position(position.snapshot), simulations=20_000)
    assert native.proof is plain.proof
    assert native.proof is not Proof.UNPROVED


def test_values_belong_to_the_first_seat_with_either_seat_to_move() -> None:
    game = isthmus.game("hex", size=5, pie=1)
    lost = game.start().play("a5").play("take-white")  # the second seat joins left and right and moves next
    position = game.position(black=["c1", "c2", "c3", "c4"], to_move="white")
    assert isthmus.search(position, simulations=500).value.of(Seat.FIRST) > 0.5
    assert isthmus.search(lost, simulations=500).seat is Seat.SECOND
    assert Value(0.5).of(Seat.SECOND) == -0.5
    assert Value(0.5).chance(Seat.SECOND) == 0.25


def test_mid_turn_the_search_completes_the_turn() -> None:
    position = isthmus.game("trellis", size=5, pie=0).start().step("c3")
    for game_position in (position, position.game.reference().restore_position(position.snapshot)):
        report = isthmus.search(game_position, simulations=50)
        assert report.best in position.turns()
        position.play(report.best)


def test_limits() -> None:
    position = isthmus.game("trellis").start()
    report = isthmus.search(position, seconds=0.05)
    assert report.seconds >= 0.05
    assert report.simulations > 0
    asked = []
    stopped = isthmus.search(position, seconds=60, stop=lambda: bool(asked.append(1)) or len(asked) > 2)
    assert len(asked) == 3
    assert stopped.best in position.turns()
    for bad in ({"seconds": 0.0}, {"seconds": -1.0}, {"simulations": 0}, {"seconds": float("nan")}):
        with pytest.raises(SearchError, match="positive"):
            isthmus.search(position, **bad)


def test_an_error_in_the_stop_call_is_raised() -> None:
    def stop() -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        isthmus.search(isthmus.game("hex").start(), seconds=60, stop=stop)


def test_a_finished_game_cannot_be_searched() -> None:
    over = isthmus.game("hex", size=3, pie=0).position(black=["a1", "a2", "a3"])
    with pytest.raises(SearchError, match="the game is over: black"):
        isthmus.search(over)
    with pytest.raises(SearchError, match="the game is over"):
        RandomPlayer().choose(over)


def finish(position: Position, first: Player, second: Player) -> Position:
    while position.outcome is None:
        position = position.play((first if position.seat is Seat.FIRST else second).choose(position))
    return position


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_searching_beats_playing_at_random(game: Game) -> None:
    """Twenty games of each game; a coin would win fifteen of them once in fifty tries, and seeds are fixed."""
    score = 0.0
    for seed in range(20):
        searching = Seat.FIRST if seed % 2 else Seat.SECOND
        players = [EnginePlayer(Engine(seed=seed * 100), simulations=300), RandomPlayer(seed)]
        if searching is Seat.SECOND:
            players.reverse()
        end = finish(game.start(), *players)
        assert end.outcome is not None
        winner = end.outcome.winner
        score += 0.5 if winner is None else float(end.seat_of(winner) is searching)
    assert score >= 15, f"{score} of 20"


DRAWN = "orbit(size=5,pie=0) oooo1/xooo1/xooxx/xoo1x/xxxoo black first=black passes=1 plies=28"
FAR_BEHIND = "orbit(size=9,pie=0) 9/2x3x2/1x5x1/2x3x2/9/9/2x2x1x1/1x4x2/2x6 white first=black passes=1"


def test_a_draw_is_chosen_if_all_else_loses() -> None:
    position = parse_position(DRAWN)
    for engine_position in (position, position.game.reference().restore_position(position.snapshot)):
        report = isthmus.search(engine_position, simulations=5000)
        assert report.proof is Proof.DRAW
        assert report.best.text == "pass"
        assert {str(e.turn): e.proof for e in report.turns if e.proof is not Proof.DRAW} == dict.fromkeys(
            ("d2", "e4", "e5"), Proof.SECOND_WINS
        )


def test_a_proved_draw_is_preferred_to_a_likely_loss() -> None:
    """White, hopelessly behind in play, can end the game at once with equal scores."""
    position = parse_position(FAR_BEHIND)
    ended = position.play("pass").outcome
    assert ended is not None
    assert ended.winner is None
    assert isthmus.search(position, simulations=3000).best.text == "pass"


def test_an_opening_offer_is_valued_by_its_imbalance() -> None:
    """Before the choice a value is never good for the first seat, and a lopsided offer is worse than a fair one."""
    game = isthmus.game("hex", size=5, pie=1)
    fair, lopsided = (game.start().play(turn) for turn in ("a2", "c3"))
    report = isthmus.search(game.start(), simulations=20_000)
    assert report.value.first <= 0
    assert report.best.text != "c3"
    assert isthmus.search(lopsided, simulations=5000).value.first < isthmus.search(fair, simulations=5000).value.first
    for engine_game in (game, game.reference()):
        offers = {e.turn.text: e for e in isthmus.search(engine_game.start(), simulations=2500).turns}
        assert offers["c3"].value.first < -0.2
        assert max(e.value.first for e in offers.values()) <= 0


def test_any_true_value_stops_a_search_and_any_whole_number_limits_it() -> None:
    position = isthmus.game("hex", size=5).start()
    assert isthmus.search(position, simulations=1 << 80, stop=lambda: 1).simulations > 0
    with pytest.raises(SearchError, match=r"expected a whole number; got 5\.5"):
        isthmus.search(position, simulations=5.5)
