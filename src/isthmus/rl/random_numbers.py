"""The random numbers of the native core: xoshiro256++ (Blackman and Vigna 2019), seeded by splitmix64 (Vigna 2015).

Environments in Python draw the same numbers as native ones, so the two can be compared.
"""

from __future__ import annotations

from isthmus.rules.fingerprint import value

__all__ = ["Random"]

_ALL = (1 << 64) - 1


def _turned(number: int, by: int) -> int:
    return (number << by | number >> (64 - by)) & _ALL


class Random:
    """The random numbers for a seed. ``stream`` distinguishes environments with the same seed."""

    def __init__(self, seed: int, stream: int) -> None:
        scramble = value.__wrapped__
        begin = scramble((scramble(seed & _ALL) + stream) & _ALL)
        self._state = [scramble((begin + i) & _ALL) for i in range(4)]

    def next(self) -> int:
        """The next number of 64 bits."""
        state = self._state
        found = (_turned((state[0] + state[3]) & _ALL, 23) + state[0]) & _ALL
        shifted = state[1] << 17 & _ALL
        state[2] ^= state[0]
        state[3] ^= state[1]
        state[1] ^= state[2]
        state[0] ^= state[3]
        state[2] ^= shifted
        state[3] = _turned(state[3], 45)
        return found

    def below(self, count: int) -> int:
        """A number in ``range(count)``. All are equally likely, apart from a bias below ``count`` / 2^32."""
        return (self.next() >> 32) * count >> 32
