"""Attacks a server that it starts on this machine, and reports what the server withstood.

    python bench/attack.py [--only half-open kill oversize pieces rates positions] [--kills 12] [--server COMMAND]

The attacks are half-open connections, kills, oversized requests, data in tiny pieces, requests above the limits, and
positions that take long to read or to answer questions about. Only loopback is used.
Each attack starts a new server with a new database, and has a time limit; all attacks take about four minutes. The exit
status is 1 if an attack succeeded. Meanwhile another client asks for the start page; the report says how many of its
requests were answered, and how long the slowest answer took.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, Self

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

LATE = 5.0
"""Seconds after which an answer counts as lost."""
WHOLE = 420.0
"""Seconds after which no further attack starts."""
GAME = "hex(size=13,pie=0)"


class Server:
    """A server with its games in a folder. It can be killed and restarted."""

    def __init__(self, command: list[str], folder: Path, *options: str, files: int = 0) -> None:
        database = f"sqlite:///{folder / 'games.db'}"
        self.wanted = [*command, "--port", "0", "--database", database, "--workers", "1", "--no-browser", *options]
        if files:
            self.wanted = ["bash", "-c", f'ulimit -n {files} && exec "$@"', "--", *self.wanted]
        self.log = folder / "log.txt"
        self.start()

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.wanted, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        late = threading.Timer(60, self.process.kill)
        late.start()
        said = self.process.stdout.readline()
        late.cancel()
        if not said:
            sys.exit(f"the server does not start: {self.log.read_text()}")
        self.port = int(said.split()[3].rstrip("/").rsplit(":", 1)[1])

    def wake(self) -> None:
        """Asks until there is an answer; the first one takes longer."""
        for _ in range(10):
            with suppress(OSError, HTTPException):
                self.ask("GET", "/")
                return

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def ask(
        self, method: str, path: str, body: Any = None, source: str = "127.0.0.1", **headers: str
    ) -> tuple[int, bytes]:
        """The status of an answer, and its body. OSError or HTTPException if none comes."""
        sent = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        connection = HTTPConnection("127.0.0.1", self.port, timeout=LATE, source_address=(source, 0))
        try:
            kind = {"Content-Type": "application/json"} if sent is not None else {}
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, sent, kind | named)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def line(self, source: str = "127.0.0.1", patience: float = LATE) -> socket.socket:
        """A connection."""
        return socket.create_connection(("127.0.0.1", self.port), patience, source_address=(source, 0))

    def said(self, sent: bytes, patience: float) -> str:
        """The status of the answer to these bytes, or why no answer came."""
        with self.line(patience=patience) as line:
            with suppress(BrokenPipeError, ConnectionResetError):
                line.sendall(sent)
            try:
                first = line.recv(4096)
            except TimeoutError:
                return f"none in {patience:.0f} s"
            except ConnectionResetError:
                return "closed"
        return first.split()[1].decode() if first.startswith(b"HTTP/") else "closed"


@dataclass(frozen=True)
class Row:
    """An attack, the measurement, and whether the server held."""

    attack: str
    measured: str
    held: bool


class Probe:
    """Another client, which asks for the start page again and again from a given address."""

    def __init__(self, server: Server, source: str) -> None:
        self.server = server
        self.source = source
        self.asked = self.answered = 0
        self.slowest = 0.0
        self.ending = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        while not self.ending.is_set():
            began = time.perf_counter()
            well = False
            with suppress(OSError, HTTPException):
                well = self.server.ask("GET", "/", source=self.source)[0] == 200
            self.slowest = max(self.slowest, time.perf_counter() - began)
            self.answered += well
            self.asked += 1
            self.ending.wait(0.1)

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ending.set()
        self.thread.join(2 * LATE)

    def well(self) -> bool:
        return self.asked == self.answered > 0 and self.slowest < 2

    def __str__(self) -> str:
        return f"others: {self.answered} of {self.asked} answered, slowest {self.slowest * 1000:.0f} ms"


@contextmanager
def running(command: list[str], *options: str, files: int = 0) -> Iterator[Server]:
    """A new server, which is killed at the end."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(command, Path(folder), *options, files=files)
        try:
            server.wake()
            yield server
        finally:
            server.kill()


