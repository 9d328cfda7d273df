"""Shared by all tests: the contract battery can be imported from anywhere."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "contract"))
