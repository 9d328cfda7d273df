"""Games of a net against itself, positions for training, and engines with a net."""

import random

import numpy as np
import pytest
from random_nets import random_net

import isthmus
from isthmus import _native
from isthmus.engine import Engine
from isthmus.engine.net_file import write_net
from isthmus.errors import SearchError
from isthmus.match.player_spec import parse_player
from isthmus.record import parse_position

GAMES = (
    "hex(size=5,pie=0)",
    "hex(size=5,pie=1)",
    "bridgit(size=4)",
    "quadrant-hex(size=6)",
    "quadrant-trellis(size=9)",
    "trellis(size=5,pie=0)",
    "orbit(size=6)",
    "trinidad(size=3)",
    "network(size=6,stones=4,network=4)",
)


PER_STEP = ("steps", "values", "policy", "surprise")


def native(file):
    return _native.Net(
        {key: list(v) if isinstance(v, tuple) else v for key, v in vars(file.shape).items()}, file.tensors
    )


def symmetries(game):
    return [(symmetry.image, symmetry.swaps) for symmetry in game.symmetries()]


@pytest.mark.parametrize("knowledge", [False, True])
def test_after_a_pass_the_result_of_another_one_is_known(knowledge, tmp_path):
    position = parse_position("orbit(size=5,pie=0) 5/2x2/1x1x1/2x2/4o black first=black passes=1")
    path = tmp_path / "some.net"
    write_net(path, random_net(position.game, knowledge=knowledge))
    report = Engine(evaluator=str(path)).search(position, simulations=2)
    assert str(report.best) == "pass"
    assert report.chance == 1


@pytest.mark.parametrize("prove", [0, 1])
@pytest.mark.parametrize("text", GAMES)
def test_games_of_self_play_are_legal_and_say_what_was_searched(text, prove):
    game = isthmus.game(text)
    numbers = {"simulations": 6, "fast": 2, "longest": 300, "prove": prove}
    net = native(random_net(game, knowledge=bool(prove)))
    played = game.core.game.self_play(net, symmetries(game), 4, 7, numbers)
    assert len(played) == 4
    for record in played:
        position = game.start()
        assert len(record["steps"]) == len(record["values"]) == len(record["policy"]) == len(record["surprise"])
        for step, value, policy, surprise in zip(*(record[name] for name in PER_STEP), strict=True):
            legal = game.core.steps(position.state)
            assert step in legal
            assert value is None or -1 <= value <= 1
            assert surprise >= 0
            if policy:
                seen = [one for one, _ in policy]
                assert set(seen) <= set(legal) if prove else seen == list(legal)
                assert sum(share for _, share in policy) == pytest.approx(1, abs=1e-3)
                assert value is not None
            else:
                assert surprise == 0
            position = position.step(game.step_names[step])
        winner = position.outcome and position.outcome.winner
        ended = 0 if winner is None else 1 if str(winner) == "black" else -1
        if prove:
            proved = [value for value in record["values"] if value is not None and abs(value) == 1]
            assert record["result"] == (proved[0] if proved else ended)
        else:
            assert record["result"] == ended


def test_self_play_proves_results_by_tactics():
    """With proofs a game is decided earlier, and by the same colour as without."""
    game = isthmus.game("hex(size=5,pie=0)")
    numbers = {"simulations": 16, "full_share": 1, "decided": 2, "prove": 1}
    for record in game.core.game.self_play(native(random_net(game)), symmetries(game), 8, 1, numbers):
        proved = [number for number, value in enumerate(record["values"]) if value is not None and abs(value) == 1]
        assert proved
        assert proved[0] < len(record["steps"]) - 1
        position = game.start()
        for step in record["steps"][: proved[0]]:
            position = position.step(game.step_names[step])
        winner = isthmus.solve(position, seconds=20).winner
        assert record["result"] == (1 if str(winner) == "first" else -1)


@pytest.mark.parametrize("knowledge", [False, True])
@pytest.mark.parametrize("text", ["hex(size=5,pie=0)", "trinidad(size=3)", "orbit(size=5,pie=0)"])
def test_self_play_shares_the_weights_with_the_hand_made_evaluator(text, knowledge):
    """Where all values are equal, the improved policy is the policy itself."""
    game, share = isthmus.game(text), 0.3
    core = game.core.game
    _, policy_planes, rows, columns = core.plane_shape(knowledge)
    logits = np.sin(np.arange(policy_planes * rows * columns + 2)).astype(np.float32)

    def judge(_, count):
        return np.tile(logits, (count, 1)), np.zeros(count, np.float32)

    numbers = {"simulations": 2, "full_share": 1, "random_steps": 0, "longest": 6, "prove": 0, "net_weights": share}
    (record,) = core.self_play(judge, [], 1, 1, numbers, knowledge=knowledge)
    state = core.initial()
    for step, policy in zip(record["steps"][:6], record["policy"][:6], strict=True):
        by_hand, slots = core.log_weights(state), core.policy_slots(state, [], 0)
        mixed = [share * logits[slot] + (1 - share) * weight for slot, weight in zip(slots, by_hand, strict=True)]
        expected = np.exp(mixed) / np.exp(mixed).sum()
        assert [one for one, _ in policy] == list(state.steps())
        assert [found for _, found in policy] == pytest.approx(expected, abs=1e-4)
        state = state.apply(step)