# Half-open connections ------------------------------------------------------------------------------------------------
HALF = {
    "half-open connections": b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Header: ",
    "unfinished bodies": b"POST /api/board/steps HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n{",
}
"""The beginnings of requests that do not end."""


def half_open(command: list[str], files: int, count: int, addresses: int, what: str = "half-open connections") -> Row:
    """Connections with an unfinished request, for eight seconds; some send a byte now and then."""
    sources = f"{addresses} addresses" if addresses > 1 else "one address"
    name = f"{count:,} {what} from {sources}, {files:,} open files"
    with running(command, files=files) as server, ExitStack() as lines:
        before = server.log.stat().st_size
        with Probe(server, "127.0.0.1") as same, Probe(server, "127.200.0.1") as other:
            end, made = time.monotonic() + 8, []
            for number in range(count):
                if time.monotonic() > end:
                    break
                with suppress(OSError):
                    source = f"127.1.{number % addresses}.1" if addresses > 1 else "127.0.0.1"
                    line = lines.enter_context(server.line(source))
                    line.sendall(HALF[what])
                    made.append(line)
            while time.monotonic() < end:
                for line in random.sample(made, min(50, len(made))):
                    with suppress(OSError):
                        line.sendall(b"x")
                time.sleep(0.25)
        written = (server.log.stat().st_size - before) / 8
        found = f"same address: {same.answered} of {same.asked} answered; {other}; log {written:,.0f} bytes a second"
        return Row(name, found, same.answered == same.asked and other.well() and written < 10_000)


# Death ----------------------------------------------------------------------------------------------------------------
def killed(command: list[str], kills: int) -> Row:
    """Kills the server at random moments while four games are played. Then looks for every turn that it accepted."""
    chance, lost, accepted, began = random.Random(7), 0, 0, time.monotonic()
    with running(command, "--no-limits") as server:
        for done in range(kills):
            if time.monotonic() - began > 120:
                kills = done
                break
            tables = [Table(server) for _ in range(4)]
            for table in tables:
                table.thread.start()
            time.sleep(chance.uniform(0.05, 1.0))
            server.kill()
            for table in tables:
                table.thread.join(2 * LATE)
            server.start()
            for table in tables:
                there = json.loads(server.ask("GET", f"/api/games/{table.game}")[1])["state"]["turns"]
                accepted += len(table.accepted)
                lost += sum(one != other for one, other in zip(table.accepted, there, strict=False))
                lost += max(0, len(table.accepted) - len(there))
    return Row(f"{kills} kills while four games are played", f"{accepted} accepted turns, {lost} lost", lost == 0)


class Table:
    """A game whose turns are posted one after the other until the server is killed."""

    def __init__(self, server: Server) -> None:
        self.server = server
        opened = json.loads(server.ask("POST", "/api/games", {"game": GAME, "opponent": "here"})[1])
        self.game, self.tokens = opened["id"], opened["tokens"]
        self.accepted: list[str] = []
        self.thread = threading.Thread(target=self._play, daemon=True)

    def _play(self) -> None:
        for ply in range(169):
            turn = f"{'abcdefghijklm'[ply % 13]}{ply // 13 + 1}"
            bearer = f"Bearer {self.tokens['second' if ply % 2 else 'first']}"
            try:
                status, _ = self.server.ask(
                    "POST", f"/api/games/{self.game}/turns", {"turn": turn, "ply": ply}, Authorization=bearer
                )
            except (OSError, HTTPException):
                return
            if status != 200:
                return
            self.accepted.append(turn)


