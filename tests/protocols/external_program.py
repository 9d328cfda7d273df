"""A small Hex program over GTP for the tests: plays the first empty field, checks its input, misbehaves on request.

Usage: external_program.py [MODE], where MODE is one of: good, swap, sides, strict (no swap), illegal, resign, refuse,
die, hang, chat, small (refuses every board), mute (never answers), flood (prints without end), number:FOLDER (hangs
too, and leaves a file with its process number and that of its parent).
"""

import os
import subprocess
import sys
import time
from pathlib import Path

mode = sys.argv[1] if len(sys.argv) > 1 else "good"
size, stones = 11, {}
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"]) if mode == "hang" else None
if mode.startswith("number:"):
    Path(mode.removeprefix("number:"), f"{os.getpid()} {os.getppid()}").touch()
while mode == "flood":
    sys.stdout.write("a line\n")


def say(text):
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def other(colour):
    return "white" if colour == "black" else "black"


def names():
    return [f"{chr(97 + column)}{row + 1}" for row in range(size) for column in range(size)]


def mirrored(name):
    return f"{chr(96 + int(name[1:]))}{ord(name[0]) - 96}"


def swap():
    ((name, colour),) = stones.items()
    stones.clear()
    stones[mirrored(name)] = other(colour)


def play(colour, word):
    if word == "swap-pieces":
        if mode == "strict" or len(stones) != 1:
            raise ValueError("cannot swap")
        swap()
    elif word not in names() or word in stones or mode == "refuse":
        raise ValueError(f"illegal move {word}")
    else:
        stones[word] = colour
    return ""


def genmove(colour):
    if mode == "illegal" and stones:
        return next(iter(stones))
    if mode == "resign":
        return "resign"
    if mode == "die":
        sys.exit("out of memory")
    if mode == "hang" or mode.startswith("number:"):
        time.sleep(1000)
    if mode in {"swap", "sides"} and list(stones.values()) == ["black"]:
        if mode == "swap":
            swap()
        return f"swap-{'pieces' if mode == 'swap' else 'sides'}"
    name = next(name for name in names() if name not in stones)
    stones[name] = colour
    return name.upper()


for line in sys.stdin:
    command, *words = line.lower().split()
    words = [{"b": "black", "w": "white"}.get(word, word) for word in words]
    if mode == "mute":
        continue
    if mode == "chat":
        say(f"thinking about {line}")
    try:
        if command == "boardsize" and mode != "small":
            size, answer = int(words[0]), ""
        elif command == "clear_board":
            stones.clear()
            answer = ""
        elif command in {"play", "genmove"}:
            answer = globals()[command](*words)
        elif command == "stones":
            answer = "\n".join(sorted(f"{name} {colour}" for name, colour in stones.items()))
        elif command == "child":
            answer = child.pid
        elif command == "quit":
            say("=\n")
            break
        else:
            raise ValueError(f"unknown command: {command}")
        say(f"= {answer}\n")
    except ValueError as error:
        say(f"? {error}\n")
