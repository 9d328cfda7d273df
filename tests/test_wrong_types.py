"""Public functions refuse values of the wrong type with a sentence: what was expected, and what was found."""

from collections.abc import Callable

import pytest

import isthmus
from isthmus import engine, match, record, render
from isthmus.analysis import overlays

HEX = isthmus.game("hex", size=3, pie=0)
WRONG = [None, 3, [3], {}]

Function = Callable[[object], object]
OF_A_POSITION: list[Function] = [
    record.format_diagram,
    record.format_position,
    render.describe,
    render.to_png,
    render.to_svg,
    lambda value: isthmus.playouts(value, 1),
    lambda value: isthmus.search(value, simulations=1),
    isthmus.solve,
    lambda value: render.to_gif([value]),
    lambda value: render.number_turns([HEX.start(), value]),
    overlays.overlays,
    lambda value: overlays.overlay(value, "current"),
    lambda value: overlays.choices(value, "current"),
]
OF_A_RECORD: list[Function] = [
    record.format_record,
    record.format_sgf,
    record.format_share_link,
    record.format_turn_list,
    render.to_pdf,
    render.to_sheet,
    isthmus.review,
]
OF_A_TEXT: list[Function] = [
    record.parse_diagram,
    record.parse_hexworld_link,
    record.parse_position,
    record.parse_record,
    record.parse_share_link,
    record.read_any,
    record.read_course_moves,
    record.read_games,
    lambda value: record.parse_turn_list(value, HEX),
    lambda value: record.read_board(value, HEX),
    lambda value: record.read_ascii_board(value, HEX),
    lambda value: record.read_board_string(value, HEX),
]


OF_A_GAME: list[Function] = [
    lambda value: record.parse_turn_list("a1", value),
    lambda value: record.read_ascii_board("a1", value),
    lambda value: record.read_board("a1", value),
    lambda value: record.read_board_string("a1", value),
]
EXPECTED: list[tuple[str, list[Function], list[object]]] = [
    ("a position, such as isthmus.game('hex').start()", OF_A_POSITION, [*WRONG, "x"]),
    ("a record, such as isthmus.record.read_record returns", OF_A_RECORD, [*WRONG, "x"]),
    ("text", OF_A_TEXT, [*WRONG, b"x"]),
    ("a game", OF_A_GAME, [*WRONG, "hex"]),
    ("bytes", [record.decode], [*WRONG, "x"]),
    ("a path or the text of a record", [record.read_record], [*WRONG, b"x"]),
    ("a record or positions", [render.to_gif], [None, 3]),
]


@pytest.mark.parametrize(
    ("what", "function", "value"),
    [(what, function, value) for what, functions, values in EXPECTED for function in functions for value in values],
)
def test_a_wrong_type(what: str, function: Function, value: object) -> None:
    with pytest.raises(isthmus.IsthmusError) as error:
        function(value)
    assert str(error.value) == f"expected {what}; got {value!r}"


REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: HEX.start().with_history("x"), r"^history: expected fingerprints, .*; got \('x',\)$"),
    (lambda: HEX.start().with_history(5), "^expected fingerprints; got 5$"),
    (lambda: HEX.start().with_history([1]), "does not look back; expected no history"),
    (lambda: isthmus.game("network").start().with_history([1 << 64]), r"whole numbers below 2\*\*64"),
    (lambda: HEX.start().all_after("a1"), "^found 'a1', expected a list of turns"),
    (lambda: HEX.start().all_after([1]), r"^found \[1\], expected a list of turns"),
    (lambda: HEX.start().all_after([["a1"]]), r"^found \[\['a1'\]\], expected a list of turns"),
    (lambda: isthmus.playouts(HEX.start(), 1, uniform=1), "^uniform: expected True or False; got 1$"),
    (lambda: isthmus.solve(HEX.start(), nodes=5, certificate="no"), "^certificate: expected True or False; got 'no'$"),
    (
        lambda: render.number_turns([HEX.start(), isthmus.game("orbit").start()]),
        r"^found positions of hex\(size=3,pie=0\) and of orbit",
    ),
    (lambda: isthmus.review(record.Record(HEX), on_progress=5), "^on_progress: expected a function; got 5$"),
    (lambda: record.parse_sgf(None), "^expected text or bytes; got None$"),
    (lambda: record.parse_diagram("1. c3", 5), "^expected a game; got 5$"),
    (lambda: record.parse_record("{}", game=5), "^expected a game; got 5$"),
    (lambda: record.to_position(None, HEX), "^expected a board; got None$"),
    (lambda: record.shift_columns(None, 1), "^expected a board; got None$"),
    (lambda: record.write_record(record.Record(HEX), None), "^expected a path; got None$"),
    (lambda: record.Record(None), "^expected a game; got None$"),
    (lambda: record.Record(HEX, start=5), "^expected a position, "),
    (lambda: record.Record(HEX, players=5), "^players: found 5"),
    (lambda: record.Record(HEX, nodes=[]), r"^nodes: found \[\]"),
    (lambda: record.Record(HEX, last=5), "^last: found 5"),
    (lambda: record.Record(HEX, result=5), "^expected a Result; got 5$"),
    (lambda: record.Record.of_turns(HEX, 5), "^turns: found 5"),
    (lambda: record.Record.of_turns(HEX, "hex"), "^turns: found 'hex'"),
    (lambda: record.Record.of_turns(HEX, [5]), "^turn: found 5"),
    (lambda: record.Node(properties=[1]), "^properties: found 1, expected a name with its values$"),
    (lambda: record.Node(properties={"a": 1}), "^properties: found 'a', expected a name with its values$"),
    (lambda: record.GameInPlay(None), "^expected a record, "),
    (lambda: record.GameInPlay(record.Record(HEX)).resign("third"), "^a seat is 'first' or 'second', not 'third'$"),
    (lambda: render.to_svg(HEX.start(), theme=[]), r"^no theme is called \[\]"),
    (lambda: render.to_svg(HEX.start(), annotations=5), "^expected Annotations; got 5$"),
    (lambda: render.to_svg(HEX.start(), annotations=render.Annotations(marks=[5])), "^marks: expected a list"),
    (
        lambda: render.to_svg(HEX.start(), annotations=render.Annotations(footnotes="abc")),
        "^footnotes: expected a list",
    ),
    (lambda: render.to_svg(HEX.start(), annotations=render.Annotations(numbers=[])), "^expected numbers by field"),
    (lambda: render.to_svg(HEX.start(), annotations=render.Annotations(heat=5)), "^expected Heat; got 5$"),
    (lambda: render.number_turns([HEX.start()], 1.5), "^first: expected the number of a turn; got 1.5$"),
    (lambda: match.parse_player(None), "^expected the text of a player"),
    (lambda: match.MatchSettings("random", "random", "hex", max_turns=0), "^max_turns: expected a whole number"),
    (lambda: match.Match(match.MatchSettings("random", "random", "hex"), pairs=-1), "^pairs: expected a whole number"),
    (lambda: match.Match(None, pairs=1), "^expected settings of a match; got None$"),
    (lambda: match.Sprt(0, 5, alpha=0), "^alpha: expected an error rate"),
    (lambda: match.Sprt(5, 0), "^expected elo0 below elo1; got 5 and 0$"),
    (lambda: match.Sprt("x", 5), "^elo0: expected a number; got 'x'$"),
    (lambda: match.Sprt(0, 5, alpha=None), "^alpha: expected a number; got None$"),
    (lambda: match.wilson(None, 2), "^score: expected a number; got None$"),
    (lambda: match.wilson(1, 10**400), r"^games: expected at most 1e\+100; got 1000"),
    (lambda: match.wilson(5, 1), "^score: expected 0 to 1 points; got 5$"),
    (lambda: match.read_match_records(5), "^expected text; got 5$"),
    (lambda: engine.RandomPlayer(1).choose(None), "^expected a position, "),
    (lambda: engine.level_player(HEX, 1).choose(None), "^expected a position, "),
    (lambda: engine.level_player("hex", 1), "^expected a game, such as .*; got 'hex'$"),
    (lambda: engine.Engine().numbers(HEX.start()), "^expected a game, "),
    (lambda: engine.Engine().judge(HEX.start()), "^expected a game, "),
]


@pytest.mark.parametrize(("call", "message"), REFUSED, ids=[str(number) for number in range(len(REFUSED))])
def test_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(isthmus.IsthmusError, match=message):
        call()


def test_an_unknown_opening() -> None:
    settings = match.MatchSettings("random", "random", "hex(size=3,pie=0)", openings="balancd")
    with pytest.raises(isthmus.SearchError, match=r"^openings: expected balanced, random, none; got 'balancd'$"):
        match.play_game(settings, match.GameNumber(0, 0))
