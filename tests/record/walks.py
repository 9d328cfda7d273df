"""Positions and records of random play for every game: small boards, each opening; mid-turn, choosing, finished too."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from isthmus import Game, Position, Seat, games
from isthmus.record import Evaluation, Mark, Record, TimeControl
from isthmus.record.node import JUDGEMENTS, MARKS, PROOFS


def small_games() -> list[Game]:
    """Each game on its smallest board, once for every length of its opening."""
    found = []
    for kind in games().values():
        declared = {parameter.name: parameter for parameter in kind.parameters}
        smallest = {"size": declared["size"].values[0]} if "size" in declared else {}
        openings = declared["pie"].values if "pie" in declared else [None]
        found += [kind(**smallest) if pie is None else kind(**smallest, pie=pie) for pie in openings]
    return found


GAMES = small_games()
LONGEST = 90


def walk(game: Game, seed: int, length: int) -> Position:
    """The position after at most ``length`` random steps."""
    chance = random.Random(seed)
    position = game.start()
    for _ in range(length):
        if position.outcome:
            break
        position = position.step(chance.choice(position.steps()))
    return position


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A position of random play."""
    game = draw(st.sampled_from(GAMES))
    return walk(game, draw(st.integers(0, 10**6)), draw(st.integers(0, LONGEST)))


@st.composite
def spoiled(draw: st.DrawFn, good: st.SearchStrategy[str], alphabet: str) -> str:
    """Good text with up to three pieces cut out, doubled or replaced."""
    text = draw(good)
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 4)))
        new = draw(st.one_of(st.text(alphabet, max_size=4), st.just(text[start:end] * 2), st.text(max_size=2)))
        text = text[:start] + new + text[end:]
    return text


WORDS = st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Zl", "Zp"]) | st.sampled_from("\n\t"), max_size=20
)
SECONDS = st.none() | st.floats(0, 1e6) | st.integers(0, 1000)
NAMES = st.text(st.sampled_from("ABCXYZ"), min_size=1, max_size=3)


@st.composite
def notes(draw: st.DrawFn, record: Record, number: int) -> dict[str, object]:
    """Notes of every kind, each perhaps missing."""
    points = st.sampled_from(record.game.topology.names)
    signs = st.builds(Mark, st.sampled_from(MARKS[:-1]), points)
    labels = st.builds(Mark, st.just("label"), points, st.text("AB1é 中]", min_size=1, max_size=3))
    expected = st.just(tuple(str(turn) for turn in record.position(number).turns()[:1]))
    evaluation = st.builds(
        Evaluation, st.floats(-1, 1), st.sampled_from(["", *PROOFS]), expected, st.integers(0, 10**6)
    )
    kinds: dict[str, st.SearchStrategy[object]] = {
        "comment": WORDS,
        "marks": st.lists(signs | labels, max_size=3).map(tuple),
        "judgement": st.sampled_from(["", *JUDGEMENTS]),
        "evaluation": st.none() | evaluation,
        "seconds": SECONDS,
        "left": SECONDS,
        "periods": st.none() | st.integers(0, 9),
        "properties": st.dictionaries(NAMES, st.lists(WORDS, min_size=1, max_size=2).map(tuple), max_size=2).map(
            lambda found: tuple(found.items())
        ),
    }
    wanted = draw(st.sets(st.sampled_from(sorted(kinds)), max_size=3))
    return {name: draw(kinds[name]) for name in sorted(wanted)}


CLOCKS = st.one_of(
    st.none(),
    st.builds(TimeControl, st.floats(1, 1e6), st.floats(0, 60)),
    st.builds(TimeControl, st.integers(0, 3600), st.just(0), st.integers(1, 9), st.integers(1, 60)),
    st.integers(1, 14).map(TimeControl.days),
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Records of random games with people, clocks, variations and notes, finished in every way or not at all."""
    game = draw(st.sampled_from(GAMES))
    chance = random.Random(draw(st.integers(0, 10**6)))
    people = st.sampled_from(["", "Ann", "李\u3000[2]", 'O"Neil\\', "👩\u200d💻"])
    record = Record(
        game,
        (draw(people), draw(people)),
        start=walk(game, chance.randrange(10**6), draw(st.integers(1, 9))) if draw(st.booleans()) else None,
        date=draw(st.sampled_from([None, "2001-10-31", "2026-11-21T10:00:00+01:00"])),
        occasion=draw(people),
        place=draw(people),
        clock=draw(CLOCKS),
    )
    for _ in range(draw(st.integers(0, 12))):
        if record.result is None and (turns := record.final.turns()):
            record = record.play(chance.choice(turns))
    if record.result is None and record.final.outcome is None and draw(st.booleans()):
        record = record.end(draw(st.sampled_from([None, *Seat])), "agreed – früh")
    for _ in range(draw(st.integers(0, 6))):
        number = chance.randrange(len(record.nodes))
        if turns := record.position(number).turns():
            record, number = record.add(number, chance.choice(turns))
        record = record.annotate(number, **draw(notes(record, number)))
    return record
