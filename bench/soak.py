"""The memory of ``isthmus serve`` over a long time, while games begin and end and sockets open and close.

    python bench/soak.py [--seconds 1200] [--games 200] [--pause 0.5] [--every 30] [--game "hex(size=7,pie=1)"]

Each pair of screens plays random legal turns, and begins a new game after the end of one. Now and then a screen
drops its socket and reconnects, a visitor opens the page, and a watcher reads the stream of events for a moment. The
output has one line per ``--every`` seconds: the memory of the server process, the games that it holds in memory, and
the games begun. The last line shows the growth from the middle third to the last third.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from urllib.request import Request, urlopen

from web_load import bearer, ends, memory, post, told
from websockets.asyncio.client import ClientConnection, connect

COMES_BACK, LOOKS = 0.02, 0.02
"""The probability, after a turn, that a screen reconnects, and that a visitor opens the page."""


class Table:
    """Two screens that play one game after the other; their connections break now and then."""

    def __init__(self, server: str, kind: str, pause: float, seed: int, begun: Callable[[], None]) -> None:
        self.server = server
        self.kind = kind
        self.pause = pause
        self.random = random.Random(seed)
        self.begun = begun
        self.turns = 0

    async def play(self, end: float) -> None:
        """Plays until a given time."""
        while time.monotonic() < end:
            opened = await asyncio.to_thread(post, f"{self.server}/api/games", {"game": self.kind, "opponent": "here"})
            self.begun()
            await self.one_game(opened["id"], opened["tokens"], end)

    async def one_game(self, game: str, tokens: dict[str, str], end: float) -> None:
        """Plays one game to its end, or until a given time."""
        screens = [await self.screen(game, token) for token in tokens.values()]
        try:
            news = await asyncio.gather(*(told(screen, 1) for screen in screens))
            while not news[0]["state"]["over"] and time.monotonic() < end:
                await asyncio.sleep(self.random.expovariate(1 / self.pause) if self.pause else 0)
                state, board = news[0]["state"], news[0]["board"]
                turn = self.random.choice([step for step in board["steps"] if ends(board, step)])
                wish = {"do": "play", "seat": state["seat"], "turn": turn, "ply": state["ply"]}
                key = f"{self.random.random()}-key"
                await screens[state["seat"] == "second"].send(json.dumps(wish | {"key": key}))
                news = await asyncio.gather(*(told(screen, state["number"] + 1) for screen in screens))
                self.turns += 1
                if self.random.random() < COMES_BACK:
                    place = self.random.randrange(2)
                    await screens[place].close()
                    screens[place] = await self.screen(game, list(tokens.values())[place], state["number"] + 1)
                if self.random.random() < LOOKS:
                    await asyncio.to_thread(look, f"{self.server}/g/{game}")
        finally:
            for screen in screens:
                await screen.close()

    async def screen(self, game: str, token: str, after: int = 0) -> ClientConnection:
        """A new socket of a seat."""
        address = f"{self.server.replace('http', 'ws')}/g/{game}/live?after={after}"
        return await connect(address, additional_headers=bearer(token), compression=None, open_timeout=120)


def look(address: str) -> None:
    """Opens the page of a game, and reads the first lines of its stream of events."""
    with urlopen(address) as page:
        page.read()
    with urlopen(f"{address}/events") as events:
        events.readline()


def games_in_memory(server: str) -> int:
    """The number of games that the server says it holds."""
    with urlopen(Request(f"{server}/readyz")) as answer:
        return int(json.load(answer)["games"])


async def soak(options: argparse.Namespace, server: str, process: int) -> None:
    """Plays and prints; ``process`` is the server's."""
    begun, start = 0, time.monotonic()

    def count() -> None:
        nonlocal begun
        begun += 1

    end = start + options.seconds
    tables = [Table(server, options.game, options.pause, seed, count) for seed in range(options.games)]
    print(f"{'seconds':>8}{'MiB':>8}{'games held':>12}{'games begun':>13}{'turns':>9}{'load':>7}", flush=True)
    seen: list[tuple[float, float]] = []
    playing: list[asyncio.Task[None]] = []
    while (now := time.monotonic()) < end:
        held, used = await asyncio.to_thread(games_in_memory, server), memory(process)
        seen.append((now - start, used))
        turns = sum(table.turns for table in tables)
        load = os.getloadavg()[0]
        print(f"{now - start:8.0f}{used:8.1f}{held:12}{begun:13}{turns:9}{load:7.1f}", flush=True)
        playing = playing or [asyncio.create_task(table.play(end)) for table in tables]
        await asyncio.sleep(min(options.every, max(0.0, end - time.monotonic())))
        for task in playing:
            if task.done() and (error := task.exception()):
                raise error
    await asyncio.gather(*playing)
    third = options.seconds / 3
    middle = [used for at, used in seen if third <= at < 2 * third]
    last = [used for at, used in seen if 2 * third <= at]
    if not middle or not last:
        print("too few measurements to compare the last third with the middle one")
        return
    before, after = statistics.fmean(middle), statistics.fmean(last)
    print(f"last third against the middle one: {after - before:+.1f} MiB ({before:.1f} to {after:.1f})")


def main() -> None:
    """Starts a server and plays."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1200)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--pause", type=float, default=0.5, help="seconds of thought before a turn, on average")
    parser.add_argument("--every", type=float, default=30)
    parser.add_argument("--game", default="hex(size=7,pie=1)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wanted = ["--port", "0", "--database", f"sqlite:///{folder}/soak.db", "--workers", "1", "--no-browser"]
        command = [sys.executable, "-m", "isthmus", "serve", *wanted, "--no-limits"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        try:
            said = server.stdout.readline().split()[3].rstrip("/")
            asyncio.run(soak(options, said.replace("localhost", "127.0.0.1"), server.pid))  # no DNS look-up per socket
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(30)
            print(f"database at the end   {Path(folder, 'soak.db').stat().st_size / 2**20:.0f} MiB")


if __name__ == "__main__":
    main()
