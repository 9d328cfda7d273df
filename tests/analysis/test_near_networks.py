"""Near-networks against brute force by the Python rules."""

from __future__ import annotations

import random

import pytest
from images import images

import isthmus
from isthmus import Game, Position, SearchError, Side
from isthmus.analysis.overlays.near_networks import near, near_networks
from isthmus.games.network import Network
from isthmus.rules.opening import Opening
from isthmus.rules.snapshot import Snapshot

GAMES = ["network(size=6,stones=7,network=4)", "network(size=6,stones=5,network=4)"]


def walk(name: str, seed: int) -> Position:
    """A position without a winner: of drops, or of moves if the supply is small."""
    choose = random.Random(seed)
    position = isthmus.game(name).start()
    for _ in range(7 + seed):
        after = position.step(choose.choice(position.steps()))
        if after.outcome:
            break
        position = after
    return position


def again(game: Game, stones: tuple[tuple[int, ...], tuple[int, ...]], side: Side) -> Position:
    return game.restore_position(Snapshot(stones, side, Opening(0, game.first_side)))


def by_the_rules(position: Position, side: Side) -> dict[int, set[frozenset[str]]]:
    """The turns, or pairs of turns, that end in a network, by the Python rules alone."""
    game = position.game.reference()
    now = again(game, position.snapshot.stones, side)
    found: dict[int, set[frozenset[str]]] = {1: set(), 2: set()}
    after = {str(turn): now.play(turn) for turn in now.turns()}
    for text, then in after.items():
        if then.outcome is not None and then.outcome.winner is side:
            found[1].add(frozenset((text,)))
    for text, then in after.items():
        if then.outcome is not None or text == "pass":
            continue
        for last in (between := again(game, then.snapshot.stones, side)).turns():
            end = between.play(last).outcome
            single = {frozenset((text,)), frozenset((str(last),))}
            if end is not None and end.winner is side and not single & found[1]:
                found[2].add(frozenset((text, str(last))))
    return found


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_all_near_networks_are_found_and_no_others(name: str, seed: int) -> None:
    position = walk(name, seed)
    for side in Side:
        wanted, found = by_the_rules(position, side), near_networks(position, side)
        for short in (1, 2):
            turns = [frozenset(map(str, each.turns)) for each in found if len(each.turns) == short]
            assert len(turns) == len(set(turns))
            assert set(turns) == wanted[short]


def test_the_chain_is_a_network_once_the_stones_are_placed() -> None:
    checked = 0
    for name in GAMES:
        for seed in range(4):
            position = walk(name, seed)
            game = position.game
            assert isinstance(game, Network)
            for side in Side:
                for each in near_networks(position, side):
                    start, finish = (
                        {game.topology.names[cell] for cell in area} for area in game.goal_areas[side.value]
                    )
                    assert each.chain[0] in start
                    assert each.chain[-1] in finish
                    assert len(each.chain) == len(set(each.chain)) >= 4
                    assert len(each.points) == len(each.turns)
                    assert set(each.chain) <= {*position.stones(side), *each.points}
                    checked += 1
    assert checked > 20


def test_the_overlay_shows_the_nearest_for_each_point() -> None:
    for seed in range(4):
        position = walk(GAMES[0], seed)
        for side in ("black", "white"):
            made, found = near(position, side=side), near_networks(position, side)
            for point, value in made.values.items():
                assert value == max(1 / len(each.turns) for each in found if point in each.points)
            assert made.facts["one turn short"] == sum(len(each.turns) == 1 for each in found)
            assert len(made.entries) == len(found)
            least = min((len(each.turns) for each in found), default=0)
            lines = {(link.start, link.end) for link in made.links}
            for each in found:
                pairs = {tuple(sorted(pair)) for pair in zip(each.chain, each.chain[1:], strict=False)}
                assert len(each.turns) > least or pairs <= lines


def test_symmetries_carry_near_networks_with_them() -> None:
    position = walk(GAMES[0], 2)
    for symmetry, image, turned in images(position):
        for side in Side:
            other = side.other if symmetry.swaps else side
            here = {image[point]: value for point, value in near(position, side=str(side)).values.items()}
            assert here == dict(near(turned, side=str(other)).values)


def test_other_games_and_finished_ones_are_refused() -> None:
    with pytest.raises(SearchError, match="hex has no near-networks"):
        near_networks(isthmus.game("hex").start(), "black")
    game = isthmus.game("network(size=6,stones=4,network=4)")
    over = next(each for each in finished(game) if each.outcome)
    with pytest.raises(SearchError, match="the game is over"):
        near_networks(over, "black")


def finished(game: Game) -> list[Position]:
    """Random games played to their end."""
    ends = []
    for seed in range(5):
        choose, position = random.Random(seed), game.start()
        while position.outcome is None:
            position = position.step(choose.choice(position.steps()))
        ends.append(position)
    return ends
