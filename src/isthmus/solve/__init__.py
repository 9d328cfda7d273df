"""Solving: exact results, with certificates that can be checked by the rules alone; see docs/solving.md.

The function ``solve`` is also ``isthmus.solve``. ``isthmus.solve.certificate`` has the certificates,
``isthmus.solve.checker`` checks them.
"""

from isthmus.solve.solver import Solution, solve

__all__ = ["Solution", "solve"]