@pytest.mark.parametrize("text", GAMES)
def test_weights_of_steps_are_the_attention_of_fields(text):
    game = isthmus.game(text)
    core, position, chance = game.core.game, game.start(), random.Random(text)
    planes, _, rows, columns = core.plane_shape(True)
    for number in range(8):
        if position.outcome:
            break
        state = position.state
        weights = core.log_weights(state)
        assert len(weights) == len(state.steps())
        assert max(weights) == 0
        assert min(weights) >= -8
        attention = np.frombuffer(core.depict(state, [], 0, 127, True), np.uint8).reshape(planes, rows * columns)[-1]
        if attention.any():
            slots = core.policy_slots(state, [], 0)
            for slot, weight in zip(slots, weights, strict=True):
                if 0 <= slot < rows * columns:
                    assert attention[slot] == pytest.approx(127 * (1 + weight / 8), abs=1)
        if number == 0:
            *_, data = core.samples([[state.steps()[0]]], [(0, 0, 0, [])], [], False, True)
            assert np.frombuffer(data, np.float32)[core.policy_slots(state, [], 0)] == pytest.approx(weights)
        position = position.step(game.step_names[chance.choice(game.core.steps(state))])


def test_the_same_seed_gives_the_same_games_however_many_are_played_at_once():
    game = isthmus.game("hex(size=5,pie=0)")
    net = native(random_net(game))

    def games(at_once):
        found = game.core.game.self_play(net, symmetries(game), 6, 3, {"at_once": at_once, "simulations": 8})
        return sorted(record["steps"] for record in found)

    assert games(1) == games(4) == games(100)
    assert games(4) != sorted(
        record["steps"] for record in game.core.game.self_play(net, symmetries(game), 6, 99, {"simulations": 8})
    )


def test_bad_numbers_of_self_play_are_named():
    game = isthmus.game("hex(size=4,pie=0)")
    net = native(random_net(game))
    with pytest.raises(ValueError, match=r"simulations is 0; expected 1 to"):
        game.core.game.self_play(net, [], 1, 1, {"simulations": 0})
    with pytest.raises(ValueError, match="no engine parameter is called many"):
        game.core.game.self_play(net, [], 1, 1, {"many": 3})
    with pytest.raises(ValueError, match="games: expected 1 or more"):
        game.core.game.self_play(net, [], 0, 1, {})
    with pytest.raises(ValueError, match="planes"):
        isthmus.game("orbit(size=6)").core.game.self_play(net, [], 1, 1, {})


@pytest.mark.parametrize("knowledge", [False, True])
@pytest.mark.parametrize("text", GAMES)
def test_samples_show_the_position_its_policy_and_how_the_game_went_on(text, knowledge):
    game = isthmus.game(text)
    core, turned = game.core.game, symmetries(game)
    planes, policy_planes, rows, columns = core.plane_shape(knowledge)
    places, length = rows * columns, policy_planes * rows * columns + 2
    chance = random.Random(text)
    position, steps, positions = game.start(), [], []
    while not position.outcome and len(steps) < 60:
        positions.append(position)
        steps.append(chance.choice(game.core.steps(position.state)))
        position = position.step(game.step_names[steps[-1]])
    picks = [(0, number, chance.randrange(100), [(steps[number], 1.0)]) for number in range(len(steps))]
    chance.shuffle(picks)
    found, legal, policy, ends, side, following, _ = core.samples([steps], picks, turned, knowledge)
    shares, after = memoryview(policy).cast("f"), memoryview(following).cast("i")
    assert len(found) == len(picks) * planes * places
    assert len(ends) == len(picks) * places
    for i, (_, number, view, _) in enumerate(picks):
        then = positions[number]
        acts = 0 if str(then.to_move) == "black" else 1
        assert side[i] == acts
        views = [turn for turn in turned if turn[1] == bool(acts)]
        views = ([None, *views] if not acts else views) or [None, *(turn for turn in turned if not turn[1])]
        seen = view % len(views)
        depicted = core.depict(then.state, turned, seen, 127, knowledge)
        shown = found[i * planes * places : (i + 1) * planes * places]
        if knowledge and game.id == "orbit":  # the chance is that of another playout
            shown, depicted = (one[: -2 * places] + one[-places:] for one in (shown, depicted))
        assert shown == depicted
        slots = core.policy_slots(then.state, turned, seen)
        marked = {slot for slot in range(length) if legal[i * length + slot]}
        assert marked == {slot for slot in slots if slot >= 0}
        slot = slots[list(game.core.steps(then.state)).index(steps[number])]
        assert slot < 0 or shares[i * length + slot] == 1
        if position.outcome is None or position.outcome.score is None:
            assert ends[i * places : (i + 1) * places].count(1 + acts) == len(position.stones("black"))
        assert after[i] == -1 or 0 <= after[i] < length
        assert number + 1 < len(steps) or after[i] == -1