# Size -----------------------------------------------------------------------------------------------------------------
def posted(path: str, body: bytes, kind: str = "application/json") -> bytes:
    """A whole request with a body."""
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def game(text: str) -> bytes:
    """A request for a game by its text."""
    return posted("/api/games", json.dumps({"game": text, "opponent": "here"}).encode())


FORM = "application/x-www-form-urlencoded"
HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
CHUNK = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
OVERSIZE: dict[str, tuple[Callable[[], bytes], str | tuple[str, ...]]] = {
    "a body of 5 MiB": (lambda: posted("/api/games", b"x" * (5 << 20)), "413"),
    "a chunked body that never ends": (
        lambda: b"POST /games HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + CHUNK * 80,
        "413",
    ),
    "a body that never arrives": (lambda: HEAD.replace(b"GET", b"POST") + b"Content-Length: 9\r\n\r\n", "408"),
    "an address of 5,000 bytes": (lambda: HEAD.replace(b"/ ", b"/" + b"x" * 5000 + b" ", 1) + b"\r\n", "414"),
    "a header of 1 MiB": (lambda: HEAD + b"X: " + b"x" * (1 << 20) + b"\r\n\r\n", "400"),
    "20,000 headers": (lambda: HEAD + b"X: x\r\n" * 20_000 + b"\r\n", ("2", "4")),
    "a game's name with 4 million spaces": (lambda: game("hex" + " " * 4_000_000 + "("), "4"),
    "a game's name with 40,000 spaces": (lambda: game("hex" + " " * 40_000 + "("), "4"),
    "a game with a million parameters": (lambda: game("hex(" + "size=3," * 500_000 + ")"), "4"),
    "a body of 4 million brackets": (lambda: posted("/api/games", b"[" * 4_000_000), "4"),
    "a form of 4 MB in percent signs": (
        lambda: posted("/study", b"&".join(b"text=" + b"%41" * 270_000 for _ in range(5)), FORM),
        "4",
    ),
    "a form of a million fields": (lambda: posted("/study", b"a=&" * 1_000_000, FORM), "4"),
}


def oversize(command: list[str], name: str) -> Row:
    """One thing that is too large. It must be answered, and other clients must not wait because of it."""
    make, expected = OVERSIZE[name]
    with running(command) as server:
        sent = make()
        with Probe(server, "127.200.0.1") as other:
            began = time.perf_counter()
            status = server.said(sent, 30 if expected == "408" else 10)
            spent = time.perf_counter() - began
            time.sleep(0.3)
        return Row(name, f"{status} after {spent:.1f} s; {other}", status.startswith(expected) and other.well())


def long_messages(command: list[str]) -> Row:
    """Messages in a socket: one of a mebibyte, then as many small ones as possible in five seconds."""
    with running(command) as server:
        opened = json.loads(server.ask("POST", "/api/games", {"game": GAME, "opponent": "here"})[1])
        address = f"ws://127.0.0.1:{server.port}/g/{opened['id']}/live?after=0"
        with Probe(server, "127.200.0.1") as other:
            with connect(address, compression=None) as talk:
                talk.send("x" * (1 << 20))
                try:
                    while True:
                        talk.recv(LATE)
                except ConnectionClosed as closed:
                    code = closed.rcvd.code if closed.rcvd else 0
                except TimeoutError:
                    code = 0
            flood = threading.Thread(target=flooded, args=[address], daemon=True)
            flood.start()
            flood.join(2 * LATE)
        measured = f"closed with {code}; {other}"
        return Row("socket messages: one of 1 MiB, then small ones for 5 s", measured, code == 1009 and other.well())


def flooded(address: str) -> None:
    """Sends small messages for five seconds, as fast as they are taken."""
    end = time.monotonic() + 5
    with suppress(ConnectionClosed, OSError), connect(address, compression=None, close_timeout=1) as talk:
        while time.monotonic() < end:
            talk.send('{"do": "say", "key": "a-key-of-mine", "text": "x"}')


