"""The Go Text Protocol: lines, commands, turns, the Hex dialect, the clock. No line can break it."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_nets import write_random_net

import isthmus
from isthmus import Game, NotationError, Position, Seat, Side
from isthmus.engine import Engine, Report
from isthmus.engine.report import Proof
from isthmus.games import BUILT_IN
from isthmus.protocols.gtp.clock import Clock
from isthmus.protocols.gtp.engine import GtpEngine
from isthmus.protocols.gtp.player import turns_to_come
from isthmus.protocols.gtp.resigning import Resigning
from isthmus.protocols.gtp.text import LONGEST, read_command, success
from isthmus.record import Forfeit, GameInPlay, Record, format_diagram, parse_position
from isthmus.record.lines import parse_record

SMALL = [kind(size=next(p.values[0] for p in kind.parameters if p.name == "size")) for kind in BUILT_IN]


def engine(game: str | Game = "hex(size=5,pie=0)", resign: str = "never", **options: Any) -> GtpEngine:
    return GtpEngine(
        isthmus.game(game) if isinstance(game, str) else game,
        version="7",
        resigning=Resigning.parse(resign),
        **{"simulations": 30, **options},
    )


def said(talker: GtpEngine, line: str) -> str:
    """The text of a response, which must be a success."""
    response = talker.handle(line)
    assert response.startswith("= ")
    assert response.endswith("\n\n")
    return response[2:-2]


def refused(talker: GtpEngine, line: str) -> str:
    """The reason in a response, which must be a failure and change nothing."""
    before = talker.position
    response = talker.handle(line)
    assert response.startswith("? ")
    assert response.index("\n\n") == len(response) - 2
    assert talker.position == before
    return response[2:-2]


# Lines ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["", "\n", "   \t ", "# a comment", "  # 1 name", "\r\n", "\x00\x07"])
def test_a_line_without_a_command_has_no_response(line: str) -> None:
    assert engine().handle(line) == ""


@pytest.mark.parametrize(
    ("line", "response"),
    [
        ("name", "= Isthmus\n\n"),
        ("17 name", "=17 Isthmus\n\n"),
        ("007 name", "=007 Isthmus\n\n"),
        ("\t3\tname\t# who?\r\n", "=3 Isthmus\n\n"),
        ("na\x07me", "= Isthmus\n\n"),
        ("version", "= 7\n\n"),
        ("protocol_version", "= 2\n\n"),
        ("clear_board", "= \n\n"),
        ("5 nonsense", "?5 unknown command\n\n"),
        ("5", "?5 unknown command\n\n"),
        ("name x", "? syntax error: found 1 argument, expected 0\n\n"),
        ("Name", "? unknown command\n\n"),
    ],
)
def test_responses_as_the_protocol_writes_them(line: str, response: str) -> None:
    assert engine().handle(line) == response


def test_an_id_is_a_number_before_the_command() -> None:
    command = read_command("12 play b c3")
    assert command is not None
    assert (command.id, command.name, command.arguments) == ("12", "play", ("b", "c3"))
    unnumbered = read_command("x12 play")
    assert unnumbered is not None
    assert (unnumbered.id, unnumbered.name) == ("", "x12")


def test_a_response_contains_no_blank_line() -> None:
    assert success("", "\na\n\n \nb\n") == "= a\nb\n\n"


def test_a_line_that_is_too_long_is_refused() -> None:
    assert "at most" in refused(engine(), "play b " + "a" * LONGEST)


def test_every_listed_command_is_known_and_no_other() -> None:
    talker = engine()
    names = said(talker, "list_commands").split("\n")
    assert names == sorted(names)
    assert {"play", "genmove", "undo", "isthmus-analyze"} <= set(names)
    assert {said(talker, f"known_command {name}") for name in names} == {"true"}
    assert said(talker, "known_command loadsgf") == "false"


def test_the_documents_describe_every_command_and_no_other() -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "protocols.md").read_text(encoding="utf-8")
    table = page.split("| command | what it does |", 1)[1].split("\n\n", 1)[0]
    cells = [row.split("|")[1] for row in table.splitlines()[2:]]
    named = {words.split()[0] for cell in cells for words in re.findall(r"`([a-z][^`]+)`", cell)}
    assert named == set(said(engine(), "list_commands").split())


def test_quit_ends_the_conversation() -> None:
    talker = engine()
    assert not talker.quitting
    assert said(talker, "quit") == ""
    assert talker.quitting


# The board -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["7", "7 7"])
def test_boardsize_gives_an_empty_board_and_keeps_the_other_parameters(word: str) -> None:
    talker = engine("hex(size=5,pie=0)")
    said(talker, "play b c3")
    said(talker, f"boardsize {word}")
    assert talker.position == isthmus.game("hex(size=7,pie=0)").start()


@pytest.mark.parametrize("word", ["2", "99", "x", "-7", "7 9", "7.5"])
def test_an_unavailable_board_size_is_refused(word: str) -> None:
    assert refused(engine(), f"boardsize {word}").startswith("unacceptable size")


def test_a_default_that_depends_on_the_size_changes_with_it() -> None:
    talker = engine("trinidad(size=7)")
    said(talker, "boardsize 5")
    assert talker.position.game == isthmus.game("trinidad(size=5)")


def test_the_board_is_shown_as_a_diagram() -> None:
    talker = engine()
    said(talker, "play black c3")
    assert said(talker, "showboard").strip("\n") == format_diagram(talker.position).strip("\n")


def test_position_and_game_can_be_asked_and_set() -> None:
    talker = engine()
    text = "trellis(size=9,pie=3) 9/9/9/3xo4/9/4x4/9/9/9 white opening=2"
    assert said(talker, f"isthmus-position {text}") == text
    assert talker.position == parse_position(text)
    assert said(talker, "isthmus-game") == "trellis(size=9,pie=3)"
    assert said(talker, "isthmus-game orbit(size=5, pie=0)") == "orbit(size=5,pie=0)"
    assert talker.position == isthmus.game("orbit", size=5, pie=0).start()
    assert "no game is called" in refused(talker, "isthmus-game go")
    assert "expected" in refused(talker, "isthmus-position nonsense")
    assert "mid-turn" in refused(talker, "isthmus-position trellis(size=5,pie=0) 5/5/2x2/5/5 black first=black turn=c3")


# Turns ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["b C3", "B c3", "black c3", "BLACK C3"])
def test_colours_and_turns_are_read_in_capitals_too(word: str) -> None:
    talker = engine()
    said(talker, f"play {word}")
    assert talker.position.stones("black") == ["c3"]


def test_a_turn_of_several_steps_is_one_word() -> None:
    talker = engine("trellis(size=9,pie=0)")
    said(talker, "play b f7+e5")
    assert said(talker, "isthmus-record").split("\n")[1:] == ['{"turn": "e5+f7"}']
    said(talker, "play w pass")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("play b c3", "illegal move: c3 is occupied by white"),
        ("play b z9", "illegal move: no field 'z9'"),
        ("play red a1", "invalid color or coordinate: 'red'"),
        ("play b", "syntax error"),
        ("play b a1 a2", "syntax error"),
        ("play b swap-pieces", "illegal move: swap-pieces is for"),
        ("play b take-white", "illegal move: take-white: there is no colour to choose now"),
        ("isthmus-analyze b x", "syntax error"),
    ],
)
def test_a_turn_that_cannot_be_played_is_refused_with_the_reason(line: str, reason: str) -> None:
    talker = engine()
    said(talker, "play b d4")
    said(talker, "play w c3")
    assert refused(talker, line).startswith(reason)


def test_undo_takes_back_one_command_and_stops_at_the_beginning() -> None:
    talker = engine()
    start = talker.position
    said(talker, "play b c3")
    said(talker, "genmove w")
    said(talker, "play b resign")
    said(talker, "undo")
    said(talker, "undo")
    assert talker.position.stones("black") == ["c3"]
    assert talker.position.stones("white") == []
    said(talker, "undo")
    assert talker.position == start
    assert refused(talker, "undo") == "cannot undo"


@pytest.mark.parametrize("game", [game for game in SMALL if game.id != "hex"], ids=str)
def test_all_legal_moves_are_the_turns_and_each_can_be_played(game: Game) -> None:
    talker = engine(game)
    for _ in range(6):
        turns = said(talker, "all_legal_moves").split()
        assert turns == list(map(str, talker.position.turns()))
        said(talker, f"play {talker.position.snapshot.side} {turns[len(turns) // 2]}")
        said(talker, "undo")
        said(talker, f"genmove {talker.position.snapshot.side}")


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_it_plays_every_game_to_its_end(game: Game) -> None:
    talker = engine(game, simulations=12)
    turns = 0
    while talker.position.outcome is None and turns < 200:
        before = talker.position
        word = said(talker, f"genmove {before.snapshot.side}")
        assert word in said_before(talker, "all_legal_moves")
        turns += 1
    record = parse_record(said(talker, "isthmus-record"))
    assert record.final.snapshot == talker.position.snapshot
    if talker.position.outcome is not None:
        assert "the game is over" in refused(talker, "genmove b")
        assert "the game is over" in refused(talker, "play b a1")
        assert "the game is over" in refused(talker, "isthmus-analyze")
        assert said(talker, "all_legal_moves") == ""
        winner = talker.position.outcome.winner
        assert said(talker, "final_score")[0] == ("0" if winner is None else str(winner)[0].upper())


def said_before(talker: GtpEngine, line: str) -> list[str]:
    """The output before the last turn."""
    after = talker._games.pop()
    try:
        return said(talker, line).split()
    finally:
        talker._games.append(after)


def test_a_turn_found_without_playing_it_changes_nothing_and_is_found_again() -> None:
    talker = engine(simulations=200)
    before = talker.position
    first = said(talker, "reg_genmove b")
    assert talker.position == before
    assert said(talker, "reg_genmove b") == first
    assert said(talker, "genmove b") == first


def test_an_analysis_by_a_net_of_another_game_is_one_refusal() -> None:
    net = Path(isthmus.__file__).parent / "engine" / "nets" / "hex.net"
    talker, emitted = engine("trellis(size=5)", evaluator=str(net)), []
    answer = talker.handle("2 isthmus-analyze 10", emit=emitted.append, stop=lambda: True)
    assert (emitted, answer[:2]) == ([], "?2")


def test_the_same_seed_plays_the_same_game() -> None:
    games = []
    for talker in (engine(seed=5), engine(seed=5), engine(seed=1)):
        said(talker, "set_random_seed 5")
        games.append([said(talker, f"genmove {'bw'[turn % 2]}") for turn in range(6)])
    assert games[0] == games[1] == games[2]
    assert "whole number" in refused(engine(), "set_random_seed -1")


def test_a_position_begins_another_game_with_the_next_seed() -> None:
    talker, other = engine(seed=5), engine(seed=6)
    text = said(talker, "isthmus-position")
    said(talker, "genmove b")
    said(talker, f"isthmus-position {text}")
    assert [said(talker, "genmove b") for _ in range(3)] == [said(other, "genmove b") for _ in range(3)]


# Set-up by turns of one colour in succession -------------------------------------------------------------------------


def test_turns_of_one_colour_in_succession_set_a_position_up() -> None:
    talker = engine()
    for stone in ("a1", "b2", "e4"):
        said(talker, f"play b {stone}")
    said(talker, "play w c3")
    said(talker, "play w d3")
    assert talker.position == isthmus.game("hex(size=5,pie=0)").position(["a1", "b2", "e4"], ["c3", "d3"])
    assert "the game is over" not in said(talker, "genmove b")


def test_a_set_up_is_taken_back_turn_by_turn() -> None:
    talker = engine()
    before = []
    for line in ("play b a1", "play b b2", "play w c3", "play w d3", "genmove w"):
        before.append(talker.position)
        said(talker, line)
    for position in reversed(before):
        said(talker, "undo")
        assert talker.position == position
    assert refused(talker, "undo") == "cannot undo"


@pytest.mark.parametrize("game", [game for game in SMALL if game.id != "trinidad"], ids=str)
def test_every_game_takes_two_turns_of_a_colour_where_its_rules_allow_the_stones(game: Game) -> None:
    talker = engine(game)
    start = talker.position
    side = start.snapshot.side
    turns = [turn.text for turn in start.turns() if turn.text in start.game.topology.names]
    said(talker, f"play {side} {turns[0]}")
    said(talker, f"play {side} {turns[-1]}")
    assert talker.position.stones(side) == sorted({turns[0], turns[-1]}, key=turns.index)
    assert talker.position.to_move is side.other
    record = parse_record(said(talker, "isthmus-record") + "\n")
    assert record.final == talker.position


@pytest.mark.parametrize("line", ["genmove w", "isthmus-analyze w", "reg_genmove w"])
def test_a_colour_out_of_turn_may_be_asked_for(line: str) -> None:
    talker = engine()
    said(talker, "play b a1")
    said(talker, "play w b2")
    word = said(talker, line).split()[0 if "gen" in line else 2]
    assert word in isthmus.game("hex(size=5,pie=0)").topology.names
    if line == "genmove w":
        assert set(talker.position.stones("white")) == {"b2", word}
    else:
        assert talker.position.to_move is Side.BLACK
        assert json.loads(said(talker, "isthmus-record").splitlines()[-1]) == {"turn": "b2"}


def test_the_seats_keep_their_colours_in_a_set_up() -> None:
    talker = engine("bridgit(size=4,pie=1)")
    for line in ("play b a1", "play w take-black", "play w c3", "play w e3"):
        said(talker, line)
    assert talker.position.seat_of(Side.BLACK) is isthmus.Seat.SECOND


def test_a_set_up_ends_the_opening() -> None:
    talker = engine("hex(size=5,pie=1)")
    said(talker, "play b a1")
    said(talker, "play b b2")
    assert not talker.position.choosing
    assert talker.position.to_move is Side.WHITE
    assert talker.position.seat_of(Side.BLACK) is isthmus.Seat.FIRST


def test_captures_happen_in_a_set_up_too() -> None:
    talker = engine("orbit(size=5,pie=0)")
    for line in ("play w c3", "play b c2", "play b b3", "play b d3", "play b c4"):
        said(talker, line)
    assert talker.position.stones("white") == []


def test_a_set_up_that_the_rules_forbid_is_refused_with_the_reason() -> None:
    talker = engine("network(size=8,pie=0)")
    for line in ("play w c3", "play w d3"):
        said(talker, line)
    reason = refused(talker, "play w e3")
    assert reason.startswith("illegal move: it is not white's turn but black's; with white to move, e3")
    talker = engine("trinidad(size=5,pie=0)")
    said(talker, "play w c3")
    assert "c3 is occupied" in refused(talker, "play w c3")
    assert "is not next to a white piece" in refused(talker, "play w a1")
    said(talker, "play w c4")


# The end of a game ---------------------------------------------------------------------------------------------------

LOST = "isthmus-position hex(size=4,pie=0) 4/1x2/1x2/4 white first=black"
"""Black has won, but not yet on the board: there are two bridges to the sides."""


def test_a_proved_loss_is_resigned() -> None:
    talker = engine(resign="proved", simulations=2000)
    said(talker, LOST)
    assert said(talker, "reg_genmove w") == "resign"
    assert refused(talker, "final_score") == "cannot score: the game is not over"
    assert said(talker, "genmove w") == "resign"
    assert said(talker, "final_score") == "B+Resign"
    assert '{"result": "black", "reason": "resigned"}' in said(talker, "isthmus-record")
    said(talker, "undo")
    assert talker.position.to_move is Side.WHITE
    said(talker, "play w a1")
    assert said(talker, "genmove b") != "resign"


def test_nothing_is_resigned_before_the_colours_are_chosen() -> None:
    """Every opening of this board loses against the right choice, but the opponent may choose the wrong one."""
    talker = engine("hex(size=4,pie=1)", resign="proved", simulations=2000)
    assert said(talker, "genmove b") != "resign"


def test_an_engine_that_never_resigns_plays_on_in_a_lost_position() -> None:
    talker = engine(simulations=2000)
    said(talker, LOST)
    assert said(talker, "genmove w") in isthmus.game("hex(size=4,pie=0)").topology.names


def test_a_small_chance_is_resigned_where_that_is_asked_for() -> None:
    position = isthmus.game("trellis(size=7,pie=0)").position(["d2", "d3", "e4", "d5"], ["a1"], to_move="white")
    report = isthmus.search(position, simulations=1)
    assert 0.0 < report.chance < 0.49
    assert report.proof is Proof.UNPROVED
    assert Resigning.parse(f"{report.chance + 0.001:.4f}").gives_up(report)
    assert not Resigning.parse(f"{report.chance - 0.001:.4f}").gives_up(report)
    assert not Resigning.parse("proved").gives_up(report)
    assert not Resigning.parse("never").gives_up(report)


def test_a_draw_is_not_resigned() -> None:
    report = replace(isthmus.search(isthmus.game("hex(size=5)").start(), simulations=1), proof=Proof.DRAW)
    assert not Resigning().gives_up(report)


@pytest.mark.parametrize("text", ["", "always", "0.5", "1", "-0.1", "1e-3", "5%", "nan", ".", "0.0٣"])
def test_a_bad_resignation_rule_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected never, proved, or a chance"):
        Resigning.parse(text)


def test_scores_and_resignation() -> None:
    talker = engine()
    assert refused(talker, "final_score") == "cannot score: the game is not over"
    said(talker, "play w resign")
    assert said(talker, "final_score") == "B+Resign"
    assert "resigned" in refused(talker, "genmove b")
    assert '"reason": "resigned"' in said(talker, "isthmus-record")
    said(talker, "isthmus-position hex(size=3,pie=0) x2/x2/x2 white first=black")
    assert said(talker, "final_score") == "B+"
    talker = engine("orbit(size=5,pie=0)")
    said(talker, "play b pass")
    said(talker, "play w pass")
    assert said(talker, "final_score") == "0"


def test_resigning_before_the_choice_of_colours_loses_for_the_seat() -> None:
    talker = engine("hex(size=3,pie=1)")
    said(talker, "play b b2")
    said(talker, "play w resign")
    assert said(talker, "final_score") == "B+Resign"
    record = parse_record(said(talker, "isthmus-record") + "\n")
    assert record.result == Forfeit(Seat.FIRST, "resigned")


# The choice of a colour ----------------------------------------------------------------------------------------------


def test_swap_pieces_mirrors_the_stone_and_black_is_to_move() -> None:
    talker = engine("hex(size=5,pie=1)")
    said(talker, "play b d2")
    assert "swap-pieces" in said(talker, "all_legal_moves").split()
    assert refused(talker, "play b swap-pieces").startswith("illegal move")
    said(talker, "play w SWAP-PIECES")
    assert talker.position.stones("white") == ["b4"]
    assert talker.position.stones("black") == []
    assert talker.position.to_move is Side.BLACK
    assert talker.position.seat_of(Side.BLACK) is isthmus.Seat.FIRST
    record = parse_record(said(talker, "isthmus-record"))
    assert record.final == talker.position
    said(talker, "undo")
    assert talker.position.choosing


def test_swap_pieces_is_worth_the_same_as_taking_black() -> None:
    """The mirrored game is equivalent to the original: a win in one is a win in the other, for the same seat."""
    start = isthmus.game("hex(size=3,pie=1)").start()
    for stone in ("a1", "b2", "c1", "a2"):
        talker = engine("hex(size=3,pie=1)")
        said(talker, f"play b {stone}")
        said(talker, "play w swap-pieces")
        taken = isthmus.search(start.play(stone).play("take-black"), simulations=20_000)
        swapped = isthmus.search(talker.position, simulations=20_000)
        assert taken.seat is swapped.seat
        assert taken.proof is swapped.proof


def test_swap_sides_takes_black() -> None:
    talker = engine("hex(size=5,pie=1)")
    said(talker, "play b d2")
    said(talker, "play w swap-sides")
    assert talker.position.stones("black") == ["d2"]
    assert talker.position.seat_of(Side.BLACK) is isthmus.Seat.SECOND


def test_a_second_turn_in_hex_says_that_the_stone_is_left() -> None:
    talker = engine("hex(size=5,pie=1)")
    said(talker, "play b a1")
    said(talker, "play w c3")
    assert talker.position.seat_of(Side.WHITE) is isthmus.Seat.SECOND
    assert talker.position.stones("white") == ["c3"]
    said(talker, "undo")
    assert talker.position.choosing


@pytest.mark.parametrize(("stone", "swapped"), [("b2", True), ("a1", False)])
def test_the_engine_swaps_where_that_is_good(stone: str, swapped: bool) -> None:
    talker = engine("hex(size=3,pie=1)", simulations=20_000)
    said(talker, f"play b {stone}")
    word = said(talker, "genmove w")
    assert (word == "swap-pieces") is swapped
    assert talker.position.to_move is Side.BLACK


def test_an_engine_that_sees_late_that_it_lost_swaps_instead_of_resigning() -> None:
    """The first of two short searches leaves the stone; the second proves that this loses."""
    talker = engine("hex(size=5,pie=1)", simulations=10)
    said(talker, "play b c3")
    assert said(talker, "genmove w") == "swap-pieces"


def test_leaving_the_stone_and_answering_it_share_the_time_of_one_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    search = Engine.search

    def listening(self: Engine, position: Position, **limits: Any) -> Report:
        asked.append(limits["seconds"])
        return search(self, position, simulations=20_000)

    monkeypatch.setattr(Engine, "search", listening)
    talker = GtpEngine(isthmus.game("hex(size=3,pie=1)"), seconds=3)
    said(talker, "play b a1")
    assert said(talker, "genmove w") != "swap-pieces"
    assert asked == [1.5, 1.5]
    said(talker, "genmove b")
    assert asked[2:] == [3]


def test_in_other_games_a_choice_is_a_turn_of_either_colour() -> None:
    for word in ("b", "w"):
        talker = engine("bridgit(size=4,pie=1)")
        said(talker, "play b a1")
        assert said(talker, "all_legal_moves") == "take-black take-white"
        said(talker, f"play {word} take-black")
        assert talker.position.seat_of(Side.BLACK) is isthmus.Seat.SECOND
        said(talker, "undo")
        assert said(talker, f"genmove {word}") in ("take-black", "take-white")
    talker = engine("trellis(size=5,pie=3)")
    for line in ("play b a1", "play w e5", "play b c3", "play w b2"):
        said(talker, line)
    assert talker.position.seat_of(Side.WHITE) is isthmus.Seat.SECOND


# Analysis ------------------------------------------------------------------------------------------------------------


def test_analysis_reports_turns_chances_and_continuation() -> None:
    talker = engine(simulations=200)
    words = said(talker, "isthmus-analyze").split()
    assert words[:2] == ["info", "move"]
    assert words[2] in list(map(str, talker.position.turns()))
    assert 0 <= float(words[words.index("winrate") + 1]) <= 1
    assert words[words.index("seat") + 1] == "first"
    looked_at = isthmus.search(talker.position, simulations=200).turns
    assert words.count("order") == min(20, len(looked_at))
    assert words[words.index("pv") + 1] == words[2]


def test_analysis_streams_until_it_is_stopped() -> None:
    talker = engine("trellis")
    heard: list[str] = []
    rest = talker.handle("4 isthmus-analyze b 1", emit=heard.append, stop=lambda: len(heard) > 3)
    assert heard[0] == "=4 \n"
    assert len(heard) == 4
    assert all(line.startswith("info move ") and line.endswith("\n") for line in heard[1:])
    assert rest.startswith("info move ")
    assert rest.endswith("\n\n")


def test_analysis_ends_by_itself_where_the_result_is_proved() -> None:
    talker = engine("hex(size=3,pie=0)")
    heard: list[str] = []
    rest = talker.handle("isthmus-analyze", emit=heard.append, stop=lambda: False)
    assert "rootInfo seat first" in rest
    assert " proof win " in rest


def test_analysis_says_which_evaluator_judged(tmp_path: Path) -> None:
    assert said(engine(), "isthmus-analyze").endswith(" evaluator hand")
    path = write_random_net(tmp_path, "hex(size=5)")
    talker = engine(evaluator=str(path.rename(tmp_path / "my own.net")))
    assert said(talker, "isthmus-analyze").endswith(" evaluator my_own.net")
    said(talker, "set_random_seed 3")
    assert said(talker, "isthmus-analyze").endswith(" evaluator my_own.net")
    assert said(talker, "reg_genmove b") in said(talker, "all_legal_moves").split()
    assert "net for hex; expected one for orbit" in refused(talker, "isthmus-game orbit(size=5)")
    assert said(talker, "isthmus-game").startswith("hex(size=5")


# The clock -----------------------------------------------------------------------------------------------------------


def test_period_0_is_sudden_death_and_a_period_for_0_turns_is_unlimited() -> None:
    assert Clock(0, 5, 0).budget(Side.BLACK, 40) is None
    assert Clock(60, 0, 0).budget(Side.BLACK, 40) == 1.5


def test_time_for_a_turn_is_a_share_of_what_is_left() -> None:
    clock = Clock(60, 0, 0)
    clock.set_left(Side.WHITE, 20, 0)
    assert clock.budget(Side.WHITE, 40) == 0.5
    assert clock.budget(Side.BLACK, 40) == 1.5
    assert clock.budget(Side.WHITE, 0) == 20 / 8


def test_in_a_period_its_turns_share_it() -> None:
    clock = Clock(10, 30, 5)
    clock.set_left(Side.BLACK, 12, 3)
    assert clock.budget(Side.BLACK, 40) == 4
    clock.spend(Side.BLACK, 2)
    assert clock.budget(Side.BLACK, 40) == 5
    clock.spend(Side.BLACK, 2)
    clock.spend(Side.BLACK, 2)  # the period is over, the next one begins
    assert clock.budget(Side.BLACK, 40) == 6


@pytest.mark.parametrize(("seconds", "budget"), [(10, 9.95), (1, 0.95), (0.1, 0.09)])
def test_a_fixed_time_for_each_turn_is_nearly_used_up(seconds: float, budget: float) -> None:
    clock = Clock(0, seconds, 1)
    assert clock.budget(Side.BLACK, 40) == pytest.approx(budget)
    clock.spend(Side.BLACK, budget)
    assert clock.budget(Side.BLACK, 40) == pytest.approx(budget)
    assert Clock(seconds, 0, 0).budget(Side.BLACK, 0) == pytest.approx(seconds / 8)


@pytest.mark.parametrize(
    ("game", "turns", "expected"),
    [
        ("trellis(size=7,pie=0)", [], 12),
        # Of 49 fields 24.5 will be filled; 20.5 of these are left, and two turns fill four.
        ("trellis(size=7,pie=0)", ["a1+b3", "c1+d3"], 5),
        ("trellis(size=7,pie=0,stones_per_turn=1)", ["a1", "c1"], 11),
        ("hex(size=3,pie=0)", ["a1", "b1", "c1", "a2", "b2", "c2"], 0),
    ],
)
def test_the_turns_to_come_follow_from_the_stones_of_a_turn(game: str, turns: list[str], expected: int) -> None:
    now = GameInPlay(Record.of_turns(isthmus.game(game), turns))
    assert turns_to_come(now) == expected


def test_the_stones_of_a_set_up_are_not_turns() -> None:
    start = isthmus.game("hex(size=7,pie=0)").start()
    for turn in ("a1", "b1", "c1", "d1", "e1", "f1", "g1", "a2", "b2", "c2"):
        start = start.play(turn)
    now = GameInPlay(Record(start.game, start=start)).play("d3").play("e3")
    assert turns_to_come(now) == 6  # of 49 fields 24.5 will be filled, and 12 are


def test_after_the_main_time_comes_the_first_period() -> None:
    clock = Clock(10, 30, 5)
    clock.spend(Side.BLACK, 11)
    assert clock.budget(Side.BLACK, 40) == 6
    clock.restart()
    assert clock.budget(Side.BLACK, 100) == 6  # a turn of main time gets no less than one of the period


@given(st.floats(0, 1000), st.floats(0, 100), st.integers(0, 30), st.lists(st.floats(0, 100)), st.integers(-5, 200))
def test_a_budget_is_positive_and_at_most_the_remaining_time(
    main: float, period: float, turns: int, spent: list[float], to_come: int
) -> None:
    clock = Clock(main, period, turns)
    for seconds in spent:
        budget = clock.budget(Side.WHITE, to_come)
        assert clock.limitless == (budget is None)
        if budget is not None:
            assert 0.01 <= budget <= max(0.01, main, period)
        clock.spend(Side.WHITE, seconds)


def test_clock_commands() -> None:
    talker = engine("hex(size=5,pie=0)", simulations=50)
    said(talker, "time_left w 3.5 0")
    said(talker, "time_settings 0 0.5 1")
    said(talker, "time_left b 1 0")
    said(talker, "genmove b")
    for line in (
        "time_settings 1 2",
        "time_settings -1 0 0",
        "time_settings 1e9 0 0",
        "time_left red 1 0",
        "time_left b x 0",
    ):
        refused(talker, line)


# Anything ------------------------------------------------------------------------------------------------------------

WORDS = st.sampled_from(
    [
        "play",
        "genmove",
        "reg_genmove",
        "undo",
        "boardsize",
        "clear_board",
        "final_score",
        "all_legal_moves",
        "showboard",
        "time_left",
        "time_settings",
        "set_random_seed",
        "isthmus-analyze",
        "isthmus-game",
        "isthmus-position",
        "isthmus-record",
        "known_command",
        "b",
        "w",
        "black",
        "white",
        "a1",
        "b2",
        "c3",
        "e5+a2",
        "pass",
        "stop",
        "swap-pieces",
        "swap-sides",
        "take-black",
        "take-white",
        "resign",
        "0",
        "1",
        "3",
        "5",
        "-1",
        "1.5",
        "99999999999999999999",
        "#",
        "hex",
        "hex(size=3)",
        "bridgit(size=3,pie=1)",
        "orbit(size=5,pie=1)",
        "network(size=6)",
        "3/1x1/3",
        "opening=choose",
        "first=white",
        "++",
        "(",
        "é",
        "½",
        "²",
        "１",
        "\t",
        "\r",
    ]
)
LINES = st.one_of(st.lists(WORDS, max_size=6).map(" ".join), st.text(max_size=60))


@settings(max_examples=150)
@given(st.lists(LINES, max_size=12))
def test_no_line_breaks_the_engine(lines: list[str]) -> None:
    talker = engine("hex(size=3,pie=1)", simulations=8)
    for line in lines:
        response = talker.handle(line)
        assert "internal error" not in response
        if response:
            assert response[0] in "=?"
            assert response.index("\n\n") == len(response) - 2
        json.dumps(response)
    assert talker.handle("8 protocol_version") == "=8 2\n\n"