def test_a_side_owns_its_stones_and_its_land_at_the_end_of_orbit():
    game = isthmus.game("orbit(size=6,pie=0)")
    chance = random.Random(30)
    position, steps = game.start(), []
    while not position.outcome:
        step = chance.choice(position.steps()) if len(steps) < 30 else "pass"
        steps.append(game.step_names.index(step))
        position = position.step(step)
    black, white = position.outcome.score
    assert min(black, white) > 0
    core = game.core.game
    _, _, _, ends, side, _, _ = core.samples(
        [steps], [(0, number, 0, []) for number in range(len(steps))], symmetries(game)
    )
    for number in range(len(steps)):
        owners = ends[number * 36 : (number + 1) * 36]
        assert owners.count(1 + side[number]) == black + len(position.stones("black"))
        assert owners.count(2 - side[number]) == white + len(position.stones("white"))


def test_samples_refuse_games_and_turns_that_do_not_exist():
    core = isthmus.game("hex(size=4,pie=0)").core.game
    for games, pick in (([[0]], (0, 1, 0, [])), ([[0]], (1, 0, 0, [])), ([[0]], (0, 0, -1, []))):
        with pytest.raises(ValueError, match="there is no step"):
            core.samples(games, [pick], [])
    with pytest.raises(ValueError, match="not legal"):
        core.samples([[3, 3]], [(0, 1, 0, [])], [])


@pytest.mark.parametrize("knowledge", [False, True])
@pytest.mark.parametrize("text", GAMES)
def test_an_engine_searches_with_a_net(text, knowledge, tmp_path):
    game = isthmus.game(text)
    path = str(tmp_path / "random.net")
    write_net(path, random_net(game, knowledge=knowledge))
    reports = [Engine(seed=5, evaluator=path).search(game.start(), simulations=200) for _ in range(2)]
    assert reports[0].best in game.start().turns()
    assert [str(turn.turn) for turn in reports[0].turns] == [str(turn.turn) for turn in reports[1].turns]
    threads = Engine(seed=5, evaluator=path, threads=2, parameters={"batch": 4})
    assert threads.search(game.start(), simulations=200).best in game.start().turns()


def test_with_a_net_wins_are_still_proved(tmp_path):
    game = isthmus.game("hex(size=5,pie=0)")
    path = str(tmp_path / "random.net")
    write_net(path, random_net(game))
    position = game.position(black=["c2", "c3", "c4"], white=["a1", "b1", "e5"])
    report = isthmus.search(position, simulations=500, evaluator=path)
    assert report.proof.win_for(report.seat)


def test_missing_evaluators_are_named(tmp_path):
    with pytest.raises(SearchError, match="expected hand, net, auto or the path"):
        Engine(evaluator="strong")
    other = tmp_path / "orbit.net"
    write_net(other, random_net(isthmus.game("orbit(size=6)")))
    start = isthmus.game("hex(size=5)").start()
    with pytest.raises(SearchError, match=r"net for orbit; expected one for hex"):
        Engine(evaluator=str(other)).search(start, simulations=5)
    with pytest.raises(SearchError, match="No such file"):
        Engine(evaluator=str(tmp_path / "gone.net")).search(start, simulations=5)
    with pytest.raises(SearchError, match="there is no net for"):
        Engine(evaluator="net").search(isthmus.game("bridgit(size=3)").start(), simulations=5)


def test_players_name_their_evaluator():
    assert parse_player("full(eval=hand)").evaluator == "hand"
    assert parse_player("full(seconds=0.5,eval=auto)").text == "full(seconds=0.5)"
    assert parse_player("full(eval=hand,seconds=0.5)").text == "full(seconds=0.5,eval=hand)"
    with pytest.raises(SearchError, match="expected hand, net, auto"):
        parse_player("full(eval=x)")
    with pytest.raises(SearchError, match="eval"):
        parse_player("plain(eval=hand)")
