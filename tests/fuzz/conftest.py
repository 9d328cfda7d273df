"""Lets the tests of this folder import bench/fuzz.py, of which they run a sample."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))
