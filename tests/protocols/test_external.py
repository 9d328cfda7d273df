"""External programs as players: the Hex dialect, its pie rule, and every fault of a program."""

from __future__ import annotations

import os
import random
import re
import shlex
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import isthmus
from isthmus import Position, SearchError, Seat
from isthmus.match.player_spec import Limits, parse_player
from isthmus.protocols.external import ExternalPlayer
from isthmus.protocols.gtp.process import ForfeitError, GtpProcess

PROGRAM = Path(__file__).parent / "external_program.py"
HEX = isthmus.game("hex", size=5, pie=0)
PIE_HEX = isthmus.game("hex", size=5, pie=1)


def command(mode: str = "good") -> str:
    return shlex.join([sys.executable, "-S", str(PROGRAM), mode])


def stones_in(program: ExternalPlayer) -> dict[str, str]:
    """The stones on the program's board."""
    return dict(re.findall(r"(\S+) (\S+)", program._program.ask("stones")))


def stones_of(position: Position, *, mirrored: bool) -> dict[str, str]:
    """The stones of a position; on request mirrored in the long diagonal with the colours exchanged."""
    if not mirrored:
        return {name: colour for colour in ("black", "white") for name in position.stones(colour)}
    return {
        f"{chr(96 + int(name[1:]))}{ord(name[0]) - 96}": {"black": "white", "white": "black"}[colour]
        for colour in ("black", "white")
        for name in position.stones(colour)
    }


def after(position: Position, turns: list[str], program: ExternalPlayer) -> Position:
    """The position after the opponent's turns, which the program is told."""
    for text in turns:
        before, position = position, position.play(text)
        assert position.last_turn is not None
        program.watch(before, position.last_turn)
    return position


def answered(position: Position, program: ExternalPlayer) -> Position:
    """The position after the program's own turn."""
    turn = program.choose(position)
    program.watch(position, turn)
    return position.play(turn)


@pytest.mark.parametrize("mode", ["good", "chat"])
def test_a_program_plays_a_whole_game_and_knows_every_stone(mode: str) -> None:
    for seat, seed in ((Seat.FIRST, 1), (Seat.SECOND, 2)):
        chance = random.Random(seed)
        with closing(ExternalPlayer(command(mode), HEX)) as program:
            position = HEX.start()
            while position.outcome is None:
                if position.seat is seat:
                    position = answered(position, program)
                else:
                    position = after(position, [chance.choice(position.turns()).text], program)
            assert stones_in(program) == stones_of(position, mirrored=False)


def test_a_program_that_swaps_plays_on_in_the_mirror() -> None:
    with closing(ExternalPlayer(command("swap"), PIE_HEX)) as program:
        position = after(PIE_HEX.start(), ["b4"], program)
        position = answered(position, program)
        assert str(position.last_turn) == "take-black"
        assert stones_in(program) == {"d2": "white"}
        position = after(position, ["c5"], program)
        assert stones_in(program) == {"d2": "white", "e3": "black"}
        position = answered(position, program)
        assert str(position.last_turn) == "a1"
        position = answered(after(position, ["d1"], program), program)
        assert str(position.last_turn) == "a2", "its b1, in the mirror"
        assert stones_in(program) == stones_of(position, mirrored=True)


def test_a_program_that_exchanges_the_sides_plays_on_without_a_mirror() -> None:
    with closing(ExternalPlayer(command("sides"), PIE_HEX)) as program:
        position = after(PIE_HEX.start(), ["b4"], program)
        position = answered(position, program)
        assert str(position.last_turn) == "take-black"
        position = answered(after(position, ["c5"], program), program)
        assert stones_in(program) == stones_of(position, mirrored=False)


def test_a_stone_instead_of_a_swap_takes_the_colour_that_it_has() -> None:
    with closing(ExternalPlayer(command(), PIE_HEX)) as program:
        position = after(PIE_HEX.start(), ["b4"], program)
        position = answered(position, program)
        assert str(position.last_turn) == "take-white"
        position = answered(position, program)
        assert str(position.last_turn) == "a1"
        assert stones_in(program) == stones_of(position, mirrored=False)


@pytest.mark.parametrize("mode", ["good", "strict"])
def test_the_opponent_may_swap_even_if_the_program_lacks_the_pie_rule(mode: str) -> None:
    with closing(ExternalPlayer(command(mode), PIE_HEX)) as program:
        position = answered(PIE_HEX.start(), program)
        position = after(position, ["take-black"], program)
        position = answered(position, program)
        position = answered(after(position, ["e2"], program), program)
        assert position.seat_of("white") is Seat.FIRST
        assert stones_in(program) == stones_of(position, mirrored=True)


