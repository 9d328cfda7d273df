"""Addresses of other sites that name a game but do not contain it, with advice on what to do instead."""

from __future__ import annotations

import re

__all__ = ["advice_for"]

_WORD = re.compile(r"[^\s<>]+")
_GAME_NUMBER = re.compile(r"[?&]gid=([0-9]{1,12})")


def advice_for(text: str) -> str:
    """Advice for the first address in a text that only names a game; empty if there is none.

    Nothing is fetched: the error for such an address says where to get the moves.
    """
    for word in _WORD.findall(text):
        address = word.lower()
        if "littlegolem.net" in address:
            number = _GAME_NUMBER.search(address)
            file = (
                f"https://littlegolem.net/servlet/sgf/{number[1]}/game{number[1]}.hsgf" if number else "its HSGF file"
            )
            return f"this address of Little Golem has no moves in it; export the SGF there ({file}) and give its text"
        if "playhex.org" in address:
            return (
                "this address of PlayHex has no moves in it; export the SGF of the game there and give its text, "
                "or the link to it in HexWorld or the Hexplorer"
            )
        if "hexworld.org" in address:
            return "this address of HexWorld has no moves in it; copy all of it, including the part after the #"
    return ""
