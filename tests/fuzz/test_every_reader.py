"""Every public reader of the package is fuzzed, or listed as trusted with the reason."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from types import CodeType, FrameType

from fuzz_readers import READERS, TRUSTED

import isthmus

READS = re.compile(r"(read|parse|decode|load|check_certificate|from_data|from_match|net_from|of_line)(_|$)")
"""The names of functions that read."""


def functions() -> Iterator[tuple[str, Callable[..., object]]]:
    """The public functions of the package, and the public methods of its public classes, by name."""
    for module in pkgutil.walk_packages(isthmus.__path__, "isthmus."):
        if ".migrations" in module.name or module.name.endswith("__main__"):
            continue
        found = importlib.import_module(module.name)
        for name in getattr(found, "__all__", ()):
            thing = getattr(found, name)
            if getattr(thing, "__module__", "") != module.name:
                continue
            members = vars(thing) if inspect.isclass(thing) else {}
            yield f"{module.name}.{name}", thing
            yield from ((f"{module.name}.{name}.{member}", made) for member, made in members.items())


@cache
def readers() -> dict[str, CodeType]:
    """The public readers, and the code of each."""
    found = {}
    for name, thing in functions():
        function = inspect.unwrap(getattr(thing, "__func__", thing))
        if inspect.isfunction(function) and READS.match(name.rpartition(".")[2]):
            found[name] = function.__code__
    return found


@cache
def reached() -> set[CodeType]:
    """The code that runs when the readers of the fuzz read their good texts."""
    codes: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            codes.add(frame.f_code)

    sys.setprofile(note)
    try:
        for reader in READERS.values():
            for good in reader.good:
                reader.read(good)
    finally:
        sys.setprofile(None)
    return codes


def test_every_public_reader_is_fuzzed_or_trusted() -> None:
    missing = [name for name, code in readers().items() if code not in reached() and name not in TRUSTED]
    assert missing == [], "give it a line in READERS of bench/fuzz_readers.py, or in TRUSTED with the reason"


def test_trusted_readers_exist_and_are_not_fuzzed() -> None:
    assert [name for name in TRUSTED if name not in readers()] == []
    assert [name for name in TRUSTED if readers()[name] in reached()] == []
    assert all(reason for reason in TRUSTED.values())


def test_a_new_reader_is_noticed() -> None:
    assert {"isthmus.record.reading.read_games", "isthmus.engine.net_file.read_net"} <= set(readers())
    assert len(readers()) > 60