def test_an_opponent_who_does_not_swap_is_not_mentioned() -> None:
    with closing(ExternalPlayer(command("strict"), PIE_HEX)) as program:
        position = answered(PIE_HEX.start(), program)
        position = answered(after(position, ["take-white", "e2"], program), program)
        assert stones_in(program) == stones_of(position, mirrored=False)


@pytest.mark.parametrize(
    ("mode", "kind", "message"),
    [
        ("illegal", "illegal", "'c3'.*c3"),
        ("resign", "resigned", "resigned"),
        ("refuse", "refused", "refused 'play black c3': illegal move c3"),
        ("die", "stopped", "status 1 instead of answering 'genmove white'; it said: out of memory"),
        ("hang", "time", "did not answer 'genmove white' within 0.3 s"),
    ],
)
def test_a_program_that_breaks_the_protocol_loses_and_the_reason_is_given(mode: str, kind: str, message: str) -> None:
    limits = {"seconds": 0.2, "margin": 0.1} if mode == "hang" else {}
    with (
        closing(ExternalPlayer(command(mode), HEX, **limits)) as program,
        pytest.raises(ForfeitError, match=message) as caught,
    ):
        answered(after(HEX.start(), ["c3"], program), program)
    assert caught.value.kind == kind


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no-such-program-here", "cannot start 'no-such-program-here': No such file"),
        (command("small"), "refused 'boardsize 5': unknown command"),
        ("'", "not a command line"),
        (f"{sys.executable} -S -c ''", "ended with status 0 instead of answering 'boardsize 5'"),
    ],
)
def test_a_program_that_cannot_play_at_all_is_an_error(text: str, message: str) -> None:
    with pytest.raises(SearchError, match=message) as caught:
        ExternalPlayer(text, HEX)
    assert not isinstance(caught.value, ForfeitError)


@pytest.fixture
def hanging() -> Iterator[tuple[ExternalPlayer, int]]:
    """A program that hangs, and its process."""
    program = ExternalPlayer(command("hang"), HEX, seconds=0.1, margin=0.0)
    child = int(program._program.ask("child"))
    with pytest.raises(ForfeitError):
        program.choose(HEX.start())
    yield program, child
    program.close()


def test_a_program_that_hangs_is_ended_with_what_it_started(hanging: tuple[ExternalPlayer, int]) -> None:
    program, child = hanging
    assert alive(child)
    program.close()
    program.close()
    end = time.monotonic() + 20
    while alive(child):
        assert time.monotonic() < end, "still there"
        time.sleep(0.01)
    with pytest.raises(ForfeitError, match="has ended already"):
        program.choose(HEX.start())


def alive(process: int) -> bool:
    """Whether a process is running; a zombie is not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False if Path("/proc/self").exists() else _signalled(process)


def _signalled(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_an_isthmus_that_has_lost_resigns_to_its_opponent() -> None:
    engine = shlex.join([sys.executable, "-m", "isthmus", "gtp", "-g", "hex(pie=0)", "--simulations", "2000"])
    with closing(ExternalPlayer(engine, HEX)) as program:
        position = after(HEX.start(), ["c3"], program)
        with pytest.raises(ForfeitError, match="resigned") as caught:
            answered(position, program)
    assert caught.value.kind == "resigned"


def test_responses_of_several_lines_come_whole() -> None:
    with GtpProcess(command()) as program:
        program.ask("play b a1")
        program.ask("play w b1")
        assert program.ask("stones") == "a1 black\nb1 white"
        assert not program.attempt("play b a1")
        assert not program.knows("play")


def test_a_silent_program_is_ended() -> None:
    with GtpProcess(command("mute")) as program, pytest.raises(ForfeitError, match=r"'name' within 0\.1 s"):
        program.ask("name", seconds=0.1)


def test_a_program_that_prints_without_end_leaves_no_thread_behind() -> None:
    before = set(threading.enumerate())
    program = GtpProcess(command("flood"))
    while not program._lines.full():
        time.sleep(0.01)
    program.close()
    for thread in set(threading.enumerate()) - before:
        thread.join(60)
        assert not thread.is_alive()


def test_the_turns_of_other_games_are_canonical_texts() -> None:
    """The program plays single stones by name, which are legal turns of Trellis. It is told the choice of a colour."""
    game = isthmus.game("bridgit", size=3, pie=0)
    with closing(parse_player(f"gtp:{command()}").build(game, Limits(), 1)) as program:
        turn = program.choose(game.start())
        assert turn.text == "a1"
        assert turn in game.start().turns()
