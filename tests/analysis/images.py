"""The images of a position under the symmetries of its board."""

from __future__ import annotations

from collections.abc import Iterator

from isthmus import Position
from isthmus.board.symmetry import Symmetry


def images(position: Position) -> Iterator[tuple[Symmetry, dict[str, str], Position]]:
    """Each symmetry, the image of each point by name, and the image of the stones, set up as a new position."""
    game, names = position.game, position.game.topology.names
    for symmetry in game.symmetries():
        image = {name: names[symmetry.image[cell]] for cell, name in enumerate(names)}
        stones = [[image[names[cell]] for cell in held] for held in position.snapshot.stones]
        black, white = reversed(stones) if symmetry.swaps else stones
        yield symmetry, image, game.position(black=black, white=white)
