"""Two hundred games at once: ``isthmus serve`` in a separate process, two sockets per game, random legal turns.

    python bench/web_load.py [--games 200] [--seconds 30] [--game "hex(size=11,pie=1)"] [--pause 0] [--profile FILE]

The time of a turn is measured from when it is sent until both screens of the game have received it. The clients choose
turns from the steps in the server's message. They share the machine with the server, so the figures come with the
processor time of the server alone and with the load of the machine. ``--pause`` is the average thinking time of a
player.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect

HERTZ = os.sysconf("SC_CLK_TCK")


class Table:
    """A game with two screens that play at random; after its end they begin another one."""

    def __init__(self, server: str, kind: str, pause: float, seed: int) -> None:
        self.server = server
        self.kind = kind
        self.pause = pause
        self.random = random.Random(seed)
        self.times: list[float] = []
        self.games = 0
        self.measuring = False

    async def play(self, end: float) -> None:
        """Plays until a given time."""
        while time.monotonic() < end:
            opened = await asyncio.to_thread(post, f"{self.server}/api/games", {"game": self.kind, "opponent": "here"})
            address = f"{self.server.replace('http', 'ws')}/g/{opened['id']}/live"
            async with (
                connect(address, additional_headers=bearer(opened["tokens"]["first"]), compression=None) as first,
                connect(address, additional_headers=bearer(opened["tokens"]["second"]), compression=None) as second,
            ):
                await self.one_game([first, second], end)
            self.games += 1

    async def one_game(self, screens: list[ClientConnection], end: float) -> None:
        news = [await told(screen, 1) for screen in screens]
        while not news[0]["state"]["over"] and time.monotonic() < end:
            if self.pause:
                await asyncio.sleep(self.random.expovariate(1 / self.pause))
            state, board = news[0]["state"], news[0]["board"]
            seat = state["seat"]
            turn = self.random.choice([step for step in board["steps"] if ends(board, step)])
            wish = {"do": "play", "seat": seat, "turn": turn, "ply": state["ply"], "key": f"{self.random.random()}-key"}
            began = time.perf_counter()
            await screens[seat == "second"].send(json.dumps(wish))
            news = await asyncio.gather(*(told(screen, state["number"] + 1) for screen in screens))
            if self.measuring:
                self.times.append(time.perf_counter() - began)


def ends(board: dict, step: str) -> bool:
    """Whether a step is a whole turn."""
    continues = board["continues"]
    return step != "stop" and (continues is False or (isinstance(continues, list) and step not in continues))


async def told(screen: ClientConnection, number: int) -> dict:
    """The message about the event with a number."""
    while True:
        message = json.loads(await screen.recv())
        if "refused" in message:
            raise RuntimeError(message["why"])
        if message.get("event", {}).get("number", 0) >= number and "board" in message:
            return message


def bearer(token: str) -> dict[str, str]:
    """The header for a token."""
    return {"Authorization": f"Bearer {token}"}


def post(address: str, body: dict) -> dict:
    """The JSON answer to a POST."""
    with urlopen(Request(address, json.dumps(body).encode(), {"Content-Type": "application/json"})) as answer:
        return json.load(answer)


def busy(process: int) -> float:
    """The processor time, in seconds, that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / HERTZ


def memory(process: int) -> float:
    """The memory of a process in MiB."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def percentile(times: list[float], share: float) -> float:
    """The time, in milliseconds, that a given share of all times does not exceed."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))] * 1000


async def measure(options: argparse.Namespace, server: str, process: int) -> None:
    """Plays and prints the figures; ``process`` is the server's."""
    ramp = 5 + options.games / 40
    end = time.monotonic() + ramp + options.seconds
    tables = [Table(server, options.game, options.pause, seed) for seed in range(options.games)]
    empty = memory(process)
    playing = [asyncio.create_task(table.play(end)) for table in tables]
    await asyncio.sleep(ramp)
    for table in tables:
        table.measuring = True
    before, own, began = busy(process), time.process_time(), time.monotonic()
    await asyncio.sleep(max(0.1, end - time.monotonic() - 0.5))
    spent, own, wall = busy(process) - before, time.process_time() - own, time.monotonic() - began
    full, load = memory(process), os.getloadavg()[0]
    times = [one for table in tables for one in table.times]
    await asyncio.gather(*playing)
    print(f"games at once         {options.games} of {options.game}, {2 * options.games} sockets")
    print(f"turns a second        {len(times) / wall:.0f} ({len(times)} in {wall:.0f} s)")
    print(f"turn to both screens  p50 {percentile(times, 0.5):.0f} ms, p99 {percentile(times, 0.99):.0f} ms")
    print(f"server                {spent / wall:.0%} of a core, {spent / max(1, len(times)) * 1000:.2f} ms a turn")
    print(f"clients               {own / wall:.0%} of a core; load average {load:.1f}")
    print(f"memory of the server  {full:.0f} MiB, {empty:.0f} before the games")


def main() -> None:
    """Starts a server and measures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--game", default="hex(size=11,pie=1)")
    parser.add_argument("--pause", type=float, default=0.0, help="seconds of thought before a turn, on average")
    parser.add_argument("--profile", help="a file for the profile of the server (cProfile)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wanted = ["--port", "0", "--database", f"sqlite:///{folder}/load.db", "--workers", "1", "--no-browser"]
        profile = ["-m", "cProfile", "-o", options.profile] if options.profile else []
        command = [sys.executable, *profile, "-m", "isthmus", "serve", *wanted, "--no-limits"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        try:
            said = server.stdout.readline().split()[3].rstrip("/")
            address = said.replace("localhost", "127.0.0.1")  # no DNS look-up per socket
            asyncio.run(measure(options, address, server.pid))
        finally:
            server.send_signal(2)
            server.wait(30)


if __name__ == "__main__":
    main()
