"""Trains nets: plays self-play games, fits and quantises nets, and tests whether one is good enough for the engine.

Training is a face, like the command line and the web app. It needs ``isthmus[train]``; ``extra.check_extra()`` raises
an error if a package of it is missing.
"""

import os

# The processes of a training run share a GPU, so none may take most of its memory at the start, as JAX does by default.
os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
