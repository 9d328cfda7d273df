"""The programs that can judge positions with a net."""

from __future__ import annotations

from isthmus.errors import SearchError, quoted

__all__ = ["BACKENDS", "JAX", "check_backend"]

JAX = "jax"
BACKENDS = ("native", JAX)
"""The native core, in 8 bits on the CPU; and JAX, in floats, on a GPU if JAX has one."""


def check_backend(backend: str) -> None:
    """Raise SearchError for anything that is not a backend."""
    if backend not in BACKENDS:
        raise SearchError(f"backend: expected {' or '.join(BACKENDS)}; got {quoted(backend)}")
