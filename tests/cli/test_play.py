"""``isthmus play``: whole games, and everything that a person may type or do during one."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from cli_helpers import Run, every_game, random_game, smallest

import isthmus
from isthmus import Game, Seat
from isthmus.cli.commands import play
from isthmus.cli.play import commands, saves
from isthmus.cli.play.saves import load
from isthmus.cli.terminal.phrases import command
from isthmus.engine.nets.catalogue import packaged_path
from isthmus.record import Record, read_record, write_record

HEX = ("play", "hex", "--param", "size=4", "--simulations", "20")


def saved(home: Path) -> list[Path]:
    return sorted((home / "games").glob("*.jsonl"))


# Whole games ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seat", list(Seat), ids=str)
@every_game
def test_a_whole_game_against_the_computer(run: Run, home: Path, kind: type[Game], seat: Seat) -> None:
    game = smallest(kind)
    typed, end = random_game(game, seat, simulations=12, seed=3)
    done = run("play", str(game), "--side", str(seat), "--simulations", "12", "--seed", "3", typed=[*typed, ""])
    assert done.code == 0, done.out
    assert end.outcome is not None
    if end.outcome.winner is None:
        assert f"{end.outcome.in_words}." in done.out
    else:
        assert f"{str(end.outcome.winner).capitalize()} wins by" in done.out
        assert ("You win!" if end.seat_of(end.outcome.winner) is seat else "The computer wins!") in done.out
    (path,) = saved(home)
    assert read_record(path).final == end
    assert read_record(path).result == end.outcome


@every_game
def test_a_whole_game_of_two_people(run: Run, kind: type[Game]) -> None:
    game = smallest(kind)
    typed, end = random_game(game, None, simulations=1, seed=5)
    done = run("play", str(game), "--side", "both", typed=[*typed, ""])
    assert done.code == 0
    assert str(end.outcome.score[0] if end.outcome and end.outcome.score else "") in done.out
    assert "The record is in" in done.out


@every_game
def test_the_computer_plays_itself(run: Run, home: Path, kind: type[Game]) -> None:
    done = run("play", str(smallest(kind)), "--side", "none", "--simulations", "8")
    assert done.code == 0
    assert read_record(saved(home)[0]).result is not None


def test_the_same_seed_plays_the_same_game(run: Run, home: Path) -> None:
    for _ in range(2):
        run("play", "hex(size=5)", "--side", "none", "--simulations", "30", "--seed", "9")
    first, second = (read_record(path) for path in saved(home))
    assert first.turns == second.turns


def test_the_winning_chain_is_shown(run: Run) -> None:
    done = run("play", "hex(size=3,pie=0)", "--side", "both", typed=["a1", "b1", "a2", "b2", "a3", ""])
    assert "Black wins by connection. The first player wins!" in done.out
    assert "The winning stones: a1 a2 a3." in done.out


# The pie rule ---------------------------------------------------------------------------------------------------------
def test_the_opening_is_explained_and_says_whose_stone_is_next(run: Run) -> None:
    done = run("play", "trellis(size=5)", "--side", "both", typed=["a1", "b2", "c4", "black", "quit"])
    assert "The first player makes the first 3 turns, for black, white and black" in done.said
    assert "then the second player chooses a colour." in done.said
    assert "The first player's opening turn 1 of 3, for black ● > a1" in done.out
    assert "The first player's opening turn 2 of 3, for white ○ > b2" in done.out
    assert "The second player: take-black or take-white? > black" in done.out
    assert "The second player takes black ●, so the first player has white ○; white to move." in done.said


def test_the_computer_chooses_a_colour_in_one_sentence(run: Run) -> None:
    done = run(*HEX, typed=["b2", "quit"])
    assert "You make the first turn; then the computer chooses a colour." in done.out
    taken = [line for line in done.out.splitlines() if line.startswith("The computer takes")]
    assert len(taken) == 1
    assert "so you have" in taken[0]


def test_the_computer_opens_and_the_person_chooses(run: Run) -> None:
    done = run(*HEX, "--side", "second", typed=["take-white", "quit"])
    assert "The computer makes the first turn; then you choose a colour." in done.out
    assert re.search(r"for black ● \(its winning chance \d+% by its own estimate, ", done.said)
    assert "You take white ○, so the computer has black ●; white to move." in done.out


@pytest.mark.parametrize(
    ("game", "side", "seat"),
    [
        ("hex", "black", "first"),
        ("hex", "white", "second"),
        ("network", "white", "first"),
        ("network", "black", "second"),
    ],
)
def test_a_colour_means_the_seat_that_begins_with_it(run: Run, game: str, side: str, seat: str) -> None:
    done = run("play", game, "--side", side, "--simulations", "5", typed=["quit"])
    assert f"You are the {seat} player" in done.out


# What a person types --------------------------------------------------------------------------------------------------
def test_help_names_every_command(run: Run) -> None:
    done = run(*HEX, typed=["help", "quit"])
    for word in ("turns", "hint", "undo", "resign", "board", "rules", "save", "quit"):
        assert f"\n  {word}" in done.out


def test_help_explains_how_the_turns_of_the_game_are_written(run: Run) -> None:
    said = run("play", "trinidad(size=3)", typed=["help", "quit"]).said
    assert "A row move names its rearmost piece: where it was and where it goes." in said
    assert "c1-c3 only the row move" in said
    assert "| text" not in said


def test_a_turn_is_explained_at_the_start_and_when_its_kind_changes(run: Run) -> None:
    typed = ["c3", "board", "a2", "c2", "pass", "undo", "quit"]
    done = run("play", "trinidad(size=3)", "--side", "both", typed=typed)
    assert done.out.count("Place a piece on any empty field.") == 1
    assert done.out.count("Add a piece, move a row, or do both in that order.") == 1
    pie = run("play", "hex(size=4)", "--side", "both", typed=["b2", "take-white", "c2", "quit"])
    assert pie.out.count("Place a stone.") == 1
    assert "Choose a colour." not in pie.out


def test_bad_input_says_why_and_loses_nothing(run: Run) -> None:
    typed = ["b2", "zz", "b2", "a1+a2", "", "hlp", "99", "+", "quit"]
    done = run("play", "hex(size=4,pie=0)", "--side", "both", typed=typed)
    assert "'zz' is not a turn of Hex, or a part of one" in done.out
    assert "b2 is occupied by black" in done.out
    assert "a1+a2: a1 is already a whole turn." in done.out
    assert "Type a turn such as" in done.out
    assert "Did you mean 'help'?" in done.out
    assert done.out.count("The second player, white ○ >") == len(typed) - 1
    assert done.code == 0


@pytest.mark.parametrize("said", ["c3+c6", "C6 c3", " c6,c3 ", "c3 + c6"])
def test_turns_are_read_as_people_type_them(run: Run, home: Path, said: str) -> None:
    run("play", "trellis(size=7,pie=0)", "--side", "both", typed=[said, "quit"])
    assert read_record(saved(home)[0]).turns == ("c3+c6",)


def test_turns_lists_and_filters(run: Run) -> None:
    done = run("play", "trellis(size=9,pie=0)", "--side", "both", typed=["turns", "turns e5", "turns zz", "quit"])
    game = isthmus.game("trellis", size=9, pie=0)
    turns = [str(turn) for turn in game.start().turns()]
    partners = [text for text in turns if "e5" in text.split("+")]
    assert f"{len(turns)} legal turns, made of these steps:" in done.out
    assert f"{len(partners)} legal turns with e5:" in done.out
    assert set(partners) <= set(done.out.split())
    assert "No legal turn has a step that begins with 'zz'." in done.out


def test_turns_says_why_a_field_has_none(run: Run) -> None:
    done = run("play", "hex(size=5,pie=0)", "--side", "both", typed=["c3", "turns c3", "turns c9", "quit"])
    assert "\nc3 is occupied by black." in done.out
    assert "No field 'c9' on this board" in done.out


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("Elephant", "'Elephant' is not a turn of Hex, or a part of one"),
        ("C3, Z9", "No field 'Z9' on this board"),
        ("C3 Elephant", "'Elephant' is not a turn of Hex, or a part of one"),
        ("B2 c3 c4 a1", "B2 c3 c4 a1: b2 is occupied by black."),
        ("B2", "b2 is occupied by black."),
        ("A1, A2", "A1, A2: a1 is already a whole turn."),
        ("hint 99", "'99' after 'hint' is not understood; type 'hint' alone."),
        ("help me", "'me' after 'help' is not understood"),
    ],
)
def test_errors_quote_what_was_typed(run: Run, typed: str, said: str) -> None:
    done = run("play", "hex(size=4,pie=0)", "--side", "both", typed=["b2", typed, "quit"])
    assert f"> {typed}\n{said}" in done.out


@pytest.mark.parametrize(
    ("game", "turn", "said"),
    [
        ("trellis(size=5,pie=0)", "c3", True),
        ("trellis(size=5,pie=0)", "c3+d4", False),
        ("trellis(size=5,pie=0)", "pass", False),
        ("trinidad(size=3)", "a1", False),
    ],
)
def test_a_turn_that_ends_after_one_stone_of_two_is_noted(run: Run, game: str, turn: str, said: bool) -> None:
    done = run("play", game, "--side", "both", typed=[turn, "quit"])
    assert ("You ended the turn after one stone, c3. 'undo' takes it back." in done.said) == said


def test_hint_in_the_opening_says_what_to_aim_at(run: Run) -> None:
    done = run(*HEX, typed=["hint", "quit"])
    assert "The aim now is an even position, because the computer chooses the colour." in done.said
    assert "The aim" not in run("play", "hex(size=4,pie=0)", "--simulations", "9", typed=["hint", "quit"]).out


def test_the_score_is_beside_the_board(run: Run) -> None:
    assert "stones to drop: black 10, white 10" in run("play", "network", typed=["quit"]).out
    assert "contests: black 0, white 0; 3 needed to win" in run("show", "quadrant-hex").out
    assert "land: black 0, white 0" in run("show", "orbit").out


def test_hint_says_whose_chance(run: Run) -> None:
    done = run(*HEX, typed=["hint", "quit"])
    assert "Hint: " in done.out
    assert "your w" in done.out.split("Hint: ")[1] or "your loss" in done.out.split("Hint: ")[1]


def test_undo_goes_back_to_the_last_decision(run: Run, home: Path) -> None:
    typed = ["undo", "c3", "undo", "b2", "quit"]
    done = run("play", "hex(size=5,pie=0)", "--simulations", "20", typed=typed)
    assert "Nothing to take back." in done.out
    assert "Taken back: c3, " in done.out
    (path,) = saved(home)
    assert read_record(path).turns[0] == "b2"
    assert len(read_record(path).turns) == 2


def test_a_game_without_turns_leaves_no_file(run: Run, home: Path, tmp_path: Path) -> None:
    typed = ["c3", "undo", "quit"]
    run("play", "hex(size=5,pie=0)", "--simulations", "20", typed=typed)
    assert not saved(home)
    mine = tmp_path / "mine.jsonl"
    run("play", "hex(size=5,pie=0)", "--simulations", "20", "--file", str(mine), typed=typed)
    assert not read_record(mine).turns


def test_resign_ends_the_game_and_can_be_taken_back(run: Run, home: Path) -> None:
    typed = ["c3", "resign", "undo", "resign", ""]
    done = run("play", "hex(size=5,pie=0)", "--simulations", "20", typed=typed)
    assert done.out.count("You resign. The computer wins.") == 2
    assert "Resignation taken back." in done.out
    result = read_record(saved(home)[0]).result
    assert str(result) == "white (resigned)"


def test_at_a_terminal_resign_asks_once(run: Run, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "at_a_terminal", lambda: True)
    done = run("play", "hex(size=5,pie=0)", "--simulations", "20", typed=["c3", "resign", "", "resign", "yes", ""])
    assert done.out.count("Resign? Type 'yes', or press Enter to go on > ") == 2
    assert "You did not resign; the game goes on." in done.out
    assert done.out.count("You resign. The computer wins.") == 1
    assert str(read_record(saved(home)[0]).result) == "white (resigned)"


def test_the_end_says_once_where_the_record_is(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    done = run(*HEX, "--file", str(file), typed=["b2", "resign", ""])
    assert done.out.count(f"The record is in {file}\n") == 1
    assert "Type 'undo' to go back, 'save FILE' for a copy, or press Enter to leave." in done.out
    assert done.out.rstrip().endswith("The game is over >")


def test_a_seat_may_resign_before_the_colours_are_chosen(run: Run, home: Path) -> None:
    done = run(*HEX, typed=["resign", ""])
    assert "You resign. The computer wins." in done.out
    assert str(read_record(saved(home)[0]).result) == "second seat (resigned)"


def test_board_and_rules_can_be_read_during_a_game(run: Run) -> None:
    done = run("play", "hex(size=4)", typed=["board", "rules", "quit"])
    assert done.out.count("Hex (size=4, pie=1) · turn 1") == 2
    assert "First advice" in done.out


def test_save_writes_the_record_and_never_over_another(run: Run, tmp_path: Path) -> None:
    file, deep = tmp_path / "game.jsonl", tmp_path / "deep" / "game.jsonl"
    typed = ["b2", f"save {file}", f"save {file}", f"save {deep}", "quit"]
    done = run("play", "hex(size=4,pie=0)", "--side", "both", typed=typed)
    assert read_record(file).turns == ("b2",)
    assert "already exists" in done.said
    assert f"There is no folder {deep.parent}" in done.said
    assert not deep.parent.exists()
    assert "there is no folder" in run("play", "hex", "--file", str(deep)).err


def test_a_finished_game_can_be_saved_and_reopened(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "won.jsonl"
    typed = ["a1", "b1", "a2", "b2", "a3", f"save {file}", "what", "undo", "c3", "quit"]
    done = run("play", "hex(size=3,pie=0)", "--side", "both", typed=typed)
    assert str(read_record(file).result) == "black (connected)"
    assert "Taken back: a3." in done.out
    assert f"To resume: {command()} play --resume\n" in done.out


def test_the_heading_names_the_phase_of_a_game_that_has_several(run: Run) -> None:
    assert "Network (size=6, pie=0) · turn 1 · drop phase" in run("play", "network(size=6)", typed=["quit"]).out
    assert "Hex (size=4, pie=1) · turn 1\n" in run("play", "hex(size=4)", typed=["quit"]).out


def test_turns_are_numbered_at_the_board_as_in_the_record_and_the_choice_of_colour_is_one(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "game.jsonl"
    done = run("play", "hex(size=4)", "--side", "both", "--file", str(file), typed=["b2", "black", "c2", "quit"])
    assert [done.out.count(f"Hex (size=4, pie=1) · turn {number}\n") for number in range(1, 6)] == [1, 1, 1, 1, 0]
    assert run("convert", str(file), "--to", "turns").out.endswith("\n1. b2  2. take-black  3. c2\n")
    assert "after 2 of 3 turns" in run("show", str(file), "--at", "2").out


# Choosing a game ------------------------------------------------------------------------------------------------------
def test_without_a_game_one_chooses_from_a_list(run: Run) -> None:
    done = run("play", typed=["", "help", "9", "chess", "hex size=99", "hex size=4", "quit"])
    for name in isthmus.games():
        assert name in done.out
    assert done.out.count("Type a number from 1 to 8 or a name") == 2
    assert "There is no game number 9; the numbers go from 1 to 8." in done.out
    assert "no game is called 'chess'" in done.out
    assert "expected a whole number from 3 to 26" in done.said
    assert "Hex (size=4, pie=1) · turn 1" in done.out


def test_a_number_chooses_and_the_list_offers_the_unfinished_game(run: Run) -> None:
    run("play", "hex(size=4,pie=0)", "--side", "both", typed=["b2", "quit"])
    done = run("play", typed=["1", "quit"])
    assert "your game of Hex, 1 turn played" in done.said
    assert "Trellis (size=15, pie=3) · turn 1" in done.out
    assert "The game continues after 1 turn." in run("play", typed=["r", "quit"]).out


@pytest.mark.parametrize(
    ("said", "player"), [("2", "computer (level 2)"), ("", "computer (level 3)"), ("full", "computer (1 s)")]
)
def test_at_a_terminal_the_list_of_games_asks_for_a_level_too(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch, said: str, player: str
) -> None:
    monkeypatch.setattr(play, "at_a_terminal", lambda: True)
    done = run("play", typed=["hex size=4 pie=0", "13", said, "b2", "quit"])
    assert (
        "from 1 (for a first game) to 12 (strong grandmaster)? Enter plays at level 3 (casual), 'full' at" in done.said
    )
    assert "Type a number from 1 to 12, 'full' or 'quit', or press Enter for level 3." in done.out
    assert read_record(saved(home)[0]).players == ("person", player)


def test_no_level_is_asked_where_the_options_say_how_the_computer_plays(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play, "at_a_terminal", lambda: True)
    for options in (["--level", "3"], ["--simulations", "9"], ["--eval", "hand"], ["--side", "both"]):
        assert "Level >" not in run("play", *options, typed=["hex size=4 pie=0", "quit"]).out


@pytest.mark.parametrize("number", ["²", "9" * 5000])
def test_an_odd_number_chooses_no_game(run: Run, number: str) -> None:
    done = run("play", typed=[number, "quit"])
    assert f"Game > '{number[:40]}" in done.out
    assert "is not a game" in done.out


def test_end_of_input_while_choosing_says_how_to_start_without(run: Run) -> None:
    done = run("play", typed="")
    assert done.code == 2
    assert "no game chosen" in done.err


# Resuming -------------------------------------------------------------------------------------------------------------
def test_the_end_of_input_saves_and_resume_goes_on(run: Run) -> None:
    done = run("play", "hex(size=4,pie=0)", "--simulations", "20", typed="b2\n")
    assert done.code == 0
    assert "Saved in" in done.out
    again = run("play", "--resume", typed=["board", "quit"])
    assert again.code == 0
    assert "The game continues after 2 turns." in again.out
    assert "You are the first player, black ●" in again.out


def test_resuming_keeps_everything_in_the_record(run: Run, tmp_path: Path) -> None:
    game = isthmus.game("hex", size=4, pie=0)
    start = game.position(black=["a1"], white=["d4"])
    record = Record(game, ("Ann", "Ben"), start=start, occasion="Cup").play("b2").play("c2").annotate(1, comment="bold")
    record, _ = record.add(1, "c1")
    path = tmp_path / "game.jsonl"
    write_record(record, path)
    done = run("play", "--resume", "--file", str(path), typed=["b3", "undo", "undo", "d1", "quit"])
    assert done.code == 0
    back = read_record(path)
    assert (back.players, back.start, back.occasion, back.nodes[1].comment) == (("Ann", "Ben"), start, "Cup", "bold")
    assert back.turns == ("b2", "d1")
    assert back.nodes[back.last].seconds is not None
    assert [back.nodes[child].turn for child in back.children(1)] == ["d1", "c1"]


@pytest.mark.parametrize("name", ["computergeek77", "computer (1..2 s)", "computer", "computer (level 13)"])
def test_only_the_name_of_the_computer_is_read_as_the_computer(run: Run, tmp_path: Path, name: str) -> None:
    path = tmp_path / "game.jsonl"
    write_record(Record(isthmus.game("hex", size=4, pie=0), ("Ann", name)).play("b2"), path)
    assert run("play", "--resume", "--file", str(path), typed=["quit"]).code == 0
    back = read_record(path)
    assert (back.players, back.turns) == (("Ann", name), ("b2",))


def test_resuming_in_the_opening_says_again_what_the_pie_wants(run: Run) -> None:
    run("play", "trellis(size=5)", "--side", "both", typed=["a1", "quit"])
    done = run("play", "--resume", typed=["b2", "quit"])
    assert "The first player makes the other 2 opening turns, for white and black; then the second" in done.said
    done = run("play", "--resume", typed=["c4", "quit"])
    assert "The first player makes the last opening turn; then the second player chooses a colour." in done.said
    assert "The opening is complete; now the second player chooses a colour." in run("play", "--resume", typed="").said


@pytest.mark.parametrize(
    ("found", "ran", "said"),
    [
        ("/usr/bin/isthmus", "/usr/bin/isthmus", "isthmus"),
        (None, "tools/isthmus", "tools/isthmus"),
        (None, "-c", f"{sys.executable} -m isthmus"),
    ],
)
def test_the_command_that_resumes_the_game_works_from_this_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, found: str | None, ran: str, said: str
) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "isthmus").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("shutil.which", lambda _: found)
    monkeypatch.setattr(sys, "argv", [str(tmp_path / ran) if "tools" in ran else ran])
    assert command() == said


def test_a_game_in_a_separate_file_is_resumed_by_its_name(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    done = run("play", "hex(size=4,pie=0)", "--side", "both", "--file", str(file), typed=["b2", "quit"])
    assert f"play --resume {file}\n" in done.out


def test_a_game_against_a_net_of_a_file_is_resumed_with_it(run: Run) -> None:
    net = str(packaged_path("hex"))
    done = run("play", "hex(size=5,pie=0)", "--simulations", "1", "--eval", net, typed=["b2", "quit"])
    assert f"play --resume --eval {net}\n" in done.out


def test_resume_takes_a_game_or_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    run("play", "hex(size=4,pie=0)", "--side", "both", "--file", str(file), typed=["b2", "quit"])
    run("play", "bridgit(size=3)", "--side", "both", typed=["c3", "quit"])
    assert "Bridg-It" in run("play", "bridgit", "--resume", typed=["quit"]).out
    for arguments in ((str(file), "--resume"), ("--resume", "--file", str(file))):
        assert "after 1 turn" in run("play", *arguments, typed=["quit"]).out
    run("play", str(file), "--resume", typed=["c2", "quit"])
    assert read_record(file).turns == ("b2", "c2")


def test_resume_keeps_the_people_and_the_limits(run: Run, home: Path) -> None:
    run(*HEX, "--side", "second", typed=["quit"])
    run("play", "--resume", typed=["take-black", "quit"])
    assert read_record(saved(home)[0]).players == ("computer (20 simulations)", "person")


def test_a_level_is_kept_with_the_game(run: Run, home: Path) -> None:
    run("play", "hex(size=4,pie=0)", "--level", "2", typed=["b2", "quit"])
    assert read_record(saved(home)[0]).players == ("person", "computer (level 2)")
    run("play", "--resume", typed=["undo", "b2", "quit"])
    assert read_record(saved(home)[0]).players == ("person", "computer (level 2)")


def test_resume_refuses_a_file_of_another_game(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    run("play", "hex(size=4,pie=0)", "--side", "both", "--file", str(file), typed=["b2", "quit"])
    done = run("play", "trellis", "--resume", "--file", str(file))
    assert done.code == 2
    assert "has a game of hex, not of trellis" in " ".join(done.err.split())


def test_a_seat_that_changes_hands_keeps_the_names_of_all_its_players(run: Run, home: Path) -> None:
    run("play", "hex(size=5,pie=0)", "--level", "1", typed=["c3", "quit"])
    run("play", "--resume", "--side", "second", "--level", "2", typed=["quit"])
    (path,) = saved(home)
    assert read_record(path).players == ("person, then computer (level 2)", "computer (level 1), then person")
    run("play", "--resume", typed=["quit"])
    assert read_record(path).players == ("person, then computer (level 2)", "computer (level 1), then person")
    for level in (3, 4, 5, 6, 7, 8, 9, 10, 11):
        run("play", "--resume", "--side", "none" if level == 11 else "second", "--level", str(level), typed=["quit"])
    assert all(len(name) <= 200 for name in read_record(path).players)


def test_a_level_keeps_its_one_thread(run: Run) -> None:
    run("play", "hex(size=5,pie=0)", "--level", "1", typed=["c3", "quit"])
    assert "a level has one thread; omit --threads" in run("play", "--resume", "--threads", "2").err


def test_resume_skips_a_game_without_turns(run: Run) -> None:
    run("play", "hex(size=5,pie=0)", "--level", "1", typed=["c3", "quit"])
    run("play", "trellis(size=5,pie=0)", "--level", "1", typed=["c3", "undo", "quit"])
    assert "Hex" in run("play", "--resume", typed=["quit"]).out


def test_a_link_to_nothing_among_the_saved_games_is_skipped(run: Run, home: Path) -> None:
    run("play", "hex(size=4,pie=0)", "--side", "both", typed=["b2", "quit"])
    (home / "games" / "lost.jsonl").symlink_to(home / "games" / "missing.jsonl")
    assert "The game continues after 1 turn." in run("play", "--resume", typed=["quit"]).out


def test_finished_games_are_not_played_through_to_find_an_unfinished_one(
    run: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("play", "hex(size=4,pie=0)", "--side", "both", typed=["b2", "quit"])
    (mine,) = (home / "games").glob("*.jsonl")
    resigned, won = home / "games" / "resigned.jsonl", home / "games" / "won.jsonl"
    game = "hex(size=3,pie=0)"
    run("play", game, "--side", "both", "--file", str(resigned), typed=["b2", "resign", ""])
    run("play", game, "--side", "both", "--file", str(won), typed=["b1", "a1", "b2", "a2", "b3", ""])
    assert all(read_record(path).result for path in (resigned, won))
    loaded = list[Path]()
    monkeypatch.setattr(saves, "load", lambda path: loaded.append(path) or load(path))
    found = saves.latest()
    assert found is not None
    assert loaded == [found.path] == [mine]


def test_resume_names_an_unreadable_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.jsonl").write_text("garbage\n", encoding="utf-8")
    assert f"error: {tmp_path / 'bad.jsonl'}: line 1" in run("play", "--resume", str(tmp_path / "bad.jsonl")).err


def test_a_name_without_turns_is_forgotten(run: Run, tmp_path: Path) -> None:
    mine = str(tmp_path / "mine.jsonl")
    run("play", "hex(size=5,pie=0)", "--level", "1", "--file", mine, typed=["c3", "quit"])
    run("play", "--resume", mine, "--level", "4", typed=["undo", "quit"])
    assert read_record(Path(mine)).players == ("person", "computer (level 4)")


def test_a_seat_that_has_not_played_may_change_its_name(run: Run, home: Path) -> None:
    run("play", "hex(size=5,pie=0)", "--side", "second", "--level", "1", typed=["quit"])
    run("play", "--resume", "--side", "none", "--level", "1", typed=["quit"])
    assert read_record(saved(home)[0]).players == ("computer (level 1)", "computer (level 1)")


def test_resume_reads_a_file_that_a_crash_cut_off(run: Run, home: Path) -> None:
    run("play", "hex(size=4,pie=0)", "--side", "both", typed=["b2", "c3", "quit"])
    (path,) = saved(home)
    path.write_text(path.read_text(encoding="utf-8")[:-5], encoding="utf-8")
    assert "after 1 turn" in run("play", "--resume", typed=["quit"]).out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--resume",), "no unfinished game in"),
        (("hex", "--resume"), "no unfinished game of hex in"),
        (("hexx", "--resume"), "did you mean 'hex'?"),
        (("nowhere.jsonl", "--resume"), "there is no file nowhere.jsonl"),
        (("hexx",), "did you mean 'hex'?"),
        (("hex", "--level", "2", "--seconds", "1"), "a level has its own limits"),
        (("hex", "--side", "red"), "--side is 'red'; expected one of black, white, first, second, none, both"),
        (("hex", "--param", "size=2"), "expected a whole number from 3 to 26"),
        (("hex", "--param", "size"), "expected NAME=VALUE"),
        (("hex", "--param", "colour=red"), "hex has no parameter 'colour'"),
        (("hex", "-p", "size=4", "-p", "size=5"), "given twice"),
    ],
)
def test_mistakes_are_one_line_and_exit_code_2(run: Run, arguments: tuple[str, ...], message: str) -> None:
    done = run("play", *arguments)
    assert done.code == 2
    assert done.err.startswith("error: ")
    assert message in done.err
    assert len(done.err.splitlines()) == 1


def test_a_finished_game_is_not_resumed(run: Run, home: Path) -> None:
    run("play", "hex(size=3)", "--side", "none", "--simulations", "5")
    assert "no unfinished game" in run("play", "--resume").err
    assert "is over" in run("play", str(saved(home)[0]), "--resume").err


def test_a_file_in_use_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "kept.txt"
    file.write_text("precious", encoding="utf-8")
    assert "already exists" in run("play", "hex", "--file", str(file)).err
    assert file.read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize("name", ["mine.jsonl", "mine.JSON", "mine"])
def test_a_game_in_a_separate_file_can_be_resumed(run: Run, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    done = run("play", "hex(size=4,pie=0)", "--side", "both", "--file", str(file), typed=["b2", "c3", "save", "quit"])
    assert (done.code, done.out.count(f"Saved in {file}")) == (0, 2)
    assert "after 2 turns" in run("play", "--resume", str(file), typed=["quit"]).out
    run("play", "--resume", str(file), typed=["a1", "quit"])
    assert read_record(file).turns == ("b2", "c3", "a1")


@pytest.mark.parametrize("name", ["game.sgf", "game.txt", "game.gif"])
def test_a_game_is_saved_only_in_formats_that_can_be_resumed(run: Run, tmp_path: Path, name: str) -> None:
    done = run("play", "hex(size=4,pie=0)", "--side", "both", "--file", str(tmp_path / name), typed=["b2", "quit"])
    assert done.code == 2
    assert "a game in progress is kept as JSON lines; expected a name that ends in .jsonl" in done.err
    assert not (tmp_path / name).exists()


def test_a_folder_that_cannot_be_written_stops_nobody(run: Run, home: Path) -> None:
    home.write_text("in the way", encoding="utf-8")
    done = run("play", "hex(size=3,pie=0)", "--side", "both", typed=["a1", "b1", "quit"])
    assert done.code == 0
    assert "This game is not saved" in done.out
    assert "Saved in" not in done.out
    ended = run("play", "hex(size=3,pie=0)", "--side", "both", typed=["resign", ""])
    assert "Type 'undo' to go back, 'save FILE' to keep the record, or press Enter to leave." in ended.out
    assert "The record is in" not in ended.out


@pytest.mark.parametrize(("name", "begins"), [("a.sgf", "(;"), ("a.txt", "hex("), ("a.jsonl", "{")])
def test_a_game_is_saved_in_the_format_of_its_name(run: Run, tmp_path: Path, name: str, begins: str) -> None:
    run("play", "hex(size=4,pie=0)", "--side", "both", typed=["b2", f"save {tmp_path / name}", "quit"])
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(begins)


def test_a_name_that_says_no_format_is_refused(run: Run, tmp_path: Path) -> None:
    done = run("play", "hex(size=4,pie=0)", "--side", "both", typed=["b2", f"save {tmp_path / 'a.gif'}", "quit"])
    assert "expected a name that ends in .jsonl, .json, .sgf, .txt" in done.said
    assert not (tmp_path / "a.gif").exists()


def test_a_list_of_turns_cannot_be_resumed_but_can_be_converted(run: Run, tmp_path: Path) -> None:
    (tmp_path / "turns.txt").write_text("hex\na1 take-black\n", encoding="utf-8")
    result = run("play", "--resume", "--file", str(tmp_path / "turns.txt"))
    assert result.code == 2
    assert "turns.txt cannot be resumed: found another format, expected JSON lines; to convert it: " in result.err
    assert "turns.txt --output game.jsonl" in result.err
    assert run("convert", str(tmp_path / "turns.txt"), "-o", str(tmp_path / "game.jsonl")).code == 0
    (tmp_path / "game.jsonl").rename(tmp_path / "kept.txt")
    assert load(tmp_path / "kept.txt").record.turns == ("a1", "take-black")


def test_a_file_without_resume_gets_advice(run: Run, tmp_path: Path) -> None:
    write_record(Record(isthmus.game("hex")), tmp_path / "game.jsonl")
    result = run("play", str(tmp_path / "game.jsonl"))
    assert result.code == 2
    assert "is a file; to continue its game: " in result.err


def test_the_game_left_last_is_the_one_that_resumes(run: Run, home: Path) -> None:
    for game in ("hex(size=4)", "trellis(size=5)"):
        run("play", game, "--side", "both", typed=["a1", "quit"])
    assert "Hex" in run("play", "hex", "--resume", typed=["quit"]).out
    assert "Hex" in run("play", "--resume", typed=["quit"]).out