# Tiny pieces ----------------------------------------------------------------------------------------------------------
CHUNKED = b"POST %s HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
UPGRADE = (
    b"GET /g/%s/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
PIECES = {
    "chunks of one byte": (CHUNKED % b"/study", b"", b"1\r\nx\r\n"),
    "chunks of one byte to an unknown address": (CHUNKED % b"/nowhere", b"", b"1\r\nx\r\n"),
    "chunks of 256 bytes": (CHUNKED % b"/study", b"", b"100\r\n" + b"x" * 256 + b"\r\n"),
    "empty pings": (UPGRADE, b"", b"\x89\x80\0\0\0\0"),
    "messages of one character": (UPGRADE, b"", b"\x81\x81\0\0\0\0x"),
    "a message in empty frames": (UPGRADE, b"\x01\x80\0\0\0\0", b"\x00\x80\0\0\0\0"),
}
"""The head of a request (with the place of a game's id, if it opens a socket), the first piece, and one to repeat."""


def pieces(command: list[str], name: str, clients: int = 4, seconds: float = 5) -> Row:
    """Clients that send tiny pieces as fast as they can, on a new connection whenever the server closes one."""
    head, first, piece = PIECES[name]
    many = piece * (200_000 // len(piece))
    opened: list[socket.socket] = []

    def flood() -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with suppress(OSError), server.line() as line:
                line.sendall(head)
                if head.startswith(b"GET") and b" 101 " not in line.recv(4096):
                    time.sleep(0.2)  # too many sockets from this address
                    continue
                line.sendall(first)
                opened.append(line)
                while time.monotonic() < end:
                    line.sendall(many)

    with running(command) as server:
        if head.startswith(b"GET"):
            game = json.loads(server.ask("POST", "/api/games", {"game": GAME, "opponent": "here"})[1])
            head %= game["id"].encode()
        threads = [threading.Thread(target=flood, daemon=True) for _ in range(clients)]
        with Probe(server, "127.200.0.1") as other:
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(seconds + 2 * LATE)
            time.sleep(0.3)
    return Row(f"{clients} clients with {name}", f"{len(opened)} connections; {other}", other.well())


# Positions ------------------------------------------------------------------------------------------------------------
def hard_texts() -> list[str]:
    """The positions of hard_positions.txt."""
    lines = Path(__file__).with_name("hard_positions.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def hard_positions(command: list[str]) -> Row:
    """The positions of hard_positions.txt, each sent three times, one after the other."""
    texts = hard_texts()
    answered, slowest = 0, 0.0
    with running(command) as server, Probe(server, "127.200.0.1") as other:
        for text in 3 * texts:
            began = time.perf_counter()
            with suppress(OSError, HTTPException):
                answered += server.ask("POST", "/api/board/steps", {"position": text})[0] == 200
            slowest = max(slowest, time.perf_counter() - began)
        time.sleep(0.3)
    measured = f"{answered} of {3 * len(texts)} answered, slowest {slowest * 1000:.0f} ms; {other}"
    held = answered == 3 * len(texts) and slowest < 1 and other.well()
    return Row(f"{len(texts)} positions of Network that once took up to 28 s, three times each", measured, held)


def hard_overlays(command: list[str], count: int = 12) -> Row:
    """Requests for a slow overlay of a hard position, all at once. Meanwhile a game on the server gets its answers."""
    wish = {"position": hard_texts()[0], "kind": "near-networks"}
    pages = iter(range(count))

    def ask(server: Server, _: str) -> Iterator[bool]:
        yield server.ask("POST", "/api/analysis/overlay", wish | {"page": str(next(pages))})[0] == 200

    return beside_a_game(command, f"{count} overlays of a hard position at once", count, ask)


def hard_questions(command: list[str], count: int = 40) -> Row:
    """Sockets that ask for the steps of a hard position, all the time. Meanwhile a game gets its answers."""

    def ask(server: Server, game: str) -> Iterator[bool]:
        end = time.monotonic() + 8
        with connect(f"ws://127.0.0.1:{server.port}/g/{game}/live?after=0", compression=None, close_timeout=1) as talk:
            while time.monotonic() < end:
                yield answered(talk, 2 * LATE)

    return beside_a_game(command, f"{count} sockets with questions about a hard position, for 8 s", count, ask)


def answered(talk: ClientConnection, patience: float) -> bool:
    """Asks for the steps in a game. Whether the answer came."""
    talk.send('{"do": "steps", "made": [], "key": "a-key-of-mine"}')
    try:
        while "answer" not in json.loads(talk.recv(patience)):
            pass
    except TimeoutError:
        return False
    return True


def beside_a_game(command: list[str], name: str, count: int, ask: Callable[[Server, str], Iterator[bool]]) -> Row:
    """Clients at one address that all ask at once, about a game with a hard position. A player at another address asks
    for the steps of another game."""
    granted: list[bool] = []
    asked = got = 0
    slowest = 0.0
    with running(command) as server, Probe(server, "127.200.0.1") as other:
        wishes: list[dict[str, str]] = [{"start": hard_texts()[2]}, {"game": GAME}]
        hard, easy = (
            json.loads(server.ask("POST", "/api/games", wish | {"opponent": "here"})[1])["id"] for wish in wishes
        )

        def flood() -> None:
            with suppress(OSError, HTTPException, InvalidHandshake, ConnectionClosed, TimeoutError):
                granted.extend(ask(server, hard))

        threads = [threading.Thread(target=flood, daemon=True) for _ in range(count)]
        address = f"ws://127.0.0.1:{server.port}/g/{easy}/live?after=0"
        with connect(address, compression=None, source_address=("127.200.0.2", 0)) as talk:
            for thread in threads:
                thread.start()
            while any(thread.is_alive() for thread in threads):
                began = time.perf_counter()
                got += answered(talk, 2 * LATE)
                slowest = max(slowest, time.perf_counter() - began)
                asked += 1
                time.sleep(0.1)
    measured = f"{sum(granted)} granted; a player: {got} of {asked} answered, slowest {slowest * 1000:.0f} ms; {other}"
    return Row(name, measured, 0 < asked == got and slowest < 2 and other.well())


# Rate limits ----------------------------------------------------------------------------------------------------------
def over_the_rate(command: list[str], what: str, burst: int, ask: Callable[[Server, int], int], granted: int) -> Row:
    """Many requests one after the other. The server must not grant many more than the burst."""
    with running(command) as server, Probe(server, "127.200.0.1") as other:
        count, end = 0, time.monotonic() + 20
        for number in range(6 * burst):
            if time.monotonic() > end:
                break
            with suppress(OSError, HTTPException):
                count += ask(server, number) == granted
        held = 0 < count <= burst * 1.2 and other.well()
        return Row(f"{6 * burst} times {what}", f"{count} granted (burst {burst}); {other}", held)


def account(path: str, **headers: str) -> Callable[[Server, int], int]:
    """Opens an account for a program; returns the status."""
    return lambda server, number: server.ask("POST", path, {"name": f"bot{number}"}, **headers)[0]


def forwarded(server: Server, number: int) -> int:
    """Opens an account in the name of another address."""
    return account("/api/account", X_Forwarded_For=f"10.0.{number}.1")(server, number)


def attempts(count: int = 250, seconds: float = 30) -> Iterator[None]:
    """Yields this many times, or fewer if time runs out."""
    end = time.monotonic() + seconds
    for _ in range(count):
        if time.monotonic() > end:
            return
        yield


def lasting(command: list[str], line_break: str) -> Row:
    """Holds streams of a game open; their path is spelt with or without a line break."""
    with running(command) as server, ExitStack() as lines, Probe(server, "127.200.0.1") as other:
        opened = json.loads(server.ask("POST", "/api/games", {"game": GAME, "opponent": "here"})[1])
        count = 0
        for _ in attempts():
            line = lines.enter_context(server.line())
            with suppress(OSError):
                line.sendall(f"GET /g/{opened['id']}/events{line_break} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
                count += line.recv(4096).startswith(b"HTTP/1.1 200 ")
        measured = f"{count} granted (at most 100); {other}"
        name = f"250 streams held open{', spelt with %0a' if line_break else ''}"
        return Row(name, measured, 0 < count <= 100 and other.well())


def sockets(command: list[str]) -> Row:
    """Holds sockets open."""
    with running(command) as server, ExitStack() as lines, Probe(server, "127.200.0.1") as other:
        opened = json.loads(server.ask("POST", "/api/games", {"game": GAME, "opponent": "here"})[1])
        count = 0
        for _ in attempts():
            with suppress(OSError, InvalidHandshake, EOFError, TimeoutError):
                address = f"ws://127.0.0.1:{server.port}/g/{opened['id']}/live?after=0"
                lines.enter_context(connect(address, compression=None, open_timeout=LATE, close_timeout=0.1))
                count += 1
        measured = f"{count} granted (at most 100); {other}"
        return Row("250 sockets held open", measured, 0 < count <= 100 and other.well())


def new_game(server: Server, _: int) -> int:
    """Opens a game; returns the status."""
    return server.ask("POST", "/api/games%0a", {"game": GAME, "opponent": "here"})[0]


def attacks(command: list[str], kills: int) -> dict[str, list[Callable[[], Row]]]:
    """All attacks, by kind."""
    rated = {
        "POST /api/account": account("/api/account"),
        "POST /api/account%0a": account("/api/account%0a"),
        "POST /api/%61ccount": account("/api/%61ccount"),
        "POST /api/account with invented X-Forwarded-For": forwarded,
    }
    return {
        "half-open": [
            lambda: half_open(command, 1024, 1100, 1),
            lambda: half_open(command, 1024, 4000, 40),
            lambda: half_open(command, 20_000, 4200, 1),
            lambda: half_open(command, 1024, 1100, 6, "unfinished bodies"),
        ],
        "kill": [lambda: killed(command, kills)],
        "oversize": [
            *(lambda name=name: oversize(command, name) for name in OVERSIZE),
            lambda: long_messages(command),
        ],
        "pieces": [lambda name=name: pieces(command, name) for name in PIECES],
        "rates": [
            *(lambda what=what, ask=ask: over_the_rate(command, what, 5, ask, 201) for what, ask in rated.items()),
            lambda: over_the_rate(command, "POST /api/games%0a", 30, new_game, 201),
            lambda: lasting(command, ""),
            lambda: lasting(command, "%0a"),
            lambda: sockets(command),
        ],
        "positions": [
            lambda: hard_positions(command),
            lambda: hard_overlays(command),
            lambda: hard_questions(command),
        ],
    }


KINDS = ("half-open", "kill", "oversize", "pieces", "rates", "positions")
"""The kinds of attacks."""


def main() -> None:
    """Runs the attacks and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=KINDS)
    parser.add_argument("--kills", type=int, default=12)
    parser.add_argument("--server", help="the command that starts a server; default: this Python's isthmus serve")
    options = parser.parse_args()
    command = shlex.split(options.server) if options.server else [sys.executable, "-m", "isthmus", "serve"]
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    fell, began = 0, time.monotonic()
    print("| result | attack | measured |\n|---|---|---|", flush=True)
    for kind, rows in attacks(command, options.kills).items():
        if options.only and kind not in options.only:
            continue
        for number, attack in enumerate(rows):
            if time.monotonic() - began > WHOLE:
                print(f"| LEFT OUT | {kind}, {len(rows) - number} attacks | no time |")
                fell += 1
                break
            row = attack()
            fell += not row.held
            print(f"| {'held' if row.held else 'FELL'} | {row.attack} | {row.measured} |", flush=True)
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; times mean little if the load is higher")
    sys.exit(1 if fell else 0)


if __name__ == "__main__":
    main()
