"""Feeds a million faulty texts to every public reader, with a limit on the cost of each. Also measures the growth of
costs.

    python bench/fuzz.py [--inputs 1000000] [--from 0] [--seed 1] [--reader NAME] [--growth] [--pumped 200000]

Input ``number`` of a seed is always the same text. So a run can continue where another one stopped, and ``--from NUMBER
--inputs 1`` recreates the text that broke something. About two thirds of the texts are good ones with errors in a few
places, a quarter have a piece that is repeated many times, and a tenth are random characters. The cost of a text is
processor time. A text over the bound is read twice more, and the least of the three costs counts. The exit status is 1
if a reader raised an undocumented error, or if a cost was over the bound.

``--growth`` inserts each pattern many times into each good text of each reader, at several places. A text that is four
times as long must cost less than six times as much; if it does not, a second measurement decides.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from fuzz_readers import READERS, Reader

ALLOWED, ALLOWED_A_LETTER = 0.25, 50e-6
"""The most seconds for a text: a fixed part, because it may contain a game of many turns to play, and a part per
letter."""
MOST_GROWTH, NOISE = 6.0, 0.008
"""The largest allowed cost ratio of a text that is four times as long. Costs below NOISE seconds are ignored."""
_ROUNDS = 8
"""How often a growth over the bound is measured again; the smallest measurement counts."""
SIGNS_AND_PIECES = r"""
( ) () (; ; ;; [ ] [] ]] [[ { } < > | / // , : . - -- --- + = # % & " ' \ \\ \]
a x X 1 9 0x1 1, 9/ 1. 1) a1b1 a1+ x--- a=1, =1, :s &a= gid= %2 %41 \u0041 \ud800 {"a":
(;B[a1] ;B[a1];W[b1] AB[a1:e5] ;CR[a1:e5] ;C[a #5,a1 isthmus-1/ #isthmus-1/ lurd,
littlegolem.net/ https:// network( take-
"""
WORDS = "# |> |x |1. |c3 |a=1 |hex |swap |pass |white |add |no |step 0 0 |try a1: "
"""Words with a space after them."""
PATTERNS = (
    *(" ", "\t", "\r", "\n", "\r\n", "\u2028", "\xa0", "\x00", "\x1c", "\ufeff", "\udc80", "é", "\U0001f600"),
    *("hex\n", "\n# ", "\n```\n", "```board\n", "\n{}", '\n{"node": 0}', "\r\n--", "\r\n--x"),
    *SIGNS_AND_PIECES.split(),
    *WORDS.split("|"),
)
SIGNS = "".join(sorted({sign for pattern in PATTERNS for sign in pattern})) + "abcdefghijklmnopqrstuvwxyz0123456789  \n"


# Texts -------------------------------------------------------------------------------------------------------------
def spoiled(chance: Random, reader: Reader) -> str:
    """A text for a reader."""
    text, kind = chance.choice(reader.good), chance.random()
    if kind < 0.25:
        at, pattern = chance.randrange(len(text) + 1), chance.choice(PATTERNS)
        many = int(10 ** chance.uniform(0.5, 3.3))
        text = text[:at] + pattern * many + (text[at:] if chance.random() < 0.7 else chance.choice(PATTERNS))
    elif kind < 0.35:
        text = "".join(chance.choices(SIGNS, k=chance.randrange(200)))
    if kind >= 0.15:
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(text) + 1)
            end = min(len(text), at + chance.randrange(6))
            new = chance.choice(("", text[at:end] * 2, chance.choice(PATTERNS), chance.choice(SIGNS), _piece(chance)))
            text = text[:at] + new + text[end:]
    return text[: reader.longest] if reader.longest else text


def _piece(chance: Random) -> str:
    """A piece of a good text of any reader."""
    text = chance.choice(chance.choice(list(READERS.values())).good)
    at = chance.randrange(len(text) + 1)
    return text[at : at + chance.randrange(1, 40)]


def cost(reader: Reader, text: str) -> float:
    """Processor seconds for reading a text; undocumented errors pass through.

    The garbage collector is off, because it runs at unpredictable times and examines all objects.
    """
    gc.disable()
    try:
        began = time.thread_time()
        reader.try_out(text)
        return time.thread_time() - began
    finally:
        gc.enable()


@dataclass
class Tally:
    """The results of the texts for one reader."""

    inputs: int = 0
    slowest: float = 0.0
    slowest_number: int = -1
    crashes: list[str] = field(default_factory=list)
    too_slow: list[str] = field(default_factory=list)


def fuzz(names: list[str], numbers: range, seed: int) -> dict[str, Tally]:
    """Reads the texts with these numbers; the readers take turns."""
    tallies = {name: Tally() for name in names}
    for number in numbers:
        name = names[number % len(names)]
        tally, reader = tallies[name], READERS[name]
        text = spoiled(Random(f"{seed} {number}"), reader)
        tally.inputs += 1
        try:
            spent, allowed = cost(reader, text), ALLOWED + ALLOWED_A_LETTER * len(text)
            if spent > allowed:
                spent = min(spent, cost(reader, text), cost(reader, text))
        except Exception as error:
            tally.crashes.append(f"{number}: {type(error).__name__}: {str(error)[:100]}: {text[:200]!r}")
            continue
        if spent > tally.slowest:
            tally.slowest, tally.slowest_number = spent, number
        if spent > allowed:
            tally.too_slow.append(f"{number}: {spent:.2f} s for {len(text)} letters: {text[:200]!r}")
    return tallies


# Growth ------------------------------------------------------------------------------------------------------------
def pumped(good: str) -> Iterator[tuple[str, str, str]]:
    """The places in a text for a pattern: the text before and after it, with a name."""
    yield "nothing else", "", ""
    yield "before it", "", good
    yield "before it, ended wrongly", "", "?" + good
    yield "after it", good, ""
    yield "after it, ended wrongly", good, "?("
    for part in (1, 2, 3):
        at = len(good) * part // 4
        yield f"after {at} letters", good[:at], good[at:]
    for sign in "([{\"' ,;:=/\n":
        at = good.find(sign) + 1
        if at:
            yield f"after the first {sign!r}", good[:at], good[at:]


def growth(reader: Reader, before: str, pattern: str, after: str, size: int) -> float:
    """The cost of a text of about ``size`` letters, divided by that with a quarter of the pattern; 0.0 for no cost."""

    if reader.longest:  # an end that is cut off would make another text, not a longer one
        size = min(size, reader.longest - len(before) - len(after))

    def text(letters: int) -> str:
        return before + pattern * max(1, letters // len(pattern)) + after

    long = text(size)
    spent = cost(reader, long)
    if spent < NOISE:
        return 0.0
    short = text(size // 4)
    quick = min(cost(reader, short) for _ in range(3))
    for _ in range(_ROUNDS):  # alternately, so that a busy machine slows both
        if spent <= MOST_GROWTH * quick:
            break
        spent, quick = min(spent, cost(reader, long)), min(quick, cost(reader, short), cost(reader, short))
    return spent / quick if spent >= NOISE else 0.0


def confirmed_growth(reader: Reader, before: str, pattern: str, after: str, size: int) -> float:
    """The ``growth``, or the lesser of two if the first is out of bounds.

    Quadratic costs are out of bounds at every size. Noise is not, nor is a text that just leaves a cache.
    """
    found = growth(reader, before, pattern, after, size)
    if found <= MOST_GROWTH:
        return found
    longer = 2 * size if not reader.longest or 2 * size <= reader.longest else size
    return min(found, growth(reader, before, pattern, after, longer))


def grown(name: str, size: int) -> Iterator[str]:
    """The ways to pump the texts of a reader for which costs grow out of bounds."""
    reader = READERS[name]
    for good in reader.good:
        for place, before, after in pumped(good):
            for pattern in PATTERNS:
                found = confirmed_growth(reader, before, pattern, after, size)
                if found > MOST_GROWTH:
                    yield f"{name}: {pattern!r} {place} in {good[:60]!r}: {found:.1f} times for four times the text"


# The command -------------------------------------------------------------------------------------------------------
def main() -> int:
    """Reads the texts, prints the table, and returns the exit status."""
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("--inputs", type=int, default=1_000_000)
    asked.add_argument("--from", type=int, default=0, dest="first")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--reader", choices=READERS, action="append")
    asked.add_argument("--growth", action="store_true", help="measure growth instead")
    asked.add_argument("--pumped", type=int, default=200_000, help="letters of a pumped text")
    given = asked.parse_args()
    names = given.reader or list(READERS)
    if given.growth:
        return _show_growth(names, given.pumped)
    sys.set_int_max_str_digits(4300)
    began = time.perf_counter()
    tallies = {name: Tally() for name in names}
    for first in range(given.first, given.first + given.inputs, 10_000):
        some = fuzz(names, range(first, min(first + 10_000, given.first + given.inputs)), given.seed)
        for name, one in some.items():
            tally = tallies[name]
            tally.inputs += one.inputs
            tally.crashes += one.crashes
            tally.too_slow += one.too_slow
            if one.slowest > tally.slowest:
                tally.slowest, tally.slowest_number = one.slowest, one.slowest_number
        print(f"\r{first + 10_000 - given.first:>9,} read", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print("| reader | inputs | crashes | out of bounds | slowest, ms | its number |\n|---|---|---|---|---|---|")
    for name, tally in tallies.items():
        counts = f"{tally.inputs:,} | {len(tally.crashes)} | {len(tally.too_slow)}"
        print(f"| {name} | {counts} | {1000 * tally.slowest:.1f} | {tally.slowest_number} |")
    total = sum(tally.inputs for tally in tallies.values())
    print(f"\n{total:,} inputs of seed {given.seed} in {time.perf_counter() - began:.0f} s")
    faults = [fault for tally in tallies.values() for fault in (*tally.crashes, *tally.too_slow)]
    for fault in faults[:50]:
        print(fault)
    return 1 if faults else 0


def _show_growth(names: list[str], size: int) -> int:
    print("| reader | ways to pump | out of bounds | s |\n|---|---|---|---|")
    faults: list[str] = []
    for name in names:
        began = time.perf_counter()
        found = list(grown(name, size))
        ways = sum(len(list(pumped(good))) for good in READERS[name].good) * len(PATTERNS)
        print(f"| {name} | {ways:,} | {len(found)} | {time.perf_counter() - began:.0f} |", flush=True)
        faults += found
    for fault in faults[:100]:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
