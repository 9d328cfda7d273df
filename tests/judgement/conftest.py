"""Lets the tests of this folder import what bench/judgement.py is made of."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))
